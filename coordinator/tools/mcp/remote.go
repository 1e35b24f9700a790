package mcp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"parley/coordinator/tool"
)

// remote is a tool of a server.
type remote struct {
	link  *link
	offer Offer
	spec  tool.Spec
}

func (r remote) Spec() tool.Spec { return r.spec }

// Named is what its server calls it.
func (r remote) Named() string { return r.offer.Name }

// Run makes one call. It reaches the server if that has not been done.
func (r remote) Run(ctx context.Context, call tool.Call) tool.Outcome {
	c, err := r.link.use(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return tool.Failure{Message: cancelledText(r.spec.Name)}
		}
		if errors.Is(err, errLogIn) {
			return tool.Failure{Message: wantsLoginText(r.link.Name)}
		}
		if errors.Is(err, errRights) {
			return tool.Failure{Message: wantsRightsText(r.link.Name)}
		}
		return tool.Failure{Message: r.link.given.hide(unreachedText(r.link.Name, err, r.link.words.last(r.link.given.hide)))}
	}
	r.link.given.add(call.Answers)
	before, responses, asks := r.again(call)
	if asks != nil {
		return asks
	}
	switch same := r.link.still(ctx, c, r.offer); {
	case !same && before != nil && !before.First:
		return tool.Failure{Message: notAsItAskedText(r.spec.Name)}
	case !same:
		return tool.Failure{Message: notAsItWasText(r.spec.Name)}
	}
	if call.Agreed && before == nil {
		r.link.agree(r.offer)
	}
	watched, silence := c.calls.begin(ctx, r.link.Timeout, r.link.set.o.after, call)
	defer watched.end()
	params := &mcp.CallToolParams{Name: r.offer.Name, Arguments: call.Arguments}
	asked := 0
	if before != nil {
		asked = before.Forms
	}
	if before != nil && !before.First {
		params.InputResponses, params.RequestState = responses, before.State
	}
	params.SetProgressToken(watched.token)
	result, err := c.session.CallTool(watched.streams(silence), params)
	if err != nil {
		return r.failed(ctx, silence, c, err, asked)
	}
	if result.NeedsInput() {
		return r.asks(c, result, asked)
	}
	return r.outcome(result, c.hide)
}

// Identity is the server, how it is reached, and the tool as it describes it.
func (r remote) Identity() string {
	return strings.TrimSuffix(fmt.Sprintf("mcp\n%q\n%q\n%q\n%s\n%s", r.link.Server.Identity, r.link.URL, r.link.Command, r.offer.Digest(), r.link.Given), "\n")
}

// Altered says that the tool is not described as when a person last let it run.
func (r remote) Altered() string { return r.link.altered(r.offer) }

// Changed tells a person what its server says of the tool in another way than when a
// person last let it run.
func (r remote) Changed() string { return r.link.changed(r.offer) }

// failed says why there is no result.
func (r remote) failed(ctx, silence context.Context, c *connection, err error, asked int) tool.Outcome {
	var refused *jsonrpc.Error
	var not *unsent
	switch {
	case ctx.Err() != nil:
		return tool.Failure{Message: cancelledText(r.spec.Name)}
	case errors.Is(context.Cause(silence), errSilent):
		return tool.Failure{Message: silentCallText(r.spec.Name, r.link.Timeout)}
	case silence.Err() != nil:
		return tool.Failure{Message: context.Cause(silence).Error()}
	case errors.Is(err, errLogIn):
		r.link.lock(c)
		return tool.Failure{Message: wantsLoginText(r.link.Name)}
	case errors.Is(err, errRights):
		return tool.Failure{Message: wantsRightsText(r.link.Name)}
	case errors.As(err, &not):
		return tool.Failure{Message: unreachedText(r.link.Name, c.hush(not), "")}
	case unusable(err) != "":
		return tool.Failure{Message: unusableText(r.link.Name, c.hide(unusable(err)))}
	case errors.As(err, &refused) && refused.Message != rejected:
		if outcome, is := r.visitsFirst(c, refused, asked); is {
			return outcome
		}
		return tool.Failure{Message: c.hide(refusedText(r.link.Name, refused.Message))}
	}
	r.link.drop(c)
	return tool.Failure{Message: c.hide(brokeText(r.link.Name, c.why(err), r.link.words.last(c.hide)))}
}

// rejected is what the library says where a request could not be sent, or was not taken.
const rejected = "rejected by transport"

// list asks for the tools that the server offers. There may be more than are taken.
func (c *connection) list(ctx context.Context) ([]Offer, error) {
	ctx, stop := context.WithTimeout(ctx, dialFirst)
	defer stop()
	if r := c.session.InitializeResult(); r == nil || r.Capabilities == nil || r.Capabilities.Tools == nil {
		return nil, nil
	}
	var all []Offer
	size := 0
	params := &mcp.ListToolsParams{}
	for range mostPages {
		result, err := c.session.ListTools(ctx, params)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", noListText, c.why(err))
		}
		for _, t := range result.Tools {
			all = append(all, c.offerOf(t))
			size += all[len(all)-1].size()
		}
		if size > longestList {
			return nil, fmt.Errorf("%s: %s", noListText, longListText)
		}
		if result.NextCursor == "" || len(all) > mostListed {
			return all, nil
		}
		params = &mcp.ListToolsParams{Cursor: result.NextCursor}
	}
	return nil, fmt.Errorf("%s: %s", noListText, endlessText)
}

// longestList is how many bytes the names and schemas of a server's tools may have, in all.
// Written down they stay below what is read again, whatever they are made of.
const longestList = 2 << 20

// mostPages is in how many parts of a list the tools of a server are taken.
const mostPages = 1000

// calls are the calls that run on a connection.
type calls struct {
	mu   sync.Mutex
	next int
	open map[string]*running
}

// running is a call that waits for its server.
type running struct {
	of    *calls
	n     int
	token string
	heard chan struct{}
	said  func(string)
	stop  context.CancelCauseFunc
	ctx   context.Context
	id    string                                                   // of the call
	ask   func(context.Context, tool.Meanwhile) (tool.Told, error) // nil: nobody can be asked

	asking  sync.Mutex   // one form at a time
	forms   atomic.Int32 // asked for so far
	perhaps atomic.Int32 // those that this or another call has asked for
	paused  atomic.Int32 // of how many forms it may be that waits for a person, not for the server
}

// waits notes that the call may wait for a person, and returns what ends that.
func (r *running) waits() func() {
	r.paused.Add(1)
	r.hears()
	return func() {
		r.paused.Add(-1)
		r.hears()
	}
}

// until is the context of a question that the server asks during the call: that of the call, and it
// ends when the server withdraws the question.
func (r *running) until(wanted context.Context) (context.Context, func()) {
	ctx, end := context.WithCancelCause(r.ctx)
	if wanted.Err() != nil { // of what ends later, another goroutine tells
		end(tool.ErrWithdrawn)
	}
	stop := context.AfterFunc(wanted, func() { end(tool.ErrWithdrawn) })
	return ctx, func() { stop(); end(nil) }
}

// hears notes that the silence is over.
func (r *running) hears() {
	select {
	case r.heard <- struct{}{}:
	default:
	}
}

// askers are the calls of which one asks, the earliest first: that on whose stream the question came, or, where it
// came on none of a call's own, all that run.
func (c *calls) askers(e *mcp.ElicitParams) []*running {
	c.mu.Lock()
	defer c.mu.Unlock()
	if token, on := streamOf(e); on {
		if r := c.open[token]; r != nil {
			return []*running{r}
		}
		return nil
	}
	return slices.SortedFunc(maps.Values(c.open), func(a, b *running) int { return a.n - b.n })
}

// runs reports whether a call with this token runs.
func (c *calls) runs(token string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.open[token] != nil
}

var errSilent = errors.New("the server said nothing for too long")

// begin notes a call. Its context ends when the server has said nothing for limit.
func (c *calls) begin(ctx context.Context, limit time.Duration, after func(time.Duration) <-chan time.Time, call tool.Call) (*running, context.Context) {
	ctx, stop := context.WithCancelCause(ctx)
	c.mu.Lock()
	c.next++
	r := &running{of: c, n: c.next, token: fmt.Sprintf("parley-%d", c.next), id: call.ID, heard: make(chan struct{}, 1), stop: stop, ctx: ctx, ask: call.Ask}
	r.said = func(line string) { _, _ = call.Live.Write([]byte(line + "\n")) }
	if c.open == nil {
		c.open = map[string]*running{}
	}
	c.open[r.token] = r
	c.mu.Unlock()
	if limit > 0 {
		go r.watch(ctx, limit, after)
	}
	return r, ctx
}

func (r *running) watch(ctx context.Context, limit time.Duration, after func(time.Duration) <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.heard:
		case <-after(limit):
			if r.paused.Load() == 0 {
				r.stop(errSilent)
				return
			}
		}
	}
}

func (r *running) end() {
	r.of.mu.Lock()
	delete(r.of.open, r.token)
	r.of.mu.Unlock()
	r.stop(nil)
}

// progress shows how far a call is. hide takes out what no line may hold: a number may be a secret, too.
func (c *calls) progress(p *mcp.ProgressNotificationParams, hide func(string) string) {
	token, _ := p.ProgressToken.(string)
	c.mu.Lock()
	r := c.open[token]
	c.mu.Unlock()
	if r == nil {
		return
	}
	r.hears()
	r.said(hide(progressText(p.Progress, p.Total, p.Message)))
}
