package pane

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/teatest/goldens"
	"parley/views/text"
)

// TestACallOnRecordHasNoEmptyPart: what it lacks, such as arguments or words of its own
// to ask with, has no heading either.
func TestACallOnRecordHasNoEmptyPart(t *testing.T) {
	look := Look{Theme: goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), Width: 60, Raw: true}
	for _, c := range []struct {
		call Call
		want string
	}{
		{Call{Tool: "now", Call: "k1", Arguments: json.RawMessage("{}"), State: CallDone, Result: "noon", Allowed: &Decision{Answer: "allowed", Who: "you"}},
			"   tool\n   │ now  k1\n   result\n   │ noon"},
		{Call{Tool: "now", Call: "k1", State: CallRunning, Output: "\x1b[K"}, "   tool\n   │ now  k1"},
		{Call{Tool: "now", Call: "k1", Arguments: json.RawMessage(`{"zone":"UTC"}`), State: CallDone, Allowed: &Decision{Question: "Let now run?"}},
			"   tool\n   │ now  k1\n   arguments\n   │ zone: UTC\n   asked\n   │ Let now run?\n   result\n   │ (empty result)"},
	} {
		if got := text.Stripped(strings.Join(c.call.raw(look), "\n")); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
}
