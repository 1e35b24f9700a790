package openai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/providers"
	"parley/providers/sse"
)

// idle makes the idle timer fire at once while on is set.
func idle(on *atomic.Bool) func(*Config) {
	return func(c *Config) {
		c.AfterFunc = func(_ time.Duration, f func()) func() bool {
			if on.Load() {
				go f()
			}
			return func() bool { return true }
		}
	}
}

// open is a stream that says hi and then nothing, without ending.
func open(t *testing.T) reply {
	hold := make(chan struct{})
	t.Cleanup(func() { close(hold) })
	return reply{kind: "text/event-stream", chunks: []string{"data: " + hi + "\n\n"}, hold: hold}
}

// A limit is named by the key that applies to whoever asked.
func TestLimitsAreNamedByTheirKey(t *testing.T) {
	at := func(r *providers.Request) {
		r.Limits.At, r.Limits.MaxResponseBytes = "conversation.inquiry.assistant", 1000
	}
	var on atomic.Bool
	p := serve(t, open(t)).provider(t, idle(&on))
	s := p.Stream(t.Context(), hello(at))
	_, err := s.Next(t.Context())
	equal(t, err, nil)
	on.Store(true)
	_, err = s.Next(t.Context())
	equal(t, err.Error(), "testing sent nothing for 2 min. Raise conversation.inquiry.assistant.request.idle_timeout if the server needs longer.")
	equal(t, providers.Limits{}.Key("request.retries"), "assistant.request.retries")
}

func TestSilenceEndsAStream(t *testing.T) {
	var on atomic.Bool
	p := serve(t, open(t)).provider(t, idle(&on))
	s := p.Stream(t.Context(), hello(retries(3)))
	d, err := s.Next(t.Context())
	equal(t, d, providers.Delta(providers.TextDelta{Text: "hi"}))
	equal(t, err, nil)
	on.Store(true)
	_, err = s.Next(t.Context())
	var e *providers.Error
	equal(t, errors.As(err, &e), true)
	equal(t, e.Error(), "testing sent nothing for 2 min. Raise assistant.request.idle_timeout if the server needs longer.")
	equal(t, e.Transient, true)
	_, again := s.Next(t.Context())
	equal(t, again, err)
	equal(t, s.Close(), nil)
}

// A response that continues after its finish had not ended: the next silence is within it,
// like any other, and not an end.
func TestAResponseThatGoesOnHasNotEnded(t *testing.T) {
	var on atomic.Bool
	late := open(t)
	late.chunks = []string{"data: " + stop + "\n\n", "data: " + hi + "\n\n"}
	p := serve(t, late).provider(t, idle(&on))
	s := p.Stream(t.Context(), hello())
	d, err := s.Next(t.Context())
	equal(t, d, providers.Delta(providers.TextDelta{Text: "hi"}))
	equal(t, err, nil)
	on.Store(true)
	_, err = s.Next(t.Context())
	equal(t, err.Error(), "testing sent nothing for 2 min. Raise assistant.request.idle_timeout if the server needs longer.")
	equal(t, s.Close(), nil)
}

func TestSilenceBeforeTheAnswerIsTriedAgain(t *testing.T) {
	for name, mute := range map[string]bool{"before the headers": true, "after the headers": false} {
		t.Run(name, func(t *testing.T) {
			hold, seen := make(chan struct{}), make(chan struct{})
			defer close(hold)
			var retried atomic.Bool
			silent := reply{kind: "text/event-stream", hold: hold, seen: seen, mute: mute}
			p := serve(t, silent, chat(hi, stop)).provider(t, func(c *Config) {
				c.AfterFunc = func(_ time.Duration, f func()) func() bool {
					if !retried.Load() {
						go func() { <-seen; f() }()
					}
					return func() bool { return true }
				}
				c.Sleep = func(context.Context, time.Duration) error { retried.Store(true); return nil }
			})
			got, err := ask(t, p, hello(retries(1), func(r *providers.Request) { r.Limits.FirstByteTimeout = 9 * time.Second }))
			equal(t, err, nil)
			equal(t, got[0], providers.Delta(providers.Retrying{Attempt: 1, Max: 2, Wait: 500 * time.Millisecond, Reason: "nothing came for 9 s"}))
			equal(t, got[len(got)-1], providers.Delta(providers.Finished{Response: said("hi")}))
		})
	}
}

func TestAnOpenStreamAfterTheFinishReasonIsAnAnswer(t *testing.T) {
	hold := make(chan struct{})
	t.Cleanup(func() { close(hold) })
	var shortest atomic.Int64
	shortest.Store(int64(time.Hour))
	p := serve(t, reply{kind: "text/event-stream", chunks: []string{"data: " + hi + "\n\ndata: " + stop + "\n\n"}, hold: hold}).provider(t,
		func(c *Config) {
			c.AfterFunc = func(d time.Duration, f func()) func() bool {
				if shortest.Store(min(shortest.Load(), int64(d))); d == 5*time.Second {
					go f()
				}
				return func() bool { return true }
			}
		})
	equal(t, answered(t, p, hello()), said("hi"))
	equal(t, time.Duration(shortest.Load()), 5*time.Second)
}

// chatty sends a chat that is over, and then comments that keep its connection open. A
// timer that is still armed five comments later passes.
type chatty struct {
	t     *testing.T
	begin io.Reader
	says  string // what keeps it open
	ctx   context.Context
	reads int
	armed map[int]func() // by the read before which it was armed
}

func (c *chatty) Read(p []byte) (int, error) {
	if n, err := c.begin.Read(p); err == nil {
		return n, nil
	}
	if c.reads++; c.reads > 100 {
		c.t.Error("comments keep an answer open")
		return 0, io.EOF
	}
	for at, pass := range c.armed {
		if at+5 < c.reads {
			pass()
		}
	}
	return copy(p, c.says), c.ctx.Err()
}

func (*chatty) Close() error { return nil }

// RoundTrip implements http.RoundTripper.
func (c *chatty) RoundTrip(r *http.Request) (*http.Response, error) {
	c.ctx = r.Context()
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: c, Request: r}, nil
}

func (c *chatty) after(_ time.Duration, pass func()) func() bool {
	at := c.reads
	for c.armed[at] != nil {
		at++ // its order is all that counts
	}
	c.armed[at] = pass
	return func() bool { delete(c.armed, at); return true }
}

func TestNothingAfterTheFinishReasonKeepsAnAnswerOpen(t *testing.T) {
	for _, says := range []string{": still here\n\n", "event: ping\ndata: {\"type\":\"ping\"}\n\n", "data: {\"choices\":[]}\n\n", "data: " + stop + "\n\n"} {
		c := &chatty{t: t, begin: strings.NewReader("data: " + hi + "\n\ndata: " + stop + "\n\n"), says: says, armed: map[int]func(){}}
		p := serve(t).provider(t, func(cfg *Config) { cfg.HTTP, cfg.AfterFunc = &http.Client{Transport: c}, c.after })
		equal(t, answered(t, p, hello()), said("hi"))
		equal(t, len(c.armed), 0)
	}
}

func TestCancellingEndsAtOnceAndLeavesNothing(t *testing.T) {
	for _, name := range []string{"the stream's context", "the context of Next", "close"} {
		t.Run(name, func(t *testing.T) {
			before := goleak.IgnoreCurrent()
			server := serve(t, open(t))
			var reading atomic.Bool
			blocked := make(chan struct{}, 1) // a read is about to wait
			p := server.provider(t, func(c *Config) {
				c.AfterFunc = func(time.Duration, func()) func() bool {
					if reading.CompareAndSwap(true, false) {
						blocked <- struct{}{}
					}
					return func() bool { return true }
				}
			})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			nextCtx, cancelNext := context.WithCancel(context.Background())
			defer cancelNext()
			s := p.Stream(ctx, hello(retries(3)))
			if _, err := s.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
			reading.Store(true)
			failed := make(chan error)
			go func() {
				_, err := s.Next(nextCtx)
				failed <- err
			}()
			<-blocked
			switch name {
			case "the stream's context":
				cancel()
			case "the context of Next":
				cancelNext()
			case "close":
				equal(t, s.Close(), nil)
			}
			equal(t, <-failed, context.Canceled)
			p.CloseIdleConnections()
			server.CloseClientConnections()
			server.Close()
			goleak.VerifyNone(t, before)
		})
	}
}

func TestTheContextOfNextEndsTheStream(t *testing.T) {
	s := serve(t, open(t)).provider(t).Stream(t.Context(), hello())
	defer s.Close()
	if _, err := s.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.Next(ctx)
	equal(t, err, context.Canceled)
	_, err = s.Next(t.Context())
	equal(t, err, context.Canceled)
}

func TestCancellingWhileWaitingForARetry(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := serve(t, failing(500)).provider(t, func(c *Config) { c.Sleep = nil })
	s := p.Stream(ctx, hello(retries(1), func(*providers.Request) {}))
	defer s.Close()
	d, err := s.Next(t.Context())
	equal(t, d, providers.Delta(providers.Retrying{Attempt: 1, Max: 2, Wait: 500 * time.Millisecond, Reason: "testing failed (500)"}))
	equal(t, err, nil)
	cancel()
	_, err = s.Next(t.Context())
	equal(t, err, context.Canceled)
}

func TestAFinishedStreamStaysFinished(t *testing.T) {
	s := serve(t, chat(hi, stop)).provider(t).Stream(t.Context(), hello())
	for range 2 {
		if _, err := s.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		_, err := s.Next(t.Context())
		equal(t, err, io.EOF)
		equal(t, s.Close(), nil)
	}
}

func TestNothingIsSentBeforeTheFirstNext(t *testing.T) {
	server := serve(t)
	s := server.provider(t).Stream(t.Context(), hello())
	equal(t, s.Close(), nil)
	_, err := s.Next(t.Context())
	equal(t, err, context.Canceled)
	equal(t, len(server.seen()), 0)
}

func TestResponsesHaveALargestSize(t *testing.T) {
	limit := func(r *providers.Request) { r.Limits.MaxResponseBytes = 1000 }
	_, err := ask(t, serve(t, streamed(strings.Repeat(": padding\n", 200))).provider(t), hello(retries(3), limit))
	equal(t, err.Error(), "The response of testing is larger than the limit of 1000 bytes. Raise assistant.request.max_response_bytes if that is wanted.")
	got := answered(t, serve(t, chat(hi, stop)).provider(t), hello(limit))
	equal(t, got, said("hi"))
}

// What a response says has a limit of its own, whatever it says it as, and however many
// bytes that took; what is before it is kept.
func TestResponsesSayOnlySoMuch(t *testing.T) {
	const most = 4 << 20
	words := strings.Repeat("x", 1<<20-100)
	text := `{"choices":[{"delta":{"content":"` + words + `"}}]}`
	reasoning := `{"choices":[{"delta":{"reasoning_content":"` + words + `"}}]}`
	call := `{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":"` + words + `"}}]}}]}`
	kept := `{"choices":[{"delta":{"content":"hi","reasoning_details":[{"type":"reasoning.encrypted","data":"` + words + `"}]}}]}`
	const want = "The response of testing is longer than 4 MiB and was broken off. No model writes as much: check what answers at providers.llm.testing.base_url."
	for name, events := range map[string][]string{
		"text": {text, text, text, text, text}, "reasoning": {reasoning, reasoning, reasoning, reasoning, reasoning},
		"a call": {call, call, call, call, call}, "all together": {reasoning, text, text, call, call},
		"what the server wants back": {kept, kept, kept, kept, kept, stop},
	} {
		if testing.Short() && name != "all together" {
			continue // each reads 5 MiB in the same way
		}
		var on atomic.Bool
		p := serve(t, chat(events...), chat(hi, stop)).provider(t, idle(&on))
		s := p.Stream(t.Context(), hello(retries(3)))
		n := 0
		var err error
		for err == nil {
			var d providers.Delta
			switch d, err = s.Next(t.Context()); d := d.(type) {
			case providers.TextDelta:
				n += len(d.Text)
			case providers.ReasoningDelta:
				n += len(d.Text)
			case providers.CallDelta:
				n += len(d.Text)
			case providers.Finished:
				t.Errorf("%s: it is finished", name)
			}
		}
		if err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
		if name != "what the server wants back" && (n > most || n < most-1<<20) {
			t.Errorf("%s: %d bytes came before it", name, n)
		}
	}
	all := strings.Repeat("y", most+1)
	_, err := ask(t, serve(t, reply{kind: "application/json", chunks: []string{`{"choices":[{"message":{"content":"` + all + `"},"finish_reason":"stop"}]}`}}).provider(t), hello())
	equal(t, err.Error(), want)
	got := answered(t, serve(t, chat(text, text, text, text, stop)).provider(t), hello())
	equal(t, len(got.Text), most-400)
}

// A value of three bytes takes a hundred times as much memory, so values are counted before they
// are read: in an event, in the response of a server that does not stream, and in a list.
func TestOnlySoManyValuesAreReadAtOnce(t *testing.T) {
	const most = 200_000
	const want = "testing sent more than 200000 values in one piece, which is not read. No model writes as much: check what answers at providers.llm.testing.base_url."
	for _, empty := range []string{`{}`, `[]`, `0`} {
		many := strings.Repeat(empty+",", most)
		event := `{"choices":[{"delta":{"content":"hi"}},` + many + empty + `]}`
		whole := reply{kind: "application/json", chunks: []string{event}}
		for name, from := range map[string]reply{"an event": chat(hi, event, stop), "a whole response": whole} {
			_, err := ask(t, serve(t, from).provider(t), hello())
			equal(t, name+": "+err.Error(), name+": "+want)
		}
		_, err := serve(t, list(`{"data":[`+many+empty+`]}`)).provider(t).Models(t.Context())
		equal(t, err.Error(), want)
	}
	text := strings.Repeat("{[,", most)
	got := answered(t, serve(t, chat(`{"choices":[{"delta":{"content":"`+text+`"}}]}`, stop)).provider(t), hello())
	equal(t, len(got.Text), len(text))
}

// A call costs memory and time even if nothing is in it.
func TestCallsWithoutAWordAreLimitedToo(t *testing.T) {
	calls := func(from, to int) string {
		var all []string
		for i := from; i < to; i++ {
			all = append(all, fmt.Sprintf(`{"index":%d}`, i))
		}
		return `{"choices":[{"delta":{"tool_calls":[` + strings.Join(all, ",") + `]}}]}`
	}
	if testing.Short() {
		t.Skip("they are read as others are")
	}
	const some = 20_000
	got := answered(t, serve(t, chat(calls(0, some), stop)).provider(t), hello())
	equal(t, len(got.Calls), some)
	_, err := ask(t, serve(t, chat(calls(0, some), calls(some, 2*some), calls(2*some, 3*some), calls(3*some, 4*some), stop)).provider(t), hello())
	equal(t, err.Error(), "The response of testing is longer than 4 MiB and was broken off. No model writes as much: check what answers at providers.llm.testing.base_url.")
}

func TestEventsHaveALargestSizeInWords(t *testing.T) {
	_, err := ask(t, serve(t, streamed("data: "+strings.Repeat("x", sse.MaxEvent+1))).provider(t), hello())
	equal(t, err.Error(), "One event in the response of testing is larger than 8 MiB.")
}
