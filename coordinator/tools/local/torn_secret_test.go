package local

import (
	"fmt"
	"strings"
	"testing"

	"parley/coordinator/tool"
)

// TestATornErrorHoldsNoPartOfASecret: what was printed is searched before its middle is cut out.
func TestATornErrorHoldsNoPartOfASecret(t *testing.T) {
	const secret = "hunter22-hunter22"
	begun := `{"type":"error","message":"`
	for _, before := range []int{kept/2 - len(secret) + 1, kept/2 - 8} {
		line := fmt.Sprintf(`cat >/dev/null; printf '%%s' '%s'; head -c %d /dev/zero | tr '\0' x; printf %s; head -c %d /dev/zero | tr '\0' x`, begun, before-len(begun), secret, kept)
		o := New(tool.Spec{Name: "x"}, Config{Shell: line}).Run(t.Context(), tool.Call{Dir: t.TempDir(), Answers: secretAnswers(secret)})
		f, ok := o.(tool.Failure)
		if trace := f.Trace; !ok || f.Message != badErrorText("x", tornErrorText) || strings.Contains(trace, "hunt") || strings.Contains(trace, "er22") || !strings.Contains(trace, "x[") {
			t.Errorf("%d bytes before it: %q, %q", before, f.Message, trace[max(kept/2-40, 0):min(kept/2+80, len(trace))])
		}
	}
}
