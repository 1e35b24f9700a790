package coordinator

import (
	"cmp"
	"fmt"
	"time"
)

// Kind is what sort of effect a key names.
type Kind uint8

// The kinds of effects, and of things that have a key without being effects: the
// screen's own questions, and what the shell does itself.
const (
	OfModel Kind = iota + 1
	OfTool
	OfUser
	OfReviewer
	OfClock
	OfTitle
	OfRules
	OfCommand
	OfSummary
	OfFiles
	OfUndo
	OfScreen
	OfInstructions
	OfTelling
	OfVisit
	ofAside    // writes or removes the kept response
	ofWriting  // appends to the file
	ofSettling // continues settling, after the screen has had a turn
	ofHolding  // the append waits for runs that only look
)

// String is the kind in readable form.
func (k Kind) String() string {
	return [...]string{"none", "model", "tool", "ask", "review", "wake", "title", "rules", "command", "summary", "write", "undo", "screen", "instruct", "tell", "visit", "aside", "append", "settle", "hold"}[k]
}

// Key names an effect. A result carries the key of the effect that it answers; if
// that key is not running, the result is dropped.
type Key struct {
	Kind     Kind
	Turn     int32  // of a response or a run
	Response string // the response, or the one that a run's call belongs to
	ID       string // the call of a run, the subject of a question or review, the name of a wake-up
	N        int64  // the attempt of a response, the run of a call, the time of a wake-up
}

// String is the key in readable form.
func (k Key) String() string {
	switch k.Kind {
	case OfModel:
		return fmt.Sprintf("%s/%d/%s/%d", k.Kind, k.Turn, k.Response, k.N)
	case OfTool:
		return fmt.Sprintf("%s/%d/%s/%s/%d", k.Kind, k.Turn, k.Response, k.ID, k.N)
	case OfSummary:
		if k.Turn == 0 {
			return fmt.Sprintf("%s/you.%s/%d", k.Kind, k.ID, k.N)
		}
		return fmt.Sprintf("%s/%d/%d", k.Kind, k.Turn, k.N)
	case OfFiles, OfTelling:
		return fmt.Sprintf("%s/%s/%d", k.Kind, k.ID, k.N)
	case OfRules:
		return fmt.Sprintf("%s/%d", k.Kind, k.N)
	case OfClock:
		return fmt.Sprintf("%s/%s/%d", k.Kind, k.ID, k.N)
	}
	return k.Kind.String() + "/" + k.ID
}

// compare orders keys, so that effects cancelled together are always cancelled in the
// same order.
func (k Key) compare(o Key) int {
	return cmp.Or(cmp.Compare(k.Kind, o.Kind), cmp.Compare(k.Turn, o.Turn), cmp.Compare(k.Response, o.Response), cmp.Compare(k.ID, o.ID), cmp.Compare(k.N, o.N))
}

// Effect is an order that the state owes: it is derived from the folded events and
// never sent by the code that handles a message.
type Effect interface{ Key() Key }

// CallModel asks the main model for the response Response; Try is the number of its
// failures plus one.
type CallModel struct {
	Turn     int
	Response string
	Try      int
}

// RunTool starts a run of a call.
type RunTool struct {
	Turn     int
	Response string
	Call     string
	Run      int
}

// WriteFiles does what a run of a call said that it will write, once what stands there is
// kept and on record.
type WriteFiles struct {
	Turn     int
	Response string
	Call     string
	Run      int
}

// AskUser shows the user what has the screen: the permission or the question with
// this id. State.Prompt says what it is.
type AskUser struct{ ID string }

// Review asks the reviewer to answer an inquiry.
type Review struct{ Inquiry string }

// Wake asks for a Woke message at a time.
type Wake struct {
	Name string
	Due  time.Time
}

// Key names the response and the attempt.
func (e CallModel) Key() Key {
	return Key{Kind: OfModel, Turn: int32(e.Turn), Response: e.Response, N: int64(e.Try)}
}

// Key names the run.
func (e RunTool) Key() Key {
	return Key{Kind: OfTool, Turn: int32(e.Turn), Response: e.Response, ID: e.Call, N: int64(e.Run)}
}

// Key names the run that the write belongs to.
func (e WriteFiles) Key() Key {
	return Key{Kind: OfFiles, Turn: int32(e.Turn), Response: e.Response, ID: e.Call, N: int64(e.Run)}
}

// Key names what is asked.
func (e AskUser) Key() Key { return Key{Kind: OfUser, ID: e.ID} }

// Key names the question.
func (e Review) Key() Key { return Key{Kind: OfReviewer, ID: e.Inquiry} }

// Key names the wake-up and its time.
func (e Wake) Key() Key { return Key{Kind: OfClock, ID: e.Name, N: e.Due.UnixNano()} }
