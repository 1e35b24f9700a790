package model

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/tools/askuser"
	"parley/providers"
	"parley/store"
	"parley/views/text"
)

// sizes are the three that every screen is kept in; the first is the smallest
// that is usable.
func sizes() []tea.WindowSizeMsg {
	return []tea.WindowSizeMsg{{Width: leastWidth, Height: leastHeight}, {Width: 80, Height: 24}, {Width: 120, Height: 40}}
}

// state is a screen that a user comes to. Its pictures are the goldens
// testdata/screens/model/screen-<name>-<width>.txt.
type state struct {
	name string
	come func(*testing.T) *desk
}

// said is a desk of a given size with one finished turn on it.
func said(t *testing.T, message, answer string, change ...func(*desk, *Options)) *desk {
	t.Helper()
	d := newDesk(t, append(change, func(d *desk, _ *Options) {
		d.host.files = []string{"README.md", "cmd/report.go", "cmd/report_test.go", "model/keys.go"}
		d.host.models = []Offer{{ID: "openai/gpt-5", Context: 400000, In: 1.25, Out: 10}, {ID: "ollama/qwen3:8b", Context: 40960}}
	})...).start()
	d.write(message).press("enter")
	d.answer(answer)
	return d
}

// worked is a desk on which the assistant has run a tool that was allowed.
func worked(t *testing.T) *desk {
	t.Helper()
	d := asked(t, `{"id":"q","text":"Which environment?","answer_type":"select","options":["staging","production"]}`)
	d.calm("2")
	d.answer("Then **production**. I tell it:", callOf("c2", "echo", `{"say":"to production"}`))
	d.pass(time.Second)
	d.calm("y")
	d.answer("Done. One thing is left:\n\n- the *maintenance window*, which the team of operations has to agree to before anything else happens\n- the note\n\n```sh\nmake migrate\n```")
	return d
}

const report = "# Report\n\nThe flag is **in**. `report --json` prints one object per line and leaves the text output alone.\n\n" +
	"1. The branch is in `cmd/report.go`, behind the flag, and nothing else was touched by it.\n2. A test is missing.\n\n" +
	"| file | lines | why |\n|---|---:|---|\n| cmd/report.go | 14 | the flag |\n| README.md | 2 | says so |\n\n" +
	"```go\nfunc TestReportJSON(t *testing.T) {\n\tgot := capture()\n}\n```\n\nShall I write it?"

// states are the screens of the conversation, of its line and of the first run.
// The others are kept by tests of their own; kept lists them all.
func states() []state {
	return append(append(conversationStates(), lineStates()...), beginningStates()...)
}

func conversationStates() []state {
	return []state{
		{"empty", func(t *testing.T) *desk { return newDesk(t).start() }},
		{"conversation", func(t *testing.T) *desk {
			return said(t, "Add a --json flag to `report`, keep the text output as it is.", report)
		}},
		{"conversation-above", func(t *testing.T) *desk {
			d := said(t, "Add a --json flag", strings.Repeat("A line of a long answer.\n\n", 30))
			return d.press("pgup", "pgup")
		}},
		{"conversation-block", func(t *testing.T) *desk { return worked(t).press("tab", "up") }},
		{"conversation-work", worked},
		{"conversation-work-open", func(t *testing.T) *desk { return worked(t).press("tab", "up", "enter", "up", "up", "enter") }},
		{"conversation-search", func(t *testing.T) *desk { return worked(t).press("tab", "/").write("prod") }},
		{"conversation-found", func(t *testing.T) *desk { return worked(t).press("tab", "/").write("prod").press("enter") }},
		{"answering", func(t *testing.T) *desk {
			d := newDesk(t).start().write("Add a --json flag").press("enter")
			d.say(providers.ReasoningDelta{Text: "A flag, then."}, spoken("I'll look at **how** the command builds\n\n1. its out"))
			return d
		}},
		{"queue", func(t *testing.T) *desk {
			d := newDesk(t).start().write("Add a --json flag").press("enter")
			d.say(spoken("I'll look"))
			return d.write("and a test").press("enter").write("and the README")
		}},
		{"retry", func(t *testing.T) *desk {
			d := newDesk(t).start().write("Add a --json flag").press("enter")
			d.say(providers.Retrying{Attempt: 2, Max: 5, Wait: 12 * time.Second, Reason: "429 too many requests"})
			return d
		}},
		{"cut", func(t *testing.T) *desk {
			d := newDesk(t).start().write("Add a --json flag").press("enter")
			d.say(spoken("I'll look at how the"), providers.Finished{Answer: providers.Answer{Text: "I'll look at how the", Finish: "length"}})
			d.write("Go on").press("enter")
			d.say(providers.Finished{Answer: providers.Answer{Reasoning: "A flag, then.", Finish: "stop"}})
			return d
		}},
		{"refused", func(t *testing.T) *desk {
			d := newDesk(t).start().write("Add a --json flag").press("enter")
			d.fail(&providers.Error{Provider: "openai", Status: 401, Message: "OpenAI refused the key (401).", Help: "Set OPENAI_API_KEY to a valid one."})
			return d
		}},
		{"permission", permitted},
		{"permission-raw", func(t *testing.T) *desk { return permitted(t).calm("p") }},
		{"permission-edited", func(t *testing.T) *desk { return permitted(t).calm("e").write("x") }},
		{"permission-skipped", func(t *testing.T) *desk { return permitted(t).calm("r").write("not before ops agreed") }},
		{"question-and-conversation", func(t *testing.T) *desk { return permitted(t).calm("tab") }},
	}
}

func permitted(t *testing.T) *desk {
	return called(t, nil, []providers.Call{callOf("c1", "echo", `{"say":"cd sub && go test ./... | tail -40"}`)})
}

func lineStates() []state {
	shown := func(name, written string, keys ...string) state {
		return state{name, func(t *testing.T) *desk {
			return said(t, "Hello", "Hello. What shall we look at?").write(written).press(keys...)
		}}
	}
	return []state{
		shown("written", "one message of several words that is too long for a line of eighty columns, so that it wraps", "shift+enter", "a"),
		shown("palette", "/"),
		shown("palette-narrowed", "/re"),
		shown("files", "look at @rep"),
		shown("models", "/model "),
		{"chip", func(t *testing.T) *desk {
			d := said(t, "Hello", "Hello. What shall we look at?").write("this: ")
			d.send(tea.PasteMsg{Content: strings.Repeat("a line of a log\n", 300)})
			return d
		}},
		shown("tools", "/tools", "enter"),
		shown("remembered", "/remembered", "enter"),
		shown("limits", "/limits", "enter"),
		shown("scratchpad", "/scratchpad", "enter"),
		shown("unknown-command", "/hepl", "enter"),
		{"audit", func(t *testing.T) *desk { return worked(t).write("/audit").press("esc", "enter") }},
		shown("help", "", "?"),
		{"held-turn", func(t *testing.T) *desk {
			log := logOf(t, time.Second, store.TurnStart{}, store.ChatRequest{Text: "Add a --json flag"})
			return newDesk(t, func(_ *desk, o *Options) {
				o.Shell = coordinator.NewShell(t.Context(), o.Shell.World, o.Shell.State().Env, "c1", log)
			}).start()
		}},
		{"text-question", func(t *testing.T) *desk {
			return called(t, nil, []providers.Call{callOf("c1", askuser.Name, `{"questions":[`+note+`]}`)}, func(_ *desk, o *Options) { o.Direct = true })
		}},
	}
}

func beginningStates() []state {
	all := func() *fakeBeginning {
		return &fakeBeginning{local: []Server{ollama()}, found: []Server{anthropic()}, models: []string{"big-1", "small-1"}}
	}
	first := func(name string, b func() *fakeBeginning, written string, keys ...string) state {
		return state{name, func(t *testing.T) *desk { return firstRun(t, b()).press(keys...).write(written) }}
	}
	return []state{
		first("first-run", all, ""),
		first("first-run-tour", all, "", "up", "down", "down", "down"),
		first("first-run-nothing", func() *fakeBeginning { return &fakeBeginning{} }, ""),
		first("first-run-models", all, "", "2"),
		first("first-run-address", all, "http://gpu:8000/v1", "3"),
		first("first-run-refused", func() *fakeBeginning {
			b := &fakeBeginning{found: []Server{anthropic()}}
			b.err = errors.New("Anthropic refused the key (401). Set ANTHROPIC_API_KEY to a valid one.")
			return b
		}, "big", "1"),
	}
}

// TestEveryScreenAtEverySize keeps the pictures of all states in all sizes, and
// holds them to what is true of every screen: it fits, and it hints at no key that
// does nothing.
func TestEveryScreenAtEverySize(t *testing.T) {
	for _, s := range states() {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			for _, size := range sizes() {
				d := s.come(t)
				d.send(size)
				d.fits(size)
				d.keeps("screen-"+s.name, size)
				for _, h := range d.hinted() {
					d.proves(h, func() *desk {
						again := s.come(t)
						again.send(size)
						return again
					})
				}
			}
		})
	}
}

// fits holds the screen to its size.
func (d *desk) fits(size tea.WindowSizeMsg) {
	d.t.Helper()
	lines := strings.Split(d.m.View().Content, "\n")
	if len(lines) != size.Height {
		d.t.Errorf("%d×%d: %d lines", size.Width, size.Height, len(lines))
	}
	for i, l := range lines {
		if w := text.Width(l); w > size.Width {
			d.t.Errorf("%d×%d: line %d is %d wide: %q", size.Width, size.Height, i+1, w, l)
		}
	}
	if c := d.m.View().Cursor; c != nil && (c.X < 0 || c.Y < 0 || c.X >= size.Width || c.Y >= size.Height) {
		d.t.Errorf("%d×%d: the cursor is at %d,%d", size.Width, size.Height, c.X, c.Y)
	}
}

// hint is what the screen says that a key does, and the keys that it means.
type hint struct {
	text string
	keys []string // one of them at least has to do something
}

// hinted reads the hints off the screen.
func (d *desk) hinted() (all []hint) {
	d.t.Helper()
	lines := strings.Split(d.screen(), "\n")
	for _, line := range lines[max(len(lines)-3, 0):] {
		for _, part := range strings.Split(strings.TrimSpace(line), "   ") {
			if keys := keysOfHint(strings.TrimSpace(part)); len(keys) > 0 {
				all = append(all, hint{strings.TrimSpace(part), keys})
			}
		}
	}
	if len(all) == 0 && !strings.Contains(lines[len(lines)-1], textHelpLeave) {
		d.t.Errorf("no hint was found on\n%s", d.screen())
	}
	return all
}

// keysOfHint are the keys that a hint names, none if it is no hint.
func keysOfHint(text string) []string {
	words := map[string][]string{
		"Enter or a": {"enter"}, "Enter": {"enter"}, "Esc": {"esc"}, "Tab": {"tab"}, "Space": {"space"}, "PgDn": {"pgdown"}, "↑↓ Enter": {"up", "down"}, "↑↓": {"up", "down"},
		"Shift+Enter": {"shift+enter"}, "Ctrl+S": {"ctrl+s"}, "Ctrl+E": {"ctrl+e"}, "Y/N": {"Y"}, "n N": {"n", "N"},
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

// proves presses the keys of a hint on new desks in the same state: one of them
// changes what there is to be seen.
func (d *desk) proves(h hint, again func() *desk) {
	d.t.Helper()
	for _, key := range h.keys {
		x := again()
		if x.host != nil {
			x.host.editor = func(s string) (string, error) { return s + "!", nil }
		}
		before := x.traces()
		if x.calm(key); x.traces() != before {
			return
		}
	}
	d.t.Errorf("the screen hints %q, which does nothing:\n%s", h.text, d.screen())
}

// traces is all that a key could change.
func (d *desk) traces() string {
	v := d.m.View()
	at := "no cursor"
	if v.Cursor != nil {
		at = fmt.Sprint(v.Cursor.Position)
	}
	d.server.mu.Lock()
	defer d.server.mu.Unlock()
	return fmt.Sprintf("%s\n%s, %d to Bubble Tea, %d requests", v.Content, at, len(d.out), len(d.server.requests))
}

// keeps compares the screen with its golden of that size.
func (d *desk) keeps(name string, size tea.WindowSizeMsg) {
	d.t.Helper()
	path := filepath.Join("..", "testdata", "screens", "model", fmt.Sprintf("%s-%d.txt", name, size.Width))
	got := d.screen() + "\n"
	if os.Getenv("UPDATE") == "1" {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(got), 0o644)); err != nil {
			d.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		d.t.Fatal(err)
	}
	if got != string(want) {
		d.t.Errorf("%s differs; UPDATE=1 rewrites it\n--- got\n%s--- want\n%s", path, got, want)
	}
}

// TestEveryServerOfAFirstRunIsSeen: with more of them than there are lines, the
// page shows what is chosen, wherever that is.
func TestEveryServerOfAFirstRunIsSeen(t *testing.T) {
	b := &fakeBeginning{local: []Server{ollama()}}
	for i := range 9 {
		b.found = append(b.found, Server{Name: fmt.Sprint("s", i), Title: fmt.Sprintf("Server %d", i), About: fmt.Sprintf("S%d_API_KEY is set", i)})
	}
	d := firstRun(t, b)
	d.send(sizes()[0])
	for i := range 12 {
		d.fits(sizes()[0])
		if want := fmt.Sprintf(" › %d  ", i+1); strings.Count(d.screen(), want) != 1 {
			t.Errorf("%q is not on\n%s", want, d.screen())
		}
		d.press("down")
	}
	d.sees(` › 12  Take the tour
      offline, two minutes, nothing is
      changed
 1-9 choose   ↑↓ Enter   Esc quit`)
}
