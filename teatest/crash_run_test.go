package teatest

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// way is a way in which a person or a program uses Parley.
type way string

const (
	headless way = "headless" // parley run --non-interactive, answers given ahead
	plain    way = "plain"    // parley run, asked on the controlling terminal
	screen   way = "screen"   // the full-screen program
)

// point is where a run is killed: after so many moments (a line printed, a
// question shown, a command begun), or after so many bytes on the screen.
// Negative is never.
type point struct{ moments, bytes int }

// never lets a run come to its end.
func never() point { return point{-1, -1} }

// work is one run of the program under observation.
type work struct {
	t      *testing.T
	place  *Place
	at     point
	seen   *steps
	pid    int
	acked  []string // the lines it printed
	shown  []string // what it asked on its screen, by the words of its heading
	drew   int      // how many bytes it put on its screen
	killed bool
	status int

	mu   sync.Mutex
	left int
}

// moment counts one moment and kills the program if it is the one.
func (w *work) moment() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.left == 0 {
		w.kill()
	}
	w.left--
}

// kill kills the program alone, not what it started. The caller holds the mutex.
func (w *work) kill() {
	if w.killed || w.pid == 0 {
		return
	}
	// A process that ended on its own is no longer ours to kill; the system knows it until it
	// is waited for, so the id does not belong to another.
	if err := syscall.Kill(w.pid, syscall.SIGKILL); err == nil {
		w.killed = true
	}
}

// family passes the program a pipe that everything it starts inherits. The pipe ends when
// the last of them is gone: what a killed program leaves behind is waited for.
func (w *work) family(cmd *exec.Cmd) (started func(), gone func()) {
	r, wr, err := os.Pipe()
	if err != nil {
		w.t.Fatal(err)
	}
	cmd.ExtraFiles = []*os.File{wr}
	started = func() {
		if err := wr.Close(); err != nil {
			w.t.Error(err)
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		w.pid = cmd.Process.Pid
	}
	gone = func() {
		_, err := io.Copy(io.Discard, r)
		if err := errors.Join(err, r.Close()); err != nil {
			w.t.Error(err)
		}
	}
	return started, gone
}

// listen takes the lines that the program prints: each is acknowledged.
func (w *work) listen(r io.Reader) {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return // what is not a complete line was not said
		}
		w.mu.Lock()
		w.acked = append(w.acked, strings.TrimSuffix(line, "\n"))
		w.mu.Unlock()
		w.moment()
	}
}

// alone runs the program without a terminal.
func (w *work) alone(args []string) {
	cmd := w.place.Command(args...)
	cmd.SysProcAttr = alone()
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	started, gone := w.family(cmd)
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	started()
	defer w.seen.watch(w.moment)()
	w.moment()
	w.listen(out)
	err = cmd.Wait()
	w.ended(cmd.ProcessState, err)
	gone()
	if !w.killed && w.status != 0 && w.status != 4 {
		w.t.Errorf("%q ended with status %d:\n%s", args, w.status, errs.String())
	}
}

func (w *work) ended(st *os.ProcessState, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pid, w.status = 0, st.ExitCode()
	ws := st.Sys().(syscall.WaitStatus)
	if w.killed = ws.Signaled(); w.killed && ws.Signal() != syscall.SIGKILL {
		w.t.Errorf("the program was ended by %s (%v)", ws.Signal(), err)
	}
}

// asked runs the program with its output in a pipe and a person at its
// controlling terminal.
func (w *work) asked(args []string) {
	r, out, err := os.Pipe()
	if err != nil {
		w.t.Fatal(err)
	}
	cmd := w.place.Command(args...)
	cmd.Stdout = out
	started, gone := w.family(cmd)
	x := Start(w.t, 80, 24, cmd)
	if err := out.Close(); err != nil {
		w.t.Error(err)
	}
	started()
	defer w.seen.watch(w.moment)()
	var read sync.WaitGroup
	read.Go(func() { w.listen(r) })
	w.answerLines(x)
	st := x.Wait()
	read.Wait()
	w.ended(st, nil)
	gone()
	if err := r.Close(); err != nil {
		w.t.Error(err)
	}
	if !w.killed && w.status != 0 && w.status != 4 {
		w.t.Errorf("%q ended with status %d:\n%s", args, w.status, x.Raw())
	}
}

// answerLines answers what is asked in plain lines, until the program is gone.
func (w *work) answerLines(x *Terminal) {
	answered := 0
	for {
		prompt := func() (string, bool) {
			raw := string(x.Raw()[answered:])
			for _, p := range []struct{ end, answer string }{
				{"(number): ", "2"}, {"(yes or no): ", "yes"}, {"Number: ", "1"},
			} {
				if strings.HasSuffix(raw, p.end) {
					return p.answer, true
				}
			}
			return "", false
		}
		if _, ok := x.UntilGone(func(Screen) bool { _, open := prompt(); return open }); !ok {
			return
		}
		answer, _ := prompt()
		w.moment()
		answered = len(x.Raw())
		x.Type(answer + "\n")
	}
}

// drawn runs the full-screen program with a person in front of it, until the turn has
// ended and the person leaves.
func (w *work) drawn(args []string, begun bool) {
	cmd := w.place.Command(args...)
	started, gone := w.family(cmd)
	x := Start(w.t, 80, 24, cmd)
	started()
	defer w.seen.watch(w.moment)()
	var bytes sync.WaitGroup
	if w.at.bytes >= 0 {
		bytes.Go(func() {
			if x.UntilRaw(w.at.bytes) {
				w.mu.Lock()
				defer w.mu.Unlock()
				w.kill()
			}
		})
	}
	w.answerScreen(x, begun)
	st := x.Wait()
	bytes.Wait()
	w.drew = len(x.Raw())
	w.ended(st, nil)
	gone()
	if !w.killed && w.status != 0 {
		w.t.Errorf("%q ended with status %d:\n%s", args, w.status, x.Raw())
	}
}

// answerScreen does what a person does at the screen: type the message if it is not on
// record yet, continue what was interrupted, answer, and leave when everything is done.
func (w *work) answerScreen(x *Terminal, begun bool) {
	last := ""
	for {
		var act, keys string
		if _, ok := x.UntilGone(func(s Screen) bool {
			act, keys = decide(s, begun)
			return act != "" && act != last && last != "done" // "/quit" is being written then
		}); !ok {
			return
		}
		last = act
		if keys == "Go\n" {
			begun = true
		}
		if head, ok := strings.CutPrefix(act, "prompt "); ok {
			w.shown = append(w.shown, head)
			w.moment()
		}
		if keys == "ctrl+c" {
			x.Press(keys)
		} else {
			x.Type(keys)
		}
	}
}

// decide says what a person would do about a screen: the keys, and a name for the
// situation, so that it is not done twice. "" means to wait.
func decide(s Screen, begun bool) (situation, keys string) {
	lines := strings.Split(s.String(), "\n")
	status := lines[len(lines)-1]
	for i, line := range lines {
		if strings.HasPrefix(line, "── ") {
			return answer(lines[i : len(lines)-1])
		}
	}
	blank := s.Has("› Ask, or / for commands")
	switch {
	case strings.Contains(status, "interrupted; Enter goes on"):
		return "held", "\n"
	case strings.ContainsAny(status, Spinner):
		return "", ""
	case !blank && s.Has(" › ") && (!begun || s.Has("Done.")):
		return "written " + s.String(), "ctrl+c" // a draft of the run before, or a key that came too late
	case blank && !begun:
		return "empty", "Go\n"
	case blank && s.Has("Done."):
		return "done", "/quit\n"
	}
	return "", ""
}

// answer is what a person presses at a prompt, given its lines from the heading
// on.
func answer(prompt []string) (situation, key string) {
	words := strings.Join(prompt, "\n")
	for _, c := range []struct{ part, key string }{
		{"How far shall I go?", "2"}, {"Edit notes.txt?", "y"}, {"── Run", "y"},
		{"── Create", "y"},
	} {
		if strings.Contains(words, c.part) {
			return "prompt " + words, c.key
		}
	}
	return "", ""
}

// steps are the two pipes through which the scenario's commands say that they have begun
// and are told to continue.
type steps struct {
	began, gate *os.File
	mu          sync.Mutex
	moment      func()
	done        chan struct{}
}

func newSteps(t *testing.T, p *Place) *steps {
	dir := t.TempDir()
	p.Env = append(p.Env, "STEPS="+dir)
	s := &steps{done: make(chan struct{})}
	for name, f := range map[string]**os.File{"began": &s.began, "gate": &s.gate} {
		path := filepath.Join(dir, name)
		if err := unix.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
		// Opened for both directions, so that neither end waits for the other.
		var err error
		if *f, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
			t.Fatal(err)
		}
	}
	go s.run()
	t.Cleanup(func() {
		if err := errors.Join(s.began.Close(), s.gate.Close()); err != nil {
			t.Error(err)
		}
		<-s.done
	})
	return s
}

// watch counts each beginning as a moment until the returned function is called.
func (s *steps) watch(moment func()) (stop func()) {
	set := func(f func()) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.moment = f
	}
	set(moment)
	return func() { set(nil) }
}

// run lets every command continue once its beginning has been counted.
func (s *steps) run() {
	defer close(s.done)
	lines := bufio.NewReader(s.began)
	for {
		if _, err := lines.ReadString('\n'); err != nil {
			return
		}
		s.mu.Lock()
		if s.moment != nil {
			s.moment()
		}
		s.mu.Unlock()
		if _, err := s.gate.WriteString("go\n"); err != nil {
			return
		}
	}
}
