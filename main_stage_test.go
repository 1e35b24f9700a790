//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"

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
	return regexp.MustCompile(`"conversation":\s*"([a-z0-9]{12})"|parley resume ([a-z0-9]{12})`)
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
	out, err watched
	ended    chan error
}

// watched keeps what is written and tells when a text is in it.
type watched struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	want string
	seen chan struct{} // closed once want was written
}

// Write implements io.Writer.
func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.buf.Write(p)
	if w.want != "" && strings.Contains(w.buf.String(), w.want) {
		w.want = ""
		close(w.seen)
	}
	return len(p), nil
}

func (w *watched) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.buf.String()
}

func hold(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: hold NAME TEXT program [args…]")
	}
	h := &held{ended: make(chan error, 1)}
	h.out.want, h.out.seen = args[1], make(chan struct{})
	h.err.want, h.err.seen = args[1], make(chan struct{})
	h.cmd = exec.Command(args[2], args[3:]...)
	h.cmd.Dir, h.cmd.Stdout, h.cmd.Stderr = ts.MkAbs("."), &h.out, &h.err
	ts.Check(ts.Exec("env"))
	h.cmd.Env = strings.Split(strings.TrimSpace(ts.ReadFile("stdout")), "\n")
	ts.Check(h.cmd.Start())
	go func() { h.ended <- h.cmd.Wait() }()
	stageOf(ts).held[args[0]] = h
	ts.Defer(func() {
		if h.cmd.ProcessState == nil {
			ts.Check(h.cmd.Process.Kill())
			<-h.ended
		}
	})
	select {
	case <-h.out.seen:
	case <-h.err.seen:
	case err := <-h.ended:
		ts.Fatalf("it ended (%v) before it wrote %q:\n%s%s", err, args[1], h.out.String(), h.err.String())
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
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".out"), []byte(h.out.String()), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".err"), []byte(h.err.String()), 0o600))
	if got != args[2] {
		ts.Fatalf("exit status %s, want %s", got, args[2])
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
