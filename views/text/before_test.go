package text

import "testing"

// TestAChoiceKeepsItsValue: its label is cut, and what follows the value stays with it.
func TestAChoiceKeepsItsValue(t *testing.T) {
	for _, c := range []struct {
		words, value string
		width        int
		want         string
	}{
		{"No, keep all of the files (delete)", " (delete)", 40, "No, keep all of the files (delete)"},
		{"No, keep all of the files (delete)", " (delete)", 20, "No, keep a… (delete)"},
		{"No, keep all of the files (delete), this turn", " (delete)", 26, "No, k… (delete), this turn"},
		{"No, keep all of the files (delete)", "", 20, "No, keep all of the…"},
		{"Keep (delete everything there is)", " (delete everything there is)", 20, "Keep (delete everyt…"},
	} {
		if got := SubjectBefore(c.words, c.value, c.width); got != c.want {
			t.Errorf("%q in %d cells is %q, want %q", c.words, c.width, got, c.want)
		}
	}
}
