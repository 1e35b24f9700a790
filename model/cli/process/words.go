package process

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// What stands behind a word of the command line may be a stranger's, such as the title of an
// issue in `parley run "Look into:" "$TITLE"`. So where a command takes a message, all flags stand
// before it, and elsewhere those that decide something stand before all words.

// Messages has the flags of a command stand before its message.
func Messages(c *cobra.Command) { c.Flags().SetInterspersed(false) }

// Message joins the words of a message, of which none may look like a flag unless -- says that
// it is none.
func Message(c *cobra.Command, words []string) (string, error) {
	if c.ArgsLenAtDash() == 0 {
		return strings.Join(words, " "), nil
	}
	for i, word := range words {
		switch {
		case word == "--":
			return strings.Join(slices.Delete(slices.Clone(words), i, i+1), " "), nil
		case len(word) > 1 && word[0] == '-':
			return "", Usage(flagBehindText, word, c.CommandPath())
		}
	}
	return strings.Join(words, " "), nil
}

// First has flags refuse to stand behind a word.
func First(f *pflag.FlagSet, names ...string) {
	for _, name := range names {
		of := f.Lookup(name)
		of.Value, of.DefValue = firstValue{of.Value, f}, "" // none has a default to tell
	}
}

// firstValue is a value that is set before the first word.
type firstValue struct {
	pflag.Value
	flags *pflag.FlagSet
}

// Set sets the value, or says that it comes too late.
func (v firstValue) Set(s string) error {
	if v.flags.NArg() > 0 {
		return fmt.Errorf(behindWordText, v.flags.Arg(0))
	}
	return v.Value.Set(s)
}

const (
	flagBehindText = "%q stands behind the first word of the message; put flags before the message, or say `%s -- <message>` if it belongs to the message"
	behindWordText = "it stands behind %q; put it before"
)
