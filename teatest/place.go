package teatest

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"parley/providers/script"
)

// Place is a workspace and a home of their own for a program: nothing of the user's is
// read or written, and only this machine can be reached.
type Place struct {
	Dir  string // the workspace, where the program runs
	Home string
	Env  []string // the whole environment

	t       T
	flags   []string
	program string // built with the flags
}

// NewPlace creates an empty workspace and an empty home. The flags are those with which
// the program is built, see Build.
func NewPlace(t T, flags ...string) *Place {
	t.Helper()
	base := t.TempDir()
	p := &Place{t: t, flags: flags, Dir: filepath.Join(base, "work"), Home: filepath.Join(base, "home"), program: Build(t, flags...)}
	for _, dir := range []string{p.Dir, p.Home} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatalf("make a place: %v", err)
		}
	}
	p.Env = Environment(p.Home)
	return p
}

// EveryKeyCounts has the place's programs take a key as soon as a screen is there.
func (p *Place) EveryKeyCounts() {
	p.t.Helper()
	path := filepath.Join(p.Home, ".config", "parley", "config.toml")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		p.t.Fatalf("write the configuration: %v", err)
	}
	if err := os.WriteFile(path, []byte("forms.arming_delay = \"0s\"\n"), 0o600); err != nil {
		p.t.Fatalf("write the configuration: %v", err)
	}
}

// StopClock gives the place's programs a clock that stands still, for screens that are
// compared cell by cell: a decision that took a second would show it. All the times in the
// record are then those of a program's start.
func (p *Place) StopClock() {
	p.t.Helper()
	p.program = BuildPackage(p.t, "./teatest/still", p.flags...)
}

// Environment is everything that a program is given: a modern terminal, an editor, a home
// of its own, nothing of Parley's, and proxies that lead nowhere, so that only this
// machine can be reached.
func Environment(home string) []string {
	const nowhere = "http://127.0.0.1:1"
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TMPDIR=" + os.TempDir(), "TZ=UTC", "LANG=C.UTF-8",
		"XDG_CONFIG_HOME=" + filepath.Join(home, ".config"), "XDG_DATA_HOME=" + filepath.Join(home, ".local", "share"),
		"XDG_STATE_HOME=" + filepath.Join(home, ".local", "state"), "XDG_CACHE_HOME=" + filepath.Join(home, ".cache"),
		"TERM=xterm-256color", "COLORTERM=truecolor", "EDITOR=vi", "HTTP_PROXY=" + nowhere, "HTTPS_PROXY=" + nowhere,
	}
}

// Store is where the place's conversations are kept.
func (p *Place) Store() string {
	return filepath.Join(p.Home, ".local", "share", "parley", "conversations")
}

// Write writes a file of the workspace.
func (p *Place) Write(name, content string) {
	p.t.Helper()
	path := filepath.Join(p.Dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), 0o600)); err != nil {
		p.t.Fatalf("write %s: %v", name, err)
	}
}

// Read reads a file of the workspace.
func (p *Place) Read(name string) string {
	p.t.Helper()
	data, err := os.ReadFile(filepath.Join(p.Dir, filepath.FromSlash(name)))
	if err != nil {
		p.t.Fatalf("%v", err)
	}
	return string(data)
}

// Scenario makes the model script/name play a scenario: it is put where the program looks
// for it, and its files into the workspace.
func (p *Place) Scenario(name, source string) {
	p.t.Helper()
	s, err := script.Parse(name+".toml", []byte(source))
	if err != nil {
		p.t.Fatalf("the scenario %s: %v", name, err)
	}
	p.Write(".parley/scenarios/"+name+".toml", source)
	for file, content := range s.Files {
		p.Write(file, content)
	}
}

// StoredScenario is Scenario with one of testdata/scenarios.
func (p *Place) StoredScenario(name string) {
	p.t.Helper()
	root, err := moduleRoot()
	if err != nil {
		p.t.Fatalf("%v", err)
	}
	source, err := os.ReadFile(filepath.Join(root, "testdata", "scenarios", name+".toml"))
	if err != nil {
		p.t.Fatalf("%v", err)
	}
	p.Scenario(name, string(source))
}

// Command is the program, ready to run in the workspace.
func (p *Place) Command(args ...string) *exec.Cmd {
	cmd := exec.Command(p.program, args...)
	cmd.Dir, cmd.Env = p.Dir, p.Env
	return cmd
}

// Open runs the program in a terminal of w by h cells.
func (p *Place) Open(w, h int, args ...string) *Terminal {
	p.t.Helper()
	return Start(p.t, w, h, p.Command(args...))
}

// Result is the outcome of a run without a terminal.
type Result struct {
	Out, Err string
	Status   int
}

// Run runs the program without a terminal and with nothing on its standard
// input.
func (p *Place) Run(args ...string) Result {
	p.t.Helper()
	var out, errs bytes.Buffer
	cmd := p.Command(args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.SysProcAttr = alone()
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		p.t.Fatalf("run %q: %v", args, err)
	}
	return Result{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// Conversations are the ids of the saved conversations. The index and the trash, which
// are beside them, are not among them.
func (p *Place) Conversations() (ids []string) {
	p.t.Helper()
	entries, err := os.ReadDir(p.Store())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		p.t.Fatalf("list the conversations: %v", err)
	}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			ids = append(ids, e.Name())
		}
	}
	return ids
}
