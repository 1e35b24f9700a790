package teatest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Driver runs a tea.Model without a terminal and without a tea.Program. When one of its
// methods returns, the model is at rest: every command has either ended, with its message
// handled, or waits for something that only the test can bring about: a key, time, the end
// of a context.
//
// It must be used within synctest.Test, which is where its certainty comes from: the
// runtime knows when every goroutine of the test waits, so no command needs to say that it
// does, and time stands still until the test calls Advance. The clock that a model is
// given there is simply time.Now, its ticks are tea.Tick and its sleeps are timers; a
// second of the test costs nothing. Commands that read a file or run a process are waited
// for, however long they take. A command that waits for the network is not at rest; use a
// Terminal for that.
//
// The order is fixed, so that every run is the same: commands are started one by one, in
// the order in which they were returned, each once everything before it is at rest;
// messages are handled before the next command is started; commands that wake at the same
// moment are handled in the order in which they were started.
//
// When the test ends, pending ticks run out and change nothing. Any other goroutine that
// is left behind is a failure: end the contexts of what waits. A panic in a command ends
// the test.
type Driver struct {
	t    T
	m    tea.Model
	w, h int

	inbox   inbox
	next    int       // the number of the next command
	pending []*task   // not started yet
	waiting int       // started and not ended
	msgs    []tea.Msg // not handled yet

	quit  bool
	raw   []string
	board string
	saw   []string
}

// limit is how many messages and commands may follow from one event. A model that needs
// more is assumed to be going in circles.
const limit = 100_000

// NewDriver starts a model on a screen of w by h cells, as a tea.Program would:
// with Init and the size of the window.
func NewDriver(t T, m tea.Model, w, h int) *Driver {
	t.Helper()
	d := &Driver{t: t, m: m, w: w, h: h, inbox: inbox{came: make(chan struct{}, 1)}}
	t.Cleanup(d.runOut)
	d.order(m.Init())
	d.Send(tea.WindowSizeMsg{Width: w, Height: h})
	return d
}

// Send gives the model messages, one after the other, each once the previous one has been
// dealt with.
func (d *Driver) Send(msgs ...tea.Msg) {
	d.t.Helper()
	for _, msg := range msgs {
		d.msgs = append(d.msgs, msg)
		d.Settle()
	}
}

// Press presses keys, named as in Key.
func (d *Driver) Press(names ...string) {
	d.t.Helper()
	for _, name := range names {
		d.Send(Key(d.t, name))
	}
}

// Type types text, character by character; a new line is Enter.
func (d *Driver) Type(text string) {
	d.t.Helper()
	for _, r := range text {
		switch r {
		case '\n':
			d.Press("enter")
		case ' ':
			d.Press("space")
		default:
			d.Press(string(r))
		}
	}
}

// Paste pastes text.
func (d *Driver) Paste(text string) {
	d.t.Helper()
	d.Send(tea.PasteStartMsg{}, tea.PasteMsg{Content: text}, tea.PasteEndMsg{})
}

// Resize changes the size of the screen.
func (d *Driver) Resize(w, h int) {
	d.t.Helper()
	d.w, d.h = w, h
	d.Send(tea.WindowSizeMsg{Width: w, Height: h})
}

// Advance lets time pass. What falls due on the way happens at its time and in its order.
func (d *Driver) Advance(by time.Duration) {
	d.t.Helper()
	end := time.Now().Add(by)
	for d.Settle(); time.Now().Before(end); d.Settle() {
		rest := time.NewTimer(time.Until(end))
		select {
		case <-d.inbox.came:
		case <-rest.C:
		}
		rest.Stop()
	}
}

// runOut ends the program and lets the time pass for which commands wait: once the test is
// over, time stands still for those that are left.
func (d *Driver) runOut() {
	d.quit, d.pending = true, nil
	d.Advance(longest)
}

// longest is more than any tick of a program may take.
const longest = 1000 * time.Hour

// Settle brings the model to rest. It is needed only after something outside
// happened, such as the end of a context.
func (d *Driver) Settle() {
	d.t.Helper()
	for range limit {
		synctest.Wait()
		d.collect()
		switch {
		case len(d.msgs) > 0:
			msg := d.msgs[0]
			d.msgs = d.msgs[1:]
			d.handle(msg)
		case len(d.pending) > 0:
			c := d.pending[0]
			d.pending = d.pending[1:]
			d.start(c)
		default:
			return
		}
	}
	d.t.Fatalf("after %d steps the model is still not at rest; the last messages were:\n%s", limit,
		strings.Join(d.saw[max(0, len(d.saw)-20):], "\n"))
}

// handle treats a message as a tea.Program does.
func (d *Driver) handle(msg tea.Msg) {
	d.t.Helper()
	if d.quit || msg == nil {
		return // the program has ended; nobody reads its messages
	}
	kind := fmt.Sprintf("%T", msg)
	d.saw = append(d.saw, kind)
	switch msg := msg.(type) {
	case tea.QuitMsg, tea.InterruptMsg:
		d.quit = true
		return
	case tea.RawMsg:
		d.raw = append(d.raw, fmt.Sprint(msg.Msg))
	}
	switch kind {
	case "tea.execMsg", "kit.LendMsg":
		d.t.Fatalf("the model gave its terminal to another program; only a Terminal has one")
	case "tea.setClipboardMsg":
		d.board = fmt.Sprint(msg)
	}
	var cmd tea.Cmd
	d.m, cmd = d.m.Update(msg)
	d.order(cmd)
}

// Model is the model as it is now.
func (d *Driver) Model() tea.Model { return d.m }

// View is what the model draws now.
func (d *Driver) View() tea.View { return d.m.View() }

// Screen is what a person would see now.
func (d *Driver) Screen() Screen {
	d.t.Helper()
	v := d.m.View()
	s, err := Picture(v.Content, d.w, d.h)
	if err != nil {
		d.t.Fatalf("draw the screen: %v", err)
	}
	s.Title, s.Alt = v.WindowTitle, v.AltScreen
	if v.Cursor != nil {
		s.Cursor = Cursor{X: v.Cursor.X, Y: v.Cursor.Y, Visible: true}
	}
	return s
}

// Quit reports whether the program has ended.
func (d *Driver) Quit() bool { return d.quit }

// Waiting is how many commands wait for something.
func (d *Driver) Waiting() int { return d.waiting }

// Raw is what the model wrote to the terminal outside its view, such as a bell.
func (d *Driver) Raw() []string { return slices.Clone(d.raw) }

// Clipboard is what the model put there last.
func (d *Driver) Clipboard() string { return d.board }

// task is a command and, if it is one of a sequence, what waits for it.
type task struct {
	n    int
	cmd  tea.Cmd
	join *join
}

// join counts the commands of a step of a sequence. When the last has ended, the rest
// follows; if there is no rest, the step that contains this sequence has one command less.
type join struct {
	left int
	rest []tea.Cmd
	up   *join
}

// order queues a command to be started.
func (d *Driver) order(cmd tea.Cmd) { d.orderIn(nil, cmd) }

func (d *Driver) orderIn(j *join, cmd tea.Cmd) {
	if cmd == nil {
		d.ended(j)
		return
	}
	d.pending = append(d.pending, &task{n: d.next, cmd: cmd, join: j})
	d.next++
}

func (d *Driver) start(c *task) {
	d.waiting++
	go func() { d.inbox.put(result{c, c.cmd()}) }()
}

// collect takes what commands have returned, in the order in which they were started.
func (d *Driver) collect() {
	came := d.inbox.take()
	slices.SortFunc(came, func(a, b result) int { return a.task.n - b.task.n })
	for _, r := range came {
		d.waiting--
		d.brought(r.task.join, r.msg)
	}
}

// brought sorts out what a command returned: more commands, or a message.
func (d *Driver) brought(j *join, msg tea.Msg) {
	if d.quit {
		return // the program has ended; nothing follows
	}
	if batch, ok := msg.(tea.BatchMsg); ok {
		if len(batch) == 0 {
			d.ended(j)
			return
		}
		if j != nil {
			j.left += len(batch) - 1
		}
		for _, cmd := range batch {
			d.orderIn(j, cmd)
		}
		return
	}
	if cmds, ok := sequence(msg); ok {
		d.ended(&join{left: 1, rest: cmds, up: j})
		return
	}
	if msg != nil {
		d.msgs = append(d.msgs, msg)
	}
	d.ended(j)
}

// ended notes that a command of a sequence has ended and continues the sequence.
func (d *Driver) ended(j *join) {
	if j == nil {
		return
	}
	if j.left--; j.left > 0 {
		return
	}
	if len(j.rest) == 0 {
		d.ended(j.up)
		return
	}
	cmd := j.rest[0]
	j.rest, j.left = j.rest[1:], 1
	d.orderIn(j, cmd)
}

// sequence recognises the message of tea.Sequence, whose type is not exported.
func sequence(msg tea.Msg) ([]tea.Cmd, bool) {
	v := reflect.ValueOf(msg)
	want := reflect.TypeFor[[]tea.Cmd]()
	if !v.IsValid() || v.Kind() != reflect.Slice || !v.CanConvert(want) {
		return nil, false
	}
	return v.Convert(want).Interface().([]tea.Cmd), true
}

// inbox takes what commands return, without making them wait.
type inbox struct {
	mu      sync.Mutex
	results []result
	came    chan struct{} // has room for one
}

type result struct {
	task *task
	msg  tea.Msg
}

func (b *inbox) put(r result) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.results = append(b.results, r)
	select {
	case b.came <- struct{}{}:
	default:
	}
}

func (b *inbox) take() []result {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := b.results
	b.results = nil
	select {
	case <-b.came:
	default:
	}
	return out
}
