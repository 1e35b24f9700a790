//go:build unix

package terminal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/creack/pty"

	"parley/model/cli/launch"
)

// TestMain is also the program that a caretaker looks after.
func TestMain(m *testing.M) {
	if end := os.Getenv("PARLEY_TEST_END"); end != "" {
		caredForProgram(end)
	}
	os.Exit(m.Run())
}

// ends are the ways in which a program ends.
var ends = map[string]func(*Terminal, *Caretaker){
	"killed":         func(*Terminal, *Caretaker) { must(syscall.Kill(os.Getpid(), syscall.SIGKILL)) },
	"gone":           func(*Terminal, *Caretaker) { os.Exit(0) },
	"a fault":        func(*Terminal, *Caretaker) { end := make(chan bool); go func() { panic("a fault") }(); <-end },
	"no more stack":  func(*Terminal, *Caretaker) { debug.SetMaxStack(1 << 20); fmt.Print(deeper(len(os.Args))) },
	"a map of two":   func(*Terminal, *Caretaker) { written() },
	"in order":       func(x *Terminal, c *Caretaker) { must(errors.Join(x.Leave(), c.End())); os.Exit(0) },
	"killed outside": func(x *Terminal, _ *Caretaker) { must(x.Leave()); must(syscall.Kill(os.Getpid(), syscall.SIGKILL)) },
	"a signal for both": func(x *Terminal, c *Caretaker) { // nothing is taken, and the process got it too
		must(c.process.Process.Kill())
		_, err := c.process.Process.Wait()
		must(err)
		c.Untaken()
		must(errors.Join(x.Leave(), c.End()))
		os.Exit(0)
	},
	"killed with other orders": func(_ *Terminal, c *Caretaker) {
		c.Order(launch.Orders{Undo: "{undo}", Ended: "{other}"})
		must(syscall.Kill(os.Getpid(), syscall.SIGKILL))
	},
	"killed again in": func(x *Terminal, _ *Caretaker) {
		must(errors.Join(x.Leave(), x.Enter(), syscall.Kill(os.Getpid(), syscall.SIGKILL)))
	},
}

func deeper(n int) int {
	if n < 0 {
		return n
	}
	return deeper(n+1) + 1
}

// written is a map that two goroutines write to, for which the runtime ends a program.
func written() {
	m := map[int]int{}
	for range 4 {
		go func() {
			for i := 0; ; i++ {
				m[i%7] = i
			}
		}()
	}
	select {}
}

func must(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(9)
	}
}

func caredForProgram(end string) {
	c := NewCaretaker(TTY{In: os.Stdin, Out: os.Stdout})
	x := New(os.Stdout, c.Line(), 60, nil, colorprofile.TrueColor)
	must(x.Enter())
	must(x.Paint(tea.NewView("picture")))
	must(c.Begin(launch.Orders{Undo: "{undo}", Ended: "{ended}", Failed: "{failed}", Unkept: "{unkept}", File: os.Getenv("PARLEY_TEST_FILE"), Head: "head\n"}))
	ends[end](x, c)
}

// TestACaretaker: however a program ends, the terminal is what it was before, what the
// runtime said is kept, and nobody is left who has the terminal open.
func TestACaretaker(t *testing.T) {
	for name := range ends {
		t.Run(name, func(t *testing.T) {
			ours, tty, err := pty.Open()
			if err != nil {
				t.Fatal(err)
			}
			defer ours.Close()
			before, err := launch.SettingsOf(tty.Fd())
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "state", "fault.txt")
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "PARLEY_TEST_END="+name, "PARLEY_TEST_FILE="+file)
			cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			// A terminal that nobody reads takes a few thousand bytes, and the runtime may write more.
			all := readUntilClosed(ours)
			var exit *exec.ExitError
			if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			// The settings must be read through an end that is still open once the caretaker is gone:
			// it says so when it lets go of the terminal.
			said, after := atTheEnd(t, all, tty)
			want, kept := map[string][2]string{
				"killed": {"{undo}{ended}"}, "gone": {"{undo}{ended}"}, "killed again in": {"{undo}{ended}"}, "a signal for both": {"{undo}{ended}"}, "killed with other orders": {"{undo}{other}"},
				"a fault": {"{undo}{failed}", "panic: a fault"}, "no more stack": {"{undo}{failed}", "terminal.deeper("},
				"a map of two": {"{undo}{failed}", "maps.fatal("},
			}[name], ""
			if data, err := os.ReadFile(file); err == nil {
				kept = string(data)
			}
			if i := strings.Index(said, "{"); want[0] == "" && i >= 0 || want[0] != "" && !strings.HasSuffix(said, want[0]) {
				t.Errorf("it said %q, want %q at its end", said, want[0])
			}
			if (kept != "") != (want[1] != "") || !strings.HasPrefix(kept, "head\n"[:min(len(kept), 5)]) || !strings.Contains(kept, want[1]) {
				t.Errorf("kept %q, want %q", kept, want[1])
			}
			if after != before {
				t.Errorf("the terminal is %+v\nwas             %+v", after, before)
			}
		})
	}
}

// heard is everything that was written to a terminal until nobody had it open.
type heard struct {
	text string
	err  error
}

// readUntilClosed reads what is written to a terminal.
func readUntilClosed(ours *os.File) <-chan heard {
	all := make(chan heard, 1)
	go func() {
		var text bytes.Buffer
		_, err := io.Copy(&text, ours)
		if errors.Is(err, syscall.EIO) {
			err = nil // which is how Linux says that it was closed
		}
		all <- heard{text.String(), err}
	}()
	return all
}

// atTheEnd waits until nobody has a terminal open, and returns what was written to it and
// its settings then.
func atTheEnd(t *testing.T, all <-chan heard, tty *os.File) (string, launch.Settings) {
	t.Helper()
	name := tty.Name()
	if err := tty.Close(); err != nil {
		t.Fatal(err)
	}
	said := <-all
	if said.err != nil {
		t.Fatal(said.err)
	}
	again, err := os.OpenFile(name, os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	settings, err := launch.SettingsOf(again.Fd())
	if err != nil {
		t.Fatal(err)
	}
	return said.text, settings
}
