package openai

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"parley/providers"
)

const (
	defaultIdle     = 120 * time.Second
	defaultResponse = 64 << 20
	maxErrorBody    = 64 << 10
	finishGrace     = 5 * time.Second // for what follows a finish reason: usage, an end
)

var (
	errIdle     = errors.New("silence")
	errTooLarge = errors.New("the response is larger than the limit")
)

// exchange is one request and its response. It is the HTTPDoer of a go-openai
// client that lives as long.
type exchange struct {
	p      *Provider
	model  string
	body   []byte        // what is really sent; nil for a GET
	stream bool          // an event stream is wanted
	idle   time.Duration // the longest silence
	limit  int64         // bytes of the response
	cancel context.CancelCauseFunc
	events *events

	settings providers.Limits // where they stand
}

// Do sends the request. Every failure that it returns is a *failure.
func (x *exchange) Do(req *http.Request) (*http.Response, error) {
	x.dress(req)
	stop := x.watch()
	res, err := x.p.client.Do(req)
	stop()
	if err != nil {
		return nil, x.p.unreachable(err)
	}
	guarded := &guarded{x: x, body: res.Body, left: x.limit}
	res.Body = guarded
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return nil, x.refused(res)
	}
	if !x.stream {
		return res, nil
	}
	if f := x.wrongType(res); f != nil {
		return nil, f
	}
	x.events = newEvents(guarded)
	res.Body = &frames{body: guarded, events: x.events, fault: func(data []byte) error {
		return x.p.streamFault(x.model, parseFault(data, true))
	}}
	return res, nil
}

// dress puts the exact body and the headers in place.
func (x *exchange) dress(req *http.Request) {
	if x.body != nil {
		req.Body = io.NopCloser(bytes.NewReader(x.body))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(x.body)), nil }
		req.ContentLength = int64(len(x.body))
	}
	req.Header.Set("User-Agent", "parley")
	if h := x.p.profile.KeyHeader; h != "" && x.p.cfg.APIKey != "" {
		req.Header.Set(h, x.p.cfg.APIKey)
	}
	for k, v := range x.p.profile.Headers {
		req.Header.Set(k, v)
	}
	for k, v := range x.p.cfg.Headers {
		req.Header.Set(k, v)
	}
}

// watch ends the exchange after too long a silence, until it is stopped.
func (x *exchange) watch() func() bool {
	return x.p.cfg.AfterFunc(x.idle, func() { x.cancel(errIdle) })
}

// refused reads why a request was refused.
func (x *exchange) refused(res *http.Response) error {
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxErrorBody))
	if closeErr := res.Body.Close(); err == nil {
		err = closeErr
	}
	f := x.p.refusal(x.model, res, parseFault(raw, true))
	if err != nil && len(raw) == 0 {
		f.err.Err = err
	}
	return f
}

// wrongType is not nil when an answer is no event stream. A server that names
// no type is believed.
func (x *exchange) wrongType(res *http.Response) error {
	given := res.Header.Get("Content-Type")
	kind, _, err := mime.ParseMediaType(given)
	if given == "" || err == nil && kind == "text/event-stream" {
		return nil
	}
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxErrorBody))
	if closeErr := res.Body.Close(); err == nil {
		err = closeErr
	}
	f := x.p.noStream(x.model, given, parseFault(raw, kind != "application/json"))
	f.err.Err = err
	return f
}

// guarded is a response body with a limit on silence and on size.
type guarded struct {
	x    *exchange
	body io.ReadCloser
	left int64
}

// Read implements io.Reader.
func (g *guarded) Read(p []byte) (int, error) {
	stop := g.x.watch()
	n, err := g.body.Read(p)
	stop()
	if g.left -= int64(n); g.left < 0 {
		return 0, fmt.Errorf("%w of %d bytes", errTooLarge, g.x.limit)
	}
	return n, err
}

// Close implements io.Closer.
func (g *guarded) Close() error { return g.body.Close() }

// exchangeFor makes the exchange of one try.
func (p *Provider) exchangeFor(req providers.Request, body []byte, cancel context.CancelCauseFunc) *exchange {
	x := &exchange{
		p: p, model: req.Model, body: body, stream: true, cancel: cancel,
		idle: req.Limits.IdleTimeout, limit: req.Limits.MaxResponseBytes, settings: req.Limits,
	}
	if x.idle <= 0 {
		x.idle = defaultIdle
	}
	if x.limit <= 0 {
		x.limit = defaultResponse
	}
	return x
}
