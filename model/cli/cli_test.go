package cli

import (
	"context"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"parley/config"
	"parley/model/cli/process"
	"parley/model/cli/session"
)

// TestTogglesAreJoined: a flag with an optional value takes only what is in the same word,
// so the next word is joined to it if it can be the name of a tool.
func TestTogglesAreJoined(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", ""},
		{"-t", "-t"},
		{"-T", "-T"},
		{"-t fs_read_file", "-t=fs_read_file"},
		{"-T run_command -t", "-T=run_command -t"},
		{"--tool a --no-tool b", "--tool=a --no-tool=b"},
		{"-t -T", "-t -T"},
		{"-t -m x/y", "-t -m x/y"},
		{"-t a b", "-t=a b"},
		{"-t=a b", "-t=a b"},
		{"-t a-b", "-t=a-b"},
		{"-t what?", "-t what?"},
		{"-t main.go", "-t main.go"},
		{"-t " + strings.Repeat("a", 64), "-t=" + strings.Repeat("a", 64)},
		{"-t " + strings.Repeat("a", 65), "-t " + strings.Repeat("a", 65)},
		{"-t -- a", "-t -- a"},
		{"-- -t a", "-- -t a"},
		{"run -t a -- -T b", "run -t=a -- -T b"},
		{"-m -t", "-m -t"},
		{"-t a -t b -T a", "-t=a -t=b -T=a"},
	} {
		if got := strings.Join(toggles(strings.Fields(c.args)), " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.args, got, c.want)
		}
	}
	if got := toggles([]string{"-t", "two words"}); !reflect.DeepEqual(got, []string{"-t", "two words"}) {
		t.Errorf("a message of two words: %q", got)
	}
}

func TestSwitchesKeepTheirOrder(t *testing.T) {
	var o session.Options
	c := &cobra.Command{Use: "x", RunE: func(*cobra.Command, []string) error { return nil }}
	o.Register(c)
	c.SetArgs(toggles(strings.Fields("-T -t a -T=b --tool --no-tool c")))
	if err := c.Execute(); err != nil {
		t.Fatal(err)
	}
	want := []config.ToggleFlag{{}, {On: true, Name: "a"}, {Name: "b"}, {On: true}, {Name: "c"}}
	if !reflect.DeepEqual(o.Toggles, want) {
		t.Errorf("%+v, want %+v", o.Toggles, want)
	}
}

func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "",
		"One":                          "One",
		"One.":                         "One.",
		"One. Two.":                    "One.",
		"One\nTwo. Three.":             "One",
		"Reads main.go of it. And on.": "Reads main.go of it.",
	} {
		if got := sentence(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestHelpFitsATerminal: the line of a command in the help of its parent, the lines of its
// own help and of its examples fit 80 columns (88 for prose in a paragraph), and a switch is
// shown without the name of a value.
func TestHelpFitsATerminal(t *testing.T) {
	var look func(c *cobra.Command)
	look = func(c *cobra.Command) {
		if c.HasParent() {
			if n := len("  ") + c.NamePadding() + len(" ") + len(c.Short); n > 80 {
				t.Errorf("%s: its line in the help has %d columns: %s", c.CommandPath(), n, c.Short)
			}
		}
		for _, l := range strings.Split(c.Long, "\n") {
			if len(l) > 88 {
				t.Errorf("%s: a line of its help has %d columns: %s", c.CommandPath(), len(l), l)
			}
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if name, _ := pflag.UnquoteUsage(f); f.Value.Type() == "bool" && name != "" {
				t.Errorf("%s --%s: the help shows a value %q", c.CommandPath(), f.Name, name)
			}
		})
		for _, sub := range c.Commands() {
			look(sub)
		}
	}
	look(Commands(&process.Program{}))
}

// TestCommandsAreGivenUp: a command that has nothing to put in order does not keep the program
// from ending, however long it takes.
func TestCommandsAreGivenUp(t *testing.T) {
	for _, line := range []string{"version", "tools", "rules", "rules ls", "completion bash", "ls --format json"} {
		home := t.TempDir()
		p := process.Program{
			Env: []string{"HOME=" + home, "XDG_DATA_HOME=" + home + "/data", "XDG_CONFIG_HOME=" + home + "/config", "XDG_STATE_HOME=" + home + "/state"},
			Dir: t.TempDir(), Out: stuck{t.Context()}, Err: io.Discard, Now: time.Now,
		}
		ended, end := context.WithCancel(t.Context())
		end()
		c := root(&p)
		c.SetArgs(strings.Fields(line))
		if err := c.ExecuteContext(ended); err != (process.StatusError{Status: process.ExitInterrupted}) {
			t.Errorf("parley %s: %v", line, err)
		}
	}
}

// stuck is output that takes nothing, so that whoever writes stays.
type stuck struct{ until context.Context }

func (s stuck) Write([]byte) (int, error) {
	<-s.until.Done()
	return 0, io.ErrClosedPipe
}
