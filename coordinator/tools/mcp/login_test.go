package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/coordinator/tool"
	"parley/teatest/mcpserver/gate"
	"parley/teatest/mcpserver/server"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// newGate is a server that wants a login.
func newGate(t *testing.T) (*gate.Gate, Server) {
	t.Helper()
	g := &gate.Gate{}
	return g, behind(t, g)
}

// behind is a server of tools behind a gate.
func behind(t *testing.T, g *gate.Gate) Server {
	t.Helper()
	g.Behind = sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server.New() }, nil)
	web := httptest.NewServer(g)
	t.Cleanup(web.Close)
	at := web.URL + gate.Path
	return Server{Name: "w", URL: at, Timeout: time.Minute, Identity: Identity("test", "", at, nil)}
}

// visits is a person who opens each page.
func visits(t *testing.T, seen *Page) func(Page) <-chan string {
	return func(p Page) <-chan string {
		if seen != nil {
			*seen = p
		}
		go func() {
			response, err := http.Get(p.Address)
			if err != nil {
				t.Error(err)
				return
			}
			response.Body.Close()
		}()
		return nil
	}
}

func logIn(t *testing.T, o Options, s Server) Page {
	t.Helper()
	var page Page
	if err := o.LogIn(t.Context(), s, visits(t, &page)); err != nil {
		t.Fatal(err)
	}
	return page
}

const echoed = `success: {"zeta":"z"}`

func TestLogIn(t *testing.T) {
	g, w := newGate(t)
	s := newSet(t, w)
	s.Connect(t.Context(), false)
	same(t, "how it is before", s.States()[0].standing(), "not there, it wants you to log in: parley mcp login w")

	page := logIn(t, s.o, w)
	at, err := url.Parse(page.Address)
	if err != nil {
		t.Fatal(err)
	}
	base := strings.TrimSuffix(w.URL, gate.Path)
	same(t, "the page", strings.Join([]string{page.Server, page.Host, page.Tokens, page.Issuer, strings.Join(page.Scopes, " "), at.Path}, " | "),
		"w | 127.0.0.1 | 127.0.0.1 | "+base+" | offline_access read | /authorize")
	query := at.Query()
	same(t, "what it is asked", strings.Join([]string{query.Get("resource"), query.Get("code_challenge_method"), query.Get("response_type"), query.Get("redirect_uri")}, " "),
		w.URL+" S256 code "+page.Back)

	s.Connect(t.Context(), false)
	same(t, "a call", run(t, s, "w__echo", `{"zeta":"z"}`), echoed)
	for _, form := range g.Asked() {
		same(t, "the resource of a request for tokens", form.Get("resource"), w.URL)
	}
	info, err := os.Stat(s.o.loginFile(w))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file of the login: %v, %v", info.Mode(), err)
	}
	same(t, "how it is after", s.States()[0].Login, "logged in by "+base)
}

// TestAPageAsksForWhatIsTold: the address of a page comes from a stranger, and asks for no rights that the person
// is not told of.
func TestAPageAsksForWhatIsTold(t *testing.T) {
	const beside = "?tenant=7&scope=all&authorization_details=%5B%5D&claims=%7B%7D&request=e30&request_uri=https%3A%2F%2Fevil.example"
	g, w := newGate(t)
	g.Bend = func(_ string, doc map[string]any) {
		delete(doc, "scopes_supported")
		if page, is := doc["authorization_endpoint"].(string); is {
			doc["authorization_endpoint"] = page + beside
		}
	}
	page := logIn(t, newSet(t, w).o, w)
	at, err := url.Parse(page.Address)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "the rights that are told", strings.Join(page.Scopes, " "), "")
	same(t, "what else is told", strings.Join(page.Beside, " "), "tenant=7")
	same(t, "what is asked for", strings.Join(slices.Sorted(maps.Keys(at.Query())), " "),
		"client_id code_challenge code_challenge_method redirect_uri resource response_type state tenant")
}

// TestRightsAreWords: what a server calls a right makes no sentence beside those of the page.
func TestRightsAreWords(t *testing.T) {
	g, w := newGate(t)
	g.Bend = func(is string, doc map[string]any) {
		delete(doc, "scopes_supported")
		if is == "resource" {
			doc["scopes_supported"] = []string{"read", "read If\u00a0you trust me"}
		}
	}
	page := logIn(t, newSet(t, w).o, w)
	same(t, "the rights that are told", strings.Join(page.Scopes, "|"), "If|me|read|trust|you")
}

// TestALoginThatIsGivenUpAtItsEnd: whoever gives a login up while tokens are asked for waits no longer,
// and has none.
func TestALoginThatIsGivenUpAtItsEnd(t *testing.T) {
	g, w := newGate(t)
	s := newSet(t, w)
	ctx, stop := context.WithCancel(t.Context())
	goOn := make(chan struct{})
	g.Grant = func(url.Values) string {
		stop()
		<-goOn
		return ""
	}
	t.Cleanup(func() { close(goOn) }) // before the server is closed, which waits for its answers
	if err := s.o.LogIn(ctx, w, visits(t, nil)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if _, err := s.o.readLogin(w); !errors.Is(err, errNoLogin) {
		t.Errorf("what is kept: %v", err)
	}
}

// TestOthersDoNotEndALogin: whatever pages send a browser to where a login comes back, before it does.
func TestOthersDoNotEndALogin(t *testing.T) {
	_, w := newGate(t)
	s := newSet(t, w)
	show := func(p Page) <-chan string {
		for _, query := range []string{"", "?code=stolen", "?code=stolen&state=mine", "?error=access_denied&state=", "?code=a&state=b&state=c"} {
			response, err := http.Get(p.Back + query)
			if err != nil {
				t.Error(err)
				continue
			}
			said, err := io.ReadAll(response.Body)
			response.Body.Close()
			if err != nil {
				t.Error(err)
			}
			same(t, query, response.Status+"\n"+string(said), "403 Forbidden\n"+
				"This does not belong to the login that Parley waits for, so it was not used.\nParley still waits: finish the login in the page that it named.\n")
		}
		return visits(t, nil)(p)
	}
	if err := s.o.LogIn(t.Context(), w, show); err != nil {
		t.Error(err)
	}
}

// TestATokenIsNotRepeated: a server that says its token keeps it out of the conversation.
func TestATokenIsNotRepeated(t *testing.T) {
	_, w := newGate(t)
	s := newSet(t, w)
	logIn(t, s.o, w)
	s.Connect(t.Context(), false)
	l, err := s.o.readLogin(w)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "an echo", run(t, s, "w__echo", `{"zeta":"`+l.Access+" "+l.Refresh+`"}`), `success: {"zeta":"[token] [token]"}`)
}

func TestALoginIsRenewed(t *testing.T) {
	g, w := newGate(t)
	s := newSet(t, w)
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	s.o.Now = func() time.Time { return now }
	logIn(t, s.o, w)
	s.Connect(t.Context(), false)
	other := New(s.o, w) // another process
	t.Cleanup(func() { other.Close(time.Second) })
	other.Connect(t.Context(), false)
	renewed := func() (n int) {
		for _, form := range g.Asked() {
			if form.Get("grant_type") == "refresh_token" {
				n++
			}
		}
		return n
	}
	now = now.Add(2 * time.Hour)
	same(t, "a call after it ran out", run(t, s, "w__echo", `{"zeta":"z"}`), echoed)
	same(t, "a call of another process", run(t, other, "w__echo", `{"zeta":"z"}`), echoed)
	if n := renewed(); n != 1 {
		t.Errorf("it was renewed %d times, want once: a token that renews is good once", n)
	}
	g.Forget(false)
	same(t, "a call after it was refused", run(t, s, "w__echo", `{"zeta":"z"}`), echoed)
	if n := renewed(); n != 2 {
		t.Errorf("it was renewed %d times, want twice", n)
	}
	for _, form := range g.Asked() {
		same(t, "the resource of a request for tokens", form.Get("resource"), w.URL)
	}
}

func TestALoginThatHasRunOut(t *testing.T) {
	g, w := newGate(t)
	s := newSet(t, w)
	logIn(t, s.o, w)
	s.Connect(t.Context(), false)
	g.Forget(true)
	want := "failure: The server w wants the user to log in, so the tool did not run. Do not retry; tell the user to run `parley mcp login w` in a terminal, and that the next call uses it."
	for range 2 {
		same(t, "a call", run(t, s, "w__echo", `{"zeta":"z"}`), want)
		same(t, "how it is", s.States()[0].standing(), "not there, it wants you to log in: parley mcp login w")
	}
	logIn(t, s.o, w)
	same(t, "a call after a login elsewhere", run(t, s, "w__echo", `{"zeta":"z"}`), echoed)
}

// holds makes a gate wait before it grants tokens: asked is closed when it is asked for them.
func holds(g *gate.Gate) (asked, goOn chan struct{}) {
	asked, goOn = make(chan struct{}), make(chan struct{})
	g.Grant = func(url.Values) string {
		close(asked)
		<-goOn
		return ""
	}
	return asked, goOn
}

// TestARenewalIsNotWaitedForAfterAStop: it goes on, and what it brings is kept.
func TestARenewalIsNotWaitedForAfterAStop(t *testing.T) {
	g, w := newGate(t)
	s := newSet(t, w)
	logIn(t, s.o, w)
	s.Connect(t.Context(), false)
	asked, goOn := holds(g)
	g.Forget(false)
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		<-asked
		stop()
	}()
	x := find(t, s, "w__echo")
	same(t, "a call that is stopped", ended(x.Run(ctx, tool.Call{Name: "w__echo", Arguments: json.RawMessage(`{"zeta":"z"}`), Live: io.Discard})),
		"failure: w__echo was stopped before it ended. What it had done until then stays done.")
	g.Grant = nil
	close(goOn)
	same(t, "the next one", run(t, s, "w__echo", `{"zeta":"z"}`), echoed)
}

// TestAProgramThatEndsWaitsForItsLogins: a token that renews may be good only once, so what it brought
// is kept, within the time that there is; and nothing is noted any more.
func TestAProgramThatEndsWaitsForItsLogins(t *testing.T) {
	var w writing
	if w.ended() != nil {
		t.Error("it waits, though nothing is written")
	}
	w = writing{}
	first, open := w.begins()
	if !open {
		t.Error("nothing is noted before the end")
	}
	over := w.ended()
	second, open := w.begins()
	if open {
		t.Error("rights are noted when the program ends")
	}
	for _, written := range []func(){first, second} {
		select {
		case <-over:
			t.Fatal("it did not wait")
		default:
		}
		written()
	}
	<-over

	g, server := newGate(t)
	s := newSet(t, server)
	logIn(t, s.o, server)
	before, err := s.o.readLogin(server)
	if err != nil {
		t.Fatal(err)
	}
	asked, goOn := holds(g)
	g.Forget(false)
	go s.Connect(t.Context(), false)
	<-asked
	s.o.After = func(time.Duration) <-chan time.Time { // it waits
		close(goOn)
		return nil
	}
	s.Close(time.Minute)
	s.o.After = nil
	after, err := s.o.readLogin(server)
	if err != nil || after.Refresh == before.Refresh {
		t.Errorf("what renewed the login is lost: %v", err)
	}
}

func TestALoginThatCannotBeRenewedNow(t *testing.T) {
	g, w := newGate(t)
	s := newSet(t, w)
	logIn(t, s.o, w)
	s.Connect(t.Context(), false)
	g.Forget(false)
	g.Bend = func(what string, doc map[string]any) {
		if what == "token" {
			doc["status"] = http.StatusBadGateway
		}
	}
	same(t, "a call", run(t, s, "w__echo", `{"zeta":"z"}`),
		"failure: The server w could not be reached, so the tool did not run: its login could not be renewed: the answer cannot be read (502 Bad Gateway). Do not retry; the user can look at /mcp.")
	if l, err := s.o.readLogin(w); err != nil || l.Refresh == "" {
		t.Errorf("the login is lost: %v", err)
	}
}

// TestRightsThatAreMissing: the next login asks for what the server wanted.
func TestRightsThatAreMissing(t *testing.T) {
	g, w := newGate(t)
	s := newSet(t, w)
	logIn(t, s.o, w)
	s.Connect(t.Context(), false)
	g.Wants = "write"
	same(t, "a call", run(t, s, "w__echo", `{"zeta":"z"}`),
		"failure: The login to the server w does not have the rights that this call needs, so the tool did not run. Do not retry; tell the user to run `parley mcp login w` again, which asks for them.")
	same(t, "what the next login asks for", strings.Join(logIn(t, s.o, w).Scopes, " "), "offline_access read write")
	again := New(s.o, w)
	t.Cleanup(func() { again.Close(time.Second) })
	again.Connect(t.Context(), false)
	same(t, "a call with them", run(t, again, "w__echo", `{"zeta":"z"}`), echoed)
}

// TestALoginBelongsToOneServer: nobody else gets its token, and nobody else reads it.
func TestALoginBelongsToOneServer(t *testing.T) {
	_, w := newGate(t)
	s := newSet(t, w)
	logIn(t, s.o, w)
	moved := w
	moved.URL = strings.Replace(w.URL, "127.0.0.1", "localhost", 1)
	elsewhere := w
	elsewhere.Identity = Identity("another file", "", w.URL, nil)
	for what, other := range map[string]Server{"another address": moved, "another file": elsewhere} {
		if _, err := s.o.readLogin(other); !errors.Is(err, errNoLogin) {
			t.Errorf("%s: %v", what, err)
		}
	}
	file := s.o.loginFile(w)
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	s.Connect(t.Context(), false)
	if got := s.States()[0].standing(); !strings.Contains(got, filepath.Base(file)+" holds a login and can be read by others; remove it and log in again") {
		t.Errorf("a file that others can read: %s", got)
	}
}
