package teatest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/coordinator/tools/askuser"
	"parley/coordinator/tools/command"
	"parley/coordinator/tools/fs"
	"parley/model"
	"parley/model/conversation"
	"parley/model/kit"
	"parley/providers/script"
	"parley/store"
	"parley/views/text"
)

// The root model in memory, with the real tools, a real file and a clock that stands
// still: for what depends on the moment at which a key arrives.

const arming = 300 * time.Millisecond

// inMemory opens a conversation with a scenario in the Driver. It is called within
// synctest.Test; everything ends with the test.
func inMemory(t *testing.T, source string) (*Driver, *os.Root) {
	t.Helper()
	scenario, err := script.Parse("scenario.toml", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	root := workspace(t, scenario.Files)
	saved, err := store.Open(t.TempDir(), time.Now).Create("memory")
	if err != nil {
		t.Fatal(err)
	}
	var entries []tool.Entry
	for _, x := range append(fs.Tools(fs.Options{}), askuser.New(), command.New(command.Config{})) {
		entries = append(entries, tool.Entry{Tool: x, Spec: x.Spec()})
	}
	tools, err := tool.NewRegistry(entries...)
	if err != nil {
		t.Fatal(err)
	}
	theme, err := text.NewTheme(text.ThemePlain, text.Unicode())
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	t.Cleanup(func() {
		end()
		if err := saved.Close(); err != nil {
			t.Error(err)
		}
	})
	played, n := script.New(scenario, script.Options{Sleep: script.RealSleep}), 0
	shell := coordinator.NewShell(ctx, coordinator.World{
		Record: saved.Record, Sleep: script.RealSleep, Now: time.Now, Nonce: func() string { n++; return fmt.Sprintf("n%d-", n) },
		SettleIn: time.Second, Work: coordinator.Workspace{Root: root, Dir: root.Name(), Conversation: "memory"},
		Model: func(context.Context) (coordinator.Model, error) {
			return coordinator.Model{ID: "script/memory", Name: "memory", Provider: played}, nil
		},
	}, coordinator.Env{Tools: tools, Rules: noRules{}, SomebodyThere: true}, "memory", store.Log{})
	m := model.Open(conversation.Options{
		Shell: shell, Theme: theme, Now: time.Now, Tick: tick, Arming: arming, Host: host{},
		SaveDrafts: func(store.Drafts) error { return nil },
	})
	return NewDriver(t, m, 80, 24), root
}

func tick(d time.Duration, f func(time.Time) tea.Msg) tea.Cmd { return tea.Tick(d, f) }

func workspace(t *testing.T, files map[string]string) *os.Root {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := root.Close(); err != nil {
			t.Error(err)
		}
	})
	return root
}

// noRules configures nothing.
type noRules struct{}

func (noRules) Question(string, string) coordinator.QuestionRules {
	return coordinator.QuestionRules{}
}
func (noRules) Asks(string, string) string { return "" }

func (noRules) Detached(string, string) (route.Policy, string) {
	return route.PolicyDeny, ""
}

// host knows the model's name; nothing else is asked of it here.
type host struct{ kit.Host }

func (host) ModelName() string           { return "memory" }
func (host) HasEditor() bool             { return false }
func (host) RuleFaults() []string        { return nil }
func (host) Undos(store.Log) kit.Undos   { return nil }
func (host) PasteImage() (string, error) { return "", nil }
func (host) HasServers() bool            { return false }
func (host) Elsewhere() int              { return 0 }
func (host) Facts(string) kit.Facts      { return kit.Facts{} }

func (host) Place() kit.Place { return kit.Place{} }

func (host) Reviewers() []string       { return nil }
func (host) Start() (kit.Start, error) { return kit.Start{}, nil }

// Skills has none.
func (host) Skills() []kit.Skill { return nil }

// Told has no instructions.
func (host) Told() kit.Told { return kit.Told{} }

func content(t *testing.T, root *os.Root) string {
	t.Helper()
	data, err := root.ReadFile("greet.sh")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestTypedAheadIsNeverAnAnswer: keys that arrive before a prompt has been there for its
// moment answer nothing, approve nothing and end nothing, and their text is kept in the
// message; each such key restarts the moment.
func TestTypedAheadIsNeverAnAnswer(t *testing.T) {
	const before, after = "#!/bin/sh\necho \"Hi\"\n", "#!/bin/sh\necho \"Hello, world\"\n"
	source := greeting(t)
	synctest.Test(t, func(t *testing.T) {
		d, root := inMemory(t, source)
		d.Type("Make it greet\n")
		waits := func(what string) {
			t.Helper()
			if !d.Screen().Has(what, "1 question waits") {
				t.Fatalf("%q does not wait any more:\n%s", what, d.Screen())
			}
		}
		early := func(what string, keys ...string) {
			t.Helper()
			waits(what)
			for _, key := range keys {
				d.Press(key)
				waits(what)
				d.Advance(arming - time.Nanosecond)
			}
			d.Paste("y\n2\n")
			waits(what)
			d.Advance(arming - time.Nanosecond)
			d.Press("y")
			waits(what)
			d.Advance(time.Second) // it may have been held down
		}
		early("Assistant asks", "2", "enter", "s", "r")
		d.Press("2")
		early("── Edit", "y", "Y", "n", "enter")
		if got := content(t, root); got != before {
			t.Errorf("the file was changed: %q", got)
		}
		d.Press("y")
		early("── Run", "y", "Y", "n", "e", "p")
		if got := content(t, root); got != after {
			t.Errorf("the file holds %q", got)
		}
		d.Press("y")
		s := d.Screen()
		if !s.Has("Done.") {
			t.Fatalf("it is not done:\n%s", s)
		}
		typed := "2sry\n2\nyyYny\n2\nyyYnepy\n2\ny"
		for _, line := range strings.Split(typed, "\n") {
			if !s.Has(line) {
				t.Errorf("what was typed is lost: %q\n%s", line, s)
			}
		}
	})
}
