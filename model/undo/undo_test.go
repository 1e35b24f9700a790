package undo

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"go.uber.org/goleak"

	"parley/coordinator"
	"parley/model/kit"
	"parley/store"
	"parley/teatest/desk"
	"parley/teatest/goldens"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// changes are what a test can put back: by set, its files.
type changes [][]kit.UndoFile

func (c changes) Sets() (out []kit.UndoSet) {
	for i, files := range c {
		out = append(out, kit.UndoSet{Title: fmt.Sprintf("Turn %d: Tidy up \x1b[2J the engine", len(c)-i), Files: len(files)})
	}
	return out
}

func (c changes) Why() string { return "" }

func (c changes) Look(set, from, most int) []kit.UndoFile {
	all := c[set]
	return all[min(from, len(all)):min(from+most, len(all))]
}

func put(path string) coordinator.PutBack {
	return coordinator.PutBack{UndoneFile: store.UndoneFile{Path: path, Before: "b", After: "a"}}
}

func some() changes {
	return changes{
		{
			{Path: "engine.go", Ready: true, Now: "package engine\n\nvar n = 2\n", Then: "package engine\n\nvar n = 1\n", Put: put("engine.go")},
			{Path: "AGENTS.md", Ready: true, Grants: "Assistants do what it says.", Now: "Be quick.\n", Then: "Be kind.\n", Put: put("AGENTS.md")},
			{Path: "go.mod", Why: "changed since; it stays as it is", Changed: true},
			{Path: "logo\x1b[31m.png", Ready: true, Hidden: "logo.png: 2 bytes now, no file then", Put: put("logo.png")},
		},
		{{Path: "old.go", Why: "it stands as it stood before"}},
	}
}

func undoDesk(t testing.TB, c changes) *desk.Desk {
	t.Helper()
	d := desk.New(t)
	s := New(Options{Shared: kit.Shared{Theme: d.Theme(), Now: d.Clock, Tick: d.Tick}, Of: d, Undos: c, Sets: c.Sets()})
	s.Over(&desk.Heard{})
	d.Top = s
	return d.Start()
}

func TestTheUndo(t *testing.T) {
	d := undoDesk(t, some())
	d.Golden("undo-turns")
	d.Press("enter")
	d.Golden("undo")
	d.Press("down")
	d.Golden("undo-grants")
	d = undoDesk(t, nil)
	d.Golden("undo-none")
	d.Press("enter", "y", "space", "up", "down", "G", "g", "pgdown", "pgup")
}

// TestAFileThatGoesOrComesBack is named as that, while it is marked.
func TestAFileThatGoesOrComesBack(t *testing.T) {
	gone, back := put("new.txt"), put("old.txt")
	gone.After, back.Before = "", ""
	d := undoDesk(t, changes{{{Path: "new.txt", Ready: true, Now: "one\n", Put: gone}, {Path: "old.txt", Ready: true, Then: "two\n", Put: back}}})
	d.Press("enter")
	d.Shows(" › [x] new.txt                                                       is deleted")
	d.Shows("   [x] old.txt                                                    is made again")
	d.Press("space")
	d.Shows(" › [ ] new.txt")
}

// TestPermissionsAreTold of a file that gets others, in the list and above its lines.
func TestPermissionsAreTold(t *testing.T) {
	back := put("old.sh")
	back.Before = ""
	d := undoDesk(t, changes{{
		{Path: "a.txt", Ready: true, Now: "one\n", Then: "two\n", Permissions: "its permissions change, from 0600 to 0777", Put: put("a.txt")},
		{Path: "old.sh", Ready: true, Then: "two\n", Permissions: "its permissions are 0755 then", Put: back},
	}})
	d.Press("enter")
	d.Shows(" › [x] a.txt                                                its permissions too")
	d.Shows("   [x] old.sh                                is made again, its permissions too")
	d.Shows(" Its permissions change, from 0600 to 0777.")
	d.Press("down")
	d.Shows(" Its permissions are 0755 then.")
}

// TestNamesAreToldApart: of files whose names look the same it is seen which is marked.
func TestNamesAreToldApart(t *testing.T) {
	var files []kit.UndoFile
	for _, name := range []string{"a b", "a  b", "a \u202eb", "e\u0301", "\u00e9", "a\u2215b"} {
		gone := put(name)
		gone.After = ""
		files = append(files, kit.UndoFile{Path: name, Ready: true, Now: "one\n", Put: gone})
	}
	d := undoDesk(t, changes{files})
	d.Press("enter")
	for _, want := range []string{`"a b"`, "a␠␠b", `"a <U+202E>b"`, "e<U+0301>", "\u00e9", "a<U+2215>b"} {
		if !strings.Contains(d.Screen(), "[x] "+want+"   ") {
			t.Errorf("%s is not told:\n%s", want, d.Screen())
		}
	}
}

// TestLongNamesAreToldWhole: where the list has no room for a path, all of it stands above the change.
func TestLongNamesAreToldWhole(t *testing.T) {
	drawn := func(name string) string {
		path := "src/main/java/com/example/company/orders/service/internal/" + name + "/of/all/kinds/of/orders/in/one/place/Handler.java"
		gone := put(path)
		gone.After = ""
		d := undoDesk(t, changes{{{Path: path, Ready: true, Now: "one\n", Put: gone}}})
		d.Press("enter")
		return d.Screen()
	}
	if prod := drawn("production-handlers"); prod == drawn("experiment-handlers") {
		t.Errorf("two files are told alike:\n%s", prod)
	}
}

// TestAMovedFileGoesOnlyWithItsOldName: the new name is not removed while the old one is not put back.
func TestAMovedFileGoesOnlyWithItsOldName(t *testing.T) {
	gone, back := put("notes.md"), put("AGENTS.md")
	gone.After, gone.From, back.Before = "", "AGENTS.md", ""
	c := changes{{{Path: "AGENTS.md", Ready: true, Grants: "Assistants do what it says.", Then: "two\n", Put: back}, {Path: "notes.md", Ready: true, Now: "two\n", Put: gone}}}
	d := undoDesk(t, c)
	heard := d.Top.(*Screen).Under.(*desk.Heard)
	d.Press("enter", "down")
	d.Shows(" › [ ] notes.md                                        goes only with AGENTS.md")
	d.Press("space", "y")
	if all := decided(heard); len(all) != 0 {
		t.Fatalf("%+v", all)
	}
	d.Press("up", "space")
	d.Shows("   [x] notes.md                                                      is deleted")
	d.Press("y")
	if all := decided(heard); len(all) != 1 || len(all[0].Undo.Files) != 2 {
		t.Fatalf("%+v", all)
	}
}

// TestFilesThatChangedPlacesGoTogether, and are taken again together.
func TestFilesThatChangedPlacesGoTogether(t *testing.T) {
	a, b := put("a"), put("b")
	a.From, b.From = "b", "a"
	d := undoDesk(t, changes{{{Path: "a", Ready: true, Now: "1\n", Then: "2\n", Put: a}, {Path: "b", Ready: true, Now: "2\n", Then: "1\n", Put: b}}})
	d.Press("enter", "space")
	d.Shows("   [ ] b                                                       goes only with a")
	d.Press("space")
	s := d.Top.(*Screen)
	if n := s.taken(); n != 2 {
		t.Errorf("%d files go:\n%s", n, d.Screen())
	}
}

// decided is the decision that the conversation behind was given.
func decided(heard *desk.Heard) (all []kit.UndoMsg) {
	for _, msg := range heard.Msgs {
		if m, ok := msg.(kit.UndoMsg); ok {
			all = append(all, m)
		}
	}
	return all
}

// TestWhatIsPutBack is what is marked; what gives permission only if it was marked by
// hand, and what changed is named.
func TestWhatIsPutBack(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want string
	}{
		{nil, "engine.go logo.png, left out go.mod"},
		{[]string{"down", "space"}, "engine.go AGENTS.md logo.png, left out go.mod"},
		{[]string{"space", "down", "down", "space"}, "logo.png, left out go.mod"},
	} {
		d := undoDesk(t, some())
		heard := d.Top.(*Screen).Under.(*desk.Heard)
		d.Press("enter")
		d.Press(c.keys...)
		d.Press("y")
		all := decided(heard)
		if len(all) != 1 || all[0].Of != any(d) {
			t.Fatalf("%v: %+v", c.keys, all)
		}
		got := ""
		for _, f := range all[0].Undo.Files {
			got += f.Path + " "
		}
		if got = got[:len(got)-1] + ", left out " + fmt.Sprint(all[0].Undo.LeftOut[0]); got != c.want {
			t.Errorf("%v: %s, want %s", c.keys, got, c.want)
		}
	}
}

// barred can put nothing back.
type barred struct{ changes }

func (barred) Why() string { return "nothing is undone: \x1b[2Jsomebody else" }

func TestItIsSaidWhyNothingIsUndone(t *testing.T) {
	d := desk.New(t)
	s := New(Options{Shared: kit.Shared{Theme: d.Theme(), Now: d.Clock, Tick: d.Tick}, Of: d, Undos: barred{}})
	s.Over(&desk.Heard{})
	d.Top = s
	d.Start()
	if got := ansi.Strip(d.Top.View().Content); !strings.Contains(got, " nothing is undone: ␛[2Jsomebody else") || strings.Contains(got, textNone) {
		t.Error(got)
	}
}

// TestTheKeyIsHintedOnlyWhereSomethingIsMarked: where nothing is, it says why it does nothing.
func TestTheKeyIsHintedOnlyWhereSomethingIsMarked(t *testing.T) {
	d := undoDesk(t, some())
	hinted := func() bool { return strings.Contains(ansi.Strip(d.Top.View().Content), "y put back") }
	d.Press("enter")
	if !hinted() {
		t.Error("files are marked, and the key is not hinted")
	}
	d.Press("space", "G", "space")
	if hinted() {
		t.Error("no file is marked, and the key is hinted")
	}
}

// TestWhatCannotBeMarkedOffersNoMark names no key that would only say no, and no arrows where there is one row.
func TestWhatCannotBeMarkedOffersNoMark(t *testing.T) {
	d := undoDesk(t, some())
	d.Press("enter", "down", "down")
	d.Shows(" ↑↓ choose   y put back   Esc back")
	d.Press("up")
	d.Shows(" ↑↓ choose   y put back   Space take or leave   Esc back")
	d = undoDesk(t, changes{{{Path: "old.go", Why: "it stands as it stood before"}}})
	d.Shows(" Enter see its files   Esc back")
	d.Press("enter")
	d.Shows(" Esc back")
	d.Press("space")
	d.Shows(" old.go: it stands as it stood before.")
}

func TestNothingIsPutBackUnseen(t *testing.T) {
	d := undoDesk(t, some())
	heard := d.Top.(*Screen).Under.(*desk.Heard)
	d.Press("y", "down", "enter", "y", "space")
	d.Shows("   old.go: it stands as it stood before.")
	d.Press("y")
	d.Shows("   No file is marked; there is nothing to put back.")
	s := d.Top.(*Screen)
	s.files = nil
	d.Pass(time.Second)
	d.Press("y")
	d.Shows("   Not every file was looked at yet; a moment.")
	if all := decided(heard); len(all) != 0 {
		t.Errorf("%+v", all)
	}
}

// TestManyFiles are looked at page by page.
func TestManyFiles(t *testing.T) {
	var c changes
	c = append(c, nil)
	for i := range 500 {
		c[0] = append(c[0], kit.UndoFile{Path: fmt.Sprintf("f%d.go", i), Ready: true, Then: "x\n", Put: put("f")})
	}
	d := undoDesk(t, c)
	d.Press("enter", "G")
	if s := d.Top.(*Screen); len(s.files) != 500 || s.file != 499 || s.taken() != 500 {
		t.Errorf("%d files, at %d, %d taken", len(s.files), s.file, s.taken())
	}
	d.Send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	d.Press("esc", "esc")
	if _, left := d.Top.(*desk.Heard); !left {
		t.Errorf("%T is on the screen", d.Top)
	}
}

// TestALongChangeSaysThatItGoesOn as long as it does, and not over what is said.
func TestALongChangeSaysThatItGoesOn(t *testing.T) {
	d := undoDesk(t, changes{{{Path: "a.go", Ready: true, Then: strings.Repeat("x\n", 60), Put: put("a.go")}}})
	below := func() string {
		rows := strings.Split(ansi.Strip(d.Top.View().Content), "\n")
		return strings.TrimSpace(rows[len(rows)-2])
	}
	d.Press("enter")
	s := d.Top.(*Screen)
	if want := fmt.Sprintf("↓ %d more lines", len(s.change())-s.room()); len(s.change()) <= s.room() || below() != want {
		t.Errorf("at the beginning %q, want %q", below(), want)
	}
	d.Shows(" y put back   Space take or leave   PgUp PgDn turn pages   Esc back")
	d.Press("space", "y")
	if below() != textNoneTaken {
		t.Errorf("what is said gives way to %q", below())
	}
	d.Press("space")
	s.top = len(s.change()) - s.room()
	if below() != "" {
		t.Errorf("at the end %q", below())
	}
}

func TestTheKeysOfTheUndoAreDocumented(t *testing.T) {
	goldens.Section(t, desk.KeysDocument, "What can be put back", desk.KeyTable(keys()))
}

func TestTheUndoIsSuspended(t *testing.T) { undoDesk(t, some()).Suspends() }

// BenchmarkFirstPage is an undo of 500 files up to its first picture.
func BenchmarkFirstPage(b *testing.B) {
	c := changes{nil}
	for i := range 500 {
		c[0] = append(c[0], kit.UndoFile{Path: fmt.Sprintf("f%d.go", i), Ready: true, Now: "a\n", Then: "b\n", Put: put("f")})
	}
	d := undoDesk(b, c)
	for b.Loop() {
		s := d.Top.(*Screen)
		s.open, s.files, s.take = true, nil, nil
		s.looked(lookedMsg{0, 0, c.Look(0, 0, page)})
		if s.View().Content == "" {
			b.Fatal("nothing")
		}
	}
}
