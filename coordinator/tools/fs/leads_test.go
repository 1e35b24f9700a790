package fs

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestAChangeThroughALeadIsAsked: no answer given ahead counts for it, and the person is
// told what it gives permission to.
func TestAChangeThroughALeadIsAsked(t *testing.T) {
	y := newYard(t, map[string]string{"conf/c.json": "{}\n", ".claude/x": "", "plain": "p\n"})
	y.must(os.Symlink("../conf/c.json", y.path(".claude/settings.json")))
	for name, arguments := range map[string]any{
		"fs_create_file": createArguments{"conf/c.json", "new\n"}, "fs_delete_file": deleteArguments{"conf/c.json"},
		"fs_modify_file": modifyArguments{"conf/c.json", []pattern{{Old: "{}", New: "[]"}}},
		"fs_move_file":   moveArguments{"plain", "conf/c.json"},
	} {
		q := y.questions(y.run(name, arguments, nil))
		if last := q[len(q)-1]; !last.Personal || !strings.HasPrefix(last.Context, "`.claude/settings.json` gives permission. ") {
			t.Errorf("%s asks %+v", name, last)
		}
	}
}

// TestAFileThatALinkAwaitsIsAsked: a file created at, or moved to, the target of a
// dangling link is what is read through it from then on. Other dangling links are
// harmless.
func TestAFileThatALinkAwaitsIsAsked(t *testing.T) {
	y := newYard(t, map[string]string{".claude/x": "", "plain": "p\n"})
	y.must(os.Symlink("../conf/new", y.path(".claude/settings.json")))
	y.must(os.Symlink("conf/other", y.path("link")))
	for name, arguments := range map[string]any{
		"fs_create_file": createArguments{"conf/new", "new\n"}, "fs_move_file": moveArguments{"plain", "conf/new"},
	} {
		out := y.run(name, arguments, nil)
		q := y.questions(out)
		if !q[0].Personal || !strings.HasPrefix(q[0].Context, "`.claude/settings.json` gives permission. ") {
			t.Errorf("%s asks %+v", name, q)
		}
	}
	y.want(y.run("fs_create_file", createArguments{"conf/other", "x\n"}, nil), "ok: Created conf/other with 1 line.")
	y.want(y.run("fs_move_file", moveArguments{"plain", "conf/more"}, nil), "ok: Moved plain to conf/more.")
}

// TestWhereSettingsLeadUnknown: where git's settings cannot be followed, a person is asked.
func TestWhereSettingsLeadUnknown(t *testing.T) {
	for name, c := range map[string]struct{ config, what string }{
		"where git is installed": {"[core]\n\thooksPath = %(prefix)/../w\n", "`%(prefix)/../w`"},
		"a user nobody knows":    {"[include]\n\tpath = ~nobody-has-this-name/x\n", "`~nobody-has-this-name/x`"},
		"attributes":             {"[core]\n\tattributesFile = %(prefix)/x\n", "`%(prefix)/x`"},
		"too large":              {"[x]\n" + strings.Repeat("y\n", 1<<20) + "[core]\n\thooksPath = conf\n", "`DIR/.git`"},
	} {
		y := newYard(t, map[string]string{"conf/c.json": "{}\n"})
		y.git("init", "-q")
		y.put(".git/config", c.config)
		q := y.questions(y.run("fs_create_file", createArguments{"conf/new", "x\n"}, nil))
		want := "It is not known what " + strings.ReplaceAll(c.what, "DIR", y.dir) + " makes git read or run, so it may be this file. Only your own answer "
		if !q[0].Personal || !strings.HasPrefix(q[0].Context, want) {
			t.Errorf("%s: it asks %+v", name, q)
		}
	}
}

// TestAFolderTooLargeToBeLookedThrough: what nobody looked for is asked about.
func TestAFolderTooLargeToBeLookedThrough(t *testing.T) {
	if testing.Short() {
		return // a hundred thousand links take their time
	}
	y := newYard(t, nil)
	y.must(os.Mkdir(y.path("many"), 0o755))
	for i := range 100_001 {
		if err := os.Symlink("x", y.path("many/"+strconv.Itoa(i))); err != nil {
			t.Fatal(err)
		}
	}
	q := y.questions(y.run("fs_create_file", createArguments{"many/new/x", "x\n"}, nil))
	if !q[0].Personal || !strings.HasPrefix(q[0].Context, "`many` has more than 100,000 entries, so ") {
		t.Errorf("it asks %+v", q)
	}
	y.must(os.Remove(y.path("many/1")))
	y.want(y.run("fs_create_file", createArguments{"many/new/x", "x\n"}, nil), "ok: Created many/new/x with 1 line.")
}
