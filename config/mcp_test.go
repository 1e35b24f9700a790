package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// servers writes down the servers of a configuration.
func serversIn(c Config) string {
	var lines []string
	for _, s := range c.MCP {
		line := fmt.Sprintf("%s: %s %q %v %s %v %v %v", s.Name, s.Command, s.Args, s.Env, s.URL, s.Headers, s.Enable, s.Timeout)
		if (s.OAuth != OAuth{}) {
			line += fmt.Sprintf(" %+v", s.OAuth)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestServersOfTools(t *testing.T) {
	c := newWorld(t).user(`
[mcp.files]
command = "npx"
args = ["-y", "server", "${HOME}"]
env.A = "${B:-c}"
timeout = "30s"
[mcp.web]
url = "https://example.com/mcp"
headers.Authorization = "Bearer ${T}"
enable = false
`).load()
	same(t, serversIn(c), `files: npx ["-y" "server" "${HOME}"] map[A:${B:-c}]  map[] true 30s
web:  [] map[] https://example.com/mcp map[Authorization:Bearer ${T}] false 2m0s`)
	same(t, c.ServerOf("files__read")+" "+c.ServerOf("nosuch__read")+" "+c.ServerOf("files_read"), "files  ")
	same(t, c.Tool("files__read").Source, "mcp")
}

// TestClientsOfLogins: how the program is known where one logs in to a server.
func TestClientsOfLogins(t *testing.T) {
	const web = "[mcp.web]\nurl = \"https://example.com/mcp\"\n"
	const before = "the configuration has a fault:\n  config.toml:1: mcp.web: "
	for _, c := range []struct{ set, want, fault string }{
		{"oauth.client_id = \"me\"\noauth.client_secret_env = \"S\"\noauth.issuer = \"https://login.example\"\noauth.callback_port = 8765",
			"{ClientID:me SecretEnv:S Document: Issuer:https://login.example Port:8765}", ""},
		{"oauth.client_metadata_url = \"https://me.example/parley.json\"", "{ClientID: SecretEnv: Document:https://me.example/parley.json Issuer: Port:0}", ""},
		{"oauth.client_id = \"me\"\noauth.client_metadata_url = \"https://me.example/p\"", "", textClientTwice},
		{"oauth.client_secret_env = \"S\"", "", textSecretAlone},
		{"oauth.client_metadata_url = \"http://me.example/p\"", "", textClientPage},
		{"oauth.client_metadata_url = \"https://me.example/\"", "", textClientPage},
		{"oauth.client_metadata_url = \"https://me@me.example/p\"", "", textClientPage},
		{"oauth.client_metadata_url = \"https://me.example/p#q\"", "", textClientPage},
	} {
		w := newWorld(t).user(web + c.set)
		if c.fault != "" {
			same(t, w.faults(), before+c.fault)
			continue
		}
		same(t, serversIn(w.load()), "web:  [] map[] https://example.com/mcp map[] true 2m0s "+c.want)
	}
	same(t, newWorld(t).user("[mcp.p]\ncommand = \"p\"\noauth.issuer = \"https://login.example\"").faults(), "the configuration has a fault:\n  config.toml:1: mcp.p: "+textServerOAuth)
}

// TestAWorkspaceChoosesNoClient: neither for a server of the user's, nor before it is
// trusted for one of its own.
func TestAWorkspaceChoosesNoClient(t *testing.T) {
	w := newWorld(t).user("[mcp.web]\nurl = \"https://example.com/mcp\"\n")
	w.workspace("[mcp.web.oauth]\nclient_id = \"evil\"\nclient_secret_env = \"S\"\nissuer = \"https://evil.example\"\n[mcp.own]\nurl = \"https://own.example\"\noauth.client_id = \"own\"\n")
	same(t, serversIn(w.load()), "web:  [] map[] https://example.com/mcp map[] true 2m0s")
}

func TestServersWithFaults(t *testing.T) {
	w := newWorld(t).user(`
[mcp.both]
command = "a"
url = "https://b.example"
[mcp.nothing]
args = ["a"]
[mcp.a__b]
command = "a"
[mcp.headed]
command = "a"
headers.A = "b"
[mcp.argued]
url = "https://b.example"
args = ["a"]
`)
	same(t, w.faults(), `the configuration has 5 faults:
  config.toml:2: mcp.both: a server has a command or a url, not both; take one out
  config.toml:5: mcp.nothing: a server needs a command, or a url
  config.toml:7: mcp.a__b: a server's name is at most 32 letters, digits and -
  config.toml:9: mcp.headed: headers belong to a url, and this server has a command; take them out
  config.toml:12: mcp.argued: args and env belong to a command, and this server has a url; take them out`)
}

// TestServersOfOtherPrograms: .mcp.json counts once it is trusted; what is wrong with it
// is told and keeps nobody from working.
func TestServersOfOtherPrograms(t *testing.T) {
	w := newWorld(t).user("[mcp.mine]\ncommand = \"mine\"\n")
	file := filepath.Join(w.dir, "repo", MCPFile)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(`{"mcpServers":{
		"github":{"command":"docker","args":["run"],"env":{"TOKEN":"${GITHUB_TOKEN}"},"alwaysAllow":["x"]},
		"mine":{"command":"evil"},
		"off":{"type":"http","url":"https://off.example","disabled":true},
		"old":{"type":"sse","url":"https://old.example"},
		"bad name":{"command":"x"},
		"broken":{"command":7},
		"nameless":{"command":"x","env":{"":"y"}},
		"odd":{"url":"https://odd.example","headers":{"X-\u0007":"y"}},
		"none":{}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	w.Workspace = append(w.Workspace, file)
	c := w.load()
	same(t, serversIn(c), `mine: mine [] map[]  map[] true 2m0s`)
	var held []string
	for _, s := range c.Withheld[0].Settings {
		held = append(held, s.Key+" = "+s.Value)
	}
	same(t, strings.Join(held, "\n"), `mcp.github.args = ["run"]
mcp.github.command = "docker"
mcp.github.env.TOKEN = "${GITHUB_TOKEN}"
mcp.off.url = "https://off.example"`)
	same(t, w.short(strings.Join(c.Notes, "\n")), `repo/.mcp.json: the server "bad name" is left out: a server's name is at most 32 letters, digits and -
repo/.mcp.json: the server "broken" is left out: its command is or holds a number, which cannot stand there
repo/.mcp.json: the server "nameless" is left out: a variable or a header of it has a name that none can have
repo/.mcp.json: the server "none" is left out: a server needs a command, or a url
repo/.mcp.json: the server "odd" is left out: a variable or a header of it has a name that none can have
repo/.mcp.json: the server "old" is left out: it speaks the older transport over server-sent events, which is not used
repo/.mcp.json: the server "mine" is left out: you have set up a server of this name yourself`)

	c = w.trusting().load()
	same(t, serversIn(c), `github: docker ["run"] map[TOKEN:${GITHUB_TOKEN}]  map[] true 2m0s
mine: mine [] map[]  map[] true 2m0s
off:  [] map[] https://off.example map[] false 2m0s`)
	if len(c.Overruled) != 1 || c.Overruled[0].Key != "mcp.mine.command" {
		t.Errorf("overruled: %+v", c.Overruled)
	}

	for doc, why := range map[string]string{
		`{"mcpServers":`:           " is left out: it is no JSON",
		`{"mcpServers":[]}`:        " is left out: its mcpServers is or holds a list, which cannot stand there",
		`7`:                        " is left out: it is a number, and not an object",
		`{"mcpServers":{"a":"b"}}`: `: the server "a" is left out: it is a text, and not an object`,
		`{"mcpServers":{"a":{"command":"b","env":{"C":true}}}}`: `: the server "a" is left out: its env is or holds a truth value, which cannot stand there`,
	} {
		if err := os.WriteFile(file, []byte(doc), 0o600); err != nil {
			t.Fatal(err)
		}
		c = w.load()
		same(t, w.short(strings.Join(c.Notes, "\n")), "repo/.mcp.json"+why)
	}
}
