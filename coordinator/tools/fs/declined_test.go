package fs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"testing"

	"parley/coordinator/tool"
)

// allowed runs a call that a person allowed.
func (y *yard) allowed(name string, arguments any, given answers) tool.Outcome {
	y.t.Helper()
	one, call := y.call(name, arguments, given)
	call.Shown = true
	return done(context.Background(), one.Run(context.Background(), call))
}

// TestANoStandsWhereItsQuestionWouldNotBePut: between the question and the answer somebody changes what the
// question was about, so that there would be no reason to ask any more. The answer was no all the same.
func TestANoStandsWhereItsQuestionWouldNotBePut(t *testing.T) {
	ten := "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"
	for name, c := range map[string]struct {
		tool      string
		arguments any
		asks      string // the question that is answered with no
		meanwhile func(*yard)
	}{
		"a file to be replaced is removed": {"fs_create_file", createArguments{"b", "new\n"}, "overwrite_file",
			func(y *yard) { y.must(os.Remove(y.path("b"))) }},
		"a file to be moved over is removed": {"fs_move_file", moveArguments{"a", "b"}, "overwrite_file",
			func(y *yard) { y.must(os.Remove(y.path("b"))) }},
		"a file to be deleted is committed": {"fs_delete_file", deleteArguments{"dirty"}, "delete_dirty_file",
			func(y *yard) { y.git("add", "-A"); y.git("commit", "-qm", "x") }},
		"a file to be changed is committed": {"fs_modify_file", modifyArguments{"dirty", []pattern{{Old: "two", New: "2"}}}, "modify_dirty_file",
			func(y *yard) { y.git("add", "-A"); y.git("commit", "-qm", "x") }},
		"a file to be changed grows": {"fs_modify_file", modifyArguments{"ten", []pattern{{Old: ten[:14], New: "x\n"}}}, "broad_replacement",
			func(y *yard) { y.put("ten", ten+"11\n12\n13\n14\n15\n16\n17\n18\n"); y.git("commit", "-qam", "x") }},
		"a name to be created gives permission no more": {"fs_create_file", createArguments{"hk/post-commit", "new\n"}, grantQuestion,
			func(y *yard) { y.git("config", "--unset", "core.hooksPath") }},
		"a name to be moved to gives permission no more": {"fs_move_file", moveArguments{"a", "hk/post-commit"}, grantQuestion,
			func(y *yard) { y.git("config", "--unset", "core.hooksPath") }},
		"a file to be deleted gives permission no more": {"fs_delete_file", deleteArguments{"hk/pre-push"}, grantQuestion,
			func(y *yard) { y.git("config", "--unset", "core.hooksPath") }},
		"a link leads on no more": {"fs_create_file", createArguments{"l/new", "new\n"}, astrayQuestion,
			func(y *yard) { y.must(errors.Join(os.Remove(y.path("l")), os.Mkdir(y.path("l"), 0o755))) }},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, map[string]string{"a": "a\n", "b": "b\n", "dirty": "one\n", "ten": ten, "hk/pre-push": "p\n", "one/x": "x\n"})
			y.commit()
			y.git("config", "core.hooksPath", "hk")
			y.put("dirty", "one\ntwo\n")
			y.must(os.Symlink("one", y.path("l")))
			run := func(given answers) tool.Outcome { return y.allowed(c.tool, c.arguments, given) }
			given := y.all(run(nil), "true")
			asked, ok := given[c.asks]
			if !ok {
				t.Fatalf("%s is not asked: %v", c.asks, given)
			}
			for id := range given {
				delete(given, id) // those behind it are not put after a no
			}
			asked.Value = json.RawMessage("false")
			given[c.asks] = asked
			c.meanwhile(y)
			before, dirty := y.names(), y.get("dirty")+y.get("ten")
			y.want(run(given), fmt.Sprintf("error: To the question %q the answer was no. Nothing was changed.", asked.Asked.Text))
			y.wantNames(before)
			if now := y.get("dirty") + y.get("ten"); now != dirty {
				t.Errorf("it was changed to %q", now)
			}
			if f, ok := run(given).(tool.Failure); !ok || !f.Refused {
				t.Errorf("%+v follows no answer", f)
			}
		})
	}
}

// TestAYesToReplaceIsNoneToCreate: a person said yes to what would stand in place of a file, whole or in parts.
// Where the file is gone by then, the model's text, with other line endings and permissions, is not created.
func TestAYesToReplaceIsNoneToCreate(t *testing.T) {
	const want = "error: b was removed while the user was asked whether to replace it. Nothing was written. Create it again if it is still needed; the user is asked then."
	create := createArguments{"b", "new\nnew\n"}
	for name, chosen := range map[string]func(*tool.Answer){
		"whole": func(*tool.Answer) {},
		"again": func(a *tool.Answer) { a.Again = true },
		"parts": func(a *tool.Answer) {
			a.Edited = &tool.Edited{Digest: a.Asked.Digest, Content: "new\nc\n", Taken: "1 of 2 hunks"}
		},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, map[string]string{"b": "b\r\nc\r\n"})
			given := y.all(y.run("fs_create_file", create, nil), "true")
			answer := given["overwrite_file"]
			chosen(&answer)
			given["overwrite_file"] = answer
			y.must(os.Remove(y.path("b")))
			y.want(y.run("fs_create_file", create, given), want)
			y.wantFile("b", "<none>")
			handed := false
			_, call := y.call("fs_create_file", create, given)
			out := ForeignText(Options{}, false, func(context.Context, Approved) tool.Outcome { handed = true; return tool.Success{} }).Run(t.Context(), call)
			if y.want(out, want); handed {
				t.Error("another program was told yes")
			}
			y.want(y.run("fs_create_file", create, nil), "ok: Created b with 2 lines.")
		})
	}
}

// TestANoToAForeignText is not handed back as a yes.
func TestANoToAForeignText(t *testing.T) {
	y := newYard(t, map[string]string{"a": "a\n", "hk/pre-push": "p\n"})
	y.commit()
	y.git("config", "core.hooksPath", "hk")
	handed := false
	hand := func(context.Context, Approved) tool.Outcome { handed = true; return tool.Success{} }
	run := func(given answers) tool.Outcome {
		_, call := y.call("fs_create_file", createArguments{"hk/post-commit", "new\n"}, given)
		return ForeignText(Options{}, false, hand).Run(t.Context(), call)
	}
	given := y.all(run(nil), "false")
	y.git("config", "--unset", "core.hooksPath")
	if f, ok := run(given).(tool.Failure); !ok || !f.Refused || handed {
		t.Errorf("%+v, handed back: %v", f, handed)
	}
}

// TestAYesIsForWhatHadTheName also where its question would not be put any more: a file that came to the name
// since is neither moved nor deleted by it, and the same file is.
func TestAYesIsForWhatHadTheName(t *testing.T) {
	for name, c := range map[string]struct {
		tool      string
		arguments any
		asks      string
		meanwhile func(*yard) // after which there is no reason to ask
		file      string      // that is another one by then
		gone      bool        // what it was to replace is gone: that is another thing, too
		done      string
	}{
		"moved to a name that gave permission": {"fs_move_file", moveArguments{"a", "hk/post-commit"}, grantQuestion,
			func(y *yard) { y.git("config", "--unset", "core.hooksPath") }, "a", false, "ok: Moved a to hk/post-commit."},
		"moved over a file": {"fs_move_file", moveArguments{"a", "b"}, "overwrite_file",
			func(y *yard) { y.must(os.Remove(y.path("b"))) }, "a", true, ""},
		"deleted though it was changed": {"fs_delete_file", deleteArguments{"dirty"}, "delete_dirty_file",
			func(y *yard) { y.git("add", "-A"); y.git("commit", "-qm", "x") }, "dirty", false, "ok: Deleted dirty."},
		"deleted though it gave permission": {"fs_delete_file", deleteArguments{"hk/pre-push"}, grantQuestion,
			func(y *yard) {
				y.git("config", "--unset", "core.hooksPath")
				y.git("add", "-A")
				y.git("commit", "-qm", "x")
			}, "hk/pre-push", false, "ok: Deleted hk/pre-push."},
		"deleted where a link led": {"fs_delete_file", deleteArguments{"l/x"}, astrayQuestion,
			func(y *yard) {
				y.must(errors.Join(os.Remove(y.path("l")), os.Mkdir(y.path("l"), 0o755)))
				y.put("l/x", y.get("one/x"))
				y.git("add", "-A")
				y.git("commit", "-qm", "x")
			}, "one/x", true, ""},
	} {
		for _, other := range []bool{false, true} {
			y := newYard(t, map[string]string{"a": "a\n", "b": "b\n", "dirty": "one\n", "hk/pre-push": "p\n", "one/x": "x\n"})
			y.commit()
			y.git("config", "core.hooksPath", "hk")
			y.put("dirty", "one\ntwo\n")
			y.must(os.Symlink("one", y.path("l")))
			run := func(given answers) tool.Outcome { return y.allowed(c.tool, c.arguments, given) }
			given := y.all(run(nil), "true")
			if _, ok := given[c.asks]; !ok {
				t.Fatalf("%s: %s is not asked: %v", name, c.asks, given)
			}
			if other {
				y.put(c.file, "another\n")
			}
			c.meanwhile(y)
			before := y.names()
			switch out := run(given); {
			case !other && !c.gone:
				y.want(out, c.done)
			default:
				p := map[string]string{"one/x": "l/x"}[c.file]
				if p == "" {
					p = c.file
				}
				y.want(out, "error: Since the user was asked, something has changed: "+p+" is not what was shown to them, or what it was to replace is gone. Nothing was changed. Call it again if it is still needed; the user is asked then.")
				y.wantNames(before)
			}
		}
	}
}
