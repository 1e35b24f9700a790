package servers

import (
	"fmt"

	"parley/config"
	"parley/config/private"
	"parley/coordinator/tools/mcp"
	"parley/model/cli/process"
)

// clientOf is how the program is known where one logs in to a server. The secret comes
// from the environment or from keys.toml; a server of a workspace gets it after a yes.
func clientOf(p *process.Program, set config.MCPServer, keys func(Key) bool) mcp.Client {
	o := set.OAuth
	c := mcp.Client{ID: o.ClientID, Document: o.Document, Issuer: o.Issuer, Port: o.Port}
	if o.SecretEnv == "" {
		return c
	}
	if set.Origin.Kind == config.FromWorkspace && (keys == nil || !keys(Key{Variable: o.SecretEnv, Server: set, Client: true})) {
		c.NoSecret = keptText([]string{o.SecretEnv})
		return c
	}
	if c.Secret = p.Variable(o.SecretEnv); c.Secret != "" {
		return c
	}
	places, err := config.Locate(p.Env)
	if err != nil {
		c.NoSecret = err.Error()
		return c
	}
	kept, _, err := private.ReadKeys(places.Keys)
	switch c.Secret = kept[o.SecretEnv]; {
	case err != nil:
		c.NoSecret = err.Error()
	case c.Secret == "":
		c.NoSecret = noSecretText(o.SecretEnv, places.Keys)
	}
	return c
}

func noSecretText(variable, file string) string {
	return fmt.Sprintf("the client's secret is not there: set the variable %[1]s, or write %[1]s = \"…\" into %[2]s", variable, file)
}
