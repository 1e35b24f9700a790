package session

import (
	"testing"

	"parley/store"
)

// TestStrangeStill: a turn that was not recorded here is as strange until the model has answered or a call has
// begun; that its calls and what they began have ended is no step of its own.
func TestStrangeStill(t *testing.T) {
	opened := []store.Body{store.TurnStart{}, store.ResponseEnd{}, store.ToolStarted{}, store.TurnStart{Parent: 1}, store.Resumed{Strange: true}, store.ToolCallResponse{}, store.TurnEnd{}, store.PermissionResponse{By: store.ByUser}}
	for name, c := range map[string]struct {
		more []store.Body
		want bool
	}{
		"answered":              {nil, true},
		"opened once more":      {[]store.Body{store.Resumed{}}, true},
		"the model answered":    {[]store.Body{store.ResponseEnd{}}, false},
		"a call began":          {[]store.Body{store.ToolStarted{}, store.Resumed{}}, false},
		"in the turn before it": {[]store.Body{store.TurnEnd{}, store.TurnStart{}}, false},
	} {
		log := store.Log{}
		for _, b := range append(opened[:len(opened):len(opened)], c.more...) {
			log = log.Append(store.Event{Body: b})
		}
		if got := strangeStill(log); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if strangeStill(store.Log{}.Append(store.Event{Body: store.TurnStart{}}, store.Event{Body: store.Resumed{}})) {
		t.Error("what was recorded here is strange")
	}
}
