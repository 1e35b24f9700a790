package skills

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	broken, long := folder("broken", "x"), folder("long", strings.Repeat("x", longest+1))
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
		"too long, none after":  {all, []string{long}, own.Text, "is longer than 64 KB; make the skill shorter"},
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
