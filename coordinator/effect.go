package coordinator

import (
	"cmp"
	"fmt"
	"time"
)

// Kind is what sort of effect a key names.
type Kind uint8

// The kinds of effects, and of what is no effect but has a key too: the questions of
// the screen's own, and what the shell does itself.
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
	OfScreen
	ofAside    // writes or removes what is kept of an answer
	ofWriting  // appends to the file
	ofSettling // goes on with what follows, once whoever draws had a turn
)

// String is the kind as a person reads it.
func (k Kind) String() string {
	return [...]string{"none", "model", "tool", "ask", "review", "wake", "title", "rules", "command", "summary", "screen", "aside", "write", "settle"}[k]
}

// Key names an effect. A result carries the key of the effect that it answers;
// one whose key is not running is dropped.
type Key struct {
	Kind     Kind
	Turn     int32  // of an answer or a run
	Response string // the answer, or the one that a run's call is of
	ID       string // the call of a run, what is asked or reviewed, the name of a wake-up
	N        int64  // the try of an answer, the run of a call, when a wake-up is due
}

// String is the key as a person reads it.
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
	case OfRules:
		return fmt.Sprintf("%s/%d", k.Kind, k.N)
	case OfClock:
		return fmt.Sprintf("%s/%s/%d", k.Kind, k.ID, k.N)
	}
	return k.Kind.String() + "/" + k.ID
}

// compare orders keys, so that what is cancelled at once is so in the same order each
// time.
func (k Key) compare(o Key) int {
	return cmp.Or(cmp.Compare(k.Kind, o.Kind), cmp.Compare(k.Turn, o.Turn), cmp.Compare(k.Response, o.Response), cmp.Compare(k.ID, o.ID), cmp.Compare(k.N, o.N))
}

// Effect is an order that the state owes: it is derived from the folded events
// and never sent by whoever handled a message.
type Effect interface{ Key() Key }

// CallModel asks the main model for the response Response; Try counts its
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

// AskUser puts what has the screen before the user: the permission or the
// question with this id. State.Prompt says what it is.
type AskUser struct{ ID string }

// Review asks the reviewing model to answer an inquiry.
type Review struct{ Inquiry string }

// Wake asks for a Woke message at a time. Nothing owes one yet but the guards.
type Wake struct {
	Name string
	Due  time.Time
}

// Key names the answer and the try.
func (e CallModel) Key() Key {
	return Key{Kind: OfModel, Turn: int32(e.Turn), Response: e.Response, N: int64(e.Try)}
}

// Key names the run.
func (e RunTool) Key() Key {
	return Key{Kind: OfTool, Turn: int32(e.Turn), Response: e.Response, ID: e.Call, N: int64(e.Run)}
}

// Key names what is asked.
func (e AskUser) Key() Key { return Key{Kind: OfUser, ID: e.ID} }

// Key names the question.
func (e Review) Key() Key { return Key{Kind: OfReviewer, ID: e.Inquiry} }

// Key names the wake-up and its time.
func (e Wake) Key() Key { return Key{Kind: OfClock, ID: e.Name, N: e.Due.UnixNano()} }
