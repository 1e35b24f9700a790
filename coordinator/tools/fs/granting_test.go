package fs

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"parley/coordinator/git"
	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/grants"
	"parley/forms"
)

// personally checks that a run asks one question that only a person can answer, that the
// question says so, and that an answer to one that did not say so does not count.
func (y *yard) personally(name string, arguments any, id, text, about string) answers {
	y.t.Helper()
	before := y.names()
	out := y.run(name, arguments, nil)
	q := y.questions(out)[0]
	if len(y.questions(out)) != 1 || q.ID != id || q.Text != text || !q.Personal || q.Persistence != forms.PersistNone || q.Default != nil || q.Digest == "" {
		y.t.Errorf("%s %v asks %+v", name, arguments, y.questions(out))
	}
	if !strings.HasPrefix(q.Context, about) {
		y.t.Errorf("%s %v is about\n%s\nwant\n%s", name, arguments, q.Context, about)
	}
	given := y.all(out, "true")
	open := given[id]
	open.Asked.Personal = false
	if again := y.questions(y.run(name, arguments, answers{id: open})); !again[0].Personal || again[0].Context != q.Context {
		y.t.Errorf("%s %v takes an answer to another question: %+v", name, arguments, again)
	}
	if after := y.names(); after != before {
		y.t.Errorf("%s %v left %q, there was %q", name, arguments, after, before)
	}
	return given
}

// TestWhatAPersonAllowedIsNotAskedAgain: one yes to the very call is enough, if it said
// that the call touches something that gives permission.
func TestWhatAPersonAllowedIsNotAskedAgain(t *testing.T) {
	for _, c := range []struct {
		name      string
		arguments any
		want      string
	}{
		{"fs_create_file", createArguments{".envrc", "x\n"}, "ok: Created .envrc with 1 line."},
		{"fs_delete_file", deleteArguments{".envrc"}, "ok: Deleted .envrc."},
		{"fs_move_file", moveArguments{".npmrc", "b"}, "ok: Moved .npmrc to b."},
		{"fs_move_file", moveArguments{"b", ".npmrc"}, "ok: Moved b to .npmrc."},
	} {
		y := newYard(t, map[string]string{".npmrc": "x\n", "b": "x\n"})
		if c.name == "fs_delete_file" {
			y.put(".envrc", "x\n")
		}
		if in, ok := c.arguments.(moveArguments); ok {
			y.must(os.Remove(y.path(in.To)))
		}
		run, call := y.call(c.name, c.arguments, nil)
		why := run.(tool.Guarded).Guarded(y.dir, call.Arguments)
		for _, allowed := range []string{"", why + " ", grants.Found{Path: "other", Why: byHook}.Text()} {
			call.Allowed = allowed
			if _, asks := run.Run(t.Context(), call).(tool.NeedsInput); !asks {
				t.Fatalf("%s %v is done after a yes to %q", c.name, c.arguments, allowed)
			}
		}
		call.Allowed = why
		y.want(done(t.Context(), run.Run(t.Context(), call)), c.want)
	}
	if why := (createFile{}).Guarded("/w", []byte(`{"path":"main.go"}`)); why != "" {
		t.Errorf("any file: %q", why)
	}
}

// TestWhatIsFoundByLookingIsToldAhead: a link to something that gives permission, or to
// the folder of git's hooks, is found before anybody is asked whether the call may run,
// and a yes to that is the only one needed.
func TestWhatIsFoundByLookingIsToldAhead(t *testing.T) {
	const counts = " Only your own answer to this very change counts: no setting, no rule and no other assistant gives it for you, and it is not remembered."
	for _, c := range []struct {
		name      string
		arguments any
		about     string // what is said in advance; "" is nothing
		want      string
	}{
		{"fs_create_file", createArguments{"alias/x.json", "x\n"}, "`.vscode/x.json` gives permission. " + byEditor + counts, "ok: Created .vscode/x.json with 1 line."},
		{"fs_create_file", createArguments{"alias/../alias/.envrc", "x\n"}, "`.vscode/.envrc` gives permission. " + byEditor + counts, "ok: Created .vscode/.envrc with 1 line."},
		{"fs_create_file", createArguments{"tools/hooks/pre-push", "x\n"}, "`tools/hooks/pre-push` gives permission. " + byHook + counts, "ok: Created tools/hooks/pre-push with 1 line."},
		{"fs_create_file", createArguments{"docs/hooks/pre-push", "x\n"}, "", "ok: Created docs/hooks/pre-push with 1 line."},
		{"fs_delete_file", deleteArguments{"tools/hooks/x"}, "`tools/hooks/x` gives permission. " + byHook + counts, "ok: Deleted tools/hooks/x."},
		{"fs_delete_file", deleteArguments{"again"}, "`.npmrc` gives permission. " + byPackage + counts, "ok: Deleted again."},
		{"fs_move_file", moveArguments{"b", "tools/hooks/b"}, "`tools/hooks/b` gives permission. " + byHook + counts, "ok: Moved b to tools/hooks/b."},
		{"fs_move_file", moveArguments{"tools/hooks/x", "c"}, "`tools/hooks/x` gives permission. " + byHook + counts, "ok: Moved tools/hooks/x to c."},
		{"fs_move_file", moveArguments{"b", "c"}, "", "ok: Moved b to c."},
	} {
		y := newYard(t, map[string]string{"tools/hooks/x": "x\n", ".npmrc": "x\n", "b": "x\n", ".vscode/tasks.json": ""})
		y.git("init", "-q")
		y.git("config", "core.hooksPath", "tools/hooks")
		y.git("add", ".")
		y.git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "--no-verify", "-m", "x")
		y.must(os.Symlink(".vscode", y.path("alias")))
		y.must(os.Link(y.path(".npmrc"), y.path("again")))
		y.use(Options{Status: func(context.Context, string) string { return git.Clean }})
		run, call := y.call(c.name, c.arguments, nil)
		why := run.(tool.GuardedThere).GuardedThere(call)
		if why != c.about {
			t.Errorf("%s %v: told ahead is %q\nwant %q", c.name, c.arguments, why, c.about)
		}
		if _, asks := run.Run(t.Context(), call).(tool.NeedsInput); asks != (why != "") {
			t.Fatalf("%s %v asks by itself: %v", c.name, c.arguments, asks)
		}
		if why != "" {
			call.Allowed = why
			y.want(done(t.Context(), run.Run(t.Context(), call)), c.want)
		}
	}
	y := newYard(t, nil)
	for arguments, want := range map[string]string{`[]`: "", `{}`: "", `{"path":"../x"}`: "", `{"path":".git/x"}`: "", `{"path":".envrc"}`: grants.Found{Path: ".envrc", Why: byFolder}.Text()} {
		if why := (createFile{}).GuardedThere(tool.Call{Root: y.root, Dir: y.dir, Arguments: json.RawMessage(arguments)}); why != want {
			t.Errorf("%s: %q, want %q", arguments, why, want)
		}
	}
}

// TestWhatALinkLeadsToIsRefusedAhead: a person is not asked about what is never done. What
// is told ahead is what the run says.
func TestWhatALinkLeadsToIsRefusedAhead(t *testing.T) {
	y := newYard(t, map[string]string{".git/config": "x\n", "a": "x\n", "real/b": "x\n", "bare/HEAD": "", "bare/objects/x": "", "bare/refs/x": ""})
	y.must(os.Symlink(".git", y.path("own")))
	y.must(os.Symlink("..", y.path("out")))
	y.must(os.Symlink("real", y.path("link")))
	y.must(os.Symlink("round", y.path("round")))
	const own, out = "%s belongs to git, and file tools do not change it. Nothing was changed. Use git through run_command.",
		"%s leads out of the workspace through a symbolic link. Give a path that stays inside it."
	for path, want := range map[string]string{
		"own/config": fmt.Sprintf(own, ".git/config"), "own/new": fmt.Sprintf(own, ".git/new"), "bare/x": fmt.Sprintf(own, "bare/x"),
		"out/a": fmt.Sprintf(out, "out/a"), "out/new/a": fmt.Sprintf(out, "out/new/a"), "../a": textOutside("../a"),
		"link/b": "", "real/b": "", "nothing": "", "round/a": "", "": textNoPath,
	} {
		var ways []any
		for _, name := range []string{"fs_create_file", "fs_modify_file", "fs_delete_file", "fs_move_file"} {
			ways = append(ways, name, calls(path)[name])
		}
		ways = append(ways, "fs_move_file", moveArguments{"a", path})
		for i := 0; i < len(ways); i += 2 {
			run, call := y.call(ways[i].(string), ways[i+1], nil)
			if got := run.(tool.RefuserThere).RefusedThere(call); got != want {
				t.Errorf("%s %v: ahead it says %q\nwant %q", ways[i], ways[i+1], got, want)
			}
			if want != "" {
				y.want(run.Run(t.Context(), call), "error: "+want)
			}
		}
	}
	if got := (createFile{}).RefusedThere(tool.Call{Arguments: json.RawMessage(`[]`)}); got != "" {
		t.Errorf("what is no call is refused: %q", got)
	}
}

// TestWhatIsReadThereIsRefusedAhead: what leads into a closed folder or out of the workspace is no
// more asked about where reading asks.
func TestWhatIsReadThereIsRefusedAhead(t *testing.T) {
	y := newYard(t, map[string]string{".claude/a": "x\n", "real/b": "x\n", ".git/config": "x\n"})
	y.must(os.Symlink("..", y.path("out")))
	y.must(os.Symlink(".claude", y.path("own")))
	y.must(os.Symlink("real", y.path("link")))
	const out = "%s leads out of the workspace through a symbolic link. Give a path that stays inside it."
	for path, want := range map[string]string{
		".claude": textClosed(".claude"), ".claude/a": textClosed(".claude/a"), ".Claude/new": textClosed(".Claude/new"), "own/a": textClosed("own/a"), "own": textClosed("own"),
		"out/a": fmt.Sprintf(out, "out/a"), "../a": textOutside("../a"),
		"link/b": "", "real/b": "", "nothing": "", ".git/config": "",
	} {
		for name, arguments := range map[string]any{
			"fs_read_file": map[string]any{"path": path}, "fs_list_files": map[string]any{"path": path},
			"fs_grep_files": map[string]any{"pattern": "x", "paths": []string{"real", path}},
		} {
			run, call := y.call(name, arguments, nil)
			call.Closed = []string{y.path(".claude")}
			if got := run.(tool.RefuserThere).RefusedThere(call); got != want {
				t.Errorf("%s %s: ahead it says %q\nwant %q", name, path, got, want)
			}
			if want != "" {
				y.want(run.Run(t.Context(), call), "error: "+want)
			}
		}
	}
	for _, path := range []string{".claude/a", "own/a", ".claude/new"} {
		for _, name := range []string{"fs_create_file", "fs_modify_file", "fs_delete_file", "fs_move_file"} {
			run, call := y.call(name, calls(path)[name], nil)
			call.Closed = []string{y.path(".claude")}
			got := run.(tool.RefuserThere).RefusedThere(call)
			y.want(run.Run(t.Context(), call), "error: "+got)
			if want := textClosed(strings.Replace(path, "own", ".claude", 1)); got != want {
				t.Errorf("%s %s: ahead it says %q\nwant %q", name, path, got, want)
			}
		}
	}
}

// TestWhatIsReplacedIsAskedOnce: where a file would be replaced the run asks in any case,
// and says so in advance. So it does where one is moved, whose text it shows, unless a person was asked.
func TestWhatIsReplacedIsAskedOnce(t *testing.T) {
	y := newYard(t, map[string]string{"AGENTS.md": "x\n", "CLAUDE.md": "y\n", "plain": "p\n", ".claude/x": ""})
	y.must(os.Symlink(".claude", y.path("alias")))
	for _, c := range []struct {
		name      string
		arguments any
		asks      bool
	}{
		{"fs_create_file", createArguments{"AGENTS.md", "new\n"}, true}, {"fs_create_file", createArguments{"sub/AGENTS.md", "new\n"}, false},
		{"fs_create_file", createArguments{"alias/x", "new\n"}, true}, {"fs_create_file", createArguments{"../AGENTS.md", "new\n"}, false},
		{"fs_create_file", createArguments{".claude", "new\n"}, false}, {"fs_move_file", moveArguments{"plain", "AGENTS.md"}, true},
		{"fs_move_file", moveArguments{"AGENTS.md", "plain"}, true}, {"fs_move_file", moveArguments{"AGENTS.md", "free"}, true},
		{"fs_move_file", moveArguments{"plain", "sub/AGENTS.md"}, true}, {"fs_move_file", moveArguments{"none", "sub/AGENTS.md"}, false},
	} {
		run, call := y.call(c.name, c.arguments, nil)
		asks := run.(tool.AskerThere).AsksThere(call)
		if asks != c.asks {
			t.Errorf("%s %v: it is told that it asks: %v", c.name, c.arguments, asks)
		}
		id, shows := "overwrite_file", ""
		if in, moves := c.arguments.(moveArguments); asks && moves && y.get(in.To) == "<none>" {
			id, shows = grantQuestion, "\n+"+y.get(in.Path)
		} else {
			call.Allowed = run.(tool.GuardedThere).GuardedThere(call)
		}
		if asks {
			if q := y.questions(run.Run(t.Context(), call)); len(q) != 1 || !q[0].Personal || q[0].ID != id || !strings.Contains(q[0].Context, shows) {
				t.Errorf("%s %v asks %+v", c.name, c.arguments, q)
			}
		}
	}
	if (createFile{}).AsksThere(tool.Call{Arguments: json.RawMessage(`[]`)}) || (moveFile{}).AsksThere(tool.Call{Arguments: json.RawMessage(`[]`)}) {
		t.Error("what is no call asks")
	}
}

// TestWhatWasToAskDoesNothingUnasked: a run that was let begin since it asks does nothing where there
// is nothing to ask about any more.
func TestWhatWasToAskDoesNothingUnasked(t *testing.T) {
	y := newYard(t, map[string]string{"plain": "p\n", "there": "t\n"})
	for _, c := range []struct {
		name      string
		arguments any
	}{
		{"fs_create_file", createArguments{"sub/new", "x\n"}}, {"fs_move_file", moveArguments{"plain", "sub/new"}},
		{"fs_create_file", createArguments{"there", "x\n"}}, {"fs_move_file", moveArguments{"plain", "there"}},
	} {
		run, call := y.call(c.name, c.arguments, nil)
		call.Asks = true
		if out, failed := done(t.Context(), run.Run(t.Context(), call)).(tool.Failure); !failed {
			t.Errorf("%s %v did not fail: %+v", c.name, c.arguments, out)
		}
		y.wantFile("sub/new", "<none>")
		y.wantFile("plain", "p\n")
	}
}

// Why something gives permission, as the user reads it.
var (
	byEditor  = grants.By(".vscode")
	byFolder  = grants.By(".envrc")
	byHook    = grants.By(".husky")
	byPackage = grants.By(".npmrc")
)

const parleyGrants = "`.parley/config.toml` gives permission. Parley takes its settings and skills from it: what is run, and who decides. " +
	"Only your own answer to this very change counts: no setting, no rule and no other assistant gives it for you, and it is not remembered."
