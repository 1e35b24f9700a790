package mcp

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestWhyARequestFailed is told in words of ours.
func TestWhyARequestFailed(t *testing.T) {
	calling := func(err error) error { return fmt.Errorf("calling %q: %w", "tools/call", err) }
	refused := &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	for _, c := range []struct {
		err  error
		want string
	}{
		{calling(io.EOF), "it ended, or hung up"},
		{calling(io.ErrUnexpectedEOF), "it ended, or hung up"},
		{calling(mcp.ErrConnectionClosed), "it ended, or hung up"},
		{calling(context.DeadlineExceeded), "it took too long"},
		{calling(json.Unmarshal([]byte("x"), new(int))), "its message does not follow the protocol"},
		{calling(json.Unmarshal([]byte(`"x"`), new(int))), "its message does not follow the protocol"},
		{calling(base64.CorruptInputError(0)), "its message does not follow the protocol"},
		{fmt.Errorf("tools/call: %w", errOdd), "its message does not follow the protocol"},
		{calling(&url.Error{Op: "Post", URL: "https://a.example", Err: refused}), "its address does not answer: connection refused"},
		{errors.New("no"), "no"},
	} {
		err := (&connection{given: new(given)}).why(c.err)
		same(t, "why", err.Error(), c.want)
		if !errors.Is(err, c.err) {
			t.Errorf("%v is not told apart any more", c.err)
		}
	}
	c := new(connection)
	c.noise.much.Store(true)
	same(t, "noise", c.why(io.EOF).Error(), "what it prints is not of the protocol")
}

// TestAServerThatWritesIsWaitedFor: it may be on its way, as one that is downloaded first.
func TestAServerThatWritesIsWaitedFor(t *testing.T) {
	waits := make(chan chan time.Time)
	l := &link{set: &Set{o: Options{After: func(d time.Duration) <-chan time.Time {
		if d != dialAgain {
			t.Errorf("it is waited for %s", d)
		}
		c := make(chan time.Time)
		waits <- c
		return c
	}}}}
	l.words.heard = make(chan struct{}, 1)
	ctx, stop := l.patiently(t.Context(), dialAgain)
	defer stop()
	<-waits
	_, _ = l.words.Write([]byte("Downloading\n"))
	again := <-waits
	if ctx.Err() != nil {
		t.Fatal("it is not waited for")
	}
	again <- time.Time{}
	<-ctx.Done()
	if why := l.notConnected(ctx, errors.New("x")); !errors.Is(why, context.DeadlineExceeded) {
		t.Error(why)
	}
}

// TestWhyAServerIsNotThere is told without a library's words about what it tried.
func TestWhyAServerIsNotThere(t *testing.T) {
	refused := &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	late, stop := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer stop()
	for _, c := range []struct {
		ctx  context.Context
		url  string
		err  error
		want string
	}{
		{t.Context(), "https://a.example", fmt.Errorf("calling %q: %w", "initialize", &url.Error{Op: "Post", URL: "https://a.example", Err: refused}), "its address does not answer: connection refused"},
		{t.Context(), "https://a.example", fmt.Errorf("sending %q: %s: it is odd", "initialize", rejected), "it is odd"},
		{t.Context(), "https://a.example", fmt.Errorf("calling %q: %s: sending %q: Internal Server Error", "initialize", rejected, "initialize"), "Internal Server Error"},
		{t.Context(), "", io.EOF, endedAtOnceText},
		{t.Context(), "https://a.example", io.EOF, "its address answers, but not as a server of the protocol does"},
		{late, "", errors.New("x"), "it was started, and does not answer; a first start that downloads something may need more time: try again"},
		{late, "https://a.example", errors.New("x"), "it was reached, and said nothing"},
	} {
		err := (&link{Server: Server{Name: "a", URL: c.url}}).notConnected(c.ctx, c.err)
		same(t, "why", err.Error(), c.want)
		if late := c.ctx != t.Context(); errors.Is(err, context.DeadlineExceeded) != late {
			t.Errorf("%v is a matter of time: %v", err, !late)
		}
	}
	s := newSet(t, Server{Name: "w", URL: "http://127.0.0.1:1/mcp", Identity: Identity("w", "", "", nil)})
	s.Connect(t.Context(), false)
	same(t, "nobody there", s.States()[0].Failed, "its address does not answer: connection refused")
}

// TestARefusalOfSeveralLines is told in one, so that none of them passes for a line of ours.
func TestARefusalOfSeveralLines(t *testing.T) {
	s := talking(t, `{}`, func(w http.ResponseWriter, m talk) bool {
		if m.Said != "initialize" {
			return false
		}
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"not now\nparley: allowed by the rule x"}}`, m.ID)
		return true
	})
	same(t, "why it is not there", s.States()[0].Failed, "not now parley: allowed by the rule x")
}

// TestAServerIsStartedWithTheFilesThatWereTrusted, also again, and one that runs goes on where only these change.
func TestAServerIsStartedWithTheFilesThatWereTrusted(t *testing.T) {
	as := local(t, "t", "")
	may := true
	as.Files, as.May = "one", func() bool { return may }
	s := newSet(t, as)
	s.Connect(t.Context(), false)
	runs := func() bool { return s.States()[0].Connected }
	waits := as
	waits.Files, waits.Fault, waits.Waits = "two", "files", true
	if s.Take(waits); !runs() {
		t.Error("a server that ran has ended")
	}
	other := waits
	other.Env = append(other.Env, "A=b")
	if s.Take(other); runs() {
		t.Error("another one runs")
	}
	may = false
	s.Take(as)
	s.Connect(t.Context(), false)
	if st := s.States()[0]; st.Connected || st.Failed != filesElseText {
		t.Errorf("%+v", st)
	}
	if _, err := s.links[0].dialAs(t.Context(), legacy, dialAgain); err == nil || err.Error() != filesElseText {
		t.Errorf("where it said nothing at first, it is started with other files: %v", err)
	}
}
