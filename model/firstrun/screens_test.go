package firstrun

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"parley/teatest/desk"
)

func TestEveryScreenOfAFirstRun(t *testing.T) { desk.EveryScreen(t, beginningStates()) }

func beginningStates() []desk.State {
	all := func() *fakeBeginning {
		return &fakeBeginning{local: []Server{ollama()}, found: []Server{anthropic()}, models: []string{"big-1", "small-1"}}
	}
	first := func(name string, b func() *fakeBeginning, written string, keys ...string) desk.State {
		return desk.State{Name: name, Come: func(t *testing.T) *desk.Desk { return firstRun(t, b()).Press(keys...).Write(written) }}
	}
	return []desk.State{
		first("first-run", all, ""),
		first("first-run-tour", all, "", "up", "down", "down", "down"),
		first("first-run-nothing", func() *fakeBeginning { return &fakeBeginning{} }, ""),
		first("first-run-models", all, "", "2"),
		first("first-run-address", all, "http://gpu:8000/v1", "3"),
		first("first-run-address-key", all, "gsk_abc", "3", "g", "enter"),
		first("first-run-variable", all, "GPU_KEY", "3", "g", "enter", "tab", "tab"),
		first("first-run-refused", func() *fakeBeginning {
			b := &fakeBeginning{found: []Server{anthropic()}}
			b.err = errors.New("Anthropic refused the key (401). Set ANTHROPIC_API_KEY to a valid one.")
			return b
		}, "big", "1"),
	}
}

// TestEveryServerOfAFirstRunIsSeen: if there are more of them than lines, the page shows
// the selected one, wherever it is.
func TestEveryServerOfAFirstRunIsSeen(t *testing.T) {
	b := &fakeBeginning{local: []Server{ollama()}}
	for i := range 9 {
		b.found = append(b.found, Server{Name: fmt.Sprint("s", i), Title: fmt.Sprintf("Server %d", i), About: fmt.Sprintf("S%d_API_KEY is set", i)})
	}
	d := firstRun(t, b)
	d.Send(desk.Sizes()[0])
	for i := range 12 {
		d.Fits(desk.Sizes()[0])
		want := fmt.Sprintf(" › %d  ", i+1)
		if i >= 9 { // a number that no key chooses is not shown
			want = " ›    "
		}
		if strings.Count(d.Screen(), want) != 1 {
			t.Errorf("%q is not on\n%s", want, d.Screen())
		}
		d.Press("down")
	}
	d.Sees(` ›    Take the tour
      offline, two minutes, nothing is
      changed
 1-9 choose   ↑↓ Enter   Esc quit`)
}

// TestWhatIsBelowIsTold: a first run on a small screen says that there are more choices
// than it has lines for, until the last is seen.
func TestWhatIsBelowIsTold(t *testing.T) {
	d := firstRun(t, &fakeBeginning{found: []Server{anthropic()}, keyless: []Server{openAI(), {Title: "Groq"}, {Title: "xAI"}, {Title: "Mistral", About: "MISTRAL_API_KEY"}}})
	d.Send(desk.Sizes()[0])
	d.Sees(`   3  Take the tour
   Or paste a key for
   ↓ 4 more lines
 1-7 choose   ↑↓ Enter   Esc quit`)
	d.Press("down", "down", "down", "down", "down")
	d.Sees(`   7  Mistral
 1-7 choose   ↑↓ Enter   Esc quit`)
	d.Press("down")
	d.Sees(` › 7  Mistral
      MISTRAL_API_KEY
 1-7 choose   ↑↓ Enter   Esc quit`)
}
