package guards

import "testing"

func TestLoopsAndWhatIsNone(t *testing.T) {
	for name, c := range map[string]struct {
		steps string // one letter per iteration
		want  int    // rounds at the end
		text  string
	}{
		"in a row":           {"baaa", 3, "a"},
		"alternating":        {"cababab", 3, "a / b"},
		"alternating, short": {"ababa", 2, "b / a"},
		"three in turn":      {"abcabcabc", 1, "c"},
		"broken":             {"aabaa", 2, "a"},
		"a row after turns":  {"ababb", 2, "b"},
		"turns after a row":  {"aababab", 3, "a / b"},
	} {
		var l Loop
		for _, r := range c.steps {
			l = l.With(Signature{Digest: uint64(r), Calls: []Ended{{Signed: string(r)}}})
		}
		if l.rounds() != c.want || l.pattern() != c.text {
			t.Errorf("%s: %d of %q, want %d of %q", name, l.rounds(), l.pattern(), c.want, c.text)
		}
	}
}
