package screens

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/model/kit"
	"parley/views/chrome"
)

// TestAnAliasThatWasTyped comes before whatever a server lists that has its letters.
func TestAnAliasThatWasTyped(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"data":[{"id":"fast"},{"id":"fa"}]}`)
	}))
	defer server.Close()
	home := t.TempDir()
	own := filepath.Join(home, ".config/parley")
	if err := os.MkdirAll(own, 0o700); err != nil {
		t.Fatal(err)
	}
	settings := fmt.Sprintf("[providers.llm.other]\nbase_url = %q\n[providers.llm.aliases]\nfast = \"script/tour\"\n", server.URL)
	if err := os.WriteFile(filepath.Join(own, "config.toml"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	p := &process.Program{Env: []string{"HOME=" + home}, Dir: t.TempDir(), Now: time.Now}
	_, cfg, err := session.Configuration(p, session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	offers, servers, err := host{&session.Session{Prog: p, Config: cfg}}.Models()
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"other", session.Scripted}; !slices.Equal(servers, want) {
		t.Errorf("the servers are %v, want %v", servers, want)
	}
	var all []chrome.Choice
	for _, o := range offers {
		all = append(all, chrome.Choice{Name: o.ID, Help: o.Words()})
	}
	if got := kit.Fitting(all, "fast"); len(got) != 2 || got[0] != (chrome.Choice{Name: "fast", Help: "script/tour"}) {
		t.Errorf("of %v first stands %v", all, got)
	}
}
