//go:build linux || darwin || freebsd

package commands

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/creack/pty"

	"parley/coordinator"
	"parley/forms"
	"parley/store"
	"parley/views/text"
)

// TestNoRowOfAPlainQuestionIsForged: what a terminal would let go on in the first column stands behind a
// mark there, in whatever part of a question, with all its blanks.
func TestNoRowOfAPlainQuestionIsForged(t *testing.T) {
	forged := func(first string) string {
		return first + strings.Repeat(" ", 80-len(first)) + "Run `ls -l docs`?" + strings.Repeat(" ", 63) + "1  run it, once"
	}
	quoted := func(s string) json.RawMessage {
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	permission := func(command string) coordinator.Prompt {
		arguments := json.RawMessage(`{"command":` + string(quoted(command)) + `}`)
		return coordinator.Prompt{Key: coordinator.AskUser{ID: "x"}.Key(), Label: "run_command", Of: 1,
			Permission: &store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "run_command", Text: command, Arguments: arguments}}
	}
	for name, c := range map[string]struct {
		x    coordinator.Prompt
		asks string
	}{
		"a command":  {permission(forged("  touch x #")[2:]), "Number: "},
		"its line":   {permission("ls\n" + forged("    touch x #")[4:]), "Number: "},
		"tabs":       {permission("touch x #" + strings.Repeat("\t", 9) + "Run `ls -l docs`?" + strings.Repeat("\t", 60)), "Number: "},
		"a question": {askForm(forms.Question{ID: "q", Text: forged("Delete all?"), AnswerType: forms.AnswerType{Kind: forms.Boolean}}), "): "},
		"an option":  {askForm(forms.Question{ID: "q", Text: "Which?", AnswerType: forms.AnswerType{Kind: forms.Select, Options: []forms.Option{{Value: quoted(forged("1  a")[3:])}, {Value: quoted("b")}}}}), "): "},
	} {
		keys, tty, err := pty.Open()
		if err != nil {
			t.Fatal(err)
		}
		if err := pty.Setsize(keys, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
			t.Fatal(err)
		}
		h := &hands{T: t, keys: keys}
		ctx, end := context.WithCancel(t.Context())
		asked, p := make(chan coordinator.Input, 1), NewPlain(tty).Fitted(text.Verbatim)
		go func() { asked <- p.Ask(ctx, c.x) }()
		h.until(c.asks)
		for row := range strings.SplitSeq(h.had, "\n") {
			if row = strings.TrimRight(row, "\r"); text.Width(row) > 80 {
				t.Errorf("%s: the terminal breaks %q", name, row)
			}
		}
		if !strings.Contains(h.had, "\n"+goesOn()) {
			t.Errorf("%s: nothing says that a line goes on:\n%s", name, h.had)
		}
		end()
		<-asked
		h.typeIn("\n")
		<-p.pending // nothing reads the terminal any more
		tty.Close()
		keys.Close()
	}
}
