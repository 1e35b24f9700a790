package skills

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"parley/coordinator/instructions"
)

func TestTheBuiltInSkillIsSound(t *testing.T) {
	s, err := Builtin(Debugging)
	if err != nil {
		t.Fatal(err)
	}
	if s.Name != Debugging || s.Description == "" || !strings.Contains(s.Text, "call `report_findings`") || len(s.Text) > 4<<10 {
		t.Errorf("%d bytes, %q", len(s.Text), s.Description)
	}
	if _, err := Builtin("nothing"); err == nil || err.Error() != `there is no skill "nothing"` {
		t.Error(err)
	}
}

func TestParse(t *testing.T) {
	for name, c := range map[string]struct{ content, text, fault string }{
		"good":           {"---\nname: x\ndescription: \"does: x\"\nother: y\n---\n\nDo it.\n\n---\nmore\n", "Do it.\n\n---\nmore", ""},
		"Windows":        {"\uFEFF---\r\nname: x\r\ndescription: d\r\n---\r\nDo it.\r\n", "Do it.", ""},
		"no head":        {"Do it.", "", "it does not begin with a head between two lines of ---, with name and description"},
		"open head":      {"---\nname: x\n", "", "it does not begin with a head between two lines of ---, with name and description"},
		"another name":   {"---\nname: y\ndescription: d\n---\nDo it.", "", `its name is "y", and its folder is "x"; they must be equal`},
		"no description": {"---\nname: x\n---\nDo it.", "", "its head has no description"},
		"no text":        {"---\nname: x\ndescription: d\n---\n \n", "", "it has no text below its head"},
		"not text":       {"---\nname: x\ndescription: d\n---\n\xff", "", "it is not text in UTF-8"},
	} {
		s, err := Parse("x", c.content)
		fault := ""
		if err != nil {
			fault = err.Error()
		}
		if s.Text != c.text || fault != c.fault {
			t.Errorf("%s: %q, %q", name, s.Text, fault)
		}
	}
}

func TestTheFirstFolderThatMayBeUsedWins(t *testing.T) {
	root := t.TempDir()
	folder := func(name, text string) string {
		dir := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Join(dir, Debugging), 0o700); err != nil {
			t.Fatal(err)
		}
		if text != "" {
			if err := os.WriteFile(filepath.Join(dir, Debugging, FileName), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	head := "---\nname: " + Debugging + "\ndescription: d\n---\n"
	workspace, user, empty := folder("workspace", head+"of the workspace"), folder("user", head+"of the user"), folder("empty", "")
	broken, long := folder("broken", "x"), folder("long", strings.Repeat("x", instructions.Most+1))
	all := func(string, []byte) bool { return true }
	notWorkspace := func(file string, _ []byte) bool { return !strings.HasPrefix(file, workspace) }
	own, err := Builtin(Debugging)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		trusted     func(string, []byte) bool
		folders     []string
		text, fault string
	}{
		"the workspace's":       {all, []string{workspace, user}, "of the workspace", ""},
		"not trusted":           {notWorkspace, []string{workspace, user}, "of the user", ""},
		"empty folders":         {all, []string{empty, filepath.Join(root, "none"), user}, "of the user", ""},
		"nobody has it":         {all, nil, own.Text, ""},
		"a broken one":          {all, []string{broken, user}, "of the user", "it does not begin with"},
		"too long, none after":  {all, []string{long}, own.Text, "is longer than 64 KiB"},
		"a file for the folder": {all, []string{filepath.Join(user, Debugging, FileName)}, own.Text, ""},
	} {
		s, err := Find(Debugging, c.trusted, c.folders...)
		if s.Text != c.text || (err != nil) != (c.fault != "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %q, %v", name, s.Text[:min(len(s.Text), 20)], err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("---\nname: x\ndescription: d\n---\ntext")
	f.Fuzz(func(t *testing.T, content string) {
		if s, err := Parse("x", content); err == nil && (s.Name != "x" || s.Text == "" || s.Description == "") {
			t.Errorf("%+v", s)
		}
	})
}

func TestList(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	skill := func(name, description string) string {
		return "---\nname: " + name + "\ndescription: " + description + "\nallowed-tools: Bash(*)\nhooks: x\n---\n!`id` @../secret\n"
	}
	write("s/deploy/SKILL.md", skill("deploy", "Deploys: to staging"))
	write("s/folded/SKILL.md", "---\nname: folded\ndescription: >-\n  One\n  and two.\nmetadata:\n  name: other\n---\nx")
	write("s/Undo/SKILL.md", skill("Undo", "d"))
	write("s/dеploy/SKILL.md", skill("dеploy", "d")) // with a Cyrillic letter
	write("s/wrong/SKILL.md", skill("right", "d"))
	write("s/hostile/SKILL.md", skill("hostile", "d\u202ed"))
	write("s/long/SKILL.md", skill("long", strings.Repeat("x", 1025)))
	write("s/big/SKILL.md", strings.Repeat("x", 10<<20))
	write("s/twice/SKILL.md", "---\nname: twice\nname: twice\ndescription: d\n---\nx")
	write("s/none/README.md", "x")
	write("s/file", "x")
	write("out/SKILL.md", skill("linked", "d"))
	for link, to := range map[string]string{"s/linked": "../out", "s/away": "/etc", "s/dev/SKILL.md": "/dev/zero"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, link)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	found, faults := List(root, instructions.Plain(root), "s", "~/s")
	var names []string
	for _, f := range found {
		names = append(names, f.Path+" "+f.Name+": "+f.Description)
	}
	if got, want := strings.Join(names, "|"), "~/s/deploy/SKILL.md deploy: Deploys: to staging|~/s/folded/SKILL.md folded: One and two.|~/s/linked/SKILL.md linked: d"; got != want {
		t.Errorf("found %s\nwant %s", got, want)
	}
	want := []string{
		"~/s/Undo/SKILL.md: a skill's name is of small letters, digits and single hyphens, at most 64; this is Undo",
		"~/s/away/SKILL.md: it leads out of its folder, or cannot be read",
		"~/s/big/SKILL.md: is longer than 64 KiB",
		"~/s/dev/SKILL.md: is not a regular file",
		"~/s/d<U+0435>ploy/SKILL.md: a skill's name is of small letters, digits and single hyphens, at most 64; this is d<U+0435>ploy",
		"~/s/hostile/SKILL.md: its description holds characters that hide, steer or turn text",
		"~/s/long/SKILL.md: its description is longer than 1024 characters",
		"~/s/twice/SKILL.md: its head says a key twice; leave one out",
		`~/s/wrong/SKILL.md: its name is "right", and its folder is "wrong"; they must be equal`,
	}
	if got := strings.Join(faults, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("faults\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	if found, faults := List(root, instructions.Plain(root), "nothing", "x"); found != nil || faults != nil {
		t.Errorf("%v %v", found, faults)
	}
	if found, faults := List(root, instructions.Plain(root), "s/away", "x"); found != nil || faults != nil {
		t.Errorf("%v %v", found, faults)
	}
}

func TestHead(t *testing.T) {
	for head, want := range map[string]string{
		"description: a b":                       "a b",
		"description: a # comment":               "a",
		"description: \"a \\\"b\\\" # c\"":       `a "b" # c`,
		"description: 'it''s'":                   "it's",
		"description:\n  a\n  b":                 "a b",
		"description: |\n  a\n\n  b":             "a b",
		"description: a\n  b: c\nname: x":        "a b: c",
		"# description: no\n- description: no\n": "",
		"x:\n  description: no":                  "",
		"description: \"a":                       `"a`,
	} {
		if got, err := headOf(head); err != nil || got["description"] != want {
			t.Errorf("%q: %q, %v", head, got["description"], err)
		}
	}
}

func FuzzHead(f *testing.F) {
	f.Add("\r: x\nname: x\ndescription: >-\n  a\n  b\n'c': \"d\"")
	f.Fuzz(func(t *testing.T, head string) {
		values, err := headOf(head)
		for key, value := range values {
			if key == "" || value != strings.TrimSpace(value) && !strings.ContainsAny(head, "\"'") || err != nil && err != errTwice {
				t.Errorf("%q is %q, %v", key, value, err)
			}
		}
	})
}

// TestFindFollowsNothingOut: the target of a link in a folder of skills is not read.
func TestFindFollowsNothingOut(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, FileName), []byte("---\nname: "+Debugging+"\ndescription: x\n---\nOut."), 0o600); err != nil {
		t.Fatal(err)
	}
	trusting := func(file string, _ []byte) bool { t.Errorf("%s was read", file); return true }
	folder, file := filepath.Join(dir, "a"), filepath.Join(dir, "b", Debugging)
	for _, d := range []string{folder, file} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for from, to := range map[string]string{filepath.Join(folder, Debugging): outside, filepath.Join(file, FileName): filepath.Join(outside, FileName)} {
		if err := os.Symlink(to, from); err != nil {
			t.Fatal(err)
		}
	}
	for _, in := range []string{folder, filepath.Dir(file)} {
		if s, err := Find(Debugging, trusting, in); err == nil || s.File != "" || strings.Contains(s.Text, "Out.") {
			t.Errorf("%s: %+v, %v", in, s, err)
		}
	}
}

// TestAPipeIsNoFolderOfSkills: to open one would wait for ever, and with it every command in the
// workspace.
func TestAPipeIsNoFolderOfSkills(t *testing.T) {
	dir := t.TempDir()
	pipe, link := filepath.Join(dir, "pipe"), filepath.Join(dir, "link")
	if err := errors.Join(syscall.Mkfifo(pipe, 0o600), os.Symlink("pipe", link)); err != nil {
		t.Fatal(err)
	}
	found := make(chan Skill)
	go func() {
		trusting := func(file string, _ []byte) bool { t.Errorf("%s was read", file); return true }
		s, err := Find(Debugging, trusting, pipe, link, filepath.Join(pipe, "below"))
		if err != nil {
			t.Error(err)
		}
		found <- s
	}()
	select {
	case s := <-found:
		if s.Name != Debugging || s.File != "" {
			t.Errorf("%+v", s)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it waits for somebody who writes into the pipe")
	}
	if root, err := OpenRoot(pipe); err == nil {
		t.Errorf("%v is open", root.Name())
	}
}
