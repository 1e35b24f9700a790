package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"parley/providers"
	"parley/providers/sse"
)

// Dialect puts one request into a protocol. A value serves one stream.
type Dialect interface {
	// Attempt says how the next attempt is made.
	Attempt(context.Context) (Attempt, *Failure)
	// Mend learns from a refusal. It reports false if no other form of the same
	// request would help; each mend is made at most once, so that retrying ends.
	Mend(*Failure) bool
	// Learned says that the form of the last attempt was right.
	Learned()
}

// Attempt is one attempt: what is sent, where below the base address, and what reads
// the response.
type Attempt struct {
	Path    string
	Body    []byte
	Decoder Decoder
}

// Decoder turns one response into deltas. Its errors are *Failures, except io.EOF:
// the stream says that it is over.
type Decoder interface {
	// Decode appends to a list what an event says.
	Decode([]providers.Delta, sse.Event) ([]providers.Delta, error)
	// Whole reads the response of a server that did not stream.
	Whole(raw []byte) ([]providers.Delta, error)
	// Finished reports whether the finish reason has arrived.
	Finished() bool
	// Late reports whether the response went on after it, so that it was not yet the
	// end.
	Late() bool
	// Response is the whole response, once it is finished.
	Response() (providers.Response, error)
}

// stream is a response. It moves only inside Next: an attempt is opened and read. If
// it fails before its first delta, it is reported as Retrying and repeated by the
// following Next.
type stream struct {
	p       *Server
	req     providers.Request
	dialect Dialect
	ctx     context.Context
	cancel  context.CancelCauseFunc

	mu     sync.Mutex // held by Next; Close takes it after cancelling
	try    *try
	failed int           // failed attempts
	wait   time.Duration // before the next attempt
	begun  bool          // a delta was returned: no more retries
	said   int           // bytes of text, reasoning and arguments that arrived, and what calls count beside
	calls  int           // that began
	queue  []providers.Delta
	end    error // what Next returns once queue is empty
}

// try is one attempt: a request and the reading of its response.
type try struct {
	ctx      context.Context
	cancel   context.CancelCauseFunc
	x        *exchange
	decoder  Decoder
	protocol string // the request's protocol
	res      *http.Response
	events   *sse.Reader // nil: the response is one document
	over     bool        // an event said that nothing follows
}

// errClosed is the cause of a cancellation by Close.
var errClosed = errors.New("closed")

// Stream starts a response. Nothing is sent before the first Next. When ctx or
// the context of a Next ends, the stream ends with that context's error.
func (p *Server) Stream(ctx context.Context, req providers.Request, d Dialect) providers.Stream {
	ctx, cancel := context.WithCancelCause(ctx)
	return &stream{p: p, req: req, dialect: d, ctx: ctx, cancel: cancel}
}

// Next implements providers.Stream. One goroutine at a time may call it; while
// it waits, its context and Close end it.
func (s *stream) Next(ctx context.Context) (providers.Delta, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Done() != nil {
		stop := context.AfterFunc(ctx, func() { s.cancel(ctx.Err()) })
		defer stop()
	}
	for {
		if err := s.cancelled(ctx); err != nil {
			s.finish(err)
			return nil, err
		}
		if len(s.queue) > 0 {
			d := s.queue[0]
			s.queue = s.queue[1:]
			return d, nil
		}
		if s.end != nil {
			return nil, s.end
		}
		s.step()
	}
}

// cancelled is the error of whichever context ended, unless all is over anyway.
func (s *stream) cancelled(ctx context.Context) error {
	if s.end != nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if s.ctx.Err() == nil {
		return nil
	}
	if cause := context.Cause(s.ctx); errors.Is(cause, context.DeadlineExceeded) {
		return context.DeadlineExceeded
	}
	return context.Canceled
}

// Close implements providers.Stream.
func (s *stream) Close() error {
	s.cancel(errClosed)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = nil
	if s.end == nil {
		s.finish(context.Canceled)
	}
	return nil
}

// finish ends the stream and frees its resources.
func (s *stream) finish(err error) {
	s.release(err)
	s.end = err
	s.cancel(err)
}

// release ends the current attempt. An error from closing an unwanted connection does
// not matter.
func (s *stream) release(cause error) {
	if s.try == nil {
		return
	}
	s.try.x.stop()
	s.try.cancel(cause)
	if s.try.res != nil {
		_ = s.try.res.Body.Close()
	}
	s.try = nil
}

// step does the next thing that takes time: wait, connect or read.
func (s *stream) step() {
	if s.wait > 0 {
		wait := s.wait
		s.wait = 0
		if err := s.p.cfg.Sleep(s.ctx, wait); err != nil && s.ctx.Err() == nil {
			s.finish(err)
		}
		return
	}
	if s.try == nil {
		if f := s.open(); f != nil {
			s.fail(f)
		}
		return
	}
	s.read()
}

// open starts an attempt.
func (s *stream) open() *Failure {
	if f := s.p.Unkeyed(); f != nil {
		return f
	}
	a, f := s.dialect.Attempt(s.ctx)
	if f != nil {
		return f
	}
	ctx, cancel := context.WithCancelCause(s.ctx)
	s.try = &try{ctx: ctx, cancel: cancel, x: s.p.exchangeFor(s.req, cancel), decoder: a.Decoder, protocol: protocolAt(a.Path)}
	if err := s.try.start(a); err != nil {
		return s.why(err)
	}
	return nil
}

// start sends the request and finds out what comes back.
func (t *try) start(a Attempt) error {
	res, err := t.x.post(t.ctx, a)
	if err != nil {
		return err
	}
	t.res = res
	kind, err := shapeOf(res)
	switch {
	case err != nil:
		return err
	case kind == somethingElse:
		return t.noStream(res)
	case kind == anEventStream:
		t.events = sse.NewReader(res.Body)
	}
	return nil
}

// noStream reports a response that is neither a stream nor a reply.
func (t *try) noStream(res *http.Response) error {
	if f := t.x.p.compressed(res); f != nil {
		return f
	}
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxErrorBody))
	f := t.x.p.noStream(t.x.model, res.Header.Get("Content-Type"), ParseFault(raw, true))
	f.Err.Err = err
	return f
}

// read reads the next events: one, and those that arrived with it.
func (s *stream) read() {
	t := s.try
	if t.events == nil {
		s.readWhole()
		return
	}
	ev, err := t.events.Next()
	var out []providers.Delta
	for ready := true; ready && err == nil; {
		if out, err = t.decode(out, ev); err == nil {
			ev, ready, err = t.events.Ready()
		}
	}
	if f := s.hear(out); f != nil {
		s.fail(f)
		return
	}
	s.judge(err, len(out) > 0)
}

// readWhole reads the response of a server that did not stream.
func (s *stream) readWhole() {
	t := s.try
	raw, err := io.ReadAll(t.res.Body)
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if f := t.x.p.crowded(raw); f != nil && err == nil {
		err = f
	}
	if err == nil {
		err = t.misspoken(raw)
	}
	if err == nil {
		var out []providers.Delta
		out, err = t.decoder.Whole(raw)
		if err == nil && !t.decoder.Finished() {
			err = t.x.p.noStream(t.x.model, t.res.Header.Get("Content-Type"), ParseFault(raw, false))
		} else if f := s.hear(out); f != nil {
			s.fail(f)
			return
		}
	}
	if err == nil {
		err = io.EOF
	}
	s.judge(err, false)
}

// decode reads one event.
func (t *try) decode(out []providers.Delta, ev sse.Event) ([]providers.Delta, error) {
	if ev.Name == "error" {
		return out, t.x.p.StreamFault(t.x.model, ParseFault(ev.Data, true))
	}
	if ev.Data = bytes.TrimSpace(ev.Data); len(ev.Data) == 0 {
		return out, nil
	}
	if f := t.x.p.crowded(ev.Data); f != nil {
		return out, f
	}
	if err := t.misspoken(ev.Data); err != nil {
		return out, err
	}
	out, err := t.decoder.Decode(out, ev)
	t.over = err == io.EOF
	return out, t.x.p.whole(err, ev.Ended)
}

// judge decides what follows a read, which may have brought more of the response.
func (s *stream) judge(err error, more bool) {
	d := s.try.decoder
	finished, late := d.Finished(), d.Late()
	if finished && err != nil {
		err = s.try.bare(err)
	}
	s.try.x.begun = s.try.x.begun || finished
	switch {
	case late:
		s.try.x.reopen()
	case finished:
		s.try.x.closing(more)
	}
	switch {
	case err == nil:
	case finished && s.ctx.Err() == nil && (!late || errors.Is(err, io.EOF)) && !s.try.reported(err):
		s.complete() // what breaks after the finish reason does no harm, save a fault that the server tells
	default:
		s.fail(s.why(err))
	}
}

// begin handles the first delta: what was learned on the way was right.
func (s *stream) begin() {
	if !s.begun {
		s.begun = true
		s.dialect.Learned()
	}
}

func (s *stream) complete() {
	answer, err := s.try.decoder.Response()
	if err != nil {
		s.finish(fmt.Errorf("%s: keep what the server wants back: %w", s.p.Name(), err))
		return
	}
	if recorded(answer) > mostSaid {
		s.fail(s.p.saidTooMuch())
		return
	}
	answer.Usage = counted(answer.Usage)
	if s.try.decoder.Late() && !s.try.over { // nothing says that the last piece completes it
		answer.Finish = Ended(answer.Finish, Missing)
	}
	answer = uncalled(answer)
	answer.Finish = s.p.scrub(answer.Finish)
	s.begin()
	s.queue = append(s.queue, providers.Finished{Response: answer})
	s.finish(io.EOF)
}

// why determines what an error of the attempt means.
func (s *stream) why(err error) *Failure {
	if errors.Is(context.Cause(s.try.ctx), errIdle) {
		return s.p.silent(s.try.x)
	}
	return s.p.broken(s.req.Model, err, s.try)
}

// fail decides what follows a failed attempt: the same request in another form, the
// same one later, or the end.
func (s *stream) fail(f *Failure) {
	s.release(f)
	if s.ctx.Err() != nil {
		return // Next reports it
	}
	if !s.begun {
		if s.dialect.Mend(f) {
			return
		}
		if s.again(f) {
			return
		}
	}
	s.finish(f.Err)
}

// again arranges a retry, if one is left.
func (s *stream) again(f *Failure) bool {
	retries := s.req.Limits.Retries
	if !f.Err.Transient || s.failed >= retries || f.After > maxWait {
		return false
	}
	s.failed++
	s.wait = backoff(s.failed, f.After, s.p.cfg.Jitter())
	s.queue = append(s.queue, providers.Retrying{Attempt: s.failed, Max: retries + 1, Wait: s.wait, Reason: f.Reason})
	return true
}
