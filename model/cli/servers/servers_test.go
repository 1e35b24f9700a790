package servers

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/config"
	"parley/coordinator/tools/local"
	"parley/coordinator/tools/mcp"
	tools "parley/coordinator/tools/process"
	"parley/model/cli/process"
)

// TestHowServersAre: each server is listed with its state, and so is a single one.
func TestHowServersAre(t *testing.T) {
	all := []mcp.State{
		{Name: "ready", Connected: true, Failed: "it did once"},
		{Name: "login", Failed: "it wants you to log in", WantsLogin: true},
		{Name: "dead", Failed: "it ended"},
		{Name: "asks", Failed: "it wants a key", Waits: true},
		{Name: "known", Known: true},
		{Name: "tried", Trying: true},
	}
	for _, c := range []struct{ name, want string }{
		{"", "1 ready: 0 tools, connected, revision |2 login: not there, it wants you to log in|3 dead: not there, it ended|2 asks: not there, it wants a key|0 known: 0 tools, reached when one is called|0 tried: being reached|"},
		{"dead", "3 dead: not there, it ended|"},
		{"deed", `no server is called "deed"; did you mean "dead"?`},
	} {
		got, err := Told(all, nil, c.name)
		text := ""
		if err != nil {
			text = err.Error()
		} else {
			for _, s := range got {
				line, _, _ := strings.Cut(s.Text, "\n")
				text += fmt.Sprintf("%d %s|", s.How, line)
			}
		}
		if text != c.want {
			t.Errorf("%q: %s\nwant %s", c.name, text, c.want)
		}
	}
	many := mcp.State{Name: "many", Known: true}
	for i := range 12 {
		many.Offers = append(many.Offers, mcp.Offer{Name: fmt.Sprintf("t%02d", i)})
	}
	if got, err := Told([]mcp.State{many}, nil, "many"); err != nil || len(got) != 1 || got[0].Detail != "many__t10\nmany__t11" || strings.Contains(got[0].Text, "t10") {
		t.Errorf("with many tools: %+v %v", got, err)
	}
	if got, err := Told(nil, nil, ""); err != nil || len(got) != 1 || got[0].Text != noText {
		t.Errorf("without servers: %v %v", got, err)
	}
}

// TestWhatIsLeftOutIsTold: a server that does not count is told with the reason, after
// those that do, and by its name.
func TestWhatIsLeftOutIsTold(t *testing.T) {
	cfg := config.Config{
		Withheld: []config.Withheld{{File: "w/.mcp.json", Settings: []config.Setting{{Key: "mcp.b.url"}, {Key: "mcp.a.command"}, {Key: "mcp.a.args"}, {Key: "${TOKEN}"}}}},
		Notes:    []string{`w/.mcp.json: the server "old" is left out: it is old`},
	}
	const a, b, old = "2 a: left out, since w/.mcp.json is not trusted; /trust asks you about it|", "2 b: left out, since w/.mcp.json is not trusted; /trust asks you about it|", `3 w/.mcp.json: the server "old" is left out: it is old|`
	known := []mcp.State{{Name: "known", Known: true}}
	for _, c := range []struct {
		all        []mcp.State
		name, want string
	}{
		{nil, "", a + b + old},
		{known, "", "0 known: 0 tools, reached when one is called|" + a + b + old},
		{known, "old", old},
		{nil, "b", b},
		{known, "known", "0 known: 0 tools, reached when one is called|"},
		{known, "know", `no server is called "know"; did you mean "known"?`},
	} {
		got, err := Told(c.all, LeftOut(cfg), c.name)
		text := ""
		for _, s := range got {
			line, _, _ := strings.Cut(s.Text, "\n")
			text += fmt.Sprintf("%d %s|", s.How, line)
		}
		if err != nil {
			text = err.Error()
		}
		if text != c.want {
			t.Errorf("%q: %s\nwant %s", c.name, text, c.want)
		}
	}
}

// TestTheSecretOfAClient comes from the environment, otherwise from keys.toml, and goes to
// no server of a workspace without a yes to just that.
func TestTheSecretOfAClient(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, ".config", "parley", "keys.toml")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("KEPT = \"from-the-file\"\nBOTH = \"from-the-file\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := &process.Program{Env: []string{"HOME=" + home, "BOTH=from-the-environment"}}
	yes := func(k Key) bool { return k.Client && k.Variable == "BOTH" && k.Server.Name == "w" }
	for _, c := range []struct {
		what, variable string
		kind           config.OriginKind
		keys           func(Key) bool
		want           string
	}{
		{"none", "", config.FromUser, nil, ""},
		{"both places", "BOTH", config.FromUser, nil, "from-the-environment"},
		{"keys.toml", "KEPT", config.FromUser, nil, "from-the-file"},
		{"nowhere", "NONE", config.FromUser, nil, "the client's secret is not there: set the variable NONE, or write NONE = \"…\" into " + file},
		{"a workspace", "BOTH", config.FromWorkspace, nil, "the workspace's file wants to give it what looks like a key of yours, BOTH; /trust, or parley config trust, asks you about that"},
		{"a workspace after another yes", "KEPT", config.FromWorkspace, yes, "the workspace's file wants to give it what looks like a key of yours, KEPT; /trust, or parley config trust, asks you about that"},
		{"a workspace after a yes", "BOTH", config.FromWorkspace, yes, "from-the-environment"},
	} {
		set := config.MCPServer{Name: "w", URL: "https://w.example", Enable: true, Origin: config.Origin{Kind: c.kind, Name: "f"},
			OAuth: config.OAuth{ClientID: "me", SecretEnv: c.variable, Issuer: "https://login.example", Port: 8765}}
		got := Of(p, config.Config{MCP: []config.MCPServer{set}}, "", tools.LooksLikeKey, c.keys)[0].Client
		if got.ID != "me" || got.Issuer != "https://login.example" || got.Port != 8765 || got.Secret+got.NoSecret != c.want {
			t.Errorf("%s: %+v\nwant %s", c.what, got, c.want)
		}
		asked := Keys(config.Config{MCP: []config.MCPServer{set}}, tools.LooksLikeKey)
		if want := c.kind == config.FromWorkspace; len(asked) == 1 != want {
			t.Errorf("%s: asked is about %v", c.what, asked)
		} else if want && asked[0].Text() != "your variable, or key of keys.toml; it goes as a client's secret to the login of the server w: https://login.example" {
			t.Errorf("%s: asked is %s", c.what, asked[0].Text())
		}
	}
}

// TestEachEntryIsAServerOfItsOwn: two with one address are two accounts there, and share no login,
// cache or yes.
func TestEachEntryIsAServerOfItsOwn(t *testing.T) {
	set := config.MCPServer{Name: "work", URL: "https://w.example", Enable: true, Origin: config.Origin{Kind: config.FromUser, Name: "f"}}
	named, elsewhere, reached, started := set, set, set, set
	named.Name, elsewhere.Origin.Name, reached.URL = "home", "g", "https://w.example/other"
	started.URL, started.Command = "", "w"
	p := &process.Program{}
	was := map[string]string{}
	for what, s := range map[string]config.MCPServer{"one": set, "another name": named, "another file": elsewhere, "another address": reached, "a command": started} {
		id := serverOf(p, s, place{}, tools.LooksLikeKey, nil).Identity
		if other := was[id]; other != "" {
			t.Errorf("%s is %s", what, other)
		}
		was[id] = what
	}
}

// TestWhatAServerIsGivenTellsItApart, as it is written: with other variables or headers it may be at work
// elsewhere. What it keeps, and a login, are not bound to that.
func TestWhatAServerIsGivenTellsItApart(t *testing.T) {
	p := &process.Program{Env: []string{"DB=one"}}
	of := func(env, headers map[string]string) mcp.Server {
		return serverOf(p, config.MCPServer{Name: "work", Command: "w", Enable: true, Env: env, Headers: headers}, place{}, tools.LooksLikeKey, nil)
	}
	was := map[string]string{}
	for what, s := range map[string]mcp.Server{
		"nothing": of(nil, nil), "a variable": of(map[string]string{"DB": "staging"}, nil), "another value": of(map[string]string{"DB": "prod"}, nil),
		"a header": of(nil, map[string]string{"DB": "staging"}), "two": of(map[string]string{"A": "b", "C": "d"}, nil), "a variable of the user's": of(map[string]string{"DB": "${DB}"}, nil),
	} {
		if other := was[s.Given]; other != "" {
			t.Errorf("%s is %s", what, other)
		}
		was[s.Given] = what
		if s.Identity != of(nil, nil).Identity {
			t.Errorf("with %s it is another server", what)
		}
	}
}

// TestAServerIsForTheFilesThatItsCommandNames: of a workspace's, as its variables fill the command; none may be
// another by the time that it starts, also where there was none.
func TestAServerIsForTheFilesThatItsCommandNames(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := &process.Program{Env: []string{"HERE=./srv.sh"}}
	if err := os.Mkdir(filepath.Join(dir, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	write("bin/mine", "one")
	const mostPATH = 40000 // folders
	for command, file := range map[string]string{"./srv.sh": "srv.sh", "${NOPE:-./srv.sh}": "srv.sh", "${HERE}": "srv.sh", "./gone.sh": "gone.sh"} {
		write("srv.sh", "one")
		set := config.MCPServer{Name: "w", Command: command, Enable: true, Origin: config.Origin{Kind: config.FromWorkspace, Name: "/w/.mcp.json"}}
		var asked []Key
		may := func(k Key) bool { asked = append(asked, k); return true }
		s := serverOf(p, set, place{dir, &local.Looks{}}, tools.LooksLikeKey, may)
		if s.Fault != "" || s.May == nil || !s.May() || (s.Files != "") != (file == "srv.sh") || len(asked) != len(Commands(p, config.Config{MCP: []config.MCPServer{set}}, dir, tools.LooksLikeKey, may)) {
			t.Errorf("%s: %+v, asked about %+v", command, s, asked)
		}
		write(file, "two")
		if s.May() {
			t.Errorf("%s: it may be started with other files", command)
		}
		if err := os.Remove(filepath.Join(dir, file)); err != nil {
			t.Fatal(err)
		}
		set.Env = map[string]string{"PATH": "./bin:/usr/bin"}
		set.Command = "mine"
		if s := serverOf(p, set, place{dir, &local.Looks{}}, tools.LooksLikeKey, may); !strings.Contains(s.Files, "mine") {
			t.Errorf("what the PATH of the server finds is not among %q", s.Files)
		}
		set.Command, set.Args, set.Env = "bash", []string{"-c", "true"}, map[string]string{"BASH_ENV": "./bin/mine"}
		if s := serverOf(p, set, place{dir, &local.Looks{}}, tools.LooksLikeKey, may); !strings.Contains(s.Files, "mine") {
			t.Errorf("what a variable of the server names is not among %q", s.Files)
		}
		set.Command, set.Args = "env", []string{"LANGS=" + strings.Repeat("x,y,", 100) + "z", "./bin/mine"}
		if s := serverOf(p, set, place{dir, &local.Looks{}}, tools.LooksLikeKey, may); !strings.Contains(s.Files, "mine") {
			t.Errorf("what stands behind a long list is not among %q", s.Files)
		}
		set.Args, set.Env = []string{"./bin/mine"}, map[string]string{"PATH": strings.Repeat("bin:", mostPATH) + "/usr/bin"}
		if s := serverOf(p, set, place{dir, &local.Looks{}}, tools.LooksLikeKey, may); s.Fault != tooManyText || s.May() {
			t.Errorf("with too much to be looked at, it is %+v", s)
		}
		if all := Commands(p, config.Config{MCP: []config.MCPServer{set}}, dir, tools.LooksLikeKey, may); len(all) > 0 {
			t.Errorf("asked is about a server that is not started: %+v", all)
		}
		set.Origin.Kind = config.FromUser
		if s := serverOf(p, set, place{dir, &local.Looks{}}, tools.LooksLikeKey, nil); s.May != nil || s.Files != "" {
			t.Errorf("%s of the user's: %+v", command, s)
		}
	}
}
