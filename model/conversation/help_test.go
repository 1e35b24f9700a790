package conversation

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parley/model/kit"
)

// TestHelpScrolls: on the smallest screen all of the help can be read, and every key that
// does not scroll goes back.
func TestHelpScrolls(t *testing.T) {
	d := newDesk(t).Start()
	d.Send(tea.WindowSizeMsg{Width: kit.LeastWidth, Height: kit.LeastHeight})
	d.Press("?")
	first := ` Writing a message
   Enter          send
   Enter          go on with the
                  interrupted turn
   Enter          go on with a paused
                  turn
   Enter          queue the message: it
                  is sent when the turn
                  ends
   Enter          after an error, with
                  the message as it
 / search   ↑↓ scroll   other keys: back`
	d.Sees(first)
	seen := []string{}
	all := modelOf(d).help.Text(modelOf(d).helpPage())
	for range all {
		seen = append(seen, strings.Split(d.Screen(), "\n")[0])
		d.Press("down")
	}
	at := modelOf(d).help.At
	if want := len(all) - (kit.LeastHeight - 1); at != want || strings.Join(seen[:at], "\n") != plainLines(all[:at]) {
		t.Errorf("scrolled to line %d, want %d, and saw\n%s", at, want, strings.Join(seen, "\n"))
	}
	last := d.Screen()
	for _, c := range []struct{ key, want string }{
		{"g", first}, {"G", last}, {"home", first}, {"end", last}, {"up", ""}, {"pgdown", last}, {"pgup", ""},
	} {
		d.Press(c.key)
		if got := d.Screen(); c.want != "" && got != c.want || got == c.want && c.want == "" || !modelOf(d).help.Open {
			t.Errorf("after %s:\n%s", c.key, got)
		}
	}
	d.Send(tea.WindowSizeMsg{Width: kit.LeastWidth, Height: len(all) + 1})
	if lines := strings.Split(d.Screen(), "\n"); lines[0] != " Writing a message" || lines[len(lines)-1] != " / search   "+kit.TextHelpLeave {
		t.Errorf("a window that holds all of it:\n%s", d.Screen())
	}
	if d.Press("down"); modelOf(d).help.Open {
		t.Error("where nothing is to be scrolled, any key goes back")
	}
	d.Send(tea.WindowSizeMsg{Width: kit.LeastWidth, Height: kit.LeastHeight})
	if d.Press("?"); d.Screen() != first {
		t.Errorf("opened again:\n%s", d.Screen())
	}
	if d.Press("x"); modelOf(d).help.Open || modelOf(d).composer.Text() != "" {
		t.Error("a key that goes back means nothing else")
	}
}

func plainLines(lines []string) string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = strings.TrimRight(ansi.Strip(line), " ")
	}
	return strings.Join(out, "\n")
}

// TestTheHelpIsSearched for keys and commands of every group.
func TestTheHelpIsSearched(t *testing.T) {
	d := newDesk(t).Start()
	d.Press("?", "/").Write("go on")
	d.Shows(" Writing a message", "   Enter          go on with the interrupted turn", "   Enter          go on with a paused turn", " Commands", "   /fork                  go on in a copy of this conversation", " In the conversation (Tab goes there)")
	d.Sees(" / go on   Enter keep   Esc end search")
	d.Write(" copy of").Press("enter")
	d.Sees(" / search   any key goes back")
	d.Press("/").Write("zzz")
	d.Shows(" No key and no command matches.")
	d.Press("esc")
	d.Shows(" Writing a message", " Everywhere")
	d.Press("x")
	d.Sees(" small")
}
