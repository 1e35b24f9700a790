package coordinator

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/coordinator/tool"
	"parley/coordinator/window"
	"parley/forms"
	"parley/providers"
	"parley/store"
	"parley/teatest/logs"
)

// windowServer is a model server with a window: a token is four bytes.
type windowServer struct {
	window   int // it refuses what takes more; 0: nothing
	told     int // what it says of its window
	forever  bool
	retries  bool // a request fails once before it is reported as too long
	answer   func(n int, r providers.Request) providers.Response
	sums     func(n int, r providers.Request) (string, error)
	requests []providers.Request
	summed   []providers.Request
	refused  int
	finish   string // of summaries, "" for stop
}

func (s *windowServer) Models(context.Context) ([]providers.Model, error) { return nil, nil }

func (s *windowServer) Capabilities(string) providers.Capabilities {
	return providers.Capabilities{ContextWindow: s.told}
}

func (s *windowServer) Stream(_ context.Context, r providers.Request) providers.Stream {
	size := (overhead(r) + weights(r.Messages)) / 4
	if strings.HasPrefix(r.System, "You sum up what was said") {
		s.summed = append(s.summed, r)
		text, err := s.sums(len(s.summed), r)
		return &oneResponse{response: providers.Response{Text: text, Finish: cmp.Or(s.finish, "stop"), Usage: providers.Usage{Input: size, Output: len(text) / 4}}, err: err}
	}
	if s.forever || s.window > 0 && size > s.window {
		s.refused++
		return &oneResponse{retried: s.retries, err: &providers.Error{Message: "It is too long.", Status: 400, TooLong: true}}
	}
	s.requests = append(s.requests, r)
	a := s.answer(len(s.requests), r)
	a.Usage.Input, a.Finish = size, "stop"
	return &oneResponse{response: a}
}

type oneResponse struct {
	response providers.Response
	err      error
	over     bool
	retried  bool
}

func (s *oneResponse) Next(context.Context) (providers.Delta, error) {
	if s.retried {
		s.retried = false
		return providers.Retrying{Reason: "status 503"}, nil
	}
	if s.err != nil {
		return nil, s.err
	}
	if s.over {
		return nil, io.EOF
	}
	s.over = true
	return providers.Finished{Response: s.response}, nil
}

func (s *oneResponse) Close() error { return nil }

// teller is a tool that returns a text, asker one that asks for one.
type teller struct{ text func(tool.Call) string }

func (teller) Spec() tool.Spec {
	return tool.Spec{Name: "teller", Description: "tells", Parameters: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"},"text":{"type":"string"}}}`), Run: tool.Unattended, Result: tool.Unattended, Repeatable: true}
}

func (x teller) Run(_ context.Context, c tool.Call) tool.Outcome {
	return tool.Success{Content: x.text(c)}
}

type questioner struct{}

func (questioner) Spec() tool.Spec {
	return tool.Spec{Name: "ask_user", Description: "asks", Parameters: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"},"text":{"type":"string"}}}`), Run: tool.Unattended, Result: tool.Unattended, Repeatable: true, Assistant: true}
}

func decisionText(n int) string { return fmt.Sprintf("Decision %d: where is part %d to go?", n, n) }
func decidedText(n int) string  { return fmt.Sprintf("to the place of number %d, since I say so", n) }

func numberIn(c tool.Call) (n int) {
	_, _ = fmt.Sscanf(string(c.Arguments), `{"n":%d,`, &n)
	return n
}

func (questioner) Run(_ context.Context, c tool.Call) tool.Outcome {
	if a, ok := c.Answers["where"]; ok {
		return tool.Success{Content: string(a.Value)}
	}
	q := forms.Question{ID: "where", Text: decisionText(numberIn(c)), AnswerType: forms.AnswerType{Kind: forms.Text}, Exclusive: true, Persistence: forms.PersistNone}
	form, err := forms.New([]forms.Question{q})
	if err != nil {
		panic(err)
	}
	return tool.NeedsInput{Form: form}
}

// windowed is a conversation with such a server, whose jobs are done at once, one after
// the other.
type windowed struct {
	t      testing.TB
	shell  *Shell
	server *windowServer
	events []store.Event // that were written
	queue  []Job
	asked  func(Prompt) Input
	stop   func(Key) bool // says which effect does not begin: the program is killed before it
	n      int
}

func newWindowed(t testing.TB, s *windowServer, text func(tool.Call) string) *windowed {
	t.Helper()
	w := &windowed{t: t, server: s}
	w.asked = func(p Prompt) Input {
		var n int
		if _, err := fmt.Sscanf(p.Inquiry.Question.Text, "Decision %d:", &n); err != nil {
			t.Fatal(err)
		}
		value, _ := json.Marshal(decidedText(n))
		return Answered{Key: p.Key, Value: value}
	}
	if s.sums == nil {
		s.sums = func(n int, _ providers.Request) (string, error) {
			return fmt.Sprintf("So far so good, part %d.", n), nil
		}
	}
	r, err := tool.NewRegistry(tool.Entry{Tool: teller{text}, Spec: teller{}.Spec()}, tool.Entry{Tool: questioner{}, Spec: questioner{}.Spec()})
	if err != nil {
		t.Fatal(err)
	}
	w.open(Env{Tools: r, Rules: storyRules{}, SomebodyThere: true, Window: window.Rules{TrimAt: 60, SummariseAt: 85}}, store.Log{})
	return w
}

func (w *windowed) open(env Env, log store.Log) {
	w.queue = nil
	w.shell = NewShell(w.t.Context(), World{
		Record: func(events ...store.Event) error {
			for _, ev := range events {
				decoded, err := store.Decode(ev.Line())
				if err != nil {
					w.t.Fatal(err)
				}
				w.events = append(w.events, decoded)
			}
			return nil
		},
		Model: func(context.Context) (Model, error) {
			return Model{ID: "m/a", Name: "a", Provider: w.server, System: strings.Repeat("You are Parley. ", 20)}, nil
		},
		Now:   func() time.Time { w.n++; return logs.Moment(w.n) },
		Nonce: func() string { w.n++; return fmt.Sprintf("n%d-", w.n) },
		Sleep: func(ctx context.Context, _ time.Duration) error { <-ctx.Done(); return ctx.Err() },
	}, env, storyConversation, log)
}

// again reopens the conversation from what was written.
func (w *windowed) again() {
	live := w.shell.state.Folded
	log := store.Log{}.Append(w.events...)
	if got := FoldAll(storyConversation, log); !reflect.DeepEqual(got.Placed, live.Placed) || got.Ignored != 0 {
		w.t.Fatalf("the fold of the file stands for %+v, ignored %d; the live state for %+v", got.Placed, got.Ignored, live.Placed)
	}
	w.open(w.shell.state.Env, log)
	w.send(Opened{Continue: true})
}

func (w *windowed) send(in Input) {
	_, jobs := w.shell.Send(in)
	w.queue = append(w.queue, jobs...)
	for len(w.queue) > 0 {
		j := w.queue[0]
		w.queue = w.queue[1:]
		switch {
		case j.Key.Kind == OfClock, w.stop != nil && w.stop(j.Key):
			continue
		case j.Ask != nil:
			w.send(w.asked(*j.Ask))
			continue
		}
		in, next := j.Perform(j.Context)
		for {
			_, jobs := w.shell.Send(in)
			w.queue = append(w.queue, jobs...)
			if next == nil {
				break
			}
			in, next = next(j.Context)
		}
	}
}

func (w *windowed) say(text string) { w.send(Submitted{ID: text, Text: text}) }

// all is what a request tells the model.
func all(r providers.Request) string {
	var b strings.Builder
	for _, m := range r.Messages {
		b.WriteString(m.Text + "\n")
		for _, c := range m.Calls {
			b.WriteString(c.Arguments + "\n")
		}
	}
	return b.String()
}

func callOf(name string, n int) providers.Response {
	return providers.Response{Calls: []providers.Call{{ID: fmt.Sprintf("%s-%d", name, n), Name: name, Arguments: fmt.Sprintf(`{"n":%d,"text":%q}`, n, decisionText(n))}}}
}

// turns are 400 turns with 60 decisions.
func turns(t testing.TB, window int, each func(w *windowed, turn int)) *windowed {
	decided := 0
	s := &windowServer{window: window, told: window}
	turn, step := 0, 0
	s.answer = func(n int, r providers.Request) providers.Response {
		step++
		switch {
		case step == 1 && turn%20 < 3:
			decided++
			return callOf("ask_user", decided)
		case step < 3:
			a := callOf("teller", n)
			a.Calls[0].Arguments = "{}"
			return a
		}
		return providers.Response{Text: fmt.Sprintf("Done with %d, as you said.", turn)}
	}
	w := newWindowed(t, s, func(c tool.Call) string { return strings.Repeat(fmt.Sprintf("line %s of a file\n", c.ID), 20) })
	for turn = 1; turn <= 400; turn++ {
		step = 0
		w.say(fmt.Sprintf("Go on with number %d.", turn))
		if w.shell.State().Folded.Open() {
			t.Fatalf("turn %d is open: %v", turn, w.shell.State().Busy())
		}
		if each != nil {
			each(w, turn)
		}
	}
	if decided != 60 {
		t.Fatalf("%d decisions", decided)
	}
	return w
}

func (w *windowed) count(of store.Body) (n int) {
	for _, ev := range w.events {
		if reflect.TypeOf(ev.Body) == reflect.TypeOf(of) {
			n++
		}
	}
	return n
}

// lastSummary is the summary in effect.
func (w *windowed) lastSummary() store.ContextSummary {
	for _, ev := range slices.Backward(w.events) {
		if s, ok := ev.Body.(store.ContextSummary); ok {
			return s
		}
	}
	w.t.Fatal("there is no summary")
	return store.ContextSummary{}
}

// weights is how many bytes of messages a server reads, by the measure of these tests.
func weights(all []providers.Message) (n int) {
	for _, m := range all {
		n += len(m.Text) + len(m.Reasoning) + len(m.Provider)
		for _, c := range m.Calls {
			n += len(c.Name) + len(c.Arguments) + len(c.Provider)
		}
	}
	return n
}

// overhead is how many bytes a request has beside its messages.
func overhead(r providers.Request) int {
	n := len(r.System)
	for _, t := range r.Tools {
		n += len(t.Name) + len(t.Description) + len(t.Parameters)
	}
	return n
}

func tokens(bytes int) int { return bytes / 3 }
