package coordinator

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parley/store"
	"parley/store/record"
)

// Answers also come from other processes: from a command that has no screen, and from the
// screen of another conversation. Whoever answers first has answered; the others are told
// who did.

// What an Act does.
const (
	ActAnswer = "answer"
	ActPermit = "permit"
	ActReply  = "reply"
	ActBack   = "back"
	ActEnd    = "end"
	ActClose  = "close" // says that the program that asked has decided; nobody else may say it
)

// Act is what a person does with what they are asked, in a form that passes between
// processes. A rule cannot be made by it.
type Act struct {
	Do        string          `json:"do"`
	Value     json.RawMessage `json:"value,omitempty"`     // of an answer
	Remember  bool            `json:"remember,omitempty"`  // … for this turn
	Edited    *store.Edited   `json:"edited,omitempty"`    // … a text other than the proposed one
	Again     bool            `json:"again,omitempty"`     // … a yes to being asked again
	Note      string          `json:"note,omitempty"`      // … what was said about it
	Outcome   string          `json:"outcome,omitempty"`   // of a permission
	Scope     string          `json:"scope,omitempty"`     // …
	Reason    string          `json:"reason,omitempty"`    // …
	Arguments json.RawMessage `json:"arguments,omitempty"` // … edited
	Content   *string         `json:"content,omitempty"`   // … of a result, edited
	Text      string          `json:"text,omitempty"`      // of a reply
}

// Input is what the act says to the prompt of a key; nil if it is unknown.
func (a Act) Input(key Key) Input {
	switch a.Do {
	case ActAnswer:
		return Answered{Key: key, Value: a.Value, Remember: a.Remember, Edited: a.Edited, Again: a.Again, Note: a.Note}
	case ActPermit:
		return Permitted{Key: key, Outcome: a.Outcome, Scope: a.Scope, Reason: a.Reason, Arguments: a.Arguments, Content: a.Content}
	case ActReply:
		return Replied{Key: key, Text: a.Text}
	case ActBack:
		return WentBack{Key: key}
	case ActEnd:
		return EndedTurn{Key: key}
	case ActClose:
		return Closed{Reason: store.CancelElsewhere}
	}
	return nil
}

// ActOf is the act of an input, false if there is none for it.
func ActOf(in Input) (Act, bool) {
	switch m := in.(type) {
	case Answered:
		return Act{Do: ActAnswer, Value: m.Value, Remember: m.Remember, Edited: m.Edited, Again: m.Again, Note: m.Note}, len(m.Rules)+len(m.Files) == 0
	case Permitted:
		return Act{Do: ActPermit, Outcome: m.Outcome, Scope: m.Scope, Reason: m.Reason, Arguments: m.Arguments, Content: m.Content}, len(m.Rules) == 0
	case Replied:
		return Act{Do: ActReply, Text: m.Text}, true
	case WentBack:
		return Act{Do: ActBack}, true
	case EndedTurn:
		return Act{Do: ActEnd}, true
	}
	return Act{}, false
}

// Sent is an answer from another process, to the request whose line has the digest. Told
// is called once, on the goroutine of the shell, when it is known what became of it.
type Sent struct {
	Digest string
	Act    Act
	Via    store.Via
	Barred string      // why its sender may not answer; it is put on record, and nothing else
	Stays  func() bool // whether its sender still waits; one that has left answers nothing. nil if it cannot leave
	Told   func(Taken)
}

// barred puts on record that somebody who may not tried to answer.
type barred struct{ refused store.AnswerRefused }

func (Sent) input()   {}
func (barred) input() {}

// Deaf says why no answers come from other processes. It changes nothing.
type Deaf struct{ Why string }

func (Deaf) input() {}

// Taken is what became of an answer.
type Taken struct {
	Done    bool       // it is the answer, and on disk
	Held    bool       // by the process that has the conversation open, which goes on with it
	Refused string     // why its sender may not answer
	First   store.Body // the answer on record, of whoever was first; nil if there is none
	Fault   error      // why it is none
}

// ErrNotAsked says that what was to be answered is not asked, or not any more.
var ErrNotAsked = errors.New("that is not asked there, or not any more")

// Request is a question or a permission on record, for a person.
type Request struct {
	Event  store.Event
	ID     string // of the inquiry or the permission
	Answer store.Body
	seq    int64 // of the answer
}

// Exchange is the request with its answer.
func (r Request) Exchange() (x record.Exchange) {
	switch b := r.Event.Body.(type) {
	case store.PermissionRequest:
		x.Permission = &b
	case store.InquiryRequest:
		x.Inquiry = &b
	}
	switch b := r.Answer.(type) {
	case store.PermissionResponse:
		x.Permitted = &b
	case store.InquiryResponse:
		x.Answer = &b
	}
	return x
}

// RequestOf finds a request by the digest of its line, or the beginning of it, and its
// answer, which is nil while there is none.
func RequestOf(log store.Log, digest string) (Request, bool) {
	var r Request
	found := false
	for _, ev := range log.All() {
		switch b := ev.Body.(type) {
		case store.PermissionRequest:
			if !found && digest != "" && strings.HasPrefix(store.Digest(ev.Line()), digest) {
				r, found = Request{Event: ev, ID: b.ID}, true
			}
		case store.InquiryRequest:
			if !found && digest != "" && strings.HasPrefix(store.Digest(ev.Line()), digest) {
				r, found = Request{Event: ev, ID: b.ID}, true
			}
		case store.PermissionResponse:
			if found && b.ID == r.ID && r.Answer == nil {
				r.Answer, r.seq = b, ev.Seq
			}
		case store.InquiryResponse:
			if found && b.ID == r.ID && r.Answer == nil {
				r.Answer, r.seq = b, ev.Seq
			}
		}
	}
	return r, found
}

// asksBy reports whether a line is the one that asks. Another hand may have written a second one
// with the same id, which asks for nothing, and shows something else.
func (f Folded) asksBy(r Request) bool {
	line, known := f.lines.get(r.ID)
	return known && line == store.Digest(r.Event.Line())
}

// told is what became of an answer, told once that is on disk.
type told struct {
	seq  int64
	what Taken
	say  func(Taken)
}

// sent gives the core an answer of another process.
func (s *Shell) sent(m Sent) ([]store.Event, []Job) {
	r, known := RequestOf(s.log, m.Digest)
	key := (AskUser{ID: r.ID}).Key()
	in := m.Act.Input(key)
	why := m.Barred
	if why == "" && r.Answer == nil && m.Via.Terminal == "" && !m.Via.Notified && s.state.commandRuns() {
		why = noTerminalText
	}
	switch {
	case why != "":
		return s.bar(m, cmp.Or(r.ID, m.Digest), why)
	case !known, m.Stays != nil && !m.Stays():
		m.Told(Taken{Fault: ErrNotAsked})
	case r.Answer != nil:
		s.toTell = append(s.toTell, told{r.seq, Taken{First: r.Answer}, m.Told})
		s.tell()
	case !s.state.runs(key), !s.state.Folded.asksBy(r):
		m.Told(Taken{Fault: ErrNotAsked})
	case in == nil:
		m.Told(Taken{Fault: fmt.Errorf("%q is nothing that can be done with a question", m.Act.Do)})
	case m.Via.Notified && !m.Act.once():
		m.Told(Taken{Fault: errOnce})
	default:
		return s.answered(m, r, in)
	}
	return nil, nil
}

// errOnce says why an act is not done by the token that notify.command was given.
var errOnce = errors.New("a token answers its one question once: nothing is edited or remembered, nothing is permitted for the turn, and no step is taken back")

// once reports whether an act answers one question as it was told, and nothing else.
func (a Act) once() bool {
	edits := a.Edited != nil || a.Arguments != nil || a.Content != nil || a.Outcome == store.PermitEdited
	return a.Do != ActBack && !a.Remember && !edits && (a.Scope == "" || a.Scope == store.ScopeOnce)
}

// noTerminalText says why somebody without a terminal does not answer while a command runs:
// what that left behind could be it.
const noTerminalText = "it has no terminal, and a command of this conversation runs"

// commandRuns reports whether a command or a tool runs that could have started somebody.
func (s State) commandRuns() bool {
	return slices.ContainsFunc(s.Running, func(r *Running) bool { return r.Key.Kind == OfTool || r.Key.Kind == OfCommand })
}

// mostRefusals is how many refusals are recorded between two decisions, so that whoever keeps
// trying does not bury what a person is asked, nor fill the disk.
const mostRefusals = 3

// noMoreText ends the reason of the last refusal that is recorded.
const noMoreText = "; what is refused after this, before the next decision, is not recorded"

// bar refuses an answer, on record.
func (s *Shell) bar(m Sent, id, why string) ([]store.Event, []Job) {
	m.Told(Taken{Refused: why})
	switch s.refusals() {
	case mostRefusals:
		return nil, nil
	case mostRefusals - 1:
		why += noMoreText
	}
	return s.Send(barred{store.AnswerRefused{ID: id, Via: m.Via, Reason: why}})
}

// refusals is how many answers were refused since the latest decision or the beginning of the
// turn, mostRefusals at most.
func (s *Shell) refusals() (n int) {
	for i := s.log.Len() - 1; i >= 0 && n < mostRefusals; i-- {
		switch s.log.At(i).Body.(type) {
		case store.AnswerRefused:
			n++
		case store.PermissionResponse, store.InquiryResponse, store.TurnStart:
			return n
		}
	}
	return n
}

func (s *Shell) answered(m Sent, r Request, in Input) ([]store.Event, []Job) {
	if err := s.state.unfit(in); err != nil {
		m.Told(Taken{Fault: err})
		return nil, nil
	}
	before := s.state.Folded.Seq
	events, jobs := s.sendBy(&m.Via, in)
	if s.state.Folded.Seq == before {
		m.Told(Taken{Fault: errors.New("it does not fit what is asked")})
		return events, jobs
	}
	s.toTell = append(s.toTell, told{s.state.Folded.Seq, Taken{Done: true}, m.Told})
	s.tell()
	return events, jobs
}

// unfit says why an answer does not fit the question that it is to; nil if it does, or is
// none.
func (s State) unfit(in Input) error {
	if p, is := in.(Permitted); is {
		return s.unfitYes(p)
	}
	a, ok := in.(Answered)
	if !ok {
		return nil
	}
	if t, _ := s.Folded.Current(); t.Guard != nil && t.Guard.Open != nil && (AskUser{ID: t.Guard.Open.ID}).Key() == a.Key {
		return t.Guard.Open.Question.Check(a.Value)
	}
	if c, ok := s.asked(in); ok {
		return c.Asking.Open.Question.Check(a.Value)
	}
	return nil
}

// tell tells those whose answers are on disk by now.
func (s *Shell) tell() {
	s.toTell = slices.DeleteFunc(s.toTell, func(t told) bool {
		if t.seq > s.outbox.Written() {
			return false
		}
		t.say(t.what)
		return true
	})
}

// Parked is what waits for a person, if none is there: what somebody who came would be
// asked.
func (s State) Parked() (Prompt, bool) {
	if s.Env.SomebodyThere {
		return Prompt{}, false
	}
	s.Env.SomebodyThere = true
	return s.Prompt()
}
