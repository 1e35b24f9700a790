package process

import (
	"slices"
	"testing"
)

// TestAt: a program that goes on in another folder says so in its environment, and the one that it
// was stays where it is.
func TestAt(t *testing.T) {
	for _, was := range [][]string{
		{"PWD=/before", "HOME=/home/me"},
		{"HOME=/home/me"},
		{"PWD=/before", "HOME=/home/me", "PWD=/last"},
	} {
		p := Program{Dir: "/before", Env: slices.Clone(was)}
		there := p.At("/there")
		if want := []string{"HOME=/home/me", "PWD=/there"}; there.Dir != "/there" || !slices.Equal(there.Env, want) {
			t.Errorf("in %s, with %q; want %q", there.Dir, there.Env, want)
		}
		if p.Dir != "/before" || !slices.Equal(p.Env, was) {
			t.Errorf("the program that it was is in %s, with %q", p.Dir, p.Env)
		}
	}
}
