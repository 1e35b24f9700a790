package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"go.uber.org/goleak"

	"parley/coordinator"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
	"parley/views/text"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// desk drives a screen in memory: when one of its methods returns, the program
// is at rest. Commands run one after another; those of a model's stream that has
// nothing to say wait until the test lets it speak, and timers until the test
// moves the clock.
type desk struct {
	t      testing.TB
	m      tea.Model
	server *server
	host   *fakeHost
	now    time.Time
	timers []timer
	parked []parked
	saved  []store.Drafts
	out    []tea.Msg // what went to Bubble Tea itself: quit, clipboard, raw bytes
	begun  bool
}

// patience only bounds failures: what succeeds is noticed at once.
const patience = time.Minute

type timer struct {
	at time.Time
	do func(time.Time) tea.Msg
}

// parked is a command that waits for the model's server.
type parked struct {
	ctx  context.Context
	done chan tea.Msg
}

type fakeHost struct {
	model    string
	use      func(string) (store.ConfigDelta, error)
	reloaded int
	files    []string
	models   []Offer
	editor   func(string) (string, error)
	noEditor bool
	err      error
}

func (h *fakeHost) ModelName() string { return h.model }

func (h *fakeHost) UseModel(id string) (store.ConfigDelta, error) {
	if h.use != nil {
		return h.use(id)
	}
	raw, err := json.Marshal(id)
	return store.ConfigDelta{Set: map[string]json.RawMessage{"assistant.model.id": raw}}, err
}

func (h *fakeHost) Reload([]store.ConfigDelta) (func(), error) {
	return func() { h.reloaded++ }, h.err
}

func (h *fakeHost) Export(file, title string) (string, error) {
	return "/w/" + file + " " + title, h.err
}

func (h *fakeHost) Files() ([]string, error)       { return h.files, h.err }
func (h *fakeHost) Models() ([]Offer, error)       { return h.models, h.err }
func (h *fakeHost) Price(string) (in, out float64) { return 3, 15 }

func (h *fakeHost) HasEditor() bool { return !h.noEditor }

func (h *fakeHost) Editor(text, _ string, done func(string, error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return done(h.editor(text)) }
}

// server is a model's server that says what the test lets it say.
type server struct {
	mu       sync.Mutex
	requests []providers.Request
	says     chan heardDelta
	quiet    chan context.Context // a stream has nothing to say
}

type heardDelta struct {
	delta providers.Delta
	err   error
}

func (s *server) Stream(_ context.Context, r providers.Request) providers.Stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
	return s
}
func (*server) Models(context.Context) ([]providers.Model, error) {
	return nil, errors.New("not asked for")
}
func (*server) Capabilities(string) providers.Capabilities { return providers.Capabilities{} }
func (*server) Close() error                               { return nil }

func (s *server) Next(ctx context.Context) (providers.Delta, error) {
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

type noRules struct{}

func (noRules) Question(string, string) coordinator.QuestionRules { return coordinator.QuestionRules{} }
func (noRules) Detached(string, string) (coordinator.Policy, string) {
	return coordinator.PolicyDeny, ""
}

// echo is a tool that says its argument.
type echo struct{}

func (echo) Spec() tool.Spec {
	return tool.Spec{Name: "echo", Description: "echoes", Run: tool.Ask, Result: tool.Unattended,
		Parameters: json.RawMessage(`{"type":"object","properties":{"say":{"type":"string"}},"required":["say"],"additionalProperties":false}`)}
}

func (echo) Run(_ context.Context, c tool.Call) tool.Outcome {
	var args struct{ Say string }
	if err := json.Unmarshal(c.Arguments, &args); err != nil {
		return tool.Failure{Message: err.Error()}
	}
	return tool.Success{Content: args.Say}
}

// newDesk opens an empty conversation of 80 by 24; change alters the options.
func newDesk(t testing.TB, change ...func(*desk, *Options)) *desk {
	t.Helper()
	d := &desk{
		t: t, now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), host: &fakeHost{model: "small"},
		server: &server{says: make(chan heardDelta, 1000), quiet: make(chan context.Context)},
	}
	theme, err := text.NewTheme(text.ThemePlain, text.Unicode())
	if err != nil {
		t.Fatal(err)
	}
	registry, err := tool.NewRegistry(tool.Entry{Tool: echo{}, Spec: echo{}.Spec()})
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	t.Cleanup(func() { end(); d.collect() })
	n := 0
	world := coordinator.World{
		Append: func(...[]byte) error { return nil },
		Model: func(context.Context) (coordinator.Model, error) {
			return coordinator.Model{ID: "test/small", Name: "small", Provider: d.server}, nil
		},
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Now:   func() time.Time { return d.now },
		Nonce: func() string { n++; return fmt.Sprintf("n%d-", n) }, SettleIn: time.Second,
	}
	env := coordinator.Env{Tools: registry, Rules: noRules{}, SomebodyThere: true}
	o := Options{
		Shell: coordinator.NewShell(ctx, world, env, "c1", store.Log{}), Theme: theme, Now: func() time.Time { return d.now },
		Tick: func(after time.Duration, do func(time.Time) tea.Msg) tea.Cmd {
			at := d.now.Add(after)
			return func() tea.Msg { return timer{at, do} }
		},
		Arming: 300 * time.Millisecond, Notify: Notify{Bell: true, Desktop: Desktop9}, Host: d.host, Screens: &fakeScreens{t: t},
		SaveDrafts: func(x store.Drafts) error { d.saved = append(d.saved, x); return nil },
	}
	for _, f := range change {
		f(d, &o)
	}
	d.m = New(o)
	return d
}

// start sends what Bubble Tea sends at first.
func (d *desk) start() *desk {
	d.begun = true
	d.settle(d.m.Init())
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	return d
}

func (d *desk) send(msg tea.Msg) {
	d.t.Helper()
	if !d.begun {
		d.start()
	}
	var cmd tea.Cmd
	d.m, cmd = d.m.Update(msg)
	d.settle(cmd)
	d.collect()
}

// settle runs commands and gives the model their messages until none is left.
func (d *desk) settle(cmd tea.Cmd) {
	d.t.Helper()
	pending := []tea.Cmd{cmd}
	for steps := 0; len(pending) > 0; steps++ {
		if steps > 100_000 {
			d.t.Fatal("the program does not come to rest")
		}
		next := pending[0]
		pending = pending[1:]
		if next == nil {
			continue
		}
		done := make(chan tea.Msg, 1)
		go func() { done <- next() }()
		select {
		case ctx := <-d.server.quiet:
			d.parked = append(d.parked, parked{ctx, done})
		case msg := <-done:
			pending = append(pending, d.take(msg)...)
		case <-time.After(patience):
			d.t.Fatal("a command does not end; does it wait for the server of another desk?")
		}
	}
}

// take gives the model a message, or notes it where it is none of its own.
func (d *desk) take(msg tea.Msg) []tea.Cmd {
	switch msg := msg.(type) {
	case nil:
		return nil
	case timer:
		d.timers = append(d.timers, msg)
		return nil
	case tea.BatchMsg:
		return msg
	}
	if v := reflect.ValueOf(msg); v.Kind() == reflect.Slice && v.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
		cmds := make([]tea.Cmd, v.Len()) // a sequence: here all commands are run in turn
		for i := range cmds {
			cmds[i], _ = v.Index(i).Interface().(tea.Cmd)
		}
		return cmds
	}
	if strings.HasPrefix(reflect.TypeOf(msg).String(), "tea.") {
		d.out = append(d.out, msg)
	}
	var cmd tea.Cmd
	d.m, cmd = d.m.Update(msg)
	return []tea.Cmd{cmd}
}

// collect takes what cancelled streams end with.
func (d *desk) collect() {
	d.t.Helper()
	for i := 0; i < len(d.parked); i++ {
		if p := d.parked[i]; p.ctx.Err() != nil {
			d.parked = append(d.parked[:i:i], d.parked[i+1:]...)
			i = -1
			msg := <-p.done
			d.settle(func() tea.Msg { return msg })
		}
	}
}

// say lets the model's server say deltas to whoever waits for it.
func (d *desk) say(deltas ...providers.Delta) {
	d.t.Helper()
	for _, x := range deltas {
		d.server.says <- heardDelta{delta: x}
	}
	d.wake()
}

func (d *desk) fail(err error) {
	d.t.Helper()
	d.server.says <- heardDelta{err: err}
	d.wake()
}

func (d *desk) wake() {
	d.t.Helper()
	if len(d.parked) == 0 {
		d.t.Fatal("nobody waits for the model")
	}
	p := d.parked[0]
	d.parked = d.parked[1:]
	msg := <-p.done
	d.settle(func() tea.Msg { return msg })
	d.collect()
	d.pass(time.Second / 30)
}

func spoken(s string) providers.Delta { return providers.TextDelta{Text: s} }

func finished(s string, calls ...providers.Call) providers.Delta {
	return providers.Finished{Answer: providers.Answer{Text: s, Calls: calls, Finish: "stop", Usage: providers.Usage{Input: 1000, Output: 200}}}
}

// answer is a whole answer of the model.
func (d *desk) answer(s string, calls ...providers.Call) {
	d.t.Helper()
	d.say(spoken(s), finished(s, calls...))
}

// pass moves the clock and rings what was due.
func (d *desk) pass(by time.Duration) {
	d.t.Helper()
	end := d.now.Add(by)
	for {
		next := -1
		for i, x := range d.timers {
			if !x.at.After(end) && (next < 0 || x.at.Before(d.timers[next].at)) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		x := d.timers[next]
		d.timers = append(d.timers[:next:next], d.timers[next+1:]...)
		if x.at.After(d.now) {
			d.now = x.at
		}
		d.send(x.do(d.now))
	}
	d.now = end
}

func keyOf(name string) tea.KeyPressMsg {
	codes := map[string]rune{"enter": tea.KeyEnter, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"esc": tea.KeyEscape, "tab": tea.KeyTab, "backspace": tea.KeyBackspace, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
		"home": tea.KeyHome, "end": tea.KeyEnd, "delete": tea.KeyDelete}
	k := tea.KeyPressMsg{}
	for {
		mod, rest, ok := strings.Cut(name, "+")
		if !ok || rest == "" {
			break
		}
		k.Mod |= map[string]tea.KeyMod{"ctrl": tea.ModCtrl, "shift": tea.ModShift, "alt": tea.ModAlt}[mod]
		name = rest
	}
	if code, ok := codes[name]; ok {
		k.Code = code
		return k
	}
	if name == "space" {
		name = " "
	}
	k.Code = []rune(name)[0]
	if k.Mod == 0 {
		k.Text = name
	}
	return k
}

// press presses keys, named as the key table names them.
func (d *desk) press(names ...string) *desk {
	d.t.Helper()
	for _, n := range names {
		d.send(keyOf(n))
	}
	return d
}

// write types text.
func (d *desk) write(s string) *desk {
	d.t.Helper()
	for _, r := range s {
		d.send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	return d
}

// screen is what is to be seen, without blanks at the ends of lines.
func (d *desk) screen() string {
	d.t.Helper()
	if !d.begun {
		d.start()
	}
	lines := strings.Split(ansi.Strip(d.m.View().Content), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// bottom is the end of the screen: n lines.
func (d *desk) bottom(n int) string {
	d.t.Helper()
	lines := strings.Split(d.screen(), "\n")
	return strings.Join(lines[max(len(lines)-n, 0):], "\n")
}

// sees fails unless the last lines of the screen are as wanted.
func (d *desk) sees(want string) {
	d.t.Helper()
	want = strings.Trim(want, "\n")
	if got := d.bottom(strings.Count(want, "\n") + 1); got != want {
		d.t.Fatalf("the end of the screen is\n%s\n--- want\n%s\n--- all of it\n%s", got, want, d.screen())
	}
}

// shows fails unless a line of the screen is exactly the wanted one.
func (d *desk) shows(lines ...string) {
	d.t.Helper()
	all := strings.Split(d.screen(), "\n")
	for _, want := range lines {
		if !contains(all, want) {
			d.t.Fatalf("no line of the screen is %q:\n%s", want, d.screen())
		}
	}
}

// model is the conversation's screen.
func (d *desk) model() *Model {
	m, ok := d.m.(*Model)
	if !ok {
		d.t.Fatalf("the screen is a %T", d.m)
	}
	return m
}

func splitLines(s string) []string { return strings.Split(s, "\n") }
