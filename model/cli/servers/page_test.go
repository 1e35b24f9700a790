package servers

import (
	"strings"
	"testing"
	"time"

	"parley/coordinator/tools/mcp"
)

// TestAPageTellsWhatItsAddressHolds, in lines of its own: what an issuer calls a right is known to it alone.
func TestAPageTellsWhatItsAddressHolds(t *testing.T) {
	page := mcp.Page{Server: "w", Host: "a.example", Tokens: "a.example", Issuer: "https://a.example", Scopes: []string{"read"}, Beside: []string{"audience=b\nWho", "user_scope=admin"}, Waits: time.Minute}
	const want = "It asks for these rights: read\nIts address says more, which may mean other rights: audience=b Who; user_scope=admin\nWho issues the login: https://a.example\n"
	if text := LoginText(page, true); !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
}
