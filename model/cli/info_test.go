package cli

import "testing"

func TestTheFirstSentence(t *testing.T) {
	for in, want := range map[string]string{
		"":                              "",
		"One.":                          "One.",
		"One. Two.":                     "One.",
		"Reads files, e.g. a.go. More.": "Reads files, e.g. a.go.",
		"Of v1. x and v2. Éclair":       "Of v1. x and v2.",
		"A line. it goes on\nB. C":      "A line. it goes on",
		"Ends with a blank. ":           "Ends with a blank. ",
	} {
		if got := sentence(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
