package teatest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// inShell runs the program from an interactive shell, which can stop and resume it.
func inShell(t *testing.T, p *Place) *Terminal {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	program := p.Command()
	rc := filepath.Join(p.Home, "rc")
	if err := os.WriteFile(rc, []byte("PS1='shell> '\nbind 'set enable-bracketed-paste off'\nhow() { stty -a | grep -q -- ' icanon' && echo cooked || echo raw; }\n"+
		"open() { '"+program.Path+"' -m script/talk; }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bash, "--noprofile", "--rcfile", rc, "-i")
	cmd.Dir, cmd.Env = program.Dir, program.Env
	x := Start(t, 80, 24, cmd)
	x.WaitFor("shell>")
	x.Type("open\n")
	x.WaitFor("Ask, or / for commands")
	return x
}

// TestTheShellHasTheTerminalMeanwhile: Ctrl+Z gives it back as it was, and fg brings the
// program back with what was being written, drawn for the size that it has by then.
func TestTheShellHasTheTerminalMeanwhile(t *testing.T) {
	p := NewPlace(t)
	p.Scenario("talk", talk)
	x := inShell(t, p)
	x.Type("a draft")
	x.WaitFor("a draft")
	x.Press("ctrl+z")
	x.Until("the shell", func(s Screen) bool { return !s.Alt && s.Has("Stopped") })
	x.Type("how\n")
	x.Until("the terminal as it was", func(s Screen) bool { return !s.Alt && s.Has("cooked") })
	x.Resize(100, 30)
	x.Type("fg\n")
	x.Until("the draft, on the larger screen", func(s Screen) bool {
		return s.Alt && s.Has("a draft") && strings.Contains(s.String(), strings.Repeat("─", 100))
	})
	x.Type(" goes on")
	x.WaitFor("a draft goes on")
	x.Press("ctrl+c", "ctrl+q")
	x.Until("the shell", func(s Screen) bool { return !s.Alt && s.Has("shell>") })
	x.Type("exit\n")
	x.Wait()
	raw := x.Raw()
	for _, pair := range [][2]string{{"\x1b[?1049h", "\x1b[?1049l"}, {"\x1b[>1u", "\x1b[<1u"}, {"\x1b[?2004h", "\x1b[?2004l"}, {"\x1b[?1004h", "\x1b[?1004l"}} {
		if on, off := bytes.Count(raw, []byte(pair[0])), bytes.Count(raw, []byte(pair[1])); on != 2 || off != 2 {
			t.Errorf("%q is on %d times and off %d times, want twice", pair[0], on, off)
		}
	}
}

// TestNobodyCouldBringItBack: if the system stops no process, because there is no shell to
// resume it, Ctrl+Z has no lasting effect.
func TestNobodyCouldBringItBack(t *testing.T) {
	p := NewPlace(t)
	p.Scenario("talk", talk)
	x := p.Open(80, 24, "-m", "script/talk")
	x.WaitFor("Ask, or / for commands")
	x.Type("a draft")
	x.WaitFor("a draft")
	n := len(x.Raw())
	x.Press("ctrl+z")
	x.Until("the program to come back", func(s Screen) bool {
		return s.Alt && s.Has("a draft") && bytes.Contains(x.Raw()[n:], []byte("\x1b[?1049h"))
	})
	x.Type(" goes on")
	x.WaitFor("a draft goes on")
	x.Press("ctrl+c", "ctrl+q")
	if st := x.Wait(); st.ExitCode() != 0 {
		t.Errorf("it ended with %v", st)
	}
}

// TestTheEditorHasTheTerminalMeanwhile as it was: line by line, with an echo, and the
// previous screen.
func TestTheEditorHasTheTerminalMeanwhile(t *testing.T) {
	p := NewPlace(t)
	p.Scenario("talk", talk)
	editor := filepath.Join(p.Home, "editor") // a program of the workspace would not be started
	script := "#!/bin/sh\ntest -t 0 && test -t 1 && stty -a | grep -q -- ' icanon' && echo 'a terminal as it was'\nread line\nprintf '%s' \"edited: $line\" > \"$1\"\n"
	if err := os.WriteFile(editor, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	p.Env = append(p.Env, "VISUAL="+editor)
	x := p.Open(80, 24, "-m", "script/talk")
	x.WaitFor("Ask, or / for commands")
	x.Press("ctrl+e")
	x.Until("the editor", func(s Screen) bool { return !s.Alt && s.Has("a terminal as it was") })
	x.Resize(100, 30)
	x.Type("typed there\n")
	x.Until("what was edited, on the larger screen", func(s Screen) bool {
		return s.Alt && s.Has("edited: typed there") && strings.Contains(s.String(), strings.Repeat("─", 100))
	})
	x.Press("ctrl+c", "ctrl+q")
	if st := x.Wait(); st.ExitCode() != 0 {
		t.Errorf("it ended with %v", st)
	}
}
