package process

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestTheEditorsFileIsOurs: in a folder of its own that nobody else can read, and
// gone afterwards.
func TestTheEditorsFileIsOurs(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	p := &Program{Dir: t.TempDir(), Env: []string{"PATH=" + os.Getenv("PATH")}}
	var dirs []string
	for range 2 {
		e := &Editing{Prog: p, Line: `f() { { dirname "$1"; ls -ld "$(dirname "$1")" "$1" | cut -c1-10; } > "$1.out"; cat "$1.out" > "$1"; }; f`, Text: "secret", Suffix: ".md"}
		if err := e.Run(); err != nil {
			t.Fatal(err)
		}
		dir, modes, _ := strings.Cut(e.Text, "\n")
		if filepath.Dir(dir) != temp || modes != "drwx------\n-rw-------\n" {
			t.Errorf("%s: %q", dir, modes)
		}
		dirs = append(dirs, dir)
	}
	if dirs[0] == dirs[1] {
		t.Errorf("twice the same folder: %s", dirs[0])
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestTheEditorDrawsOnTheTerminalItself: anything between Bubble Tea and the terminal
// would be a pipe to it.
func TestTheEditorDrawsOnTheTerminalItself(t *testing.T) {
	terminal, err := os.Create(filepath.Join(t.TempDir(), "terminal"))
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	p := &Program{Dir: t.TempDir(), Env: os.Environ()}
	e := &Editing{Prog: p, Line: `test -f /dev/stdout && printf drawn && printf edited >`, Text: "text", Suffix: ".md"}
	p.Out = &Output{W: terminal}
	x := Outside{e, p}
	x.SetStdin(nil)
	x.SetStdout(io.Discard)
	x.SetStderr(io.Discard)
	if err := x.Run(); err != nil {
		t.Fatal(err)
	}
	drawn, err := os.ReadFile(terminal.Name())
	if err != nil {
		t.Fatal(err)
	}
	if string(drawn) != "drawn" || e.Text != "edited" {
		t.Errorf("drawn %q, text %q", drawn, e.Text)
	}
}

// TestWhatAnEditorWroteBeforeItFailedIsKept where it says; what it did not change is not.
func TestWhatAnEditorWroteBeforeItFailedIsKept(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, c := range []struct{ line, kept, fault string }{
		{`sh -c 'printf saved > "$1"; kill -9 $$' sh`, "saved", "the editor: exit status 137; the text is unchanged, and what the editor wrote is in "},
		{`sh -c 'exit 3' sh`, "", "the editor: exit status 3; the text is unchanged"},
		{`no-such-editor`, "", "the editor: exit status 127; the text is unchanged"},
		{`rm`, "", "cannot read what the editor wrote: stat FILE: no such file or directory; the text is unchanged"},
		{`true`, "", ""},
		{`f() { rm "$1"; mkfifo "$1"; }; f`, "", "cannot read what the editor wrote: it is not a regular file; the text is unchanged"},
		{`f() { rm "$1"; mkfifo "$1"; exit 3; }; f`, "", "the editor: exit status 3; the text is unchanged"},
		{`f() { rm "$1"; ln -s /dev/zero "$1"; }; f`, "", "cannot read what the editor wrote: it is not a regular file; the text is unchanged"},
		{`f() { rm "$1"; mkdir "$1"; }; f`, "", "cannot read what the editor wrote: it is not a regular file; the text is unchanged"},
	} {
		p := &Program{Dir: t.TempDir(), Env: os.Environ()}
		e := &Editing{Prog: p, Line: c.line, Text: "text", Suffix: ".md", out: io.Discard, err: io.Discard}
		got := ""
		if err := e.Run(); err != nil {
			got = err.Error()
		}
		left, err := filepath.Glob(filepath.Join(os.TempDir(), "parley-*", "text.md"))
		if err != nil {
			t.Fatal(err)
		}
		want := c.fault
		if c.kept != "" {
			if len(left) != 1 {
				t.Fatalf("%s: left are %q", c.line, left)
			}
			want += left[0]
			if kept, err := os.ReadFile(left[0]); err != nil || string(kept) != c.kept {
				t.Errorf("%s: kept is %q, %v", c.line, kept, err)
			}
			if err := os.RemoveAll(filepath.Dir(left[0])); err != nil {
				t.Fatal(err)
			}
		} else if len(left) > 0 {
			t.Errorf("%s: left are %q", c.line, left)
		}
		if i := strings.Index(got, os.TempDir()); strings.Contains(want, "FILE") && i > 0 {
			got = got[:i] + "FILE" + got[strings.Index(got, "text.md")+len("text.md"):]
		}
		if got != want || e.Text != "text" {
			t.Errorf("%s: %q, text %q; want %q", c.line, got, e.Text, want)
		}
	}
}

// TestAnEditorThatWritesWithoutEnd: no more is read than a text may have, and none of it is lost.
func TestAnEditorThatWritesWithoutEnd(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for line, want := range map[string]string{
		`f() { printf saved > "$1"; head -c 17000000 /dev/zero >> "$1"; }; f`:         "what the editor wrote is longer than 16 MiB; the text is unchanged, and it is in ",
		`f() { printf saved > "$1"; head -c 17000000 /dev/zero >> "$1"; exit 3; }; f`: "the editor: exit status 3; the text is unchanged, and what the editor wrote is in ",
	} {
		p := &Program{Dir: t.TempDir(), Env: os.Environ()}
		e := &Editing{Prog: p, Line: line, Text: "text", Suffix: ".md", out: io.Discard, err: io.Discard}
		got := ""
		if err := e.Run(); err != nil {
			got = err.Error()
		}
		file, is := strings.CutPrefix(got, want)
		if !is || e.Text != "text" {
			t.Fatalf("%q, text of %d bytes", got, len(e.Text))
		}
		if info, err := os.Stat(file); err != nil || info.Size() != 17000005 {
			t.Errorf("kept is %v, %v", info, err)
		}
	}
}

// TestTheEditorBeginsInTheWorkspace: a message names files of it, which an editor completes.
func TestTheEditorBeginsInTheWorkspace(t *testing.T) {
	p := &Program{Dir: t.TempDir(), Env: os.Environ()}
	e := &Editing{Prog: p, Line: `f() { pwd -P >"$1"; }; f`, Text: "text", Suffix: ".md", out: io.Discard, err: io.Discard}
	dir, err := filepath.EvalSymlinks(p.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(); err != nil || strings.TrimSpace(e.Text) != dir {
		t.Errorf("%q, %v; want %s", e.Text, err, dir)
	}
}

// TestAProgramThatEndsLeavesTheEditorItsFile: it waits for no editor, which may write the file still,
// and says where it is. The next time it is told of, if the editor changed it or put anything beside it.
func TestAProgramThatEndsLeavesTheEditorItsFile(t *testing.T) {
	folder, now := filepath.Join(t.TempDir(), "editing", "c"), time.Now()
	for name, c := range map[string]struct {
		editor string
		later  time.Duration
		told   bool
		stays  bool
	}{
		"it wrote":                         {`f() { printf saved > "$1"; printf 1 > "$2"; read -r x; }; f`, 48 * time.Hour, true, true},
		"it wrote, and is gone on with":    {`f() { printf saved > "$1"; printf 1 > "$2"; read -r x; }; f`, 0, true, true},
		"it left a copy beside":            {`f() { printf saved > "$1.save"; printf 1 > "$2"; read -r x; }; f`, 48 * time.Hour, true, true},
		"it wrote nothing yet":             {`f() { printf 1 > "$2"; read -r x; }; f`, time.Hour, false, true},
		"it wrote nothing, and a day went": {`f() { printf 1 > "$2"; read -r x; }; f`, 25 * time.Hour, false, false},
	} {
		begun := filepath.Join(t.TempDir(), "begun")
		if err := exec.Command("mkfifo", begun).Run(); err != nil {
			t.Fatal(err)
		}
		in, hand, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		ends, lent := make(chan struct{}), 0
		p := &Program{Dir: t.TempDir(), Env: os.Environ(), Ends: ends, Lends: func() func() { lent++; return func() { lent-- } }}
		e := &Editing{Prog: p, Line: strings.ReplaceAll(c.editor, `"$2"`, `"`+begun+`"`), Text: "text", Suffix: ".md", Folder: folder, in: in, out: io.Discard, err: io.Discard}
		go func() {
			_, _ = os.ReadFile(begun) // what is wrong with it shows below
			close(ends)
		}()
		err = e.Run()
		made, _ := filepath.Glob(filepath.Join(folder, "parley-*", "text.md"))
		if len(made) != 1 || err == nil || err.Error() != "your editor had not ended; what it wrote, or still writes, is in "+made[0] || p.Unread != err || lent != 0 || e.Text != "text" {
			t.Fatalf("%s: %v, left are %q", name, err, made)
		}
		told := Unread(folder, now.Add(c.later))
		if (len(told) == 1 && filepath.Dir(told[0]) == filepath.Dir(made[0])) != c.told {
			t.Errorf("%s: told of %q", name, told)
		}
		if _, err := os.Stat(made[0]); (err == nil) != c.stays {
			t.Errorf("%s: %v", name, err)
		}
		if err := errors.Join(hand.Close(), in.Close(), os.RemoveAll(folder)); err != nil {
			t.Fatal(err)
		}
	}
}
