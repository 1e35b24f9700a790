package record

import (
	"testing"

	"parley/store"
)

func TestWhoSomebodyIs(t *testing.T) {
	for _, c := range []struct {
		via            *store.Via
		user, stranger string
	}{
		{nil, "", ""},
		{&store.Via{}, "", ""},
		{&store.Via{Program: "parley", PID: 7, Terminal: "/dev/pts/3", Parents: []string{"sh", "sshd"}}, "parley, on /dev/pts/3", ""},
		{&store.Via{Program: "parley", PID: 7, Parents: []string{"sh", "cron"}}, "parley, started by sh, cron", ""},
		{&store.Via{Program: "claude", PID: 7, Terminal: "/dev/pts/3"}, "claude, on /dev/pts/3", "claude"},
		{&store.Via{Program: "parley", PID: 7, Said: "night\nshift"}, `parley, says it is "night\nshift"`, `says it is "night\nshift"`},
		{&store.Via{PID: 7}, "", ""},
	} {
		if user, stranger := ToUser.Who(c.via), ToStranger.Who(c.via); user != c.user || stranger != c.stranger {
			t.Errorf("%+v: %q and %q, want %q and %q", c.via, user, stranger, c.user, c.stranger)
		}
	}
}
