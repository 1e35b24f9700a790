package teatest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestAnInboxOfItsOwn: on a terminal `parley inbox` is the screen of /inbox without a conversation
// behind it; where its lines are wanted it lists them.
func TestAnInboxOfItsOwn(t *testing.T) {
	t.Parallel()
	r := newParked(t)
	r.env = append(r.env, "TERM=xterm-256color", "LANG=C.UTF-8", "PARLEY_UI__THEME=dark") // a setting of the person's, which `g` passes on
	settings := filepath.Join(filepath.Dir(r.work), ".config", "parley")
	if err := os.MkdirAll(settings, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(settings, "config.toml"), []byte("forms.arming_delay = \"0s\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, out := r.run("run", "--park", "--non-interactive", "-m", "script/parked", "Go."); status != 5 {
		t.Fatalf("it parks with %d:\n%s", status, out)
	}
	open := func(args ...string) *Terminal {
		cmd := exec.Command(r.bin, args...)
		cmd.Dir, cmd.Env = r.work, r.env
		return Start(t, 100, 30, cmd)
	}
	ends := func(x *Terminal) {
		t.Helper()
		if status := x.Wait().ExitCode(); status != 0 {
			t.Errorf("it ends with %d", status)
		}
	}
	e := r.list()[0]
	lists := open("inbox", "--format", "text")
	lists.WaitFor(e.Ref)
	ends(lists)

	x := open("inbox")
	x.WaitFor("1 decision waits", "Enter answer", "Esc quit")
	x.Press("enter")
	x.WaitFor("Run `true`?", "y run once")
	x.Press("ctrl+c")
	x.WaitFor("1 decision waits", "Esc quit")
	x.Press("o")
	x.WaitFor("Run `true`?", "y run once", "Esc menu")
	x.Press("ctrl+q")
	ends(x)

	x = open("inbox")
	x.WaitFor("1 decision waits", "Enter answer")
	x.Press("enter")
	x.WaitFor("Run `true`?", "y run once")
	x.Press("y")
	x.WaitFor("Nothing waits for you", "g go on with the answered")
	x.Press("g")
	x.WaitFor("went on to its end")
	x.Press("esc")
	ends(x)
	r.once(t, e)
}
