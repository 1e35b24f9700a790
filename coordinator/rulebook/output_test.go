package rulebook

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/coordinator/rules"
)

// TestWhereGoWritesWhatItHasBuilt: a program that go build makes is written through no
// link, whatever the rule spells; other commands of go write none.
func TestWhereGoWritesWhatItHasBuilt(t *testing.T) {
	const asked = "the rule run_command(go build ./...) does not cover it: go may write through a link in the root of the workspace, which leads to no file, an empty one or a program"
	const allowed = "allowed by the rule run_command(go build ./...)"
	for _, c := range []struct{ name, file, text, why string }{
		{"nothing", "", "", asked},
		{"an empty file", "to", "", asked},
		{"a program", "to", "\x7fELF\x02\x01", asked},
		{"a program of another system", "to", "\xcf\xfa\xed\xfe\x07", asked},
		{"one of Windows", "to", "MZ\x90", asked},
		{"an archive", "to", "!<arch>\nx", asked},
		{"a text", "to", "é text\n", allowed},
		{"a script", "to", "#!/bin/sh\n", allowed},
		{"a folder", "to/x", "x", allowed},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, dir := place(t, map[string]string{"go.mod": "module x\n"}, "allow run_command(go build ./...)", "allow run_command(go vet ./...)")
			outside := t.TempDir()
			if c.file != "" {
				file := filepath.Join(outside, c.file)
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(c.text), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Symlink(filepath.Join(outside, "to"), filepath.Join(dir, "x")); err != nil {
				t.Fatal(err)
			}
			if r := b.one(t, "run_command", `{"command":"go build ./..."}`); r.Why != c.why {
				t.Errorf("%s: %s", r.Verdict, r.Why)
			}
			if r := b.one(t, "run_command", `{"command":"go vet ./..."}`); r.Verdict != rules.Allowed {
				t.Errorf("go vet: %s", r.Why)
			}
		})
	}
}

// TestWhatGoNamesAProgram: go build is covered by no rule where a program that it may put into the
// root has the name of a file that gives permission or that other programs run.
func TestWhatGoNamesAProgram(t *testing.T) {
	const asked = "the rule run_command(go build ./...) does not cover it: go may write a program into the root of the workspace that has the name of a file which gives permission or which other programs run"
	const allowed = "allowed by the rule run_command(go build ./...)"
	for _, c := range []struct{ name, file, text, why string }{
		{"the module", "go.mod", "module example.com/.envrc\n", asked},
		{"the module and a version", "go.mod", "module example.com/gradlew/v2\n", asked},
		{"the module in a block", "go.mod", "module (\n\texample.com/gradlew\n)\n", asked},
		{"the module in quotes", "go.mod", "module \"example.com/\x61\"\n", asked},
		{"a word that begins so", "go.mod", "module(\n\texample.com/gradlew\n)\n", asked},
		{"a tool", "go.mod", "module x\n\ntool (\n\texample.com/a\n\texample.com/mvnw // x\n)\n", asked},
		{"a module below", "tools/go.mod", "module example.com/AGENTS.md\n", asked},
		{"a folder", "cmd/gradlew/main.go", "package main\n", asked},
		{"a folder and a version", "cmd/gradlew/v3/main.go", "package main\n", asked},
		{"a script", "cmd/run.sh/main.go", "package main\n", asked},
		{"a folder without code", "cmd/gradlew/x.txt", "x\n", allowed},
		{"what is required", "go.mod", "module example.com/a // x\n\nrequire (\n\texample.com/gradlew v1.0.0\n)\n", allowed},
		{"a folder in its place", "build/ci.go", "package main\n", allowed},
		{"a plain one", "cmd/a/main.go", "package main\n", allowed},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"go.mod": "module x\n", "main.go": "package main\n"}
			files[c.file] = c.text
			b, _ := place(t, files, "allow run_command(go build ./...)", "allow run_command(go vet ./...)")
			if r := b.one(t, "run_command", `{"command":"go build ./..."}`); r.Why != c.why {
				t.Errorf("%s: %s", r.Verdict, r.Why)
			}
			if r := b.one(t, "run_command", `{"command":"go vet ./..."}`); r.Verdict != rules.Allowed {
				t.Errorf("go vet: %s", r.Why)
			}
		})
	}
}

// TestWhatGoNamesInALinkedWorkspace: a workspace that is a link is looked into as well.
func TestWhatGoNamesInALinkedWorkspace(t *testing.T) {
	_, dir := place(t, map[string]string{"cmd/gradlew/main.go": "package main\n", "go.mod": "module x\nreplace a => ../a\n"})
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	if harmlessBuilt(t.Context(), link) || harmlessSources(t.Context(), link) {
		t.Error("what it holds was not seen")
	}
}

// TestWhatGoShows: go doc is covered by no rule where a go.mod or go.work takes the code of a module
// from outside of the workspace.
func TestWhatGoShows(t *testing.T) {
	const asked = "the rule run_command(go doc *) does not cover it: go may show code outside of the workspace, where a go.mod, a go.work or a link to a folder leads"
	const allowed = "allowed by the rule run_command(go doc *)"
	for _, c := range []struct{ name, file, text, link, why string }{
		{"replaced", "go.mod", "module x\nreplace a.b/c => ../c\n", "", asked},
		{"replaced from the top", "go.mod", "module x\nreplace a.b/c v1.0.0 => /c\n", "", asked},
		{"replaced in a block", "go.mod", "module x\nreplace (\n\ta.b/c => ../c\n)\n", "", asked},
		{"replaced in quotes", "go.mod", "module x\nreplace a.b/c => \"\\x2e./c\"\n", "", asked},
		{"replaced through a link", "go.mod", "module x\nreplace a.b/c => ./out\n", "OUT", asked},
		{"replaced below", "sub/go.mod", "module y\nreplace a.b/c => ../../c\n", "", asked},
		{"used", "go.work", "go 1.26\nuse ../c\n", "", asked},
		{"used in a block", "go.work", "go 1.26\nuse (\n\t.\n\t../c\n)\n", "", asked},
		{"within", "go.mod", "module x\nreplace a.b/c => ./c\nreplace (\n\ta.b/d => ./d // x\n)\n", "", allowed},
		{"by another module", "go.mod", "module x\nreplace a.b/c => a.b/d v1.0.0\n", "", allowed},
		{"used within", "go.work", "go 1.26\nuse (\n\t.\n\t./sub\n)\n", "", allowed},
		{"required", "go.mod", "module x\nrequire (\n\ta.b/c v1.0.0\n)\nretract [v1.0.0, v1.1.0] // \"x\"\n", "", allowed},
		{"behind a link to a folder", "go.mod", "module a.b\n", "OUT", asked},
		{"behind a link within", "go.mod", "module a.b\n", "c", allowed},
		{"no folder", "go.mod", "module a.b\n", "OUT/../dir/go.mod", allowed},
		{"nothing", "go.mod", "module a.b\n", "somebody@there.1", allowed},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"go.mod": "module x\n", "c/c.go": "package c\n"}
			files[c.file] = c.text
			b, dir := place(t, files, "allow run_command(go doc *)")
			outside := filepath.Join(filepath.Dir(dir), "c")
			if err := os.MkdirAll(outside, 0o755); err != nil {
				t.Fatal(err)
			}
			if c.link != "" {
				if err := os.Symlink(strings.ReplaceAll(c.link, "OUT", outside), filepath.Join(dir, "out")); err != nil {
					t.Fatal(err)
				}
			}
			if r := b.one(t, "run_command", `{"command":"go doc -src a.b/c"}`); r.Why != c.why {
				t.Errorf("%s: %s", r.Verdict, r.Why)
			}
		})
	}
}

// TestWhereGoFollowsLinksToCode: a command that writes or shows code is covered by no rule where
// a link of the workspace leads to code outside of it.
// TestWhatGoWritesOfModules: a command of go is covered by no rule where a file in which it keeps
// what it has found out of modules is a link out of the workspace, or to nothing.
func TestWhatGoWritesOfModules(t *testing.T) {
	const asked = "the rule run_command(go vet *) does not cover it: go may write through a link in the workspace that leads out of it and is named go.mod, go.sum, go.work or go.work.sum"
	const allowed = "allowed by the rule run_command(go vet *)"
	for _, c := range []struct{ link, to, why string }{
		{"go.work.sum", "OUT/new", asked},
		{"go.work.sum", "OUT/old", asked},
		{"go.sum", "OUT/old", asked},
		{"go.work", "OUT/old", asked},
		{"go.work.sum", "new", asked},
		{"go.work.sum", "sub/sums", allowed},
		{"sub/go.sum", "OUT/old", allowed},
		{"other.sum", "OUT/new", allowed},
	} {
		b, dir := place(t, map[string]string{"go.mod": "module x\n", "sub/sums": ""}, "allow run_command(go vet *)")
		outside := t.TempDir()
		if err := errors.Join(os.WriteFile(filepath.Join(outside, "old"), nil, 0o600), os.Symlink(strings.ReplaceAll(c.to, "OUT", outside), filepath.Join(dir, c.link))); err != nil {
			t.Fatal(err)
		}
		if r := b.one(t, "run_command", `{"command":"go vet ./..."}`); r.Why != c.why {
			t.Errorf("%s -> %s: %s: %s", c.link, c.to, r.Verdict, r.Why)
		}
	}
}

func TestWhereGoFollowsLinksToCode(t *testing.T) {
	lines := []string{"go fmt", "go fmt ./...", "gofmt -l -w .", "goimports -w .", "go doc -all"}
	why := func(line, name string) string {
		return "the rule run_command(" + line + ") does not cover it: " + name + " may read or write through a link in the workspace, which leads to code outside of it"
	}
	for _, c := range []struct {
		name, link, to string
		want           rules.Verdict
	}{
		{"no link", "", "", rules.Allowed},
		{"out of it", "a.go", "OUT/out.go", rules.Asked},
		{"further down", "sub/in/a.go", "OUT/out.go", rules.Asked},
		{"where go seldom looks", "_x/testdata/a.go", "OUT/out.go", rules.Asked},
		{"to a folder", "in.go", "OUT", rules.Allowed},
		{"to nothing", "a.go", "OUT/new.go", rules.Asked},
		{"within it", "a.go", "sub/b.go", rules.Allowed},
		{"no code", "a.txt", "OUT/out.go", rules.Allowed},
		{"what an editor leaves", ".#a.go", "somebody@there.1", rules.Allowed},
	} {
		t.Run(c.name, func(t *testing.T) {
			var held []string
			for _, line := range lines {
				held = append(held, "allow run_command("+line+")")
			}
			b, dir := place(t, map[string]string{"go.mod": "module x\n", "sub/b.go": "package x\n"}, held...)
			outside := t.TempDir()
			if err := os.WriteFile(filepath.Join(outside, "out.go"), []byte("package x\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if c.link != "" {
				link := filepath.Join(dir, c.link)
				if err := errors.Join(os.MkdirAll(filepath.Dir(link), 0o755), os.Symlink(strings.ReplaceAll(c.to, "OUT", outside), link)); err != nil {
					t.Fatal(err)
				}
			}
			for _, line := range lines {
				if c.to == "OUT" && line == "go doc -all" {
					continue // which enters folders: TestWhatGoShows
				}
				r := b.one(t, "run_command", `{"command":"`+line+`"}`)
				name, _, _ := strings.Cut(line, " ")
				if r.Verdict != c.want || c.want == rules.Asked && r.Why != why(line, name) {
					t.Errorf("%s: %s: %s", line, r.Verdict, r.Why)
				}
			}
		})
	}
}

// TestWhatIsLeftOut: a program that goes by lists of names to leave out reads them through links, and
// shows the lines that it cannot read. No rule covers it where one of them lies outside.
func TestWhatIsLeftOut(t *testing.T) {
	const asked = "the rule run_command(rg *) does not cover it: rg may read and show a file outside of the workspace, to which a link in it leads that has the name of a list of files to leave out"
	const allowed = "allowed by the rule run_command(rg *)"
	for _, c := range []struct{ name, link, to, why string }{
		{"in the root", ".ignore", "../secret", asked},
		{"for rg alone", ".rgignore", "../secret", asked},
		{"of git", ".gitignore", "/secret", asked},
		{"further down", "docs/a/.gitignore", "../../../secret", asked},
		{"to nothing", "docs/.ignore", "../../none", asked},
		{"by another link", ".ignore", "docs/out", asked},
		{"kept by git", ".git/info/exclude", "../../../secret", asked},
		{"in a folder kept by git", ".git/info", "../..", asked},
		{"in a folder with the name of git's", ".git", "..", asked},
		{"in one to which git is led", "g/info/exclude", "../../../secret", asked},
		{"in one in a folder of git's", ".git/x/info/exclude", "../../../../secret", asked},
		{"to a list within", "docs/.ignore", "list", allowed},
		{"another name", "docs/ignore", "../../secret", allowed},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, dir := place(t, map[string]string{"docs/list": "x\n"}, "allow run_command(rg *)", "allow run_command(cat *)")
			for link, to := range map[string]string{"docs/out": "../../secret", c.link: c.to} {
				link = filepath.Join(dir, link)
				if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink(to, link); err != nil {
					t.Fatal(err)
				}
			}
			if r := b.one(t, "run_command", `{"command":"rg x/../y"}`); r.Why != c.why {
				t.Errorf("%s: %s", r.Verdict, r.Why)
			}
			if r := b.one(t, "run_command", `{"command":"cat docs/list"}`); r.Verdict != rules.Allowed {
				t.Errorf("cat: %s", r.Why)
			}
		})
	}
}

// TestWhatIsLeftOutAbove: lists of the folders above the workspace count as well.
func TestWhatIsLeftOutAbove(t *testing.T) {
	for to, harmless := range map[string]bool{"list": true, "../secret": false} {
		for _, name := range []string{".gitignore", ".ignore", ".git/info/exclude"} {
			dir := filepath.Join(t.TempDir(), "repository")
			link := filepath.Join(dir, name)
			if err := errors.Join(os.MkdirAll(filepath.Join(dir, "sub"), 0o755), os.MkdirAll(filepath.Dir(link), 0o755)); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, to)
			if err := errors.Join(os.WriteFile(file, []byte("x\n"), 0o600), os.Symlink(file, link)); err != nil {
				t.Fatal(err)
			}
			if got := harmlessLists(t.Context(), filepath.Join(dir, "sub")); got != harmless {
				t.Errorf("%s to %s: %t", name, to, got)
			}
		}
	}
}

// TestOutputIntoWhatIsGits: a rule for new files lets no command write into a folder that git takes
// for its own under another name, nor what would make it one, as it lets no file tool do so.
func TestOutputIntoWhatIsGits(t *testing.T) {
	b, _ := place(t, map[string]string{
		"bare/HEAD": "", "bare/objects/x": "", "bare/refs/x": "", "tree/HEAD": "", "tree/commondir": "", "half/objects/x": "", "half/refs/x": "", "docs/a": "",
	}, "allow run_command(echo *)", "allow run_command(cat *)", "allow fs_create_file(**)", "allow fs_create_file(half/HEAD)")
	for line, want := range map[string]rules.Verdict{
		"echo x >bare/config": rules.Asked, "echo x >bare/objects/y": rules.Asked, "echo x >tree/config.worktree": rules.Asked, "echo x >half/HEAD": rules.Asked,
		"echo x >half/config": rules.Allowed, "echo x >docs/config": rules.Allowed, "cat bare/HEAD": rules.Allowed,
	} {
		if got := b.one(t, "run_command", `{"command":"`+line+`"}`); got.Verdict != want {
			t.Errorf("%s: %s, %s", line, got.Verdict, got.Why)
		}
	}
}
