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

// TestMain lets the binary run as a child with other rights and limits, see
// disk_test.go, and looks for goroutines that outlive the tests.
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

// use makes the tools anew.
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
		ID: "c1", Name: name, Arguments: raw, Answers: given, Root: y.root, Ours: y.ours, Dir: y.dir, Attempt: 1, Live: io.Discard,
	}
}

// run runs a tool; arguments are a value or JSON text.
func (y *yard) run(name string, arguments any, given answers) tool.Outcome {
	y.t.Helper()
	one, call := y.call(name, arguments, given)
	return one.Run(context.Background(), call)
}

// told is an outcome as text: what is compared.
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

// questions are those that a run asked.
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

// commit makes a repository of what is there.
func (y *yard) commit() {
	y.t.Helper()
	y.git("init", "-q")
	y.git("add", "-A")
	y.git("commit", "-q", "-m", "all")
}

func TestToolsSayWhatTheyAre(t *testing.T) {
	want := `fs_read_file unattended unattended repeatable
fs_list_files unattended unattended repeatable
fs_grep_files unattended unattended repeatable
fs_create_file ask unattended
fs_modify_file unattended unattended
fs_delete_file ask unattended
fs_move_file ask unattended
`
	var got strings.Builder
	for _, one := range Tools(Options{}) {
		s := one.Spec()
		fmt.Fprintf(&got, "%s %s %s", s.Name, s.Run, s.Result)
		if s.Repeatable {
			got.WriteString(" repeatable")
		}
		got.WriteString("\n")
		if s.Hidden || s.Assistant || s.Description == "" {
			t.Errorf("%s: %+v", s.Name, s)
		}
	}
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

// strict refuses what servers with strict schemas refuse: parameters without a
// type or a description, and objects that are open.
func strict(at string, schema map[string]any) []string {
	var faults []string
	kind, ok := schema["type"].(string)
	if !ok {
		faults = append(faults, at+" has no type")
	}
	switch kind {
	case "object":
		if schema["additionalProperties"] != false {
			faults = append(faults, at+" is open")
		}
		for name, p := range schema["properties"].(map[string]any) {
			p := p.(map[string]any)
			if p["description"] == nil {
				faults = append(faults, at+"."+name+" has no description")
			}
			faults = append(faults, strict(at+"."+name, p)...)
		}
	case "array":
		faults = append(faults, strict(at+"[]", schema["items"].(map[string]any))...)
	}
	return faults
}

func TestSchemasAreStrict(t *testing.T) {
	for _, one := range Tools(Options{}) {
		s := one.Spec()
		var schema map[string]any
		if err := json.Unmarshal(s.Parameters, &schema); err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		for _, f := range strict(s.Name, schema) {
			t.Error(f)
		}
		if _, err := s.Check([]byte(`{"nonsense":1}`)); err == nil {
			t.Errorf("%s takes an unknown argument", s.Name)
		}
	}
}

func TestChecksFillDefaults(t *testing.T) {
	y := newYard(t, nil)
	for name, want := range map[string]string{
		"fs_list_files":  `{"path":".","depth":0,"include_ignored":false}`,
		"fs_grep_files":  `{"pattern":"x","context":0,"ignore_case":false,"include_ignored":false}`,
		"fs_modify_file": `{"path":"a","patterns":[{"old":"b","new":"c","all":false}]}`,
	} {
		in := map[string]string{"fs_list_files": `{}`, "fs_grep_files": `{"pattern":"x"}`,
			"fs_modify_file": `{"path":"a","patterns":"[{\"old\":\"b\",\"new\":\"c\"}]"}`}[name]
		out, err := y.tools[name].Spec().Check([]byte(in))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !forms.Equal(out, []byte(want)) {
			t.Errorf("%s: got %s, want %s", name, out, want)
		}
	}
}

func TestDescribeAndCovers(t *testing.T) {
	y := newYard(t, nil)
	for _, c := range []struct{ tool, arguments, describe, covers string }{
		{"fs_read_file", `{"path":"cmd/report.go"}`, "cmd/report.go", "reading cmd/report.go"},
		{"fs_read_file", `{"path":"a","start_line":3}`, "a from line 3", "reading a"},
		{"fs_read_file", `{"path":"a","end_line":3}`, "a lines 1 to 3", "reading a"},
		{"fs_list_files", `{}`, ".", "exactly this call"},
		{"fs_list_files", `{"path":"cmd","pattern":"*.go"}`, "cmd *.go", "listing cmd"},
		{"fs_grep_files", `{"pattern":"a\"b"}`, `a"b`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":"x","paths":["a","b"],"include":"*.go"}`, `x in a, b (*.go)`, "searching a, b"},
		{"fs_grep_files", `{"pattern":"printReport\\("}`, `printReport(`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":"printReport\\(.*\\)$"}`, `printReport\(.*\)$`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":"say \"yes\""}`, `say "yes"`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":"(?i)todo"}`, `(?i)todo`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":"("}`, `(`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":" x "}`, `" x "`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":"a\tb"}`, `"a\tb"`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":"\\x1b"}`, `\x1b`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":""}`, `""`, "searching the workspace"},
		{"fs_create_file", `{"path":"a","content":"1\n2"}`, "a (2 lines)", "writing a"},
		{"fs_create_file", `{"path":"a","content":"1"}`, "a (1 line)", "writing a"},
		{"fs_modify_file", `{"path":"a\u001b[2Jb","patterns":[]}`, `"a\x1b[2Jb"`, `changing "a\x1b[2Jb"`},
		{"fs_delete_file", `{"path":"a\u202eb"}`, `"a\u202eb"`, `deleting "a\u202eb"`},
		{"fs_move_file", `{"path":"a","to":"b"}`, "a → b", "moving a → b"},
		{"fs_move_file", `[]`, "", "exactly this call"},
		{"fs_delete_file", `[]`, "", "exactly this call"},
		{"fs_grep_files", `[]`, "", "exactly this call"},
		{"fs_create_file", `[]`, "", "exactly this call"},
		{"fs_read_file", `[]`, "", "exactly this call"},
		{"fs_list_files", `[]`, "", "exactly this call"},
	} {
		one := y.tools[c.tool]
		if got := one.(tool.Describer).Describe([]byte(c.arguments)); got != c.describe {
			t.Errorf("%s %s: describes %q, want %q", c.tool, c.arguments, got, c.describe)
		}
		if got := one.(tool.Coverer).Covers([]byte(c.arguments)); got.Text != c.covers || got.Key == "" {
			t.Errorf("%s %s: covers %+v, want %q", c.tool, c.arguments, got, c.covers)
		}
	}
}

func TestCoversTellsCallsApart(t *testing.T) {
	y := newYard(t, nil)
	keys := map[string]string{}
	for _, c := range [][2]string{
		{"fs_create_file", `{"path":"a"}`}, {"fs_create_file", `{"path":"b"}`}, {"fs_delete_file", `{"path":"a"}`},
		{"fs_move_file", `{"path":"a","to":"b"}`}, {"fs_move_file", `{"path":"ab","to":""}`}, {"fs_move_file", `{"path":"","to":"ab"}`},
		{"fs_grep_files", `{"paths":["a","b"]}`}, {"fs_grep_files", `{"paths":["a, b"]}`}, {"fs_move_file", `[]`}, {"fs_move_file", `[1]`},
	} {
		key := y.tools[c[0]].(tool.Coverer).Covers([]byte(c[1])).Key
		if other, ok := keys[key]; ok {
			t.Errorf("%v has the key of %s", c, other)
		}
		keys[key] = strings.Join(c[:], " ")
	}
}

func TestArgumentsThatDoNotFit(t *testing.T) {
	y := newYard(t, nil)
	for name := range y.tools {
		y.want(y.run(name, `[]`, nil),
			"error: The arguments do not fit the tool's parameters. Nothing was done. Give an object with the parameters that the tool names.")
	}
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
		y.want(one.Run(ctx, call), "error: The call was cancelled before it was done. Nothing was changed.")
	}
	y.wantFile("a", "x\n")
	y.wantNames("a sub/ sub/b")
}

// reader gives zeros and does something first: the tools draw a random name
// between looking at a file and replacing it.
type reader struct{ first func() }

func (r reader) Read(p []byte) (int, error) {
	r.first()
	return bytes.NewReader(make([]byte, len(p))).Read(p)
}
