package script

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"parley/providers"
)

// defaultIdle is how long a silent stream lasts if no limit is set.
const defaultIdle = 120 * time.Second

// stream plays one request. Only Next uses its fields, called by one reader at a
// time; Close only ends the context.
type stream struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	player *Player
	opts   Options
	req    providers.Request

	attempt int // failed attempts
	wait    time.Duration
	begun   bool // the current attempt's take is loaded
	take    Take
	pieces  []Piece
	at      int
	pace    *Pace
	end     error // what every later Next returns
}

func newStream(ctx context.Context, p *Player, o Options, req providers.Request) *stream {
	ctx, cancel := context.WithCancelCause(ctx)
	return &stream{ctx: ctx, cancel: cancel, player: p, opts: o, req: req}
}

// Close ends the stream; a waiting Next returns.
func (s *stream) Close() error {
	s.cancel(errClosed)
	return nil
}

// Next returns the next delta.
func (s *stream) Next(ctx context.Context) (providers.Delta, error) {
	if s.end != nil {
		return nil, s.end
	}
	d, err := s.next(ctx)
	if err != nil {
		s.end = err
	}
	return d, err
}

func (s *stream) next(ctx context.Context) (providers.Delta, error) {
	if !s.begun {
		if err := s.begin(ctx); err != nil {
			return nil, err
		}
	}
	if s.at < len(s.pieces) {
		return s.piece(ctx)
	}
	if s.take.Fault != nil {
		return s.fail(ctx)
	}
	if err := s.sleep(ctx, s.pace.Rest()); err != nil {
		return nil, err
	}
	s.end = io.EOF
	return providers.Finished{Response: s.take.Response(s.req.Model)}, nil
}

// begin waits until the attempt may be made, makes it, and waits as long as the
// scenario says.
func (s *stream) begin(ctx context.Context) error {
	if err := s.sleep(ctx, s.wait); err != nil {
		return err
	}
	take, err := s.player.Take(s.req)
	if err != nil {
		return err
	}
	if take.Fault != nil && take.Fault.Wire {
		spoken := *take.Fault // there is no wire here
		spoken.Wire = false
		take.Fault = &spoken
	}
	s.begun, s.take, s.pieces, s.at, s.pace = true, take, take.Pieces(), 0, NewPace(take.Rate)
	return s.sleep(ctx, take.Delay)
}

// sleep waits until d has passed, the stream is closed or a context ends.
func (s *stream) sleep(ctx context.Context, d time.Duration) error {
	if s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	if d <= 0 || s.opts.Sleep == nil {
		return ctx.Err()
	}
	both, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(s.ctx, cancel)
	defer stop()
	err := s.opts.Sleep(both, d)
	if err != nil && s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	return err
}

func (s *stream) piece(ctx context.Context) (providers.Delta, error) {
	if err := s.sleep(ctx, s.pace.Next()); err != nil {
		return nil, err
	}
	p := s.pieces[s.at]
	s.at++
	switch p.Kind {
	case PieceReasoning:
		return providers.ReasoningDelta{Text: p.Text}, nil
	case PieceText:
		return providers.TextDelta{Text: p.Text}, nil
	}
	return providers.CallDelta{Index: p.Call, Name: s.take.Calls[p.Call].Name, Text: p.Text}, nil
}

// fail ends the attempt with its fault. Before the first piece a passing fault is
// retried, as a client does.
func (s *stream) fail(ctx context.Context) (providers.Delta, error) {
	idle := s.req.Limits.IdleTimeout
	if idle == 0 {
		idle = defaultIdle
	}
	if s.take.Fault.Kind == FaultSilent {
		if err := s.sleep(ctx, idle); err != nil {
			return nil, err
		}
	}
	if answer, kept := s.unfinished(); kept {
		s.end = io.EOF
		return providers.Finished{Response: answer}, nil
	}
	err := failed(*s.take.Fault, idle)
	if len(s.pieces) > 0 || !err.Transient || s.attempt >= s.req.Limits.Retries {
		return nil, err
	}
	s.attempt++
	s.begun = false
	s.wait = retryWait(*s.take.Fault, s.attempt)
	return providers.Retrying{Attempt: s.attempt, Max: s.req.Limits.Retries + 1, Wait: s.wait, Reason: err.Message}, nil
}

// unfinished is the response of a stream that ended without a reason: the text that
// came. Calls without an end do not count.
func (s *stream) unfinished() (providers.Response, bool) {
	response := providers.Response{Model: s.req.Model, Finish: "missing"}
	for _, p := range s.pieces {
		switch p.Kind {
		case PieceReasoning:
			response.Reasoning += p.Text
		case PieceText:
			response.Text += p.Text
		case PieceCall:
			return response, false
		}
	}
	return response, s.take.Fault.Kind == FaultNoFinish && response.Text != ""
}

// retryWait is the fault's Retry-After in seconds, otherwise doubling each time: 1 s,
// 2 s, … up to 30 s.
func retryWait(f Fault, attempt int) time.Duration {
	if seconds, err := strconv.Atoi(f.RetryAfter); err == nil && seconds >= 0 {
		return time.Duration(seconds) * time.Second
	}
	return min(30*time.Second, time.Second<<min(attempt-1, 10))
}

// statusText says what a server answered.
func statusText(f Fault) string {
	text := strings.TrimSpace(strconv.Itoa(f.Status) + " " + http.StatusText(f.Status))
	if body := clean(f.Body); body != "" {
		text += ": " + body
	}
	return "The model server answered " + text + "."
}

// streamText says what a server reported within its stream. A fault without a body has
// the usual one.
func streamText(f Fault) string {
	body := f.Body
	if body == "" {
		body = UsualError
	}
	if body = clean(body); body != "" {
		return fmt.Sprintf(textStreamError, body)
	}
	return textStreamNoWords
}

// inWords is the message of a body that servers send with an error, or the body as it is.
func inWords(body string) string {
	var said struct {
		Message string `json:"message"`
		Error   struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if json.Unmarshal([]byte(body), &said) != nil {
		return body
	}
	return cmp.Or(said.Error.Message, said.Message, body)
}

// clean makes an arbitrary body one line, in words if it holds them.
func clean(body string) string {
	body = inWords(body)
	fields := strings.FieldsFunc(strings.ToValidUTF8(body, "�"), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
	line := []rune(strings.Join(fields, " "))
	if len(line) > 300 {
		line = append(line[:300], '…')
	}
	return strings.TrimSuffix(string(line), ".")
}
