package config

import (
	"net/url"
	"slices"
	"strings"
	"time"
)

// MCPServer is the configuration of a server of tools. Either Command or URL is set.
// Values may name variables as ${NAME} or ${NAME:-otherwise}; they stand here as they
// were written.
type MCPServer struct {
	Name    string
	Command string
	Args    []string
	Env     map[string]string
	URL     string
	Headers map[string]string
	Enable  bool
	Timeout time.Duration // the longest silence in a call
	OAuth   OAuth
	Origin  Origin // the place that names it
}

// OAuth says how Parley is known where one logs in to a server, if not by itself.
type OAuth struct {
	ClientID  string `koanf:"client_id"`           // as it was registered by hand
	SecretEnv string `koanf:"client_secret_env"`   // the variable that holds the secret of that client
	Document  string `koanf:"client_metadata_url"` // a page that describes the client
	Issuer    string `koanf:"issuer"`              // who alone may give tokens
	Port      int    `koanf:"callback_port"`       // at which the browser comes back, 0 for any
}

type rawMCP struct {
	Command string            `koanf:"command"`
	Args    []string          `koanf:"args"`
	Env     map[string]string `koanf:"env"`
	URL     string            `koanf:"url"`
	Headers map[string]string `koanf:"headers"`
	Enable  *bool             `koanf:"enable"`
	Timeout *time.Duration    `koanf:"timeout"`
	OAuth   OAuth             `koanf:"oauth"`
}

// mcpTimeout is the longest silence in a call of a server's tool unless the
// configuration says otherwise.
const mcpTimeout = 2 * time.Minute

func mcpRows() []spec {
	const variables = " `${NAME}` stands for a variable, `${NAME:-text}` for it or, if it is not set, the text."
	return []spec{
		{Pattern: "mcp.<server>.command", Kind: kindText, Untrusted: leaveNothing, Doc: "The program that is the [server](mcp.md), started without a shell. A server's name is letters, digits and `-`." + variables},
		{Pattern: "mcp.<server>.args", Kind: kindWords, Untrusted: leaveNothing, Doc: "Its arguments."},
		{Pattern: "mcp.<server>.env.<variable>", Kind: kindText, Untrusted: leaveNothing, Doc: "A variable that it gets besides those that every command gets.", Secret: true},
		{Pattern: "mcp.<server>.url", Kind: kindText, Untrusted: leaveNothing, Doc: "The address of a server that is reached over HTTP, instead of a command."},
		{Pattern: "mcp.<server>.headers.<header>", Kind: kindText, Untrusted: leaveNothing, Doc: "A header of every request to it.", Secret: true},
		{Pattern: "mcp.<server>.oauth.client_id", Kind: kindText, Untrusted: leaveNothing, DefaultText: "Parley registers itself", Doc: "The client under which you registered Parley where one [logs in](mcp.md#a-client-of-your-own) to the server."},
		{Pattern: "mcp.<server>.oauth.client_secret_env", Kind: kindText, Untrusted: leaveNothing, DefaultText: "no secret", Doc: "The environment variable that holds that client's secret; `keys.toml` is looked into as well."},
		{Pattern: "mcp.<server>.oauth.client_metadata_url", Kind: kindURL, Untrusted: leaveNothing, DefaultText: "none", Doc: "The address of a page that describes Parley to a login that takes such (a client ID metadata document)."},
		{Pattern: "mcp.<server>.oauth.issuer", Kind: kindURL, Untrusted: leaveNothing, DefaultText: "whom the server names", Doc: "Who alone may give tokens for the server; a client of your own needs it."},
		{Pattern: "mcp.<server>.oauth.callback_port", Kind: kindInt, Untrusted: leaveNothing, Max: 65535, DefaultText: "any that is free", Doc: "The port of this machine at which the browser comes back."},
		{Pattern: "mcp.<server>.enable", Kind: kindBool, Untrusted: leaveOff, DefaultText: "`true`", Doc: "Whether the server is used."},
		{Pattern: "mcp.<server>.timeout", Kind: kindDuration, Untrusted: leaveNothing, DefaultText: "`2m`", Doc: "The longest time in which it may say nothing in a call; waiting for you does not count, \"0s\" is no limit."},
	}
}

// mcpServers fills in the servers, and finds those that cannot be one.
func (c *Config) mcpServers(earlier map[string]bool) Problems {
	var problems Problems
	for _, name := range sortedKeys(c.raw.MCP) {
		if len(problems) > maxFaults {
			break
		}
		raw, at := c.raw.MCP[name], pathOf("mcp", name)
		s := MCPServer{
			Name: name, Command: raw.Command, Args: raw.Args, Env: raw.Env, URL: raw.URL, Headers: raw.Headers,
			Enable: first(true, raw.Enable), Timeout: first(mcpTimeout, raw.Timeout), OAuth: raw.OAuth, Origin: c.history.met[at].origin,
		}
		if len(s.Env) == 0 {
			s.Env = nil // what is withheld leaves empty tables
		}
		if len(s.Headers) == 0 {
			s.Headers = nil
		}
		if text := c.mcpFault(s, at, earlier); text != "" {
			problems = append(problems, Problem{Origin: s.Origin, Key: at.String(), Text: text})
			continue
		}
		if s.Command != "" || s.URL != "" { // otherwise it is withheld, or all that is said of it is that it is off
			c.MCP = append(c.MCP, s)
		}
	}
	return problems
}

func (c *Config) mcpFault(s MCPServer, at path, earlier map[string]bool) string {
	switch {
	case !mcpName(s.Name):
		return textServerName
	case s.Command != "" && s.URL != "":
		return textServerBoth
	case s.Command == "" && s.URL == "" && (len(s.Args)+len(s.Env)+len(s.Headers) > 0 || s.OAuth != OAuth{}):
		_, held := c.heldBack(at)
		if held || earlier[at.add("command").String()] || earlier[at.add("url").String()] || s.Origin.Kind == FromDelta {
			return ""
		}
		return textServerNothing
	case s.URL != "" && (len(s.Args) > 0 || len(s.Env) > 0):
		return textServerArgs
	case s.Command != "" && len(s.Headers) > 0:
		return textServerHeaders
	case s.Command != "" && s.OAuth != OAuth{}:
		return textServerOAuth
	}
	return s.OAuth.fault()
}

// fault says why the program cannot be known in this way, "" if it can.
func (o OAuth) fault() string {
	switch page, err := url.Parse(o.Document); {
	case o.ClientID != "" && o.Document != "":
		return textClientTwice
	case o.SecretEnv != "" && o.ClientID == "":
		return textSecretAlone
	case o.Document != "" && (err != nil || page.Scheme != "https" || page.User != nil || page.Fragment != "" || strings.Trim(page.Path, "/") == ""):
		return textClientPage
	}
	return ""
}

func mcpName(s string) bool {
	for _, r := range s {
		if !bareKey(r) || r == '_' {
			return false
		}
	}
	return s != "" && len(s) <= 32
}

// ServerOf returns the server that a tool's name belongs to, "" if it is no server's.
func (c Config) ServerOf(tool string) string {
	server, _, is := strings.Cut(tool, "__")
	if is && slices.ContainsFunc(c.MCP, func(s MCPServer) bool { return s.Name == server }) {
		return server
	}
	return ""
}

// replaces reports whether a workspace file would change a server that the user has
// set up: such a file may only switch it off.
func (c *checker) replaces(p path, v any) bool {
	s := p.segments()
	if c.layer.origin.Kind != FromWorkspace || len(s) < 3 || s[0] != "mcp" || s[2] == "enable" && v == false {
		return false
	}
	met, known := c.history.met[pathOf(s[0], s[1])]
	return known && met.origin.Kind != FromWorkspace
}

// replacing says which servers of workspace files are left out because the user has one of that
// name.
func replacing(overruled []Setting) (notes []string) {
	for _, set := range overruled {
		p, err := parseKey(set.Key)
		if s := p.segments(); err == nil && s[0] == "mcp" {
			if note := textServerLeftOut(set.Origin.Name, s[1], textServerYours); !slices.Contains(notes, note) {
				notes = append(notes, note)
			}
		}
	}
	return notes
}

// WithTools returns the configuration with the names of the tools that servers offer, so
// that they can be switched on and off.
func (c Config) WithTools(names []string) Config {
	c.remote = names
	return c
}
