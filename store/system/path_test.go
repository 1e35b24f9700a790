//go:build unix

package system

import "testing"

func TestPathOutside(t *testing.T) {
	for _, c := range []struct{ list, dir, want string }{
		{"/bin:/place/bin:/place::.:bin:/places:/place/../usr/bin", "/place", "/bin:/places:/place/../usr/bin"},
		{"/bin:x:/place", "", "/bin:/place"},
		{"", "/place", ""},
	} {
		if got := PathOutside(c.list, c.dir); got != c.want {
			t.Errorf("%q outside of %q: %q, want %q", c.list, c.dir, got, c.want)
		}
	}
}
