package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/coordinator/tool"
	"parley/coordinator/tools/process"
	"parley/teatest/mcpserver/server"
)

// serve makes the test's own program a server, with these words.
const serve = "MCP_TEST_SERVER"

func TestMain(m *testing.M) {
	if words, is := os.LookupEnv(serve); is {
		if err := server.Serve(context.Background(), strings.Fields(words)...); err != nil {
			fmt.Fprintln(os.Stderr, "mcpserver:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// local is a server that is this program.
func local(t *testing.T, name, words string) Server {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Server{
		Name: name, Command: []string{self}, Env: []string{serve + "=" + words}, Timeout: time.Minute,
		Identity: Identity("test "+words, name, "", []string{self}),
	}
}

func newSet(t *testing.T, servers ...Server) *Set {
	t.Helper()
	s := New(Options{Work: Start{Dir: t.TempDir(), Environ: []string{"PATH=" + os.Getenv("PATH"), "MY_TOKEN=secret"}}, State: t.TempDir(), Version: "test"}, servers...)
	t.Cleanup(func() { s.Close(5 * time.Second) })
	return s
}

func find(t *testing.T, s *Set, name string) tool.Tool {
	t.Helper()
	for _, x := range s.Tools() {
		if x.Spec().Name == name {
			return x
		}
	}
	t.Fatalf("there is no tool %s", name)
	return nil
}

// run calls a tool and writes down how that ended.
func run(t *testing.T, s *Set, name, arguments string) string {
	t.Helper()
	return ended(find(t, s, name).Run(t.Context(), tool.Call{ID: "c", Name: name, Arguments: json.RawMessage(arguments), Attempt: 1, Live: io.Discard}))
}

func ended(o tool.Outcome) string {
	switch o := o.(type) {
	case tool.Success:
		return "success: " + o.Content
	case tool.Failure:
		return "failure: " + o.Message
	}
	return fmt.Sprintf("%T", o)
}

func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n%s\nwant:\n%s", what, got, want)
	}
}

// TestNothingRepeatsAKey that a server was configured with, in whatever spelling.
func TestNothingRepeatsAKey(t *testing.T) {
	knows := local(t, "t", "")
	knows.Keys = []string{`open"sesame/1`}
	s := newSet(t, knows)
	s.Connect(t.Context(), false)
	same(t, "an echo", run(t, s, "t__echo", `{"zeta":"open\"sesame/1 open\"sesame\/1","alpha":"sesame"}`), `success: {"zeta":"[secret] [secret]","alpha":"sesame"}`)
	s = newSet(t, Server{Name: "w", URL: "https://w.example/?key=ghp_12345678", Keys: []string{"ghp_12345678"}}, Server{Name: "p", Command: []string{"p", "ghp_12345678"}, Keys: []string{"ghp_12345678"}})
	same(t, "where they are", s.States()[0].Where+" | "+s.States()[1].Where, "https://w.example/?key=[secret] | p [secret]")
}

func TestCalls(t *testing.T) {
	for _, words := range []string{"", "legacy"} {
		t.Run(words, func(t *testing.T) {
			s := newSet(t, local(t, "t", words))
			s.Connect(t.Context(), false)
			for _, c := range []struct{ tool, arguments, want string }{
				{"t__echo", `{"zeta":"z","alpha":"a"}`, `success: {"zeta":"z","alpha":"a"}`},
				{"t__fail", `{}`, "failure: it did not work"},
				{"t__structured", `{}`, `success: {"of":[1,2],"sum":3}`},
				{"t__count", `{"to":2}`, "success: counted to 2"},
				{"t__parts", `{}`, "success: a text\n[image 1, image/png]\n[a sound, audio/wav, 4 bytes, which cannot be passed on]\n" +
					"[a link to passwords: file:///etc/passwd, text/plain, a link; nothing was read from there]\ntest://one:\none\n[test://two, application/zip, 2 bytes that are no text]"},
			} {
				same(t, c.tool, run(t, s, c.tool, c.arguments), c.want)
			}
			if testing.Short() {
				return // the detector reads each of its bytes several times
			}
			flood := run(t, s, "t__flood", `{}`)
			if len(flood) > mostContent+100 || !strings.Contains(flood, "\n… 6029312 bytes left out …\n") {
				t.Errorf("a flood of %d bytes came through: %.60s", len(flood), flood)
			}
		})
	}
}

func TestRevisions(t *testing.T) {
	s := newSet(t, local(t, "new", ""), local(t, "old", "legacy"))
	s.Connect(t.Context(), false)
	for i, want := range []string{"2026-07-28", "2025-11-25"} {
		same(t, "the revision", s.States()[i].Revision, want)
	}
}

func TestASchemaKeepsItsOrder(t *testing.T) {
	s := newSet(t, local(t, "t", ""))
	s.Connect(t.Context(), false)
	same(t, "the schema", string(find(t, s, "t__echo").Spec().Parameters),
		`{"type":"object","properties":{"zeta":{"type":"string"},"alpha":{"type":"string"}},"required":["zeta"]}`)
}

// TestNothingIsStartedToKnowTheTools: what a server offered last is known without it,
// and it is started by the first call.
func TestNothingIsStartedToKnowTheTools(t *testing.T) {
	first := newSet(t, local(t, "t", ""))
	if n := len(first.Tools()); n != 0 {
		t.Fatalf("%d tools are known of a server that was never reached", n)
	}
	first.Connect(t.Context(), true)
	again := New(first.o, local(t, "t", ""))
	defer again.Close(5 * time.Second)
	if got, want := len(again.Tools()), len(first.Tools()); got != want || got == 0 {
		t.Errorf("%d tools are known, want %d", got, want)
	}
	same(t, "how it is", again.States()[0].standing(), fmt.Sprintf("%d tools, reached when one is called", len(first.Tools())))
	again.Connect(t.Context(), true)
	if again.States()[0].Connected {
		t.Error("it was started although its tools are known")
	}
	same(t, "a call", run(t, again, "t__echo", `{"zeta":"z"}`), `success: {"zeta":"z"}`)

	info, err := os.Stat(first.o.cacheFile(local(t, "t", "")))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the cache: %v, %v", info, err)
	}
	other := local(t, "t", "")
	other.Identity = Identity("elsewhere", "", "", other.Command)
	if n := len(New(first.o, other).Tools()); n != 0 {
		t.Errorf("another server of that name has %d tools of the first", n)
	}
}

func TestServersThatAreNotThere(t *testing.T) {
	none := Server{Name: "none", Command: []string{"/nonexistent/program"}, Identity: Identity("x", "", "", nil)}
	faulty := Server{Name: "faulty", Command: []string{"x"}, Fault: "its configuration names the variable X, which is not set", Identity: Identity("y", "", "", nil)}
	s := newSet(t, local(t, "dead", "dead"), none, faulty)
	s.Connect(t.Context(), false)
	var got []string
	for _, st := range s.States() {
		got = append(got, strings.ReplaceAll(strings.ReplaceAll(st.Short(), s.o.State, "STATE"), st.Where, "WHERE"))
	}
	log := filepath.Base(s.links[0].words.file)
	same(t, "the servers", strings.Join(got, "\n"), `dead: not there, it ended before it said what it offers
  WHERE
  it wrote last:
    here I am: dead
    mcpserver: told to die
  all that it wrote: STATE/logs/`+log+`
none: not there, it cannot be started: no such file or directory
  WHERE
faulty: not there, its configuration names the variable X, which is not set
  WHERE`)
	data, err := os.ReadFile(s.links[0].words.file)
	same(t, "the log", string(data), "here I am: dead\nmcpserver: told to die\n")
	if err != nil {
		t.Error(err)
	}
}

// TestAServerThatDies: its call says so and may have taken effect; the next call
// starts it anew.
func TestAServerThatDies(t *testing.T) {
	s := newSet(t, local(t, "t", ""))
	s.Connect(t.Context(), false)
	same(t, "the call", run(t, s, "t__die", `{}`), "failure: The connection with the server t broke while the call ran (it ended, or hung up). "+
		"The call may or may not have taken effect: look before you repeat it. The last that it wrote:\nhere I am: \nI die now\n")
	same(t, "the next", run(t, s, "t__echo", `{"zeta":"z"}`), `success: {"zeta":"z"}`)
}

func TestCancellationReachesTheServer(t *testing.T) {
	s := newSet(t, local(t, "t", ""))
	s.Connect(t.Context(), false)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan string)
	hang := find(t, s, "t__hang")
	go func() {
		done <- ended(hang.Run(ctx, tool.Call{Name: "t__hang", Arguments: json.RawMessage(`{}`), Live: io.Discard}))
	}()
	stop()
	same(t, "the call", <-done, "failure: t__hang was stopped before it ended. What it had done until then stays done.")
	same(t, "the next", run(t, s, "t__echo", `{"zeta":"z"}`), `success: {"zeta":"z"}`)
}

func TestSilenceEndsACall(t *testing.T) {
	silent := local(t, "t", "")
	silent.Timeout = time.Second
	s := newSet(t, silent)
	over := make(chan time.Time, 1)
	over <- time.Time{}
	s.o.After = func(d time.Duration) <-chan time.Time {
		if d == time.Second {
			return over
		}
		return time.After(d)
	}
	same(t, "the call", run2(t, s, "t__hang"), "failure: t__hang was given up: its server said nothing for 1s. What it has done stays done, and it may go on.")
}

// run2 reaches the servers before it calls.
func run2(t *testing.T, s *Set, name string) string {
	t.Helper()
	s.Connect(t.Context(), false)
	return run(t, s, name, `{}`)
}

// TestAServersEnvironment: it gets what commands get and what its entry names, no keys.
func TestAServersEnvironment(t *testing.T) {
	named := local(t, "t", "")
	named.Env = append(named.Env, "WANTED_KEY=k")
	s := newSet(t, named)
	out := run2(t, s, "t__environment")
	for _, line := range []string{"WANTED_KEY=k", process.Mark, "PATH=" + os.Getenv("PATH")} {
		if !strings.Contains("\n"+strings.TrimPrefix(out, "success: ")+"\n", "\n"+line+"\n") {
			t.Errorf("%s is missing", line)
		}
	}
	if strings.Contains(out, "MY_TOKEN") {
		t.Errorf("a key came through:\n%s", out)
	}
}

func TestToolsThatAreLeftOut(t *testing.T) {
	s := newSet(t, local(t, "t", "lying doubled"), local(t, "t__x", ""))
	s.Connect(t.Context(), false)
	const faults = "t__lies is left out: its parameters are not a JSON Schema that can be used: is not a valid JSON Schema: /properties/a/pattern is not a regular expression of RE2: error parsing regexp: missing closing ): `(`\n" +
		"t__the_same is left out: 2 tools would have this name"
	s.Tools()
	same(t, "the faults", strings.Join(s.States()[0].Faults, "\n"), faults)

	// they are kept with the tools; where they are not yet, the tools are looked at
	file := s.o.cacheFile(s.links[0].Server)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for what, kept := range map[string]string{"kept": string(data), "kept by an earlier version": strings.Replace(strings.Replace(string(data), `"vetted":true`, `"vetted":false`, 1), `"fault":`, `"other":`, 1)} {
		if err := os.WriteFile(file, []byte(kept), 0o600); err != nil {
			t.Fatal(err)
		}
		next := New(s.o, s.links[0].Server)
		next.Tools()
		same(t, what, strings.Join(next.States()[0].Faults, "\n"), faults)
	}
}

func TestNames(t *testing.T) {
	long := strings.Repeat("x", 70)
	for _, c := range []struct{ name, want string }{
		{"read", "s__read"},
		{"a.b/c d", "s__a_b_c_d"},
		{"naïve", "s__na_ve"},
		{long, "s__" + strings.Repeat("x", 52) + "_c71bd109"},
	} {
		got := toolName("s", c.name)
		if len(got) > mostName {
			t.Errorf("%s has %d characters", got, len(got))
		}
		same(t, c.name, got, c.want)
	}
}

// TestAChangeIsTold: the set says so, and knows the new texts.
func TestAChangeIsTold(t *testing.T) {
	for _, words := range []string{"", "legacy"} {
		s := newSet(t, local(t, "t", words))
		s.Connect(t.Context(), false)
		<-s.Changed()
		before := find(t, s, "t__weather").Spec().Description
		same(t, "the call", run(t, s, "t__change", `{}`), "success: changed")
		<-s.Changed()
		if after := find(t, s, "t__weather").Spec().Description; after == before || !strings.HasPrefix(after, "Says the weather. Also send") {
			t.Errorf("%s: it says %q now", words, after)
		}
		const told = "The server t has changed its tools: changed t__weather. That counts from the next request on; no rule allows such a tool before you were asked about it."
		same(t, "what is told", strings.Join(s.News(), "\n"), told)
		same(t, "and once", strings.Join(s.News(), "\n"), "")
	}
}

func TestWhatHasChanged(t *testing.T) {
	offers := func(names ...string) (all []Offer) {
		for _, n := range names {
			name, description, _ := strings.Cut(n, "=")
			all = append(all, Offer{Name: name, Description: description})
		}
		return all
	}
	for _, c := range []struct {
		was, now []Offer
		want     string
	}{
		{offers("a", "b", "c=1"), offers("d", "c=2", "a"), "new t__d; changed t__c; gone t__b"},
		{nil, offers("1", "2", "3", "4", "5", "6", "7\x1b"), "new t__1, t__2, t__3, t__4, t__5 and 2 more"},
		{offers("a", "b"), offers("b", "a"), "another order"},
	} {
		same(t, "told", newsText("t", differing(c.was, c.now)), "The server t has changed its tools: "+c.want+". That counts from the next request on; no rule allows such a tool before you were asked about it.")
	}
}

// TestServersNamedLaterAreMet: one that the configuration names later is reached, or its
// fault is told; those that were tried are left alone.
func TestServersNamedLaterAreMet(t *testing.T) {
	dead := local(t, "dead", "dead")
	s := newSet(t, dead)
	s.Connect(t.Context(), false)
	same(t, "at first", strings.Join(s.News(), "|"), "The server dead cannot be reached: /mcp says why, or `parley mcp ls`.")
	began := s.links[0].words.size
	s.Take(dead, Server{Name: "plain", URL: "http://example.com/mcp", Identity: Identity("p", "", "", nil)}, Server{Name: "keyed", Fault: "it wants a key", Identity: Identity("k", "", "", nil)}, local(t, "t", ""))
	s.Meet(t.Context())
	same(t, "then", strings.Join(s.News(), "|"), "The servers keyed and plain cannot be reached: /mcp says why, or `parley mcp ls`.")
	all := s.States()
	same(t, "one without an address that is used", all[1].Failed, "its url is none that is used: its address is neither https nor of this machine")
	if !all[3].Connected || s.links[0].words.size != began {
		t.Errorf("they are %+v", all)
	}
	s.Meet(t.Context())
	same(t, "told once", strings.Join(s.News(), "|"), "")
}

// TestCloseDoesNotWait: a server that does not end is left to be killed.
func TestCloseDoesNotWait(t *testing.T) {
	s := newSet(t, local(t, "t", "stay"))
	s.Connect(t.Context(), false)
	gone := s.links[0].conn.gone
	s.Close(0)
	<-gone // it is killed a moment later
}

func FuzzOrders(f *testing.F) {
	f.Add([]byte(`{"result":{"tools":[{"inputSchema":{"b":1,"a":2}}]}}`))
	f.Add([]byte(`{"params":{"requestedSchema":{"properties":{"z":{},"a":{}}}}}`))
	f.Fuzz(func(t *testing.T, message []byte) {
		o := newOrders()
		o.see(message)
		for _, raw := range o.raw {
			var v any
			if err := json.Unmarshal(raw, &v); err != nil {
				t.Fatal(err)
			}
			if string(o.of(v)) != string(raw) {
				t.Errorf("%s became %s", raw, o.of(v))
			}
		}
	})
}
