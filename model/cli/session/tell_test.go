package session

import (
	"crypto/rand"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/config"
	"parley/model/cli/process"
)

// TestNoticesOfServersAreToldOnce: what is wrong with a file of servers is told whole for
// each of its states, and then counted; a file that was refused as it is is not asked
// about again until it changes.
func TestNoticesOfServersAreToldOnce(t *testing.T) {
	home, dir := t.TempDir(), t.TempDir()
	p := &process.Program{
		Env: []string{"HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home, "XDG_DATA_HOME=" + home},
		Dir: dir, Out: io.Discard, Err: io.Discard, Random: rand.Reader, Now: time.Now,
	}
	file := filepath.Join(dir, config.MCPFile)
	start := func(use func(*Session)) string {
		t.Helper()
		set, cfg, err := Configuration(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		x, err := Open(t.Context(), p, set, cfg, "", true)
		if err != nil {
			t.Fatal(err)
		}
		var said strings.Builder
		if use != nil {
			use(x)
			said.WriteString(strings.Join(x.Notices(), "|"))
		} else {
			x.Tell(&said)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(strings.ReplaceAll(said.String(), file, "F"))
	}
	write := func(doc string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(doc), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	asked := func(want int, refuse bool) func(*Session) {
		return func(x *Session) {
			t.Helper()
			all := x.Withheld()
			if len(all) != want || len(x.Newly()) != 0 {
				t.Errorf("%d files are asked about, want %d", len(all), want)
			}
			if refuse {
				if err := all[0].Refuse(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	const (
		bad   = `F: the server "b" is left out: a server needs a command, or a url`
		short = "Something about servers is left out, as before: /mcp, or `parley mcp ls`, says why."
		waits = "parley: F is not trusted yet; left out: mcp.a.args, mcp.a.command. Run `parley config trust` to look at it and trust it."
		still = "parley: F is not trusted yet; 2 settings are left out. Run `parley config trust` to look at it and trust it."
		said  = "F is not trusted, as you said; 2 settings are left out. "
	)
	same := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %q\nwant %q", what, got, want)
		}
	}
	write(`{"mcpServers":{"a":{"command":"x","args":["1"]},"b":{}}}`)
	same("first", start(asked(1, false)), bad)
	same("then", start(asked(1, true)), short+"|"+said+"/trust asks you again.")
	same("after a no", start(asked(0, false)), short+"|"+said+"/trust asks you again.")
	same("without a screen", start(nil), "parley: "+said+"`parley config trust` asks you again.\nparley: "+short)
	write(`{"mcpServers":{"a":{"command":"x","args":["2"]},"b":{},"c":{}}}`)
	same("changed", start(asked(1, false)), bad+"\n"+`F: the server "c" is left out: a server needs a command, or a url`)
	count := "parley: 2 things about servers are left out, as before: /mcp, or `parley mcp ls`, says why."
	same("changed, without a screen", start(nil), waits+"\n"+count)
	same("and then", start(nil), still+"\n"+count)
}
