package teatest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The tour, from the first start without a model to its end, by keys alone, as the program
// ships it. Of each screen only its lower part is kept, from the rule on, without the
// status line: what is above it contains times.

func TestTheTourAsItIsMeant(t *testing.T) {
	t.Parallel()
	x := beginTour(t, 80, 24)
	x.at("tour/1-when", "1", "asks ── [1/3]", "1-2 choose")
	x.at("tour/2-morning", "b", "asks ── [2/3]", "1-2 choose")
	x.at("tour/1-when", "2", "asks ── [1/3]", "1-2 choose")
	x.at("tour/3-evening", "enter", "asks ── [3/3]", "1-2 choose")
	x.escalated("enter y") // Enter never approves
	x.at("tour/5-permission", "Y", "── Run `", "y run once")
	x.at("tour/6-guard", "4", "Loop Detected", "1-5 choose")
	x.WaitFor("Loop Detected", "Steps: what each came to")
	x.Press("2")
	x.at("tour/8-create", "y", "── Create guest.txt?", "y create it")
	x.endTour("There is the guest. That was the tour.")
}

// With the reviewer, in a small window, and the guard is told to stop.
func TestTheTourAcceptedHalfWay(t *testing.T) {
	t.Parallel()
	x := beginTour(t, 40, 12)
	x.at("tour/small-1-when", "1", "asks ── [1/3]", "1-2 choose")
	x.at("tour/small-2-morning", "2", "asks ── [2/3]", "1-2 choose")
	x.at("tour/small-4-refused", "n", "tour-reviewer says no:", "y apply")
	x.at("tour/small-5-permission", "a", "── Run `", "y run once")
	x.at("tour/small-5-rules", "enter", "this conversation", "make and run") // it is not asked about again
	x.at("tour/small-6-guard", "3", "Loop Detected", "1-5 choose")
	x.at("tour/small-7-accepted", "enter", "› Go on", "Enter send")
	x.endTour("")
}

// Words instead of an answer, and no to everything it wants.
func TestTheTourDeclined(t *testing.T) {
	t.Parallel()
	x := beginTour(t, 120, 40)
	x.at("tour/wide-1-when", "r", "asks ── [1/3]", "1-2 choose")
	x.WaitFor("Enter send the reply")
	x.Type("you choose")
	x.at("tour/wide-2-reply", "enter", "│ you choose")
	x.escalated("s") // the end of the turn
	x.at("tour/wide-5-ended", "enter", "› Go on", "Enter send")
	x.at("tour/wide-6-permission", "n", "── Run `", "y run once")
	x.at("tour/wide-7-create", "n", "── Create guest.txt?", "y create it")
	x.endTour("You said no, so there is no such file, and nothing was done behind your back.")
}

// Words instead of a decision about the change that the reviewer refused.
func TestTheTourReplied(t *testing.T) {
	t.Parallel()
	x := beginTour(t, 80, 24)
	x.at("tour/1-when", "1", "asks ── [1/3]", "1-2 choose")
	x.at("tour/2-morning", "1", "asks ── [2/3]", "1-2 choose")
	x.WaitFor("tour-reviewer recommends rejecting", "y apply")
	x.Press("esc")
	x.WaitFor("› Reply")
	x.Press("enter")
	x.WaitFor("Enter send the reply")
	x.Type("not yet")
	x.Press("enter")
	x.WaitFor("You replied instead of deciding, so nothing was written", "── Run `")
	x.Kill(15)
	x.Wait()
}

// touring is a terminal with the tour in it, and where the tour lives.
type touring struct {
	*Terminal
	t    *testing.T
	temp string
	home string
}

// beginTour starts a program that has no model, and takes the tour.
func beginTour(t *testing.T, w, h int) touring {
	t.Helper()
	p := NewPlace(t)
	temp := t.TempDir()
	p.Env = append(slices.DeleteFunc(p.Env, func(v string) bool { return strings.HasPrefix(v, "TMPDIR=") }), "TMPDIR="+temp)
	x := p.Open(w, h, "-c", "forms.arming_delay=0s")
	x.WaitFor("Parley needs a model.", "2  Take the tour")
	x.Press("2")
	x.WaitFor("› Show me around", "Enter send")
	x.Press("enter")
	return touring{x, t, temp, p.Home}
}

// at waits for a moment of the tour and presses keys, with spaces between, at it.
func (x touring) at(golden, keys string, texts ...string) {
	x.t.Helper()
	x.waitForDock(golden, texts...)
	x.Press(strings.Fields(keys)...)
}

// escalated waits for the change that the reviewer rejected and the user must decide, and
// presses keys at it.
func (x touring) escalated(keys string) {
	x.t.Helper()
	x.WaitFor("tour-reviewer recommends rejecting", "◆ \"It removes the only", "y apply")
	x.Press(strings.Fields(keys)...)
}

// endTour waits for the last words and leaves; nothing is left behind.
func (x touring) endTour(said string) {
	x.t.Helper()
	x.WaitFor("will do, too.", "Ask, or / for commands", "k tokens")
	if s := x.Screen(); !s.Has(said) {
		x.t.Errorf("%q is not on the screen\n%s", said, s)
	}
	if left, err := filepath.Glob(filepath.Join(x.temp, "parley-tour-*")); err != nil || len(left) != 1 {
		x.t.Errorf("the tour lives in %q, %v", left, err)
	}
	x.Type("/quit")
	x.Press("enter")
	if st := x.Wait(); st.ExitCode() != 0 {
		x.t.Errorf("it ended with %v\n%s", st, x.Screen())
	}
	if _, err := os.Stat(filepath.Join(x.home, ".config", "parley", "rules.toml")); !errors.Is(err, fs.ErrNotExist) {
		x.t.Errorf("a rule of the tour's is kept beside the user's: %v", err)
	}
	if left, err := os.ReadDir(x.temp); err != nil || len(left) != 0 {
		x.t.Errorf("it left %v, %v", left, err)
	}
}

// dockOf is the lower part of a screen.
func dockOf(s Screen) string {
	lines := strings.Split(strings.TrimRight(s.String(), "\n"), "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if strings.HasPrefix(lines[i], "──") {
			return strings.Join(lines[i:len(lines)-1], "\n")
		}
	}
	return ""
}

// waitForDock is WaitForGolden for the lower part of the screen.
func (x touring) waitForDock(name string, texts ...string) {
	x.t.Helper()
	if updating() {
		writeGolden(x.t, name, dockOf(x.WaitFor(texts...))+"\n")
		return
	}
	want := readGolden(x.t, name)
	s, ok := x.wait(func(s Screen) bool { return s.Has(texts...) && dockOf(s)+"\n" == want })
	if !ok {
		x.t.Fatalf("the screen did not become that of %s.\n%s\n\n%s", golden(name), difference(want, dockOf(s)+"\n"), s)
	}
}
