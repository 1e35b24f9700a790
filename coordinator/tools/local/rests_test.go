package local

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/coordinator/tools/process"
)

// TestRests: the digest changes with each file of the workspace that a command names or holds,
// and with nothing else.
func TestRests(t *testing.T) {
	outside := t.TempDir()
	put := func(dir, name, text string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	put(dir, "check.sh", "one")
	put(dir, "main.go", "one")
	put(dir, "bin/found", "one")
	put(dir, "a b", "one")
	put(outside, "check.sh", "one")
	t.Setenv("HOME", dir)
	if err := os.Symlink(dir, filepath.Join(dir, "around")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "check.sh"), filepath.Join(outside, "led")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "check.sh"), filepath.Join(dir, "leads")); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.MkdirAll(filepath.Join(dir, "deep/er/est"), 0o755), os.Symlink("deep/er", filepath.Join(dir, "led"))); err != nil {
		t.Fatal(err)
	}
	put(dir, "deep/lib/kept", "one")
	put(dir, "bin/kept", "one")
	if err := errors.Join(os.Chmod(filepath.Join(dir, "deep/lib/kept"), 0o644), os.Chmod(filepath.Join(dir, "bin/kept"), 0o644)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", "near:"+filepath.Join(dir, "bin")+":"+dir+"/led/../lib:/usr/bin:/bin")
	files := []string{
		"check.sh", "main.go", "bin/found", "a b", "deep/found", "deep/er/found", "deep/er/est/found", "near/only", "deep/near/only",
		"bin/kept", "deep/lib/kept", "tools/run.py", "tools/all/__main__.py", "tools/__init__.py", "tools/serve.js", "tools.py",
	}
	call := tool.Call{Dir: dir}
	for _, c := range []struct {
		name    string
		command []string
		shell   string
		change  string // a file whose change is seen
		not     string // and one whose is not
	}{
		{"a program", []string{"./check.sh"}, "", "check.sh", "main.go"},
		{"what it is given", []string{"./check.sh", "main.go"}, "", "main.go", "bin/found"},
		{"without a dot", []string{"bin/found"}, "", "bin/found", "check.sh"},
		{"by its whole path", []string{filepath.Join(dir, "check.sh")}, "", "check.sh", "main.go"},
		{"that PATH finds", []string{"found"}, "", "bin/found", "check.sh"},
		{"by a link from elsewhere", []string{filepath.Join(outside, "led")}, "", "check.sh", "main.go"},
		{"a script", []string{"/usr/bin/python3.12", "-u", "check.sh"}, "", "check.sh", "main.go"},
		{"a line", nil, "./check.sh", "check.sh", "main.go"},
		{"a line with more", nil, "cd . && A=b exec \"./check.sh\" x 2>&1 | cat >>main.go", "check.sh", "main.go"},
		{"a line with a shell", nil, "FOO=1 sh -e check.sh >main.go", "check.sh", "main.go"},
		{"a part of a line", nil, "echo $(. ./check.sh)", "check.sh", "main.go"},
		{"behind a flag with a value", []string{"bash", "-o", "pipefail", "check.sh"}, "", "check.sh", "main.go"},
		{"behind flags in one", []string{"bash", "-euo", "pipefail", "check.sh"}, "", "check.sh", "main.go"},
		{"of python", []string{"python3", "-W", "ignore", "check.sh"}, "", "check.sh", "main.go"},
		{"of node, a module", []string{"node", "--require", "./check.sh", "gone.js"}, "", "check.sh", "main.go"},
		{"of python, a module", []string{"python3", "-m", "tools.run"}, "", "tools/run.py", "main.go"},
		{"of python, a module behind two flags", []string{"python3", "-um", "tools.run"}, "", "tools/run.py", "main.go"},
		{"what stands for the folder of a module", []string{"python3", "-m", "tools.run"}, "", "tools.py", "main.go"},
		{"a package of python", []string{"python3", "-u", "-mtools.all"}, "", "tools/all/__main__.py", "tools/run.py"},
		{"the folder of a module", nil, "sh -c 'python3 -m tools.run --all'", "tools/__init__.py", "main.go"},
		{"of node, without its ending", []string{"node", "tools/serve", "x"}, "", "tools/serve.js", "main.go"},
		{"a makefile", []string{"make", "-f", "check.sh"}, "", "check.sh", "main.go"},
		{"in the same word as its flag", []string{"make", "-fcheck.sh"}, "", "check.sh", "main.go"},
		{"behind =", []string{"make", "--file=check.sh"}, "", "check.sh", "main.go"},
		{"behind two", []string{"java", "-javaagent:check.sh=x"}, "", "check.sh", "main.go"},
		{"behind @", []string{"java", "@check.sh"}, "", "check.sh", "main.go"},
		{"one of a list", []string{"load", "--with=gone,check.sh,x"}, "", "check.sh", "main.go"},
		{"behind timeout", []string{"timeout", "10", "./check.sh"}, "", "check.sh", "main.go"},
		{"behind nice", []string{"nice", "-n", "5", "sh", "check.sh"}, "", "check.sh", "main.go"},
		{"behind env", []string{"env", "A=b", "./check.sh"}, "", "check.sh", "main.go"},
		{"PATH behind env", []string{"env", "PATH=bin", "found"}, "", "bin/found", "main.go"},
		{"a line in a word", []string{"sh", "-c", "./check.sh"}, "", "check.sh", "main.go"},
		{"a longer one", []string{"sh", "-c", "x; exec './check.sh' >main.go"}, "", "check.sh", "main.go"},
		{"a line in a line", nil, "sh -c 'bash -c \"./check.sh --all\"'", "check.sh", "main.go"},
		{"in quotes within quotes", nil, "echo \"$(sh check.sh)\"", "check.sh", "main.go"},
		{"from standard input", nil, "sh <check.sh", "check.sh", "main.go"},
		{"through a pipe", nil, "cat check.sh | sh", "check.sh", "main.go"},
		{"in a folder that it enters", nil, "cd bin && ./found", "bin/found", "main.go"},
		{"in a folder of a flag", []string{"make", "--directory=bin", "-f", "found"}, "", "bin/found", "main.go"},
		{"in a folder of a folder", nil, "cd deep && cd er && ./found", "deep/er/found", "main.go"},
		{"and in one below", nil, "cd deep; cd er; cd est && sh found", "deep/er/est/found", "main.go"},
		{"there and back", nil, "cd deep && cd er && cd .. && ./found", "deep/found", "main.go"},
		{"by way of a flag and a shell", []string{"env", "-C", "deep", "sh", "-c", "cd er && ./found"}, "", "deep/er/found", "main.go"},
		{"above what a link leads to", nil, "cd led && ../found", "deep/found", "main.go"},
		{"above it in one word", nil, "sh led/../found", "deep/found", "main.go"},
		{"in the folder above it", nil, "cd led && cd -P .. && ./found", "deep/found", "main.go"},
		{"in that folder, by one word", []string{"env", "-C", "led/..", "./found"}, "", "deep/found", "main.go"},
		{"behind !", []string{"git", "-c", "alias.x=!bin/found --all", "x"}, "", "bin/found", "main.go"},
		{"that PATH finds in a folder of the workspace", nil, "only", "near/only", "main.go"},
		{"that PATH finds where it goes", nil, "cd deep && only", "deep/near/only", "main.go"},
		{"that PATH finds and a shell reads", []string{"bash", "kept"}, "", "bin/kept", "main.go"},
		{"that PATH finds up from where a link leads", nil, ". kept", "deep/lib/kept", "main.go"},
		{"a name with a blank", nil, "sh 'a b' >main.go", "a b", "main.go"},
		{"a blank behind a \\", nil, "sh a\\ b", "a b", "main.go"},
		{"from here", nil, "sh $PWD/check.sh", "check.sh", "main.go"},
		{"from home", nil, "sh ~/check.sh", "check.sh", "main.go"},
		{"links on the way", []string{"sh", "around/bin/../check.sh"}, "", "check.sh", "main.go"},
		{"only read", []string{"cat", "check.sh"}, "", "", "check.sh"},
		{"only read in a line", nil, "tail -n 5 check.sh | grep x", "", "check.sh"},
		{"only written", nil, "date >check.sh 2> main.go", "", "check.sh"},
		{"a folder", []string{"./bin"}, "", "", "bin/found"},
		{"nothing there", []string{"./gone"}, "", "", "check.sh"},
		{"no words", nil, " ; ", "", "check.sh"},
	} {
		for _, name := range files {
			put(dir, name, "one")
		}
		l := local{config: Config{Command: c.command, Shell: c.shell}}
		before := l.Rests(call)
		if (before == "") != (c.change == "") {
			t.Errorf("%s: %q", c.name, before)
		}
		put(dir, c.not, "two")
		if got := l.Rests(call); got != before {
			t.Errorf("%s: another file changes it", c.name)
		}
		if c.change == "" {
			continue
		}
		put(dir, c.change, "two")
		if got := l.Rests(call); got == before || got == "" {
			t.Errorf("%s: a change is not seen: %q", c.name, got)
		}
		put(dir, c.change, "one")
		if got := l.Rests(call); got != before {
			t.Errorf("%s: taken back, it is another", c.name)
		}
	}
	if got := (local{config: Config{Command: []string{filepath.Join(outside, "check.sh")}}}).Rests(call); got != "" {
		t.Errorf("a program from elsewhere: %q", got)
	}
	led := local{config: Config{Command: []string{"./leads"}}}
	before := led.Rests(call)
	put(outside, "check.sh", "two")
	if before == "" || led.Rests(call) == before {
		t.Error("what a link of the workspace leads to is not looked at")
	}
	elsewhere := local{config: Config{Command: []string{"./found"}, Dir: filepath.Join(dir, "bin")}}
	if elsewhere.Rests(call) == "" {
		t.Error("the folder in which it runs is not looked in")
	}
}

// TestRestsEnds: what is too large, or no file, is not read, and neither is a word without end.
func TestRestsEnds(t *testing.T) {
	dir := t.TempDir()
	huge := filepath.Join(dir, "huge")
	f, err := os.Create(huge)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Truncate(1<<40), f.Close()); err != nil {
		t.Fatal(err)
	}
	l := local{config: Config{Command: []string{"sh", "huge"}}}
	before := l.Rests(tool.Call{Dir: dir})
	if err := os.Truncate(huge, 1<<41); err != nil {
		t.Fatal(err)
	}
	if after := l.Rests(tool.Call{Dir: dir}); before == "" || after == before {
		t.Error("of a file that is too large, the size does not count")
	}
	if err := os.Remove(huge); err != nil {
		t.Fatal(err)
	}
	if got := l.Rests(tool.Call{Dir: dir}); got != "" {
		t.Errorf("of none: %q", got)
	}
	if err := os.Mkdir(huge, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := l.Rests(tool.Call{Dir: dir}); got != "" {
		t.Errorf("of a folder: %q", got)
	}
	left := int64(1)
	for _, name := range []string{"a", "b"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("1"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a", "b"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := summed(filepath.Join(dir, name), info, &left); left != 0 || (len(got) == 64) != (name == "a") {
			t.Errorf("%s: %q with %d left", name, got, left)
		}
	}
	many := local{config: Config{Shell: strings.Repeat("a=,", 1<<16) + strings.Repeat("'(", 1<<16)}, looks: &Looks{}}
	if got := many.words(); len(got) > mostWords {
		t.Errorf("%d words", len(got))
	}
}

// TestWhatACommandIsLentIsPartOfIt: a yes to a tool is for the variables that it gets in spite of their names.
func TestWhatACommandIsLentIsPartOfIt(t *testing.T) {
	seen := map[string]bool{}
	for _, allow := range [][]string{nil, {"A_TOKEN"}, {"A_TOKEN", "B_TOKEN"}} {
		seen[local{config: Config{Command: []string{"./x"}, Given: process.Environment{Allow: allow}}}.Identity()] = true
	}
	if len(seen) != 3 {
		t.Errorf("%v", seen)
	}
}

// TestFilesThatChangePlaces: the digest is for each file at its place, as what it is there.
func TestFilesThatChangePlaces(t *testing.T) {
	dir := t.TempDir()
	move := func(moves ...string) {
		t.Helper()
		for i := 0; i < len(moves); i += 2 {
			to := filepath.Join(dir, moves[i+1])
			if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.Rename(filepath.Join(dir, moves[i]), to)); err != nil {
				t.Fatal(err)
			}
		}
	}
	put := func(name, words string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(words), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	put("check.sh", "evil")
	put("sub/check.sh", "good")
	put("a/run", "evil")
	put("b/run", "good")
	if err := os.Chmod(filepath.Join(dir, "a/run"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(dir, "a")+":"+filepath.Join(dir, "b"))
	cd, run := local{config: Config{Shell: "cd sub && ./check.sh"}}, local{config: Config{Shell: "run"}}
	call := tool.Call{Dir: dir}
	place, runs := cd.Rests(call), run.Rests(call)
	move("sub/check.sh", "sub/sub/check.sh", "check.sh", "sub/check.sh")
	if cd.Rests(call) == place {
		t.Error("the digest did not change with the file that runs")
	}
	if err := errors.Join(os.Chmod(filepath.Join(dir, "a/run"), 0o755), os.Chmod(filepath.Join(dir, "b/run"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if run.Rests(call) == runs {
		t.Error("the digest did not change with which of two programs can be run")
	}
	var names []string
	files, whole := Files([]string{"sh", "-c", "cd sub && ./check.sh"}, nil, dir, &Looks{})
	for _, f := range files {
		names = append(names, f.At)
	}
	if want := []string{"sub/check.sh", "sub/sub/check.sh"}; !whole || !slices.Equal(names, want) {
		t.Errorf("the files are %q, want %q", names, want)
	}
}

// TestACommandThatNamesTooMuch is not run: no yes to it could be for all of it.
func TestACommandThatNamesTooMuch(t *testing.T) {
	dir := t.TempDir()
	for i := range mostFolders + 1 {
		if err := os.Mkdir(filepath.Join(dir, "d"+strconv.Itoa(i)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	deep := "touch ran"
	for range maxHeld + 1 {
		deep = "sh -c " + strconv.Quote(deep)
	}
	var folders, words strings.Builder
	for i := range mostFolders + 1 {
		fmt.Fprintf(&folders, " d%d", i)
	}
	for i := range mostWords + 1 {
		fmt.Fprintf(&words, " w%d", i)
	}
	for name, shell := range map[string]string{
		"folders": "touch ran" + folders.String(), "words": "touch ran" + words.String(), "lines within lines": deep,
	} {
		l := local{spec: tool.Spec{Name: "x"}, config: Config{Shell: shell}}
		call := tool.Call{Dir: dir, Live: io.Discard}
		if got := l.Run(t.Context(), call); got != (tool.Failure{Message: tooManyText("x")}) {
			t.Errorf("%s: the run ended with %+v", name, got)
		}
		if l.Rests(call) == "" {
			t.Errorf("%s: a yes is for every file", name)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "ran")); err == nil {
		t.Error("one of them ran")
	}
}

// TestFilesInAnyWords: not every program reads a word as a shell does, so what could be a name in it counts.
func TestFilesInAnyWords(t *testing.T) {
	for _, c := range []struct {
		file string
		l    local
	}{
		{"tools/server.dev.js", local{config: Config{Command: []string{"node", "tools/server.dev"}}}},
		{"tools/srv.js", local{config: Config{Command: []string{"node", "-e", "require('./tools/srv')"}}}},
		{"evil.sh", local{config: Config{Shell: `bash -c "$'./evil.sh'"`}}},
		{`a\b.sh`, local{config: Config{Shell: `. "./a\b.sh"`}}},
		{"evil.sh", local{config: Config{Command: []string{"tool", "--config", `{"command": "./evil.sh"}`}}}},
		{"evil.sh", local{config: Config{Shell: `echo hi 2>"$(./evil.sh)"`}}},
		{"deploy.sh", local{config: Config{Shell: "# input -> server's log\n./deploy.sh\necho 'done'\n"}}},
		{"evil.sh", local{config: Config{Command: []string{"perl", "-e", "%h=(run=>'./evil.sh');system($h{run})"}}}},
		{"evil.sh", local{config: Config{Shell: "sh <>./evil.sh"}}},
		{"evil.sh", local{config: Config{Shell: `sh "${SCRIPT:-./evil.sh}"`}}},
		{"evil.sh", local{config: Config{Shell: `S=${SCRIPT-./evil.sh}; exec $S`}}},
		{"evil.sh", local{config: Config{Command: []string{"perl", "-e", `{"f":"@./evil.sh"}`}}}},
		{"evil.sh", local{config: Config{Shell: "bash -c '. ~+/evil.sh'"}}},
		{"lib/x.rb", local{config: Config{Command: []string{"ruby", "-r./lib/x", "-e", "1"}}}},
		{"evilmod.js", local{config: Config{Command: []string{"npx", "srv"}}, lent: []string{"NODE_OPTIONS=--require ./evilmod"}}},
		{"evil.sh", local{config: Config{Shell: "cat <<echo\necho '\necho\n./evil.sh\necho ''\n"}}},
		{"deploy.sh", local{config: Config{Shell: "cat x # it's here\n./deploy.sh\n#'"}}},
	} {
		dir := t.TempDir()
		at := filepath.Join(dir, c.file)
		put := func(words string) {
			if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, []byte(words), 0o755)); err != nil {
				t.Fatal(err)
			}
		}
		put("one")
		call := tool.Call{Dir: dir}
		before := c.l.Rests(call)
		put("two")
		if c.l.Rests(call) == before {
			t.Errorf("%q %s: a change of %s is none", c.l.config.Command, c.l.config.Shell, c.file)
		}
	}
	for _, out := range []local{
		{config: Config{Shell: "tail -n 5 out.log | grep -v '#'"}}, {config: Config{Shell: "make >out.log 2>err.log"}}, {config: Config{Shell: "bash -c 'make >out.log 2>&1; echo ok'"}}, {config: Config{Command: []string{"bash", "-c", "make >out.log"}}},
	} {
		dir := t.TempDir()
		call := tool.Call{Dir: dir}
		before := out.Rests(call)
		if err := os.WriteFile(filepath.Join(dir, "out.log"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if out.Rests(call) != before {
			t.Errorf("%q %s: what it writes counts", out.config.Command, out.config.Shell)
		}
	}
}
