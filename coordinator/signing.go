package coordinator

import (
	"encoding/json"

	"parley/coordinator/tool"
	"parley/store"
)

// Signed is what a tool's author finds in a text: the signature, and the fault. A long result takes its time, so it is
// found where the run ends, and counts in the step if that text is what is recorded.
type Signed struct{ Text, Signature, Fault string }

func signedBy(t tool.Tool, arguments json.RawMessage, text string) Signed {
	s := Signed{Text: text}
	if signer, ok := t.(tool.Signer); ok {
		s.Signature = signer.Signature(arguments, text)
	}
	if faulter, ok := t.(tool.Faulter); ok {
		s.Fault = faulter.Fault(text)
	}
	return s
}

// signing is a run whose result comes signed.
func signing(t tool.Tool, arguments json.RawMessage, run Performer) Performer {
	return ending(run, func(done ToolDone) ToolDone {
		if r, ok := done.Outcome.(tool.Success); ok {
			done.Signed = signedBy(t, arguments, r.Content)
		}
		return done
	})
}

// signed adds the signature and the fault that a tool's author finds in a result.
func (w *writing) signed(b store.Body) store.Body {
	r, ok := b.(store.ToolCallResponse)
	if !ok {
		return b
	}
	t, _ := w.state.Folded.Current()
	c, _ := t.Call(r.ID)
	if c.Run == 0 {
		return r
	}
	done, _ := w.msg.Body.(ToolDone)
	s := done.Signed
	if s.Text == "" || s.Text != r.Content || done.Key.ID != r.ID {
		e, _ := w.state.Env.Tools.Get(c.Name)
		s = signedBy(e.Tool, c.Arguments, r.Content)
	}
	r.Signature = s.Signature
	if !r.IsError {
		r.Fault = s.Fault
	}
	return r
}
