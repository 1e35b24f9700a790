// Package desk drives a screen in memory, for the tests of the rooms of the screen: its
// clock and its model server do what the test says, and what is visible is compared with
// what was kept. It knows no screen.
package desk

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parley/model/kit"
	"parley/store"
	"parley/views/text"
)

// Desk drives a screen in memory: when one of its methods returns, the program is at rest.
// Commands run one after another; those of a model's stream with nothing to say wait until
// the test lets it speak, and timers until the test moves the clock.
type Desk struct {
	T      testing.TB
	Top    tea.Model
	Server *server
	Host   *Host
	Now    time.Time
	Timers []timer
	Parked []parked
	Saved  []store.Drafts
	Out    []tea.Msg // what was sent to Bubble Tea itself: quit, clipboard, raw bytes
	Begun  bool
	within string // what the screen is doing, "" while it is at rest or a command runs
}

// patience only limits failures: success is noticed at once.
const patience = time.Minute

type timer struct {
	at time.Time
	Do func(time.Time) tea.Msg
}

// parked is a command that waits for the model server.
type parked struct {
	ctx  context.Context
	done chan tea.Msg
}

// New is a desk at noon of some day with no screen on it.
func New(t testing.TB) *Desk {
	d := &Desk{
		T: t, Now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), Host: &Host{using: "small"},
		Server: &server{says: make(chan heardDelta, 1000), quiet: make(chan context.Context)},
	}
	d.Host.desk, d.Server.mayBlock = d, d.mayBlock
	return d
}

// update gives the screen a message.
func (d *Desk) update(msg tea.Msg) (cmd tea.Cmd) {
	d.within = "Update"
	d.Top, cmd = d.Top.Update(msg)
	d.within = ""
	return cmd
}

// view is what the screen draws.
func (d *Desk) view() tea.View {
	d.within = "View"
	defer func() { d.within = "" }()
	return d.Top.View()
}

// mayBlock fails the test if something that waits for a disk, a process or a server is
// called anywhere but in a command: the screen would freeze.
func (d *Desk) mayBlock(what string) {
	if d.within != "" {
		d.T.Errorf("%s is called in %s and may block; it belongs in a command", what, d.within)
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
	d.mayBlock("SaveDrafts")
	d.Saved = append(d.Saved, x)
	return nil
}

// Start sends what Bubble Tea sends at first.
func (d *Desk) Start() *Desk {
	d.Begun = true
	d.within = "Init"
	cmd := d.Top.Init()
	d.within = ""
	d.Settle(cmd)
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	return d
}

func (d *Desk) Send(msg tea.Msg) {
	d.T.Helper()
	if !d.Begun {
		d.Start()
	}
	d.Settle(d.update(msg))
	d.collect()
}

// Settle runs commands and gives the model their messages until none are left.
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

// take gives the model a message, or notes it if it is meant for Bubble Tea.
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
	return []tea.Cmd{d.update(msg)}
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

// Pass moves the clock and rings what is due.
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
		"home": tea.KeyHome, "end": tea.KeyEnd, "delete": tea.KeyDelete, "f2": tea.KeyF2, "f3": tea.KeyF3}
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

// Press presses keys, named as in the key table.
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

// Screen is what is visible, without trailing blanks.
func (d *Desk) Screen() string {
	d.T.Helper()
	if !d.Begun {
		d.Start()
	}
	lines := strings.Split(ansi.Strip(d.view().Content), "\n")
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

// Sees fails unless the last lines of the screen are as expected.
func (d *Desk) Sees(want string) {
	d.T.Helper()
	want = strings.Trim(want, "\n")
	if got := d.Bottom(strings.Count(want, "\n") + 1); got != want && !d.rewritten(strings.Split(want, "\n"), strings.Split(got, "\n")) {
		d.T.Fatalf("the end of the screen is\n%s\n--- want\n%s\n--- all of it\n%s", got, want, d.Screen())
	}
}

// Shows fails unless a line of the screen is exactly the expected one.
func (d *Desk) Shows(lines ...string) {
	d.T.Helper()
	all := strings.Split(d.Screen(), "\n")
	for _, want := range lines {
		if !kit.Contains(all, want) && !d.rewritten([]string{want}, []string{nearest(all, want)}) {
			d.T.Fatalf("no line of the screen is %q:\n%s", want, d.Screen())
		}
	}
}

// Cursor is the column of the terminal's cursor.
func (d *Desk) Cursor() int {
	d.T.Helper()
	v := d.view()
	if v.Cursor == nil {
		d.T.Fatalf("there is no cursor:\n%s", d.Screen())
	}
	return v.Cursor.X
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

// Ran are the messages of a command and of those in its batch, without timers.
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
