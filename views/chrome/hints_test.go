package chrome

import "testing"

func TestKeysOfHints(t *testing.T) {
	for hint, want := range map[string][2]string{
		"Enter send": {"Enter", "send"}, "? help": {"?", "help"}, "← → step": {"← →", "step"}, "[ ] turn": {"[ ]", "turn"},
		"y": {"y", ""}, "n N": {"n", "N"}, "1-9 choose": {"1-9", "choose"}, "↑↓ Enter": {"↑↓ Enter", ""}, "↑↓ Enter choose": {"↑↓ Enter", "choose"}, "e Entering": {"e", "Entering"}, "Enter or a answer": {"Enter or a", "answer"}, "r say or not": {"r", "say or not"}, "Enter a message": {"Enter", "a message"},
	} {
		key, words := keyOfHint(hint)
		if got := [2]string{key, words}; got != want {
			t.Errorf("%q: %q, want %q", hint, got, want)
		}
	}
}
