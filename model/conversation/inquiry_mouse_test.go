package conversation

import (
	"encoding/json"
	"fmt"
	"parley/providers"
	"parley/teatest/desk"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

func TestMouseNeverAnswers(t *testing.T) {
	d := asked(t, pick)
	row := 0
	for i, line := range strings.Split(d.Screen(), "\n") {
		if strings.HasPrefix(line, "     2  there") {
			row = i
		}
	}
	d.Send(tea.MouseClickMsg{X: 8, Y: row, Button: tea.MouseLeft})
	d.Shows("   › 2  there", "     1  here")
	if result(d, "c1") != "" {
		t.Fatal("a click answered")
	}
	d.Send(tea.MouseClickMsg{X: 8, Y: 1, Button: tea.MouseLeft})
	d.Shows("   › 2  there")
	if d.Calm("enter"); result(d, "c1") != `{"q":"there"}` {
		t.Errorf("the model was told %q", result(d, "c1"))
	}
}

// TestAClickUnfolds a row of the conversation, and moves the cursor of the list above the
// message; it selects nothing.
func TestAClickUnfolds(t *testing.T) {
	d := newDesk(t, func(d *desk.Desk, _ *Options) { d.Host.Listed = []string{"a.go", "b.go"} }).Write("go").Press("enter")
	d.Say(providers.ReasoningDelta{Text: "one\ntwo"})
	row := func(want string) int {
		for i, line := range strings.Split(d.Screen(), "\n") {
			if strings.HasPrefix(line, want) {
				return i
			}
		}
		t.Fatalf("no line begins with %q:\n%s", want, d.Screen())
		return 0
	}
	d.Send(tea.MouseClickMsg{X: 8, Y: row(" ⠋ thinking: two"), Button: tea.MouseLeft})
	d.Shows("   │ one", "   │ two")
	d.Write("@")
	d.Shows(" › a.go")
	d.Send(tea.MouseClickMsg{X: 8, Y: row("   b.go"), Button: tea.MouseLeft})
	d.Shows("   a.go", " › b.go", " › @")
	d.Press("?")
	d.Send(tea.MouseClickMsg{X: 8, Y: 3, Button: tea.MouseLeft})
	d.Shows(" › @?")
}

func TestWheelScrollsWhatItIsOver(t *testing.T) {
	var lines []string
	for i := range 200 {
		lines = append(lines, fmt.Sprintf("line %d", i))
	}
	context, err := json.Marshal(strings.Join(lines, "\n\n"))
	if err != nil {
		t.Fatal(err)
	}
	d := asked(t, strings.Replace(yesNo, `"id"`, `"context":`+string(context)+`,"id"`, 1))
	d.Shows("   line 0")
	d.Send(tea.MouseWheelMsg{X: 5, Y: 20, Button: tea.MouseWheelDown})
	d.Shows("   line 2")
	if strings.Contains(d.Screen(), "   line 0\n") {
		t.Errorf("the text does not scroll:\n%s", d.Screen())
	}
	before := d.Bottom(15)
	d.Send(tea.MouseWheelMsg{X: 5, Y: 0, Button: tea.MouseWheelUp})
	if d.Bottom(15) != before {
		t.Error("the wheel over the conversation scrolls the prompt")
	}
	d.Press("pgdown", "f")
	if n := strings.Count(d.Screen(), "line "); n < 8 {
		t.Errorf("the full screen has %d lines:\n%s", n, d.Screen())
	}
	d.Press("f")
	list := asked(t, many(40))
	list.Shows("   › option 1")
	list.Send(tea.MouseWheelMsg{X: 5, Y: 20, Button: tea.MouseWheelDown})
	list.Shows("   › option 2")
}

// TestTheWholeScreenIsLeft: the key says what it does now, and keys go only to what is shown.
func TestTheWholeScreenIsLeft(t *testing.T) {
	for name, d := range map[string]*desk.Desk{"a question": thousands(t, 200), "a change": newDesktop(t, notes()).patched(modify())} {
		hinted := func() string {
			for _, words := range []string{"f full screen", "f smaller"} {
				if strings.Contains(d.Screen(), words) {
					return words
				}
			}
			return ""
		}
		const said = "▌ go\n"
		for i, want := range []string{"f full screen", "f smaller", "f full screen"} {
			if got := hinted(); got != want || strings.Contains(d.Screen(), said) == (want == "f smaller") {
				t.Errorf("%s: pressed %d times, %q is hinted, want %q:\n%s", name, i, got, want, d.Screen())
			}
			d.Press("f")
		}
		d.Press("tab")
		if modelOf(d).focus != onPane || !strings.Contains(d.Screen(), said) {
			t.Errorf("%s: Tab does not show the conversation:\n%s", name, d.Screen())
		}
		d.Press("tab")
		if got := hinted(); got != "f full screen" {
			t.Errorf("%s: back at it, %q is hinted:\n%s", name, got, d.Screen())
		}
	}
}
