package fs

import (
	"errors"
	"os"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/forms"
)

// TestWhatAPersonAllowedIsDoneWhereItsWordsLead: they saw the words alone. A link that was changed
// after their answer is asked about again; one that leads nowhere else is no reason to ask, nor is
// a call that nobody was shown.
func TestWhatAPersonAllowedIsDoneWhereItsWordsLead(t *testing.T) {
	for name, c := range map[string]struct {
		arguments                        any
		asks, again, refused, done, file string
	}{
		"fs_create_file": {createArguments{"l/./new", "x\n"},
			"asks change_elsewhere: l/./new leads to one/new. Create it there?\n\n", "asks change_elsewhere: l/./new leads to two/new. Create it there?\n" + textLedAnew + "\n\n\n",
			"error: l/./new leads to one/new, and the user did not allow a change there. Nothing was changed.", "ok: Created two/new with 1 line.", "two/new"},
		"fs_delete_file": {deleteArguments{"l/x"},
			"asks change_elsewhere: l/x leads to one/x. Delete it there?\n\n", "asks change_elsewhere: l/x leads to two/x. Delete it there?\n" + textLedOrChanged + "\n\n\n",
			"error: l/x leads to one/x, and the user did not allow a change there. Nothing was changed.", "ok: Deleted two/x.", "one/x"},
		"fs_move_file": {moveArguments{"a", "l/new"},
			"asks change_elsewhere_to: l/new leads to one/new. Move the file there?\n\n", "asks change_elsewhere_to: l/new leads to two/new. Move the file there?\n" + textLedAnew + "\n\n\n",
			"error: l/new leads to one/new, and the user did not allow a change there. Nothing was changed.", "ok: Moved a to two/new.", "two/new"},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, map[string]string{"a": "a\n", "one/x": "1\n", "two/x": "2\n"})
			y.commit()
			lead := func(to string) {
				y.must(errors.Join(os.RemoveAll(y.path("l")), os.Symlink(to, y.path("l"))))
			}
			lead("one")
			run := func(given answers) tool.Outcome {
				one, call := y.call(name, c.arguments, given)
				call.Shown = true
				return done(t.Context(), one.Run(t.Context(), call))
			}
			out := run(nil)
			y.want(out, c.asks)
			y.want(run(y.all(out, "false")), c.refused)
			lead("two")
			again := run(y.all(out, "true"))
			y.want(again, c.again)
			y.want(run(y.all(again, "true")), c.done)
			if _, err := os.Stat(y.path(c.file)); err != nil {
				t.Error(err)
			}
		})
	}
	for name, in := range map[string]any{"fs_delete_file": deleteArguments{"l/x"}, "fs_move_file": moveArguments{"l/x", "b"}} {
		y := newYard(t, map[string]string{"one/x": "1\n", ".gitignore": "x\n"})
		y.commit()
		y.must(os.Symlink("one", y.path("l")))
		run := func(given answers) tool.Outcome {
			one, call := y.call(name, in, given)
			call.Shown = true
			return done(t.Context(), one.Run(t.Context(), call))
		}
		out := run(nil)
		y.put("one/x", "2\n")
		again := run(y.all(out, "true"))
		if q := y.questions(again)[0]; !strings.HasPrefix(q.Context, textLedOrChanged) || q.Persistence != forms.PersistNone {
			t.Errorf("%s: asked again with %+v", name, q)
		}
		y.wantFile("one/x", "2\n")
		if _, is := run(y.all(again, "true")).(tool.Success); !is {
			t.Errorf("%s: it is not done after the second yes", name)
		}
	}
	y := newYard(t, map[string]string{"one/x": "1\n"})
	y.must(os.Symlink("one", y.path("l")))
	one, call := y.call("fs_create_file", createArguments{y.path("one/../one/y"), "y\n"}, nil)
	call.Shown = true
	y.want(done(t.Context(), one.Run(t.Context(), call)), "ok: Created one/y with 1 line.")
	y.want(y.run("fs_create_file", createArguments{"l/new", "x\n"}, nil), "ok: Created one/new with 1 line.")
}

// TestWhatIsAskedWhereALinkLeads says what would be done there.
func TestWhatIsAskedWhereALinkLeads(t *testing.T) {
	for tool, want := range map[string][2]string{
		"fs_create_file": {"Create it there?", "Create it there?"}, "fs_delete_file": {"Delete it there?", "Delete it there?"},
		"fs_modify_file": {"Change it there?", "Change it there?"}, "fs_move_file": {"Move it away from there?", "Move the file there?"},
	} {
		for i, deed := range want {
			if got := textAskAstray("a", "b", textDeed(tool, i)); got != "a leads to b, which no rule of yours allows. "+deed {
				t.Errorf("%s: %s", tool, got)
			}
		}
	}
}
