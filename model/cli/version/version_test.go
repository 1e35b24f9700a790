package version

import (
	"runtime"
	"testing"
)

func TestLine(t *testing.T) {
	on := func(system string) string {
		return " (" + runtime.Version() + ", " + system + "/" + runtime.GOARCH + ")"
	}
	const commit, date = "0123456789abcdef0123456789abcdef01234567", "2026-11-23T04:05:06Z"
	for _, c := range []struct {
		number, commit, date string
		changed              bool
		system, want         string
	}{
		{"1.2.3", commit, date, false, "linux", "parley 1.2.3, commit 0123456789ab of 2026-11-23" + on("linux")},
		{"development", commit, date, true, "darwin", "parley development, commit 0123456789ab of 2026-11-23 with changes" + on("darwin")},
		{"development", "abc", "", false, "linux", "parley development, commit abc" + on("linux")},
		{"development", "", date, true, "linux", "parley development" + on("linux")},
		{"1.2.3", "", "", false, "windows", "parley 1.2.3" + on("windows") + ", not tested on Windows"},
	} {
		if got := line(c.number, c.commit, c.date, c.changed, c.system); got != c.want+"\n" {
			t.Errorf("%+v: %q", c, got)
		}
	}
	if got, want := Built(commit, date, false), "parley development, commit 0123456789ab of 2026-11-23"+on(runtime.GOOS)+"\n"; got != want {
		t.Errorf("what is no release: %q, want %q", got, want)
	}
}

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
