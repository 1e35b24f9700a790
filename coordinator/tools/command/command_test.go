package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/coordinator/tool"
	"parley/coordinator/tools/command"
	"parley/coordinator/tools/process"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func workspace(t *testing.T) (string, *os.Root) {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.MkdirAll(filepath.Join(dir, "sub/deep"), 0o755), os.Mkdir(filepath.Join(dir, "sub/out"), 0o755), os.Symlink("sub/deep", filepath.Join(dir, "in")), os.Symlink(os.TempDir(), filepath.Join(dir, "out"))); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return dir, root
}

// run runs the tool as the program does: with arguments that were checked.
func run(t *testing.T, ctx context.Context, c command.Config, arguments string, live io.Writer) tool.Outcome {
	t.Helper()
	dir, root := workspace(t)
	r := command.New(c)
	checked, err := r.Spec().Check(json.RawMessage(arguments))
	if err != nil {
		t.Fatal(err)
	}
	return r.Run(ctx, tool.Call{Arguments: checked, Dir: dir, Root: root, Live: live})
}

func TestRun(t *testing.T) {
	cases := []struct {
		name, arguments string
		want            tool.Outcome
	}{
		{"output", `{"command":"echo hello"}`, tool.Success{Content: "Exit status: 0\nOutput:\nhello\n", Exit: tool.Exited(0)}},
		{"none", `{"command":"true"}`, tool.Success{Content: "Exit status: 0\nNo output.", Exit: tool.Exited(0)}},
		{"both streams in order", `{"command":"echo a; echo b >&2; echo c"}`, tool.Success{Content: "Exit status: 0\nOutput:\na\nb\nc\n", Exit: tool.Exited(0)}},
		{"a failing command is a result", `{"command":"echo no; exit 7"}`, tool.Success{Content: "Exit status: 7\nOutput:\nno\n", Exit: tool.Exited(7)}},
		{"a signal", `{"command":"kill -SEGV $$"}`, tool.Success{Content: "Ended by a signal: segmentation fault\nNo output."}},
		{"escapes stay, bad bytes do not", `{"command":"printf '\\033[2J\\377\\303\\251'"}`, tool.Success{Content: "Exit status: 0\nOutput:\n\x1b[2J\ufffdé", Exit: tool.Exited(0)}},
		{"in a directory", `{"command":"basename \"$PWD\"","directory":"sub"}`, tool.Success{Content: "Exit status: 0\nOutput:\nsub\n", Exit: tool.Exited(0)}},
		{"in one that does not matter", `{"command":"test -f file","directory":"./sub/.."}`, tool.Success{Content: "Exit status: 0\nNo output.", Exit: tool.Exited(0)}},
		{"several lines", `{"command":"for i in 1 2\ndo echo $i\ndone"}`, tool.Success{Content: "Exit status: 0\nOutput:\n1\n2\n", Exit: tool.Exited(0)}},
		{"nothing to read", `{"command":"read line; echo $?"}`, tool.Success{Content: "Exit status: 0\nOutput:\n1\n", Exit: tool.Exited(0)}},
		{"no keys", `{"command":"echo \"$MY_API_KEY|$HUSH|$SEEN\""}`, tool.Success{Content: "Exit status: 0\nOutput:\n||yes\n", Exit: tool.Exited(0)}},
		{"a time limit as text", `{"command":"true","timeout_seconds":"5"}`, tool.Success{Content: "Exit status: 0\nNo output.", Exit: tool.Exited(0)}},
		{"empty", `{"command":" \n"}`, tool.Failure{Message: "command is empty, so nothing ran. Give the command line to run."}},
		{"a NUL", `{"command":"echo \u0000"}`, tool.Failure{Message: "command holds a NUL character, so nothing ran. Write the command without it."}},
		{"no time", `{"command":"true","timeout_seconds":0}`, tool.Failure{Message: "timeout_seconds must be from 1 to 1800, not 0, so nothing ran."}},
		{"too much time", `{"command":"true","timeout_seconds":1801}`, tool.Failure{Message: "timeout_seconds must be from 1 to 1800, not 1801, so nothing ran."}},
		{"up and out", `{"command":"true","directory":"../.."}`, tool.Failure{Message: `The command cannot run in "../..", so nothing ran: it is outside. Give a directory inside the workspace, relative to its root.`}},
		{"out by a link", `{"command":"true","directory":"out"}`, tool.Failure{Message: `The command cannot run in "out", so nothing ran: path escapes from parent. Give a directory inside the workspace, relative to its root.`}},
		{"out by a link that another one hides", `{"command":"true","directory":"in/../out"}`, tool.Failure{Message: `The command cannot run in "in/../out", so nothing ran: path escapes from parent. Give a directory inside the workspace, relative to its root.`}},
		{"out by its name", `{"command":"true","directory":"/"}`, tool.Failure{Message: `The command cannot run in "/", so nothing ran: it is outside. Give a directory inside the workspace, relative to its root.`}},
		{"a file", `{"command":"true","directory":"file"}`, tool.Failure{Message: `The command cannot run in "file", so nothing ran: it is not a directory. Give a directory inside the workspace, relative to its root.`}},
		{"nowhere", `{"command":"true","directory":"none"}`, tool.Failure{Message: `The command cannot run in "none", so nothing ran: no such file or directory. Give a directory inside the workspace, relative to its root.`}},
	}
	env := append(os.Environ(), "MY_API_KEY=key", "HUSH=secret", "SEEN=yes")
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := run(t, t.Context(), command.Config{Env: env, Given: process.Environment{Drop: []string{"HUSH"}}}, c.arguments, io.Discard)
			if got != c.want {
				t.Errorf("got  %#v\nwant %#v", got, c.want)
			}
		})
	}
}

// TestACommandThatNeverRunsIsNotAskedAbout: what its arguments alone tell is said at once.
func TestACommandThatNeverRunsIsNotAskedAbout(t *testing.T) {
	const outside = ", so nothing ran: it is outside. Give a directory inside the workspace, relative to its root."
	for _, c := range []struct{ dir, arguments, want string }{
		{"/w", `{"command":"ls"}`, ""},
		{"/w", `{"command":"ls","directory":"/w/sub"}`, ""},
		{"/w", `{"command":"ls","directory":"sub/.."}`, ""},
		{"/w", `{"command":"ls","directory":""}`, ""},
		{"", `{"command":"ls","directory":"/w/sub"}`, ""},
		{"/w", `{"command":"ls","directory":".."}`, `The command cannot run in ".."` + outside},
		{"", `{"command":"ls","directory":"sub/../.."}`, `The command cannot run in "sub/../.."` + outside},
		{"/w", `{"command":"ls","directory":"/w/../x"}`, `The command cannot run in "/w/../x"` + outside},
		{"/w", `{"command":" \n"}`, "command is empty, so nothing ran. Give the command line to run."},
		{"/w", `{"command":"ls","timeout_seconds":0}`, "timeout_seconds must be from 1 to 1800, not 0, so nothing ran."},
	} {
		if got := command.New(command.Config{}).(tool.Refuser).Refused(c.dir, json.RawMessage(c.arguments)); got != c.want {
			t.Errorf("%s in %q: %q, want %q", c.arguments, c.dir, got, c.want)
		}
	}
}

func TestAbsoluteDirectoryInside(t *testing.T) {
	dir, root := workspace(t)
	arguments, err := json.Marshal(map[string]string{"command": "pwd", "directory": filepath.Join(dir, "sub")})
	if err != nil {
		t.Fatal(err)
	}
	got := command.New(command.Config{}).Run(t.Context(), tool.Call{Arguments: arguments, Dir: dir, Root: root, Live: io.Discard})
	if want := (tool.Success{Content: "Exit status: 0\nOutput:\n" + filepath.Join(dir, "sub") + "\n", Exit: tool.Exited(0)}); got != want {
		t.Errorf("got %#v, want %#v", got, want)
	}
}

func TestArgumentsThatWereNotChecked(t *testing.T) {
	got := command.New(command.Config{}).Run(t.Context(), tool.Call{Arguments: json.RawMessage(`{"command":["ls"]}`)})
	if want := (tool.Failure{Message: "The arguments cannot be read, so nothing ran. Give command as a string."}); got != want {
		t.Errorf("got %#v", got)
	}
}

func TestLongOutput(t *testing.T) {
	got := run(t, t.Context(), command.Config{}, `{"command":"yes 1234567 | head -c 1048576"}`, io.Discard)
	half := strings.Repeat("1234567\n", 128<<10/8)
	want := tool.Success{Content: "Exit status: 0\nOutput:\n" + half + "\n… 786432 bytes left out …\n" + half, Exit: tool.Exited(0)}
	if got != want {
		t.Errorf("got %d bytes, want %d", len(got.(tool.Success).Content), len(want.Content))
	}
}

func TestTimeLimit(t *testing.T) {
	for limit, said := range map[time.Duration]string{time.Second: "1 second", 9 * time.Second: "9 seconds"} {
		var asked []time.Duration
		after := func(d time.Duration) <-chan time.Time {
			asked = append(asked, d)
			due := make(chan time.Time, 1)
			if d == limit {
				due <- time.Time{}
			}
			return due
		}
		got := run(t, t.Context(), command.Config{After: after}, fmt.Sprintf(`{"command":"sleep 1000","timeout_seconds":%d}`, limit/time.Second), io.Discard)
		want := tool.Failure{Message: "The command was stopped after " + said + ", its time limit, with everything it had started. " +
			"What it had done until then stays done. Give a larger timeout_seconds if it needs longer.\nNo output."}
		if got != want {
			t.Errorf("got %#v", got)
		}
		if asked[0] != limit {
			t.Errorf("the limit was %v", asked[0])
		}
	}
}

func TestTimeLimitIfNoneIsGiven(t *testing.T) {
	var asked []time.Duration
	after := func(d time.Duration) <-chan time.Time {
		asked = append(asked, d)
		return make(chan time.Time)
	}
	run(t, t.Context(), command.Config{After: after}, `{"command":"true"}`, io.Discard)
	if asked[0] != 2*time.Minute {
		t.Errorf("the limit was %v", asked[0])
	}
}

// stopper cancels once it has seen something.
type stopper struct {
	cancel context.CancelFunc
	seen   bytes.Buffer
}

func (s *stopper) Write(p []byte) (int, error) {
	s.cancel()
	return s.seen.Write(p)
}

func TestCancelAndLiveOutput(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	live := &stopper{cancel: cancel}
	got := run(t, ctx, command.Config{}, `{"command":"echo begun; sleep 1000"}`, live)
	want := tool.Failure{Message: "The command was stopped before it ended, with everything it had started. What it had done until then stays done.\nOutput:\nbegun\n"}
	if got != want {
		t.Errorf("got %#v", got)
	}
	if live.seen.String() != "begun\n" {
		t.Errorf("live output was %q", live.seen.String())
	}
}

func TestShellThatIsMissing(t *testing.T) {
	got := run(t, t.Context(), command.Config{Shell: "/no/shell"}, `{"command":"true"}`, io.Discard)
	want := tool.Failure{Message: "The command could not be started, so nothing ran: process: fork/exec /no/shell: no such file or directory."}
	if got != want {
		t.Errorf("got %#v", got)
	}
}

func TestDescribeAndCovers(t *testing.T) {
	cases := []struct{ arguments, describe, key, covers string }{
		{`{"command":"go test ./..."}`, "go test ./...", "\x00go test ./...", "exactly this command in the workspace"},
		{`{"command":"go test ./...","directory":".","timeout_seconds":5}`, "go test ./...", "\x00go test ./...", "exactly this command in the workspace"},
		{`{"command":"make","directory":"./sub/"}`, "make  (in sub)", "sub\x00make", "exactly this command in sub"},
		{`{"command":"\ncat <<E\nx\nE\n"}`, "cat <<E … (3 lines)", "\x00\ncat <<E\nx\nE\n", "exactly this command in the workspace"},
		{`{"command":"make","directory":"a) b"}`, `make  (in "a) b")`, "a) b\x00make", `exactly this command in "a) b"`},
		{`{"command":"make","directory":"a\nb"}`, `make  (in "a\nb")`, "a\nb\x00make", `exactly this command in "a\nb"`},
		{`[]`, "[]", "[]", "exactly this command in the workspace"},
	}
	r := command.New(command.Config{})
	for _, c := range cases {
		if got := r.(tool.Describer).Describe(json.RawMessage(c.arguments)); got != c.describe {
			t.Errorf("%s is described as %q", c.arguments, got)
		}
		if got := r.(tool.Coverer).Covers(json.RawMessage(c.arguments)); got != (tool.Cover{Key: c.key, Text: c.covers}) {
			t.Errorf("%s covers %+v", c.arguments, got)
		}
	}
}

func TestSpec(t *testing.T) {
	s := command.New(command.Config{}).Spec()
	if s.Name != "run_command" || s.Run != tool.Ask || s.Result != tool.Unattended || s.Repeatable {
		t.Errorf("got %+v", s)
	}
	if _, err := tool.NewRegistry(tool.Entry{Tool: command.New(command.Config{}), Spec: s}); err != nil {
		t.Error(err)
	}
}

// TestGitByARule: a call allowed by a rule gets a git without pager and editor that takes
// no bare repository from the workspace; one allowed by a person gets what the user has.
func TestGitByARule(t *testing.T) {
	dir, root := workspace(t)
	env := append(os.Environ(), "GIT_PAGER=less", "GIT_EDITOR=vi", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	const line = `{"command":"git config safe.bareRepository; git config diff.ignoreSubmodules; git config diff.submodule; git config status.submoduleSummary; git config submodule.recurse; git config fetch.recurseSubmodules; git config push.recurseSubmodules; git config index.threads; git config core.untrackedCache; git config core.multiPackIndex; echo $GIT_PAGER $GIT_EDITOR $GIT_SEQUENCE_EDITOR"}`
	for byRule, want := range map[bool]string{true: "explicit\ndirty\nshort\nfalse\nfalse\nfalse\nno\n1\nfalse\nfalse\ncat true true\n", false: "less vi\n"} {
		got := command.New(command.Config{Env: env}).Run(t.Context(), tool.Call{Arguments: json.RawMessage(line), Dir: dir, Root: root, Live: io.Discard, ByRule: byRule})
		if want := (tool.Success{Content: "Exit status: 0\nOutput:\n" + want, Exit: tool.Exited(0)}); got != want {
			t.Errorf("by a rule %t: got %#v, want %#v", byRule, got, want)
		}
	}
	// an open repository in a folder of the workspace, whose configuration names a program of its own
	for byRule, ran := range map[bool]bool{true: false, false: true} {
		dir, root := workspace(t)
		at := filepath.Join(dir, "bare")
		if out, err := exec.Command("git", "init", "-q", "--bare", at).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if err := os.WriteFile(filepath.Join(at, "config"), []byte("[core]\n\tbare = true\n[alias]\n\tst = !touch ../ran\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		command.New(command.Config{}).Run(t.Context(), tool.Call{Arguments: json.RawMessage(`{"command":"cd bare && git st"}`), Dir: dir, Root: root, Live: io.Discard, ByRule: byRule})
		if _, err := os.Stat(filepath.Join(dir, "ran")); (err == nil) != ran {
			t.Errorf("by a rule %t: it ran: %t", byRule, err == nil)
		}
	}
}

// TestProgramsByARule: a line of commands that tables describe finds no program of the workspace,
// however a variable names it.
func TestProgramsByARule(t *testing.T) {
	dir, root := workspace(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "bin"), 0o755), os.Symlink(filepath.Join(dir, "bin"), link)); err != nil {
		t.Fatal(err)
	}
	path := strings.Join([]string{"/usr/bin", filepath.Join(dir, "bin"), "bin", "", ".", link, dir, "/bin"}, ":")
	for _, c := range []struct {
		path   string
		listed bool
		want   string
	}{
		{path, true, "/usr/bin:/bin"},
		{path, false, path},
		{dir + "::.", true, "/usr/bin:/bin"},
		{"/bin", true, "/bin"},
	} {
		env := []string{"HOME=/", "PATH=" + c.path, "PERL5LIB=" + dir + "/lib:lib", "LD_LIBRARY_PATH=/l:" + dir, "GOENV=" + dir + "/env", "RIPGREP_CONFIG_PATH=" + dir + "/rc", "GOROOT=" + link, "RUBYOPT=-r" + dir + "/x", "GIT_DIR=" + dir, "GOPROXY=file://" + dir, "OTHER=out"}
		more := "/l none none none none none " + dir + " file://" + dir + " out"
		if !c.listed {
			more = "/l:" + dir + " " + dir + "/lib:lib " + dir + "/env " + dir + "/rc " + link + " -r" + dir + "/x " + dir + " file://" + dir + " out"
		}
		got := command.New(command.Config{Shell: "/bin/sh", Env: env}).Run(t.Context(), tool.Call{Arguments: json.RawMessage(`{"command":"echo $PATH $LD_LIBRARY_PATH ${PERL5LIB-none} ${GOENV-none} ${RIPGREP_CONFIG_PATH-none} ${GOROOT-none} ${RUBYOPT-none} $GIT_DIR $GOPROXY $OTHER"}`), Dir: dir, Root: root, Live: io.Discard, ByRule: true, Listed: c.listed})
		if want := (tool.Success{Content: "Exit status: 0\nOutput:\n" + c.want + " " + more + "\n", Exit: tool.Exited(0)}); got != want {
			t.Errorf("%+v: got %#v", c, got)
		}
		if env[1] != "PATH="+c.path {
			t.Errorf("the environment of others became %q", env)
		}
	}
}

// TestWhatVariablesLend: only what a listed command does not get counts.
func TestWhatVariablesLend(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "vendor"), 0o700), os.WriteFile(filepath.Join(dir, "o.json"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	for entry, want := range map[string]bool{
		"GOFLAGS=-overlay=o.json": true, "GOFLAGS=-v '-overlay=o.json'": true, "GOFLAGS=-mod=vendor": false, "GOFLAGS=-tags=o": false, "NAME=o.json": false,
		"PATH=/usr/bin:" + dir + "/bin": true, "PATH=/usr/bin:bin": true, "RIPGREP_CONFIG_PATH=" + dir + "/rc": true, "VIRTUAL_ENV=" + dir: true,
		"GIT_TRACE=" + dir + "/trace": true, "GIT_TRACE2_EVENT=" + dir: true, "GIT_TRACE=1": false, "GIT_EXEC_PATH=" + dir: true, "GIT_TEST_FSMONITOR=" + dir + "/mon": true,
		"BASH_ENV=start.sh": true, "BASH_ENV=$PWD/start.sh": true, "CLAUDE_ENV_FILE=start.sh": true, "BASH_ENV=/etc/start.sh": false,
		"CURL_HOME=sub": true, "CURL_HOME=/etc": false, "PYTHONSTARTUP=ev.py": true, "NODE_ENV=test": false, "APP_CONFIG=test": false,
		"PATH=/usr/bin": false, "PWD=" + dir: false, "OLDPWD=" + dir + "/sub": false, "GIT_DIR=" + dir + "/.git": false, "GOPROXY=file://" + dir: false,
	} {
		if got := command.Lends(dir, []string{"OTHER=x", entry, "HOME=/"}); got != want {
			t.Errorf("%s: %t", entry, got)
		}
	}
}

// TestFlagsByARule: a variable that ends the flags at the first operand would make files of those
// that the rules took for flags.
func TestFlagsByARule(t *testing.T) {
	for byRule, want := range map[bool]string{true: "none x", false: "1 x"} {
		dir, root := workspace(t)
		env := []string{"PATH=/usr/bin:/bin", "POSIXLY_CORRECT=1", "POSIXLY_CORRECTED=x"}
		got := command.New(command.Config{Shell: "/bin/sh", Env: env}).Run(t.Context(), tool.Call{Arguments: json.RawMessage(`{"command":"echo ${POSIXLY_CORRECT-none} $POSIXLY_CORRECTED"}`), Dir: dir, Root: root, Live: io.Discard, ByRule: byRule})
		if want := (tool.Success{Content: "Exit status: 0\nOutput:\n" + want + "\n", Exit: tool.Exited(0)}); got != want {
			t.Errorf("by a rule %t: got %#v", byRule, got)
		}
	}
}

// TestGitByARuleGoesToOtherMachinesOnly: a name that is no remote's is a path to git.
func TestGitByARuleGoesToOtherMachinesOnly(t *testing.T) {
	for byRule, goes := range map[bool]bool{true: false, false: true} {
		dir, root := workspace(t)
		for _, at := range []string{".", "upstream"} {
			if out, err := exec.Command("git", "init", "-q", filepath.Join(dir, at)).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
		got := command.New(command.Config{Env: append(os.Environ(), "GIT_ALLOW_PROTOCOL=file")}).Run(t.Context(), tool.Call{Arguments: json.RawMessage(`{"command":"git ls-remote upstream"}`), Dir: dir, Root: root, Live: io.Discard, ByRule: byRule})
		if s, is := got.(tool.Success); !is || strings.Contains(s.Content, "transport 'file' not allowed") == goes {
			t.Errorf("by a rule %t: %#v", byRule, got)
		}
	}
}

// TestGitByARuleInRepositoriesWithin: git goes into no repository within the workspace whose
// settings name a program, though a tree, and not the index, names a commit of it.
func TestGitByARuleInRepositoriesWithin(t *testing.T) {
	const made = `export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a
git init -q . && git init -q sub && cd sub && git commit -q --allow-empty -m x
signed=$(printf 'tree %s\nauthor a <a> 1 +0000\ncommitter a <a> 1 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n x\n -----END PGP SIGNATURE-----\n\nx\n' "$(git write-tree)" | git hash-object -t commit -w --stdin)
git update-ref HEAD "$signed" && git config log.showSignature true && git config gpg.program ./evil && printf '#!/bin/sh\ntouch ../ran\n' >evil && chmod +x evil && cd ..
git update-index --add --cacheinfo "160000,$signed,sub" && git commit -qm x && git rm -q --cached sub
git update-index --add --cacheinfo "100644,$(echo x | git hash-object -w --stdin),sub" && git config status.submoduleSummary true`
	for byRule, ran := range map[bool]bool{true: false, false: true} {
		dir, root := workspace(t)
		cmd := exec.Command("sh", "-ec", made)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		command.New(command.Config{}).Run(t.Context(), tool.Call{Arguments: json.RawMessage(`{"command":"git status"}`), Dir: dir, Root: root, Live: io.Discard, ByRule: byRule})
		if _, err := os.Stat(filepath.Join(dir, "ran")); (err == nil) != ran {
			t.Errorf("by a rule %t: it ran: %t", byRule, err == nil)
		}
	}
}
