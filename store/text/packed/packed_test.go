package packed

import (
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	for _, text := range []string{"", "a", strings.Repeat("a line\n", 10_000)} {
		if got, err := Text(string(Of(text))); got != text || err != nil {
			t.Errorf("%.20q became %.20q, %v", text, got, err)
		}
	}
	whole := string(Of("a line"))
	for name, bad := range map[string]string{"nothing": "", "something else": "a line", "a part": whole[:len(whole)-9]} {
		if got, err := Text(bad); err == nil {
			t.Errorf("%s became %q", name, got)
		}
	}
}
