package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"parley/model/cli/process"
	"parley/model/cli/records"
	"parley/model/cli/session"
)

// To complete a command line, the shell asks the program for the possible words. Words that
// take long to find out, or cost a request, are not offered.

// toolFlags take a tool's name only within the same word; see [toggles].
var toolFlags = [...]string{"-t", "-T", "--tool", "--no-tool"}

// asksToComplete reports whether a command line is a shell's request for completions.
func asksToComplete(args []string) bool {
	return len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
}

// begunTool joins an empty last word, which is going to be a tool's name, to its flag.
func begunTool(args []string) []string {
	if last := len(args) - 1; last > 0 && args[last] == "" && slices.Contains(toolFlags[:], args[last-1]) {
		return append(slices.Clone(args[:last-1]), args[last-1]+"=")
	}
	return args
}

// activeHelp is the variable with which completion scripts tell Cobra that they show no hints.
// It has to go, since an unknown configuration key is an error.
const activeHelp = "PARLEY_ACTIVE_HELP="

func withoutHelp(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(entry string) bool { return strings.HasPrefix(entry, activeHelp) })
}

// completable registers the completions for the flag values and the first arguments of a command
// and its subcommands.
func completable(p *process.Program, c *cobra.Command) error {
	const values = cobra.ShellCompDirectiveNoFileComp
	known := map[string]cobra.CompletionFunc{
		"model": func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return modelNames(p), values
		},
		"resume": func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return records.Saved(p), values | cobra.ShellCompDirectiveKeepOrder
		},
	}
	for _, flag := range []string{"tool", "no-tool"} {
		known[flag] = func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return toolNames(p), values
		}
	}
	if f := c.Flags().Lookup("format"); f != nil {
		known["format"] = cobra.FixedCompletions(formats(f.Usage), values)
	}
	if f := c.Flags().Lookup("who"); f != nil {
		_, words, _ := strings.Cut(f.Usage, ": ")
		known["who"] = cobra.FixedCompletions(formats(words), values)
	}
	for flag, offer := range known {
		if c.Flags().Lookup(flag) == nil {
			continue
		}
		if _, is := c.GetFlagCompletionFunc(flag); is {
			continue // shared by several commands
		}
		if err := c.RegisterFlagCompletionFunc(flag, offer); err != nil {
			return err
		}
	}
	completing(p, c)
	for _, below := range c.Commands() {
		if err := completable(p, below); err != nil {
			return err
		}
	}
	return nil
}

// formats returns the words at the beginning of the usage of --format, as in "text, json or
// ndjson".
func formats(usage string) []cobra.Completion {
	usage, _, _ = strings.Cut(usage, " (")
	usage, _, _ = strings.Cut(usage, ":")
	usage, _, _ = strings.Cut(usage, ", for ")
	return slices.DeleteFunc(strings.FieldsFunc(usage, func(r rune) bool { return r == ',' || r == ' ' }), func(w string) bool { return w == "or" })
}

// modelNames returns the model names that are known without asking a server.
func modelNames(p *process.Program) []cobra.Completion {
	s, cfg, err := session.Configuration(p, session.Options{})
	if err != nil {
		return nil // no model answers with such a configuration
	}
	return session.KnownModels(p, cfg, s.Dir)
}

// toolNames returns the built-in and configured tools with their descriptions. Servers of
// tools are not started for this.
func toolNames(p *process.Program) []cobra.Completion {
	_, cfg, err := session.Configuration(p, session.Options{})
	if err != nil {
		return nil
	}
	r, err := session.Registry(cfg, nil, nil)
	if err != nil {
		return nil
	}
	var out []cobra.Completion
	for _, name := range r.Names() {
		e, _ := r.Get(name)
		out = append(out, cobra.CompletionWithDesc(name, p.Shown(sentence(e.Spec.Description))))
	}
	return out
}
