package cli

import "testing"

// TestTheEndOfACheck: faults of rules are told from rules that are too wide together, and a
// check that found either does not end as if there were none.
func TestTheEndOfACheck(t *testing.T) {
	for _, c := range []struct {
		faults, pairs int
		want          string
	}{
		{0, 0, "The configuration has no faults."},
		{1, 0, "The configuration itself has no faults; above: 1 fault in the rules."},
		{0, 1, "The configuration itself has no faults; above: 1 pair of rules that is too wide together."},
		{2, 2, "The configuration itself has no faults; above: 2 faults in the rules and 2 pairs of rules that are too wide together."},
	} {
		if got := checkedText(c.faults, c.pairs); got != c.want {
			t.Errorf("%d and %d: %s", c.faults, c.pairs, got)
		}
	}
}

func TestAnExplanationHasNoAddresses(t *testing.T) {
	for said, want := range map[string]string{
		"":                                "",
		"None.":                           "None.",
		"The [rules](rules.md), [a] (b).": "The rules, [a] (b).",
		"[a](b.md) and [c](d.md#e)":       "a and c",
		"open [a](b":                      "open [a](b",
		"](":                              "](",
	} {
		if got := unlinked(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}
