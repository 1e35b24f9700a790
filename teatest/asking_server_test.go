package teatest

import (
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestAServersFormIsKilled: a server of tools asks, and the program and the server are
// killed in the middle of its form. A question of revision 2026-07-28 stands there again
// with what was typed, and its call ends well; a call of an earlier one is told as one
// that may have taken effect.
func TestAServersFormIsKilled(t *testing.T) {
	t.Parallel()
	tools := BuildPackage(t, "parley/teatest/mcpserver")
	for _, c := range []struct{ name, args, told string }{
		{"2026-07-28", "[]", `table: accept {\"allergies\":[],\"kitchen\":\"fr\",\"outside\":true,\"people\":4,\"when\":\"2026-12-24\"}`},
		{"2025-11-25", `["legacy"]`, "table__book was interrupted when the program stopped. It may or may not have taken effect. Check the state of things before you call it again."},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := NewPlace(t)
			p.Scenario("book", "[[answer]]\n[[answer.call]]\nname = \"table__book\"\narguments = {}\n[[answer]]\ntext = \"So be it.\"\n")
			args := []string{"-m", "script/book", "-c", "forms.arming_delay=0s", "-c", "mcp.table.command=" + tools, "-c", "mcp.table.args=" + c.args,
				"-c", "conversation.tools.table__book.run=unattended"}
			if r := p.Run(append([]string{"mcp", "ls"}, args[4:8]...)...); r.Status != 0 || !strings.Contains(r.Out, "revision "+c.name) {
				t.Fatalf("the server: %s%s", r.Out, r.Err)
			}
			x := p.Open(80, 24, args...)
			x.WaitFor("Ask, or / for commands")
			x.Type("Book it\n")
			x.WaitFor("asks ── [1/6]")
			x.Type("2026-12-24")
			x.press("│ 2026-12-24", "enter")
			x.press("asks ── [2/6]", "backspace", "4")
			p.untilSaved(t, `"4"`)
			x.Kill(syscall.SIGKILL)
			x.Wait()

			x = p.Open(80, 24, append([]string{"resume"}, args...)...)
			x.press("Book it", "enter")
			if c.args == "[]" {
				x.press("│ 4", "enter")
				x.press("asks ── [3/6]", "y")
				x.press("asks ── [4/6]", "2")
				x.press("asks ── [5/6]", "enter")
				x.press("asks ── [6/6]", "esc", "l")
			} else {
				x.press("interrupted; Enter goes on", "enter")
			}
			x.WaitFor("So be it.")
			x.Kill(syscall.SIGKILL)
			x.Wait()
			if told := grepAll(t, p.Store(), c.told); !slices.ContainsFunc(told, func(path string) bool { return filepath.Base(path) == "events.jsonl" }) {
				t.Errorf("the assistant was not told %s", c.told)
			}
		})
	}
}
