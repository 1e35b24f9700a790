package git

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// gitReads is what git reads from a configuration: "key=value" with keys as here, and
// false if it refuses the file.
func gitReads(t *testing.T, dir, text string) ([]string, bool) {
	t.Helper()
	file := filepath.Join(dir, "config")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("git", "config", "-z", "--list", "-f", file)
	cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "GIT_DIR=/nonexistent", "GIT_CONFIG_NOSYSTEM=1"}
	out, err := cmd.Output()
	if err != nil {
		return nil, false
	}
	var all []string
	for one := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		if one == "" {
			continue
		}
		key, value, given := strings.Cut(one, "\n")
		if !given {
			value = "true"
		}
		all = append(all, key+"="+value)
	}
	return all, true
}

// weRead is the same as this package reads it; sections with names of their own are left
// out of both.
func weRead(text string) []string {
	var all []string
	for _, s := range settings(text) {
		if !s.named {
			all = append(all, s.key+"="+s.value)
		}
	}
	return all
}

func plainKeys(all []string) []string {
	return slices.DeleteFunc(all, func(one string) bool {
		key, _, _ := strings.Cut(one, "=")
		return strings.Count(key, ".") != 1 // of a section with a name of its own, or of none
	})
}

// TestSettingsAsGitReadsThem: nothing that git takes from a file is missed, however it is
// written.
func TestSettingsAsGitReadsThem(t *testing.T) {
	dir := t.TempDir()
	for _, text := range []string{
		"[core]\n\thooksPath = a\n", "\ufeff[core]\nhooksPath = a", "[core] hooksPath = a", "[core]hooksPath=a", "[a] [core] hooksPath = a\n", "[a][core]hooksPath=a\n",
		"[core]\r\nhooksPath = a\r\n", "[core]\nhooksPath = a\\\nb\n", "[core]\nhooksPath = a \\\n b\n", "[core]\nhooksPath = \\\n\ta\n", "[core]\nhooksPath = \"a\\\nb\"\n",
		"[core]\nhooksPath = a\\", "[core]\nhooksPath = \"a # b\" # c\n", "[core]\nhooksPath = a\"b c\"d ; e\n", "[core]\nhooksPath = \"a \" \n", "[core]\nhooksPath = a \"\"\n",
		"[core]\n\n # x\n; y\nhooksPath = a\n", "[x \"a]b\"]\ny = 1\n[core]\nhooksPath = a\n", "[x \"a\\\"]\"] [core] hooksPath = a\n", "[x \"a\"]\n[core] # [y]\nhooksPath = a\n",
		"[CORE]\nHOOKSPATH = A\n", "[core]\nhooksPath\n", "[core]\nhooksPath=\n", "[core]\nhooksPath = \"\"\n", "[core]\nhooksPath\t=\ta\n", "[core]\n hooksPath = a\\tb\\\\c\\\"d\n",
		"[core]\nhooksPath = a\n[core]\nhooksPath = b\n", "[core \"x\"]\nhooksPath = a\n[core]hooksPath = b\n", "[include]\npath = a # b\n", "[core]\nhooksPath = a\vb\n", "[core]\n\fhooksPath = a\n",
	} {
		want, ok := gitReads(t, dir, text)
		if got := weRead(text); ok && !slices.Equal(got, plainKeys(want)) {
			t.Errorf("%q: %q, git reads %q", text, got, want)
		}
	}
}

// TestAnySettingsAsGitReadsThem puts pieces together at random.
func TestAnySettingsAsGitReadsThem(t *testing.T) {
	if testing.Short() {
		return // nothing in it runs side by side
	}
	dir := t.TempDir()
	pieces := []string{"[core]", "[a]", "[a \"b\"]", "hooksPath", " = ", "=", "x", "y z", "\n", "\n", "\n", "\\\n", "\"", "\\\"", "\\\\", "#", ";", " ", "\t", "\r\n", "\r", "]", "[", "\\t", "\ufeff", "1", "-"}
	r, read := rand.New(rand.NewPCG(1, 2)), 0
	for range 600 {
		var b strings.Builder
		b.WriteString([]string{"", "[core]\n", "[core]\nhooksPath = "}[r.IntN(3)])
		for range r.IntN(9) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		want, ok := gitReads(t, dir, b.String())
		if !ok {
			continue // it does nothing then
		}
		read++
		blanks := strings.NewReplacer("\t", " ", "\r", " ") // some versions of git turn each into a blank
		if got := weRead(b.String()); blanks.Replace(fmt.Sprintf("%s", got)) != blanks.Replace(fmt.Sprintf("%s", plainKeys(want))) {
			t.Errorf("%q: %q, git reads %q", b.String(), got, want)
		}
	}
	if read < 100 {
		t.Errorf("git read %d of them", read)
	}
}

// TestExpanded compares how a path is expanded with what git does.
func TestExpanded(t *testing.T) {
	home := t.TempDir()
	dir := t.TempDir()
	for _, c := range []struct {
		path  string
		want  string // "" is what git says
		known bool
	}{
		{"a", "", true}, {"~", "", true}, {"~/a", "", true}, {"~root", "", true}, {"~root/a", "", true}, {"./~/a", "", true}, {"a~/b", "", true}, {"%(prefix)a", "", true},
		{"%(prefix)/a", "[]", false}, {"~nobody-has-this-name/a", "[]", false},
		{"a\tb", "[a\tb a b]", true}, {":(optional)a", "[:(optional)a a]", true}, {":(optional)~/a", "[:(optional)~/a HOME/a]", true}, {":(optional)%(prefix)/a", "[:(optional)%(prefix)/a]", false},
	} {
		if c.want == "" {
			file := filepath.Join(dir, "config")
			if err := os.WriteFile(file, []byte("[x]\ny = "+c.path+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("git", "config", "--type=path", "-f", file, "x.y")
			cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "GIT_DIR=/nonexistent"}
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			c.want = "[" + strings.TrimSuffix(string(out), "\n") + "]"
		}
		got, known := expanded(c.path, home)
		if said := fmt.Sprint(got); said != strings.ReplaceAll(c.want, "HOME", home) || known != c.known {
			t.Errorf("%s: %s %v, want %s", c.path, said, known, c.want)
		}
	}
	if got, known := expanded("~/a", ""); known || got != nil {
		t.Errorf("without a home: %q %v", got, known)
	}
}

// TestReadingEnds: what is too much to be read is reported, and nesting is read as deep as
// git reads it.
func TestReadingEnds(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	read := func(name string) *reading {
		r := &reading{}
		r.read(filepath.Join(dir, name), 0)
		return r
	}
	for i := range maxIncludes + 1 {
		put(fmt.Sprint(i), fmt.Sprintf("[include]\npath = %d\n[at]\nn%d\n", i+1, i))
	}
	cmd := exec.Command("git", "config", "--includes", "-f", filepath.Join(dir, "1"), fmt.Sprintf("at.n%d", maxIncludes))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("git does not read as deep: %v %s", err, out)
	}
	if r := read("0"); len(r.set) != maxIncludes+1 || len(r.unknown) != 0 {
		t.Errorf("%d settings, not known: %q", len(r.set), r.unknown)
	}
	put("large", "[core]\n"+strings.Repeat(" ", maxSmall)+"hooksPath = a\n")
	put("many", "[core]\n"+strings.Repeat("x\n", maxSettings)+"[include]\npath = 0\n")
	put("files", strings.Repeat("[include]\npath = empty\n", maxFiles))
	put("user", "[include]\npath = ~nobody-has-this-name/x\n")
	for name, want := range map[string]string{"large": dir + "/large", "many": dir + "/0", "files": dir + "/empty", "user": "~nobody-has-this-name/x"} {
		if r := read(name); !slices.Equal(r.unknown, []string{want}) {
			t.Errorf("%s: not known: %q", name, r.unknown)
		}
	}
}
