package saved

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/store"
	"parley/store/search"
	"parley/teatest/desk"
	"parley/views/edit"
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

func (s *fakeShelf) Search(ctx context.Context, query string, in search.Scope) iter.Seq2[search.Match, error] {
	return func(yield func(search.Match, error) bool) {
		s.asked = append(s.asked, fmt.Sprintf("search %q in %q, at most %d", query, in.Workspace, in.Most))
		if s.during != nil {
			s.during()
		}
		if ctx.Err() != nil {
			yield(search.Match{}, ctx.Err())
			return
		}
		for _, x := range s.list {
			line := s.texts[x.ID]
			at := strings.Index(strings.ToLower(line), strings.ToLower(query))
			if at >= 0 && (in.Workspace == "" || x.Workspace == in.Workspace) && !yield(search.Match{ID: x.ID, Line: line, From: at, To: at + len(query)}, nil) {
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
func pickerDesk(t *testing.T, shelf *fakeShelf, screens *desk.Screens) *desk.Desk {
	t.Helper()
	d := desk.New(t)
	if shelf == nil {
		shelf = someSaved(d.Now)
	}
	d.Top = newTestPicker(d, shelf, screens)
	return d.Start()
}

func newTestPicker(d *desk.Desk, shelf *fakeShelf, screens *desk.Screens) *Picker {
	return NewPicker(PickerOptions{
		Shared: kit.Shared{Theme: d.Theme(), Screens: screens, Now: d.Clock, Tick: d.Tick},
		Shelf:  shelf, Workspace: "/src/shop", Home: "/home/u",
	})
}

func TestTheListOfSavedConversations(t *testing.T) {
	d := pickerDesk(t, nil, nil)
	d.Golden("picker")
	d.Press("ctrl+a")
	d.Golden("picker-all")
}

// TestAForkNamesItsSource by its title, also once that is gone; an id tells nobody.
func TestAForkNamesItsSource(t *testing.T) {
	d := pickerDesk(t, nil, nil)
	shelf := someSaved(d.Now)
	shelf.list = append(shelf.list[:2:2], store.Summary{ID: "f6", Title: "A copy", Updated: d.Now, Turns: 1, Workspace: "/src/shop", ForkedFrom: "a1"})
	d = pickerDesk(t, shelf, nil)
	d.Shows("     4 turns · a fork of a conversation that is gone", "     1 turn · a fork of Orders migration, staging first")
}

func TestFindingByTitleAndText(t *testing.T) {
	shelf := someSaved(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	d := pickerDesk(t, shelf, nil).Write("migr")
	d.Golden("picker-titles")
	desk.Same(t, shelf.asked, nil) // the texts are searched once the filter rests
	d.Pass(searchDelay)
	desk.Same(t, shelf.asked, []string{`search "migr" in "/src/shop", at most 1`})
	d.Golden("picker-found")
	d.Press("ctrl+a")
	d.Pass(searchDelay)
	desk.Same(t, shelf.asked[1:], []string{`search "migr" in "", at most 1`})
	d.Golden("picker-found-all")
	d.Write("x")
	d.Pass(searchDelay)
	d.Shows(`   Neither a title nor a text has "migrx".`)
	d.Press("esc")
	d.Sees(" Enter resume   → replay   Ctrl+F fork   Ctrl+R rename   Del trash   Esc quit")
}

func TestALetterIsNotLookedFor(t *testing.T) {
	shelf := someSaved(time.Now())
	d := pickerDesk(t, shelf, nil).Write("m")
	d.Pass(time.Second)
	desk.Same(t, shelf.asked, nil)
	d.Press("backspace").Write("z")
	d.Shows(`   No title has "z". Texts are searched from two letters on. Ctrl+A looks in`, "   other workspaces too.")
}

func TestAnOldSearchIsCancelledAndForgotten(t *testing.T) {
	shelf := someSaved(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	d := pickerDesk(t, shelf, nil).Write("knights")
	p := d.Top.(*Picker)
	shelf.during = func() {
		shelf.during = nil
		p.write(edit.LineOf("kn")) // the user types while it runs
	}
	d.Pass(searchDelay)
	if p.finding.runs || len(p.finding.found) > 0 {
		t.Errorf("the search goes on: %+v", p.finding)
	}
}

func TestWhatWasFoundForOtherWordsIsForgotten(t *testing.T) {
	d := pickerDesk(t, nil, nil).Write("knights")
	p := d.Top.(*Picker)
	d.Send(foundMsg{of: p, query: "knight", found: map[string]search.Match{"a1": {ID: "a1", Line: "a knight"}}})
	d.Send(foundMsg{of: p, query: "knights", every: true, found: map[string]search.Match{"a1": {ID: "a1", Line: "a knight"}}})
	d.Send(foundMsg{of: newTestPicker(d, nil, nil), query: "knights", found: map[string]search.Match{"a1": {ID: "a1", Line: "a knight"}}})
	d.Shows(`   Neither a title nor a text has "knights". Ctrl+A looks in other workspaces`)
}

func TestASearchThatFailsInPart(t *testing.T) {
	shelf := someSaved(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	d := pickerDesk(t, shelf, nil).Write("migr")
	p := d.Top.(*Picker)
	d.Send(foundMsg{of: p, query: "migr", found: map[string]search.Match{}, err: errors.New("conversation c3 cannot be opened: permission denied")})
	d.Shows(" ! conversation c3 cannot be opened: permission denied")
}

func TestOpeningAConversationFromTheList(t *testing.T) {
	next := &desk.Heard{}
	s := &desk.Screens{T: t, Next: next}
	d := pickerDesk(t, nil, s).Press("down", "enter")
	desk.Same(t, s.Asked, []string{"conversation b2"})
	if d.Top != tea.Model(next) {
		t.Errorf("the screen is a %T", d.Top)
	}
}

func TestForkingFromTheList(t *testing.T) {
	s := &desk.Screens{T: t, Next: &desk.Heard{}}
	pickerDesk(t, nil, s).Press("end", "up", "ctrl+f")
	desk.Same(t, s.Asked, []string{"fork c3 at 0", "conversation fork-of-c3"})
}

func TestAConversationThatDoesNotOpenLeavesTheList(t *testing.T) {
	s := &desk.Screens{T: t, Err: errors.New("conversation a1 cannot be opened: it is not an ordinary file; move it away")}
	d := pickerDesk(t, nil, s).Press("enter")
	d.Sees(` ! conversation a1 cannot be opened: it is not an ordinary file; move it away
 Enter resume   → replay   Ctrl+F fork   Ctrl+R rename   Del trash   Esc quit`)
}

func TestRenamingInTheList(t *testing.T) {
	shelf := someSaved(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	d := pickerDesk(t, shelf, nil).Press("down", "ctrl+r")
	d.Golden("picker-rename")
	d.Write(" and\x1b back").Press("enter")
	desk.Same(t, shelf.asked, []string{`rename b2 "Migrate config to TOML and back"`})
	d.Shows(" › Migrate config to TOML and back                                       3 days")
	d.Press("ctrl+r").Write("!").Press("esc")
	desk.Same(t, shelf.asked[1:], nil)
	shelf.err = errors.New("it is open in process 7; close it there")
	d.Press("ctrl+r").Write("!").Press("enter")
	d.Shows(" ! it is open in process 7; close it there", " › Migrate config to TOML and back                                       3 days")
}

// TestAClickMovesTheCursorOfTheList, and opens nothing.
func TestAClickMovesTheCursorOfTheList(t *testing.T) {
	s := &desk.Screens{T: t}
	d := pickerDesk(t, someSaved(desk.New(t).Now), s)
	lines := strings.Split(d.Screen(), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "     ⑂ 2 forks") {
			d.Send(tea.MouseClickMsg{X: 9, Y: i, Button: tea.MouseLeft})
		}
	}
	d.Shows(" › Fix flaky test                                                       12 days")
	d.Send(tea.MouseClickMsg{X: 9, Y: 0, Button: tea.MouseLeft})
	d.Send(tea.MouseClickMsg{X: 9, Y: 18, Button: tea.MouseLeft})
	d.Send(tea.MouseClickMsg{X: 9, Y: 22, Button: tea.MouseLeft})
	d.Shows(" › Fix flaky test                                                       12 days")
	if len(s.Asked) > 0 {
		t.Errorf("a click asked for %q", s.Asked)
	}
}

func TestNothingIsSavedYet(t *testing.T) {
	d := pickerDesk(t, &fakeShelf{}, nil)
	d.Shows("   No conversation is saved yet.")
	d.Sees(" Esc quit")
	d.Press("enter", "ctrl+f", "ctrl+r", "delete", "ctrl+u", "esc")
	if len(d.Out) != 1 || d.Out[0] != (tea.QuitMsg{}) {
		t.Errorf("to Bubble Tea went %v", d.Out)
	}
	d = pickerDesk(t, &fakeShelf{list: []store.Summary{{ID: "x", Workspace: "/elsewhere"}}, err: errors.New("conversation y cannot be opened")}, nil)
	d.Shows("   No conversation of this workspace is saved. Ctrl+A shows those of others.", " ! conversation y cannot be opened")
}

// TestTheFilterIsALine: Left goes into it, and while the cursor is in it Right, Del, Home
// and End belong to it; at its end they belong to the list again.
func TestTheFilterIsALine(t *testing.T) {
	s := &desk.Screens{T: t, Next: &desk.Heard{}}
	shelf := someSaved(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	d := pickerDesk(t, shelf, s).Write("a b").Press("left", "left", "delete").Write("x y")
	if got := d.Top.(*Picker).filter.Text(); got != "ax yb" {
		t.Errorf("the filter is %q", got)
	}
	d.Press("home").Write("1").Press("end").Write("2").Press("left", "right", "ctrl+w")
	if got := d.Top.(*Picker).filter.Text(); got != "1ax " {
		t.Errorf("the filter is %q", got)
	}
	d.Press("esc").Write("mig").Press("left", "right")
	desk.Same(t, s.Asked, nil)
	desk.Same(t, shelf.asked, nil)
	d.Press("delete", "right")
	if len(s.Asked) != 1 || len(shelf.asked) != 1 {
		t.Errorf("at the end of the filter Del and Right led to %q and %q", shelf.asked, s.Asked)
	}
}

// TestATitleIsALine: it is edited at the cursor.
func TestATitleIsALine(t *testing.T) {
	shelf := someSaved(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	d := pickerDesk(t, shelf, nil).Press("down", "ctrl+r", "home").Write("Do: ").Press("end", "ctrl+w")
	d.Send(tea.PasteMsg{Content: "YAML\n"})
	d.Press("enter")
	desk.Same(t, shelf.asked, []string{`rename b2 "Do: Migrate config to YAML"`})
}

// TestTheWayBackIsAlwaysHinted, however narrow the screen and long the other words.
func TestTheWayBackIsAlwaysHinted(t *testing.T) {
	for _, glyphs := range []text.Glyphs{text.Unicode(), text.ASCII()} {
		for _, keys := range [][]string{nil, {"down", "delete"}, {"m"}, {"ctrl+a"}, {"ctrl+r"}, {"down", "delete", "ctrl+a", "m"}} {
			d := pickerDesk(t, someSaved(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)), nil)
			p, ok := d.Top.(*Picker)
			if !ok {
				t.Fatalf("the screen is a %T", d.Top)
			}
			p.Theme.Glyphs = glyphs
			d.Send(tea.WindowSizeMsg{Width: kit.LeastWidth, Height: kit.LeastHeight})
			d.Press(keys...)
			if lines := strings.Split(d.Screen(), "\n"); !strings.Contains(lines[len(lines)-1], "Esc ") {
				t.Errorf("after %v there is no way back in\n%s", keys, d.Screen())
			}
		}
	}
}

// TestTheScreenBehindHearsOfTheTrash, of restoring and of renaming, each time that one was
// done.
func TestTheScreenBehindHearsOfTheTrash(t *testing.T) {
	shelf := someSaved(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	d := pickerDesk(t, shelf, nil)
	p, ok := d.Top.(*Picker)
	if !ok {
		t.Fatalf("the screen is a %T", d.Top)
	}
	behind := &listening{}
	p.Over(behind)
	for i, keys := range [][]string{{"down", "delete"}, {"ctrl+u"}, {"ctrl+r", "x", "enter"}} {
		before := behind.changes
		d.Press(keys...)
		if behind.changes == before {
			t.Errorf("%d: after %v it heard nothing", i, keys)
		}
	}
	shelf.err = errors.New("process 7 has it")
	before := behind.changes
	d.Press("delete")
	if behind.changes != before {
		t.Error("it heard of what was not done")
	}
}

// listening counts the changes of the shelf that it is told of.
type listening struct {
	desk.Heard
	changes int
}

func (l *listening) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(kit.ShelfChangedMsg); ok {
		l.changes++
	}
	return l, nil
}
