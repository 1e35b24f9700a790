package terminal

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// device is a terminal that keeps what it was sent.
type device struct {
	mu     sync.Mutex
	wrote  []string
	fails  int // so many writes
	raw    int // how often it was made raw, minus how often it was restored
	width  int
	broken error    // of the line
	typed  []string // what comes in, a read each
	waited []time.Duration
}

var errBroken = errors.New("broken")

func (d *device) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fails > 0 {
		d.fails--
		return 0, errBroken
	}
	d.wrote = append(d.wrote, string(p))
	return len(p), nil
}

func (d *device) Raw() (func() error, error) {
	d.raw++
	return func() error { d.raw--; return nil }, d.broken
}

func (d *device) Discard(wait time.Duration, enough func([]byte) bool) {
	d.waited = append(d.waited, wait)
	var in []byte
	for !enough(in) && len(d.typed) > 0 {
		in, d.typed = append(in, d.typed[0]...), d.typed[1:]
	}
}

func (d *device) Size() (int, int, error) { return d.width, 3, nil }

// took returns what was sent since it was last asked.
func (d *device) took() []string {
	synctest.Wait()
	d.mu.Lock()
	defer d.mu.Unlock()
	wrote := d.wrote
	d.wrote = nil
	return wrote
}

// failing makes the next write fail.
func (d *device) failing() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fails = 1
}

// quiet is a terminal that is not asked what it can do.
var quiet = []string{"TERM=xterm", "TERM_PROGRAM=Apple_Terminal"}

// on gives a test a terminal that is ours and shows "one".
func on(t *testing.T, env []string, do func(d *device, x *Terminal)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := &device{width: 20}
		x := New(d, d, 125, env, colorprofile.TrueColor)
		if err := x.Enter(); err != nil {
			t.Fatal(err)
		}
		if err := x.Paint(view("one")); err != nil {
			t.Fatal(err)
		}
		do(d, x)
		if err := x.Leave(); err != nil {
			t.Error(err)
		}
		if d.raw != 0 {
			t.Errorf("the terminal is raw %d times over", d.raw)
		}
	})
}

func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

const (
	entered = "\x1b[?1049h\x1b[?25l\x1b[>4;2m\x1b[>1u\x1b[?2004h"
	anew    = "\x1b[H\x1b[2J"
	left    = "\x1b[>4m\x1b[<1u\x1b[3;1H\x1b[?1049l\x1b[?25h\x1b[?2004l"
)

func TestTheFirstPictureIsDrawnAtOnce(t *testing.T) {
	on(t, []string{"TERM=xterm"}, func(d *device, x *Terminal) {
		same(t, "the first picture", d.took(), entered+anew+"one"+ansi.RequestKittyKeyboard+ansi.RequestModeSynchronizedOutput+ansi.RequestModeUnicodeCore)
		<-time.After(time.Hour)
		same(t, "in an hour in which nothing happens", d.took())
	})
}

// TestPicturesAreDrawn soon, what happens together at once, and only if they differ.
func TestPicturesAreDrawn(t *testing.T) {
	on(t, quiet, func(d *device, x *Terminal) {
		same(t, "the first picture", d.took(), entered+anew+"one")
		<-time.After(time.Second)
		x.Draw(view("one"))
		<-time.After(time.Second)
		same(t, "the same", d.took())
		x.Draw(view("none"))
		x.Draw(view("two"))
		<-time.After(soon - 1)
		same(t, "too early", d.took())
		<-time.After(2)
		same(t, "the latest", d.took(), "\rtwo")
		if _, ok := x.Shown(time.Now()); ok {
			t.Error("what is drawn later counts as shown")
		}
		if at, ok := x.Shown(time.Now().Add(-2)); !ok || at.After(time.Now()) {
			t.Errorf("it does not count as shown: %s, %v", at, ok)
		}
	})
}

// TestWhatIsBesideThePicture is sent as it is and without delay, even by a program that
// ends.
func TestWhatIsBesideThePicture(t *testing.T) {
	on(t, quiet, func(d *device, x *Terminal) {
		d.took()
		if _, err := x.Write([]byte("\a")); err != nil {
			t.Fatal(err)
		}
		same(t, "a bell", d.took(), "\a")
		x.mu.Lock() // nobody has been woken yet
		x.beside = append(x.beside, "last"...)
		x.mu.Unlock()
		if err := x.Leave(); err != nil {
			t.Error(err)
		}
		same(t, "with the last", d.took(), "last"+left)
	})
}

// TestTheTerminalIsGivenAway and taken back: meanwhile it is as it was, and nothing is
// drawn on it.
func TestTheTerminalIsGivenAway(t *testing.T) {
	on(t, quiet, func(d *device, x *Terminal) {
		d.took()
		for range 2 {
			if err := x.Leave(); err != nil || d.raw != 0 {
				t.Fatal(err, d.raw)
			}
		}
		same(t, "left", d.took(), left)
		x.Draw(view("two"))
		if err := x.Paint(view("three")); err != nil {
			t.Fatal(err)
		}
		<-time.After(time.Second)
		same(t, "somebody else's", d.took())
		d.width = 30
		if err := x.Enter(); err != nil {
			t.Fatal(err)
		}
		<-time.After(time.Second)
		same(t, "taken back", d.took(), entered+anew+"three")
		if got := x.Size(); got != (tea.WindowSizeMsg{Width: 30, Height: 3}) {
			t.Errorf("the size is %v", got)
		}
	})
}

func TestATerminalThatCannotBeRead(t *testing.T) {
	d := &device{broken: errBroken}
	x := New(d, d, 125, quiet, colorprofile.TrueColor)
	if err := x.Enter(); err == nil || err.Error() != "cannot read the terminal key by key: broken" {
		t.Errorf("entered: %v", err)
	}
	if err := x.Leave(); err != nil || d.wrote != nil {
		t.Errorf("left: %v, %q", err, d.wrote)
	}
}

// TestAResizedTerminal is drawn again with the next view, whether its size is different or
// was for a moment.
func TestAResizedTerminal(t *testing.T) {
	on(t, quiet, func(d *device, x *Terminal) {
		d.took()
		for _, width := range []int{30, 30} {
			d.width = width
			if got := x.Resized(); got != (tea.WindowSizeMsg{Width: 30, Height: 3}) {
				t.Errorf("the size is %v", got)
			}
			<-time.After(time.Second)
			same(t, "before the view that follows", d.took())
			x.Draw(view("one"))
			<-time.After(time.Second)
			same(t, "with it", d.took(), anew+"one")
		}
		x.Size()
		x.Draw(view("one"))
		<-time.After(time.Second)
		same(t, "asked for its size only", d.took())
	})
}

// TestALostFrame: what the terminal did not take is drawn again with the next picture.
func TestALostFrame(t *testing.T) {
	on(t, quiet, func(d *device, x *Terminal) {
		d.took()
		d.failing()
		x.Draw(view("two"))
		<-time.After(time.Second)
		same(t, "lost", d.took())
		x.Draw(view("two"))
		<-time.After(time.Second)
		same(t, "drawn again", d.took(), anew+"two")
		d.failing()
		if err := x.Paint(view("three")); !errors.Is(err, errBroken) {
			t.Errorf("the first picture fails with %v", err)
		}
	})
}

// TestWhatTheTerminalCanDo is used from the moment it said so.
func TestWhatTheTerminalCanDo(t *testing.T) {
	on(t, quiet, func(d *device, x *Terminal) {
		d.took()
		x.Hear(tea.ModeReportMsg{Mode: ansi.ModeSynchronizedOutput, Value: ansi.ModeNotRecognized})
		x.Hear(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModePermanentlyReset})
		x.Draw(view("two"))
		<-time.After(time.Second)
		same(t, "nothing", d.took(), "\rtwo")
		x.Hear(tea.ModeReportMsg{Mode: ansi.ModeSynchronizedOutput, Value: ansi.ModeReset})
		x.Hear(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeReset})
		<-time.After(time.Second)
		same(t, "both", d.took(), "\x1b[?2026h\x1b[?2027h"+anew+"two\x1b[?2026l")
		if err := x.Leave(); err != nil {
			t.Error(err)
		}
		same(t, "given back", d.took(), left+"\x1b[?2027l")
	})
}

// TestWhoIsAsked: only terminals that answer in time.
func TestWhoIsAsked(t *testing.T) {
	for env, want := range map[string]bool{
		"TERM=xterm":                               true,
		"TERM=xterm TERM_PROGRAM=iTerm.app":        true,
		"TERM=xterm TERM_PROGRAM=Apple_Terminal":   false,
		"TERM=xterm SSH_TTY=/dev/pts/1":            false,
		"TERM=xterm-kitty SSH_TTY=/dev/pts/1":      true,
		"TERM=xterm TERM=alacritty SSH_TTY=/dev/1": true,
		"": true,
	} {
		if got := asks(strings.Fields(env)); got != want {
			t.Errorf("%q: %v", env, got)
		}
	}
}

// TestViewsThatLookTheSame are those that differ in nothing that is drawn.
func TestViewsThatLookTheSame(t *testing.T) {
	plain := view("text", cursor(1, 1))
	for name, c := range map[string]struct {
		other tea.View
		alike bool
	}{
		"nothing":            {view("text", cursor(1, 1)), true},
		"the text":           {view("other", cursor(1, 1)), false},
		"the cursor's place": {view("text", cursor(2, 1)), false},
		"no cursor":          {view("text"), false},
		"the title":          {view("text", cursor(1, 1), titled), false},
		"the mouse":          {view("text", cursor(1, 1), mouse), false},
		"reports of focus":   {view("text", cursor(1, 1), reports), false},
	} {
		if got := alike(plain, c.other); got != c.alike {
			t.Errorf("%s: alike is %v", name, got)
		}
	}
}

// TestAnswersUnderWayReachNobodyElse: if the terminal has not answered yet when it is
// given away, its answers are waited for, but no longer than they may take.
func TestAnswersUnderWayReachNobodyElse(t *testing.T) {
	const shortly = 100 * time.Millisecond
	const colour, mode, typed = "\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\", "\x1b[?2026;2$y", "after"
	for name, c := range map[string]struct {
		heard  []tea.Msg
		after  time.Duration // since the last question
		comes  []string
		waited []time.Duration
		left   int // reads that come before it
	}{
		"nothing came":           {comes: []string{colour[:5], colour[5:] + mode, mode, typed}, waited: []time.Duration{shortly}, left: 1},
		"the colour came":        {heard: []tea.Msg{tea.BackgroundColorMsg{}}, comes: []string{mode, mode, typed}, waited: []time.Duration{shortly}, left: 1},
		"all came":               {heard: []tea.Msg{tea.BackgroundColorMsg{}, tea.ModeReportMsg{}, tea.ModeReportMsg{}}, comes: []string{typed}, left: 1},
		"it is slow":             {after: 30 * time.Millisecond, comes: []string{mode, mode, colour, typed}, waited: []time.Duration{shortly - 30*time.Millisecond}, left: 1},
		"how it draws came last": {heard: []tea.Msg{tea.ModeReportMsg{}, tea.ModeReportMsg{}}, comes: []string{"\x1bP1$r0;48:5:16", "m\x1b\\", typed}, waited: []time.Duration{shortly}, left: 1},
		"it answers no question": {after: shortly, comes: []string{typed}, left: 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := &device{width: 20}
				x := New(d, d, 125, []string{"TERM=xterm-ghostty"}, colorprofile.TrueColor)
				if err := x.Enter(); err != nil {
					t.Fatal(err)
				}
				if _, err := x.Write([]byte(ansi.RequestBackgroundColor)); err != nil {
					t.Fatal(err)
				}
				if err := x.Paint(view("one")); err != nil {
					t.Fatal(err)
				}
				for _, msg := range c.heard {
					x.Hear(msg)
				}
				time.Sleep(c.after) // on the clock of synctest, which takes no time
				d.typed = c.comes
				if err := x.Leave(); err != nil {
					t.Error(err)
				}
				if !slices.Equal(d.waited, c.waited) || len(d.typed) != c.left {
					t.Errorf("it waited %v and left %q, want %v and %d", d.waited, d.typed, c.waited, c.left)
				}
			})
		})
	}
}
