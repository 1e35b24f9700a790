package desk

import "testing"

// TestALineOfATestIsRewritten: where it stands alone between quotes or ends of lines, and
// nowhere else.
func TestALineOfATestIsRewritten(t *testing.T) {
	const line, with = " s end turn   Esc menu", " s stop   Esc menu"
	for _, c := range []struct {
		source, want string
		found        bool
	}{
		{`d.Sees(" s end turn   Esc menu")`, `d.Sees(" s stop   Esc menu")`, true},
		{`d.Sees(" up\n s end turn   Esc menu\n down")`, `d.Sees(" up\n s stop   Esc menu\n down")`, true},
		{"d.Sees(`\n s end turn   Esc menu\n`)\nx(\" s end turn   Esc menu\")", "d.Sees(`\n s stop   Esc menu\n`)\nx(\" s stop   Esc menu\")", true},
		{`d.Sees("b back   s end turn   Esc menu")`, `d.Sees("b back   s end turn   Esc menu")`, false},
		{`d.Sees(" s end turn   Esc menu (draft is kept)")`, `d.Sees(" s end turn   Esc menu (draft is kept)")`, false},
		{`d.Sees(" s stop   Esc menu")`, `d.Sees(" s stop   Esc menu")`, true}, // rewritten a moment ago, for the same line
		{"", "", false},
	} {
		if got, found := replaced(c.source, line, with); got != c.want || found != c.found {
			t.Errorf("%s becomes %s, found: %v", c.source, got, found)
		}
	}
	if _, found := replaced(`"a"`, "a", `"`); found {
		t.Error("a quote was put into a quoted text")
	}
	if got := nearest([]string{" y yes   n no", " y yes   n no   Esc choices   ? help", "yes"}, " y yes   n no   Esc menu   ? help"); got != " y yes   n no   Esc choices   ? help" {
		t.Errorf("the nearest line is %q", got)
	}
	if got := nearest([]string{"one", "two"}, "three four"); got != "" {
		t.Errorf("the nearest line is %q", got)
	}
}
