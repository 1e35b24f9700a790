package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"parley/model/cli/process"
)

// TestFormatsAreCompleted: --format completes to the formats that the usage of each command
// lists.
func TestFormatsAreCompleted(t *testing.T) {
	got := map[string]string{}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if f := c.Flags().Lookup("format"); f != nil {
			words := strings.Join(formats(f.Usage), " ")
			got[words] = strings.TrimSpace(got[words] + " " + strings.ReplaceAll(strings.TrimPrefix(c.CommandPath(), "parley "), " ", "-"))
		}
		for _, below := range c.Commands() {
			walk(below)
		}
	}
	p := process.Program{}
	walk(root(&p))
	for words, commands := range map[string]string{
		"text json ndjson":  "run inbox",
		"text ndjson":       "show",
		"md html json cast": "export",
	} {
		have, want := strings.Fields(got[words]), strings.Fields(commands)
		for _, c := range want {
			if !slices.Contains(have, c) {
				t.Errorf("--format of %s does not offer %s; all are %v", c, words, got)
			}
		}
	}
	for words := range got {
		if !slices.Contains([]string{"text json", "text json ndjson", "text ndjson", "md html json cast"}, words) {
			t.Errorf("--format of %s offers %q", got[words], words)
		}
	}
}

func TestAToolThatIsBegun(t *testing.T) {
	for line, want := range map[string]string{
		"__complete -t ": "__complete -t=", "__complete run --no-tool ": "__complete run --no-tool=", "__complete -t a": "__complete -t a",
		"__complete ": "__complete ", "__complete run -m ": "__complete run -m ",
	} {
		if got := strings.Join(begunTool(strings.Split(line, " ")), " "); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
