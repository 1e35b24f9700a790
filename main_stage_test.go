//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"

	"parley/providers/script"
	"parley/teatest/fakeserver/server"
)

// stage is what a script has running beside it.
type stage struct {
	server *server.Server
	held   map[string]*held
}

// onStage is where a script keeps its stage.
const onStage = "stage"

func stageOf(ts *testscript.TestScript) *stage { return ts.Value(onStage).(*stage) }

type variable struct {
	pattern *regexp.Regexp
	instead string
}

// varying is what differs from run to run; the first is a time.
var varying = sync.OnceValue(func() []variable {
	var out []variable
	for _, v := range [][2]string{
		{`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`, "<time>"},
		{`"event":"[0-9a-f]{12}-\d+"`, `"event":"<event>"`},
		{`"prev":"[0-9a-f]{64}"`, `"prev":"<digest>"`},
		{`"digest": "[0-9a-f]{64}"`, `"digest": "<digest>"`},
		{`127\.0\.0\.1:\d+`, "127.0.0.1:<port>"},
		{`in process \d+ since [0-9: -]+ UTC`, "in process <pid> since <time>"},
		{`trying again in [0-9.]+m?s`, "trying again in <wait>"},
		{`\(go[^ ]+, [a-z0-9]+/[a-z0-9]+\)`, "(<go>, <system>)"},
	} {
		out = append(out, variable{regexp.MustCompile(v[0]), v[1]})
	}
	return out
})

// naming finds the conversation that an output names.
var naming = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`"conversation":\s*"([a-z0-9]{12})"|parley (?:run --)?resume ([a-z0-9]{12})`)
})

func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: serve FILE…")
	}
	var scenarios []script.Scenario
	for _, file := range args {
		s, err := script.Parse(file, []byte(ts.ReadFile(file)))
		ts.Check(err)
		scenarios = append(scenarios, s)
	}
	s, err := server.Open(server.Options{Key: ts.Getenv("WANTED_KEY")}, scenarios...)
	ts.Check(err)
	ts.Defer(func() { ts.Check(s.Close()) })
	stageOf(ts).server = s
	ts.Setenv("PARLEY_PROVIDERS__LLM__FAKE__BASE_URL", s.URL)
	ts.Setenv("PARLEY_ASSISTANT__MODEL__ID", "fake/"+scenarios[0].Model)
}

func requests(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: requests TO")
	}
	var b strings.Builder
	for _, r := range stageOf(ts).server.Requests() {
		fmt.Fprintf(&b, "%s %s %s %d", r.Method, r.Path, r.Model, r.Status)
		if r.Fault != "" {
			fmt.Fprintf(&b, " fault %s", r.Fault)
		}
		if r.Refused != "" {
			fmt.Fprintf(&b, " refused: %s", r.Refused)
		}
		b.WriteString("\n")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o600))
}

// held is a program that runs beside a script.
type held struct {
	cmd      *exec.Cmd
	out, err bytes.Buffer // to be read when it has ended
	seen     *watched     // both
	ended    chan error
}

// patience is after how long a program that should have ended or said something
// is killed, so that the script fails by itself and not with all tests.
const patience = time.Minute

// start runs a program as a script would, with what tie does to it.
func start(ts *testscript.TestScript, args []string, tie func(*exec.Cmd)) *held {
	h := &held{ended: make(chan error, 1), seen: newWatched()}
	ts.Check(ts.Exec("env"))
	h.cmd = exec.Command(args[0], args[1:]...)
	h.cmd.Dir, h.cmd.Env = ts.MkAbs("."), strings.Split(strings.TrimSpace(ts.ReadFile("stdout")), "\n")
	h.cmd.Stdout, h.cmd.Stderr = io.MultiWriter(&h.out, h.seen), io.MultiWriter(&h.err, h.seen)
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
	h := start(ts, args[2:], func(*exec.Cmd) {})
	stageOf(ts).held[args[0]] = h
	if !h.seen.wait(args[1]) {
		ts.Fatalf("it ended (%v) before it wrote %q:\n%s%s", <-h.ended, args[1], h.out.String(), h.err.String())
	}
}

// drop ends a held program by INT or KILL; with a signal of none it waits for
// its own end.
func drop(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: drop NAME INT|KILL|none STATUS")
	}
	h := stageOf(ts).held[args[0]]
	if h == nil {
		ts.Fatalf("nothing is held as %s", args[0])
	}
	switch args[1] {
	case "INT":
		ts.Check(h.cmd.Process.Signal(syscall.SIGINT))
	case "KILL":
		ts.Check(h.cmd.Process.Kill())
	case "none":
	default:
		ts.Fatalf("there is no signal %s", args[1])
	}
	got := statusOf(<-h.ended)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".out"), h.out.Bytes(), 0o600))
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
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 3}
	})
	ts.Check(tty.Close())
	said, read := newWatched(), make(chan struct{})
	go func() {
		// The end of a terminal whose program is gone is an error on some systems.
		_, _ = io.Copy(said, keys)
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

// statusOf is an exit status in digits, or the signal that ended a program.
func statusOf(err error) string {
	if err == nil {
		return "0"
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return err.Error()
	}
	if w, ok := exit.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return w.Signal().String()
	}
	return strconv.Itoa(exit.ExitCode())
}

// watched keeps what is written and lets a script wait for a text in it.
type watched struct {
	mu     sync.Mutex
	news   *sync.Cond
	all    string
	past   int // what was waited for lies before this
	closed bool
}

func newWatched() *watched {
	w := &watched{}
	w.news = sync.NewCond(&w.mu)
	return w
}

// Write implements io.Writer.
func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all += string(p)
	w.news.Broadcast()
	return len(p), nil
}

func (w *watched) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	w.news.Broadcast()
}

func (w *watched) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.all
}

// wait returns when a text is written after the one that was waited for before,
// and false when it never will be.
func (w *watched) wait(text string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		if at := strings.Index(w.all[w.past:], text); at >= 0 {
			w.past += at + len(text)
			return true
		}
		if w.closed {
			return false
		}
		w.news.Wait()
	}
}
