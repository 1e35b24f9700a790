package conversation

import (
	"errors"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parley/teatest/desk"
)

// answeredCode is a response with two blocks of code, selected.
func answeredCode(t *testing.T, tool string) *desk.Desk {
	d := newDesk(t)
	d.Host.Tool = tool
	d.Write("go").Press("enter")
	d.Answer("Two:\n\n```sh\nls\n```\n\n```go\nf()\n```\n")
	return d.Press("tab")
}

func status(d *desk.Desk) string {
	lines := strings.Split(d.Screen(), "\n")
	return strings.TrimSpace(strings.Split(lines[len(lines)-1], " · ")[0])
}

func TestCopyingSaysByWhat(t *testing.T) {
	d := answeredCode(t, "xclip")
	for _, want := range []string{"copied by xclip; c again copies its code alone", "copied by xclip (code block 1 of 2)", "copied by xclip (code block 2 of 2)", "copied by xclip; c again copies its code alone"} {
		if d.Press("c"); status(d) != want {
			t.Errorf("the status says %q, want %q", status(d), want)
		}
	}
	all := "Two:\n\n```sh\nls\n```\n\n```go\nf()\n```\n"
	if want := []string{all, "ls", "f()", all}; !slices.Equal(d.Host.Copied, want) {
		t.Errorf("copied %q, want %q", d.Host.Copied, want)
	}
	d.Press("up", "c")
	if want := "copied by xclip"; status(d) != want || d.Host.Copied[4] != "go" {
		t.Errorf("another block: %q, %q", status(d), d.Host.Copied[4])
	}
}

// TestCopyingByTheTerminal is done if the system has no tool, or it fails.
func TestCopyingByTheTerminal(t *testing.T) {
	d := answeredCode(t, "").Press("c", "c")
	if want := "copied through the terminal (code block 1 of 2)"; status(d) != want {
		t.Errorf("the status says %q, want %q", status(d), want)
	}
	if got, want := d.Out[len(d.Out)-1], any(tea.RawMsg{Msg: ansi.SetSystemClipboard("ls")}); got != want {
		t.Errorf("the terminal was sent %q, want %q", got, want)
	}
	d = answeredCode(t, "xsel")
	d.Host.Err = errors.New("xsel: exit status 1")
	d.Press("c")
	d.Shows(" ! xsel: exit status 1")
	if want := "copied through the terminal; c again copies its code alone"; status(d) != want {
		t.Errorf("the status says %q, want %q", status(d), want)
	}
}
