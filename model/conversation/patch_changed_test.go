package conversation

import (
	"strings"
	"testing"
	"time"

	"parley/store"
)

// If a file has changed when the question comes back, this is said, the proposal is shown
// from the record, nothing of it can be changed, and a yes asks again.
func TestPatchOfAChangedFile(t *testing.T) {
	w := newDesktop(t, notes())
	d := w.patched(modify()).Calm("]", "space")
	w.write("new first line\n" + notes())
	x := w.again(d)
	x.Sees(`
── Edit notes.txt? ──────────────────────────────────────────── +3 −2, 2 hunks ─

   The file changed since this was asked, and this is what was proposed then.
   Nothing is written over the new text: y asks again, about the file as it is
   now.

 › @@ -1,6 +1,6 @@
     1   1   line 1
     2   2   line 2
     3     - line 3
         3 + third
     4   4   line 4
     5   5   line 5
     6   6   line 6
   ↓ 10 more lines

 y ask again   n reject   r reject and say why   s end turn   Esc menu
 ]/[ hunk   f full screen   t side by side   / search   ? help
 ◆ 1 question waits · small                               1.2k tokens · < $0.01`)
	x.Calm("space", "e", "Y")
	if got := response(x); got != "" {
		t.Errorf("recorded is %s", got)
	}
	x.Calm("y")
	x.Sees(`
── Edit notes.txt? ─────────────────────────────────────── +1 −1, 1 of 2 hunks ─

   The file changed since this was asked. What follows is about the file as it
   is now.

 › [x] @@ -1,7 +1,7 @@
     1   1   new first line
     2   2   line 1
     3   3   line 2
     4     - line 3
         4 + third
     5   5   line 4
   ↓ 12 more lines
   ! The file changed after you took a part of this change. The same part is
     taken now: 1 of 2 hunks.

 y apply   n reject   r reject and say why   e edit first   Space hunk
 s end turn   Esc menu   ]/[ hunk   f full screen   t side by side   / search
 ◆ 1 question waits · small                               1.2k tokens · < $0.01`)
	if got := w.read(); got != "new first line\n"+notes() {
		t.Errorf("the file is %q", got)
	}
	x.Calm("y")
	if got, want := w.read(), "new first line\n"+swapped(third, "third\n"); got != want {
		t.Errorf("the file is %q, want %q", got, want)
	}
}

// Who wants to be asked again is, also where the file is what it was by then.
func TestAYesToBeingAskedAgain(t *testing.T) {
	w := newDesktop(t, notes())
	d := w.patched(modify())
	w.write("new first line\n" + notes())
	x := w.again(d)
	if !strings.Contains(x.Screen(), "y ask again") {
		t.Fatal(x.Screen())
	}
	w.write(notes())
	x.Calm("y")
	if got := response(x); !strings.Contains(got, `"again":true`) {
		t.Errorf("recorded is %s", got)
	}
	if got := w.read(); got != notes() {
		t.Errorf("it was written: %q", got)
	}
	if !strings.Contains(x.Screen(), " y apply ") {
		t.Fatal(x.Screen())
	}
	x.Calm("y")
	if got, want := w.read(), swapped(third, "third\n", seventeenth, "seventeenth\nand more\n"); got != want {
		t.Errorf("the file is %q, want %q", got, want)
	}
}

// What was edited beyond the proposal is lost and reported as lost, and the proposal
// stays.
func TestAnEditOfAFileThatChanged(t *testing.T) {
	const rest = "a\nb\nc\nd\ne\nf\ng\nh\ni\n"
	w := newDesktop(t, notes()+rest)
	d := w.patched(modify())
	all := swapped(third, "third\n", seventeenth, "seventeenth\nand more\n") + rest
	d.Host.Edit = func(string) (string, error) { return all + "mine\n", nil }
	d.Calm("e")
	w.write("new first line\n" + notes() + rest)
	d.Calm("y")
	want := "The file changed after you edited this change, and your text is of the old file: it could not be carried over. What you had left of the proposal is taken: 2 of 2 hunks."
	if got := strings.Join(modelOf(d).ask.patch.view.Faults, "\n"); got != want {
		t.Errorf("it says\n%s\nwant\n%s", got, want)
	}
	if d.Calm("y"); w.read() != "new first line\n"+all {
		t.Errorf("the second yes wrote %q", w.read())
	}
}

// TestAPartOfAFileThatChanged: a yes to a part that came too late is asked again. What is
// clearly the same is taken and left as before, the rest is left out, and the screen says
// which; what was left out is never applied by a second yes.
func TestAPartOfAFileThatChanged(t *testing.T) {
	const first = "new first line\n"
	for name, c := range map[string]struct {
		choose      []string
		file, says  string
		second, own string // what a second yes writes, "" for nothing; and one after Space
	}{
		"a hunk left out": {[]string{"]", "space"}, first + notes(),
			"The file changed after you took a part of this change. The same part is taken now: 1 of 2 hunks.",
			first + swapped(third, "third\n"), ""},
		"the other one, and the first hunk is another now": {[]string{"space"}, strings.Replace(notes(), third, "3rd "+third, 1),
			"The file changed after you took a part of this change, or edited it. 1 hunk is carried over; 1 hunk is left out, with no match among those you decided on. Take what you want with Space.",
			strings.Replace(swapped(seventeenth, "seventeenth\nand more\n"), third, "3rd "+third, 1), ""},
		"an edit": {[]string{"e"}, first + notes(), textPartLost, "", first + swapped(third, "third\n")},
		"an edit that left a hunk as it was": {[]string{"e", "e"}, first + notes(),
			"The file changed after you took a part of this change, or edited it. 1 hunk is carried over; 1 hunk is left out, with no match among those you decided on. Take what you want with Space.",
			first + swapped(seventeenth, "seventeenth\nand more\n"), ""},
		"a part, and now it can only be taken whole": {[]string{"]", "space"}, "\xff\n" + notes(), textPartWhole,
			"", "\xff\n" + swapped(third, "third\n", seventeenth, "seventeenth\nand more\n")},
	} {
		t.Run(name, func(t *testing.T) {
			w := newDesktop(t, notes())
			d := w.patched(modify())
			edits := []string{swapped(third, "mine\n"), swapped(third, "mine\n", seventeenth, "seventeenth\nand more\n")}
			d.Host.Edit = func(string) (string, error) { e := edits[0]; edits = edits[1:]; return e, nil }
			d.Calm(c.choose...)
			w.write(c.file)
			d.Calm("y")
			if got := strings.Join(modelOf(d).ask.patch.view.Faults, "\n"); got != c.says {
				t.Errorf("it says\n%s\nwant\n%s", got, c.says)
			}
			want := c.second
			if want == "" {
				want = c.file
			}
			if d.Calm("y"); w.read() != want {
				t.Errorf("the second yes wrote %q, want %q", w.read(), want)
			}
			if c.own != "" {
				if d.Calm("space", "y"); w.read() != c.own {
					t.Errorf("the file is %q, want %q", w.read(), c.own)
				}
			}
			d.Pass(time.Second)
			if last := d.Saved[len(d.Saved)-1]; len(last) != 0 {
				t.Errorf("drafts are left: %v", last)
			}
		})
	}
}

// TestAPartThatNobodyKept: what was taken elsewhere before is known from the record alone, and
// nothing of the change is taken until it is chosen.
func TestAPartThatNobodyKept(t *testing.T) {
	w := newDesktop(t, notes())
	d := w.patched(modify())
	d.Calm("]", "space")
	w.write("first\n" + notes())
	d.Calm("y")
	m := modelOf(d)
	m.drafts.all = store.Drafts{}
	if p := m.ask.prompt; p.Edited == nil || p.Edited.Part != (store.Part{Taken: 1, Hunks: 2}) {
		t.Fatalf("it is not known what was taken: %+v", p.Edited)
	}
	d.Settle(m.openPatch())
	if got := strings.Join(m.ask.patch.view.Faults, "\n"); got != textPartLost {
		t.Errorf("it says\n%s\nwant\n%s", got, textPartLost)
	}
	if d.Calm("y"); w.read() != "first\n"+notes() {
		t.Errorf("a second yes wrote %q", w.read())
	}
}
