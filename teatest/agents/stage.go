package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"parley/store/inbox"
	"parley/teatest"
)

// stage is one case: a home, a workspace, a model server, and the program that asks.
type stage struct {
	t     teatest.T
	c     kase
	bin   string
	path  string // of the program
	home  string
	dir   string
	model *fake
	env   []string

	agent *teatest.Terminal
}

// Sizes of the terminals, and how long a program has to ask.
const (
	patience = time.Minute

	width  = 110
	height = 40
)

func newStage(t teatest.T, c kase, bin, path string) *stage {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatalf("%v", err)
	}
	s := &stage{t: t, c: c, bin: bin, path: path, home: filepath.Join(base, "home"), dir: filepath.Join(base, "site")}
	for _, dir := range []string{s.dir, s.home, filepath.Join(base, "run")} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatalf("%v", err)
		}
	}
	s.write(filepath.Join(s.dir, "f.txt"), "hello world\nsecond line\n")
	s.model = serve(c.calls(s.dir))
	t.Cleanup(s.model.Close)
	editor := filepath.Join(base, "editor")
	s.write(editor, "#!/bin/sh\nsed -i "+c.edit+" \"$1\"\n")
	if err := os.Chmod(editor, 0o700); err != nil {
		t.Fatalf("%v", err)
	}
	s.env = append(teatest.Environment(s.home),
		"XDG_RUNTIME_DIR="+filepath.Join(base, "run"), "PATH="+bin+":"+os.Getenv("PATH"), "SHELL=/bin/sh", "EDITOR="+editor, "NO_PROXY=127.0.0.1",
		"ANTHROPIC_BASE_URL="+s.model.URL, "ANTHROPIC_AUTH_TOKEN=none", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1", "IS_SANDBOX=1",
		"FAKE_KEY=none")
	s.write(filepath.Join(s.home, ".config", "parley", "config.toml"), "forms.arming_delay = \"0s\"\nassistant.model.id = \"script/hello\"\n")
	s.write(filepath.Join(s.dir, ".parley", "scenarios", "hello.toml"), "[[answer]]\ntext = \"Hello.\"\n")
	s.write(filepath.Join(s.home, ".claude.json"), encoded(map[string]any{
		"hasCompletedOnboarding": true, "theme": "dark", "projects": map[string]any{s.dir: map[string]any{"hasTrustDialogAccepted": true}},
	}))
	s.write(filepath.Join(s.home, ".codex", "config.toml"), fmt.Sprintf(codexSettings, s.model.URL, s.dir))
	s.install()
	return s
}

const codexSettings = `model = "gpt-6-sol"
model_provider = "fake"
approval_policy = "on-request"
sandbox_mode = "read-only"
check_for_update_on_startup = false
[features]
default_mode_request_user_input = true
[model_providers.fake]
name = "fake"
base_url = "%s/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
[projects.%q]
trust_level = "trusted"
`

func encoded(v any) string {
	line, err := json.Marshal(v)
	if err != nil {
		panic(err) // of strings only
	}
	return string(line)
}

func (s *stage) write(path, text string) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		s.t.Fatalf("%v", err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		s.t.Fatalf("%v", err)
	}
}

// open runs a program in a terminal.
func (s *stage) open(path string, args ...string) *teatest.Terminal {
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Env = s.dir, s.env
	return teatest.Start(s.t, width, height, cmd)
}

func (s *stage) parley(args ...string) *teatest.Terminal {
	return s.open(filepath.Join(s.bin, "parley"), args...)
}

// install sets up the hooks as a person would.
func (s *stage) install() {
	x := s.parley("bridge", "install", s.c.program)
	x.WaitFor("Type yes to do so")
	x.Type("yes")
	x.Press("enter")
	s.ended(x, 0)
}

// ended waits until a parley has ended.
func (s *stage) ended(x *teatest.Terminal, status int) {
	if got := x.Wait().ExitCode(); got != status {
		s.t.Fatalf("status %d, wanted %d:\n%s", got, status, x.Screen())
	}
}

// start runs the program that asks.
func (s *stage) start() {
	s.agent = s.open(s.path, s.c.args...)
}

// asked waits until the program's question is in the inbox.
func (s *stage) asked() inbox.Entry {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	cmd := exec.CommandContext(ctx, filepath.Join(s.bin, "parley"), "inbox", "--wait", "--format", "ndjson")
	cmd.Dir, cmd.Env = s.dir, s.env
	out, err := cmd.Output()
	if err != nil {
		s.t.Fatalf("nothing is asked (%v); the screen of %s:\n%s", err, s.c.program, s.agent.Screen())
	}
	var e inbox.Entry
	if err := json.Unmarshal([]byte(strings.SplitN(string(out), "\n", 2)[0]), &e); err != nil {
		s.t.Fatalf("parley inbox: %v: %s", err, out)
	}
	return e
}

// answer answers with `parley answer`.
func (s *stage) answer(e inbox.Entry, args ...string) {
	s.ended(s.parley(append([]string{"answer", e.Ref}, args...)...), 0)
}

// screen answers on the screen: the steps are words to wait for and keys to press, in turn.
func (s *stage) screen(steps ...string) {
	x := s.inbox()
	x.WaitFor("Enter answer")
	x.Press("enter")
	for i := 0; i < len(steps); i += 2 {
		x.WaitFor(steps[i])
		x.Press(steps[i+1])
	}
	s.empty(x)
}

// inbox opens the inbox on a screen.
func (s *stage) inbox() *teatest.Terminal {
	x := s.parley()
	x.WaitFor("/ commands")
	x.Type("/inbox")
	x.Press("enter")
	return x
}

// empty waits until the inbox is empty.
func (s *stage) empty(x *teatest.Terminal) {
	x.WaitFor("Nothing waits for you")
	x.Press("ctrl+q")
	s.ended(x, 0)
}

// gone waits until no question is open.
func (s *stage) gone() { s.empty(s.inbox()) }

// told waits until the program has passed these words on to its model.
func (s *stage) told(words string) {
	s.agent.Until("its model is told "+words, func(teatest.Screen) bool { return s.model.heard(words) })
}

// goesOn waits until the program has done what was decided.
func (s *stage) goesOn() { s.agent.WaitFor("All done.") }

// exists fails if a file of the workspace does not exist.
func (s *stage) exists(name string) {
	if _, err := os.Stat(filepath.Join(s.dir, name)); err != nil {
		s.t.Fatalf("%v", err)
	}
}

// file compares a file of the workspace.
func (s *stage) file(name, want string) {
	got, err := os.ReadFile(filepath.Join(s.dir, name))
	if want == "" && os.IsNotExist(err) {
		return
	}
	if err != nil || string(got) != want {
		s.t.Fatalf("%s holds %q (%v), wanted %q", name, got, err, want)
	}
}

// decided compares the audit with who decided what.
func (s *stage) decided(e inbox.Entry, want ...string) {
	cmd := exec.Command(filepath.Join(s.bin, "parley"), "audit", e.Conversation)
	cmd.Dir, cmd.Env = s.dir, s.env
	out, err := cmd.Output()
	for _, words := range want {
		if err != nil || !strings.Contains(string(out), words) {
			s.t.Fatalf("the audit (%v) does not say %q:\n%s", err, words, out)
		}
	}
}
