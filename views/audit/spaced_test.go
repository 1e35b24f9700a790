package audit

import (
	"strings"
	"testing"
	"time"

	"parley/teatest/goldens"
	"parley/views/text"
)

// TestNoQuestionHasAColumnOfItsOwn: blanks and tabs of a question that has more than its row set nothing
// where answers stand.
func TestNoQuestionHasAColumnOfItsOwn(t *testing.T) {
	row := Row{At: time.Date(2026, 11, 22, 14, 2, 0, 0, time.UTC), Turn: 1, What: "Wipe it?" + strings.Repeat(" ", 30) + "no\tyou, 2 s", Answer: "yes " + strings.Repeat("x", 50), Who: "you"}
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	l := List{Rows: []Row{row}, Now: row.At, At: -1, Whole: -1, Each: "--whole"}
	if got := text.Stripped(strings.Join(l.Texts(th, 100), "\n")); !strings.Contains(got, "Wipe it?"+strings.Repeat("␠", 30)+"no␉you, 2 s\n") {
		t.Errorf("the row is\n%s", got)
	}
}
