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
		lines = append(lines, fmt.Sprintf("%s: %s %q %v %s %v %v %v", s.Name, s.Command, s.Args, s.Env, s.URL, s.Headers, s.Enable, s.Timeout))
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
repo/.mcp.json: the server "broken" is left out: json: cannot unmarshal number into Go struct field mcpEntry.command of type string
repo/.mcp.json: the server "none" is left out: a server needs a command, or a url
repo/.mcp.json: the server "old" is left out: it speaks the older transport over server-sent events, which is not used`)

	c = w.trusting().load()
	same(t, serversIn(c), `github: docker ["run"] map[TOKEN:${GITHUB_TOKEN}]  map[] true 2m0s
mine: mine [] map[]  map[] true 2m0s
off:  [] map[] https://off.example map[] false 2m0s`)
	if len(c.Overruled) != 1 || c.Overruled[0].Key != "mcp.mine.command" {
		t.Errorf("overruled: %+v", c.Overruled)
	}

	if err := os.WriteFile(file, []byte(`{"mcpServers":`), 0o600); err != nil {
		t.Fatal(err)
	}
	c = w.load()
	same(t, w.short(strings.Join(c.Notes, "\n")), "repo/.mcp.json is left out: unexpected end of JSON input")
}
