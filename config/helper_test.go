package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// world holds the sources that most tests start from; files are created in a directory of
// the test and compared without its name.
type world struct {
	t   *testing.T
	dir string
	Sources
}

func newWorld(t *testing.T) *world {
	t.Helper()
	return &world{t: t, dir: t.TempDir(), Sources: Sources{
		Servers:  []string{"openai", "ollama", "script"},
		StoreDir: "/data/conversations",
		Home:     "/home/ann",
		Builtin:  shipped(),
	}}
}

// shipped are built-in tools as the program might have them.
func shipped() map[string]Builtin {
	return map[string]Builtin{
		"ask_user": {
			Run: Unattended, Enable: &Enable{true, IfNamed}, Hidden: true,
			Questions: map[string]BuiltinQuestion{"*": {Label: "Assistant"}},
		},
		"fs_read_file":   {Run: Unattended},
		"fs_modify_file": {Run: Unattended, Questions: map[string]BuiltinQuestion{"apply_changes": {Review: true}}},
		"run_command":    {},
	}
}

func (w *world) write(name, text string) string {
	w.t.Helper()
	file := filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
	return file
}

// user and workspace add a file to the sources.
func (w *world) user(text string) *world {
	w.t.Helper()
	w.UserFile = w.write("config.toml", text)
	return w
}

func (w *world) workspace(text string) *world {
	w.t.Helper()
	w.Workspace = append(w.Workspace, w.write("repo/.parley/config.toml", text))
	return w
}

func (w *world) trusting() *world {
	w.Trusted = func(string) bool { return true }
	return w
}

// load expects no fault.
func (w *world) load() Config {
	w.t.Helper()
	c, err := Load(w.Sources)
	if err != nil {
		w.t.Fatal(w.short(err.Error()))
	}
	return c
}

// faults expects faults, and returns them as a person reads them.
func (w *world) faults() string {
	w.t.Helper()
	_, err := Load(w.Sources)
	if err == nil {
		w.t.Fatal("the configuration loads, and must not")
	}
	return w.short(err.Error())
}

func (w *world) short(s string) string { return strings.ReplaceAll(s, w.dir+"/", "") }

// same compares what a person reads.
func same(t *testing.T, got, want string) {
	t.Helper()
	if want = strings.TrimSuffix(want, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
