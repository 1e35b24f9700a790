package fs

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"parley/coordinator/tool"
	"parley/forms"
)

// TestMain lets the binary run as a child with other rights and limits (see disk_test.go),
// and looks for goroutines that outlive the tests.
func TestMain(m *testing.M) {
	if job := os.Getenv("FS_TEST_CHILD"); job != "" {
		os.Exit(child(job))
	}
	goleak.VerifyTestMain(m)
}

// yard is a workspace for a test.
type yard struct {
	t     testing.TB
	dir   string
	root  *os.Root
	tools map[string]tool.Tool
	ours  func(path, digest string) bool // nil knows of no write
	made  func(path, digest string) bool // the same
}

// newYard makes a workspace with files; a name that ends in "/" is a directory.
func newYard(t testing.TB, files map[string]string) *yard {
	t.Helper()
	y := openYard(t, t.TempDir(), Options{})
	for name, content := range files {
		y.put(name, content)
	}
	return y
}

func openYard(t testing.TB, dir string, o Options) *yard {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := root.Close(); err != nil {
			t.Error(err)
		}
	})
	y := &yard{t: t, dir: dir, root: root, tools: map[string]tool.Tool{}}
	y.use(o)
	return y
}

// use creates the tools again.
func (y *yard) use(o Options) {
	for _, one := range Tools(o) {
		y.tools[one.Spec().Name] = one
	}
}

func (y *yard) path(name string) string { return filepath.Join(y.dir, name) }

func (y *yard) put(name, content string) {
	y.t.Helper()
	if strings.HasSuffix(name, "/") {
		y.must(os.MkdirAll(y.path(name), 0o755))
		return
	}
	y.must(os.MkdirAll(filepath.Dir(y.path(name)), 0o755))
	y.must(os.WriteFile(y.path(name), []byte(content), 0o644))
}

func (y *yard) must(err error) {
	y.t.Helper()
	if err != nil {
		y.t.Fatal(err)
	}
}

// get is a file's content, or "<none>".
func (y *yard) get(name string) string {
	y.t.Helper()
	data, err := os.ReadFile(y.path(name))
	if os.IsNotExist(err) {
		return "<none>"
	}
	y.must(err)
	return string(data)
}

// names are all names in the workspace, in order, without .git.
func (y *yard) names() string {
	y.t.Helper()
	var all []string
	y.must(filepath.WalkDir(y.dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || p == y.dir {
			return err
		}
		if d.Name() == ".git" {
			return filepath.SkipDir
		}
		name := strings.TrimPrefix(p, y.dir+"/")
		if d.IsDir() {
			name += "/"
		}
		all = append(all, name)
		return nil
	}))
	return strings.Join(all, " ")
}

type answers = map[string]tool.Answer

func (y *yard) call(name string, arguments any, given answers) (tool.Tool, tool.Call) {
	y.t.Helper()
	raw, err := json.Marshal(arguments)
	y.must(err)
	if text, ok := arguments.(string); ok {
		raw = []byte(text)
	}
	return y.tools[name], tool.Call{
		ID: "c1", Name: name, Arguments: raw, Answers: given, Root: y.root, Ours: y.ours, Made: y.made, Dir: y.dir, Attempt: 1, Live: io.Discard,
	}
}

// done lets a run write what it is about to.
func done(ctx context.Context, out tool.Outcome) tool.Outcome {
	if w, ok := out.(tool.Writes); ok {
		return w.Write(ctx)
	}
	return out
}

// run runs a tool; arguments are a value or JSON text.
func (y *yard) run(name string, arguments any, given answers) tool.Outcome {
	y.t.Helper()
	one, call := y.call(name, arguments, given)
	return done(context.Background(), one.Run(context.Background(), call))
}

// told is an outcome as text, for comparison.
func told(out tool.Outcome) string {
	switch out := out.(type) {
	case tool.Success:
		return "ok: " + out.Content
	case tool.Failure:
		return "error: " + out.Message
	case tool.NeedsInput:
		var b strings.Builder
		for _, q := range out.Form.Questions() {
			fmt.Fprintf(&b, "asks %s", q.ID)
			if q.Default != nil {
				fmt.Fprintf(&b, " default %s", q.Default)
			}
			if q.When != nil {
				fmt.Fprintf(&b, " when %s is %s", q.When.QuestionID, q.When.Equals)
			}
			context := q.Context
			fmt.Fprintf(&b, ": %s\n%s\n", q.Text, context)
		}
		return b.String()
	}
	return fmt.Sprintf("%#v", out)
}

func (y *yard) want(got tool.Outcome, want string) {
	y.t.Helper()
	if text := told(got); text != want {
		y.t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

func (y *yard) wantFile(name, want string) {
	y.t.Helper()
	if got := y.get(name); got != want {
		y.t.Errorf("%s holds %q, want %q", name, got, want)
	}
}

func (y *yard) wantNames(want string) {
	y.t.Helper()
	if got := y.names(); got != want {
		y.t.Errorf("the workspace holds %q, want %q", got, want)
	}
}

// questions are the questions that a run asked.
func (y *yard) questions(out tool.Outcome) []forms.Question {
	y.t.Helper()
	asks, ok := out.(tool.NeedsInput)
	if !ok {
		y.t.Fatalf("wanted a question, got %s", told(out))
	}
	return asks.Form.Questions()
}

// all answers every question of a form with one value.
func (y *yard) all(out tool.Outcome, value string) answers {
	y.t.Helper()
	given := answers{}
	for _, q := range y.questions(out) {
		given[q.ID] = tool.Answer{Value: json.RawMessage(value), Asked: q}
	}
	return given
}

// wantDigest checks what a question is bound to.
func (y *yard) wantDigest(out tool.Outcome, id, digest string) {
	y.t.Helper()
	for _, q := range y.questions(out) {
		if q.ID == id {
			if got := q.Digest; got != digest {
				y.t.Errorf("%s is bound to %s, want %s", id, got, digest)
			}
			return
		}
	}
	y.t.Errorf("%s was not asked", id)
}

// git runs git in the workspace.
func (y *yard) git(arguments ...string) {
	y.t.Helper()
	cmd := exec.Command("git", arguments...)
	cmd.Dir = y.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	if out, err := cmd.CombinedOutput(); err != nil {
		y.t.Fatalf("git %v: %v\n%s", arguments, err, out)
	}
}

// commit creates a repository of the files that exist.
func (y *yard) commit() {
	y.t.Helper()
	y.git("init", "-q")
	y.git("add", "-A")
	y.git("commit", "-q", "-m", "all")
}

// calls are calls of every tool on one path.
func calls(path string) map[string]string {
	p, err := json.Marshal(path)
	if err != nil {
		panic(err)
	}
	return map[string]string{
		"fs_read_file":   fmt.Sprintf(`{"path":%s}`, p),
		"fs_list_files":  fmt.Sprintf(`{"path":%s}`, p),
		"fs_grep_files":  fmt.Sprintf(`{"pattern":"x","paths":[%s]}`, p),
		"fs_create_file": fmt.Sprintf(`{"path":%s,"content":"x"}`, p),
		"fs_modify_file": fmt.Sprintf(`{"path":%s,"patterns":[{"old":"x","new":"y"}]}`, p),
		"fs_delete_file": fmt.Sprintf(`{"path":%s}`, p),
		"fs_move_file":   fmt.Sprintf(`{"path":%s,"to":"to"}`, p),
	}
}

func TestCancelledCallsDoNothing(t *testing.T) {
	y := newYard(t, map[string]string{"a": "x\n", "sub/b": "x\n"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, arguments := range calls("a") {
		if name == "fs_read_file" {
			continue // one file, read at once
		}
		if name == "fs_list_files" || name == "fs_grep_files" {
			arguments = calls(".")[name]
		}
		one, call := y.call(name, arguments, nil)
		y.want(done(ctx, one.Run(ctx, call)), "error: The call was cancelled before it was done. Nothing was changed.")
	}
	y.wantFile("a", "x\n")
	y.wantNames("a sub/ sub/b")
}

// reader yields zeros, after doing something: the tools draw a random name between looking
// at a file and replacing it.
type reader struct{ first func() }

func (r reader) Read(p []byte) (int, error) {
	r.first()
	return bytes.NewReader(make([]byte, len(p))).Read(p)
}
