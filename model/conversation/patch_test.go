package conversation

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/tools/fs"
	"parley/providers"
	"parley/store"
	"parley/teatest/desk"
)

// desktop is a workspace on disk with one file in it.
type desktop struct {
	t   *testing.T
	dir string
}

// notes has two places far enough apart for two hunks.
func notes() string {
	var b strings.Builder
	for i := 1; i <= 20; i++ {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	return b.String()
}

func newDesktop(t *testing.T, content string) desktop {
	w := desktop{t, t.TempDir()}
	w.write(content)
	return w
}

func (w desktop) write(content string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, "notes.txt"), []byte(content), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w desktop) read() string {
	w.t.Helper()
	b, err := os.ReadFile(filepath.Join(w.dir, "notes.txt"))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(b)
}

// here gives a desk the file tools in the workspace.
func (w desktop) here(_ *desk.Desk, o *Options) {
	root, err := os.OpenRoot(w.dir)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() {
		if err := root.Close(); err != nil {
			w.t.Error(err)
		}
	})
	o.Shell.World.Work = coordinator.Workspace{Root: root, Dir: w.dir}
	env := o.Shell.State().Env
	env.Tools = desk.Registry(w.t, fs.Tools(fs.Options{})...)
	o.Shell.SetEnv(env)
}

// modify is a call that changes the lines 3 and 17.
func modify() providers.Call {
	return desk.CallOf("c1", "fs_modify_file", `{"path":"notes.txt","patterns":[{"old":"line 3\n","new":"third\n"},{"old":"line 17\n","new":"seventeenth\nand more\n"}]}`)
}

// patched is a desk on which a change of notes.txt has been asked about.
func (w desktop) patched(call providers.Call, change ...func(*desk.Desk, *Options)) *desk.Desk {
	w.t.Helper()
	d := newDesk(w.t, append([]func(*desk.Desk, *Options){w.here}, change...)...).Start()
	d.Write("go").Press("enter")
	d.Answer("", call)
	d.Pass(time.Second)
	return d
}

// response is the last answer to a question, as it is recorded.
func response(d *desk.Desk) string {
	d.T.Helper()
	out := ""
	for _, ev := range modelOf(d).o.Shell.Log().All() {
		if r, ok := ev.Body.(store.InquiryResponse); ok {
			b, err := json.Marshal(r)
			if err != nil {
				d.T.Fatal(err)
			}
			out = string(b)
		}
	}
	return out
}

const (
	third       = "line 3\n"
	seventeenth = "line 17\n"
)

// swapped is the notes with the lines of pairs replaced.
func swapped(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(notes()) }

// digestOf is the digest of the change that modify asks for.
func digestOf() string {
	return fs.Digest("notes.txt", []byte(notes()), []byte(swapped(third, "third\n", seventeenth, "seventeenth\nand more\n")))
}

// What keys lead to, on disk, on record and for the model.
func TestPatchByKeys(t *testing.T) {
	left := swapped(third, "third\n")
	recorded := func(content string) string {
		text, err := json.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf(`{"outcome":"answered","id":"c1.apply_changes.1","answer":true,"edited":{"digest":%q,"content":%s,"taken":1,"hunks":2},"answered_by":{"by":"user"}}`, digestOf(), text)
	}
	const (
		user = `"answered_by":{"by":"user"}}`
		head = `{"outcome":"answered","id":"c1.apply_changes.1","answer":`
		open = ""
	)
	edited := "notes.txt was written, with only 1 of 2 hunks of the change that you asked for: the rest was left out before it was approved. Respect that; do not restore it. From your request to what was written:\n\n"
	for _, c := range []struct{ name, keys, file, response, told string }{
		{"y applies", "y", swapped(third, "third\n", seventeenth, "seventeenth\nand more\n"), head + `true,` + user, "Modified notes.txt: 3 lines added, 2 removed."},
		{"Y is remembered", "Y", swapped(third, "third\n", seventeenth, "seventeenth\nand more\n"), head + `true,"remember":"yes",` + user, "Modified notes.txt: 3 lines added, 2 removed."},
		{"n rejects", "n", notes(), head + `false,` + user, "The user reviewed the proposed changes to 'notes.txt' and rejected them.\n\nThe changes were not applied."},
		{"r rejects with words", "r N o enter", notes(), head + `false,"reason":"No",` + user,
			"The user reviewed the proposed changes to 'notes.txt' and rejected them.\n\nThe user said: \"No\"\n\nThe changes were not applied."},
		{"r without words is a no", "r enter", notes(), head + `false,` + user, "The user reviewed the proposed changes to 'notes.txt' and rejected them.\n\nThe changes were not applied."},
		{"one hunk of two", "] space y", left, recorded(left),
			edited + "```diff\n--- a/notes.txt\n+++ b/notes.txt\n@@ -14,8 +14,7 @@\n line 14\n line 15\n line 16\n-seventeenth\n-and more\n+line 17\n line 18\n line 19\n line 20\n```"},
		{"left and taken again", "space space y", swapped(third, "third\n", seventeenth, "seventeenth\nand more\n"), head + `true,` + user, "Modified notes.txt: 3 lines added, 2 removed."},
		{"no hunk", "space ] space y", notes(), open, ""},
		{"Y of a part", "space Y N", notes(), open, ""},
		{"Enter", "enter", notes(), open, ""},
		{"moving", "] [ j k g G down up home end pgdown pgup f t", notes(), open, ""},
		{"n in a search is the next", "/ l i n e enter n N n y", notes(), open, ""},
		{"y in a query is a letter", "/ y n Y N", notes(), open, ""},
		{"and after it n is a no", "/ l i n e enter n esc n", notes(), head + `false,` + user, "The user reviewed the proposed changes to 'notes.txt' and rejected them.\n\nThe changes were not applied."},
		{"letters are the reason's", "r y n esc", notes(), open, ""},
		{"the menu's reply answers nothing", "esc enter h i enter", notes(), `{"outcome":"cancelled","id":"c1.apply_changes.1","reason":"reply","reply":"hi"}`, "The user did not answer and replied: \"hi\""},
		{"the menu's end of the turn", "esc down enter", notes(), `{"outcome":"cancelled","id":"c1.apply_changes.1","reason":"end_turn"}`, "The user ended the turn before this was done. It was not carried out."},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newDesktop(t, notes())
			d := w.patched(modify()).Calm(strings.Fields(c.keys)...)
			if got := w.read(); got != c.file {
				t.Errorf("the file is %q, want %q", got, c.file)
			}
			if got := response(d); got != c.response {
				t.Errorf("recorded is\n%s, want\n%s", got, c.response)
			}
			if got := result(d, "c1"); got != c.told {
				t.Errorf("the model is told %q, want %q", got, c.told)
			}
		})
	}
}

// What arrives too early, or was pasted, answers nothing and leaves nothing out.
func TestPatchTakesNoEarlyKey(t *testing.T) {
	w := newDesktop(t, notes())
	d := newDesk(t, w.here).Start()
	d.Write("go").Press("enter")
	d.Answer("", modify())
	d.Press("y", "n", "space", "e", "r", "enter")
	d.Send(tea.PasteMsg{Content: "y"})
	d.Pass(time.Second)
	d.Send(tea.PasteMsg{Content: "y"})
	if got := response(d); got != "" {
		t.Errorf("an early key answered: %s", got)
	}
	d.Shows("── Edit notes.txt? ──────────────────────────────────────────── +3 −2, 2 hunks ─")
	if got := modelOf(d).composer.Text(); got != "yn ery" {
		t.Errorf("the message holds %q", got)
	}
}

// After the end of a search and after the editor, keys wait again: "n" was "next" a moment
// ago, and what was typed in the editor was meant for the editor.
func TestPatchArmsAgain(t *testing.T) {
	w := newDesktop(t, notes())
	d := w.patched(modify(), func(d *desk.Desk, _ *Options) { d.Host.Edit = func(s string) (string, error) { return s + "x\n", nil } })
	d.Calm("/", "l", "enter").Press("esc", "n")
	d.Pass(time.Second)
	d.Calm("e").Press("e")
	d.Pass(time.Second)
	d.Press("e", "y")
	if got := response(d); got != "" {
		t.Errorf("a key answered: %s", got)
	}
}

// The user's version of the proposed text is compared, shown, and is what gets written.
func TestPatchEdited(t *testing.T) {
	all := swapped(third, "third\n", seventeenth, "seventeenth\nand more\n")
	for _, c := range []struct {
		name string
		edit func(string) (string, error)
		keys string
		file string
		said string // the line with the question
	}{
		{"another text", func(s string) (string, error) { return strings.Replace(s, "third\n", "my third  \r\n", 1), nil }, "e y",
			strings.Replace(all, "third\n", "my third  \r\n", 1), ""},
		{"of what is left", func(s string) (string, error) {
			if strings.Contains(s, "seventeenth") {
				return "", errors.New("the hunk was left out")
			}
			return s + "end\n", nil
		}, "] space e y", swapped(third, "third\n") + "end\n", ""},
		{"a part of it", func(s string) (string, error) { return s + "end\n", nil }, "e space y", swapped(seventeenth, "seventeenth\nand more\n") + "end\n", ""},
		{"the same text", func(s string) (string, error) { return s, nil }, "e", notes(), "── Edit notes.txt? ──────────────────────────────────────────── +3 −2, 2 hunks ─"},
		{"an empty file is a cancel", func(string) (string, error) { return "", nil }, "e", notes(), "── Edit notes.txt? ──────────────────────────────────────────── +3 −2, 2 hunks ─"},
		{"the old text", func(string) (string, error) { return notes(), nil }, "e y", notes(), "── Edit notes.txt? ───────────────────────────── edited by you, +0 −0, 0 hunks ─"},
		{"no editor", func(string) (string, error) { return "", errors.New("no editor is set") }, "e", notes(), "   ! no editor is set"},
		{"no editor, on the whole screen", func(string) (string, error) { return "", errors.New("no editor is set") }, "f e", notes(), "   ! no editor is set"},
		{"null characters", func(s string) (string, error) { return s + "\x00", nil }, "e", notes(), "   ! Your text holds null characters, or more than a million lines, and cannot"},
		{"bytes that are not UTF-8", func(s string) (string, error) { return s + "\xff", nil }, "e", notes(), "   ! Your text holds bytes that are not UTF-8, which cannot be kept as they"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newDesktop(t, notes())
			d := w.patched(modify(), func(d *desk.Desk, _ *Options) { d.Host.Edit = c.edit })
			d.Calm(strings.Fields(c.keys)...)
			if got := w.read(); got != c.file {
				t.Errorf("the file is %q, want %q", got, c.file)
			}
			if c.said != "" {
				d.Shows(c.said)
			}
		})
	}
}

// What was done with a patch survives the end of the program, as long as the patch is the
// same.
func TestPatchDrafts(t *testing.T) {
	all := swapped(third, "third\n", seventeenth, "seventeenth\nand more\n")
	for _, c := range []struct{ name, keys, after, file, why string }{
		{"a hunk that is left out", "] space", "y", swapped(third, "third\n"), ""},
		{"an edited text", "e", "y", all + "end\n", ""},
		{"an edited text with a hunk left out", "e space", "y", swapped(seventeenth, "seventeenth\nand more\n") + "end\n", ""},
		{"a reason", "r s o esc", "r enter", notes(), "so"},
		{"nothing", "space space r esc", "y", all, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newDesktop(t, notes())
			edit := func(d *desk.Desk, _ *Options) {
				d.Host.Edit = func(s string) (string, error) { return s + "end\n", nil }
			}
			d := w.patched(modify(), edit).Calm(strings.Fields(c.keys)...)
			d.Send(tea.WindowSizeMsg{Width: 50, Height: 20})
			d.Pass(time.Second)
			again := w.again(d, edit).Calm(strings.Fields(c.after)...)
			if got := w.read(); got != c.file {
				t.Errorf("the file is %q, want %q", got, c.file)
			}
			if c.why != "" && !strings.Contains(response(again), `"reason":"`+c.why+`"`) {
				t.Errorf("recorded is %s", response(again))
			}
			again.Pass(time.Second)
			if last := again.Saved[len(again.Saved)-1]; len(last) != 0 {
				t.Errorf("drafts are left: %v", last)
			}
		})
	}
}

// again is the program started again on what another left.
func (w desktop) again(d *desk.Desk, change ...func(*desk.Desk, *Options)) *desk.Desk {
	w.t.Helper()
	log := modelOf(d).o.Shell.Log()
	saved := store.Drafts{}
	if n := len(d.Saved); n > 0 {
		saved = d.Saved[n-1]
	}
	resume := func(_ *desk.Desk, o *Options) {
		env := o.Shell.State().Env
		o.Shell = coordinator.NewShell(w.t.Context(), o.Shell.World, env, "c1", log)
		o.Drafts = saved.Prune(log)
	}
	x := newDesk(w.t, append([]func(*desk.Desk, *Options){resume, w.here}, change...)...).Start()
	x.Pass(time.Second)
	return x
}
