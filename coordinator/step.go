package coordinator

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"parley/coordinator/guards"
	"parley/providers"
	"parley/store"
)

// Did is what a step decided: events to record, effects to start once those are
// on disk, and effects to cancel now.
type Did struct {
	Events []store.Event
	Start  []Effect
	Cancel []Key
	More   bool  // not everything that follows is recorded yet: Settling continues
	Err    error // the message could not be recorded; nothing changed
}

// Settling continues with what follows where a step broke off.
type Settling struct{}

func (Settling) input() {}

// settleLimit limits how many events one message can lead to. Nothing that the core
// does on purpose comes near it.
const settleLimit = 100_000

// sliceSize is the number of events after which a step ends, so that drawing, and a
// user who wants to stop, gets a turn. The rest follows with Settling.
const sliceSize = 200

// Step is the core: a message is admitted, becomes events, the events are folded, the
// state settles, and then what is owed is compared with what runs.
func Step(s State, m Msg) (State, Did) {
	switch b := m.Body.(type) {
	case ModelSaid: // a delta is not an event; the finished response is, and so is a failure
		s = s.hear(b)
		if _, failed := b.Delta.(providers.Retrying); !failed || !s.runs(b.Key) {
			return s, Did{}
		}
	case Putting:
		if s.runs(b.Key) {
			s.Undoing.Done = b.Done
		}
		return s, Did{}
	case ToolSaid, ReviewDelayed, Deaf:
		return s, Did{}
	}
	if s.Folded.Observed && goesOn(m.Body) {
		return s, Did{Err: errObserved}
	}
	was := s
	if _, goesOn := m.Body.(Settling); !goesOn {
		s.since, s.via = 0, m.Via
	}
	m.Via = s.via
	a, ok := s.admit(m)
	if !ok {
		return a.state, Did{}
	}
	w := writing{state: a.state, msg: m}
	w.state.over = a.over
	w.record(a.said...)
	w.settle()
	if w.err != nil {
		return was, Did{Err: w.err}
	}
	if !w.state.more {
		w.state.via = nil
	}
	did := Did{Events: w.events, More: w.state.more}
	if t, _ := w.state.Folded.Current(); !did.More || t.Ending != "" { // what is owed half-way may not be owed in the end
		w.state, did.Start, did.Cancel = w.state.reconcile(a.over)
	} else {
		w.state.Running = after(w.state.Running, a.over, nil, nil)
	}
	w.state.over = Key{}
	return w.state, did
}

// writing is a step in progress.
type writing struct {
	state  State
	msg    Msg
	events []store.Event
	again  again
	err    error
}

// record makes events of bodies and folds them as they will be in the file.
func (w *writing) record(bodies ...store.Body) {
	for _, b := range bodies {
		if w.err == nil {
			w.recordBody(b)
		}
	}
}

func (w *writing) recordBody(b store.Body) {
	if t, open := w.state.Folded.Current(); open && b.Type() == (store.TurnEnding{}).Type() {
		state, said := w.state.partial(t, stoppedBy(b.(store.TurnEnding).Reason))
		w.state = state
		w.record(said...)
	}
	f := w.state.Folded
	b = w.vouched(w.signed(b))
	head := store.Head{
		V: store.Version, Seq: f.Seq + 1, Time: w.msg.Time.UTC(), Conversation: f.Conversation,
		ID: fmt.Sprintf("%s%d", w.msg.Nonce, len(w.events)+1), Turn: turnOf(f, b),
	}
	ev, err := store.New(head, store.Chained(b, f.Decision))
	if err != nil {
		w.err = fmt.Errorf("coordinator: record %s: %w", b.Type(), err)
		return
	}
	w.events = append(w.events, ev)
	w.state.Folded = Fold(f, ev)
}

// vouched adds to what a person decided what is known of that person.
func (w *writing) vouched(b store.Body) store.Body {
	if w.msg.Via == nil || !byPerson(b) {
		return b
	}
	if r, ok := b.(store.InquiryResponse); ok && r.AnsweredBy == nil {
		r.AnsweredBy = &store.AnsweredBy{By: store.ByUser}
		b = r
	}
	return store.WithVia(b, func(*store.Via) *store.Via { return w.msg.Via })
}

// byPerson reports whether an event records a decision of the person at this program.
func byPerson(b store.Body) bool {
	switch r := b.(type) {
	case store.InquiryResponse:
		if r.AnsweredBy != nil {
			return r.AnsweredBy.By == store.ByUser
		}
		return slices.Contains([]string{store.CancelReply, store.CancelDecline, store.CancelBack, store.CancelEndTurn}, r.Reason)
	case store.PermissionResponse:
		return r.By == store.ByUser
	case store.GuardResolved:
		return r.Choice != guards.ChoiceStopped
	case store.ContextSummary:
		return r.By == store.ByUser
	case store.AnswerRefused:
		return false // it names whose answer was refused
	}
	return true
}

// decides reports whether a message is an act of the person at this program, which may be
// a decision. What follows from one later is none.
func decides(in Input) bool {
	switch in.(type) {
	case Answered, WentBack, Replied, Declined, EndedTurn, Permitted, Raised, RulesChanged, Accepted, TakenBack, Undo, Interrupted:
		return true
	}
	return false
}

// decider is who decides at this program, as the system knows it.
func (s *Shell) decider() *store.Via {
	if s.World.Who == nil {
		return nil
	}
	return s.World.Who()
}

func turnOf(f Folded, b store.Body) int {
	if _, ok := b.(store.TurnStart); ok {
		return f.Turns + 1
	}
	t, _ := f.Current()
	return t.N
}

// settle records whatever follows without outside input, and then begins the next
// turn if a message waits. After a slice it leaves the rest for later.
func (w *writing) settle() {
	l := look{calm: w.state.calm, files: w.state.files, apart: map[int]bool{}}
	size := w.state.slice
	if size == 0 {
		size = sliceSize
	}
	defer func() { w.state.since += len(w.events) }()
	for w.err == nil {
		if n := w.state.since + len(w.events); n > settleLimit {
			w.err = fmt.Errorf("coordinator: %d events follow from one message; the state does not settle", n)
			return
		}
		if w.state.more = len(w.events) >= size; w.state.more {
			return
		}
		if b := l.next(w.state.Folded, w.state.env()); b != nil {
			w.follow(b)
			continue
		}
		env := w.state.env()
		w.state.files, env.files = l.files, l.files
		w.state.calm = w.state.calm.rest(w.state.Folded, env, l.apart)
		if w.state.Folded.Open() || w.state.Undoing.ID != "" || len(w.state.Queue) == 0 {
			return
		}
		q := w.state.Queue[0]
		if w.state.Wanted = w.state.due(q); w.state.Wanted != (Instruct{}) {
			return
		}
		w.state.Queue = slices.Clone(w.state.Queue[1:])
		state, said := w.state.begin(q)
		w.state = state
		w.record(said...)
	}
}

// follow records what follows. If that changes nothing, it would follow for ever: the step fails
// before any of it is written.
func (w *writing) follow(b store.Body) {
	ignored := w.state.Folded.Ignored
	if w.record(b); w.err != nil {
		return
	}
	if w.again = w.again.with(b); w.state.Folded.Ignored > ignored || w.again.alike() {
		w.err = errors.New(endlessText(b.Type()))
	}
}

// again is what followed last, and how often in a row it was the same over and over: one line, or
// a few that take turns.
type again struct {
	last  [4]store.Body
	times int
}

// mostAlike is how often that may be. A turn within a turn ends in two equal lines, and so on.
const mostAlike = 16

func (a again) with(b store.Body) again {
	a.times++
	if !slices.ContainsFunc(a.last[:], func(l store.Body) bool { return reflect.DeepEqual(l, b) }) {
		a.times = 0
	}
	copy(a.last[1:], a.last[:])
	a.last[0] = b
	return a
}

func (a again) alike() bool { return a.times > mostAlike }

// here records where the tools work from now on, if that is a new place. What the
// record holds from before, from an unknown place, must not come to belong here.
func (s State) here() (said []store.Body) {
	at, was := s.Env.where(), s.Folded.where()
	if at == was || at.Folder == "" && at.Root == was.Root {
		return nil
	}
	if was.Root == "" && s.unplaced {
		said = append(said, store.Workspace{})
	}
	return append(said, store.Workspace(at))
}

// begin starts a turn with a user message.
func (s State) begin(q Queued) (State, []store.Body) {
	s.Held = false
	said := s.here()
	if s.found.id == q.ID {
		said = append(said, s.Folded.told(s.found.told)...)
	}
	s.found = foundFor{}
	return s, append(said, store.TurnStart{}, store.ChatRequest{Text: q.Text, Read: q.Read, Queued: q.ID, Files: q.Files})
}
