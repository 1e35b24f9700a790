package process

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"parley/store/text/spelling"
)

// Exit statuses, as docs/scripting.md lists them.
const (
	ExitDone        = 0
	ExitError       = 1
	ExitUsage       = 2
	ExitGuard       = 3
	ExitUnanswered  = 4
	ExitDenied      = 5
	ExitParked      = 5
	ExitCut         = 6
	ExitInterrupted = 130
)

// ErrTold is the cause of the program's end where another program told it to end, or its terminal is gone: the user
// decided nothing.
var ErrTold = fmt.Errorf("the program was told to end: %w", context.Canceled)

// StatusError carries an exit status, and a message unless it was already printed.
type StatusError struct {
	Status int
	Err    error
}

// Error is the message.
func (e StatusError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit status %d", e.Status)
	}
	return e.Err.Error()
}

// Unwrap is what went wrong.
func (e StatusError) Unwrap() error { return e.Err }

// Usage is the error of a command line that is invalid.
func Usage(format string, args ...any) error {
	return StatusError{ExitUsage, fmt.Errorf(format, args...)}
}

// DidYouMean suggests the intended name, if one is near.
func DidYouMean(name string, names []string) string {
	if near := spelling.Nearest(name, names); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// NoArguments refuses the arguments of a command that takes none.
func NoArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if c.HasAvailableSubCommands() {
		return NoSuch(c, args[0])
	}
	return Usage("%s takes no arguments, and got %q", c.CommandPath(), args[0])
}

// NoSuch is the error of a word that names no command below this one.
func NoSuch(c *cobra.Command, word string) error {
	var names []string
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() {
			names = append(names, below.Name())
		}
	}
	no := fmt.Sprintf("there is no `%s %s`", c.CommandPath(), word)
	switch last := len(names) - 1; {
	case last < 0:
		return Usage("%s; `%s --help` says what it takes", no, c.CommandPath())
	case !c.HasParent(): // there are too many to name
		return Usage("%s%s; `%s help` lists the commands", no, DidYouMean(word, names), c.CommandPath())
	case last == 0:
		return Usage("%s; there is only %s", no, names[0])
	default:
		return Usage("%s; there are %s and %s", no, strings.Join(names[:last], ", "), names[last])
	}
}

// OneOf refuses a flag value that is not one of the words.
func OneOf(flag, value string, words ...string) error {
	if slices.Contains(words, value) {
		return nil
	}
	return Usage("%s %q is not one of: %s", flag, value, strings.Join(words, ", "))
}

// OneID requires one argument, the id of a conversation.
func OneID(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return Usage("name one conversation by its id or the start of it; `parley ls` lists them")
	}
	return nil
}
