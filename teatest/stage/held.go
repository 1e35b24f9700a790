package stage

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"
)

// held is a program that runs beside a script.
type held struct {
	cmd      *exec.Cmd
	out, err bytes.Buffer // to be read when it has ended
	seen     *watched     // both
	ended    chan error
	shown    chan struct{} // closed when all of the output was read
}

// patience is after how long a program that should have ended or said something is killed,
// so that the script fails alone and not all tests with it.
const patience = 3 * time.Minute

// start runs a program as a script would, with what tie does to it.
func start(ts *testscript.TestScript, args []string, tie func(*exec.Cmd)) *held {
	h := &held{ended: make(chan error, 1), seen: newWatched()}
	ts.Check(ts.Exec("env"))
	h.cmd = exec.Command(args[0], args[1:]...)
	h.cmd.Dir, h.cmd.Env = ts.MkAbs("."), strings.Split(strings.TrimSpace(ts.ReadFile("stdout")), "\n")
	h.cmd.Stdout, h.cmd.Stderr = io.MultiWriter(&h.out, h.seen.stream()), io.MultiWriter(&h.err, h.seen.stream())
	tie(h.cmd)
	ts.Check(h.cmd.Start())
	late := time.AfterFunc(patience, func() { _ = h.cmd.Process.Kill() }) // it may have ended just now
	go func() {
		err := h.cmd.Wait()
		late.Stop()
		h.seen.close()
		h.ended <- err
	}()
	ts.Defer(func() {
		if err := h.cmd.Process.Kill(); err == nil {
			<-h.ended
		}
	})
	return h
}

func hold(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: hold NAME TEXT program [args…]")
	}
	screen, tty, err := pty.Open()
	ts.Check(err)
	h := start(ts, args[2:], func(c *exec.Cmd) { c.Stdout = tty })
	stageOf(ts).held[args[0]] = h
	ts.Check(tty.Close())
	h.shown = make(chan struct{})
	shown := h.seen.stream()
	go func() {
		defer close(h.shown)
		_, _ = io.Copy(io.MultiWriter(&h.out, shown), screen) // a terminal that everybody has closed ends with an error
	}()
	ts.Defer(func() { _ = screen.Close() })
	if !h.seen.wait(args[1]) {
		err := <-h.ended
		<-h.shown
		ts.Fatalf("it ended (%v) before it wrote %q:\n%s%s", err, args[1], h.out.String(), h.err.String())
	}
}

// drop ends a held program by INT, HUP or KILL; with a signal of none it waits for
// its own end.
func drop(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: drop NAME INT|HUP|KILL|none STATUS")
	}
	h := stageOf(ts).held[args[0]]
	if h == nil {
		ts.Fatalf("nothing is held as %s", args[0])
	}
	switch args[1] {
	case "INT":
		ts.Check(h.cmd.Process.Signal(syscall.SIGINT))
	case "HUP":
		ts.Check(h.cmd.Process.Signal(syscall.SIGHUP))
	case "TERM":
		ts.Check(h.cmd.Process.Signal(syscall.SIGTERM))
	case "KILL":
		ts.Check(h.cmd.Process.Kill())
	case "none":
	default:
		ts.Fatalf("there is no signal %s", args[1])
	}
	got := statusOf(<-h.ended)
	<-h.shown
	out := bytes.ReplaceAll(h.out.Bytes(), []byte("\r\n"), []byte("\n"))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".out"), out, 0o600))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".err"), h.err.Bytes(), 0o600))
	if got != args[2] {
		ts.Fatalf("exit status %s, want %s", got, args[2])
	}
}

// dialog runs a program on a terminal of its own, with pipes for its output. A
// line of the file that begins with < waits until the rest of it is written on
// the terminal, one with > types the rest, and ! KILL ends the program so.
func dialog(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: dialog STATUS FILE program [args…]")
	}
	keys, tty, err := pty.Open()
	ts.Check(err)
	h := start(ts, args[2:], func(c *exec.Cmd) {
		c.ExtraFiles = []*os.File{tty}
		c.SysProcAttr = controlling(3)
	})
	ts.Check(tty.Close())
	said, read := newWatched(), make(chan struct{})
	answers := said.stream()
	go func() {
		// The end of a terminal whose program is gone is an error on some systems.
		_, _ = io.Copy(answers, keys)
		said.close()
		close(read)
	}()
	for _, line := range strings.Split(strings.TrimSpace(ts.ReadFile(args[1])), "\n") {
		if line == "! KILL" {
			ts.Check(h.cmd.Process.Kill())
		} else if text, ok := strings.CutPrefix(line, "> "); ok {
			_, err := io.WriteString(keys, text+"\n")
			ts.Check(err)
		} else if text := strings.TrimPrefix(line, "< "); !said.wait(text) {
			ts.Fatalf("it ended before it said %q:\n%s", text, said.text())
		}
	}
	got := statusOf(<-h.ended)
	<-read
	ts.Check(keys.Close())
	ts.Check(os.WriteFile(ts.MkAbs("tty"), []byte(strings.ReplaceAll(said.text(), "\r\n", "\n")), 0o600))
	fmt.Fprint(ts.Stdout(), h.out.String())
	fmt.Fprint(ts.Stderr(), h.err.String())
	if got != args[0] {
		ts.Fatalf("exit status %s, want %s", got, args[0])
	}
}
