package version

import "testing"

func TestAsked(t *testing.T) {
	for line, want := range map[string]bool{
		"parley\x00version\x00":            true,
		"/usr/bin/parley\x00--version\x00": true,
		"parley\x00":                       false,
		"parley":                           false,
		"":                                 false,
		"parley\x00version\x00--help\x00":  false,
		"parley\x00run\x00version\x00":     false,
		"parley\x00versions\x00":           false,
		"parley\x00--\x00version\x00":      false,
		"version\x00":                      false,
		"parley\x00\x00version\x00":        false,
	} {
		if got := asked([]byte(line)); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}
