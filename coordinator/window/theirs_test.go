package window

import (
	"strings"
	"testing"

	"parley/store"
)

// TestInstructionsOfAnotherHandAreNotTold, before the first message and later: nobody here trusted them.
func TestInstructionsOfAnotherHandAreNotTold(t *testing.T) {
	texts := map[string]string{}
	given := func(text string) store.Instructions {
		digest := store.Digest([]byte(text))
		texts[digest] = text
		return store.Instructions{Files: []store.Instruction{{Path: "AGENTS.md", Digest: digest, Bytes: int64(len(text))}}}
	}
	var log store.Log
	for i, b := range []store.Body{
		given("Be first."), store.TurnStart{}, store.ChatRequest{Text: "hi"}, store.TurnEnd{Reason: store.ReasonUser}, given("Be second."), store.TurnStart{}, store.ChatRequest{Text: "and"},
	} {
		log = log.Append(store.Event{Head: store.Head{V: 1, Seq: int64(i + 1), Turn: 1, Conversation: "c"}, Body: b})
	}
	for theirs, want := range map[int][2]bool{0: {true, true}, 1: {false, true}, 4: {false, true}, 5: {}, 7: {}} {
		r := Seen{Log: log, Theirs: theirs, Files: func(digest string) ([]byte, bool) { text, ok := texts[digest]; return []byte(text), ok }}.Request(Model{ID: "m/a", Name: "a"})
		all := r.System
		for _, m := range r.Messages {
			all += m.Text
		}
		if got := [2]bool{strings.Contains(all, "Be first."), strings.Contains(all, "Be second.")}; got != want || !strings.Contains(all, "hi") {
			t.Errorf("%d lines are another hand's: told %v, want %v:\n%s", theirs, got, want, all)
		}
	}
}
