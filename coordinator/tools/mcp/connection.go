package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"parley/coordinator/tools/process"
)

// connection is a server that was started or reached.
type connection struct {
	session *mcp.ClientSession
	orders  *orders
	calls   calls
	hangUp  func()        // ends it, and does not wait
	gone    chan struct{} // closed when nothing of it is left
}

// legacy is the revision that is tried with a server that does not answer otherwise.
const legacy = "2025-11-25"

// How long a server may take to say what it is: at first, and if it did not answer a
// question that only newer servers know.
const (
	dialFirst = 20 * time.Second
	dialAgain = 60 * time.Second
)

// dial starts or reaches the server. A server that says nothing is tried once more in
// the older way, since some say nothing to what they do not know.
func (l *link) dial(ctx context.Context) (*connection, error) {
	if l.Fault != "" {
		return nil, errors.New(l.Fault)
	}
	c, err := l.dialAs(ctx, "", dialFirst)
	if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
		return c, err
	}
	return l.dialAs(ctx, legacy, dialAgain)
}

func (l *link) dialAs(ctx context.Context, revision string, limit time.Duration) (*connection, error) {
	ctx, stop := context.WithTimeout(ctx, limit)
	defer stop()
	c := &connection{orders: newOrders(), gone: make(chan struct{})}
	var transport mcp.Transport
	if l.URL == "" {
		transport = l.start(c)
	} else {
		var err error
		if transport, err = l.reach(c); err != nil {
			return nil, err
		}
	}
	session, err := l.client(c).Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		c.hangUp()
		<-c.gone
		return nil, l.notConnected(ctx, err)
	}
	c.session = session
	return c, nil
}

// notConnected says why there is no connection.
func (l *link) notConnected(ctx context.Context, err error) error {
	if failed := l.startFailed(); failed != nil {
		for next := failed; next != nil; next = errors.Unwrap(next) {
			failed = next // the reason, without what was tried
		}
		return fmt.Errorf("%s: %w", notStartedText, failed)
	}
	if cause := ctx.Err(); errors.Is(cause, context.DeadlineExceeded) {
		return fmt.Errorf("%s: %w", silentText, cause)
	}
	if errors.Is(err, errElsewhere) {
		return errElsewhere
	}
	if l.URL != "" && strings.Contains(err.Error(), http.StatusText(http.StatusUnauthorized)) {
		return errors.New(unauthorizedText)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, mcp.ErrConnectionClosed) {
		return errors.New(endedAtOnceText)
	}
	return err
}

// client is what speaks the protocol. Questions come to us, and nothing else is offered
// to a server: no files, no model.
func (l *link) client(c *connection) *mcp.Client {
	return mcp.NewClient(&mcp.Implementation{Name: "parley", Version: l.set.o.Version}, &mcp.ClientOptions{
		Logger: slog.New(slog.DiscardHandler),
		Capabilities: &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{
			Form: &mcp.FormElicitationCapabilities{}, URL: &mcp.URLElicitationCapabilities{},
		}},
		ElicitationHandler: func(ctx context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return l.elicit(ctx, c, r.Params)
		},
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) {
			go l.refresh(c)
		},
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) { c.calls.progress(r.Params) },
	})
}

// start starts the server's program as a process group of its own, and connects it.
func (l *link) start(c *connection) mcp.Transport {
	ctx, kill := context.WithCancel(context.Background())
	toServer, ours := io.Pipe()
	theirs, fromServer := io.Pipe()
	l.began()
	go func() {
		defer close(c.gone)
		o := l.set.o
		status, err := process.Run(ctx, process.Command{
			Args: l.Command, Dir: o.Dir, Env: append(o.Given.Environ(o.Environ), l.Env...),
			Feed: toServer, Stdout: fromServer, Stderr: &l.words, After: o.After,
		})
		l.over(status, err)
		toServer.Close()
		fromServer.Close()
	}()
	var once sync.Once
	c.hangUp = func() {
		once.Do(func() {
			ours.Close() // a good server ends now
			theirs.Close()
			go func() {
				select {
				case <-c.gone:
				case <-l.set.o.after(politely):
				}
				kill()
			}()
		})
	}
	return &mcp.IOTransport{Reader: &read{body: theirs, see: c.orders.see}, Writer: ours, MaxLineLength: largestMessage}
}

// politely is how long a server has to end by itself once nothing more comes.
const politely = 100 * time.Millisecond

// largestMessage is how long a message of a server may be.
const largestMessage = 16 << 20
