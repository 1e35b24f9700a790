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

// TestWhatIsNoCharacterYet is drawn as nothing by some terminals.
func TestWhatIsNoCharacterYet(t *testing.T) {
	const said = "te\u0378st \ud7ff \U0001fbff"
	const want = "te<U+0378>st <U+D7FF> <U+1FBFF>"
	for name, got := range map[string]string{"Reveal": Reveal(said), "Prose": Prose(said), "Tame": Tame(said)} {
		if got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, r := range "\ue0a0\U000f0001é世😀" { // signs of fonts for programmers are private
		if got := Reveal(string(r)); got != string(r) {
			t.Errorf("%U is %s", r, got)
		}
	}
	if got := Assigned("te\u0378st \U0001fbff"); got != `te\u0378st \ud83e\udfff` {
		t.Errorf("in JSON it is %s", got)
	}
}
