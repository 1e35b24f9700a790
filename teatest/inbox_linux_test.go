package teatest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	records "parley/store/inbox"
)

// TestOneInbox: three parked runs, two open programs and a session of Claude Code wait in one
// inbox. Each is answered, by a command, on a screen, or by both at once; each goes on; and
// the record says who decided, via what, and when, once.
func TestOneInbox(t *testing.T) {
	t.Parallel()
	r := newParked(t)
	home := filepath.Dir(r.work)
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(home, ".config", "parley", "config.toml"), "forms.arming_delay = \"0s\"\nassistant.model.id = \"script/parked\"\n")
	r.env = append(r.env, "TERM=xterm-256color", "LANG=C.UTF-8")
	names := []string{"park-one", "park-two", "park-three", "open-one", "open-two"}
	for _, name := range names {
		write(filepath.Join(r.work, ".parley", "scenarios", name+".toml"),
			"[[answer]]\n[[answer.call]]\nname = \"run_command\"\narguments = { command = \"echo "+name+"\" }\n[[answer]]\ntext = \"It went on.\"\n")
	}
	open := func(args ...string) *Terminal {
		cmd := exec.Command(r.bin, args...)
		cmd.Dir, cmd.Env = r.work, r.env
		return Start(t, 100, 30, cmd)
	}
	for _, name := range names[:3] {
		if status, out := r.run("run", "--park", "--non-interactive", "-m", "script/"+name, "Go."); status != 5 {
			t.Fatalf("%s parks with %d:\n%s", name, status, out)
		}
	}
	var opened []*Terminal
	for _, name := range names[3:] {
		x := open("-m", "script/"+name, "Go.")
		x.WaitFor("── Run `echo " + name)
		opened = append(opened, x)
	}
	told := r.claude(t, home)

	all := r.list()
	if len(all) != 6 {
		t.Fatalf("%d wait: %+v", len(all), all)
	}
	of := func(words string) records.Entry {
		t.Helper()
		at := slices.IndexFunc(all, func(e records.Entry) bool { return strings.Contains(e.Subject, words) })
		if at < 0 {
			t.Fatalf("%q is not in the inbox: %+v", words, all)
		}
		return all[at]
	}

	// by a command
	answered := func(e records.Entry, args ...string) int {
		return open(append([]string{"answer", e.Ref}, args...)...).Wait().ExitCode()
	}
	if got := answered(of("park-one"), "--yes", "--go-on", "--via", "the night shift"); got != 0 {
		t.Errorf("park-one is answered with %d", got)
	}
	if got := answered(of("open-one"), "--yes"); got != 0 {
		t.Errorf("open-one is answered with %d", got)
	}
	opened[0].WaitFor("It went on.")

	// on a screen, and by both at once
	x := open()
	x.WaitFor("/ commands")
	x.Type("/inbox")
	x.Press("enter")
	x.WaitFor("4 decisions wait", "Enter answer")
	x.Press("enter")
	x.WaitFor("echo park-two", "y run once")
	x.Press("y")
	for _, words := range []string{"park-three", "open-two", "git push"} {
		e := of(words)
		x.Until("the form of "+words+" or the list", func(s Screen) bool {
			return s.Has(words, "y run once") || s.Has("It was answered already", "Enter answer")
		})
		if !x.Screen().Has("y run once") {
			x.Press("enter")
			x.WaitFor(words, "y run once")
		}
		done := make(chan int, 1)
		cmd := exec.Command(r.bin, "answer", e.Ref, "--yes", "--via", "a race")
		cmd.Dir, cmd.Env = r.work, r.env
		racer := Start(t, 80, 24, cmd)
		go func() { done <- racer.Wait().ExitCode() }()
		x.Press("y")
		if got := <-done; got != 0 && got != 4 {
			t.Errorf("%s is answered with %d:\n%s", words, got, racer.Screen())
		}
	}
	x.WaitFor("Nothing waits for you")
	x.Press("g")
	x.WaitFor("go on without a screen")
	opened[1].WaitFor("It went on.")
	if got := <-told; !strings.Contains(got, `"behavior":"allow"`) {
		t.Errorf("Claude Code is told %q", got)
	}

	for _, e := range all {
		r.once(t, e)
	}
	x.Press("ctrl+q")
}

// claude has Claude Code ask what was recorded of it, and gives what it is told in the end. A
// shell is the program that asks, so that this process may answer.
func (r parked) claude(t *testing.T, home string) <-chan string {
	t.Helper()
	payload, err := os.ReadFile(filepath.Join("..", "testdata", "hooks", "claude", "payloads", "PermissionRequest-Bash-deny.json"))
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(home, "payload.json")
	if err := os.WriteFile(name, []byte(strings.ReplaceAll(string(payload), "PLACE_PROJECT", r.work)), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/bin/sh", "-c", fmt.Sprintf("%s bridge ask claude <%s; exit 0", r.bin, name))
	cmd.Dir, cmd.Env, cmd.SysProcAttr = r.work, r.env, &syscall.SysProcAttr{Setsid: true}
	told := make(chan string, 1)
	go func() {
		out, err := cmd.Output()
		told <- fmt.Sprint(string(out), err)
	}()
	for len(r.list()) < 6 {
		if status, out := r.run("inbox"); status != 0 {
			t.Fatalf("the inbox ends with %d:\n%s", status, out)
		}
	}
	return told
}

// list is what waits.
func (r parked) list() []records.Entry {
	r.t.Helper()
	_, out := r.run("inbox", "--format", "json")
	var all struct{ Waiting []records.Entry }
	if err := json.Unmarshal([]byte(out), &all); err != nil {
		r.t.Fatalf("%v:\n%s", err, out)
	}
	return all.Waiting
}

// once says that one decision is on record, the user's, with the process that gave it and its
// time, and that the turn ended.
func (r parked) once(t *testing.T, e records.Entry) {
	t.Helper()
	type line struct {
		Type, By, Outcome, Time string
		Via                     struct{ Program, Terminal string }
	}
	for range 600 { // what goes on without a screen ends a moment later
		_, show := r.run("show", "--format", "ndjson", e.Conversation)
		var decided []line
		ended := false
		for text := range strings.Lines(show) {
			var ev line
			if err := json.Unmarshal([]byte(text), &ev); err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			if ev.Type == "permission_response" {
				decided = append(decided, ev)
			}
			ended = ended || ev.Type == "turn_end"
		}
		if len(decided) != 1 || decided[0].By != "user" || decided[0].Outcome != "allowed" || decided[0].Time == "" || decided[0].Via.Program == "" {
			t.Errorf("%s: decided by %+v", e.Subject, decided)
			return
		}
		if ended {
			return
		}
	}
	t.Errorf("%s did not go on", e.Subject)
}
