package git_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"parley/coordinator/git"
)

// TestLeads: files of settings with what they include, also in a circle, and the links
// that the index knows.
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
	must(os.WriteFile(at("more"), []byte("[include]\n\tpath = more\n"), 0o644))
	if got := (git.User{}).Leads(r.dir).Settings; len(got) < 4 || len(got) > 20 {
		t.Errorf("a file that includes itself is named %d times", len(got))
	}
	must(os.WriteFile(at(".git/index"), []byte("no index"), 0o644))
	if got := (git.User{}).Leads(r.dir); got.Links != nil || len(got.Settings) == 0 {
		t.Errorf("with a broken index: %+v", got)
	}
	if got := (git.User{}).Leads(t.TempDir()); !reflect.DeepEqual(got, git.Leads{}) {
		t.Errorf("without a repository: %+v", got)
	}
}

// TestLinksOfEachIndex: the links are found in each form that git writes an index in.
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
