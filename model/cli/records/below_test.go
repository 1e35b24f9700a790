package records

import (
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"parley/coordinator/tools/process"
	cli "parley/model/cli/process"
)

// TestWhatAModelStartedMakesNoConversationAnother: a copy that ends within a turn has what was allowed
// for the rest of it, and settings that were taken back later.
func TestWhatAModelStartedMakesNoConversationAnother(t *testing.T) {
	below := &cli.Program{Env: []string{process.Mark}, Out: io.Discard, Err: io.Discard}
	for what, c := range map[string]*cobra.Command{
		"fork c": ForkCommand(below), "fork c --at 3": ForkCommand(below), "repair c": RepairCommand(below), "rm c": RmCommand(below), "rename c title": RenameCommand(below),
	} {
		words := strings.Fields(what)
		c.SetArgs(words[1:])
		c.SetOut(io.Discard)
		c.SetErr(io.Discard)
		want := "`parley " + words[0] + "` is refused here: a command of a Parley started this (BELOW_PARLEY=1), and what a model started decides nothing. Do it in a terminal of your own"
		if err := c.ExecuteContext(t.Context()); err == nil || err.Error() != want {
			t.Errorf("%s: %v", what, err)
		}
	}
}
