package store

import "testing"

// TestEveryTypeHasWords of its own. A type of a newer program is named as it is.
func TestEveryTypeHasWords(t *testing.T) {
	seen := map[string]string{"": "no type"}
	for _, b := range bodies() {
		tag := b.Type()
		words := typeWords(tag)
		if other, twice := seen[words]; twice {
			t.Errorf("%s: %q is what %s says", tag, words, other)
		}
		seen[words] = tag
	}
	for tag, want := range map[string]string{
		"turn_end": "the turn has ended", "chat_request": "a message", "inquiry_response": "the question is closed",
		"undone": "changes are undone", "frobnicate": "frobnicate", "": "",
	} {
		if got := TypeWords(tag); got != want {
			t.Errorf("%q: %q, want %q", tag, got, want)
		}
	}
}
