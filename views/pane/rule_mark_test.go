package pane

import (
	"testing"

	"parley/store"
)

// TestNothingHidesInARuleThatWasMade: the line that names a rule shows what is invisible in
// it, and every blank.
func TestNothingHidesInARuleThatWasMade(t *testing.T) {
	const rule = "run_command(ls d\u200bocs 'a   b')"
	for _, c := range []struct {
		body store.Body
		want string
	}{
		{store.RuleAdded{Verdict: "allow", Rule: rule, Scope: "everywhere"}, "a rule was made: allow run_command(ls d<U+200B>ocs 'a   b'), everywhere"},
		{store.RuleRevoked{Verdict: "allow", Rule: rule, Scope: "everywhere"}, "a rule was taken back: allow run_command(ls d<U+200B>ocs 'a   b'), everywhere"},
	} {
		if got := markText(c.body); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}
