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
		Server: "w", Host: "login.example.com", Tokens: "login.example.com", Address: "https://login.example.com/" + strings.Repeat("a", 9000),
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

// TestWhoGetsWhatThePageGives: who issues a login may name the page of another one; who then gets what is allowed there is told,
// and trusted beside it.
func TestWhoGetsWhatThePageGives(t *testing.T) {
	page := mcp.Page{Server: "w", Host: "accounts.example.com", Tokens: "evil.example", Address: "https://accounts.example.com/auth", Issuer: "https://evil.example"}
	got := LoginText(page, true)
	for _, want := range []string{"\nWhat you allow on that page goes to another host: evil.example\n\n", "\nIf you trust accounts.example.com and evil.example:\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("it says %q, without %q", got, want)
		}
	}
}
