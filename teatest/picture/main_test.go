package main

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestFaultyStepsAreToldAllAtOnce(t *testing.T) {
	_, err := parse("# a comment\n\nwait\nshoot x\nresize 80\nresize 0x9\npress enter\nresize 80x24x2\n")
	want := "line 3: wait what?\n" +
		"line 4: there is no step \"shoot\"; the steps are wait, type, press, paste, resize, shot and frame\n" +
		"line 5: \"80\" is no size; say columns and rows such as 80x24\n" +
		"line 6: \"0x9\" is no size; say columns and rows such as 80x24\n" +
		"line 8: \"80x24x2\" is no size; say columns and rows such as 80x24"
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

func TestPicturesAreTaken(t *testing.T) {
	dir := t.TempDir()
	shot := filepath.Join(dir, "shot.png")
	steps := filepath.Join(dir, "steps")
	text := "wait ready\ntype one two\\n\nwait got one two\nresize 60x10\npaste three\npress enter\nwait got three\nshot " + shot + "\n"
	if err := os.WriteFile(steps, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	script := `echo ready; while read x; do echo "got $x"; done`
	if err := run("40x6", true, "", "/bin/sh", []string{steps, "-c", script}); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(shot)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}()
	img, err := png.DecodeConfig(f)
	if err != nil || img.Width != 60*18+48 || img.Height != 10*40+48 {
		t.Errorf("%+v, %v", img, err)
	}
}

func TestWhatIsMissingIsSaid(t *testing.T) {
	dir := t.TempDir()
	steps := filepath.Join(dir, "steps")
	if err := os.WriteFile(steps, []byte("shot "+dir+"/no/where.png"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		size string
		args []string
		want string
	}{
		{"80x24", nil, "name a file of steps; `go doc ./teatest/picture` says what stands in it"},
		{"80x24", []string{dir + "/none"}, "open " + dir + "/none: no such file or directory"},
		{"big", []string{steps}, `"big" is no size; say columns and rows such as 80x24`},
		{"80x24", []string{steps}, "line 1: open " + dir + "/no/where.png: no such file or directory"},
	} {
		if err := run(c.size, false, "", "/bin/sh", c.args); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
