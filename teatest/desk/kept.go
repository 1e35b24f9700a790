package desk

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/forms"
	"parley/model/kit"
	"parley/store"
	"parley/teatest/goldens"
	"parley/views/text"
)

// Golden compares the screen at three sizes with testdata/screens/model.
func (d *Desk) Golden(name string) {
	d.T.Helper()
	for _, size := range []tea.WindowSizeMsg{{Width: 40, Height: 12}, {Width: 120, Height: 40}, {Width: 80, Height: 24}} {
		d.Send(size)
		d.Fits(size)
		d.keeps(name, size)
	}
}

// Sizes are the three that every screen is kept in; the first is the smallest usable one.
func Sizes() []tea.WindowSizeMsg {
	return []tea.WindowSizeMsg{{Width: kit.LeastWidth, Height: kit.LeastHeight}, {Width: 80, Height: 24}, {Width: 120, Height: 40}}
}

// State is a state that a user gets a screen into. Its pictures are the goldens
// testdata/screens/model/screen-<name>-<width>.txt.
type State struct {
	Name string
	Come func(*testing.T) *Desk
}

// Fits checks that the screen keeps to its size.
func (d *Desk) Fits(size tea.WindowSizeMsg) {
	d.T.Helper()
	if changed := Pure(d.Top); changed != "" {
		d.T.Errorf("%d×%d: View changes\n%s", size.Width, size.Height, changed)
	}
	lines := strings.Split(d.view().Content, "\n")
	if len(lines) != size.Height {
		d.T.Errorf("%d×%d: %d lines", size.Width, size.Height, len(lines))
	}
	for i, l := range lines {
		if w := text.Width(l); w > size.Width {
			d.T.Errorf("%d×%d: line %d is %d wide: %q", size.Width, size.Height, i+1, w, l)
		}
	}
	if c := d.view().Cursor; c != nil && (c.X < 0 || c.Y < 0 || c.X >= size.Width || c.Y >= size.Height) {
		d.T.Errorf("%d×%d: the cursor is at %d,%d", size.Width, size.Height, c.X, c.Y)
	}
}

// hint is what the screen says a key does, and the keys that it means.
type hint struct {
	text string
	keys []string // at least one of them has to do something
}

// hinted reads the hints off the screen.
func (d *Desk) hinted() (all []hint) {
	d.T.Helper()
	lines := strings.Split(d.Screen(), "\n")
	foot := max(len(lines)-3, 0)
	for i, line := range lines {
		if i < foot && !strings.Contains(line, "Tab opens one") && !strings.HasPrefix(line, "   / commands   @") {
			continue // the start screen has keys of its own above
		}
		for _, part := range strings.Split(strings.TrimSpace(line), "   ") {
			if keys := KeysOfHint(strings.TrimSpace(part)); len(keys) > 0 {
				all = append(all, hint{strings.TrimSpace(part), keys})
			}
		}
	}
	if len(all) == 0 && !strings.Contains(lines[len(lines)-1], kit.TextHelpLeave) {
		d.T.Errorf("no hint was found on\n%s", d.Screen())
	}
	return all
}

// KeysOfHint are the keys that a hint names, none if it is not a hint.
func KeysOfHint(text string) []string {
	words := map[string][]string{
		"Enter or a": {"enter"}, "Enter": {"enter"}, "Esc": {"esc"}, "Tab": {"tab"}, "Space": {"space"}, "PgDn": {"pgdown"}, "↑↓ Enter": {"up", "down"}, "↑↓": {"up", "down"},
		"Shift+Enter": {"shift+enter"}, "Ctrl+J": {"ctrl+j"}, "Ctrl+S": {"ctrl+s"}, "Ctrl+E": {"ctrl+e"}, "Y/N": {"Y"}, "n N": {"n", "N"},
		"←→": {"left", "right"}, "F2": {"f2"}, "F3": {"f3"},
	}
	for i := 2; i <= 9; i++ {
		words[fmt.Sprintf("1-%d", i)] = []string{"1"}
	}
	for _, k := range "ynrspefbac/@?" {
		words[string(k)] = []string{string(k)}
	}
	best := ""
	for w := range words {
		if (text == w || strings.HasPrefix(text, w+" ")) && len(w) > len(best) {
			best = w
		}
	}
	return words[best]
}

// Idle are the hints on the screen for keys that do nothing on new desks in the same
// state.
func (d *Desk) Idle(again func() *Desk) (idle []string) {
	d.T.Helper()
	for _, h := range d.hinted() {
		if !d.works(h, again) {
			idle = append(idle, fmt.Sprintf("%q", h.text))
		}
	}
	return idle
}

// works presses the keys of a hint on new desks in the same state, and says whether one of
// them changes anything visible.
func (d *Desk) works(h hint, again func() *Desk) bool {
	d.T.Helper()
	for _, key := range h.keys {
		x := again()
		if x.Host != nil {
			x.Host.Edit = func(s string) (string, error) { return s + "!", nil }
		}
		before := x.Traces()
		if x.Calm(key); x.Traces() != before {
			return true
		}
	}
	return false
}

// Traces is everything that a key could change.
func (d *Desk) Traces() string {
	v := d.view()
	at := "no cursor"
	if v.Cursor != nil {
		at = fmt.Sprint(v.Cursor.Position)
	}
	d.Server.mu.Lock()
	defer d.Server.mu.Unlock()
	return fmt.Sprintf("%s\n%s, %d to Bubble Tea, %d requests", v.Content, at, len(d.Out), len(d.Server.Requests))
}

// keeps compares the screen with its golden of that size.
func (d *Desk) keeps(name string, size tea.WindowSizeMsg) {
	d.T.Helper()
	path := filepath.Join(goldens.Root(d.T), "testdata", "screens", "model", fmt.Sprintf("%s-%d.txt", name, size.Width))
	got := d.Screen() + "\n"
	if os.Getenv("UPDATE") == "1" {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(got), 0o644)); err != nil {
			d.T.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		d.T.Fatal(err)
	}
	if got != string(want) {
		d.T.Errorf("%s differs; UPDATE=1 rewrites it\n--- got\n%s--- want\n%s", path, got, want)
	}
}

// StoryLog is the stored story of a conversation.
func StoryLog(t testing.TB) store.Log {
	t.Helper()
	return StoredLog(t, "story")
}

// StoredLog is a stored conversation of this name.
func StoredLog(t testing.TB, name string) store.Log {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(goldens.Root(t), "testdata", "logs", name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var l store.Log
	for line := range bytes.Lines(data) {
		e, err := store.Decode(bytes.TrimRight(line, "\n"))
		if err != nil {
			t.Fatal(err)
		}
		l = l.Append(e)
	}
	return l
}

// LogOf is a log of bodies, each so long after the one before.
func LogOf(t testing.TB, gap time.Duration, bodies ...store.Body) store.Log {
	t.Helper()
	var l store.Log
	at := time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)
	for i, b := range bodies {
		head := store.Head{V: 1, Seq: int64(i + 1), ID: fmt.Sprint("e", i+1), Time: at, Conversation: "c", Turn: 1}
		e, err := store.New(head, b)
		if err != nil {
			t.Fatal(err)
		}
		l = l.Append(e)
		at = at.Add(gap)
	}
	return l
}

// EveryScreen keeps the pictures of all states in all sizes, and checks what is true of
// every screen: it fits, and it hints at no key that does nothing.
func EveryScreen(t *testing.T, states []State) {
	for _, s := range states {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			for i, size := range Sizes() {
				d := s.Come(t)
				d.Send(size)
				d.Fits(size)
				d.keeps("screen-"+s.Name, size)
				if testing.Short() && i > 0 {
					continue // the hints of one size are enough then
				}
				idle := d.Idle(func() *Desk {
					again := s.Come(t)
					again.Send(size)
					return again
				})
				for _, h := range idle {
					t.Errorf("the screen hints %s, which does nothing:\n%s", h, d.Screen())
				}
			}
		})
	}
}

// Suspends fails unless Ctrl+Z suspends the program and leaves the screen as it is.
func (d *Desk) Suspends() {
	d.T.Helper()
	before := d.Screen()
	d.Press("ctrl+z")
	suspended := 0
	for _, msg := range d.Out {
		if _, ok := msg.(tea.SuspendMsg); ok {
			suspended++
		}
	}
	if suspended != 1 || d.Screen() != before {
		d.T.Errorf("suspended %d times; the screen is\n%s\n--- and was\n%s", suspended, d.Screen(), before)
	}
}

// KeyTable is the section of docs/keys.md for a key table; repeated rows are listed once.
func KeyTable[S any](rows []kit.Row[S]) string {
	var b strings.Builder
	b.WriteString(KeyHead)
	seen := map[string]bool{}
	for _, r := range rows {
		if words := r.Told(); words != "" && !seen[r.Shown] {
			fmt.Fprintf(&b, "| %s | %s |\n", r.Shown, words)
			seen[r.Shown] = true
		}
	}
	return b.String()
}

// KeyHead begins a table of keys.
const KeyHead = "\n| key | what it does |\n| --- | --- |\n"

// KeysDocument is where the key tables are written down.
const KeysDocument = "docs/keys.md"

// KindTitle is the heading of the keys of a kind of question.
func KindTitle(kind forms.Kind) string {
	switch kind {
	case forms.Boolean:
		return "A question for yes or no"
	case forms.Select:
		return "A question with one answer of several"
	case forms.MultiSelect:
		return "A question with several answers"
	case forms.Schema:
		return "A question for JSON"
	}
	return "A question for a " + strings.ReplaceAll(string(kind), "_", " ")
}
