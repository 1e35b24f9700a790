package teatest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestWhereTheConversationWorksIsOnTheScreen: the start names the workspace and its
// checked-out branch, and the status line the present folder and branch: the branch is
// read again when the terminal gets the focus.
func TestWhereTheConversationWorksIsOnTheScreen(t *testing.T) {
	p := NewPlace(t)
	p.Dir = filepath.Join(p.Home, "src", "orders")
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	p.Scenario("quiet", "[[answer]]\ntext = \"ok\"\nrepeat = \"always\"\n")
	checkOut := func(branch string) { p.Write(".git/HEAD", "ref: refs/heads/"+branch+"\n") }
	checkOut("feature/json")
	p.Write(".git/config", "[core]\n\trepositoryformatversion = 0\n\tbare = false\n")
	for _, dir := range []string{"objects", "refs"} {
		if err := os.Mkdir(filepath.Join(p.Dir, ".git", dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	x := p.Open(100, 24, "-m", "script/quiet")
	shows := func(begin, end string) {
		t.Helper()
		x.Until(begin+" … "+end, func(s Screen) bool {
			return slices.ContainsFunc(strings.Split(s.String(), "\n"), func(line string) bool {
				line = strings.TrimSpace(line)
				return strings.HasPrefix(line, begin+"  ") && strings.HasSuffix(line, "  "+end)
			})
		})
	}
	shows("parley", "~/src/orders  ├ feature/json")
	shows("quiet", "orders ├ feature/json")
	checkOut("main")
	x.Type("\x1b[I") // the terminal has the focus again
	shows("quiet", "orders ├ main")
	x.Press("ctrl+q")
	x.Wait()
}
