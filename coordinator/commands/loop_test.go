package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/coordinator"
	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/forms"
	"parley/providers"
	"parley/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// scriptedModel responds with what it was given, one response per request.
type scriptedModel struct {
	mu       sync.Mutex
	answers  []providers.Response
	requests []providers.Request
	hang     bool          // the next stream never says anything
	half     chan struct{} // not nil: it says a part, closes this, and nothing more
}

func (m *scriptedModel) Stream(_ context.Context, r providers.Request) providers.Stream {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests = append(m.requests, r)
	if m.hang {
		return &answerStream{hang: true}
	}
	if len(m.answers) == 0 {
		return &answerStream{err: &providers.Error{Message: "there is no answer left"}}
	}
	a := m.answers[0]
	m.answers = m.answers[1:]
	return &answerStream{answer: a, half: m.half}
}

func (*scriptedModel) Models(context.Context) ([]providers.Model, error) { return nil, nil }
func (*scriptedModel) Capabilities(string) providers.Capabilities        { return providers.Capabilities{} }

type answerStream struct {
	answer providers.Response
	said   bool
	hang   bool
	half   chan struct{}
	err    error
}

func (s *answerStream) Next(ctx context.Context) (providers.Delta, error) {
	switch {
	case s.half != nil && s.said:
		close(s.half)
		<-ctx.Done()
		return nil, ctx.Err()
	case s.half != nil:
		s.said = true
		return providers.TextDelta{Text: "It beg"}, nil
	case s.hang:
		<-ctx.Done()
		return nil, ctx.Err()
	case s.err != nil:
		return nil, s.err
	case !s.said && s.answer.Text != "":
		s.said = true
		return providers.TextDelta{Text: s.answer.Text}, nil
	}
	return providers.Finished{Response: s.answer}, nil
}

func (*answerStream) Close() error { return nil }

// flakyDisk fails the first appends.
type flakyDisk struct {
	mu    sync.Mutex
	fails int
	lines []string
}

func (d *flakyDisk) record(events ...store.Event) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fails > 0 {
		d.fails--
		return errors.New("no space left on device")
	}
	for _, e := range events {
		d.lines = append(d.lines, string(e.Line()))
	}
	return nil
}

type rules struct{}

func (rules) Question(string, string) coordinator.QuestionRules { return coordinator.QuestionRules{} }
func (rules) Asks(string, string) string                        { return "" }
func (rules) Detached(string, string) (route.Policy, string)    { return route.PolicyDeny, "" }

// echo returns its argument, live and as its result; "runs" waits for its end, and "panic"
// panics.
type echo struct{}

func (echo) Spec() tool.Spec {
	return tool.Spec{Name: "echo", Description: "echoes", Run: tool.Ask, Result: tool.Unattended,
		Parameters: json.RawMessage(`{"type":"object","properties":{"say":{"type":"string"}},"required":["say"],"additionalProperties":false}`)}
}

// deaf is told by a call "deaf" or "runs" that it runs. The first of them does not listen to its
// context, but to deaf.
var deaf = make(chan struct{})

func (echo) Run(ctx context.Context, c tool.Call) tool.Outcome {
	var args struct{ Say string }
	if err := json.Unmarshal(c.Arguments, &args); err != nil {
		return tool.Failure{Message: err.Error()}
	}
	switch args.Say {
	case "runs":
		deaf <- struct{}{}
		<-ctx.Done()
		return tool.Failure{Message: "stopped"}
	case "deaf":
		deaf <- struct{}{}
		<-deaf
	case "panic":
		panic("oh")
	}
	if _, err := io.WriteString(c.Live, args.Say); err != nil {
		return tool.Failure{Message: err.Error()}
	}
	return tool.Success{Content: args.Say}
}

type bench struct {
	model *scriptedModel
	disk  *flakyDisk
	loop  *Loop
	seen  []store.Event
	slept []time.Duration
}

func newBench(t *testing.T, ask func(context.Context, coordinator.Prompt) coordinator.Input, answers ...providers.Response) *bench {
	t.Helper()
	r, err := tool.NewRegistry(tool.Entry{Tool: echo{}, Spec: echo{}.Spec()})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{model: &scriptedModel{answers: answers}, disk: &flakyDisk{}}
	n := 0
	world := coordinator.World{
		Record: b.disk.record,
		Model: func(context.Context) (coordinator.Model, error) {
			return coordinator.Model{ID: "m/a", Name: "a", Provider: b.model}, nil
		},
		Sleep: func(_ context.Context, d time.Duration) error { b.slept = append(b.slept, d); return nil },
		Now:   func() time.Time { return time.Unix(1_800_000_000, 0) },
		Nonce: func() string { n++; return fmt.Sprintf("n%d-", n) }, SettleIn: time.Second,
	}
	shell := coordinator.NewShell(context.Background(), world,
		coordinator.Env{Tools: r, Rules: rules{}, SomebodyThere: ask != nil, Workspace: "/w"}, "c", store.Log{})
	b.loop = &Loop{Shell: shell, Ask: ask, Saw: func(_ coordinator.Input, evs []store.Event) { b.seen = append(b.seen, evs...) }}
	return b
}

func (b *bench) types() string {
	var names []string
	for _, ev := range b.seen {
		names = append(names, ev.Body.Type())
	}
	return strings.Join(names, " ")
}

func calls(say ...string) providers.Response {
	a := providers.Response{Text: "I call."}
	for i, s := range say {
		arguments, _ := json.Marshal(map[string]string{"say": s})
		a.Calls = append(a.Calls, providers.Call{ID: fmt.Sprintf("c%d", i), Name: "echo", Arguments: string(arguments)})
	}
	return a
}

func allow(_ context.Context, p coordinator.Prompt) coordinator.Input {
	return coordinator.Permitted{Key: p.Key, Outcome: store.PermitAllowed}
}

func TestATurnWithACall(t *testing.T) {
	b := newBench(t, allow, calls("hi"), providers.Response{Text: "done"})
	b.loop.Run(context.Background(), coordinator.Opened{}, coordinator.Submitted{ID: "m", Text: "go"})
	want := "workspace turn_start chat_request chat_response tool_call_request response_end permission_request " +
		"permission_response tool_started tool_call_response chat_response response_end turn_ending turn_end"
	if got := b.types(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if len(b.disk.lines) != len(b.seen) {
		t.Errorf("%d lines on disk, %d events", len(b.disk.lines), len(b.seen))
	}
	last := b.model.requests[1].Messages
	if got := last[len(last)-1]; !reflect.DeepEqual(got, providers.Message{Role: providers.Tool, CallID: "c0", Text: "hi"}) {
		t.Errorf("the model was told %+v", got)
	}
}

func TestAFullDiskHoldsEverythingUntilItCanBeWritten(t *testing.T) {
	b := newBench(t, allow, providers.Response{Text: "done"})
	b.disk.fails = 3
	b.loop.Run(context.Background(), coordinator.Opened{}, coordinator.Submitted{ID: "m", Text: "go"})
	if len(b.disk.lines) != len(b.seen) || len(b.slept) != 3 {
		t.Errorf("%d lines of %d, waited %v", len(b.disk.lines), len(b.seen), b.slept)
	}
	if b.loop.Shell.Trouble() != nil {
		t.Errorf("still troubled: %v", b.loop.Shell.Trouble())
	}
}

func TestAPanicOfAToolIsAnErrorOfItsCall(t *testing.T) {
	b := newBench(t, allow, calls("panic"), providers.Response{Text: "done"})
	b.loop.Run(context.Background(), coordinator.Opened{}, coordinator.Submitted{ID: "m", Text: "go"})
	last := b.model.requests[1].Messages
	want := "echo failed because of a fault in the program: oh. Do not retry it with the same arguments."
	if got := last[len(last)-1]; got.Text != want || !got.IsError {
		t.Errorf("the model was told %+v", got)
	}
}

func TestNobodyThereDeniesAndSaysHowToAllow(t *testing.T) {
	b := newBench(t, nil, calls("hi"), providers.Response{Text: "done"})
	b.loop.Run(context.Background(), coordinator.Opened{}, coordinator.Submitted{ID: "m", Text: "go"})
	last := b.model.requests[1].Messages
	want := "echo was not run: it needs the user's permission and nobody is there to give it. " +
		"Do not retry this tool call in this turn; continue without it or explain what is missing. " +
		`(To allow it ahead: run = "unattended", or detached.run = "auto", under conversation.tools.echo.)`
	if got := last[len(last)-1]; got.Text != want || !got.IsError {
		t.Errorf("the model was told %+v", got)
	}
}

func TestPromptsComeOneAtATimeInOrder(t *testing.T) {
	var asked []string
	open := 0
	ask := func(_ context.Context, p coordinator.Prompt) coordinator.Input {
		open++
		if open > 1 {
			t.Error("two prompts at once")
		}
		asked = append(asked, fmt.Sprintf("%s, 1 of %d", p.Permission.Arguments, p.Of))
		open--
		return coordinator.Permitted{Key: p.Key, Outcome: store.PermitSkipped, Reason: "later"}
	}
	b := newBench(t, ask, calls("one", "two", "three"), providers.Response{Text: "done"})
	b.loop.Run(context.Background(), coordinator.Opened{}, coordinator.Submitted{ID: "m", Text: "go"})
	want := []string{`{"say":"one"}, 1 of 3`, `{"say":"two"}, 1 of 2`, `{"say":"three"}, 1 of 1`}
	if !reflect.DeepEqual(asked, want) {
		t.Errorf("asked %v", asked)
	}
	last := b.model.requests[1].Messages
	if got := last[len(last)-1]; got.Text != "Tool skipped by user: later" || got.IsError {
		t.Errorf("the model was told %+v", got)
	}
}

func TestTheSameCallIsNotAskedAgainAfterYForTheTurn(t *testing.T) {
	n := 0
	ask := func(_ context.Context, p coordinator.Prompt) coordinator.Input {
		n++
		return coordinator.Permitted{Key: p.Key, Outcome: store.PermitAllowed, Scope: store.ScopeTurn}
	}
	b := newBench(t, ask, calls("same"), providers.Response{Calls: []providers.Call{{ID: "d", Name: "echo", Arguments: `{ "say" : "same" }`}}},
		providers.Response{Calls: []providers.Call{{ID: "e", Name: "echo", Arguments: `{"say":"other"}`}}}, providers.Response{Text: "done"})
	b.loop.Run(context.Background(), coordinator.Opened{}, coordinator.Submitted{ID: "m", Text: "go"})
	if n != 2 {
		t.Errorf("asked %d times, want once for each of two different calls", n)
	}
}

// askForm is a prompt of a question, for the plain mode.
func askForm(q forms.Question) coordinator.Prompt {
	return coordinator.Prompt{Key: coordinator.AskUser{ID: "x"}.Key(), Label: "Assistant", Of: 1, Inquiry: &coordinator.Inquiry{ID: "x", Question: q},
		Walk: forms.Start(forms.Restore([]forms.Question{q}))}
}

type conversation struct {
	io.Reader
	strings.Builder
}

func (c *conversation) Read(p []byte) (int, error) { return c.Reader.Read(p) }

func TestARunGivesUpOnADiskThatStaysFull(t *testing.T) {
	b := newBench(t, nil, providers.Response{Text: "done"})
	b.disk.fails = 1 << 30
	b.loop.Patience = 4
	b.loop.Run(context.Background(), coordinator.Opened{}, coordinator.Submitted{ID: "m", Text: "go"})
	if err := b.loop.Shell.Trouble(); err == nil || err.Error() != "cannot save the conversation: no space left on device" {
		t.Errorf("trouble %v", err)
	}
	if len(b.slept) != 4 { // the fifth append was ordered when the fourth failed
		t.Errorf("waited %d times", len(b.slept))
	}
}
