//go:build linux || darwin || freebsd

package commands

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"parley/coordinator"
	"parley/coordinator/arming"
	"parley/forms"
)

const notShown = "Answer (not shown): "

// secretly is a person at a terminal on which a question is asked, with a clock that moves until the
// person lets it rest.
func secretly(t *testing.T, plain func(h *hands, tty *os.File) *Plain, kind forms.Kind) (h *hands, tty *os.File, answer chan coordinator.Input) {
	keys, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tty.Close(); keys.Close() })
	h, answer = &hands{T: t, keys: keys, now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), runs: true}, make(chan coordinator.Input, 1)
	x := askForm(forms.Question{ID: "q", Text: "Say", AnswerType: forms.AnswerType{Kind: kind}})
	go func() {
		in := plain(h, tty).Ask(context.Background(), x)
		_, _ = io.WriteString(tty, over) // the test may be over as well
		answer <- in
	}()
	return h, tty, answer
}

func echoes(t *testing.T, tty *os.File) bool {
	t.Helper()
	modes, err := unix.IoctlGetTermios(int(tty.Fd()), getTermios)
	if err != nil {
		t.Fatal(err)
	}
	return modes.Lflag&unix.ECHO != 0
}

// TestASecretIsHiddenAndCanBeLeft: Ctrl+D ends the input there as everywhere else.
func TestASecretIsHiddenAndCanBeLeft(t *testing.T) {
	for name, c := range map[string]struct {
		typed string
		want  coordinator.Input
	}{
		"a secret":         {"hunter2\n", coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: []byte(`"hunter2"`)}},
		"Ctrl+D":           {"\x04", nil},
		"Ctrl+D in a line": {"hun\x04ter2\n", coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: []byte(`"hunter2"`)}},
	} {
		h, tty, answer := secretly(t, func(_ *hands, f *os.File) *Plain { return NewPlain(f) }, forms.Secret)
		h.until(notShown)
		h.waitFor(func() bool { return !echoes(t, tty) })
		h.typeIn(c.typed)
		if got := <-answer; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %#v", name, got)
		}
		h.until(notShown + "\r\n")
		if strings.Contains(h.had, "hun") || !echoes(t, tty) {
			t.Errorf("%s: the terminal echoes: %v\n%s", name, echoes(t, tty), h.had)
		}
	}
}

// TestASecretStaysHidden after the program was stopped, and when a read that echoes is left
// over from an earlier question.
func TestASecretStaysHidden(t *testing.T) {
	h, tty, answer := secretly(t, func(_ *hands, f *os.File) *Plain {
		p := NewPlain(f)
		ctx, end := context.WithCancel(context.Background())
		end()
		if got := p.Ask(ctx, deletion()); got != nil || p.pending == nil {
			t.Errorf("got %#v, reading: %v", got, p.pending != nil)
		}
		return p
	}, forms.Secret)
	h.until(notShown)
	h.waitFor(func() bool { return !echoes(t, tty) })
	modes, err := unix.IoctlGetTermios(int(tty.Fd()), getTermios)
	if err != nil {
		t.Fatal(err)
	}
	modes.Lflag |= unix.ECHO // as a shell does, between Ctrl+Z and fg
	if err := unix.IoctlSetTermios(int(tty.Fd()), setTermios, modes); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	h.waitFor(func() bool { return !echoes(t, tty) })
	h.typeIn("hunter2\n")
	if got, want := <-answer, (coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: []byte(`"hunter2"`)}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v", got)
	}
	if h.until(notShown + "\r\n"); strings.Contains(h.had, "hunter") {
		t.Errorf("it was shown:\n%s", h.had)
	}
}

// TestAfterAStopAQuestionIsAskedAgain: what was typed for the shell in between is not an
// answer.
func TestAfterAStopAQuestionIsAskedAgain(t *testing.T) {
	h, _, answer := secretly(t, func(h *hands, f *os.File) *Plain {
		return NewPlain(f).Armed(moment, h.time, time.After)
	}, forms.Text)
	const asks = "Answer (text; a line that ends in \\ goes on): "
	h.until(asks)
	h.rest()
	if err := syscall.Kill(os.Getpid(), syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	h.until(asks + "\r\nAssistant asks\r\nSay\r\n  :reply answers with words instead   :end ends the turn\r\n" + asks) // whole: the shell may have written over it
	h.typeIn("ls\n")
	h.until(arming.TextNotYet)
	h.run()
	h.until(arming.TextNotYet + "\r\n" + asks)
	h.typeIn("words\n")
	if got, want := <-answer, (coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: []byte(`"words"`)}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v\n%s", got, h.had)
	}
}

// TestALineOfAStopIsNoAnswer: it may be read before it is heard that the program goes on. Each
// time either could come first.
func TestALineOfAStopIsNoAnswer(t *testing.T) {
	for range 4 {
		h, _, answer := secretly(t, func(h *hands, f *os.File) *Plain {
			return NewPlain(f).Armed(moment, h.time, time.After)
		}, forms.Text)
		h.until("goes on): ") // it is asked
		h.rest()
		h.typeIn("ls")
		h.until("ls")
		if err := syscall.Kill(os.Getpid(), syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		h.typeIn("\n")
		h.until(arming.TextNotYet)
		h.run()
		h.until(arming.TextNotYet + "\r\nAnswer (")
		h.typeIn("words\n")
		if got, want := <-answer, (coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: []byte(`"words"`)}); !reflect.DeepEqual(got, want) {
			t.Errorf("got %#v\n%s", got, h.had)
		}
	}
}

// TestALineThatWaitedIsEarly: the program gets no time until the delay is long over, and finds
// what was typed meanwhile.
func TestALineThatWaitedIsEarly(t *testing.T) {
	keys, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer keys.Close()
	defer tty.Close()
	h := &hands{T: t, keys: keys, now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	answer, looks := make(chan coordinator.Input, 1), 0
	later := func() time.Time {
		if looks++; looks == 2 { // the question is on the screen; the first look is at the beginning
			h.typeIn("y\n")
			if _, err := unix.Poll([]unix.PollFd{{Fd: int32(tty.Fd()), Events: unix.POLLIN}}, -1); err != nil {
				t.Error(err)
			}
		}
		h.pass(time.Minute)
		return h.time()
	}
	go func() {
		answer <- NewPlain(tty).Armed(moment, later, time.After).Ask(context.Background(), deletion())
	}()
	h.until(arming.TextNotYet)
	h.until(yesOrNo)
	h.typeIn("n\n")
	if got, want := <-answer, (coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("false")}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v\n%s", got, h.had)
	}
}

// waitFor looks again and again.
func (h *hands) waitFor(is func() bool) {
	h.Helper()
	for begun := time.Now(); !is(); {
		if time.Since(begun) > 20*time.Second {
			h.Fatal("it does not come")
		}
	}
}

// TestNothingIsTakenOfALineThatTheTerminalCuts: all of it stands on the screen, and its end reaches
// nobody.
func TestNothingIsTakenOfALineThatTheTerminalCuts(t *testing.T) {
	long := strings.Repeat("z", longestLine) + ", but not today\n"
	for kind, waits := range map[forms.Kind]string{forms.Text: "goes on): ", forms.Secret: notShown} {
		h, _, answer := secretly(t, func(_ *hands, f *os.File) *Plain { return NewPlain(f) }, kind)
		h.until(waits)
		h.typeIn(long)
		h.until(textCut)
		h.typeIn("short\n")
		if got, want := <-answer, (coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: []byte(`"short"`)}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %#v", kind, got)
		}
	}
	keys, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	h, said := &hands{T: t, keys: keys}, make(chan string, 1)
	defer keys.Close()
	go func() {
		text, _ := NewPlain(tty).Line(context.Background(), "Message: ")
		said <- text
	}()
	h.until("Message: ")
	h.typeIn(long)
	h.until(textCut)
	h.typeIn("short\n")
	if got := <-said; got != "short" {
		t.Errorf("a message: got %d bytes, %.20q", len(got), got)
	}
}

// TestTheRestOfASecretIsNotShown by a terminal, on which it closes while it is typed, until it has ended. Where the program ends
// meanwhile, the terminal is as it was at once.
func TestTheRestOfASecretIsNotShown(t *testing.T) {
	for name, enter := range map[string]bool{"Enter ends it": true, "the program ends": false} {
		keys, tty, err := pty.Open()
		if err != nil {
			t.Fatal(err)
		}
		h := &hands{T: t, keys: keys, now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), runs: true}
		quiet := make(chan time.Time)
		p := NewPlain(tty).Armed(moment, h.time, func(time.Duration) <-chan time.Time { return quiet })
		ctx, stop := context.WithCancelCause(t.Context())
		asked := make(chan coordinator.Input, 1)
		go func() { asked <- p.Ask(ctx, password()) }()
		h.until(notShown)
		h.typeIn("corr")
		stop(ErrClosed)
		if got := <-asked; got != nil {
			t.Errorf("%s: got %#v", name, got)
		}
		h.until(notShown + "\r\n" + hushedText(1) + "\r\n")
		h.typeIn("ect")
		if echoes(t, tty) {
			t.Errorf("%s: it is shown", name)
		}
		if over, end := context.WithCancel(t.Context()); enter {
			h.typeIn("horse\r")
			p.End(over)
			end()
		} else {
			end()
			p.End(over)
		}
		if !echoes(t, tty) {
			t.Errorf("%s: nothing is shown afterwards", name)
		}
		if !enter {
			close(quiet)
			<-p.hush.over
			h.typeIn("\r") // whoever still reads ends
			<-p.pending
		}
		_, _ = io.WriteString(tty, over)
		h.until(over)
		if strings.Contains(h.had, "ect") || strings.Contains(h.had, "horse") {
			t.Errorf("%s: the rest is shown:\n%s", name, h.had)
		}
		tty.Close()
		keys.Close()
	}
}
