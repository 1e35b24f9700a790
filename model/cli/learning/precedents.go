package learning

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"parley/coordinator"
	"parley/coordinator/rulebook"
	"parley/coordinator/rules"
	"parley/forms"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
	"parley/store/record"
)

// precedent is a decision about a call, and where in which conversation it is recorded.
type precedent struct {
	rulebook.Precedent
	conversation, title string
	seq                 int64
	time                time.Time
}

// applyQuestion is the question of the file tools that takes the place of a permission prompt.
const applyQuestion = "apply_changes"

// reading collects the decisions about calls from one conversation.
type reading struct {
	sound    bool // yeses of this conversation count
	scripted bool // a script plays the assistant at this point
	calls    store.Calls
	open     map[string]precedent
	closed   []precedent
	parent   string // the conversation of which it is a fork
}

// read collects the decisions about calls from a conversation: those that a person took at a
// terminal, and refusals. Decisions before a fork belong to the original conversation. If the
// chain of decisions is broken, the file may be a stranger's, or another program held the session,
// only refusals count.
func read(sum store.Summary, c *store.Conversation, report store.Report, here bool) reading {
	log := c.Log()
	r := reading{
		sound: here && sum.Program == "" && !report.Altered() && len(record.NewAudit(log).Broken) == 0,
		open:  map[string]precedent{},
	}
	for _, ev := range log.All() {
		r.take(ev)
	}
	for i := range r.closed {
		r.closed[i].conversation, r.closed[i].title = sum.ID, sum.Title
	}
	return r
}

// each reads every conversation of a workspace, oldest first, and returns the errors of those
// that cannot be read. here says that all of one was recorded by this installation, and in this very folder.
func each(ctx context.Context, s session.Setup, saved store.Store, dir string, do func(sum store.Summary, c *store.Conversation, report store.Report, here bool)) (faults []error) {
	list, err := saved.List()
	if err != nil {
		faults = append(faults, err)
	}
	slices.Reverse(list)
	for _, sum := range list {
		if sum.Workspace != dir || ctx.Err() != nil {
			continue
		}
		c, report, err := saved.OpenRead(sum.ID)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		here, err := s.MadeHere(sum.ID, c.Log())
		do(sum, c, report, here && workedIn(c.Log(), store.Workspace{Root: dir, Folder: s.Sources.Folder}))
		if err := errors.Join(err, c.Close()); err != nil {
			faults = append(faults, err)
		}
	}
	return faults
}

func (r *reading) take(ev store.Event) {
	r.calls.Add(ev.Body)
	switch b := ev.Body.(type) {
	case store.ConfigDelta:
		var id string
		if raw, set := b.Set["assistant.model.id"]; set && json.Unmarshal(raw, &id) == nil {
			r.scripted = strings.HasPrefix(id, session.Scripted+"/")
		}
	case store.ForkedFrom:
		r.closed, r.parent = nil, b.From
	case store.PermissionRequest:
		if b.Kind == store.PermitRun {
			r.ask(ev, b.ID, coordinator.Subject{ID: b.ID, Tool: b.Tool, Arguments: b.Arguments})
		}
	case store.InquiryRequest:
		c, known := r.calls.Get(b.Call)
		if known && b.Question.ID == applyQuestion && rules.Writes(c.Name) && b.Target == store.TargetUser {
			r.ask(ev, b.ID, coordinator.Subject{ID: b.ID, Tool: c.Name, Arguments: c.Arguments})
		}
	case store.PermissionResponse:
		switch {
		case b.By == store.ByUser && b.Outcome == store.PermitAllowed && b.Arguments == nil:
			r.close(b.ID, r.counts(b.Via), false)
		case b.By == store.ByUser || b.By == store.ByRule && b.Outcome == store.PermitDenied:
			r.close(b.ID, false, true)
		}
	case store.InquiryResponse:
		switch {
		case b.AnsweredBy == nil || b.AnsweredBy.By != store.ByUser:
		case b.Outcome == store.Answered && forms.Equal(b.Answer, json.RawMessage("true")) && b.Edited == nil && !b.Again:
			r.close(b.ID, r.counts(b.AnsweredBy.Via), false)
		default:
			r.close(b.ID, false, true)
		}
	}
}

// ask notes what is asked about. Asking again begins another decision.
func (r *reading) ask(ev store.Event, id string, about coordinator.Subject) {
	r.open[id] = precedent{Precedent: rulebook.Precedent{Subject: about}, seq: ev.Seq, time: ev.Time}
}

// close notes a decision: a yes that counts, or a refusal. Anything else is no evidence.
func (r *reading) close(id string, yes, refused bool) {
	p, asked := r.open[id]
	delete(r.open, id)
	if asked && (yes || refused) {
		p.Yes = yes
		r.closed = append(r.closed, p)
	}
}

// counts reports whether a yes is a person's own, given to Parley at a terminal, about
// something that a model and not a script wanted.
func (r *reading) counts(via *store.Via) bool {
	return r.sound && !r.scripted && via != nil && via.Terminal != "" && via.Program == "parley" && via.Said == "" && !via.Notified
}

// unlessEnded reads conversations and tells what of them cannot be read, unless the program is to
// end meanwhile: a long one is read for seconds.
func unlessEnded(ctx context.Context, p *process.Program, read func() []error) error {
	var faults []error
	err := process.Given(ctx, func() error {
		faults = read()
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	for _, fault := range faults {
		process.Say(p.Err, p.Shown(fault.Error()))
	}
	return nil
}

// workedIn reports whether a conversation worked nowhere but in a workspace.
func workedIn(log store.Log, workspace store.Workspace) bool {
	for _, ev := range log.All() {
		if b, is := ev.Body.(store.Workspace); is && !b.Same(workspace) {
			return false
		}
	}
	return true
}
