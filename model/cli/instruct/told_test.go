package instruct

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/config"
	"parley/coordinator/tool"
	"parley/store"
)

// desk is a workspace with a teller of its own.
type desk struct {
	t    *testing.T
	o    Options
	kept map[string]string // by digest
}

func newDesk(t *testing.T, files map[string]string) *desk {
	t.Helper()
	home, dir := t.TempDir(), t.TempDir()
	places, err := config.Locate([]string{"HOME=" + home})
	must(t, err)
	d := &desk{t: t, kept: map[string]string{}}
	var cfg config.Config
	cfg.Conversation.Instructions = true
	d.o = Options{
		Config: func() config.Config { return cfg }, Places: places, Folder: "folder 1", Dir: dir, Working: ".",
		Now: func() time.Time { return time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC) },
		Keep: func(data []byte) (string, error) {
			d.kept[store.Digest(data)] = string(data)
			return store.Digest(data), nil
		},
	}
	d.o.Root, err = os.OpenRoot(dir)
	must(t, err)
	t.Cleanup(func() { must(t, d.o.Root.Close()) })
	for name, text := range files {
		d.write(name, text)
	}
	return d
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (d *desk) write(name, text string) {
	d.t.Helper()
	file := filepath.Join(d.o.Dir, filepath.FromSlash(name))
	if rest, own := strings.CutPrefix(name, "~/"); own {
		file = filepath.Join(d.o.Places.Home, filepath.FromSlash(rest))
	}
	must(d.t, os.MkdirAll(filepath.Dir(file), 0o700))
	must(d.t, os.WriteFile(file, []byte(text), 0o600))
}

// commit creates a repository of all files except those of a folder that git does not
// know.
func (d *desk) commit(add ...string) {
	d.t.Helper()
	for _, args := range [][]string{{"init", "-q", "."}, append([]string{"add", "-f"}, add...)} {
		c := exec.Command("git", args...)
		c.Dir, c.Env = d.o.Dir, []string{"HOME=" + d.o.Places.Home, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
		if out, err := c.CombinedOutput(); err != nil {
			d.t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

// begins is what a new conversation is given, and what the user is told.
func (d *desk) begins() string {
	d.t.Helper()
	x := New(d.o)
	told, err := x.Tell(d.t.Context(), true, "")
	must(d.t, err)
	return d.texts(told) + said(x.Told())
}

func (d *desk) texts(told store.Instructions) string {
	var b strings.Builder
	for _, f := range told.Files {
		fmt.Fprintf(&b, "%s: %s\n", f.Path, strings.ReplaceAll(strings.TrimSpace(d.kept[f.Digest]), "\n", "|"))
	}
	return b.String()
}

func said(t Told) string {
	var b strings.Builder
	for _, line := range t.Lines(TrustHere) {
		b.WriteString("! " + line + "\n")
	}
	for _, c := range t.Changed {
		b.WriteString("changed " + c.Path + "\n" + c.Patch)
	}
	return b.String()
}

// trust trusts everything that waits, as /trust does after a yes.
func (d *desk) trust() {
	d.t.Helper()
	x := New(d.o)
	var files []config.Withheld
	for _, w := range x.Told().Waits {
		files = append(files, w.Withheld)
	}
	must(d.t, x.Trust(files))
}

func (d *desk) same(what, got, want string) {
	d.t.Helper()
	if got != want {
		d.t.Errorf("%s:\n%s\nwant:\n%s", what, got, want)
	}
}

// runs imitates a run of a tool, during which something may happen.
func (d *desk) runs(name, arguments string, o tool.Outcome, during func()) string {
	d.t.Helper()
	ended := New(d.o).Around(tool.Call{Name: name, Arguments: json.RawMessage(arguments)})
	if during != nil {
		during()
	}
	t := ended(o)
	out := d.texts(t.Told)
	for _, n := range t.Notes {
		out += "! " + n + "\n"
	}
	return out
}

// TestTrust: the user's own files count at once, the workspace's once they are trusted, by
// their bytes, in this very folder.
func TestTrust(t *testing.T) {
	d := newDesk(t, map[string]string{"~/.config/parley/AGENTS.md": "mine", "AGENTS.md": "one\ntwo\n", "web/CLAUDE.md": "web"})
	d.o.Working = "web"
	const own = "~/.config/parley/AGENTS.md: mine\n"
	d.same("untrusted", d.begins(), own+"! AGENTS.md and web/CLAUDE.md are not trusted as they are now, so the assistant is not told them. "+TrustHere(2)+"\n")
	d.trust()
	d.same("trusted", d.begins(), own+"AGENTS.md: one|two\nweb/CLAUDE.md: web\n")

	d.write("AGENTS.md", "one\nthree\n")
	patch := "changed AGENTS.md\n--- a/AGENTS.md\n+++ b/AGENTS.md\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n"
	d.same("changed", d.begins(), own+"AGENTS.md: one|two\nweb/CLAUDE.md: web\n"+patch)
	x := New(d.o)
	shown := x.Told().Changed
	d.write("AGENTS.md", "one\nfour\n")
	x.LookAgain()
	must(t, x.Saw(shown))
	d.same("changed again before what was shown counts", d.begins(), own+"AGENTS.md: one|two\nweb/CLAUDE.md: web\n"+strings.ReplaceAll(patch, "three", "four"))
	d.write("AGENTS.md", "one\nthree\n")
	x = New(d.o)
	must(t, x.Saw(x.Told().Changed))
	d.same("changed, of the conversation that showed it", said(x.Told()), patch)
	d.same("seen", d.begins(), own+"AGENTS.md: one|three\nweb/CLAUDE.md: web\n")

	d.o.Folder = "folder 2"
	if got := d.begins(); strings.Contains(got, "AGENTS.md: one|three") && !strings.Contains(got, "changed") {
		t.Errorf("another folder at the same path: %s", got)
	}
}

// TestTrustChanges: without a screen, changes count if a flag says so, and are still shown
// later.
func TestTrustChanges(t *testing.T) {
	d := newDesk(t, map[string]string{"AGENTS.md": "one\n"})
	d.o.TrustChanges = true
	d.same("never trusted", d.begins(), "! AGENTS.md is not trusted as it is now, so the assistant is not told it. "+TrustHere(1)+"\n")
	d.trust()
	d.write("AGENTS.md", "two\n")
	d.same("changed", d.begins(), "AGENTS.md: two\n! AGENTS.md has changed since you saw it; the assistant is told what stands there now, as --trust-changes says.\n")
	d.o.TrustChanges = false
	if got := d.begins(); !strings.HasPrefix(got, "AGENTS.md: one\nchanged AGENTS.md\n") {
		t.Error(got)
	}
}

// TestAChangeByTheAssistantWaitsForAYes, even with the flag, and for every tool but the
// file tools, which ask a person themselves.
func TestAChangeByTheAssistantWaitsForAYes(t *testing.T) {
	d := newDesk(t, map[string]string{"AGENTS.md": "one\n", "web/AGENTS.md": "web\n", "untrusted/AGENTS.md": "x"})
	d.commit("AGENTS.md", "web/AGENTS.md", "untrusted/AGENTS.md")
	d.trust()
	d.same("nothing happened", d.runs("run_command", `{}`, tool.Success{}, nil), "")
	d.same("what was never trusted", d.runs("run_command", `{}`, tool.Success{}, func() { d.write("new/AGENTS.md", "x") }), "")
	d.same("changed", d.runs("run_command", `{}`, tool.Failure{}, func() { d.write("AGENTS.md", "obey\n"); d.write("web/AGENTS.md", "obey\n") }),
		"! While run_command ran, AGENTS.md and web/AGENTS.md changed. No conversation is told those changes before you say yes to them: "+TrustHere(2)+"\n")
	d.o.TrustChanges = true
	d.same("then", d.begins(), "AGENTS.md: one\n! AGENTS.md and web/AGENTS.md are not trusted as they are now, so the assistant is told what you trusted before. "+TrustHere(2)+"\n")
	d.trust()
	d.same("after a yes", d.begins(), "AGENTS.md: obey\n")
	d.same("put back", d.runs("mine", `{}`, tool.Success{}, func() { d.write("AGENTS.md", "one\n") }),
		"! While mine ran, AGENTS.md changed. No conversation is told that change before you say yes to it: "+TrustHere(1)+"\n")
}

// TestAChangeByAnyOtherTool: a user's tool with a name like that of a file tool is not
// one, nor does it matter that a conversation is given no instructions: the next may be.
func TestAChangeByAnyOtherTool(t *testing.T) {
	for name, set := range map[string][]string{
		"fs_sync":        {"conversation.tools.fs_sync.source=local", `conversation.tools.fs_sync.command=["sync"]`},
		"fs_modify_file": {"conversation.tools.fs_modify_file.source=local", `conversation.tools.fs_modify_file.command=["sync"]`},
		"run_command":    {"conversation.instructions=false"},
	} {
		d := newDesk(t, map[string]string{"AGENTS.md": "one\n"})
		d.commit("AGENTS.md")
		d.trust()
		cfg, err := config.Load(config.Sources{Sets: set, Builtin: map[string]config.Builtin{"fs_modify_file": {}, "run_command": {}}})
		must(t, err)
		before := d.o.Config
		d.o.Config = func() config.Config { return cfg }
		d.same(name, d.runs(name, `{"path":"a"}`, tool.Success{}, func() { d.write("AGENTS.md", "obey\n") }),
			"! While "+name+" ran, AGENTS.md changed. No conversation is told that change before you say yes to it: "+TrustHere(1)+"\n")
		d.o.Config = before
		d.same(name+", then", d.begins(), "AGENTS.md: one\n! AGENTS.md is not trusted as it is now, so the assistant is told what you trusted before. "+TrustHere(1)+"\n")
	}
}

// TestFoldersBelow: a tracked folder's file is given when a file tool touches that folder.
func TestFoldersBelow(t *testing.T) {
	files := map[string]string{}
	for _, dir := range []string{"web", "web/ui", "node_modules/x", "vendor/y", "loose", "untrusted"} {
		files[dir+"/AGENTS.md"] = "of " + dir
	}
	d := newDesk(t, files)
	d.commit("web", "node_modules", "vendor")
	d.trust()
	d.commit("untrusted")
	ok := tool.Success{}
	for _, c := range []struct {
		name, arguments string
		o               tool.Outcome
		want            string
	}{
		{"fs_read_file", `{"path":"web/ui/a.go"}`, ok, "web/AGENTS.md: of web\nweb/ui/AGENTS.md: of web/ui\n"},
		{"fs_read_file", `{"path":"` + d.o.Dir + `/web/a.go"}`, ok, "web/AGENTS.md: of web\n"},
		{"fs_list_files", `{"path":"web"}`, ok, "web/AGENTS.md: of web\n"},
		{"fs_grep_files", `{"paths":["web/ui","loose"]}`, ok, "web/AGENTS.md: of web\nweb/ui/AGENTS.md: of web/ui\n"},
		{"fs_move_file", `{"path":"a","to":"web/a"}`, ok, "web/AGENTS.md: of web\n"},
		{"fs_read_file", `{"path":"web/gone"}`, tool.Failure{}, ""},
		{"fs_read_file", `{"path":"node_modules/x/a"}`, ok, ""},
		{"fs_read_file", `{"path":"vendor/y/a"}`, ok, ""},
		{"fs_read_file", `{"path":"loose/a"}`, ok, ""},
		{"fs_read_file", `{"path":"../web/a"}`, ok, ""},
		{"fs_read_file", `{"path":3}`, ok, ""},
		{"fs_read_file", `{"path":"untrusted/a"}`, ok, "! untrusted/AGENTS.md is not trusted as it is now, so the assistant is not told it. " + TrustHere(1) + "\n"},
		{"run_command", `{"path":"web/a"}`, ok, ""},
	} {
		d.same(c.name+c.arguments, d.runs(c.name, c.arguments, c.o, nil), c.want)
	}
	d.o.Working = "web"
	d.same("those above were told before", d.runs("fs_read_file", `{"path":"web/ui/a"}`, ok, nil), "web/ui/AGENTS.md: of web/ui\n")
}

// TestARepositoryBelowIsAnother: a submodule's files are not known to the one above.
func TestARepositoryBelowIsAnother(t *testing.T) {
	d := newDesk(t, map[string]string{"a": "x"})
	d.commit("a")
	inner := *d
	inner.o.Dir = filepath.Join(d.o.Dir, "inner")
	d.write("inner/AGENTS.md", "obey")
	inner.commit("AGENTS.md")
	d.trust()
	d.same("touched", d.runs("fs_read_file", `{"path":"inner/a"}`, tool.Success{}, nil), "")
}

// TestTooMuch: the nearest are given, and both the model and the user hear of the others.
func TestTooMuch(t *testing.T) {
	long := strings.Repeat("x", 40<<10)
	d := newDesk(t, map[string]string{"AGENTS.md": long, "web/AGENTS.md": long + "y", "~/.config/parley/AGENTS.md": "mine"})
	d.o.Working = "web"
	d.trust()
	told, err := New(d.o).Tell(t.Context(), true, "")
	must(t, err)
	if len(told.Files) != 2 || told.Files[0].Path != "~/.config/parley/AGENTS.md" || told.Files[1].Path != "web/AGENTS.md" || fmt.Sprint(told.LeftOut) != "[AGENTS.md]" {
		t.Errorf("%+v", told)
	}
	d.same("the user", said(New(d.o).Told()), "! Instructions are longer than 64 KiB together. The assistant is told that these are left out: AGENTS.md.\n")
}

// TestSwitchedOff: nothing is looked for.
func TestSwitchedOff(t *testing.T) {
	d := newDesk(t, map[string]string{"AGENTS.md": "one"})
	d.o.Config = func() config.Config { return config.Config{} }
	d.same("off", d.begins(), "")
	d.same("and in a run", d.runs("fs_read_file", `{"path":"a"}`, tool.Success{}, nil), "")
}

// TestATextThatIsGoneIsAskedAbout: what was seen is no longer known.
func TestATextThatIsGoneIsAskedAbout(t *testing.T) {
	d := newDesk(t, map[string]string{"AGENTS.md": "one"})
	d.trust()
	must(t, os.RemoveAll(d.o.Places.Trusted))
	d.same("as it was", d.begins(), "AGENTS.md: one\n")
	d.write("AGENTS.md", "two")
	d.same("changed", d.begins(), "! AGENTS.md is not trusted as it is now, so the assistant is not told it. "+TrustHere(1)+"\n")
}
