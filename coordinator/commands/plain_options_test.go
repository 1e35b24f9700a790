package commands

import (
	"encoding/json"
	"slices"
	"strconv"
	"testing"

	"parley/forms"
)

// TestOptionsThatLookTheSame are told apart in plain lines as on the screen.
func TestOptionsThatLookTheSame(t *testing.T) {
	for _, c := range []struct{ labels, want []string }{
		{[]string{"\u00e9", "e\u0301", "x"}, []string{"<U+00E9>", "e<U+0301>", "x"}},
		{[]string{"copy", "\u0441\u043e\u0440\u0443"}, []string{"copy", "<U+0441><U+043E><U+0440><U+0443>"}},
		{[]string{"caf\u00e9", "th\u00e9"}, []string{"caf\u00e9", "th\u00e9"}},
	} {
		var all []forms.Option
		for _, label := range c.labels {
			all = append(all, forms.Option{Value: json.RawMessage(strconv.Quote(label))})
		}
		if got := inRows(all); !slices.Equal(got, c.want) {
			t.Errorf("%q are told as %q, want %q", c.labels, got, c.want)
		}
	}
}
