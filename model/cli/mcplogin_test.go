package cli

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/coordinator/tools/mcp"
	tools "parley/coordinator/tools/process"
	"parley/model/cli/process"
	"parley/model/cli/servers"
	"parley/model/cli/session"
	"parley/teatest/mcpserver/gate"
	"parley/teatest/mcpserver/server"
)

// shown keeps what is printed, beside other goroutines.
type shown struct {
	mu sync.Mutex
	b  strings.Builder
}

func (s *shown) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *shown) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// ready is a program whose configuration names a server that wants a login.
func ready(t *testing.T) (p *process.Program, out, errs *shown, at string) {
	t.Helper()
	web := httptest.NewServer(&gate.Gate{Behind: sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server.New() }, nil)})
	t.Cleanup(web.Close)
	home := t.TempDir()
	config := filepath.Join(home, ".config", "parley", "config.toml")
	if err := os.MkdirAll(filepath.Dir(config), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(config, []byte("forms.arming_delay = \"0s\"\n[mcp.w]\nurl = \""+web.URL+gate.Path+"\"\n[mcp.p]\ncommand = \"none\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs = &shown{}, &shown{}
	never := func(ctx context.Context, _ time.Duration) error {
		<-ctx.Done()
		return ctx.Err()
	}
	return &process.Program{Env: []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}, Dir: t.TempDir(), Out: out, Err: errs, Now: time.Now, Sleep: never}, out, errs, web.URL
}

// TestAPageIsOpenedOnceItWasSeen: a yes that comes as soon as the page is printed opens nothing.
func TestAPageIsOpenedOnceItWasSeen(t *testing.T) {
	now := time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)
	var said shown
	opened := make(chan string, 2)
	v := visitor{delay: 300 * time.Millisecond, open: func(address string) error { opened <- address; return nil }}
	v.p = &process.Program{Err: &said, Now: func() time.Time { return now }}
	typed, types := io.Pipe()
	v.in = typed
	v.show(t.Context(), mcp.Page{Address: "https://a.example"})
	write := func(line string) {
		if _, err := io.WriteString(types, line); err != nil {
			t.Error(err)
		}
	}
	write("y\n")
	write("\n") // it is read once the line before was taken
	if len(opened) != 0 || !strings.HasSuffix(said.String(), servers.LoginHint+"\n") {
		t.Errorf("opened: %d; said:\n%s", len(opened), said.String())
	}
	now = now.Add(time.Second)
	write("y\n")
	if got := <-opened; got != "https://a.example" {
		t.Errorf("opened was %s", got)
	}
	if err := types.Close(); err != nil {
		t.Error(err)
	}
}

func TestLogInAndOut(t *testing.T) {
	p, out, errs, at := ready(t)
	var opened string
	v := visitor{p: p, in: strings.NewReader("what?\nyes\n"), open: func(address string) error {
		opened = address
		response, err := http.Get(address)
		if err == nil {
			response.Body.Close()
		}
		return err
	}}
	if err := logIn(t.Context(), p, session.Options{}, "w", v); err != nil {
		t.Fatal(err)
	}
	want := "The server w wants you to log in, on a page of\n\n    127.0.0.1\n\nThe whole address:\n\n    " + opened + "\n\n" +
		"It asks for these rights: offline_access, read\nWho issues the login: " + at + "\n\n" +
		"If you trust 127.0.0.1:\ntype y and press Enter to open the page, or open it yourself. Where the\nbrowser is on another machine, paste the address at which it ends.\n" +
		"This waits for 5 minutes; Ctrl+C gives up.\n" +
		"Type y to open the page, paste the address at which the browser ended, or press Ctrl+C to give up.\n"
	if errs.String() != want {
		t.Errorf("shown:\n%s\nwant:\n%s", errs, want)
	}
	want = "You are logged in.\nw: 17 tools, connected, revision 2025-11-25\n  " + at + gate.Path + "\n  logged in by " + at + "\n"
	if out.String() != want {
		t.Errorf("said:\n%s\nwant:\n%s", out, want)
	}
	for _, want := range []string{"The login to w is forgotten, and its tokens are taken back.\n", "There was no login to w.\n"} {
		*out = shown{}
		c := mcpLogout(p)
		c.SetArgs([]string{"w"})
		if err := c.ExecuteContext(t.Context()); err != nil || out.String() != want {
			t.Errorf("%q, %v, want %q", out, err, want)
		}
	}
}

// TestACallThatWantsALogin says how to log in, whatever is known of the tool.
func TestACallThatWantsALogin(t *testing.T) {
	p, _, _, _ := ready(t)
	err := callTool(t.Context(), p, session.Options{}, "w__echo", []byte("{}"))
	if want := "the server w is not there: it wants you to log in: parley mcp login w"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestLogInFromAnotherMachine: the browser cannot come back, but its address can be
// copied.
func TestLogInFromAnotherMachine(t *testing.T) {
	p, out, _, _ := ready(t)
	in, typed := io.Pipe()
	v := visitor{p: p, in: in, open: func(address string) error {
		far := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		response, err := far.Get(address)
		if err != nil {
			return err
		}
		go func() {
			_, _ = io.WriteString(typed, response.Header.Get("Location")+"\n")
		}()
		return response.Body.Close()
	}}
	go func() {
		_, _ = io.WriteString(typed, "Y\n")
	}()
	if err := logIn(t.Context(), p, session.Options{}, "w", v); err != nil || !strings.HasPrefix(out.String(), "You are logged in.\n") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestLogInThatIsNone(t *testing.T) {
	p, _, _, _ := ready(t)
	for name, want := range map[string]string{
		"ww": `no server is called "ww"; did you mean "w"?`,
		"p":  "p: it is started as a program, and nobody logs in to that",
	} {
		if err := logIn(t.Context(), p, session.Options{}, name, visitor{p: p}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	gone, stop := context.WithCancel(t.Context())
	v := visitor{p: p, in: strings.NewReader("y\n"), open: func(string) error { stop(); return process.ErrNoOpener }}
	if err := logIn(gone, p, session.Options{}, "w", v); err == nil || err.Error() != "the login to w was given up" {
		t.Errorf("given up: %v", err)
	}
	below := *p // whoever reads the answer to a page that was given up may still look at the other
	below.Env = append(slices.Clone(p.Env), tools.Mark)
	for what, run := range map[string]func() error{
		"mcp login":  func() error { return logIn(t.Context(), &below, session.Options{}, "w", visitor{p: &below}) },
		"mcp logout": func() error { c := mcpLogout(&below); c.SetArgs([]string{"w"}); return c.ExecuteContext(t.Context()) },
	} {
		if err := run(); err == nil || !strings.HasPrefix(err.Error(), what+" is refused here: a command of a Parley started this") {
			t.Errorf("%s below a Parley: %v", what, err)
		}
	}
}
