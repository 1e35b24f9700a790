package teatest

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

func shell(script string) *exec.Cmd {
	cmd := exec.Command("/bin/sh", "-c", script)
	cmd.Env = []string{"PATH=/usr/bin:/bin", "TERM=xterm-256color"}
	return cmd
}

func TestTerminalShowsWhatAPersonSees(t *testing.T) {
	x := Start(t, 30, 4, shell(`printf 'plain \033[1;31mred\033[0m \033[38;2;1;2;3mrgb\033[0m\r\n日本 \033]8;;http://x/\033\\link\033]8;;\033\\\r\n\a\033]2;a title\007'; printf '\033[2;4m%s\033[0m \033[48;5;200m \033[0m' faint; read x`))
	s := x.Until("the last line", func(s Screen) bool { return s.Has("faint") && s.Cells[2][6].Style.Bg != "" })
	check(t, "the text", s.String(), "plain red rgb\n日本 link\nfaint\n")
	check(t, "the marks", s.Marked(),
		"plain ⟨bold fg=1:red⟩ ⟨fg=#010203:rgb⟩\n日本 ⟨link=http://x/:link⟩\n⟨faint underline:faint⟩ ⟨bg=200: ⟩\n")
	if s.Cursor != (Cursor{7, 2, true}) || s.Title != "a title" || s.Bells != 1 || s.Alt {
		t.Errorf("cursor %v, title %q, bells %d, alternate %v", s.Cursor, s.Title, s.Bells, s.Alt)
	}
	if s.Line(99) != "" || s.Line(-1) != "" {
		t.Error("there is text outside the screen")
	}
	x.Press("enter")
	if st := x.Wait(); st.ExitCode() != 0 {
		t.Errorf("it ended with %v", st)
	}
}

func TestEveryAttributeHasItsName(t *testing.T) {
	s, err := Picture("\x1b[1mb\x1b[0;2mf\x1b[0;3mi\x1b[0;4mu\x1b[0;5mk\x1b[0;7mr\x1b[0;8mc\x1b[0;9ms\x1b[0;97mw\x1b[0m", 20, 1)
	if err != nil {
		t.Fatal(err)
	}
	check(t, "the marks", s.Marked(),
		"⟨bold:b⟩⟨faint:f⟩⟨italic:i⟩⟨underline:u⟩⟨blink:k⟩⟨reverse:r⟩⟨conceal:c⟩⟨strike:s⟩⟨fg=15:w⟩")
}

// The ink of a blank cannot be seen, and which one it has depends on how the picture came
// about: two pictures that look the same have the same marks.
func TestABlankHasNoInk(t *testing.T) {
	for _, c := range []struct{ name, drawn, marks string }{
		{"at the end of a field", "\x1b[31;48;5;2ma  \x1b[39m ", "⟨fg=1 bg=2:a⟩⟨bg=2:   ⟩"},
		{"at its beginning", "\x1b[31;48;5;2m  a", "⟨bg=2:  ⟩⟨fg=1 bg=2:a⟩"},
		{"between two words of one ink", "\x1b[31ma b", "⟨fg=1:a b⟩"},
		{"between two words of one ink, drawn apart", "\x1b[31ma\x1b[0m \x1b[31mb", "⟨fg=1:a b⟩"},
		{"between two inks", "\x1b[31ma \x1b[32mb", "⟨fg=1:a⟩ ⟨fg=2:b⟩"},
		{"between two fields", "\x1b[31;48;5;2ma \x1b[48;5;3m b", "⟨fg=1 bg=2:a⟩⟨bg=2: ⟩⟨bg=3: ⟩⟨fg=1 bg=3:b⟩"},
		{"at the end of a row", "\x1b[31ma  ", "⟨fg=1:a⟩"},
		{"underlined", "\x1b[4;31m ", "⟨underline fg=1: ⟩"},
		{"reversed", "\x1b[7;31m ", "⟨reverse fg=1: ⟩"},
		{"struck", "\x1b[9;31m ", "⟨strike fg=1: ⟩"},
		{"wide", "\x1b[31m日 本", "⟨fg=1:日 本⟩"},
	} {
		s, err := Picture(c.drawn+"\x1b[0m", 20, 1)
		if err != nil {
			t.Fatal(err)
		}
		check(t, c.name, s.Marked(), c.marks)
	}
}

func TestPictureCutsOffWhatDoesNotFit(t *testing.T) {
	s, err := Picture("0123456789\n日本語\n👨‍👩‍👧x\nfour", 5, 3)
	if err != nil {
		t.Fatal(err)
	}
	check(t, "the text", s.String(), "01234\n日本\n👨‍👩‍👧x")
	check(t, "the width of a family", s.Cells[2][2].Text, "x")
}

func TestTerminalTakesTextAndSignals(t *testing.T) {
	x := Start(t, 40, 5, shell(`trap 'echo caught' INT; stty -echo; echo ready; read a; echo "got $a"; until read b; do :; done; echo "then $b"; exit 7`))
	x.WaitFor("ready")
	x.Type("hello\n")
	x.WaitFor("got hello")
	x.Press("ctrl+c")
	x.WaitFor("caught")
	x.Paste("pasted\r") // sh did not ask for brackets
	x.WaitFor("then pasted")
	if st := x.Wait(); st.ExitCode() != 7 {
		t.Errorf("it ended with %v, want 7", st)
	}
	check(t, "the raw output", string(x.Raw()), "ready\r\ngot hello\r\ncaught\r\nthen pasted\r\n")
}

func TestTerminalTellsItsSize(t *testing.T) {
	x := Start(t, 50, 9, shell(`trap 'stty size' WINCH; stty size; while :; do read x; done`))
	x.WaitFor("9 50")
	x.Resize(33, 7)
	s := x.WaitFor("7 33")
	if s.W != 33 || s.H != 7 {
		t.Errorf("the screen is %d×%d", s.W, s.H)
	}
	x.Kill(syscall.SIGKILL)
	st := x.Wait().Sys().(syscall.WaitStatus)
	if !st.Signaled() || st.Signal() != syscall.SIGKILL {
		t.Errorf("it ended with %v", st)
	}
	x.Kill(syscall.SIGKILL) // nobody is left, which is no fault
}

// TestTerminalIsTheControllingOne: a program whose three files lead elsewhere still has it
// as /dev/tty.
func TestTerminalIsTheControllingOne(t *testing.T) {
	var out bytes.Buffer
	cmd := shell(`echo asked >/dev/tty; read a </dev/tty; echo "answer $a"`)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(""), &out, &out
	x := Start(t, 20, 3, cmd)
	x.WaitFor("asked")
	x.Type("yes\n")
	if st := x.Wait(); st.ExitCode() != 0 {
		t.Errorf("it ended with %v", st)
	}
	check(t, "standard output", out.String(), "answer yes\n")
}

func TestTerminalAnswersAndHidesHalfPictures(t *testing.T) {
	// The program asks for mode 2026, begins an update, asks where the cursor is (the reply
	// proves that the update was taken in), and ends it on Enter.
	x := Start(t, 40, 4, shell(`stty raw -echo; printf '\033[?2026$p'; dd bs=1 count=11 2>/dev/null | od -An -c | tr -d ' \n'; printf '\r\n\033[?2026hHALF\033[6n'; dd bs=1 count=6 2>/dev/null >/dev/null; printf ' WHOLE\033[?2026l'; dd bs=1 count=1 2>/dev/null >/dev/null`))
	half := false
	x.Until("the whole picture", func(s Screen) bool {
		half = half || s.Has("HALF") && !s.Has("WHOLE")
		return s.Has("HALF WHOLE")
	})
	if half {
		t.Error("half a picture was to be seen")
	}
	check(t, "the report", x.Screen().Line(0), `033[?2026;2$y`)
	x.Press("enter")
	x.Wait()
}

func TestTerminalSaysWhatItWaitedFor(t *testing.T) {
	got := failure(t, func(f T) {
		x := Start(f, 20, 2, shell(`echo other`))
		x.Wait()
		x.WaitFor("this")
	})
	check(t, "the failure", got,
		"waited for [\"this\"], but the program hung up.\nThe screen:\nother\n\nThe last bytes: \"other\\r\\n\"")
	if got := failure(t, func(f T) { Start(f, 20, 2, exec.Command("/no/such/program")) }); got !=
		"start /no/such/program: fork/exec /no/such/program: no such file or directory" {
		t.Errorf("got %q", got)
	}
}

func TestTerminalCountsBytes(t *testing.T) {
	x := Start(t, 20, 2, shell(`printf 12345; read x; printf 6789`))
	if !x.UntilRaw(5) {
		t.Error("five bytes did not come")
	}
	x.Press("enter")
	if !x.UntilRaw(9) || x.UntilRaw(1000) {
		t.Error("the count of bytes is wrong")
	}
	if _, ok := x.UntilGone(func(Screen) bool { return false }); ok {
		t.Error("it is gone and yet as wanted")
	}
}

func TestFloorInATerminal(t *testing.T) {
	cmd := exec.Command(BuildPackage(t, "./teatest/floor"))
	cmd.Env = Environment(t.TempDir())
	took, x := FirstFrame(t, 60, 8, cmd, func(s Screen) bool { return s.Has("ready") })
	if took <= 0 {
		t.Errorf("it took %s", took)
	}
	if !x.Screen().Alt {
		t.Error("it is not on the alternate screen")
	}
	if got := x.Echo("abcdef", func() {}); len(got) != 6 {
		t.Errorf("%d letters were echoed", len(got))
	}
	x.Paste("ghi")
	x.WaitFor("> abcdefghi")
	x.Resize(40, 4)
	x.Press("backspace", "home", "Z")
	x.WaitFor("> Zabcdefgh")
	x.Press("ctrl+c")
	if st := x.Wait(); st.ExitCode() != 0 {
		t.Errorf("it ended with %v", st)
	}
	if s := x.Screen(); s.Alt || strings.TrimSpace(s.String()) != "" || !s.Cursor.Visible {
		t.Errorf("the terminal is not as it was: %q, cursor %v", s, s.Cursor)
	}
}

func BenchmarkFloorFirstFrame(b *testing.B) {
	program := BuildPackage(b, "./teatest/floor")
	for b.Loop() {
		cmd := exec.Command(program)
		cmd.Env = Environment(b.TempDir())
		_, x := FirstFrame(b, 120, 40, cmd, func(s Screen) bool { return s.Has("ready") })
		x.Kill(syscall.SIGKILL)
		x.Wait()
	}
}

func BenchmarkFloorEcho(b *testing.B) {
	cmd := exec.Command(BuildPackage(b, "./teatest/floor"))
	cmd.Env = Environment(b.TempDir())
	_, x := FirstFrame(b, 120, 40, cmd, func(s Screen) bool { return s.Has("ready") })
	letters := strings.Repeat("abcdefghij", 10)
	n := 0
	for b.Loop() {
		if n == len(letters) {
			b.StopTimer()
			for range letters {
				x.Press("backspace")
			}
			x.WaitFor("ready")
			n = 0
			b.StartTimer()
		}
		x.Type(letters[n : n+1])
		n++
		x.WaitFor(fmt.Sprint("> ", letters[:n]))
	}
}
