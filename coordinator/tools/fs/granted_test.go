package fs

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/forms"
)

func TestAChangeOfWhatGivesPermissionIsAsked(t *testing.T) {
	y := newYard(t, map[string]string{"a": "x\n"})
	p := ".parley/config.toml"
	create := createArguments{p, "on = true\n"}
	given := y.personally("fs_create_file", create, "change_permission", p+" gives permission. Do you want it to be created?",
		parleyGrants+"\n\n```diff\n--- /dev/null\n+++ b/"+p+"\n@@ -0,0 +1 @@\n+on = true\n```")
	y.want(y.run("fs_create_file", create, given), "ok: Created .parley/config.toml with 1 line.")

	other := createArguments{p, "on = false\n"}
	given = y.personally("fs_create_file", other, "overwrite_file", p+" exists already. Do you want to replace it?", parleyGrants+"\n\n```diff\n")
	y.want(y.run("fs_create_file", other, given), "ok: Replaced .parley/config.toml: 1 line added, 1 removed.")

	patch := change(p, "false", "true")
	given = y.personally("fs_modify_file", patch, "apply_changes", "Do you want to apply the following patch to "+p+"?", parleyGrants+"\n\n```diff\n")
	y.want(y.run("fs_modify_file", patch, given), "ok: Modified .parley/config.toml: 1 line added, 1 removed.")

	away := moveArguments{p, "b"}
	given = y.personally("fs_move_file", away, "change_permission", "Do you want "+p+" to be moved to b? One of them gives permission.",
		parleyGrants+"\n\n```diff\n--- /dev/null\n+++ b/b\n@@ -0,0 +1 @@\n+on = true\n```")
	y.want(y.run("fs_move_file", away, given), "ok: Moved .parley/config.toml to b.")

	back := moveArguments{"b", ".parley/more/config.toml"}
	given = y.personally("fs_move_file", back, "change_permission", "Do you want b to be moved to .parley/more/config.toml? One of them gives permission.", "`.parley/more/config.toml` gives permission.")
	y.want(y.run("fs_move_file", back, given), "ok: Moved b to .parley/more/config.toml.")

	over := moveArguments{"a", ".parley/more/config.toml"}
	given = y.personally("fs_move_file", over, "overwrite_file", ".parley/more/config.toml exists already. Do you want to replace it with a?", "`.parley/more/config.toml` gives permission.")
	y.want(y.run("fs_move_file", over, given), "ok: Moved a to .parley/more/config.toml.")

	gone := deleteArguments{".parley/more/config.toml"}
	given = y.personally("fs_delete_file", gone, "change_permission", ".parley/more/config.toml gives permission. Do you want it to be deleted?", "`.parley/more/config.toml` gives permission.")
	y.want(y.run("fs_delete_file", gone, given), "ok: Deleted .parley/more/config.toml.")
}

// TestWhatIsAskedBeforeAChangeOfWhatGivesPermission: whether a broad change, or one over uncommitted changes, of
// what gives permission is meant is a person's to say as well, and no setting's.
func TestWhatIsAskedBeforeAChangeOfWhatGivesPermission(t *testing.T) {
	ten := strings.Repeat("x\n", 10)
	y := newYard(t, map[string]string{".envrc": ten, "a": ten})
	y.commit()
	y.put(".envrc", ten+"y\n")
	y.put("a", ten+"y\n")
	for name, personal := range map[string]bool{".envrc": true, "a": false} {
		qs := y.questions(y.run("fs_modify_file", change(name, ten, "z\n"), nil))
		if len(qs) != 3 {
			t.Fatalf("%s: %d questions", name, len(qs))
		}
		for _, q := range qs {
			if q.Personal != personal || (q.Persistence == forms.PersistNone) != personal || personal && q.Default != nil {
				t.Errorf("%s of %s: personal %v, persistence %v, default %s", q.ID, name, q.Personal, q.Persistence, q.Default)
			}
		}
	}
}

// TestAMoveToWhatVanishes: that a file gives permission is asked where its name is found free, so
// also if what stood there was gone by then.
func TestAMoveToWhatVanishes(t *testing.T) {
	y := newYard(t, map[string]string{"a": "x\n", ".parley/config.toml": "y\n"})
	move := moveArguments{"a", ".parley/config.toml"}
	given := y.all(y.run("fs_move_file", move, nil), "true")
	_, call := y.call("fs_move_file", move, given)
	from, err := openSpot(y.root, "a")
	y.must(err)
	info, err := from.look()
	y.must(err)
	to, err := openSpot(y.root, move.To)
	y.must(err)
	y.must(os.Remove(y.path(move.To)))
	for name, try := range map[string]func() (tool.Outcome, error){
		"a free name":   func() (tool.Outcome, error) { return moveFile{}.onto(t.Context(), call, from, info, to) },
		"a new folder":  func() (tool.Outcome, error) { return moveFile{}.below(t.Context(), call, from, info, ".parley/new/x") },
		"the whole run": func() (tool.Outcome, error) { return moveFile{}.planned(t.Context(), call, from, move.To) },
	} {
		out, err := try()
		y.must(err)
		if q := y.questions(out); len(q) != 1 || q[0].ID != grantQuestion || !q[0].Personal {
			t.Errorf("%s: %+v", name, q)
		}
	}
	y.must(errors.Join(from.close(), to.close()))
}

func TestANoToWhatGivesPermission(t *testing.T) {
	y := newYard(t, map[string]string{"AGENTS.md": "x\n", "a": "y\n"})
	for _, row := range []struct {
		name      string
		arguments any
		want      string
	}{
		{"fs_create_file", createArguments{".envrc", "x\n"}, ".envrc gives permission, and changing it was rejected. Nothing was changed. Do not try to get the same done in another way; say what the user is to change themselves."},
		{"fs_delete_file", deleteArguments{"AGENTS.md"}, "AGENTS.md gives permission, and changing it was rejected. Nothing was changed. Do not try to get the same done in another way; say what the user is to change themselves."},
		{"fs_move_file", moveArguments{"a", "CLAUDE.md"}, "Moving a would change what gives permission, and was rejected. Nothing was moved. Do not try to get the same done in another way."},
	} {
		given := y.all(y.run(row.name, row.arguments, nil), "false")
		y.want(y.run(row.name, row.arguments, given), "error: "+row.want)
	}
	y.wantNames("AGENTS.md a")
}

// TestAYesIsToThisVeryChange: if the file or the text has changed, the question is asked
// again.
func TestAYesIsToThisVeryChange(t *testing.T) {
	y := newYard(t, map[string]string{"AGENTS.md": "x\n"})
	given := y.all(y.run("fs_create_file", createArguments{".envrc", "one\n"}, nil), "true")
	y.questions(y.run("fs_create_file", createArguments{".envrc", "two\n"}, given))
	given = y.all(y.run("fs_delete_file", deleteArguments{"AGENTS.md"}, nil), "true")
	y.put("AGENTS.md", "y\n")
	y.questions(y.run("fs_delete_file", deleteArguments{"AGENTS.md"}, given))
	y.wantNames("AGENTS.md")
}

// TestTheSameByAnotherName changes what gives permission under names that are not in the
// list.
func TestTheSameByAnotherName(t *testing.T) {
	y := newYard(t, map[string]string{"conf/settings.json": "{}\n", "docs/rules.md": "x\n", "notes": "y\n", "sub/x": "z\n", "plain": "p\n"})
	y.must(os.Symlink("conf", y.path(".claude")))
	y.must(os.Symlink("docs/rules.md", y.path("AGENTS.md")))
	y.must(os.Link(y.path("notes"), y.path("CLAUDE.md")))
	y.must(os.Symlink(".claude", y.path("link")))
	y.must(os.Symlink(y.path("conf"), y.path("sub/.vscode")))
	for _, row := range []struct{ path, grants string }{
		{"conf/settings.json", ".claude"}, {"conf/new/x", ".claude"}, {"link/settings.json", ".claude"}, {"docs/rules.md", "AGENTS.md"}, {"notes", "CLAUDE.md"},
	} {
		for name, arguments := range map[string]any{
			"fs_create_file": createArguments{row.path, "new\n"}, "fs_delete_file": deleteArguments{row.path}, "fs_move_file": moveArguments{row.path, "elsewhere"},
		} {
			if strings.HasSuffix(row.path, "new/x") && name != "fs_create_file" {
				continue
			}
			q := y.questions(y.run(name, arguments, nil))
			if last := q[len(q)-1]; !last.Personal || !strings.HasPrefix(last.Context, "`"+row.grants+"` gives permission. ") {
				t.Errorf("%s %s asks %+v", name, row.path, last)
			}
		}
		if q := y.questions(y.run("fs_move_file", moveArguments{"plain", row.path}, nil)); !q[0].Personal {
			t.Errorf("moving to %s asks %+v", row.path, q)
		}
	}
	y.want(y.run("fs_create_file", createArguments{"docs/other", "x"}, nil), "ok: Created docs/other with 1 line.")
}

// TestRefusedAhead compares what is said before anybody is asked with what the run says.
func TestRefusedAhead(t *testing.T) {
	y := newYard(t, map[string]string{"a": "x\n"})
	for _, path := range []string{"../x", "/etc/passwd", "..", ".git/config", "sub/.GIT/x", ".g\u200cit/x", "a:b", "NUL", "GIT~1/config", "a\nb"} {
		for name, arguments := range calls(path) {
			one, call := y.call(name, arguments, nil)
			said := one.(tool.Refuser).Refused(y.dir, call.Arguments)
			reads := name == "fs_read_file" || name == "fs_list_files" || name == "fs_grep_files"
			if inside := !strings.HasPrefix(path, "..") && path != "/etc/passwd"; reads && inside {
				if said != "" {
					t.Errorf("%s %q is refused: %s", name, path, said)
				}
				continue
			}
			if said == "" {
				t.Errorf("%s %q is not refused", name, path)
				continue
			}
			y.want(y.run(name, arguments, nil), "error: "+said)
		}
	}
	for _, path := range []string{"a", "sub/b", y.path("a"), ".parley/x"} {
		for name, arguments := range calls(path) {
			one, call := y.call(name, arguments, nil)
			if said := one.(tool.Refuser).Refused(y.dir, call.Arguments); said != "" {
				t.Errorf("%s %q is refused: %s", name, path, said)
			}
			if said := one.(tool.Refuser).Refused("", call.Arguments); said != "" {
				t.Errorf("%s %q is refused where the workspace is not known: %s", name, path, said)
			}
		}
	}
	if said := (readFile{}).Refused(y.dir, json.RawMessage(`"nonsense"`)); said != "" {
		t.Errorf("what is no object is refused: %s", said)
	}
}
