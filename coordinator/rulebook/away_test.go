package rulebook

import (
	"crypto/sha1"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator/git"
	"parley/coordinator/rules"
)

// TestARepositoryThatIsNamed: a rule for git does not hold where the environment names another
// repository than the workspace's own, or a part of another one, at which nobody looks.
func TestARepositoryThatIsNamed(t *testing.T) {
	repository := map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": ""}
	b, dir := place(t, repository, "allow run_command(git status *)")
	_, other := place(t, repository)
	if err := os.WriteFile(filepath.Join(dir, ".git/index"), []byte(index("a")), 0o600); err != nil {
		t.Fatal(err)
	}
	for set, want := range map[string]rules.Verdict{
		"":                                      rules.Allowed,
		"GIT_DIR=.git":                          rules.Allowed,
		"GIT_DIR=" + dir + "/.git":              rules.Allowed,
		"GIT_COMMON_DIR=.git":                   rules.Allowed,
		"GIT_INDEX_FILE=" + dir + "/.git/index": rules.Allowed,
		"GIT_OBJECT_DIRECTORY=.git/objects":     rules.Allowed,
		"GIT_WORK_TREE=" + dir:                  rules.Allowed,
		"GIT_DIR=" + other + "/.git":            rules.Asked,
		"GIT_COMMON_DIR=" + other + "/.git":     rules.Asked,
		"GIT_DIR=" + other + "/gone":            rules.Asked,
		"GIT_INDEX_FILE=another":                rules.Asked,
		"GIT_OBJECT_DIRECTORY=objects":          rules.Asked,
		"GIT_WORK_TREE=docs":                    rules.Asked,
		"GIT_ALTERNATE_OBJECT_DIRECTORIES=o":    rules.Asked,
		"GIT_GRAFT_FILE=grafts":                 rules.Asked,
		"GIT_SHALLOW_FILE=shallow":              rules.Asked,
		"GIT_REFERENCE_BACKEND=files://refs":    rules.Asked,
	} {
		name, value, _ := strings.Cut(set, "=")
		b.o.User = git.UserOf(func(asked string) string {
			if asked != name {
				return ""
			}
			return value
		})
		if got := b.one(t, "run_command", `{"command":"git status"}`); got.Verdict != want {
			t.Errorf("%q: %s, %s", set, got.Verdict, got.Why)
		}
	}
}

// index is git's, with one file.
func index(name string) string {
	entry := make([]byte, 40+20+2)
	entry[26], entry[27], entry[61] = 0o100644>>8, 0o100644&0xff, byte(len(name))
	entry = append(append(entry, name...), 0)
	data := append([]byte("DIRC\x00\x00\x00\x02\x00\x00\x00\x01"), append(entry, make([]byte, -len(entry)&7)...)...)
	sum := sha1.Sum(data)
	return string(append(data, sum[:]...))
}

// TestARepositoryThatLiesElsewhere: a rule for git does not hold where git would read or write
// out of the repository's own folder.
func TestARepositoryThatLiesElsewhere(t *testing.T) {
	const asked = "the rule run_command(git commit -F -) does not cover it: the repository of the workspace lies elsewhere, or git may read or write elsewhere: " +
		".git is no folder, has a link in it or names another place, a tracked file lies behind a link or by its name elsewhere, or a file that your own settings name is a link"
	const allowed = "allowed by the rule run_command(git commit -F -)"
	link := func(name, to string) func(dir, other string) error {
		return func(dir, other string) error {
			name := filepath.Join(dir, name)
			return errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.RemoveAll(name), os.Symlink(strings.ReplaceAll(to, "OTHER", other), name))
		}
	}
	text := func(name, to string) func(dir, other string) error {
		return func(dir, other string) error {
			name := filepath.Join(dir, name)
			return errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(strings.ReplaceAll(to, "OTHER", other)), 0o600))
		}
	}
	tree := func(at, common, back string) func(dir, other string) error {
		return func(dir, other string) error {
			places := strings.NewReplacer("OTHER", other, "DIR", dir)
			own := places.Replace(at)
			return errors.Join(os.RemoveAll(filepath.Join(dir, ".git")), os.MkdirAll(own, 0o755),
				os.WriteFile(filepath.Join(dir, ".git"), []byte("gitdir: "+own+"\n"), 0o600),
				os.WriteFile(filepath.Join(own, "HEAD"), []byte("ref: refs/heads/x\n"), 0o600),
				os.WriteFile(filepath.Join(own, "commondir"), []byte(common+"\n"), 0o600),
				os.WriteFile(filepath.Join(own, "gitdir"), []byte(places.Replace(back)+"\n"), 0o600))
		}
	}
	named := func(at, common string) func(dir, other string) error { // by another path than DIR/wt/.git/worktrees/x
		return func(dir, other string) error {
			return errors.Join(tree("OTHER/.git/worktrees/x", common, "DIR/.git")(dir, other), text(".git", "gitdir: "+at+"\n")(dir, other),
				link("wt", "OTHER")(dir, other), link("up", "OTHER/.git/refs")(dir, other),
				text(" wt/.git/worktrees/x/HEAD", "ref: refs/heads/x\n")(dir, other), text("wt/.git/worktrees/x /HEAD", "ref: refs/heads/x\n")(dir, other))
		}
	}
	for name, c := range map[string]struct {
		change func(dir, other string) error
		why    string
	}{
		"as it is":                   {text("docs/a", "a"), allowed},
		"a link beside it":           {link("docs/a", "OTHER/.git/HEAD"), allowed},
		"a hook that is a link":      {link(".git/hooks/pre-commit.sample", "../../docs/a"), allowed},
		"the message of a commit":    {link(".git/COMMIT_EDITMSG", "OTHER/new"), asked},
		"the same, in the workspace": {link(".git/COMMIT_EDITMSG", "../AGENTS.md"), asked},
		"what branches were":         {link(".git/logs/HEAD", "OTHER/new"), asked},
		"the index":                  {link(".git/index", "OTHER/new"), asked},
		"a branch":                   {link(".git/refs/heads/x", "OTHER/.git/HEAD"), asked},
		"the objects":                {link(".git/objects", "OTHER/.git/objects"), asked},
		"some of the objects":        {link(".git/objects/ab", "OTHER/.git/objects"), asked},
		"one of the objects":         {link(".git/objects/ab/cd", "OTHER/.git/HEAD"), asked},
		"more objects":               {text(".git/objects/info/alternates", "OTHER/.git/objects\n"), asked},
		"what work trees share":      {text(".git/commondir", "OTHER/.git\n"), asked},
		"all of it":                  {link(".git", "OTHER/.git"), asked},
		"another work tree's":        {text(".git/worktrees/x/commondir", "OTHER/.git\n"), asked},
		"its own":                    {text(".git/worktrees/x/commondir", "../..\n"), allowed},
		"tables of branches":         {text(".git/reftable/tables.list", "0x1-0x1-a.ref\n"), allowed},
		"those of another":           {text(".git/reftable/tables.list", "0x1-0x1-a.ref\nx/../OTHER/.git/reftable/0x1-0x1-a.ref\n"), asked},
		"a tracked file":             {text(".git/index", index("docs/x")), allowed},
		"one above the workspace":    {text(".git/index", index("../x")), asked},
		"one behind a link": {func(dir, other string) error {
			return errors.Join(text(".git/index", index("l/x"))(dir, other), link("l", "OTHER")(dir, other))
		}, asked},
		"all of it, named": {func(dir, other string) error {
			return errors.Join(os.RemoveAll(filepath.Join(dir, ".git")), text(".git", "gitdir: OTHER/.git\n")(dir, other))
		}, asked},
		"a further work tree":                   {tree("OTHER/.git/worktrees/x", "../..", "DIR/.git"), allowed},
		"one that its repository does not know": {tree("OTHER/.git/worktrees/x", "../..", "OTHER/x/.git"), asked},
		"one that shares something else":        {tree("OTHER/.git/worktrees/x", "../../../x", "DIR/.git"), asked},
		"one whose place is no work tree's":     {tree("OTHER/.git/x", "..", "DIR/.git"), asked},
		"one by a shorter path":                 {named("wt/.git/worktrees/x", "../.."), allowed},
		"one behind a blank":                    {named(" wt/.git/worktrees/x", "../.."), asked},
		"one before a blank":                    {named("wt/.git/worktrees/x ", "../.."), asked},
		"one up from where a link leads":        {named("up/../wt/.git/worktrees/x", "../.."), asked},
		"one that shares a name with a blank":   {named("wt/.git/worktrees/x", "../.. "), asked},
		"one whose repository has a link": {func(dir, other string) error {
			return errors.Join(tree("OTHER/.git/worktrees/x", "../..", "DIR/.git")(dir, other), os.Symlink(other, filepath.Join(other, ".git", "worktrees", "x", "COMMIT_EDITMSG")))
		}, asked},
	} {
		t.Run(name, func(t *testing.T) {
			repository := map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": ""}
			_, other := place(t, repository)
			b, dir := place(t, repository, "allow run_command(git commit -F -)")
			if err := c.change(dir, other); err != nil {
				t.Fatal(err)
			}
			if got := b.one(t, "run_command", `{"command":"git commit -F - <<'E'\nx\nE"}`); got.Why != c.why {
				t.Errorf("%s: %s", got.Verdict, got.Why)
			}
		})
	}
}

// TestARepositoryThatGitDoesNotTake: where git may not go into its folders, it goes on to the folders
// above, in which another repository may lie.
func TestARepositoryThatGitDoesNotTake(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the superuser may go into every folder")
	}
	for _, folder := range []string{"objects", "refs"} {
		b, dir := place(t, map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": ""}, "allow run_command(git status *)")
		for mode, want := range map[os.FileMode]rules.Verdict{0o700: rules.Allowed, 0o600: rules.Asked} {
			if err := os.Chmod(filepath.Join(dir, ".git", folder), mode); err != nil {
				t.Fatal(err)
			}
			if got := b.one(t, "run_command", `{"command":"git status"}`); got.Verdict != want {
				t.Errorf("%s with %o: %s, %s", folder, mode, got.Verdict, got.Why)
			}
		}
		if err := os.Chmod(filepath.Join(dir, ".git", folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAFolderInARepositoryByALink: git starts where a folder really is, and finds the repository around that,
// whose settings nobody looked at.
func TestAFolderInARepositoryByALink(t *testing.T) {
	_, other := place(t, map[string]string{".git/HEAD": "ref: refs/heads/main\n", "sub/x": ""})
	b, dir := place(t, nil, "allow run_command(git status *)")
	for _, c := range []struct {
		dir  string
		want rules.Verdict
	}{{dir, rules.Allowed}, {filepath.Join(dir, "link"), rules.Asked}} {
		if b.o.Dir = c.dir; c.want == rules.Asked {
			if err := os.Symlink(filepath.Join(other, "sub"), c.dir); err != nil {
				t.Fatal(err)
			}
		}
		if got := b.one(t, "run_command", `{"command":"git status"}`); got.Verdict != c.want {
			t.Errorf("%s: %s, %s", c.dir, got.Verdict, got.Why)
		}
	}
}
