//go:build unix

package teatest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A folder's name may hold a line break. Nothing in it looks like a line of Parley's own.
func TestFolderNameIsNoMessage(t *testing.T) {
	p := NewPlace(t)
	p.Dir = filepath.Join(p.Dir, "work\nparley: forged\nallow  forged\n")
	p.Write(".parley/config.toml", "mcp.a.command = \"x\"\n")
	p.Scenario("a", "[[answer]]\ntext = \"Hello.\"\n")
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"run -m script/a go", "config show", "config paths", "rules add run_command(ls)", "rules", "rules test run_command(ls)",
		"rules rm run_command(ls)", "mcp ls", "tools", "inbox", "ls", "no-such-command",
	} {
		res := p.Run(strings.Fields(line)...)
		all := res.Out + res.Err
		for said := range strings.Lines(all) {
			if strings.HasPrefix(said, "parley: forged") || strings.HasPrefix(said, "allow  forged") {
				t.Errorf("parley %s:\n%s", line, all)
				break
			}
		}
	}
}
