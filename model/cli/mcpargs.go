package cli

import (
	"bytes"
	"encoding/json"

	"github.com/spf13/cobra"

	"parley/model/cli/process"
)

// What the commands about servers of tools take, told where something else is given.

func oneServer(c *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return process.Usage("name the server: `%s SERVER`; `parley mcp ls` lists them", c.CommandPath())
	case 1:
		return nil
	}
	return process.Usage("%s takes one server, and got %q too", c.CommandPath(), args[1])
}

func mostOneServer(c *cobra.Command, args []string) error {
	if len(args) < 2 {
		return nil
	}
	return process.Usage("%s takes one server, or none for all of them, and got %q too", c.CommandPath(), args[1])
}

// toolAndArguments looks at a call before any server is reached for it.
func toolAndArguments(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return process.Usage("name the tool, and what it takes as one JSON object in quotes: `%s SERVER__TOOL '{\"a\": 1}'`; `parley mcp tools` lists the tools", c.CommandPath())
	case len(args) > 2:
		return process.Usage("%s takes a tool and one JSON object in quotes, such as '{\"a\": 1}', and got %q too", c.CommandPath(), args[2])
	case len(args) == 2 && !object(args[1]):
		return process.Usage("%q is no JSON object; write what the tool takes as one, in quotes, such as '{\"a\": 1}'", args[1])
	}
	return nil
}

func object(s string) bool {
	return json.Valid([]byte(s)) && bytes.HasPrefix(bytes.TrimSpace([]byte(s)), []byte("{"))
}
