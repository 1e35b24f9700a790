// Package terminal draws the screen. Bubble Tea runs the model and reads keys; this
// package controls the terminal: when it is raw, what is written to it and when. See
// docs/decisions/011-the-frame-clock.md.
//
// Of a view it draws the content, the cursor with its shape, the title, the mouse and
// the reports of focus. Every view has the terminal's second screen.
package terminal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// Line is a terminal without its screen: its input and its size.
type Line interface {
	Raw() (restore func() error, err error)
	// Discard reads what comes in, and forgets it, until enough has come or the time
	// is up.
	Discard(wait time.Duration, enough func(soFar []byte) bool)
	Size() (width, height int, err error)
}

// Terminal shows views. Its methods may be called from several goroutines. Only Paint
// and Leave wait for the terminal to accept output.
type Terminal struct {
	out     io.Writer
	line    Line
	env     []string
	profile colorprofile.Profile
	wake    chan struct{} // there is something to draw
	stop    chan struct{}
	stopped sync.WaitGroup

	mu     sync.Mutex // guards what follows; never held while the terminal takes bytes
	pace   pace
	view   tea.View
	has    bool // there is a view
	width  int
	height int
	can    abilities
	beside []byte    // output besides the picture, written as it is
	away   bool      // another program has the terminal
	stale  bool      // the terminal's content is unknown
	hues   bool      // it was asked whether it has all colours
	open   int       // unanswered queries to the terminal
	last   time.Time // time of the latest query

	writing sync.Mutex // guards what follows, and the order of writes
	sheet   *sheet
	asked   bool
	restore func() error
}

// New makes a terminal that belongs to somebody else until Enter is called, and shows
// at most fps frames per second.
func New(out io.Writer, line Line, fps int, env []string, profile colorprofile.Profile) *Terminal {
	return &Terminal{
		out: out, line: line, env: env, profile: profile, pace: pace{frame: time.Second / time.Duration(fps)}, away: true,
		wake: make(chan struct{}, 1),
	}
}

// Enter makes the terminal ours: raw, with the latest view drawn anew.
func (t *Terminal) Enter() error {
	t.writing.Lock()
	defer t.writing.Unlock()
	restore, err := t.line.Raw()
	if err != nil {
		return fmt.Errorf("cannot read the terminal key by key: %w", err)
	}
	width, height, err := t.line.Size()
	if err != nil {
		return errors.Join(fmt.Errorf("cannot find out how large the terminal is: %w", err), restore())
	}
	t.restore, t.sheet = restore, newSheet(t.env, t.profile)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.away, t.width, t.height, t.open = false, width, height, 0
	if t.has {
		t.pace.change(time.Now())
	}
	t.stop = make(chan struct{})
	t.stopped.Go(func() { t.run(t.stop) })
	return nil
}

// Again puts the terminal into raw mode once more, after the program was stopped and a shell
// may have used the terminal, and draws the next view from scratch. What Leave restores stays
// the same.
func (t *Terminal) Again() error {
	t.writing.Lock()
	defer t.writing.Unlock()
	was := t.restore() // otherwise Leave would restore the shell's settings
	restore, err := t.line.Raw()
	if err = errors.Join(was, err); err != nil {
		return fmt.Errorf("cannot read the terminal key by key: %w", err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.restore, t.stale = restore, true
	return nil
}

// Changed reports whether another program changed how the terminal is read, as a shell does
// that has it in between.
func (t *Terminal) Changed() bool {
	t.mu.Lock()
	away := t.away
	t.mu.Unlock()
	l, tells := t.line.(interface{ Ours() bool })
	return tells && !away && !l.Ours()
}

// Leave restores the terminal for whoever called the program. It waits until the
// terminal has taken pending output, and briefly for its answers. A terminal that is
// not ours is left alone.
func (t *Terminal) Leave() error { return t.leave(100 * time.Millisecond) }

// Lend gives the terminal to another program until Enter is called, as Leave does,
// but waits longer for pending answers.
func (t *Terminal) Lend() error { return t.leave(time.Second) }

// leave releases the terminal, and waits this long for an answer.
func (t *Terminal) leave(answering time.Duration) error {
	t.mu.Lock()
	if t.away {
		t.mu.Unlock()
		return nil
	}
	t.away = true
	close(t.stop)
	t.mu.Unlock()
	t.stopped.Wait()
	t.writing.Lock()
	defer t.writing.Unlock()
	t.mu.Lock()
	send := append(t.beside, t.sheet.leave()...)
	t.beside = nil
	t.mu.Unlock()
	var err error
	if len(send) > 0 {
		_, err = t.out.Write(send)
	}
	if l, may := t.line.(interface{ Untaken() }); may && errors.Is(err, ErrUntaken) {
		l.Untaken()
	} else {
		t.settle(answering)
	}
	return errors.Join(err, t.restore())
}

// settle waits for pending answers: the next program on the terminal, an editor or a
// shell, would take them for typed text. Nobody else may be reading.
func (t *Terminal) settle(answering time.Duration) {
	t.mu.Lock()
	open, left := t.open, answering-time.Since(t.last)
	t.mu.Unlock()
	if open > 0 && left > 0 {
		t.line.Discard(left, func(soFar []byte) bool { return answers(soFar) >= open })
	}
}

// answers counts the complete answers of a terminal in its input. An answer is a
// colour, the state of a mode, or how it draws.
func answers(in []byte) int {
	answer := regexp.MustCompile(`\x1b\]11;[^\x07\x1b]*(\x07|\x1b\\)|\x1b\[\?[0-9]+;[0-9]+\$y|\x1bP[01]\$r[^\x1b]*\x1b\\`)
	return len(answer.FindAllIndex(in, -1))
}

// ask notes a query to the terminal. t is locked.
func (t *Terminal) ask(questions int) {
	if questions > 0 {
		t.open, t.last = t.open+questions, time.Now()
	}
}

// Size asks the terminal for its size. Views are drawn for that size from now on.
func (t *Terminal) Size() tea.WindowSizeMsg {
	width, height, err := t.line.Size()
	t.mu.Lock()
	defer t.mu.Unlock()
	if err == nil && (width != t.width || height != t.height) {
		t.width, t.height, t.stale = width, height, true
	}
	return tea.WindowSizeMsg{Width: t.width, Height: t.height}
}

// Resized says that the terminal was resized, perhaps back and forth. Terminals then
// move their content, each in its own way, so the next view is drawn from scratch.
func (t *Terminal) Resized() tea.WindowSizeMsg {
	t.mu.Lock()
	t.stale = true
	t.mu.Unlock()
	return t.Size()
}

// Draw shows a view soon.
func (t *Terminal) Draw(v tea.View) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.has || t.stale || !alike(t.view, v) {
		t.view, t.has = v, true
		t.change()
	}
}

// Paint shows a view at once and waits until the terminal has accepted it.
func (t *Terminal) Paint(v tea.View) error {
	t.Draw(v)
	return t.frame()
}

// Write writes what is not part of the picture, unchanged: a bell, clipboard
// contents, a query.
func (t *Terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.beside = append(t.beside, p...)
	t.ask(bytes.Count(p, []byte(ansi.RequestBackgroundColor)))
	t.poke()
	return len(p), nil
}

// Hear handles the terminal's answers, and learns from them what it can do.
func (t *Terminal) Hear(msg tea.Msg) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch msg := msg.(type) {
	case tea.BackgroundColorMsg:
		t.open = max(t.open-1, 0)
		t.askColours()
	case tea.ModeReportMsg:
		t.open = max(t.open-1, 0)
		t.learn(msg)
	}
}

// learn takes in what the terminal says that it can do. t is locked.
func (t *Terminal) learn(msg tea.ModeReportMsg) {
	can := t.can
	switch msg.Mode {
	case ansi.ModeSynchronizedOutput:
		can.synced = msg.Value == ansi.ModeReset
	case ansi.ModeUnicodeCore:
		can.graphemes = msg.Value == ansi.ModeReset || msg.Value == ansi.ModeSet || msg.Value == ansi.ModePermanentlySet
	}
	anew := can.graphemes != t.can.graphemes
	if t.can = can; anew {
		t.change()
	}
}

// Shown is when the terminal had taken what was on the screen at a given time, if it
// has.
func (t *Terminal) Shown(since time.Time) (at time.Time, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.pace.shown(since, time.Now())
}

// change schedules drawing the view. t is locked.
func (t *Terminal) change() {
	if t.has {
		t.pace.change(time.Now())
		t.poke()
	}
}

// poke wakes the drawing goroutine.
func (t *Terminal) poke() {
	select {
	case t.wake <- struct{}{}:
	default: // it is already awake
	}
}

// run draws when it is time, and rests while there is nothing to draw.
func (t *Terminal) run(stop chan struct{}) {
	wait := time.NewTimer(0)
	defer wait.Stop()
	for {
		select {
		case <-stop:
			return
		case <-t.wake:
		case <-wait.C:
		}
		t.mu.Lock()
		at, is := t.pace.next()
		beside := len(t.beside) > 0
		t.mu.Unlock()
		left := time.Until(at)
		if is && left > 0 {
			wait.Reset(left)
		}
		if is && left <= 0 || beside {
			_ = t.frame() // the next frame is drawn anew, and Leave says so if nothing gets through any more
		}
	}
}

// frame writes what is to be written now: output besides the picture, and the
// picture.
func (t *Terminal) frame() error {
	t.writing.Lock()
	defer t.writing.Unlock()
	t.mu.Lock()
	if t.away {
		t.mu.Unlock()
		return nil
	}
	view, draw, width, height, can := t.view, !t.pace.first.IsZero(), t.width, t.height, t.can
	send := t.beside
	t.beside = nil
	if draw {
		t.pace.begin(time.Now())
	}
	if draw && t.stale {
		t.stale = false
		t.sheet.again(width, height)
	}
	t.mu.Unlock()
	if draw {
		send = append(send, t.sheet.frame(view, width, height, can)...)
	}
	asking := 0
	if draw && !t.asked && asks(t.env) {
		t.asked = true
		asking = 2
		if tellsKeys(t.env) { // it is answered before the others, or never
			send = append(send, ansi.RequestKittyKeyboard...)
		}
		send = append(send, ansi.RequestModeSynchronizedOutput+ansi.RequestModeUnicodeCore...)
	}
	var err error
	if len(send) > 0 {
		_, err = t.out.Write(send)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ask(asking)
	t.stale = t.stale || err != nil
	if draw {
		t.pace.end(time.Now(), len(send) > 0)
	}
	return err
}

// variable looks up an environment variable.
func variable(env []string, name string) (string, bool) {
	for i := len(env) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(env[i], name+"="); ok {
			return v, true
		}
	}
	return "", false
}

// tellsKeys reports whether a terminal's claim to know the key protocol can be
// believed: Alacritty makes it, and some of its versions still send Shift+Enter as
// Enter.
func tellsKeys(env []string) bool {
	term, _ := variable(env, "TERM")
	_, inside := variable(env, "ALACRITTY_WINDOW_ID")
	return !inside && !strings.Contains(term, "alacritty")
}

// asks reports whether to query a terminal's abilities. From far away the answers may
// come when nobody waits for them any more, and Apple's terminal prints the queries
// on the screen.
func asks(env []string) bool {
	term, _ := variable(env, "TERM")
	for _, known := range []string{"ghostty", "wezterm", "alacritty", "kitty", "rio"} {
		if strings.Contains(term, known) {
			return true
		}
	}
	program, _ := variable(env, "TERM_PROGRAM")
	_, far := variable(env, "SSH_TTY")
	return !far && !strings.Contains(program, "Apple")
}

// alike reports whether two views look the same.
func alike(a, b tea.View) bool {
	if (a.Cursor == nil) != (b.Cursor == nil) || a.Cursor != nil && *a.Cursor != *b.Cursor {
		return false
	}
	return a.Content == b.Content && a.WindowTitle == b.WindowTitle && a.MouseMode == b.MouseMode && a.ReportFocus == b.ReportFocus
}
