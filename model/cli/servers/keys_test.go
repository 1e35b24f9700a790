package servers

import (
	"reflect"
	"slices"
	"testing"

	"parley/config"
	tools "parley/coordinator/tools/process"
	"parley/model/cli/process"
)

// TestWhatIsAKeyOfAServer: what goes to a server as a key is known, and no other word of its
// configuration.
func TestWhatIsAKeyOfAServer(t *testing.T) {
	p := &process.Program{Env: []string{"MY_TOKEN=from-a-variable", "SHORT_KEY=1234567\n", "TEAM=blue-and-green"}}
	for what, c := range map[string]struct {
		set  config.MCPServer
		want []string
	}{
		"headers": {config.MCPServer{URL: "https://w.example/mcp", Headers: map[string]string{
			"Authorization": "Bearer abcdefgh", "X-Api-Key": "ijklmnop", "X-Team": "qrstuvwx", "Cookie": "", "X-Of": "${MY_TOKEN} ${TEAM}"}},
			[]string{"abcdefgh", "from-a-variable", "ijklmnop"}},
		"variables": {config.MCPServer{Command: "x", Args: []string{"--team=${TEAM}", "--as=${MY_TOKEN}", "${SHORT_KEY}"}, Env: map[string]string{
			"GITHUB_TOKEN": "in-the-file-1", "USE_TOKEN": "true", "SSH_KEY": "/home/me/.ssh/id", "PWD": "/home/me/project", "MODE": "development",
			"STORE": "https://me:pass-word@s.example/x"}},
			[]string{"from-a-variable", "in-the-file-1", "pass-word"}},
		"addresses": {config.MCPServer{URL: "https://w.example/mcp?api_key=a%20bcdefgh&team=blue-and-green"}, []string{"a bcdefgh"}},
		"logins":    {config.MCPServer{URL: "https://hunter22@w.example/mcp"}, []string{"hunter22"}},
		"words": {config.MCPServer{Command: "x", Args: []string{"--header", "X-Api-Key: abcdefgh1", "--token", "abcdefgh2", "--api-key=abcdefgh3", "-e", "B_TOKEN=abcdefgh4",
			"sh -c 'A_SECRET=abcdefgh5 y'", "--key-file", "/home/me/keys/one", "--max-tokens", "81928", "--author", "bartholomew", "--name=development"}},
			[]string{"abcdefgh1", "abcdefgh2", "abcdefgh3", "abcdefgh4", "abcdefgh5"}},
		"connections": {config.MCPServer{Command: "x", Args: []string{"--c=Server=h;Password=abcdefgh1;x=1", "--url=https://a:abcdefgh2@h.example/"}, Env: map[string]string{
			"DB": "Server=h;Pwd=abcdefgh3", "PG": "host=h password=abcdefgh4", "J": "jdbc:postgresql://h/d?user=a&password=abcdefgh5"}},
			[]string{"abcdefgh1", "abcdefgh2", "abcdefgh3", "abcdefgh4", "abcdefgh5"}},
		"paths": {config.MCPServer{URL: "https://w.example/mcp;token=abcdefgh1?sig=abcdefgh2"}, []string{"abcdefgh1", "abcdefgh1?sig=abcdefgh2", "abcdefgh2"}},
		"none":  {config.MCPServer{Command: "x"}, nil},
	} {
		if got := serverOf(p, c.set, place{}, tools.LooksLikeKey, nil).Keys; len(got)+len(c.want) > 0 && !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

// TestWhichVariablesHoldKeys of the user's own servers, by what these are given them for.
func TestWhichVariablesHoldKeys(t *testing.T) {
	own, theirs := config.Origin{Kind: config.FromUser}, config.Origin{Kind: config.FromWorkspace}
	cfg := config.Config{MCP: []config.MCPServer{
		{Name: "a", Origin: own, Headers: map[string]string{"Authorization": "Bearer ${TRL}", "X-Api-Key": "${XK:-none}", "Accept": "${NO}"}},
		{Name: "b", Origin: own, Env: map[string]string{"GITHUB_TOKEN": "${GHX}", "SSH_KEY": "${HOME}/key", "CACHE": "${HOME}", "A_TOKEN": "a ${B} ${C}", "B_TOKEN": "plain"}},
		{Name: "c", Origin: theirs, Env: map[string]string{"API_KEY": "${PATH}"}},
	}}
	if got := Variables(cfg); !slices.Equal(got, []string{"GHX", "TRL", "XK"}) {
		t.Errorf("%q", got)
	}
}
