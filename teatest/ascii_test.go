package teatest

import (
	"strings"
	"testing"
)

// TestATerminalWithASCIIOnly: where the locale says nothing of UTF-8, no cell of the
// program's own needs more than ASCII, from the first run to a review.
func TestATerminalWithASCIIOnly(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {40, 12}} {
		p := NewPlace(t)
		for i, v := range p.Env {
			if strings.HasPrefix(v, "LANG=") {
				p.Env[i] = "LANG=C"
			}
		}
		x := p.Open(size[0], size[1], "-c", "forms.arming_delay=0s")
		look := func(keys string, texts ...string) {
			t.Helper()
			x.WaitFor(texts...)
			for n, line := range strings.Split(x.Screen().String(), "\n") {
				for _, r := range line {
					if r > 126 {
						t.Errorf("%d columns, at %q, line %d: %q in %q", size[0], texts[0], n+1, r, line)
						break
					}
				}
			}
			x.Press(strings.Fields(keys)...)
		}
		look("2", "Take the tour")
		look("enter", "> Show me around", "Enter send")
		look("1", "asks -- [1/3]", "1-2 choose")
		look("1", "asks -- [2/3]", "1-2 choose")
		look("", "y apply")
		x.Kill(15)
		x.Wait()
	}
}
