// Package desk drives a screen in memory, for the tests of the rooms of the screen:
// its clock and its model server do what the test says, and what is to be seen is
// held against what was kept. It knows no screen.
package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parley/coordinator"
	"parley/coordinator/tool"
	"parley/model/kit"
	"parley/providers"
	"parley/store"
	"parley/teatest/goldens"
	"parley/views/text"
)

// Desk drives a screen in memory: when one of its methods returns, the program
// is at rest. Commands run one after another; those of a model's stream that has
// nothing to say wait until the test lets it speak, and timers until the test
// moves the clock.
type Desk struct {
	T      testing.TB
	Top    tea.Model
	Server *server
	Host   *Host
	Now    time.Time
	Timers []timer
	Parked []parked
	Saved  []store.Drafts
	Out    []tea.Msg // what went to Bubble Tea itself: quit, clipboard, raw bytes
	Begun  bool
}

// patience only bounds failures: what succeeds is noticed at once.
const patience = time.Minute

type timer struct {
	at time.Time
	Do func(time.Time) tea.Msg
}

// parked is a command that waits for the model's server.
type parked struct {
	ctx  context.Context
	done chan tea.Msg
}

type Host struct {
	using    string
	Use      func(string) (store.ConfigDelta, error)
	Reloaded int
	Listed   []string
	Offered  []kit.Offer
	Edit     func(string) (string, error)
	NoEditor bool
	Err      error
}

func (h *Host) ModelName() string { return h.using }

func (h *Host) UseModel(id string) (store.ConfigDelta, error) {
	if h.Use != nil {
		return h.Use(id)
	}
	raw, err := json.Marshal(id)
	return store.ConfigDelta{Set: map[string]json.RawMessage{"assistant.model.id": raw}}, err
}

func (h *Host) Reload([]store.ConfigDelta) (func(), error) {
	return func() { h.Reloaded++ }, h.Err
}

func (h *Host) Export(file, title string) (string, error) {
	return "/w/" + file + " " + title, h.Err
}

func (h *Host) Files() ([]string, error)     { return h.Listed, h.Err }
func (h *Host) Models() ([]kit.Offer, error) { return h.Offered, h.Err }
func (h *Host) Price(string) kit.Price       { return kit.Price{In: 3, Out: 15} }

func (h *Host) HasEditor() bool { return !h.NoEditor }

func (h *Host) Editor(text, _ string, done func(string, error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return done(h.Edit(text)) }
}

// server is a model's server that says what the test lets it say.
type server struct {
	mu       sync.Mutex
	Requests []providers.Request
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
	s.Requests = append(s.Requests, r)
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

type NoRules struct{}

func (NoRules) Question(string, string) coordinator.QuestionRules { return coordinator.QuestionRules{} }
func (NoRules) Detached(string, string) (coordinator.Policy, string) {
	return coordinator.PolicyDeny, ""
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

// New is a desk at noon of some day with no screen on it.
func New(t testing.TB) *Desk {
	return &Desk{
		T: t, Now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), Host: &Host{using: "small"},
		Server: &server{says: make(chan heardDelta, 1000), quiet: make(chan context.Context)},
	}
}

// Theme is the one without colours.
func (d *Desk) Theme() text.Theme {
	d.T.Helper()
	theme, err := text.NewTheme(text.ThemePlain, text.Unicode())
	if err != nil {
		d.T.Fatal(err)
	}
	return theme
}

// Clock is the time on the desk.
func (d *Desk) Clock() time.Time { return d.Now }

// Tick is a timer that rings when the test lets the time pass.
func (d *Desk) Tick(after time.Duration, do func(time.Time) tea.Msg) tea.Cmd {
	at := d.Now.Add(after)
	return func() tea.Msg { return timer{at, do} }
}

// Keep saves drafts.
func (d *Desk) Keep(x store.Drafts) error {
	d.Saved = append(d.Saved, x)
	return nil
}

// Conversation is an empty one, whose model says what the test lets it say.
func (d *Desk) Conversation() *coordinator.Shell {
	d.T.Helper()
	ctx, end := context.WithCancel(d.T.Context())
	d.T.Cleanup(func() { end(); d.collect() })
	n := 0
	world := coordinator.World{
		Append: func(...[]byte) error { return nil },
		Model: func(context.Context) (coordinator.Model, error) {
			return coordinator.Model{ID: "test/small", Name: "small", Provider: d.Server}, nil
		},
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Now:   d.Clock,
		Nonce: func() string { n++; return fmt.Sprintf("n%d-", n) }, SettleIn: time.Second,
	}
	env := coordinator.Env{Tools: Registry(d.T, Echo{}), Rules: NoRules{}, SomebodyThere: true}
	return coordinator.NewShell(ctx, world, env, "c1", store.Log{})
}

// Start sends what Bubble Tea sends at first.
func (d *Desk) Start() *Desk {
	d.Begun = true
	d.Settle(d.Top.Init())
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	return d
}

func (d *Desk) Send(msg tea.Msg) {
	d.T.Helper()
	if !d.Begun {
		d.Start()
	}
	var cmd tea.Cmd
	d.Top, cmd = d.Top.Update(msg)
	d.Settle(cmd)
	d.collect()
}

// Settle runs commands and gives the model their messages until none is left.
func (d *Desk) Settle(cmd tea.Cmd) {
	d.T.Helper()
	pending := []tea.Cmd{cmd}
	for steps := 0; len(pending) > 0; steps++ {
		if steps > 100_000 {
			d.T.Fatal("the program does not come to rest")
		}
		next := pending[0]
		pending = pending[1:]
		if next == nil {
			continue
		}
		done := make(chan tea.Msg, 1)
		go func() { done <- next() }()
		select {
		case ctx := <-d.Server.quiet:
			d.Parked = append(d.Parked, parked{ctx, done})
		case msg := <-done:
			pending = append(pending, d.take(msg)...)
		case <-time.After(patience):
			d.T.Fatal("a command does not end; does it wait for the server of another desk?")
		}
	}
}

// take gives the model a message, or notes it where it is none of its own.
func (d *Desk) take(msg tea.Msg) []tea.Cmd {
	switch msg := msg.(type) {
	case nil:
		return nil
	case timer:
		d.Timers = append(d.Timers, msg)
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
		d.Out = append(d.Out, msg)
	}
	var cmd tea.Cmd
	d.Top, cmd = d.Top.Update(msg)
	return []tea.Cmd{cmd}
}

// collect takes what cancelled streams end with.
func (d *Desk) collect() {
	d.T.Helper()
	for i := 0; i < len(d.Parked); i++ {
		if p := d.Parked[i]; p.ctx.Err() != nil {
			d.Parked = append(d.Parked[:i:i], d.Parked[i+1:]...)
			i = -1
			msg := <-p.done
			d.Settle(func() tea.Msg { return msg })
		}
	}
}

// Say lets the model's server say deltas to whoever waits for it.
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
	return providers.Finished{Answer: providers.Answer{Text: s, Calls: calls, Finish: "stop", Usage: providers.Usage{Input: 1000, Output: 200}}}
}

// Answer is a whole answer of the model.
func (d *Desk) Answer(s string, calls ...providers.Call) {
	d.T.Helper()
	d.Say(Spoken(s), Finished(s, calls...))
}

// Pass moves the clock and rings what was due.
func (d *Desk) Pass(by time.Duration) {
	d.T.Helper()
	end := d.Now.Add(by)
	for {
		next := -1
		for i, x := range d.Timers {
			if !x.at.After(end) && (next < 0 || x.at.Before(d.Timers[next].at)) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		x := d.Timers[next]
		d.Timers = append(d.Timers[:next:next], d.Timers[next+1:]...)
		if x.at.After(d.Now) {
			d.Now = x.at
		}
		d.Send(x.Do(d.Now))
	}
	d.Now = end
}

func KeyOf(name string) tea.KeyPressMsg {
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

// Press presses keys, named as the key table names them.
func (d *Desk) Press(names ...string) *Desk {
	d.T.Helper()
	for _, n := range names {
		d.Send(KeyOf(n))
	}
	return d
}

// Write types text.
func (d *Desk) Write(s string) *Desk {
	d.T.Helper()
	for _, r := range s {
		d.Send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	return d
}

// Screen is what is to be seen, without blanks at the ends of lines.
func (d *Desk) Screen() string {
	d.T.Helper()
	if !d.Begun {
		d.Start()
	}
	lines := strings.Split(ansi.Strip(d.Top.View().Content), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// Bottom is the end of the screen: n lines.
func (d *Desk) Bottom(n int) string {
	d.T.Helper()
	lines := strings.Split(d.Screen(), "\n")
	return strings.Join(lines[max(len(lines)-n, 0):], "\n")
}

// Sees fails unless the last lines of the screen are as wanted.
func (d *Desk) Sees(want string) {
	d.T.Helper()
	want = strings.Trim(want, "\n")
	if got := d.Bottom(strings.Count(want, "\n") + 1); got != want {
		d.T.Fatalf("the end of the screen is\n%s\n--- want\n%s\n--- all of it\n%s", got, want, d.Screen())
	}
}

// Shows fails unless a line of the screen is exactly the wanted one.
func (d *Desk) Shows(lines ...string) {
	d.T.Helper()
	all := strings.Split(d.Screen(), "\n")
	for _, want := range lines {
		if !kit.Contains(all, want) {
			d.T.Fatalf("no line of the screen is %q:\n%s", want, d.Screen())
		}
	}
}

// Cursor is the column of the terminal's cursor.
func (d *Desk) Cursor() int {
	d.T.Helper()
	v := d.Top.View()
	if v.Cursor == nil {
		d.T.Fatalf("there is no cursor:\n%s", d.Screen())
	}
	return v.Cursor.X
}

// Golden compares the screen at three sizes with testdata/screens/model.
func (d *Desk) Golden(name string) {
	d.T.Helper()
	for _, size := range []tea.WindowSizeMsg{{Width: 40, Height: 12}, {Width: 120, Height: 40}, {Width: 80, Height: 24}} {
		d.Send(size)
		d.Fits(size)
		d.keeps(name, size)
	}
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

// Calm presses keys with time to look between them.
func (d *Desk) Calm(names ...string) *Desk {
	d.T.Helper()
	for _, n := range names {
		d.Press(n)
		d.Pass(time.Second)
	}
	return d
}

// Sizes are the three that every screen is kept in; the first is the smallest
// that is usable.
func Sizes() []tea.WindowSizeMsg {
	return []tea.WindowSizeMsg{{Width: kit.LeastWidth, Height: kit.LeastHeight}, {Width: 80, Height: 24}, {Width: 120, Height: 40}}
}

// State is a screen that a user comes to. Its pictures are the goldens
// testdata/screens/model/screen-<name>-<width>.txt.
type State struct {
	Name string
	Come func(*testing.T) *Desk
}

// Fits holds the screen to its size.
func (d *Desk) Fits(size tea.WindowSizeMsg) {
	d.T.Helper()
	lines := strings.Split(d.Top.View().Content, "\n")
	if len(lines) != size.Height {
		d.T.Errorf("%d×%d: %d lines", size.Width, size.Height, len(lines))
	}
	for i, l := range lines {
		if w := text.Width(l); w > size.Width {
			d.T.Errorf("%d×%d: line %d is %d wide: %q", size.Width, size.Height, i+1, w, l)
		}
	}
	if c := d.Top.View().Cursor; c != nil && (c.X < 0 || c.Y < 0 || c.X >= size.Width || c.Y >= size.Height) {
		d.T.Errorf("%d×%d: the cursor is at %d,%d", size.Width, size.Height, c.X, c.Y)
	}
}

// hint is what the screen says that a key does, and the keys that it means.
type hint struct {
	text string
	keys []string // one of them at least has to do something
}

// hinted reads the hints off the screen.
func (d *Desk) hinted() (all []hint) {
	d.T.Helper()
	lines := strings.Split(d.Screen(), "\n")
	for _, line := range lines[max(len(lines)-3, 0):] {
		for _, part := range strings.Split(strings.TrimSpace(line), "   ") {
			if keys := KeysOfHint(strings.TrimSpace(part)); len(keys) > 0 {
				all = append(all, hint{strings.TrimSpace(part), keys})
			}
		}
	}
	if len(all) == 0 && !strings.Contains(lines[len(lines)-1], kit.TextHelpLeave) {
		d.T.Errorf("no hint was found on\n%s", d.Screen())
	}
	return all
}

// KeysOfHint are the keys that a hint names, none if it is no hint.
func KeysOfHint(text string) []string {
	words := map[string][]string{
		"Enter or a": {"enter"}, "Enter": {"enter"}, "Esc": {"esc"}, "Tab": {"tab"}, "Space": {"space"}, "PgDn": {"pgdown"}, "↑↓ Enter": {"up", "down"}, "↑↓": {"up", "down"},
		"Shift+Enter": {"shift+enter"}, "Ctrl+S": {"ctrl+s"}, "Ctrl+E": {"ctrl+e"}, "Y/N": {"Y"}, "n N": {"n", "N"},
	}
	for i := 2; i <= 9; i++ {
		words[fmt.Sprintf("1-%d", i)] = []string{"1"}
	}
	for _, k := range "ynrspefbac/@?" {
		words[string(k)] = []string{string(k)}
	}
	best := ""
	for w := range words {
		if (text == w || strings.HasPrefix(text, w+" ")) && len(w) > len(best) {
			best = w
		}
	}
	return words[best]
}

// proves presses the keys of a hint on new desks in the same state: one of them
// changes what there is to be seen.
func (d *Desk) proves(h hint, again func() *Desk) {
	d.T.Helper()
	for _, key := range h.keys {
		x := again()
		if x.Host != nil {
			x.Host.Edit = func(s string) (string, error) { return s + "!", nil }
		}
		before := x.Traces()
		if x.Calm(key); x.Traces() != before {
			return
		}
	}
	d.T.Errorf("the screen hints %q, which does nothing:\n%s", h.text, d.Screen())
}

// Traces is all that a key could change.
func (d *Desk) Traces() string {
	v := d.Top.View()
	at := "no cursor"
	if v.Cursor != nil {
		at = fmt.Sprint(v.Cursor.Position)
	}
	d.Server.mu.Lock()
	defer d.Server.mu.Unlock()
	return fmt.Sprintf("%s\n%s, %d to Bubble Tea, %d requests", v.Content, at, len(d.Out), len(d.Server.Requests))
}

// keeps compares the screen with its golden of that size.
func (d *Desk) keeps(name string, size tea.WindowSizeMsg) {
	d.T.Helper()
	path := filepath.Join(goldens.Root(d.T), "testdata", "screens", "model", fmt.Sprintf("%s-%d.txt", name, size.Width))
	got := d.Screen() + "\n"
	if os.Getenv("UPDATE") == "1" {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(got), 0o644)); err != nil {
			d.T.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		d.T.Fatal(err)
	}
	if got != string(want) {
		d.T.Errorf("%s differs; UPDATE=1 rewrites it\n--- got\n%s--- want\n%s", path, got, want)
	}
}

// Screens opens what the test gives it, and notes what it was asked for.
type Screens struct {
	T      testing.TB
	Asked  []string
	Next   tea.Model
	Err    error
	Before func() // is called first
}

func (s *Screens) give(what string) (tea.Model, error) {
	s.Asked = append(s.Asked, what)
	if s.Before != nil {
		s.Before()
	}
	return s.Next, s.Err
}

func (s *Screens) Conversation(id string) (tea.Model, error) {
	return s.give("conversation " + id)
}

func (s *Screens) Replay(id string) (tea.Model, error) { return s.give("replay " + id) }

// Heard is a screen that notes what it is told.
type Heard struct{ Msgs []tea.Msg }

func (h *Heard) Init() tea.Cmd { h.Msgs = append(h.Msgs, "init"); return nil }
func (h *Heard) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	h.Msgs = append(h.Msgs, msg)
	return h, nil
}

func (h *Heard) View() tea.View { return tea.NewView("another screen") }

func Same(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("asked for %q, want %q", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("asked for %q, want %q", got, want)
		}
	}
}

func (s *Screens) Saved() (tea.Model, error) { return s.give("saved") }
func (s *Screens) Read(l *store.LockedError) (tea.Model, error) {
	return s.give(fmt.Sprintf("read %s of %d", l.ID, l.PID))
}

func (s *Screens) Fork(id string, seq int64) (string, error) {
	s.Asked = append(s.Asked, fmt.Sprintf("fork %s at %d", id, seq))
	return "fork-of-" + id, nil
}

// Ran are the messages of a command and of those in its batch, timers left out.
func Ran(cmd tea.Cmd) (msgs []tea.Msg) {
	if cmd == nil {
		return nil
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, c := range msg {
			msgs = append(msgs, Ran(c)...)
		}
	case timer, nil:
	default:
		msgs = append(msgs, msg)
	}
	return msgs
}

// StoryLog is the stored story of a conversation.
func StoryLog(t testing.TB) store.Log {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(goldens.Root(t), "testdata", "logs", "story.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var l store.Log
	for line := range bytes.Lines(data) {
		e, err := store.Decode(bytes.TrimRight(line, "\n"))
		if err != nil {
			t.Fatal(err)
		}
		l = l.Append(e)
	}
	return l
}

// LogOf is a log of bodies, each so long after the one before.
func LogOf(t testing.TB, gap time.Duration, bodies ...store.Body) store.Log {
	t.Helper()
	var l store.Log
	at := time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)
	for i, b := range bodies {
		head := store.Head{V: 1, Seq: int64(i + 1), ID: fmt.Sprint("e", i+1), Time: at, Conversation: "c", Turn: 1}
		line, err := store.Encode(head, b)
		if err != nil {
			t.Fatal(err)
		}
		l = l.Append(store.Event{Head: head, Body: b, Line: line})
		at = at.Add(gap)
	}
	return l
}

// EveryScreen keeps the pictures of all states in all sizes, and holds them to
// what is true of every screen: it fits, and it hints at no key that does nothing.
func EveryScreen(t *testing.T, states []State) {
	for _, s := range states {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			for _, size := range Sizes() {
				d := s.Come(t)
				d.Send(size)
				d.Fits(size)
				d.keeps("screen-"+s.Name, size)
				for _, h := range d.hinted() {
					d.proves(h, func() *Desk {
						again := s.Come(t)
						again.Send(size)
						return again
					})
				}
			}
		})
	}
}

// Suspends fails unless Ctrl+Z suspends the program and leaves what is there.
func (d *Desk) Suspends() {
	d.T.Helper()
	before := d.Screen()
	d.Press("ctrl+z")
	suspended := 0
	for _, msg := range d.Out {
		if _, ok := msg.(tea.SuspendMsg); ok {
			suspended++
		}
	}
	if suspended != 1 || d.Screen() != before {
		d.T.Errorf("suspended %d times; the screen is\n%s\n--- and was\n%s", suspended, d.Screen(), before)
	}
}

// KeyTable is the section of docs/keys.md for a key table; what is told twice
// stands there once.
func KeyTable[S any](rows []kit.Row[S]) string {
	var b strings.Builder
	b.WriteString(KeyHead)
	seen := map[string]bool{}
	for _, r := range rows {
		if words := r.Told(); words != "" && !seen[r.Shown] {
			fmt.Fprintf(&b, "| %s | %s |\n", r.Shown, words)
			seen[r.Shown] = true
		}
	}
	return b.String()
}

// KeyHead begins a table of keys.
const KeyHead = "\n| key | what it does |\n| --- | --- |\n"

// KeysDocument is where the key tables are written down.
const KeysDocument = "docs/keys.md"
