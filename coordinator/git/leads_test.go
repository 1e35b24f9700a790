package git_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parley/coordinator/git"
)

// TestLeads: files of settings with what they include, even in a circle, and the links in
// the index.
func TestLeads(t *testing.T) {
	r := newRepository(t)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.WriteFile(filepath.Join(r.dir, ".git", "config"), []byte("[core]\n\tbare = false\n[include]\n\tpath = ../more\n\tpath = ~/own\n[core]\n\tattributesFile = more/attributes\n"), 0o644))
	must(os.WriteFile(filepath.Join(r.dir, "more"), []byte("[includeIf \"gitdir:/x\"]\n\tpath = gone\n"), 0o644))
	must(os.Symlink("../more", filepath.Join(r.dir, "link")))
	r.git("add", "link", "more")
	at := func(name string) string { return filepath.Join(r.dir, name) }
	want := git.Leads{
		Top: r.dir, Hooks: at(".git/hooks"), Links: []string{"link"},
		Settings: []string{at(".git/config"), at("more"), at("gone"), "/home/of/u/own", at(".git/config.worktree"), at(".git/info/attributes"), at("more/attributes")},
	}
	if got := (git.User{Home: "/home/of/u"}).Leads(r.dir); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	must(os.WriteFile(at("own"), []byte("[include]\n\tpath = included\n"), 0o644))
	if got := (git.User{Configs: []string{at("own")}}).Leads(r.dir).Settings; !slices.Contains(got, at("own")) || !slices.Contains(got, at("included")) {
		t.Errorf("of the user's settings: %q", got)
	}
	env := map[string]string{"GIT_TEMPLATE_DIR": at("t"), "GIT_SSH_COMMAND": "ssh -F " + at("s"), "GIT_CONFIG_NOSYSTEM": "1"}
	if got := git.UserOf(func(name string) string { return env[name] }).Leads(t.TempDir()); !slices.Equal(got.Copied, []string{at("t")}) || !slices.Contains(got.Runs, at("s")) {
		t.Errorf("of the environment: %+v", got)
	}
	must(os.WriteFile(at("more"), []byte("[x]\n\ty = "+strings.Repeat("a/b ", 1<<13)+"\n"), 0o644))
	if got := (git.User{}).Leads(r.dir); len(got.Runs) > 4096 || !slices.Contains(got.Unknown, "x.y") {
		t.Errorf("of too many words: %d, %q", len(got.Runs), got.Unknown)
	}
	must(os.WriteFile(at("more"), []byte("[x]\n\ty = /"+strings.Repeat("=", 1<<19)+"\n"), 0o644))
	if got := (git.User{}).Leads(r.dir); len(got.Runs) > 4 {
		t.Errorf("of a word without end: %d", len(got.Runs))
	}
	must(os.WriteFile(at("more"), []byte("[include]\n\tpath = more\n"), 0o644))
	if got := (git.User{}).Leads(r.dir).Settings; len(got) < 4 || len(got) > 20 {
		t.Errorf("a file that includes itself is named %d times", len(got))
	}
	must(os.WriteFile(at(".git/index"), []byte("no index"), 0o644))
	if got := (git.User{}).Leads(r.dir); got.Links != nil || len(got.Settings) == 0 {
		t.Errorf("with a broken index: %+v", got)
	}
	none := t.TempDir()
	if got := (git.User{}).Leads(none); !reflect.DeepEqual(got, git.Leads{Top: none}) {
		t.Errorf("without a repository: %+v", got)
	}
	if got := (git.User{Configs: []string{at("own")}, Unknown: []string{"U"}}).Leads(none); !slices.Contains(got.Settings, at("included")) || !slices.Equal(got.Unknown, []string{"U"}) {
		t.Errorf("of the user's settings, without a repository: %+v", got)
	}
}

// TestLinksOfEachIndex: the links are found in each format in which git writes an index.
func TestLinksOfEachIndex(t *testing.T) {
	for name, args := range map[string][]string{
		"version 2": {"update-index", "--index-version", "2"}, "version 4": {"update-index", "--index-version", "4"},
		"version 3": {"update-index", "--skip-worktree", "plain"}, "split": {"update-index", "--split-index"},
	} {
		r := newRepository(t)
		r.put("plain", "x\n")
		for _, link := range []string{"a/b/AGENTS.md", "link", "later"} {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(r.dir, link)), 0o755); err != nil {
				t.Fatal(err)
			}
			if link == "later" {
				r.git(args...)
			}
			if err := os.Symlink("plain", filepath.Join(r.dir, link)); err != nil {
				t.Fatal(err)
			}
			r.git("add", ".")
		}
		got := (git.User{}).Leads(r.dir).Links
		slices.Sort(got)
		if want := []string{"a/b/AGENTS.md", "later", "link"}; !slices.Equal(got, want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestLeadsOfTheEnvironment: settings in git's variables count like those in files.
func TestLeadsOfTheEnvironment(t *testing.T) {
	r := newRepository(t)
	r.put("more", "[core]\n\thooksPath = c\n")
	elsewhere := t.TempDir()
	for name, text := range map[string]string{"HEAD": "ref: refs/heads/main\n", "config": "[core]\n\thooksPath = d\n"} {
		if err := os.WriteFile(filepath.Join(elsewhere, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := map[string]string{
		"GIT_CONFIG_COUNT": "3", "GIT_CONFIG_KEY_0": "core.hooksPath", "GIT_CONFIG_VALUE_0": "a", "GIT_CONFIG_KEY_1": "Core.HooksPath", "GIT_CONFIG_VALUE_1": "b",
		"GIT_CONFIG_KEY_2": "include.path", "GIT_CONFIG_VALUE_2": filepath.Join(r.dir, "more"), "GIT_CONFIG_KEY_3": "core.hooksPath", "GIT_CONFIG_VALUE_3": "too many",
		"GIT_DIR": elsewhere, "GIT_CONFIG_NOSYSTEM": "1",
	}
	u := git.UserOf(func(name string) string { return env[name] })
	at := func(name string) string { return filepath.Join(r.dir, name) }
	if got, want := u.Leads(r.dir).Named, []string{at("a"), at("b"), at("c")}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := u.LeadsElsewhere(r.dir).Named; len(got) == 0 || got[0] != at("d") {
		t.Errorf("of the repository that is named: %q", got)
	}
	if got := (git.User{Common: elsewhere}).LeadsElsewhere(r.dir); got.Hooks != filepath.Join(elsewhere, "hooks") || !slices.Contains(got.Settings, filepath.Join(elsewhere, "config")) {
		t.Errorf("of what is named as common: %+v", got)
	}
	if got := (git.User{}).LeadsElsewhere(r.dir); !reflect.DeepEqual(got, git.Leads{}) {
		t.Errorf("of none: %+v", got)
	}
}

// TestLeadsOfWhatIsNoFile: a pipe, a device and the kernel's log are not waited for, wherever they are
// named as settings. git would take settings from them, so that nobody knows where these lead.
func TestLeadsOfWhatIsNoFile(t *testing.T) {
	r := newRepository(t)
	r.put("pipe", "")
	r.fifo("pipe")
	r.put("folder/x", "")
	pipe := filepath.Join(r.dir, "pipe")
	for named, unknown := range map[string][]string{
		pipe: {pipe}, "/dev/zero": {"/dev/zero"}, "/dev/null": nil, filepath.Join(r.dir, "folder"): nil, filepath.Join(r.dir, "gone"): nil,
	} {
		r.put(".git/config", "[include]\n\tpath = "+named+"\n")
		if got := (git.User{}).Leads(r.dir).Unknown; !slices.Equal(got, unknown) {
			t.Errorf("%s: %q, want %q", named, got, unknown)
		}
	}
	r.put(".git/config", "[include]\n\tpath = /proc/kmsg\n") // root alone may open it, where there is one
	want := []string(nil)
	if _, err := os.Stat("/proc/kmsg"); err == nil && os.Geteuid() == 0 {
		want = []string{"/proc/kmsg"}
	}
	if got := (git.User{}).Leads(r.dir).Unknown; !slices.Equal(got, want) {
		t.Errorf("the kernel's log: %q, want %q", got, want)
	}
}
