// Package cli is the wiring of the program: its commands, their flags, what they open
// and close, and the exit status. It makes no decision that a test of the core could
// not see.
package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"parley/model/cli/headless"
	"parley/model/cli/learning"
	"parley/model/cli/process"
	"parley/model/cli/records"
	"parley/model/cli/screens"
	"parley/model/cli/session"
	"parley/model/cli/terminal"
	"parley/store/text/clean"
)

// Main runs the program and returns its exit status.
func Main(p process.Program) int {
	hideMemory()
	p = p.At(p.Dir) // whoever started it may have said another folder
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // ignored, for example, after nohup
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, because := context.WithCancelCause(context.Background())
	end := func() { because(nil) }
	defer end()
	var stop func()
	p.Lends, stop = heeded(because, ends)
	defer stop()
	p.Fit()
	out := &process.Output{W: &terminal.Ending{W: p.Out, Ends: ctx.Done(), Spells: p.Spells(p.Out)}}
	p.Out, p.Err, p.End, p.Ends = out, &terminal.Ending{W: p.Err, Ends: ctx.Done(), Spells: p.Spells(p.Err)}, end, ctx.Done()
	root := root(&p)
	args := p.Args
	if asksToComplete(args) {
		args, p.Env = begunTool(args), withoutHelp(p.Env)
		if err := completable(&p, root); err != nil {
			process.Say(p.Err, err.Error())
			return process.ExitError
		}
	}
	root.SetArgs(toggles(args))
	root.SetIn(p.In)
	root.SetOut(p.Out)
	root.SetErr(p.Err)
	err := out.Ended(root.ExecuteContext(ctx))
	if err == nil {
		return process.ExitDone
	}
	status := process.ExitError
	var s process.StatusError
	if errors.As(err, &s) {
		status, err = s.Status, s.Err
	}
	if errors.Is(err, terminal.ErrUntaken) {
		status = process.ExitInterrupted
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		status, err = process.ExitInterrupted, nil
	}
	if err != nil {
		process.Say(p.Err, p.Shown(err.Error()))
	}
	return status
}

// Commands returns the commands of a program, for its manual.
func Commands(p *process.Program) *cobra.Command { return root(p) }

func root(p *process.Program) *cobra.Command {
	var o session.Options
	var asked bool // for the version
	root := &cobra.Command{
		Use:   "parley [flags] [message…]",
		Short: "A terminal assistant built around decisions",
		Long:  rootLong,
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if asked {
				return printVersion(p)
			}
			message, err := process.Message(cmd, args)
			if err != nil {
				return err
			}
			if o.Accessible {
				return headless.Plain(cmd.Context(), p, o, message)
			}
			return screens.Open(cmd.Context(), p, o, message)
		},
		SilenceUsage: true, SilenceErrors: true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return process.Usage("%w; `%s --help` lists the flags%s", err, c.CommandPath(), dashed(c))
	})
	o.Register(root)
	process.Messages(root)
	root.Flags().BoolVarP(&asked, "version", "v", false, "version for parley") // Cobra's own needs templates, see docs/decisions/017
	root.Flags().BoolVar(&o.Fresh, "new", false, "begin a new conversation (the default), and leave what was typed before")
	root.Flags().StringVar(&o.Resume, "resume", "", "go on with the conversation of this `id`")
	for _, add := range []func(*process.Program) *cobra.Command{
		headless.RunCommand, resumeCommand, records.LsCommand, records.SearchCommand, records.ShowCommand, screens.ReplayCommand, exportCommand, records.AuditCommand,
		records.ForkCommand, records.RenameCommand, records.RmCommand, records.RepairCommand, headless.UndoCommand, modelsCommand, toolsCommand, mcpCommand, rulesCommand, learning.SuggestCommand, learning.ReviewerCommand,
		inboxCommand, answerCommand, bridgeCommand, configCommand, completionCommand, versionCommand,
	} {
		root.AddCommand(add(p))
	}
	for _, c := range root.Commands() {
		if slices.Contains([]string{"show", "replay", "export", "audit", "resume", "fork", "rename", "rm", "repair", "undo"}, c.Name()) {
			records.Completing(p, c)
		}
		if !slices.Contains(orderly, c.Name()) {
			process.GivenUp(c)
		}
	}
	helpful(root)
	if process.Glyphs(p).InASCII() {
		inASCII(root)
	}
	return root
}

// orderly are the commands that put something in order before the program ends: a turn, a
// screen, what a terminal was told, a process. All others are given up.
var orderly = []string{"run", "resume", "replay", "undo", "models", "mcp", "suggest", "reviewer", "inbox", "answer", "bridge", "config"}

// dashed says how a command is told words that begin with a dash, if it takes any.
func dashed(c *cobra.Command) string {
	switch {
	case strings.Contains(c.Use, "message…"):
		return ", and a message that begins with - goes after --"
	case strings.Contains(c.Use, "command…"):
		return ", and a command that has flags goes in quotes"
	}
	return ""
}

// inASCII makes the help of a command and its subcommands use ASCII marks only.
func inASCII(c *cobra.Command) {
	for _, words := range []*string{&c.Use, &c.Short, &c.Long, &c.Example} {
		*words = clean.InASCII(strings.ReplaceAll(*words, "…", "..."))
	}
	for _, below := range c.Commands() {
		inASCII(below)
	}
}

// toggles joins the word after -t and -T to the flag if it can be a tool's name,
// since a flag with an optional value takes it only that way.
func toggles(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return append(out, args[i:]...)
		}
		if slices.Contains(toolFlags[:], a) && i+1 < len(args) && toolName(args[i+1]) {
			i++
			a += "=" + args[i]
		}
		out = append(out, a)
	}
	return out
}

func toolName(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
	return s != "" && len(s) <= 64 && s[0] != '-' && strings.Trim(s, letters) == ""
}

// exportCommand is `parley export`, whose recordings are drawn by the screens.
func exportCommand(p *process.Program) *cobra.Command { return records.ExportCommand(p, screens.Cast) }
