package record

import (
	"iter"
	"slices"

	"parley/store"
)

// Transcript is what was said and decided in a conversation, in order: the fold of
// its events for display, `show` and export. Adding an event touches only the entries
// that it belongs to, so it costs the same in a long conversation as in a short one.
// Every event is accepted: one that refers to nothing changes nothing. It is not safe
// for concurrent use.
type Transcript struct {
	entries   []Entry
	responses map[string]*answer // by response id
	calls     map[string]int     // call id to its entry
	exchanges map[string]place   // permission or inquiry id to its exchange
	commands  map[string]int     // id of a user's command to its entry
	guards    map[string]int     // guard to its latest entry
	ending    map[int]string     // turns that are ending, and why: what ends now was stopped
	told      map[int]string     // turn to the reason to end that an entry tells
	debugging map[int]int        // debugging turn to its entry
	said      bool               // the user has
	title     string
	model     string // that is asked, as it is on record
	open      int    // exchanges without an answer
	lapses    Lapses
	touched   []int // the entries that the last Add began or changed
}

// modelKey is the setting that says which model is asked.
const modelKey = "assistant.model.id"

// response is where the parts of one response of the model are.
type answer struct {
	state State
	end   *store.ResponseEnd // when it is complete
	parts []int
}

// place locates an exchange: its entry, and its index in a call's Exchanges.
type place struct {
	entry int
	index int
}

// NewTranscript is the transcript of the events of a log.
func NewTranscript(l store.Log) *Transcript {
	t := &Transcript{
		responses: make(map[string]*answer),
		calls:     make(map[string]int),
		exchanges: make(map[string]place),
		commands:  make(map[string]int),
		guards:    make(map[string]int),
		ending:    make(map[int]string),
		told:      make(map[int]string),
		debugging: make(map[int]int),
	}
	for _, e := range l.All() {
		t.Add(e)
	}
	return t
}

// Len is the number of entries.
func (t *Transcript) Len() int { return len(t.entries) }

// At is the entry at a position from 0.
func (t *Transcript) At(i int) Entry { return t.entries[i] }

// All yields the entries in order.
func (t *Transcript) All() iter.Seq2[int, Entry] {
	return func(yield func(int, Entry) bool) {
		for i, e := range t.entries {
			if !yield(i, e) {
				return
			}
		}
	}
}

// Title is the conversation's title, "" if none was given.
func (t *Transcript) Title() string { return t.title }

// Open is the number of permissions and questions without an answer.
func (t *Transcript) Open() int { return t.open }

// Call is the position of a call's entry.
func (t *Transcript) Call(id string) (int, bool) {
	at, ok := t.calls[id]
	return at, ok
}

// Command finds the entry of a command of the user's own by its id.
func (t *Transcript) Command(id string) (int, bool) {
	at, ok := t.commands[id]
	return at, ok
}

// Add takes in the next event. It returns the index of the entry that the event began
// or changed, false if there is none. What happens during debugging also changes the
// entry that Debugging returns.
func (t *Transcript) Add(e store.Event) (int, bool) {
	t.touched = t.touched[:0]
	t.lapse(e)
	return t.take(e)
}

func (t *Transcript) take(e store.Event) (int, bool) {
	if at, ok := t.debug(e); ok && e.Body.Type() == (store.TurnEnd{}).Type() {
		return at, true
	}
	switch b := e.Body.(type) {
	case store.TurnEnding:
		t.ending[e.Turn] = b.Reason
		return t.begin(e, &Mark{Body: b})
	case store.TurnStart:
		if b.Parent == 0 {
			return t.begin(e, &Mark{Body: b})
		}
		at, ok := t.begin(e, &Debugging{Parent: b.Parent})
		t.debugging[e.Turn] = at
		return at, ok
	case store.ChatRequest:
		t.said = true
		return t.begin(e, &Message{Text: b.Text, Author: b.Author, Queued: b.Queued, Files: b.Files})
	case store.ChatResponse:
		a := &Response{Response: b.Response, Text: b.Text, State: stateOf(b.Partial)}
		if b.Ended() {
			a.State, a.Stopped = Stopped, b.Stopped
			t.told[e.Turn] = b.Stopped
		}
		return t.part(e, b.Response, a)
	case store.Reasoning:
		return t.thought(e, b)
	case store.ToolCallRequest:
		return t.call(e, b)
	case store.ResponseEnd:
		return t.answered(e, b)
	case store.ResponseDropped:
		return t.ended(e, b.Response, Dropped, nil)
	case store.ToolStarted, store.ToolFinished, store.ToolCallResponse:
		return t.ran(e)
	case store.PermissionRequest, store.PermissionResponse, store.InquiryRequest, store.InquiryResponse, store.MemoryRevoked:
		return t.asked(e)
	case store.GuardTripped, store.GuardResolved:
		return t.guard(e)
	case store.ModelFailed:
		return t.failed(e, b)
	case store.ScratchpadNote:
		return t.begin(e, &Note{Text: b.Text})
	case store.ToolAsked:
		t.waits(b)
		return t.touch(t.calls, b.ID, e) // its questions follow as inquiries
	case store.UserCommand, store.UserCommandEnd:
		return t.command(e)
	case store.AnswerRefused:
		return t.begin(e, t.refused(b))
	case store.Resumed:
		return t.ceased(e)
	case store.Title:
		t.title = b.Title
		return t.begin(e, &Mark{Body: b})
	default:
		return t.begin(e, &Mark{Body: b, Told: t.tellsAlready(e)})
	}
}

// thought adds what the model thought, unless only its server can read it.
func (t *Transcript) thought(e store.Event, b store.Reasoning) (int, bool) {
	if b.Text == "" && len(b.Provider) > 0 {
		return 0, false
	}
	return t.part(e, b.Response, &Thought{Response: b.Response, Text: b.Text, State: stateOf(b.Partial)})
}

// refused is an answer that was not taken, with what it was to.
func (t *Transcript) refused(b store.AnswerRefused) *Mark {
	m := &Mark{Body: b}
	if _, x, ok := t.exchange(b.ID); ok {
		about := *x
		m.About = &about
	}
	return m
}

// tellsAlready reports whether an event has no line of its own: an entry tells how the turn
// ended, or the model is the one that the conversation begins with, or has already.
func (t *Transcript) tellsAlready(e store.Event) bool {
	switch b := e.Body.(type) {
	case store.TurnEnd:
		return b.Reason != "" && t.told[e.Turn] == b.Reason
	case store.ConfigDelta:
		model, set := b.Set[modelKey]
		same := string(model) == t.model
		if set {
			t.model = string(model)
		}
		return set && len(b.Set) == 1 && (!t.said || same)
	}
	return false
}

func stateOf(partial bool) State {
	if partial {
		return Partial
	}
	return Arriving
}

// begin adds an entry.
//
//go:noinline
func (t *Transcript) begin(e store.Event, item Item) (int, bool) {
	within := ""
	if at, ok := t.debugging[e.Turn]; ok {
		within = t.entries[at].ID
	}
	t.entries = append(t.entries, Entry{
		ID: e.ID, Within: within, Seq: e.Seq, Turn: e.Turn, Time: e.Time, Changed: e.Time, Version: 1, Item: item,
	})
	t.touched = append(t.touched, len(t.entries)-1)
	return len(t.entries) - 1, true
}

// change notes that an event changed an entry.
func (t *Transcript) change(at int, e store.Event) (int, bool) {
	t.entries[at].Version++
	t.entries[at].Changed = e.Time
	t.touched = append(t.touched, at)
	return at, true
}

func (t *Transcript) touch(where map[string]int, id string, e store.Event) (int, bool) {
	at, ok := where[id]
	if !ok {
		return 0, false
	}
	return t.change(at, e)
}

// part adds an entry that belongs to a response of the model.
func (t *Transcript) part(e store.Event, response string, item Item) (int, bool) {
	at, _ := t.begin(e, item)
	a := t.responses[response]
	if a == nil {
		a = &answer{state: Arriving}
		t.responses[response] = a
	}
	a.parts = append(a.parts, at)
	if a.state != Arriving {
		setState(item, a.state, a.end)
	}
	return at, true
}

// answered ends a response, and says if it is incomplete.
func (t *Transcript) answered(e store.Event, b store.ResponseEnd) (int, bool) {
	_, known := t.responses[b.Response]
	at, changed := t.ended(e, b.Response, Complete, &b)
	if IsWhole(b) || known && !changed {
		return at, changed
	}
	return t.begin(e, &Shortfall{Response: b.Response, End: b})
}

// ended gives every part of a response its state. Only the first end counts.
func (t *Transcript) ended(e store.Event, response string, s State, end *store.ResponseEnd) (int, bool) {
	a := t.responses[response]
	if a == nil {
		t.responses[response] = &answer{state: s, end: end}
		return 0, false
	}
	if a.state != Arriving || len(a.parts) == 0 {
		return 0, false
	}
	a.state, a.end = s, end
	for _, at := range a.parts {
		setState(t.entries[at].Item, s, end)
		t.change(at, e)
	}
	return a.parts[len(a.parts)-1], true
}

// failed adds a failure. One for good breaks off what came of the response.
func (t *Transcript) failed(e store.Event, b store.ModelFailed) (int, bool) {
	if b.Final {
		t.broken(e, b.Response)
	}
	return t.begin(e, &Failure{Response: b.Response, Try: b.Try, Error: b.Error, Final: b.Final, Retried: b.Retried})
}

// broken marks the last text of a response that failed for good: nothing follows it that
// would stand for it.
func (t *Transcript) broken(e store.Event, response string) {
	a := t.responses[response]
	if a == nil {
		return
	}
	for _, at := range slices.Backward(a.parts) {
		if r, ok := t.entries[at].Item.(*Response); ok {
			if r.State == Partial {
				r.Broken = true
				t.change(at, e)
			}
			return
		}
	}
}

// BrokenOff is the entry of the text that the last event broke off for good, if it did. It
// stands before the failure, which Add returned.
func (t *Transcript) BrokenOff() (int, bool) {
	for _, at := range t.touched {
		if r, ok := t.entries[at].Item.(*Response); ok && r.Broken {
			return at, true
		}
	}
	return 0, false
}

// setState leaves partial texts as they are: they stay shown as partial.
func setState(item Item, s State, end *store.ResponseEnd) {
	switch i := item.(type) {
	case *Response:
		if i.State == Arriving {
			i.State, i.End = s, end
		}
	case *Thought:
		if i.State == Arriving {
			i.State = s
		}
	case *ToolCall:
		if i.State == Arriving {
			i.State = s
		}
	}
}

func (t *Transcript) call(e store.Event, b store.ToolCallRequest) (int, bool) {
	if _, repeated := t.calls[b.ID]; repeated {
		return 0, false
	}
	at, ok := t.part(e, b.Response, &ToolCall{
		Response: b.Response, ID: b.ID, Name: b.Name, Arguments: b.Arguments, State: Arriving,
	})
	t.calls[b.ID] = at
	return at, ok
}

// command takes in a command of the user or its outcome.
func (t *Transcript) command(e store.Event) (int, bool) {
	switch b := e.Body.(type) {
	case store.UserCommand:
		if _, repeated := t.commands[b.ID]; !repeated {
			at, ok := t.begin(e, &Command{ID: b.ID, Command: b.Command})
			t.commands[b.ID] = at
			return at, ok
		}
	case store.UserCommandEnd:
		at, known := t.commands[b.ID]
		if !known {
			return 0, false
		}
		if c, ok := t.entries[at].Item.(*Command); ok && c.End == nil {
			c.End, c.Done = &b, e.Time
			return t.change(at, e)
		}
	}
	return 0, false
}
