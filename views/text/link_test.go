package text

import (
	"strings"
	"testing"
)

func TestAddressesThatATerminalMayOpen(t *testing.T) {
	for _, c := range []struct {
		address, host string
		safe          bool
	}{
		{"https://a.example/b?c=d#e", "a.example", true},
		{"HTTP://A.example:80/", "A.example:80", true},
		{"https://joe:secret@a.example/", "a.example", true},
		{"https://[::1]:8080/x", "[::1]:8080", true},
		{"mailto:joe@a.example", "joe@a.example", true},
		{"mailto:joe@a.example?bcc=all@b.example", "joe@a.example", false},
		{"mailto:joe@a.example,all@b.example", "joe@a.example,all@b.example", false},
		{"ftp://a.example/", "a.example", false},
		{"file:///etc/passwd", "", false},
		{"javascript:alert(1)", "", false},
		{"https://ä.example/", "ä.example", false},
		{"https://a.example/ b", "a.example", false},
		{"https://a.example/\x1b]0;x", "", false},
		{"https://a.example/\x07", "", false},
		{"https://a.example/" + strings.Repeat("b", 2048), "a.example", false},
		{"", "", false},
	} {
		if got := SafeLink(c.address); got != c.safe {
			t.Errorf("SafeLink(%q) = %v", c.address, got)
		}
		if got := LinkHost(c.address); got != c.host {
			t.Errorf("LinkHost(%q) = %q, want %q", c.address, got, c.host)
		}
	}
}

func TestLinksTakenOutAndTold(t *testing.T) {
	s := Filter("see " + BeginLink("https://a.example/b") + "it\nthere" + EndLink() + ", " + BeginLink("file:///x") + "not this" + EndLink())
	if want := "see \x1b]8;;https://a.example/b\x1b\\it\x1b]8;;\x1b\\\n\x1b]8;;https://a.example/b\x1b\\there\x1b]8;;\x1b\\, not this"; s != want {
		t.Errorf("filtered: %q", s)
	}
	if got, want := Unlinked(s), "see it\nthere, not this"; got != want {
		t.Errorf("without links: %q", got)
	}
	if got, want := LinksTold(s), "see ithttps://a.example/b\ntherehttps://a.example/b, not this"; got != want {
		t.Errorf("with their addresses: %q", got)
	}
}
