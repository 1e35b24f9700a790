package inbox

import (
	"slices"
	"time"

	"parley/store"
)

// answered is a call that a person has answered all about, and that has not run since: the turn
// was not gone on with, or its tool is not offered where it was.
type answered struct {
	call  string
	turn  int
	asked store.Event // what was asked last
	since time.Time
}

// Decided reports whether an entry waits for no person any more, but for its tool.
func (e Entry) Decided() bool { return e.Kind == Answered }

// answer takes in what became of a request: a call that may go on then is one that waits.
func (r *reader) answer(id string, ev store.Event, goesOn bool) {
	i := slices.IndexFunc(r.open, func(e store.Event) bool { return idOf(e.Body) == id })
	if i < 0 {
		return
	}
	call, runs := "", true
	switch b := r.open[i].Body.(type) {
	case store.PermissionRequest:
		call, runs = b.Call, b.Kind == store.PermitRun // else the call has run already
	case store.InquiryRequest:
		call = b.Call
	}
	r.ran(func(a answered) bool { return a.call == call })
	if goesOn && runs && call != "" {
		r.answered = append(r.answered, answered{call, ev.Turn, r.open[i], ev.Time})
	}
}

// ran takes calls out that have run, or never will.
func (r *reader) ran(which func(answered) bool) { r.answered = slices.DeleteFunc(r.answered, which) }

// waitingForTools are the calls that wait for their tools, in the order of the answers.
func (r *reader) waitingForTools(id, title, workspace string) (out []Entry) {
	for _, a := range r.answered {
		e := r.entry(a.asked)
		out = append(out, Entry{
			Ref: Ref(id, store.Digest(a.asked.Line())), Conversation: id, Title: title, Workspace: workspace, Kind: Answered, Who: r.calls[a.call].Name, Since: a.since,
			Text: e.Text, Subject: e.Subject, Context: e.Context, Files: e.Files,
		})
	}
	return out
}
