package audit

import (
	"testing"

	"parley/teatest/goldens"
	"parley/views/text"
)

// TestARowUnfoldsIfItHasMore than its line shows.
func TestARowUnfoldsIfItHasMore(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for name, c := range map[string]struct {
		row  Row
		want bool
	}{
		"all is there":       {Row{What: "Run git status --short", Answer: "no", Who: "you"}, false},
		"a short reason":     {Row{What: "Run git status --short", Answer: "no", Who: "you", Reason: "Not now."}, false},
		"a long question":    {Row{What: "Run echo a-word-and-another-one-that-is-longer-than-what-the-line-of-a-decision-has-room-for", Answer: "no", Who: "you"}, true},
		"what was told":      {Row{What: "Run git status --short", Answer: "no", Who: "you", Told: "It asked."}, true},
		"what it was about":  {Row{What: "Edit main.go", Answer: "yes", Who: "you", Context: "A change."}, true},
		"it was asked fully": {Row{What: "Edit main.go", Answer: "yes", Who: "you", Asked: "Apply the patch?"}, true},
	} {
		for _, whole := range []int{-1, 0} {
			if got := (List{Rows: []Row{c.row}, Whole: whole}).Unfolds(th, 80); got != c.want {
				t.Errorf("%s, in full %d: %v", name, whole, got)
			}
		}
	}
	if (List{}).Unfolds(th, 80) {
		t.Error("nothing has more")
	}
}
