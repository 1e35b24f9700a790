package audit

import (
	"strings"
	"testing"
	"time"

	"parley/teatest/goldens"
	"parley/views/text"
)

// TestNothingOfADecisionIsLeftOut: what is not seen stands by its number, in the row and in
// all that stands below it.
func TestNothingOfADecisionIsLeftOut(t *testing.T) {
	const hidden = "a\u202etxt\u200bb"
	at := time.Date(2026, 11, 22, 14, 2, 0, 0, time.UTC)
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for _, width := range []int{60, 120} {
		for _, whole := range []int{-1, 0} {
			r := Row{Turn: 1, At: at, What: "Run " + hidden, Answer: "as " + hidden, Who: "by " + hidden, Reason: "why " + hidden, Came: "came " + hidden}
			if whole == 0 {
				r.Asked, r.Given, r.Told = "all of "+hidden, "given "+hidden, "told "+hidden
			}
			l := List{Title: "Orders", Rows: []Row{r}, Now: at, Whole: whole}
			got := text.Stripped(strings.Join(l.Texts(th, width), "\n"))
			want := []string{"Run", "as", "by", "why", "came"}
			if whole == 0 {
				want = []string{"Run", "all of", "given", "by", "why", "came", "told"}
			}
			for _, w := range want {
				if !strings.Contains(strings.Join(strings.Fields(got), " "), w+" a<U+202E>txt<U+200B>b") {
					t.Errorf("%d cells, whole %d: %q is not spelled out:\n%s", width, whole, w, got)
				}
			}
		}
	}
}
