package clean

import "testing"

// TestExact: what looks like the number of a character is told from one.
func TestExact(t *testing.T) {
	for in, want := range map[string]string{
		"cat a <U+200B> b": "cat a <U+003C>U+200B> b", "a <b> c": "a <b> c", "␠": "<U+2420>", "<U+003C>U+200B>": "<U+003C>U+003C>U+200B>",
	} {
		if got := Exact(in); got != want {
			t.Errorf("%q has become %q, want %q", in, got, want)
		}
	}
	if hidden, literal := Reveal(Signs(Exact("a \u200b b"))), Reveal(Signs(Exact("a <U+200B> b"))); hidden == literal {
		t.Errorf("both are %q", hidden)
	}
}
