package conversation

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/forms"
	"parley/providers"
	"parley/store"
	"parley/store/text/clean"
	"parley/teatest/desk"
	"parley/views/text"
)

// inASCII makes the desk's terminal one of ASCII.
func inASCII(t *testing.T) func(*desk.Desk, *Options) {
	t.Helper()
	clean.Shows(clean.OnlyASCII)
	t.Cleanup(func() { clean.Shows(clean.Unicode) })
	return func(_ *desk.Desk, o *Options) {
		theme, err := text.NewTheme(text.ThemePlain, text.ASCII())
		if err != nil {
			t.Fatal(err)
		}
		o.Theme = theme
	}
}

// inBytes is the picture as such a terminal gets it.
func inBytes(d *desk.Desk) string {
	d.T.Helper()
	out := clean.Spell(d.Screen())
	for _, line := range strings.Split(out, "\n") {
		if !text.PrintableASCII(line) || len(line) > 80 {
			d.T.Errorf("it gets %q", line)
		}
	}
	return out
}

// tellsASCII checks that the picture has these lines.
func tellsASCII(d *desk.Desk, lines ...string) {
	d.T.Helper()
	if got := inBytes(d); !strings.Contains(got, strings.Join(lines, "\n")) {
		d.T.Errorf("it shows\n%s\nnot\n%s", got, strings.Join(lines, "\n"))
	}
}

// permits is what is asked about a command.
func permits(d *desk.Desk, command string) *desk.Desk {
	d.T.Helper()
	m := modelOf(d)
	arguments, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		d.T.Fatal(err)
	}
	r := store.PermissionRequest{ID: "p", Tool: "run_command", Text: command, Covers: "this command", CoversKey: "k", Arguments: arguments}
	m.telling = telling{}
	m.ask = ask{open: true, prompt: coordinator.Prompt{Key: coordinator.AskUser{ID: "p"}.Key(), Permission: &r}}
	m.ask.permission, m.focus = m.newPermission(m.ask.prompt), onPrompt
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	return d
}

func TestACommandInASCII(t *testing.T) {
	d := newDesk(t, inASCII(t)).Start()
	for command, want := range map[string]string{
		"git status ◆ && touch pwned": "-- Run `git status <U+25C6> && touch pwned`? -----------------------------------",
		"sh …/.local/bin/backup":      "-- Run `sh <U+2026>/.local/bin/backup`? ----------------------------------------",
		"sh ~/.local/bin/backup":      "-- Run `sh ~/.local/bin/backup`? -----------------------------------------------",
		"touch x #Û1GÛ2KRun":          "-- Run `touch x #<U+00DB>1G<U+00DB>2KRun`? -------------------------------------",
	} {
		tellsASCII(permits(d, command), want)
	}
}

// TestCommandsDifferInASCII: whatever commands consist of, those that look different in UTF-8 do so
// in ASCII as well.
func TestCommandsDifferInASCII(t *testing.T) {
	d := newDesk(t, inASCII(t)).Start()
	chance := rand.New(rand.NewPCG(3, 4))
	alphabet := []rune("a b;#>~-*x+_\"'\t…◆·→●×✓–“’␠␉ÛÜ\u009b\u00a0\u202e世👩\u200d\ufe0fеа")
	seen := map[string]string{}
	for range 1500 {
		command := "ls "
		for range 1 + chance.IntN(4) {
			command += string(alphabet[chance.IntN(len(alphabet))])
		}
		clean.Shows(clean.Unicode)
		whole := permits(d, command).Screen()
		clean.Shows(clean.OnlyASCII)
		picture := inBytes(permits(d, command))
		if before, is := seen[picture]; is && before != whole {
			t.Fatalf("both\n%s\nand\n%s\nare\n%s", before, whole, picture)
		}
		seen[picture] = whole
	}
}

func TestAChangeInASCII(t *testing.T) {
	ascii := inASCII(t)
	w := newDesktop(t, "a ◆ b\nstay\n")
	d := w.patched(providers.Call{ID: "c1", Name: "fs_modify_file", Arguments: `{"path":"notes.txt","patterns":[{"old":"a ◆ b","new":"a ● b…"}]}`}, ascii)
	tellsASCII(d, "     1     - a <U+25C6> b", "         1 + a <U+25CF> b<U+2026>")
}

func TestOptionsInASCII(t *testing.T) {
	var q forms.Question
	if err := json.Unmarshal([]byte(`{"id":"where","text":"Wohin für “x”?","answer_type":{"type":"select","options":["…/x","~/x"]}}`), &q); err != nil {
		t.Fatal(err)
	}
	d := called(t, []forms.Question{q}, []providers.Call{desk.CallOf("c1", "setup", "{}")}, inASCII(t))
	tellsASCII(d, "   Wohin f<U+00FC>r <U+201C>x<U+201D>?", "", "   > 1  <U+2026>/x", "     2  ~/x")
}

func TestTrustInASCII(t *testing.T) {
	d := newDesk(t, inASCII(t), func(_ *desk.Desk, o *Options) {
		o.Withheld = []Withheld{{File: "/w/.parley.toml", Parts: []TrustPart{{Title: "It would run:", Lines: []string{"sh …/x ◆ && y", "Û2K"}}}, Trust: func() error { return nil }}}
	}).Start()
	d.Pass(time.Second)
	tellsASCII(d, "sh <U+2026>/x <U+25C6> && y")
	tellsASCII(d, "<U+00DB>2K")
}
