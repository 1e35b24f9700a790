package coordinator

import (
	"slices"

	"parley/forms"
	"parley/store"
)

// admitted is what a message amounts to: the new standing, what goes on record, and
// the effect that it ended.
type admitted struct {
	state State
	said  []store.Body
	over  Key
}

// admit says what a message amounts to. False means that it belongs to nothing that
// runs, or puts nothing on record; the standing may still have changed.
func (s State) admit(m Msg) (admitted, bool) {
	said, ok := []store.Body(nil), true
	switch b := m.Body.(type) {
	case Opened:
		s, said = s.opened(b)
	case Submitted:
		s, said, ok = s.submitted(b)
	case Commanded:
		said, ok = s.commanded(m.Nonce, b)
	case Undo:
		s, said, ok = s.undo(m.Nonce, b)
	case Withdrawn:
		s.Queue = slices.DeleteFunc(slices.Clone(s.Queue), func(q Queued) bool { return q.ID == b.ID })
		ok = false
	case Continued:
		ok, s.Held = s.Held, false
	case Interrupted:
		s, said, ok = s.interrupted()
	case Left:
		s, said = s.left()
		ok = len(said) > 0
	case Revoked:
		said, ok = s.revoked(b)
	case Raised:
		said, ok = s.raised(b)
	case Unpaused:
		said, ok = []store.Body{store.TurnStart{}}, (s.Folded.Paused || s.Folded.Failed) && !s.Folded.Open() && s.Undoing.ID == ""
	case Changed:
		if f := s.Folded; f.Workspace != "" || s.unplaced {
			said = s.here()
		}
		said = append(said, b.Delta)
	case Looked:
		s.calm, s.owing, s.files = nil, nil, nil
	case Settling:
		ok = s.more
	case ModelSaid, ToolAsks, ToolWithdraws:
		said, ok = s.meanwhile(b)
	case Compacted:
		s, said = s.compaction(m.Nonce, b)
	case Accepted:
		s, said, ok = s.accepted(b)
	case Discarded:
		s, said, ok = s.discarded()
	case TakenBack:
		said, ok = s.takenBack(b)
	case RulesChanged:
		s, said = s.ruled(b.Added, b.Revoked)
		ok = len(said) > 0
	case barred:
		said = []store.Body{b.refused}
	case Observe, Closed:
		said, ok = s.foreign(b)
	case Titled:
		said = []store.Body{store.Title{Title: b.Title}}
	default:
		return s.result(m)
	}
	return admitted{state: s, said: said}, ok
}

// result admits the answer to an effect, whose key must be running. A stopping effect
// that answers is gone.
func (s State) result(m Msg) (admitted, bool) {
	if b, is := m.Body.(PageOpened); is { // the question itself stays open
		return admitted{state: s.pageOpened(b)}, true
	}
	key, known := keyOf(m.Body)
	i := slices.IndexFunc(s.Running, func(r *Running) bool { return r.Key == key })
	if !known || i < 0 {
		return admitted{state: s}, false
	}
	stopping := s.Running[i].Stopping
	if _, gone := m.Body.(Gone); gone || stopping {
		// A live effect ends with its result, not by going; what is owed under the key
		// of a stopping one may start now.
		return admitted{state: s, over: key}, stopping
	}
	s, said, ok := s.meaning(m)
	if !ok {
		return admitted{state: s}, false
	}
	switch m.Body.(type) {
	case Answered, Replied, Declined, Permitted, Visited:
		s.Held = s.Held && s.Env.AnswersOnly // an answer means that the turn should go on, here or in another process
	}
	return admitted{state: s, said: said, over: key}, true
}

// meaning turns the result of a running effect into events.
func (s State) meaning(m Msg) (State, []store.Body, bool) {
	var said []store.Body
	ok := true
	switch b := m.Body.(type) {
	case ModelDone:
		s, said = s.responseDone(b)
	case ModelBroke:
		s, said = s.responseBroke(b)
	case ToolDone:
		s, said, ok = s.toolDone(b)
	case CommandDone:
		said, ok = s.commandDone(b)
	case Undid:
		s, said = s.undid(b)
	case Permitted:
		s, said, ok = s.permitted(b)
	case EndedTurn:
		said = []store.Body{store.TurnEnding{Reason: store.ReasonUser}}
	case Woke:
		if until, waits := waitedUntil(b.Key); waits {
			s.waited = until
		} else {
			said = s.woke(m.Time)
		}
	case Named:
		said = []store.Body{store.Title{Title: b.Title, Author: b.Model}}
	case TitleBroke:
		s.Untitled = true
	case Judged:
		s = s.judged(b)
	case RunTold:
		s.told = s.told.with(b.Key.String(), struct{}{})
	case Overfull:
		s, said, ok = s.overfull(b)
	case Summed:
		s, said, ok = s.summed(b)
	case Instructed:
		s = s.instructed(b)
	default:
		return s.ofInquiry(m.Body)
	}
	return s, said, ok
}

// ofInquiry turns the outcome of an inquiry into events.
func (s State) ofInquiry(in Input) (State, []store.Body, bool) {
	if t, _ := s.Folded.Current(); t.Guard != nil && t.Guard.Open != nil {
		if key, _ := keyOf(in); key == (AskUser{ID: t.Guard.Open.ID}).Key() {
			said, ok := guardAnswered(*t.Guard, in)
			return s, said, ok
		}
	}
	c, ok := s.asked(in)
	if !ok {
		return s, nil, false
	}
	switch m := in.(type) {
	case Answered:
		return s.answered(c, m)
	case WentBack:
		return s, []store.Body{cancel(*c.Asking.Open, store.CancelBack)}, c.Asking.Walk.CanGoBack()
	case Replied:
		return s, []store.Body{store.InquiryResponse{
			Outcome: store.Cancelled, ID: c.Asking.Open.ID, Reason: store.CancelReply, Reply: m.Text,
		}}, true
	case Declined:
		e, known := s.Env.Tools.Get(c.Name)
		return s, []store.Body{cancel(*c.Asking.Open, store.CancelDecline)}, known && e.Spec.Declines
	case Visited:
		said, ok := visited(c)
		return s, said, ok
	case Reviewed:
		return s, reviewed(c, m), true
	case ReviewBroke:
		return s, reviewBroke(c, m), true
	case ReviewStopped:
		return s, reviewBroke(c, ReviewBroke{Key: m.Key, Error: reviewStoppedText, ByUser: true}), true
	}
	return s, nil, false
}

// asked finds the call whose open inquiry a result is about.
func (s State) asked(in Input) (Call, bool) {
	key, _ := keyOf(in)
	t, _ := s.Folded.Current()
	i := t.Calls.where(func(c *Call) bool {
		return !c.Done && c.Asking != nil && c.Asking.Open != nil && c.Asking.Open.ID == key.ID
	})
	if i < 0 || key.Kind != OfUser && key.Kind != OfReviewer && key.Kind != OfVisit {
		return Call{}, false
	}
	return *t.Calls.At(i), true
}

func (s State) opened(m Opened) (State, []store.Body) {
	s.calm, s.owing = nil, nil
	lost := s.Folded.interrupted()
	s.compact, s.Proposed = compacting{}, nil
	if !s.Folded.Open() {
		return s, append(lost, unput(m.Unput)...)
	}
	s.Held = !m.Continue
	said := []store.Body{store.Resumed{Answered: m.Answered, Strange: m.Strange}}
	if s.Folded.Workspace != "" && !s.Env.AnswersOnly {
		said = append(said, s.here()...)
	}
	return s, slices.Concat(said, lost, s.recovered(m.Arrived))
}

// submitted takes a message. One that waits already is not taken twice.
func (s State) submitted(m Submitted) (State, []store.Body, bool) {
	if m.ID != "" && slices.ContainsFunc(s.Queue, func(q Queued) bool { return q.ID == m.ID }) {
		return s, nil, false
	}
	if open := s.Folded.Open() || s.Undoing.ID != ""; open || s.waits(Queued(m)) {
		s.Queue = append(slices.Clip(s.Queue), Queued(m))
		return s, nil, !open
	}
	s, said := s.begin(Queued(m))
	return s, said, true
}

func (s State) revoked(m Revoked) ([]store.Body, bool) {
	t, ok := s.Folded.Current()
	if !ok {
		return nil, false
	}
	known := slices.ContainsFunc(t.Memory, func(r Remembered) bool { return r.Inquiry == m.ID }) ||
		slices.ContainsFunc(t.Grants, func(g Grant) bool { return g.Permission == m.ID })
	return []store.Body{store.MemoryRevoked{ID: m.ID}}, known
}

// interrupted keeps the part of the response that arrived and records the wish to
// end.
func (s State) interrupted() (State, []store.Body, bool) {
	t, ok := s.Folded.Current()
	if ok && t.Ending != "" {
		return s, nil, false
	}
	compacting := s.Compacting()
	s, dropped := s.uncompacted()
	if ok && s.Held && compacting {
		return s, dropped, true
	}
	if !ok {
		titling := len(titled(s.Folded, s.env())) > 0
		s.Untitled = s.Untitled || titling // nothing else can be stopped
		return s, dropped, titling || compacting
	}
	s, said := s.partial(t, store.StoppedByUser)
	return s, slices.Concat(dropped, said, []store.Body{store.TurnEnding{Reason: store.ReasonUser}}), true
}

// left keeps the part of a response that nobody waits for any more.
func (s State) left() (State, []store.Body) {
	t, ok := s.Folded.Current()
	if !ok || t.Ending != "" {
		return s, nil
	}
	return s.partial(t, "")
}

func (s State) permitted(m Permitted) (State, []store.Body, bool) {
	t, _ := s.Folded.Current()
	for _, c := range t.Calls.All() {
		p := c.openPermission()
		if p == nil || c.Done || t.unseen(c, s.env()) || m.Key != (AskUser{ID: p.ID}).Key() {
			continue
		}
		if m.Arguments != nil {
			s.calm, s.owing, s.files = nil, nil, nil // it may be a different file now, for which others wait or no longer do
		}
		scope := m.Scope
		if s.unfitYes(m) != nil || !m.fits(p.Kind) {
			return s, nil, false
		}
		if p.CoversKey == "" || scope == "" || c.lacks(s.env()) {
			scope = store.ScopeOnce
		}
		s, said := s.ruled(m.Rules, nil)
		return s, append(said, store.PermissionResponse{
			ID: p.ID, Outcome: m.Outcome, Scope: scope, Reason: m.Reason, By: store.ByUser,
			Arguments: m.Arguments, Content: m.Content,
		}), true
	}
	return s, nil, false
}

// answered records the user's answer if it fits; otherwise nothing changes, and the
// question stays open. An edited text goes only with a yes to exactly this proposal,
// and is not remembered. A yes to being asked again is one to nothing else.
func (s State) answered(c Call, m Answered) (State, []store.Body, bool) {
	open := *c.Asking.Open
	q := open.Question
	if q.Check(m.Value) != nil || m.Edited != nil && (string(m.Value) != "true" || m.Edited.Digest != q.Digest) ||
		m.Again && (string(m.Value) != "true" || m.Edited != nil || m.Remember) || len(m.Files) > 0 && q.AnswerType.Kind != forms.Text {
		return s, nil, false
	}
	r := store.InquiryResponse{
		Outcome: store.Answered, ID: open.ID, Answer: q.Canonical(m.Value), Reason: m.Note, Edited: m.Edited, Files: m.Files,
		AnsweredBy: &store.AnsweredBy{By: store.ByUser}, Again: m.Again,
	}
	switch {
	case q.KeptNowhere(m.Value):
		s.secrets = append(slices.Clip(s.secrets), secret{open.ID, m.Value})
		r.Outcome, r.Answer, r.Reason = store.Redacted, nil, ""
	case m.Remember && m.Edited == nil && q.Remembered() && open.EscalatedFrom == "":
		r.Remember = "no"
		if string(r.Answer) == "true" {
			r.Remember = "yes"
		}
	}
	s, said := s.ruled(m.Rules, nil)
	return s, append(said, r), true
}

func reviewed(c Call, m Reviewed) []store.Body {
	open := *c.Asking.Open
	if err := open.Question.Check(m.Value); err != nil {
		return reviewBroke(c, ReviewBroke{Key: m.Key, Error: err.Error(), Model: m.Model})
	}
	return []store.Body{store.InquiryResponse{
		Outcome: store.Answered, ID: open.ID, Answer: open.Question.Canonical(m.Value), Reason: m.Reason,
		AnsweredBy: &store.AnsweredBy{By: store.ByReviewer, Model: m.Model},
	}}
}

func reviewBroke(c Call, m ReviewBroke) []store.Body {
	r := store.InquiryResponse{
		Outcome: store.Cancelled, ID: c.Asking.Open.ID, Reason: store.CancelBackendError, Reply: m.Error,
		AnsweredBy: &store.AnsweredBy{By: store.ByReviewer, Model: m.Model},
	}
	if m.ByUser {
		r.Reason = store.CancelUser
	}
	return []store.Body{r}
}
