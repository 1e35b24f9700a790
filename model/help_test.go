package model

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// TestHelpScrolls: on the smallest screen all of the help can be read, and every
// key that does not scroll goes back.
func TestHelpScrolls(t *testing.T) {
	d := newDesk(t).start()
	d.send(tea.WindowSizeMsg{Width: leastWidth, Height: leastHeight})
	d.press("?")
	first := ` Keys
   Enter          go on with the
                  interrupted turn
   Enter          go on with a paused
                  turn
   Enter          send
   Esc            stop the review and
                  decide yourself
   Shift+Enter    new line (also
                  Ctrl+J, Alt+Enter)
   ↑              the message before
 ↑↓ scroll   another key goes back`
	d.sees(first)
	seen := []string{}
	all := modelOf(d).helpText()
	for range all {
		seen = append(seen, strings.Split(d.screen(), "\n")[0])
		d.press("down")
	}
	at := modelOf(d).helpAt
	if want := len(all) - (leastHeight - 1); at != want || strings.Join(seen[:at], "\n") != plainLines(all[:at]) {
		t.Errorf("scrolled to line %d, want %d, and saw\n%s", at, want, strings.Join(seen, "\n"))
	}
	last := d.screen()
	for _, c := range []struct{ key, want string }{
		{"g", first}, {"G", last}, {"home", first}, {"end", last}, {"up", ""}, {"pgdown", last}, {"pgup", ""},
	} {
		d.press(c.key)
		if got := d.screen(); c.want != "" && got != c.want || got == c.want && c.want == "" || !modelOf(d).help {
			t.Errorf("after %s:\n%s", c.key, got)
		}
	}
	d.send(tea.WindowSizeMsg{Width: leastWidth, Height: len(all) + 1})
	if lines := strings.Split(d.screen(), "\n"); lines[0] != " Keys" || lines[len(lines)-1] != textHelpLeave {
		t.Errorf("a window that holds all of it:\n%s", d.screen())
	}
	if d.press("down"); modelOf(d).help {
		t.Error("where nothing is to be scrolled, any key goes back")
	}
	d.send(tea.WindowSizeMsg{Width: leastWidth, Height: leastHeight})
	if d.press("?"); d.screen() != first {
		t.Errorf("opened again:\n%s", d.screen())
	}
	if d.press("x"); modelOf(d).help || modelOf(d).composer.Text() != "" {
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
