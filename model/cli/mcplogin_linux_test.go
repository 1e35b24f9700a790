package cli

import (
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"parley/coordinator/tools/mcp"
	"parley/model/cli/process"
	"parley/model/cli/servers"
)

// said passes on what is written.
type said chan string

func (s said) Write(p []byte) (int, error) {
	s <- string(p)
	return len(p), nil
}

// TestWhatWasTypedBeforeOpensNoPage: a server takes its time to say which page it is, and a yes
// that was typed meanwhile is for none.
func TestWhatWasTypedBeforeOpensNoPage(t *testing.T) {
	keys, terminal, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer keys.Close()
	defer terminal.Close()
	written := make(said, 10)
	v := visitor{p: &process.Program{Now: time.Now, Err: written}, in: terminal, open: func(string) error {
		t.Error("it was opened")
		return nil
	}}
	if _, err := keys.WriteString("y\n"); err != nil {
		t.Fatal(err)
	}
	v.show(t.Context(), mcp.Page{Server: "w", Address: "https://w.example", Back: "http://127.0.0.1:1/x"})
	<-written // the page
	if _, err := keys.WriteString("what?\n"); err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(<-written); got != servers.LoginHint {
		t.Errorf("it says %q", got)
	}
}
