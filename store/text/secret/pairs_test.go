package secret

import (
	"slices"
	"strings"
	"testing"
)

// FuzzInPairs: what is found stands in the text, and a password between two other settings is found, whatever they are.
func FuzzInPairs(f *testing.F) {
	for _, s := range []string{"", "a=b;c", "Server=h;Password=x", "PWD='a;b", "={;}", "/mcp;token=x?y=1", "日=本;p", "a=\"b;c\""} {
		f.Add(s, "hunter22")
	}
	f.Fuzz(func(t *testing.T, s, password string) {
		for _, key := range InPairs(s) {
			if key == "" || !strings.Contains(s, key) {
				t.Errorf("%q is not in %q", key, s)
			}
		}
		if strings.ContainsAny(s+password, "\"'`{};=?&#/ \t\n") || strings.TrimSpace(password) != password || isNoKey(password) || len(meant(password)) != 1 {
			return
		}
		if got := InPairs(s + ";Password=" + password + ";a=" + s); !slices.Contains(got, password) {
			t.Errorf("%q, of %q behind %q", got, password, s)
		}
	})
}
