package openai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	goopenai "github.com/sashabaranov/go-openai"

	"parley/providers"
)

// stream is an answer. It moves only inside Next: a try is opened, read, and,
// if it fails before its first delta, told as Retrying and made again by the
// Next after that.
type stream struct {
	p      *Provider
	req    providers.Request
	ctx    context.Context
	cancel context.CancelCauseFunc

	mu     sync.Mutex // held by Next; Close takes it after cancelling
	quirks quirks
	try    *try
	failed int           // tries that failed
	wait   time.Duration // before the next try
	begun  bool          // a delta was given out: nothing is tried again
	queue  []providers.Delta
	end    error // what Next returns from now on, once queue is empty
}

// try is one request and the reading of its answer.
type try struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	x      *exchange
	plan   plan
	source interface {
		RecvRaw() ([]byte, error)
		Close() error
	}
	decoder decoder
}

// errClosed is the cause of a cancellation by Close.
var errClosed = errors.New("closed")

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

// finish ends the stream and frees what it holds.
func (s *stream) finish(err error) {
	s.release(err)
	s.end = err
	s.cancel(err)
}

// release ends the current try. An error of closing a connection that is no
// longer wanted has nothing to tell.
func (s *stream) release(cause error) {
	if s.try == nil {
		return
	}
	s.try.cancel(cause)
	if s.try.source != nil {
		_ = s.try.source.Close()
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

// open starts a try.
func (s *stream) open() *failure {
	p := s.p
	if p.known.NeedsKey && p.cfg.APIKey == "" {
		return p.fail(0, false, fmt.Sprintf(textNoKey, p.title()), "", fmt.Sprintf(helpSetKey, p.known.KeyEnv))
	}
	l := p.plan(s.req, s.quirks)
	body, f := p.body(s.req, l)
	if f != nil {
		return f
	}
	ctx, cancel := context.WithCancelCause(s.ctx)
	s.try = &try{ctx: ctx, cancel: cancel, x: p.exchangeFor(s.req, body, cancel), plan: l}
	if err := s.try.start(p, s.req); err != nil {
		return s.why(err)
	}
	return nil
}

// start makes go-openai send the request.
func (t *try) start(p *Provider, req providers.Request) error {
	cfg := goopenai.DefaultConfig(p.cfg.APIKey)
	cfg.BaseURL = p.known.BaseURL
	cfg.HTTPClient = t.x
	client := goopenai.NewClientWithConfig(cfg)
	if t.plan.responses {
		src, err := client.CreateResponseStream(t.ctx, goopenai.CreateResponseRequest{Model: req.Model})
		if err != nil {
			return err
		}
		t.source, t.decoder = src, &responsesDecoder{answering: p.answering(req, t.plan)}
		return nil
	}
	src, err := client.CreateChatCompletionStream(t.ctx, shell(req))
	if err != nil {
		return err
	}
	t.source, t.decoder = src, &chatDecoder{answering: p.answering(req, t.plan)}
	return nil
}

// read reads one event.
func (s *stream) read() {
	raw, err := s.try.source.RecvRaw()
	if err == nil {
		var out []providers.Delta
		out, err = s.try.decoder.decode(raw)
		if len(out) > 0 {
			s.begin()
			s.queue = append(s.queue, out...)
		}
		if s.try.decoder.finished() {
			s.try.x.idle = min(s.try.x.idle, finishGrace)
		}
	}
	switch {
	case err == nil:
	case s.try.decoder.finished() && s.ctx.Err() == nil:
		s.complete() // whatever broke after the finish reason broke nothing
	default:
		s.fail(s.why(err))
	}
}

// begin marks the first delta: what was learned on the way here was right.
func (s *stream) begin() {
	if !s.begun {
		s.begun = true
		s.p.learn(s.req.Model, s.quirks)
	}
}

func (s *stream) complete() {
	answer, err := s.try.decoder.answer()
	if err != nil {
		s.finish(fmt.Errorf("openai: keep what the server wants back: %w", err))
		return
	}
	s.begin()
	s.queue = append(s.queue, providers.Finished{Answer: answer})
	s.finish(io.EOF)
}

// why finds out what an error of the try means.
func (s *stream) why(err error) *failure {
	if errors.Is(context.Cause(s.try.ctx), errIdle) {
		return s.p.silent(s.try.x)
	}
	var f *failure
	switch {
	case errors.As(err, &f):
		return f
	case s.try.source == nil:
		return s.p.unsendable(s.req, err)
	}
	return s.p.broken(s.req.Model, err, s.try.x)
}

// fail decides what follows a failed try: the same request in another form, the
// same one later, or the end.
func (s *stream) fail(f *failure) {
	l := plan{}
	if s.try != nil {
		l = s.try.plan
	}
	s.release(f)
	if s.ctx.Err() != nil {
		return // Next says so
	}
	if !s.begun {
		if q, ok := s.quirks.mend(l, s.req, f); ok {
			s.quirks = q
			return
		}
		if s.again(f) {
			return
		}
	}
	s.finish(f.err)
}

// again arranges a retry, if one is left.
func (s *stream) again(f *failure) bool {
	retries := s.req.Limits.Retries
	if !f.err.Transient || s.failed >= retries || f.after > maxWait {
		return false
	}
	s.failed++
	s.wait = backoff(s.failed, f.after, s.p.cfg.Jitter())
	s.queue = append(s.queue, providers.Retrying{Attempt: s.failed, Max: retries + 1, Wait: s.wait, Reason: f.reason})
	return true
}
