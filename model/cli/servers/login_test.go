package servers

import (
	"strings"
	"testing"
	"time"

	"parley/coordinator/tools/mcp"
)

// TestHostBesideTheKey: however much a server wants, the host that a person trusts stands in the
// last lines, where the key is named.
func TestHostBesideTheKey(t *testing.T) {
	page := mcp.Page{
		Server: "w", Host: "login.example.com", Address: "https://login.example.com/" + strings.Repeat("a", 9000),
		Issuer: "https://login.example.com/" + strings.Repeat("b", 9000), Scopes: strings.Split(strings.Repeat("read:all,", 5000), ","), Waits: 5 * time.Minute,
	}
	for typed, want := range map[bool]string{
		true: "\n\nIf you trust login.example.com:\ntype y and press Enter to open the page, or open it yourself. Where the\n" +
			"browser is on another machine, paste the address at which it ends.\nThis waits for 5 minutes; Ctrl+C gives up.",
		false: "\n\nIf you trust login.example.com,\nopen the page in a browser on this machine.\nThis waits for 5 minutes; Ctrl+C gives up.",
	} {
		if got := LoginText(page, typed); !strings.HasSuffix(got, want) {
			t.Errorf("it ends with %q, want %q", got[len(got)-len(want):], want)
		}
	}
}
