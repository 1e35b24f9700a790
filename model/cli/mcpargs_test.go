package cli

import (
	"errors"
	"strings"
	"testing"

	"parley/model/cli/process"
)

// TestWhatMCPTakes: too few, too many or unknown arguments are answered with what to give,
// before any server is reached.
func TestWhatMCPTakes(t *testing.T) {
	const call = "name the tool, and what it takes as one JSON object in quotes: `parley mcp call SERVER__TOOL '{\"a\": 1}'`; `parley mcp tools` lists the tools"
	for _, c := range []struct{ args, want string }{
		{"mcp lx", "there is no `parley mcp lx`; there are call, login, logout, ls and tools"},
		{"mcp ls x", `parley mcp ls takes no arguments, and got "x"`},
		{"mcp tools a b", `parley mcp tools takes one server, or none for all of them, and got "b" too`},
		{"mcp call", call},
		{"mcp call t {} b", `parley mcp call takes a tool and one JSON object in quotes, such as '{"a": 1}', and got "b" too`},
		{"mcp call t a=1", `"a=1" is no JSON object; write what the tool takes as one, in quotes, such as '{"a": 1}'`},
		{"mcp call t [1]", `"[1]" is no JSON object; write what the tool takes as one, in quotes, such as '{"a": 1}'`},
		{"mcp call t {", `"{" is no JSON object; write what the tool takes as one, in quotes, such as '{"a": 1}'`},
		{"mcp login", "name the server: `parley mcp login SERVER`; `parley mcp ls` lists them"},
		{"mcp login a b", `parley mcp login takes one server, and got "b" too`},
		{"mcp logout", "name the server: `parley mcp logout SERVER`; `parley mcp ls` lists them"},
		{"mcp logout a b", `parley mcp logout takes one server, and got "b" too`},
	} {
		refused(t, c.args, c.want)
	}
}

// refused runs a command line that is invalid.
func refused(t *testing.T, args, want string) {
	t.Helper()
	p, _, _, _ := ready(t)
	root := root(p)
	root.SetArgs(strings.Fields(args))
	err := root.Execute()
	var status process.StatusError
	if !errors.As(err, &status) || status.Status != process.ExitUsage || err.Error() != want {
		t.Errorf("parley %s: %v\nwant %s", args, err, want)
	}
}
