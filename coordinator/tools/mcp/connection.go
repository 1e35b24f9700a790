package mcp

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"parley/coordinator/tools/process"
)

// connection is a server that was started or reached.
type connection struct {
	session  *mcp.ClientSession
	orders   *orders
	noise    noise
	calls    calls
	patience patience
	login    *keeper // of a server that is reached over HTTP
	given    *given
	hangUp   func()        // ends it, and does not wait
	gone     chan struct{} // closed when nothing of it is left

	asked       sync.Mutex
	asks, again bool // what it offers is being requested, as by whoever connects, and has to be requested once more
	paused      time.Time
	pausing     time.Duration // the pause since then
}

// legacy is the revision that is tried with a server that does not answer otherwise.
const legacy = "2025-11-25"

// How long a server may take to say what it is: at first, and if it did not answer a
// question that only newer servers know. While a program writes on standard error then, as
// one does that is downloaded first, it is waited for longer.
const (
	dialFirst = 20 * time.Second
	dialAgain = 60 * time.Second
	dialMost  = 10 * time.Minute
)

// Patience is how long a server is waited for that says nothing at all.
const Patience = dialFirst + dialAgain

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
	if l.May != nil && !l.May() {
		return nil, errors.New(filesElseText)
	}
	within := context.WithTimeout
	if revision != "" && l.URL == "" {
		within = l.patiently
	}
	ctx, stop := within(ctx, limit)
	defer stop()
	c := &connection{orders: newOrders(), given: &l.given, patience: patience{now: l.set.o.now}, gone: make(chan struct{}), asks: true}
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
		if c.noise.much.Load() {
			return nil, errNoise
		}
		return nil, c.brief(l.notConnected(ctx, errors.Join(err, c.login.denial())))
	}
	c.session = session
	return c, nil
}

// patiently returns a context that ends when the server has written nothing for limit.
func (l *link) patiently(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithTimeout(ctx, dialMost)
	ctx, late := context.WithCancelCause(ctx)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-l.words.heard:
			case <-l.set.o.after(limit):
				late(context.DeadlineExceeded)
				return
			}
		}
	}()
	return ctx, stop
}

// notConnected says why there is no connection.
func (l *link) notConnected(ctx context.Context, err error) error {
	if failed := l.startFailed(); failed != nil {
		return fmt.Errorf("%s: %w", notStartedText, reason(failed))
	}
	if cause := context.Cause(ctx); errors.Is(cause, context.DeadlineExceeded) {
		return silence{cause, l.URL != ""}
	}
	if errors.Is(err, errElsewhere) {
		return errElsewhere
	}
	if wants := l.wants(err); wants != nil {
		return wants
	}
	if l.URL != "" && strings.Contains(err.Error(), http.StatusText(http.StatusUnauthorized)) {
		return errors.New(unauthorizedText)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, mcp.ErrConnectionClosed) {
		if l.URL != "" {
			return errors.New(noServerText)
		}
		return errors.New(endedAtOnceText)
	}
	var web *url.Error
	if errors.As(err, &web) {
		return fmt.Errorf("%s: %w", notAnsweredText, reason(web.Err))
	}
	_, why, is := strings.Cut(err.Error(), rejected+": ")
	if !is {
		why = err.Error()
	}
	tried := strconv.Quote("initialize") + ": "
	if i := strings.LastIndex(why, tried); i >= 0 {
		why, is = why[i+len(tried):], true
	}
	if is {
		return errors.New(why) // without what was sent
	}
	return err
}

// why is why a request failed, in words of ours where a library says it in its own.
func (c *connection) why(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var coded base64.CorruptInputError
	var web *url.Error
	text := ""
	switch {
	case c.noise.much.Load():
		text = noiseText
	case errors.Is(err, errOdd), errors.As(err, &syntax), errors.As(err, &kind), errors.As(err, &coded):
		text = oddMessageText
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, mcp.ErrConnectionClosed):
		text = hungUpText
	case errors.Is(err, context.DeadlineExceeded):
		text = tooLateText
	case errors.As(err, &web):
		text = notAnsweredText + ": " + reason(web.Err).Error()
	case says(err, "SSE event exceeded"):
		text = longAnswerText
	case says(err, "mismatching session IDs"):
		text = otherSessionText
	default:
		return c.brief(err)
	}
	return hushed{err, text}
}

// says reports whether an error of the library, which has no value for it, has these words. The
// rest of its words may be the server's, and are not repeated.
func says(err error, words string) bool { return strings.Contains(err.Error(), words) }

// reason is why something failed, without what was tried.
func reason(err error) error {
	for next := err; next != nil; next = errors.Unwrap(next) {
		err = next
	}
	return err
}

// silence is that a server said nothing until the time was over.
type silence struct {
	error
	web bool
}

func (s silence) Error() string {
	if s.web {
		return silentWebText
	}
	return silentText
}

func (s silence) Unwrap() error { return s.error }

// wantsLogin is that only a person can go on, and how.
func (l *link) wantsLogin() error { return fmt.Errorf("%w: parley mcp login %s", errLogIn, l.Name) }

// wants is wantsLogin where a login is missing, the same where it has too few rights, and
// nil where something else is wrong.
func (l *link) wants(err error) error {
	switch {
	case errors.Is(err, errLogIn):
		return l.wantsLogin()
	case errors.Is(err, errRights):
		return fmt.Errorf("%w: parley mcp login %s", errRights, l.Name)
	}
	return nil
}

// client is what speaks the protocol. Questions come to us, and nothing else is offered
// to a server: no files, no model.
func (l *link) client(c *connection) *mcp.Client {
	client := mcp.NewClient(&mcp.Implementation{Name: "parley", Version: l.set.o.Version}, &mcp.ClientOptions{
		Logger: slog.New(slog.DiscardHandler),
		Capabilities: &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{
			Form: &mcp.FormElicitationCapabilities{}, URL: &mcp.URLElicitationCapabilities{},
		}},
		ElicitationHandler: func(ctx context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return l.elicit(ctx, c, r.Params)
		},
		ElicitationCompleteHandler: func(_ context.Context, r *mcp.ElicitationCompleteNotificationRequest) {
			l.completes(r.Params)
		},
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) {
			l.refreshes(c)
		},
		PromptListChangedHandler: func(context.Context, *mcp.PromptListChangedRequest) {
			l.refreshes(c)
		},
		ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) {
			l.refreshes(c)
		},
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			if p := r.Params; p != nil {
				c.calls.progress(p, c.hide)
			}
		},
	})
	client.AddReceivingMiddleware(safely, func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			// The SDK would put the server's default in the place of what was left out.
			if e, ok := r.(*mcp.ElicitRequest); ok && (e.Params.Mode == "" || e.Params.Mode == "form") {
				return l.elicit(ctx, c, e.Params)
			}
			return next(ctx, method, r)
		}
	})
	client.AddSendingMiddleware(safely, (&parts{hide: c.hide}).understood)
	return client
}

// start starts the server's program as a process group of its own, and connects it.
func (l *link) start(c *connection) mcp.Transport {
	ctx, kill := context.WithCancel(context.Background())
	c.noise.log, c.noise.hide = &l.words, l.given.hide
	toServer, ours := io.Pipe()
	theirs, fromServer := io.Pipe()
	l.began()
	go func() {
		defer close(c.gone)
		o := l.set.o
		how := o.Work
		if l.Own {
			how = o.Own
		}
		args, err := how.found(l.Command)
		var status process.Status
		if err == nil {
			status, err = process.Run(ctx, process.Command{
				Args: args, Dir: how.Dir, Env: append(o.Given.Environ(how.Environ), l.Env...),
				Feed: toServer, Stdout: fromServer, Stderr: &l.words, After: o.After,
			})
		}
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
	return &mcp.IOTransport{Reader: &sieve{body: theirs, see: c.orders.see, calls: c.calls.runs, asks: &c.patience, noise: &c.noise}, Writer: ours, MaxLineLength: largestMessage}
}

// politely is how long a server has to end by itself once nothing more comes.
const politely = 100 * time.Millisecond

// largestMessage is how long a message of a server may be.
const largestMessage = 16 << 20
