package rulebook

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"parley/coordinator/rules"
)

// TestWhatGitHasBegun: no rule covers git where what it has begun runs a program, or writes what
// nobody looked at, when it goes on.
func TestWhatGitHasBegun(t *testing.T) {
	for _, c := range []struct {
		file, text string
		want       rules.Verdict
	}{
		{"MERGE_HEAD", "a1\n", rules.Allowed},
		{"MERGE_MSG", "x\n", rules.Allowed},
		{"COMMIT_EDITMSG", "x\n", rules.Allowed},
		{"notes of another program", "x\n", rules.Allowed},
		{"MERGE_AUTOSTASH", "a1\n", rules.Asked},
		{"SOMETHING_NEW", "a1\n", rules.Asked},
		{"BISECT_START", "main\n", rules.Allowed},
		{"BISECT_START", "--pathspec-from-file=x\n", rules.Asked},
		{"rebase-merge/git-rebase-todo", "pick a1 x\n", rules.Allowed},
		{"rebase-merge/git-rebase-todo", "pick a1 x\nexec ./x\n", rules.Asked},
		{"rebase-merge/strategy", "ort\n", rules.Allowed},
		{"rebase-merge/strategy", "x/evil\n", rules.Asked},
		{"rebase-merge/strategy", "ort recursive\n", rules.Asked},
		{"rebase-merge/strategy_opts", "--x\n", rules.Asked},
		{"rebase-merge/gpg_sign_opt", "-S\n", rules.Allowed},
		{"rebase-merge/gpg_sign_opt", "-Sx\n", rules.Asked},
		{"rebase-merge/autostash", "a1\n", rules.Asked},
		{"rebase-merge/author-script", "GIT_AUTHOR_NAME='x'\n", rules.Allowed},
		{"rebase-apply/next", "1\n", rules.Asked},
		{"sequencer/todo", "revert a1 x\n", rules.Allowed},
		{"sequencer/todo", "exec ./x\n", rules.Asked},
		{"sequencer/opts", "[options]\n\tallow-empty = true\n", rules.Allowed},
		{"sequencer/opts", "[options]\n\tstrategy = x/evil\n", rules.Asked},
		{"sequencer/opts", "[options] strategy = x/evil\n", rules.Asked},
		{"sequencer/opts", "[options]\n\tgpg-sign = x\n", rules.Asked},
		{"sequencer/else", "", rules.Asked},
	} {
		b, _ := place(t, map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "", ".git/" + c.file: c.text}, "allow run_command(git rebase --continue)")
		if got := b.one(t, "run_command", `{"command":"git rebase --continue"}`); got.Verdict != c.want {
			t.Errorf("%s %q: %s, %s", c.file, c.text, got.Verdict, got.Why)
		}
	}
}

// TestWhatGitBeginsItself: what git leaves when it stops in the middle does not take its rules
// away.
func TestWhatGitBeginsItself(t *testing.T) {
	const made = `export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a GIT_EDITOR=true
git init -q -b main . && rm -rf .git/hooks
for i in 1 2 3; do echo $i >f && git add f && git commit -qm $i; done
git checkout -q -b x HEAD~2 && echo x >f && git commit -qam x
`
	for _, begun := range []string{
		"git merge main", "git rebase main", "git rebase -r -s ort main", "git cherry-pick main~1 main", "git cherry-pick -x main~1 main", "git revert main~1 main",
		"git bisect start && git bisect bad main",
	} {
		b, dir := place(t, nil, "allow run_command(git commit -F -)")
		cmd := exec.Command("sh", "-c", made+begun+" >out 2>&1; git status | grep -qE 'unmerged|bisecting|both modified'")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+dir)
		if out, err := cmd.CombinedOutput(); err != nil {
			text, _ := os.ReadFile(filepath.Join(dir, "out"))
			t.Fatalf("%s: %v: %s%s", begun, err, out, text)
		}
		if got := b.one(t, "run_command", `{"command":"git commit -F - <<'E'\nx\nE"}`); got.Verdict != rules.Allowed {
			t.Errorf("%s: %s, %s", begun, got.Verdict, got.Why)
		}
	}
}
