package headless

import (
	"bytes"
	"context"
	"testing"

	"parley/coordinator"
	"parley/model/cli/process"
	"parley/store"
)

// TestWhereThereIsNoMessageThatIsSaid: whoever goes on with a conversation in which nothing was ever
// said is told so, and how a message is sent to it.
func TestWhereThereIsNoMessageThatIsSaid(t *testing.T) {
	over, end := context.WithCancel(t.Context())
	end()
	turn := []store.Body{store.TurnStart{}, store.ChatRequest{Text: "hi"}}
	done := append(turn[:2:2], store.TurnEnd{Reason: store.ReasonDone})
	for name, c := range map[string]struct {
		ctx     context.Context
		message string
		log     []store.Body
		want    string
	}{
		"killed before the message": {t.Context(), "", nil, "parley: no message is on record, so nothing was done; `parley run --resume c \"…\"` sends one.\n"},
		"a turn that is done":       {t.Context(), "", done, ""},
		"a message":                 {t.Context(), "hi", nil, ""},
		"an open turn":              {t.Context(), "", turn, ""},
		"told to end":               {over, "", nil, ""},
	} {
		var said bytes.Buffer
		log := logOf(t, c.log...)
		shell := coordinator.NewShell(t.Context(), coordinator.World{}, coordinator.Env{}, "c", log)
		o := &printer{prog: &process.Program{Err: &said}, shell: shell}
		o.messageless(c.ctx, c.message, "c")
		if said.String() != c.want {
			t.Errorf("%s: %q", name, said.String())
		}
	}
}
