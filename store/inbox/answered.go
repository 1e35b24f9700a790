package inbox

import (
	"encoding/json"
	"slices"
	"time"

	"parley/store"
)

// answered is a call that a person has answered all about, and that has not run since: the turn
// was not gone on with, or its tool is not offered where it was. Without a call it is the turn
// itself, of which nothing has gone on since the answer, or since a question was dropped because its
// call was not recorded here or is another by now.
type answered struct {
	call  string
	turn  int
	asked store.Event     // what was asked last
	edit  json.RawMessage // the arguments that the answer put in the place of the call's, nil for none
	since time.Time

	dropped bool // nobody answered it
}

// Decided reports whether an entry waits for no person any more, but for its tool, or for its turn
// to go on.
func (e Entry) Decided() bool { return e.Kind == Answered }

// answer takes in what became of a request, and whether a person decided it. A call that may go on
// then is one that waits; after any other decision of a person's the turn does.
func (r *reader) answer(id string, ev store.Event, goesOn, person bool) {
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
	a := answered{call: call, turn: ev.Turn, asked: r.open[i], since: ev.Time, dropped: dropped(ev.Body)}
	if p, is := ev.Body.(store.PermissionResponse); is {
		a.edit = p.Instead(nil)
	}
	switch {
	case goesOn && person && runs && call != "":
		r.answered, r.halted = append(r.answered, a), nil
	case person:
		a.call = ""
		r.halted = &a
	default:
		r.halted = nil
	}
}

// dropped reports whether a question was closed because it is for something else by then.
func dropped(b store.Body) bool {
	a, is := b.(store.InquiryResponse)
	return is && a.Outcome == store.Cancelled && (a.Reason == store.CancelStrange || a.Reason == store.CancelAmiss)
}

// allowed is what was asked last, as whoever said yes edited it.
func (a answered) allowed() store.Event {
	ev := a.asked
	if p, is := ev.Body.(store.PermissionRequest); is && a.edit != nil {
		p.Text, p.Arguments = string(a.edit), a.edit
		ev.Body = p
	}
	return ev
}

// ended takes in that a call ended. If it did not run since a person answered, nobody went on with
// its turn, which waits still.
func (r *reader) ended(call string) {
	if i := slices.IndexFunc(r.answered, func(a answered) bool { return a.call == call }); i >= 0 {
		a := r.answered[i]
		a.call = ""
		r.halted = &a
	}
}

// ran takes calls out that have run, or never will.
func (r *reader) ran(which func(answered) bool) { r.answered = slices.DeleteFunc(r.answered, which) }

// decided are the calls that wait for their tools, in the order of the answers. If there are none,
// it is the turn that waits to go on.
func (r *reader) decided(id, title, workspace string) (out []Entry) {
	all := r.answered
	if len(all) == 0 && r.halted != nil {
		all = []answered{*r.halted}
	}
	for _, a := range all {
		call, _ := r.calls.Get(a.call)
		e := r.entry(a.allowed())
		out = append(out, Entry{
			Ref: Ref(id, store.Digest(a.asked.Line())), Conversation: id, Title: title, Workspace: workspace, Kind: Answered, Who: call.Name, Since: a.since, Dropped: a.dropped,
			Text: e.Text, Subject: e.Subject, Context: e.Context, Files: e.Files,
		})
	}
	return out
}
