package coordinator

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Key names an effect. A result carries the key of the effect that it answers;
// one whose key is not running is dropped.
type Key string

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

// Key is "model/<turn>/<response>/<try>".
func (e CallModel) Key() Key {
	return Key(fmt.Sprintf("model/%d/%s/%d", e.Turn, e.Response, e.Try))
}

// Key is "tool/<turn>/<response>/<call>/<run>".
func (e RunTool) Key() Key {
	return Key("tool/" + strconv.Itoa(e.Turn) + "/" + e.Response + "/" + e.Call + "/" + strconv.Itoa(e.Run))
}

// call is the call of a run's key, whatever letters its id has; "" for the key of
// anything else.
func (k Key) call() string {
	parts := strings.SplitN(string(k), "/", 4)
	if len(parts) != 4 || parts[0] != "tool" {
		return ""
	}
	return parts[3][:max(strings.LastIndexByte(parts[3], '/'), 0)]
}

// Key is "ask/<id>".
func (e AskUser) Key() Key { return Key("ask/" + e.ID) }

// Key is "review/<inquiry>".
func (e Review) Key() Key { return Key("review/" + e.Inquiry) }

// Key is "wake/<name>/<due>".
func (e Wake) Key() Key { return Key(fmt.Sprintf("wake/%s/%d", e.Name, e.Due.UnixNano())) }
