package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// server is a model server that says what the test lets it say.
type server struct {
	mu       sync.Mutex
	Requests []providers.Request
	says     chan heardDelta
	quiet    chan context.Context // a stream has nothing to say
	mayBlock func(string)
}

type heardDelta struct {
	delta providers.Delta
	err   error
}

func (s *server) Stream(_ context.Context, r providers.Request) providers.Stream {
	s.mayBlock("Stream")
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Requests = append(s.Requests, r)
	return s
}

func (*server) Models(context.Context) ([]providers.Model, error) {
	return nil, errors.New("not asked for")
}

func (*server) Capabilities(string) providers.Capabilities { return providers.Capabilities{} }

func (*server) Close() error { return nil }

func (s *server) Next(ctx context.Context) (providers.Delta, error) {
	s.mayBlock("Next")
	select {
	case h := <-s.says:
		return h.delta, h.err
	default:
	}
	s.quiet <- ctx
	select {
	case h := <-s.says:
		return h.delta, h.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

type NoRules struct{}

func (NoRules) Question(string, string) coordinator.QuestionRules { return coordinator.QuestionRules{} }

// Asks names nothing.
func (NoRules) Asks(string, string) string { return "" }

func (NoRules) Detached(string, string) (route.Policy, string) {
	return route.PolicyDeny, ""
}

// Echo is a tool that says its argument.
type Echo struct{}

func (Echo) Spec() tool.Spec {
	return tool.Spec{Name: "echo", Description: "echoes", Run: tool.Ask, Result: tool.Unattended,
		Parameters: json.RawMessage(`{"type":"object","properties":{"say":{"type":"string"}},"required":["say"],"additionalProperties":false}`)}
}

func (Echo) Run(_ context.Context, c tool.Call) tool.Outcome {
	var args struct{ Say string }
	if err := json.Unmarshal(c.Arguments, &args); err != nil {
		return tool.Failure{Message: err.Error()}
	}
	return tool.Success{Content: args.Say}
}

// Conversation is an empty one, whose model says what the test lets it say.
func (d *Desk) Conversation() *coordinator.Shell {
	d.T.Helper()
	ctx, end := context.WithCancel(d.T.Context())
	d.T.Cleanup(func() { end(); d.collect() })
	n := 0
	world := coordinator.World{
		Record: func(...store.Event) error { return nil },
		Model: func(context.Context) (coordinator.Model, error) {
			return coordinator.Model{ID: "test/small", Name: "small", Provider: d.Server}, nil
		},
		Command: d.command,
		Sleep:   func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Now:     d.Clock,
		Nonce:   func() string { n++; return fmt.Sprintf("n%d-", n) }, SettleIn: time.Second,
	}
	env := coordinator.Env{Tools: Registry(d.T, Echo{}), Rules: NoRules{}, SomebodyThere: true}
	return coordinator.NewShell(ctx, world, env, "c1", store.Log{})
}

// command plays a command of the user's own: it prints its line. One that is "wait" does so
// once it is ended.
func (d *Desk) command(ctx context.Context, line string, _ io.Writer) store.UserCommandEnd {
	if line == "wait" {
		d.Server.quiet <- ctx
		<-ctx.Done()
		return store.UserCommandEnd{Output: line + "\n"}
	}
	status := 0
	if line == "false" {
		status = 1
	}
	return store.UserCommandEnd{Exit: &status, Output: line + "\n"}
}

// Say makes the model server say deltas to whoever waits for it.
func (d *Desk) Say(deltas ...providers.Delta) {
	d.T.Helper()
	for _, x := range deltas {
		d.Server.says <- heardDelta{delta: x}
	}
	d.wake()
}

func (d *Desk) Fail(err error) {
	d.T.Helper()
	d.Server.says <- heardDelta{err: err}
	d.wake()
}

func (d *Desk) wake() {
	d.T.Helper()
	if len(d.Parked) == 0 {
		d.T.Fatal("nobody waits for the model")
	}
	p := d.Parked[0]
	d.Parked = d.Parked[1:]
	msg := <-p.done
	d.Settle(func() tea.Msg { return msg })
	d.collect()
	d.Pass(time.Second / 30)
}

func Spoken(s string) providers.Delta { return providers.TextDelta{Text: s} }

func Finished(s string, calls ...providers.Call) providers.Delta {
	return providers.Finished{Response: providers.Response{Text: s, Calls: calls, Finish: "stop", Usage: providers.Usage{Input: 1000, Output: 200}}}
}

// Answer is a complete response of the model.
func (d *Desk) Answer(s string, calls ...providers.Call) {
	d.T.Helper()
	d.Say(Spoken(s), Finished(s, calls...))
}

// Registry has tools as they are, without a configuration.
func Registry(t testing.TB, list ...tool.Tool) tool.Registry {
	t.Helper()
	var entries []tool.Entry
	for _, x := range list {
		entries = append(entries, tool.Entry{Tool: x, Spec: x.Spec()})
	}
	r, err := tool.NewRegistry(entries...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func CallOf(id, name, arguments string) providers.Call {
	return providers.Call{ID: id, Name: name, Arguments: arguments}
}

// Slow is a tool that needs no permission, and runs until the test lets it end.
type Slow struct {
	desk *Desk
	ends chan string
}

// Slow is such a tool on the desk.
func (d *Desk) Slow() Slow { return Slow{d, make(chan string, 1)} }

func (Slow) Spec() tool.Spec {
	return tool.Spec{Name: "slow", Description: "takes its time", Run: tool.Unattended, Result: tool.Unattended, Parameters: json.RawMessage(`{"type":"object"}`)}
}

func (s Slow) Run(ctx context.Context, _ tool.Call) tool.Outcome {
	s.desk.Server.quiet <- ctx
	select {
	case said := <-s.ends:
		return tool.Success{Content: said}
	case <-ctx.Done():
		return tool.Failure{Message: ctx.Err().Error()}
	}
}

// End lets the run end, that waits longest, with what it says.
func (s Slow) End(says string) {
	s.desk.T.Helper()
	s.ends <- says
	s.desk.wake()
}
