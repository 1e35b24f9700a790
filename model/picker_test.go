package model

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/store"
	"parley/views/text"
)

// fakeShelf keeps conversations in memory. It fails on what it was not given.
type fakeShelf struct {
	list    []store.Summary
	trashed []store.Summary
	texts   map[string]string // by conversation: a line
	asked   []string
	err     error
	during  func() // is called while a search runs
}

func (s *fakeShelf) List() ([]store.Summary, error) { return s.list, s.err }

func (s *fakeShelf) Search(ctx context.Context, query string, in store.Scope) iter.Seq2[store.Match, error] {
	return func(yield func(store.Match, error) bool) {
		s.asked = append(s.asked, fmt.Sprintf("search %q in %q, at most %d", query, in.Workspace, in.Most))
		if s.during != nil {
			s.during()
		}
		if ctx.Err() != nil {
			yield(store.Match{}, ctx.Err())
			return
		}
		for _, x := range s.list {
			line := s.texts[x.ID]
			at := strings.Index(strings.ToLower(line), strings.ToLower(query))
			if at >= 0 && (in.Workspace == "" || x.Workspace == in.Workspace) && !yield(store.Match{ID: x.ID, Line: line, From: at, To: at + len(query)}, nil) {
				return
			}
		}
	}
}

func (s *fakeShelf) take(id string) (store.Summary, error) {
	for i, x := range s.list {
		if x.ID == id {
			s.list = append(s.list[:i:i], s.list[i+1:]...)
			return x, nil
		}
	}
	return store.Summary{}, errors.New("no such conversation: " + id)
}

func (s *fakeShelf) Rename(id, title string) error {
	s.asked = append(s.asked, fmt.Sprintf("rename %s %q", id, title))
	if s.err != nil {
		return s.err
	}
	for i := range s.list {
		if s.list[i].ID == id {
			s.list[i].Title = title
		}
	}
	return nil
}

func (s *fakeShelf) Trash(id string) error {
	s.asked = append(s.asked, "trash "+id)
	if s.err != nil {
		return s.err
	}
	x, err := s.take(id)
	s.trashed = append(s.trashed, x)
	return err
}

func (s *fakeShelf) Restore(id string) error {
	s.asked = append(s.asked, "restore "+id)
	for i, x := range s.trashed {
		if x.ID == id {
			s.trashed = append(s.trashed[:i:i], s.trashed[i+1:]...)
			s.list = append(s.list, x)
			return nil
		}
	}
	return errors.New("not in the trash: " + id)
}

// someSaved are five conversations, one of another workspace.
func someSaved(now time.Time) *fakeShelf {
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	return &fakeShelf{
		list: []store.Summary{
			{ID: "a1", Title: "Orders migration, staging first", Updated: ago(2 * time.Hour), Turns: 9, TurnOpen: true, Open: "Which environment?", Workspace: "/src/shop"},
			{ID: "b2", Title: "Migrate config to TOML", Updated: ago(72 * time.Hour), Turns: 4, Workspace: "/src/shop", ForkedFrom: "c3"},
			{ID: "c3", Title: "Fix flaky test", Updated: ago(12 * 24 * time.Hour), Turns: 17, Workspace: "/src/shop", Forks: 2},
			{ID: "d4", Title: "A game of chess\x1b[31m with\u202e a very long title that does not fit into the column that it has", Updated: ago(time.Minute), Turns: 1, Workspace: "/home/u/src/chess"},
			{ID: "e5", Title: " ", Turns: 1, TurnOpen: true},
		},
		texts: map[string]string{
			"a1": "On staging the migration rewrites 2.1 million rows in `orders` and locks them for 40 seconds.",
			"c3": "TestMigrate waits for a port that is taken; the migration is not at fault.",
			"d4": "The migration of the knights.",
		},
	}
}

// pickerDesk shows the list alone, at rest.
func pickerDesk(t *testing.T, shelf *fakeShelf, screens *fakeScreens) *desk {
	t.Helper()
	d := emptyDesk(t)
	if shelf == nil {
		shelf = someSaved(d.now)
	}
	d.m = newTestPicker(d, shelf, screens)
	return d.start()
}

func newTestPicker(d *desk, shelf *fakeShelf, screens *fakeScreens) *Picker {
	return NewPicker(PickerOptions{
		Shared: Shared{Theme: d.theme(), Screens: screens, Now: d.clock, Tick: d.tick},
		Shelf:  shelf, Workspace: "/src/shop", Home: "/home/u",
	})
}

func TestTheListOfSavedConversations(t *testing.T) {
	d := pickerDesk(t, nil, nil)
	d.golden("picker")
	d.press("ctrl+a")
	d.golden("picker-all")
}

func TestFindingByTitleAndText(t *testing.T) {
	shelf := someSaved(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	d := pickerDesk(t, shelf, nil).write("migr")
	d.golden("picker-titles")
	same(t, shelf.asked, nil) // the texts are searched when the filter rests
	d.pass(searchDelay)
	same(t, shelf.asked, []string{`search "migr" in "/src/shop", at most 1`})
	d.golden("picker-found")
	d.press("ctrl+a")
	d.pass(searchDelay)
	same(t, shelf.asked[1:], []string{`search "migr" in "", at most 1`})
	d.golden("picker-found-all")
	d.write("x")
	d.pass(searchDelay)
	d.shows(`   Neither a title nor a text has "migrx".`)
	d.press("esc")
	d.sees(" Enter resume   → replay   Ctrl+F fork   Ctrl+R rename   Del trash   Esc quit")
}

func TestALetterIsNotLookedFor(t *testing.T) {
	shelf := someSaved(time.Now())
	d := pickerDesk(t, shelf, nil).write("m")
	d.pass(time.Second)
	same(t, shelf.asked, nil)
	d.press("backspace").write("z")
	d.shows(`   No title has "z". Texts are searched from two letters on. Ctrl+A looks in`, "   other workspaces too.")
}

func TestAnOldSearchIsCancelledAndForgotten(t *testing.T) {
	shelf := someSaved(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	d := pickerDesk(t, shelf, nil).write("knights")
	p := d.m.(*Picker)
	shelf.during = func() {
		shelf.during = nil
		p.write("kn") // the user types while it runs
	}
	d.pass(searchDelay)
	if p.finding.runs || len(p.finding.found) > 0 {
		t.Errorf("the search goes on: %+v", p.finding)
	}
}

func TestWhatWasFoundForOtherWordsIsForgotten(t *testing.T) {
	d := pickerDesk(t, nil, nil).write("knights")
	p := d.m.(*Picker)
	d.send(foundMsg{of: p, query: "knight", found: map[string]store.Match{"a1": {ID: "a1", Line: "a knight"}}})
	d.send(foundMsg{of: p, query: "knights", every: true, found: map[string]store.Match{"a1": {ID: "a1", Line: "a knight"}}})
	d.send(foundMsg{of: newTestPicker(d, nil, nil), query: "knights", found: map[string]store.Match{"a1": {ID: "a1", Line: "a knight"}}})
	d.shows(`   Neither a title nor a text has "knights". Ctrl+A looks in other workspaces`)
}

func TestASearchThatFailsInPart(t *testing.T) {
	shelf := someSaved(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	d := pickerDesk(t, shelf, nil).write("migr")
	p := d.m.(*Picker)
	d.send(foundMsg{of: p, query: "migr", found: map[string]store.Match{}, err: errors.New("conversation c3 cannot be opened: permission denied")})
	d.shows(" ! conversation c3 cannot be opened: permission denied")
}

func TestOpeningAConversationFromTheList(t *testing.T) {
	next := &heard{}
	s := &fakeScreens{t: t, next: next}
	d := pickerDesk(t, nil, s).press("down", "enter")
	same(t, s.asked, []string{"conversation b2"})
	if d.m != tea.Model(next) {
		t.Errorf("the screen is a %T", d.m)
	}
}

func TestForkingFromTheList(t *testing.T) {
	s := &fakeScreens{t: t, next: &heard{}}
	pickerDesk(t, nil, s).press("end", "up", "ctrl+f")
	same(t, s.asked, []string{"fork c3 at 0", "conversation fork-of-c3"})
}

func TestAConversationThatDoesNotOpenLeavesTheList(t *testing.T) {
	s := &fakeScreens{t: t, err: errors.New("conversation a1 cannot be opened: it is not an ordinary file; move it away")}
	d := pickerDesk(t, nil, s).press("enter")
	d.sees(` ! conversation a1 cannot be opened: it is not an ordinary file; move it away
 Enter resume   → replay   Ctrl+F fork   Ctrl+R rename   Del trash   Esc quit`)
}

func TestRenamingInTheList(t *testing.T) {
	shelf := someSaved(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	d := pickerDesk(t, shelf, nil).press("down", "ctrl+r")
	d.golden("picker-rename")
	d.write(" and\x1b back").press("enter")
	same(t, shelf.asked, []string{`rename b2 "Migrate config to TOML and back"`})
	d.shows(" › Migrate config to TOML and back          3 days   4 turns")
	d.press("ctrl+r").write("!").press("esc")
	same(t, shelf.asked[1:], nil)
	shelf.err = errors.New("it is open in process 7; close it there")
	d.press("ctrl+r").write("!").press("enter")
	d.shows(" ! it is open in process 7; close it there", " › Migrate config to TOML and back          3 days   4 turns")
}

func TestTrashAndUndo(t *testing.T) {
	shelf := someSaved(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	d := pickerDesk(t, shelf, nil).press("down", "delete")
	d.golden("picker-trash")
	d.press("delete")
	same(t, shelf.asked, []string{"trash b2", "trash c3"})
	d.press("ctrl+u")
	d.shows(" › Fix flaky test                          12 days  17 turns   ⑂ 2 forks", "   It is back.")
	d.press("ctrl+u")
	same(t, shelf.asked[2:], []string{"restore c3", "restore b2"})
	d.press("ctrl+u") // nothing is left to take back
	same(t, shelf.asked[4:], nil)
	shelf.err = errors.New("process 7 has it")
	d.press("home", "delete")
	d.shows(" ! process 7 has it", " › Orders migration, staging first         2 h ago   9 turns   ◆ question open")
}

func TestTheListBeforeAConversation(t *testing.T) {
	s := &fakeScreens{t: t, next: &heard{}}
	shelf := someSaved(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	shelf.list = append(shelf.list, store.Summary{ID: "c1", Title: "This one", Turns: 1, Workspace: "/src/shop"})
	var d *desk
	s.next = nil
	s.t = t
	d = newTalk(t, func(_ *desk, o *Options) { o.Screens = s })
	s.before = func() {
		s.next = newTestPicker(d, shelf, s)
		if s.asked[len(s.asked)-1] != "saved" {
			s.next = &heard{}
		}
	}
	d.write("/resume").press("enter")
	same(t, s.asked, []string{"saved"})
	d.press("end")
	d.shows(" › This one                                           1 turn   on screen")
	d.press("delete") // it is not offered for the one on screen
	same(t, shelf.asked, nil)
	d.press("ctrl+r").write("!").press("enter") // goes through the conversation itself
	same(t, shelf.asked, nil)
	d.shows(" › This one!                                          1 turn   on screen")
	d.press("enter")
	d.sees(" small                                                                This one!")
	d.write("/resume").press("enter").press("enter")
	same(t, s.asked, []string{"saved", "saved", "conversation a1"})
}

func TestADraftIsSavedBehindTheList(t *testing.T) {
	d := newTalk(t)
	d.write("half")
	p := newTestPicker(d, someSaved(d.now), nil)
	p.over(d.m)
	d.m = p
	d.start()
	d.pass(time.Second)
	if n := len(d.saved); n != 1 {
		t.Fatalf("saved %d times, want once", n)
	}
	d.press("esc").sees(" › half\n Enter send   Shift+Enter new line\n small")
	d.write("!").pass(time.Second)
	if got := d.saved[len(d.saved)-1][store.MessageDraft("composer")].Text; got != "half!" {
		t.Errorf("saved %q", got)
	}
}

func TestNothingIsSavedYet(t *testing.T) {
	d := pickerDesk(t, &fakeShelf{}, nil)
	d.shows("   No conversation is saved yet.")
	d.sees(" Esc quit")
	d.press("enter", "ctrl+f", "ctrl+r", "delete", "ctrl+u", "esc")
	if len(d.out) != 1 || d.out[0] != (tea.QuitMsg{}) {
		t.Errorf("to Bubble Tea went %v", d.out)
	}
	d = pickerDesk(t, &fakeShelf{list: []store.Summary{{ID: "x", Workspace: "/elsewhere"}}, err: errors.New("conversation y cannot be opened")}, nil)
	d.shows("   No conversation of this workspace is saved. Ctrl+A shows those of others.", " ! conversation y cannot be opened")
}

// BenchmarkPickerFirstScreen draws the first screen of ten thousand
// conversations that are listed already.
func BenchmarkPickerFirstScreen(b *testing.B) {
	theme, err := text.NewTheme(text.ThemeDark, text.Unicode())
	if err != nil {
		b.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	list := make([]store.Summary, 10_000)
	for i := range list {
		list[i] = store.Summary{ID: fmt.Sprintf("c%d", i), Title: fmt.Sprintf("Conversation %d about migrations", i), Turns: i % 30, Updated: now.Add(-time.Duration(i) * time.Hour), Workspace: "/w"}
	}
	for b.Loop() {
		p := NewPicker(PickerOptions{Shared: Shared{Theme: theme, Now: func() time.Time { return now }}, Workspace: "/w"})
		p.Update(listedMsg{of: p, list: list})
		if v := p.View(); v.Content == "" {
			b.Fatal("nothing is drawn")
		}
	}
}

// BenchmarkPickerFilter types a letter with ten thousand conversations listed.
func BenchmarkPickerFilter(b *testing.B) {
	theme, err := text.NewTheme(text.ThemeDark, text.Unicode())
	if err != nil {
		b.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	list := make([]store.Summary, 10_000)
	for i := range list {
		list[i] = store.Summary{ID: fmt.Sprintf("c%d", i), Title: fmt.Sprintf("Conversation %d about migrations", i), Updated: now, Workspace: "/w"}
	}
	p := NewPicker(PickerOptions{Shared: Shared{Theme: theme, Now: func() time.Time { return now }, Tick: func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }}, Workspace: "/w"})
	p.Update(listedMsg{of: p, list: list})
	for b.Loop() {
		p.write("9 mig")
		p.View()
		p.write("")
	}
}

// BenchmarkPickerWarm reads the list of ten thousand conversations from a disk
// that has been read before and draws its first screen.
func BenchmarkPickerWarm(b *testing.B) {
	theme, err := text.NewTheme(text.ThemeDark, text.Unicode())
	if err != nil {
		b.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	kept := store.Open(b.TempDir(), func() time.Time { return now })
	for i := range 10_000 {
		id := fmt.Sprintf("c%d", i)
		var lines []byte
		for seq, body := range []store.Body{store.TurnStart{}, store.ChatRequest{Text: fmt.Sprintf("Conversation %d about migrations", i)}, store.TurnEnd{Reason: store.ReasonDone}} {
			line, err := store.Encode(store.Head{V: store.Version, Seq: int64(seq + 1), ID: fmt.Sprint("e", seq), Time: now.Add(-time.Duration(i) * time.Minute), Conversation: id, Turn: 1}, body)
			if err != nil {
				b.Fatal(err)
			}
			lines = append(append(lines, line...), '\n')
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(kept.Path(id)), 0o700), os.WriteFile(kept.Path(id), lines, 0o600)); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := kept.List(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		p := NewPicker(PickerOptions{Shared: Shared{Theme: theme, Now: func() time.Time { return now }}, Shelf: kept, Workspace: "/w"})
		p.Update(p.list()())
		if len(p.shown) != 10_000 || p.View().Content == "" {
			b.Fatal("nothing is drawn")
		}
	}
}
