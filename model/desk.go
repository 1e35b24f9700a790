// Package desk drives a screen in memory, for the tests of the rooms of the screen:
// its clock and its model server do what the test says, and what is to be seen is
// held against what was kept. It knows no screen.
package model

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
	"parley/providers"
	"parley/store"
	"parley/teatest/goldens"
	"parley/views/text"
)

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
	using    string
	use      func(string) (store.ConfigDelta, error)
	reloaded int
	listed   []string
	offered  []Offer
	edit     func(string) (string, error)
	noEditor bool
	err      error
}

func (h *fakeHost) ModelName() string { return h.using }

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

func (h *fakeHost) Files() ([]string, error)       { return h.listed, h.err }
func (h *fakeHost) Models() ([]Offer, error)       { return h.offered, h.err }
func (h *fakeHost) Price(string) (in, out float64) { return 3, 15 }

func (h *fakeHost) HasEditor() bool { return !h.noEditor }

func (h *fakeHost) Editor(text, _ string, done func(string, error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return done(h.edit(text)) }
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

// emptyDesk is a desk at noon of some day with no screen on it.
func emptyDesk(t testing.TB) *desk {
	return &desk{
		t: t, now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), host: &fakeHost{using: "small"},
		server: &server{says: make(chan heardDelta, 1000), quiet: make(chan context.Context)},
	}
}

// theme is the one without colours.
func (d *desk) theme() text.Theme {
	d.t.Helper()
	theme, err := text.NewTheme(text.ThemePlain, text.Unicode())
	if err != nil {
		d.t.Fatal(err)
	}
	return theme
}

// clock is the time on the desk.
func (d *desk) clock() time.Time { return d.now }

// tick is a timer that rings when the test lets the time pass.
func (d *desk) tick(after time.Duration, do func(time.Time) tea.Msg) tea.Cmd {
	at := d.now.Add(after)
	return func() tea.Msg { return timer{at, do} }
}

// keep saves drafts.
func (d *desk) keep(x store.Drafts) error {
	d.saved = append(d.saved, x)
	return nil
}

// conversation is an empty one, whose model says what the test lets it say.
func (d *desk) conversation() *coordinator.Shell {
	d.t.Helper()
	ctx, end := context.WithCancel(d.t.Context())
	d.t.Cleanup(func() { end(); d.collect() })
	n := 0
	world := coordinator.World{
		Append: func(...[]byte) error { return nil },
		Model: func(context.Context) (coordinator.Model, error) {
			return coordinator.Model{ID: "test/small", Name: "small", Provider: d.server}, nil
		},
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Now:   d.clock,
		Nonce: func() string { n++; return fmt.Sprintf("n%d-", n) }, SettleIn: time.Second,
	}
	env := coordinator.Env{Tools: registry(d.t, echo{}), Rules: noRules{}, SomebodyThere: true}
	return coordinator.NewShell(ctx, world, env, "c1", store.Log{})
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

// cursor is the column of the terminal's cursor.
func (d *desk) cursor() int {
	d.t.Helper()
	v := d.m.View()
	if v.Cursor == nil {
		d.t.Fatalf("there is no cursor:\n%s", d.screen())
	}
	return v.Cursor.X
}

// golden compares the screen at three sizes with testdata/screens/model.
func (d *desk) golden(name string) {
	d.t.Helper()
	for _, size := range []tea.WindowSizeMsg{{Width: 40, Height: 12}, {Width: 120, Height: 40}, {Width: 80, Height: 24}} {
		d.send(size)
		d.fits(size)
		d.keeps(name, size)
	}
}

// registry has tools as they are, without a configuration.
func registry(t testing.TB, list ...tool.Tool) tool.Registry {
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

func callOf(id, name, arguments string) providers.Call {
	return providers.Call{ID: id, Name: name, Arguments: arguments}
}

// calm presses keys with time to look between them.
func (d *desk) calm(names ...string) *desk {
	d.t.Helper()
	for _, n := range names {
		d.press(n)
		d.pass(time.Second)
	}
	return d
}

// sizes are the three that every screen is kept in; the first is the smallest
// that is usable.
func sizes() []tea.WindowSizeMsg {
	return []tea.WindowSizeMsg{{Width: leastWidth, Height: leastHeight}, {Width: 80, Height: 24}, {Width: 120, Height: 40}}
}

// state is a screen that a user comes to. Its pictures are the goldens
// testdata/screens/model/screen-<name>-<width>.txt.
type state struct {
	name string
	come func(*testing.T) *desk
}

// fits holds the screen to its size.
func (d *desk) fits(size tea.WindowSizeMsg) {
	d.t.Helper()
	lines := strings.Split(d.m.View().Content, "\n")
	if len(lines) != size.Height {
		d.t.Errorf("%d×%d: %d lines", size.Width, size.Height, len(lines))
	}
	for i, l := range lines {
		if w := text.Width(l); w > size.Width {
			d.t.Errorf("%d×%d: line %d is %d wide: %q", size.Width, size.Height, i+1, w, l)
		}
	}
	if c := d.m.View().Cursor; c != nil && (c.X < 0 || c.Y < 0 || c.X >= size.Width || c.Y >= size.Height) {
		d.t.Errorf("%d×%d: the cursor is at %d,%d", size.Width, size.Height, c.X, c.Y)
	}
}

// hint is what the screen says that a key does, and the keys that it means.
type hint struct {
	text string
	keys []string // one of them at least has to do something
}

// hinted reads the hints off the screen.
func (d *desk) hinted() (all []hint) {
	d.t.Helper()
	lines := strings.Split(d.screen(), "\n")
	for _, line := range lines[max(len(lines)-3, 0):] {
		for _, part := range strings.Split(strings.TrimSpace(line), "   ") {
			if keys := keysOfHint(strings.TrimSpace(part)); len(keys) > 0 {
				all = append(all, hint{strings.TrimSpace(part), keys})
			}
		}
	}
	if len(all) == 0 && !strings.Contains(lines[len(lines)-1], textHelpLeave) {
		d.t.Errorf("no hint was found on\n%s", d.screen())
	}
	return all
}

// keysOfHint are the keys that a hint names, none if it is no hint.
func keysOfHint(text string) []string {
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
func (d *desk) proves(h hint, again func() *desk) {
	d.t.Helper()
	for _, key := range h.keys {
		x := again()
		if x.host != nil {
			x.host.edit = func(s string) (string, error) { return s + "!", nil }
		}
		before := x.traces()
		if x.calm(key); x.traces() != before {
			return
		}
	}
	d.t.Errorf("the screen hints %q, which does nothing:\n%s", h.text, d.screen())
}

// traces is all that a key could change.
func (d *desk) traces() string {
	v := d.m.View()
	at := "no cursor"
	if v.Cursor != nil {
		at = fmt.Sprint(v.Cursor.Position)
	}
	d.server.mu.Lock()
	defer d.server.mu.Unlock()
	return fmt.Sprintf("%s\n%s, %d to Bubble Tea, %d requests", v.Content, at, len(d.out), len(d.server.requests))
}

// keeps compares the screen with its golden of that size.
func (d *desk) keeps(name string, size tea.WindowSizeMsg) {
	d.t.Helper()
	path := filepath.Join(goldens.Root(d.t), "testdata", "screens", "model", fmt.Sprintf("%s-%d.txt", name, size.Width))
	got := d.screen() + "\n"
	if os.Getenv("UPDATE") == "1" {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(got), 0o644)); err != nil {
			d.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		d.t.Fatal(err)
	}
	if got != string(want) {
		d.t.Errorf("%s differs; UPDATE=1 rewrites it\n--- got\n%s--- want\n%s", path, got, want)
	}
}

// fakeScreens opens what the test gives it, and notes what it was asked for.
type fakeScreens struct {
	t      testing.TB
	asked  []string
	next   tea.Model
	err    error
	before func() // is called first
}

func (s *fakeScreens) give(what string) (tea.Model, error) {
	s.asked = append(s.asked, what)
	if s.before != nil {
		s.before()
	}
	return s.next, s.err
}

func (s *fakeScreens) Conversation(id string) (tea.Model, error) {
	return s.give("conversation " + id)
}

func (s *fakeScreens) Replay(id string) (tea.Model, error) { return s.give("replay " + id) }

// heard is a screen that notes what it is told.
type heard struct{ msgs []tea.Msg }

func (h *heard) Init() tea.Cmd { h.msgs = append(h.msgs, "init"); return nil }
func (h *heard) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	h.msgs = append(h.msgs, msg)
	return h, nil
}

func (h *heard) View() tea.View { return tea.NewView("another screen") }

func same(t *testing.T, got, want []string) {
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

func (s *fakeScreens) Saved() (tea.Model, error) { return s.give("saved") }
func (s *fakeScreens) Read(l *store.LockedError) (tea.Model, error) {
	return s.give(fmt.Sprintf("read %s of %d", l.ID, l.PID))
}

func (s *fakeScreens) Fork(id string, seq int64) (string, error) {
	s.asked = append(s.asked, fmt.Sprintf("fork %s at %d", id, seq))
	return "fork-of-" + id, nil
}

// ran are the messages of a command and of those in its batch, timers left out.
func ran(cmd tea.Cmd) (msgs []tea.Msg) {
	if cmd == nil {
		return nil
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, c := range msg {
			msgs = append(msgs, ran(c)...)
		}
	case timer, nil:
	default:
		msgs = append(msgs, msg)
	}
	return msgs
}

// storyLog is the stored story of a conversation.
func storyLog(t testing.TB) store.Log {
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

// logOf is a log of bodies, each so long after the one before.
func logOf(t testing.TB, gap time.Duration, bodies ...store.Body) store.Log {
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

// everyScreen keeps the pictures of all states in all sizes, and holds them to
// what is true of every screen: it fits, and it hints at no key that does nothing.
func everyScreen(t *testing.T, states []state) {
	for _, s := range states {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			for _, size := range sizes() {
				d := s.come(t)
				d.send(size)
				d.fits(size)
				d.keeps("screen-"+s.name, size)
				for _, h := range d.hinted() {
					d.proves(h, func() *desk {
						again := s.come(t)
						again.send(size)
						return again
					})
				}
			}
		})
	}
}

// suspends fails unless Ctrl+Z suspends the program and leaves what is there.
func (d *desk) suspends() {
	d.t.Helper()
	before := d.screen()
	d.press("ctrl+z")
	suspended := 0
	for _, msg := range d.out {
		if _, ok := msg.(tea.SuspendMsg); ok {
			suspended++
		}
	}
	if suspended != 1 || d.screen() != before {
		d.t.Errorf("suspended %d times; the screen is\n%s\n--- and was\n%s", suspended, d.screen(), before)
	}
}

// keyTable is the section of docs/keys.md for a key table; what is told twice
// stands there once.
func keyTable[S any](rows []row[S]) string {
	var b strings.Builder
	b.WriteString(keyHead)
	seen := map[string]bool{}
	for _, r := range rows {
		words := r.help
		if words == "" {
			words = r.words
		}
		if r.shown != "" && words != "" && !seen[r.shown] {
			fmt.Fprintf(&b, "| %s | %s |\n", r.shown, words)
			seen[r.shown] = true
		}
	}
	return b.String()
}

// keyHead begins a table of keys.
const keyHead = "\n| key | what it does |\n| --- | --- |\n"

// keysDocument is where the key tables are written down.
const keysDocument = "docs/keys.md"
