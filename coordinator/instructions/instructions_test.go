package instructions

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// place is a workspace of files; a text "-> x" is a link to x, "fifo" a FIFO, "dir" a folder.
func place(t *testing.T, files map[string]string) Workspace {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(file), 0o700))
		to, link := strings.CutPrefix(text, "-> ")
		switch {
		case link:
			must(t, os.Symlink(to, file))
		case text == "fifo":
			must(t, syscall.Mkfifo(file, 0o600))
		case text == "dir":
			must(t, os.Mkdir(file, 0o700))
		default:
			must(t, os.WriteFile(file, []byte(text), 0o600))
		}
	}
	root, err := os.OpenRoot(dir)
	must(t, err)
	t.Cleanup(func() { must(t, root.Close()) })
	return Workspace{Root: root}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestDown(t *testing.T) {
	long := strings.Repeat("x", Most+1)
	for name, c := range map[string]struct {
		files   map[string]string
		folder  string
		tracked []string
		found   string // path=text of each
		faults  string
	}{
		"nothing":                        {nil, ".", nil, "", ""},
		"the root's":                     {map[string]string{"AGENTS.md": "a"}, ".", nil, "AGENTS.md=a", ""},
		"from the root down":             {map[string]string{"AGENTS.md": "a", "web/AGENTS.md": "b", "web/ui/AGENTS.md": "c", "api/AGENTS.md": "d"}, "web/ui", nil, "AGENTS.md=a web/AGENTS.md=b web/ui/AGENTS.md=c", ""},
		"CLAUDE.md where there is none":  {map[string]string{"AGENTS.md": "a", "CLAUDE.md": "b", "web/CLAUDE.md": "c"}, "web", nil, "AGENTS.md=a web/CLAUDE.md=c", ""},
		"blank":                          {map[string]string{"AGENTS.md": " \n", "CLAUDE.md": "b"}, ".", nil, "", ""},
		"a folder that is not there":     {map[string]string{"AGENTS.md": "a"}, "x/y", nil, "AGENTS.md=a", ""},
		"a file for a folder":            {map[string]string{"AGENTS.md": "a", "x": "b"}, "x/y", nil, "AGENTS.md=a", ""},
		"out of the workspace":           {map[string]string{"AGENTS.md": "a"}, "../..", nil, "AGENTS.md=a", ""},
		"too long":                       {map[string]string{"AGENTS.md": long, "CLAUDE.md": "b"}, ".", nil, "", "AGENTS.md is longer than 64 KiB; it is left out."},
		"not UTF-8":                      {map[string]string{"AGENTS.md": "a\xff"}, ".", nil, "", "AGENTS.md is not text in UTF-8; it is left out."},
		"null":                           {map[string]string{"AGENTS.md": "a\x00"}, ".", nil, "", "AGENTS.md is not text in UTF-8; it is left out."},
		"a FIFO":                         {map[string]string{"AGENTS.md": "fifo"}, ".", nil, "", "AGENTS.md is not a regular file; it is left out."},
		"a folder":                       {map[string]string{"AGENTS.md": "dir"}, ".", nil, "", "AGENTS.md is not a regular file; it is left out."},
		"a device":                       {map[string]string{"AGENTS.md": "-> /dev/zero"}, ".", nil, "", "AGENTS.md is a link that leads out of the workspace; it is left out."},
		"a link out":                     {map[string]string{"AGENTS.md": "-> ../../etc/passwd"}, ".", nil, "", "AGENTS.md is a link that leads out of the workspace; it is left out."},
		"a link inside":                  {map[string]string{"AGENTS.md": "-> docs/rules.md", "docs/rules.md": "a"}, ".", []string{"docs/rules.md"}, "AGENTS.md=a", ""},
		"a link to what is not tracked":  {map[string]string{"AGENTS.md": "-> docs/rules.md", "docs/rules.md": "a"}, ".", []string{"README.md"}, "", "AGENTS.md is a link to a file that the repository does not know; it is left out."},
		"a link without a repository":    {map[string]string{"AGENTS.md": "-> docs/rules.md", "docs/rules.md": "a"}, ".", nil, "", "AGENTS.md is a link to a file that the repository does not know; it is left out."},
		"a link to a link":               {map[string]string{"AGENTS.md": "-> b.md", "b.md": "-> docs/c.md", "docs/c.md": "a"}, ".", []string{"b.md", "docs/c.md"}, "AGENTS.md=a", ""},
		"a link to a link out":           {map[string]string{"AGENTS.md": "-> b.md", "b.md": "-> /etc/passwd"}, ".", []string{"b.md"}, "", "AGENTS.md is a link that leads out of the workspace; it is left out."},
		"a link to one to the untracked": {map[string]string{"AGENTS.md": "-> b.md", "b.md": "-> c.md", "c.md": "a"}, ".", []string{"b.md"}, "", "AGENTS.md is a link to a file that the repository does not know; it is left out."},
		"links in a circle":              {map[string]string{"AGENTS.md": "-> b.md", "b.md": "-> AGENTS.md"}, ".", []string{"AGENTS.md", "b.md"}, "", "AGENTS.md is a link to nothing; it is left out."},
		"a link to nothing":              {map[string]string{"AGENTS.md": "-> b.md"}, ".", []string{"b.md"}, "", "AGENTS.md is a link to nothing; it is left out."},
		"a folder that is a link out":    {map[string]string{"AGENTS.md": "a", "web": "-> /etc"}, "web", nil, "AGENTS.md=a", "web/AGENTS.md is a link that leads out of the workspace; it is left out."},
		"imports are text":               {map[string]string{"AGENTS.md": "@docs/secret.md\n!`id`", "docs/secret.md": "canary"}, ".", nil, "AGENTS.md=@docs/secret.md\n!`id`", ""},
		"one that cannot be taken alone": {map[string]string{"AGENTS.md": "fifo", "web/AGENTS.md": "b"}, "web", nil, "web/AGENTS.md=b", "AGENTS.md is not a regular file; it is left out."},
	} {
		w := place(t, c.files)
		if c.tracked != nil {
			w.Tracked = func(p string) bool { return slices.Contains(c.tracked, p) }
		}
		files, faults := w.Down(c.folder)
		var found, wrong []string
		for _, f := range files {
			found = append(found, f.Path+"="+string(f.Data))
		}
		for _, f := range faults {
			wrong = append(wrong, f.String())
		}
		if got := strings.Join(found, " "); got != c.found {
			t.Errorf("%s: found %q, want %q", name, got, c.found)
		}
		if got := strings.Join(wrong, " "); got != c.faults {
			t.Errorf("%s: %q, want %q", name, got, c.faults)
		}
	}
}

func TestTheUsersOwn(t *testing.T) {
	dir := t.TempDir()
	file, kept := filepath.Join(dir, "parley", "AGENTS.md"), filepath.Join(dir, "dotfiles.md")
	look := func() string {
		f, fault, there := User(file, "~/AGENTS.md")
		if fault != nil {
			return fault.String()
		}
		return fmt.Sprintf("%v %v %s %s", there, f.User, f.Path, f.Data)
	}
	if got := look(); got != "false false  " {
		t.Errorf("none: %q", got)
	}
	must(t, os.Mkdir(filepath.Dir(file), 0o700))
	must(t, os.WriteFile(kept, []byte("mine"), 0o600))
	must(t, os.Symlink(kept, file))
	if got := look(); got != "true true ~/AGENTS.md mine" {
		t.Errorf("a link of the user's: %q", got)
	}
	must(t, os.WriteFile(kept, []byte("\xff"), 0o600))
	if got := look(); got != "~/AGENTS.md is not text in UTF-8; it is left out." {
		t.Errorf("not text: %q", got)
	}
	must(t, os.Remove(file))
	must(t, syscall.Mkfifo(file, 0o600))
	if got := look(); got != "~/AGENTS.md is not a regular file; it is left out." {
		t.Errorf("a FIFO: %q", got)
	}
}

// TestFit: the nearest are served first, and a smaller one farther away may still have
// room.
func TestFit(t *testing.T) {
	all := func(sizes ...int) (files []File) {
		for i, n := range sizes {
			files = append(files, File{Path: fmt.Sprint(i), Data: make([]byte, n)})
		}
		return files
	}
	for _, c := range []struct {
		sizes      []int
		kept, left string
	}{
		{nil, "", ""},
		{[]int{1, 2, 3}, "0 1 2", ""},
		{[]int{4, 4, 4}, "1 2", "0"},
		{[]int{2, 8, 8}, "0 2", "1"},
		{[]int{11}, "", "0"},
	} {
		kept, left := Fit(all(c.sizes...), 10)
		var names []string
		for _, f := range kept {
			names = append(names, f.Path)
		}
		if strings.Join(names, " ") != c.kept || strings.Join(left, " ") != c.left {
			t.Errorf("%v: kept %v, left %v", c.sizes, names, left)
		}
	}
}

func TestDependencies(t *testing.T) {
	for p, want := range map[string]bool{
		"AGENTS.md": false, "web/AGENTS.md": false, "node_modules/x/AGENTS.md": true, "web/Node_Modules/x/AGENTS.md": true,
		"vendor/AGENTS.md": true, "vendored/AGENTS.md": false, ".git/AGENTS.md": true, "vendor": false,
	} {
		if Dependency(p) != want {
			t.Errorf("%s: %v", p, !want)
		}
	}
}

func TestBelow(t *testing.T) {
	for _, c := range []struct{ working, p, want string }{
		{".", "a/b/c.go", "a a/b a/b/c.go"}, {"a", "a/b/c.go", "a/b a/b/c.go"}, {"a/b", "a/x", "a/x"}, {"a", ".", ""}, {"a", "b", "b"},
	} {
		if got := strings.Join(Below(c.working, c.p), " "); got != c.want {
			t.Errorf("%s from %s: %q", c.p, c.working, got)
		}
	}
}
