package conversation

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"parley/coordinator"
	"parley/model/kit"
	"parley/providers"
	"parley/teatest/desk"
	"parley/views/patch"
	"parley/views/text"
)

// refused is a desk with a change that a reviewer advised against.
func (w desktop) refused(call providers.Call, reason string) *desk.Desk {
	w.t.Helper()
	d := w.patched(call)
	refuse(d, reason)
	return d
}

// refuse gives the open change a reviewer's no, as if it had just come up.
func refuse(d *desk.Desk, reason string) {
	a := &modelOf(d).ask
	a.prompt.Linked = &coordinator.Linked{Model: "claude-haiku-4-5", Reason: reason}
	a.patch.view = patch.New(modelOf(d).o.Theme, a.patch.view.Proposed(), patch.Rules{})
	modelOf(d).ask.most = 0
	modelOf(d).frame.stale = true
	modelOf(d).lay()
}

const longReason = "The second hunk adds a line that nobody asked for; the user only wants the third line renamed, and so I would rather ask first."

// The first picture at the sizes with the least room.
func TestRefusedPatchScreens(t *testing.T) {
	d := newDesktop(t, notes()).refused(modify(), longReason)
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
	d.Sees(`
── Edit notes.txt? ── review: no ───────
   +3 −2
 ◆ claude-haiku-4-5 says no: "The
   second hunk adds a line that nobody
   asked for; the user only wants the…
 › [x] @@ -1,6 +1,6 @@
     3     - line 3
         3 + third
   ↓ 13 more lines
 y apply   n reject   f full   ? help
 ◆ 1 question waits · small`)
	d.Send(tea.WindowSizeMsg{Width: 60, Height: 15})
	d.Sees(`
── Edit notes.txt? ── review: no ────────── +3 −2, 2 hunks ─

 ◆ claude-haiku-4-5 says no: "The second hunk adds a line
   that nobody asked for; the user only wants the third
   line renamed, and so I would rather ask first."
 › [x] @@ -1,6 +1,6 @@
     3     - line 3
         3 + third
   ↓ 13 more lines

 y apply   n reject   r say why   f full screen   ? help
 ◆ 1 question waits · small           1.2k tokens · < $0.01`)
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.Sees(`
── Edit notes.txt? ── claude-haiku-4-5 recommends rejecting ─── +3 −2, 2 hunks ─

 ◆ "The second hunk adds a line that nobody asked for; the user only wants the
   third line renamed, and so I would rather ask first."

 › [x] @@ -1,6 +1,6 @@
     1   1   line 1
     2   2   line 2
     3     - line 3
         3 + third
     4   4   line 4
     5   5   line 5
     6   6   line 6
   [x] @@ -14,7 +14,8 @@ line 13
    14  14   line 14
    15  15   line 15
   ↓ 7 more lines

 y apply   n reject   r reject and say why   e edit first   Space hunk
 s end turn   Esc menu   ]/[ hunk   f full screen   t side by side   / search
 ◆ 1 question waits · small                               1.2k tokens · < $0.01`)
}

// On a small screen a change that is being read takes all of the screen, and gives it
// back.
func TestReadingARefusedPatch(t *testing.T) {
	d := newDesktop(t, notes()).refused(modify(), longReason)
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
	d.Shows("         3 + third")
	d.Calm("]")
	d.Shows("        17 + seventeenth")
	d.Press("pgdown")
	d.Sees(`
── Edit notes.txt? ── review: no ───────
   +3 −2
    16  16   line 16
    17     - line 17
        17 + seventeenth
        18 + and more
    18  19   line 18
    19  20   line 19
    20  21   line 20
   ↑ 17 lines above
 y apply   n reject   f full   ? help
 ◆ 1 question waits · small`[1:])
	d.Press("home")
	if got := strings.Split(d.Screen(), "\n")[1]; got != "── Edit notes.txt? ── review: no ───────" {
		t.Errorf("the second line of the screen is %q", got)
	}
}

// At every size at which the program is usable, a change that a reviewer refused shows a
// changed line, and the keys that answer, show more of it and help; nothing is wider than
// the screen.
func TestRefusedPatchShowsTheChange(t *testing.T) {
	desks := map[string]*desk.Desk{
		"two hunks": newDesktop(t, notes()).patched(modify()),
		"a new file": newDesktop(t, notes()).patched(desk.CallOf("c1", "fs_modify_file",
			`{"path":"notes.txt","patterns":[{"old":"line 1\n","new":"`+strings.Repeat("a long line of words ", 40)+`\n"}]}`)),
	}
	changed := regexp.MustCompile(`(?m)^ +\d+ +[-+] |│ +\d+ [-+] `)
	rapid.Check(t, func(t *rapid.T) {
		d := desks[rapid.SampledFrom([]string{"two hunks", "a new file"}).Draw(t, "kind")]
		w, h := rapid.IntRange(kit.LeastWidth, 140).Draw(t, "w"), rapid.IntRange(kit.LeastHeight, 45).Draw(t, "h")
		refuse(d, strings.Repeat("It hides what it does. ", rapid.IntRange(0, 60).Draw(t, "sentences")))
		d.Send(tea.WindowSizeMsg{Width: w, Height: h})
		screen := d.Screen()
		lines := strings.Split(screen, "\n")
		if len(lines) > h {
			t.Fatalf("%d lines at %d×%d:\n%s", len(lines), w, h, screen)
		}
		for _, line := range lines {
			if text.Width(line) > w {
				t.Fatalf("a line is wider than %d:\n%s", w, screen)
			}
		}
		if !changed.MatchString(screen) {
			t.Fatalf("nothing that changes at %d×%d:\n%s", w, h, screen)
		}
		hints := strings.Join(lines[max(len(lines)-3, 0):], "\n")
		want := []string{" y apply", " n reject"}
		if modelOf(d).ask.patch.view.Long() {
			want = append(want, "f full")
		}
		if w < 80 || h < 24 {
			want = append(want, "? help")
		}
		for _, words := range want {
			if !strings.Contains(hints, words) {
				t.Fatalf("no %q at %d×%d:\n%s", words, w, h, screen)
			}
		}
	})
}

// thousands is a question about a text of so many lines.
func thousands(t *testing.T, lines int) *desk.Desk {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, `line %d  \n`, i)
	}
	return asked(t, strings.Replace(yesNo, `"id"`, `"context":"`+b.String()+`","id"`, 1))
}

// A page of a long text leaves nothing out: its first line is the last of the page before;
// on a small screen the text has all the room while it is read, and no longer.
func TestPagesOfALongContext(t *testing.T) {
	number := regexp.MustCompile(`(?m)^   line (\d+)$`)
	for _, c := range []struct {
		size  tea.WindowSizeMsg
		pages int
	}{{tea.WindowSizeMsg{Width: 40, Height: 12}, 334}, {tea.WindowSizeMsg{Width: 60, Height: 15}, 251},
		{tea.WindowSizeMsg{Width: 80, Height: 24}, 143}, {tea.WindowSizeMsg{Width: 120, Height: 40}, 65}} {
		size, d := c.size, thousands(t, 2000)
		d.Send(size)
		last, pages := -1, 0
		for last < 1999 && pages < 2000 {
			got := number.FindAllStringSubmatch(d.Screen(), -1)
			if len(got) == 0 {
				t.Fatalf("%d×%d: no line on the screen\n%s", size.Width, size.Height, d.Screen())
			}
			for i, line := range got {
				var n int
				if _, err := fmt.Sscan(line[1], &n); err != nil {
					t.Fatal(err)
				}
				if i == 0 && n != max(last, 0) && n > last || n > last+1 {
					t.Fatalf("%d×%d: line %d follows line %d\n%s", size.Width, size.Height, n, last, d.Screen())
				}
				last = max(last, n)
			}
			d.Press("pgdown")
			pages++
		}
		if pages != c.pages {
			t.Errorf("%d×%d: %d pages, want %d", size.Width, size.Height, pages, c.pages)
		}
		d.Pass(time.Second)
	}
	d := thousands(t, 2000)
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
	first := d.Screen()
	d.Press("pgdown", "pgdown")
	d.Sees(`
── Assistant asks ──────────────────────
   line 9
   line 10
   line 11
   line 12
   line 13
   line 14
   line 15
   ↓ 1984 more lines · ↑ 9 lines above
   Shall I?
 y yes   n no   PgDn read on   Esc menu
 ◆ 1 question waits · small`)
	d.Press("pgup", "pgup")
	if got := d.Screen(); got != first {
		t.Errorf("back at the beginning it is\n%s\nwant\n%s", got, first)
	}
	d.Press("pgdown", "down")
	d.Sees(`
 ▌ go
── Assistant asks ──────────────────────
   line 3
   line 4
   line 5
   line 6
   ↓ 1993 more lines · ↑ 3 lines above
   Shall I?
   › yes
     no
 y yes   n no   PgDn read on   Esc menu
 ◆ 1 question waits · small`)
}
