// Package cli is the wiring of the program: its commands, their flags, what they
// open and close, and the exit status. It decides nothing that a test of the core
// could not see.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"parley/config"
	"parley/model/cli/terminal"
	"parley/model/cli/version"
	"parley/model/conversation"
	"parley/store/text/spelling"
)

// Exit statuses, as docs/scripting.md lists them.
const (
	ExitDone        = 0
	ExitError       = 1
	ExitUsage       = 2
	ExitGuard       = 3
	ExitUnanswered  = 4
	ExitCut         = 6
	ExitInterrupted = 130
)

// Program is what a process has. Tests give their own.
type Program struct {
	Args     []string // without the program's name
	Env      []string
	Dir      string // the working directory, absolute
	In       io.Reader
	Out      io.Writer
	Err      io.Writer
	OutTTY   bool                               // standard output is a terminal
	Terminal func() (io.ReadWriteCloser, error) // opens the controlling terminal
	Now      func() time.Time
	Random   io.Reader
	Sleep    func(context.Context, time.Duration) error

	drawn     *terminal.Terminal  // what the screen is drawn on, once there is a screen; nil where the output is no terminal
	caretaker *terminal.Caretaker // who looks after it
	resized   func()              // has the screen ask for the terminal's size
}

// statusError carries an exit status, and a message unless it was told already.
type statusError struct {
	status int
	err    error
}

func (e statusError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.status)
	}
	return e.err.Error()
}

func (e statusError) Unwrap() error { return e.err }

func usage(format string, args ...any) error {
	return statusError{ExitUsage, fmt.Errorf(format, args...)}
}

// Main runs the program and returns its exit status.
func Main(p Program) int {
	hideMemory()
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as after nohup
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	out := &output{w: p.Out}
	p.Out = out
	root := p.root()
	root.SetArgs(toggles(p.Args))
	root.SetIn(p.In)
	root.SetOut(p.Out)
	root.SetErr(p.Err)
	err := out.ended(root.ExecuteContext(ctx))
	if err == nil {
		return ExitDone
	}
	status := ExitError
	var s statusError
	if errors.As(err, &s) {
		status, err = s.status, s.err
	}
	if err != nil {
		fmt.Fprintf(p.Err, "parley: %s\n", terminalText(err.Error()))
	}
	return status
}

func (p *Program) root() *cobra.Command {
	var o options
	root := &cobra.Command{
		Use:   "parley [flags] [message…]",
		Short: "A terminal assistant whose ground is the decision",
		Long:  rootLong,
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.screen(cmd.Context(), o, strings.Join(args, " "))
		},
		SilenceUsage: true, SilenceErrors: true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
		Version:           version.Number(),
	}
	root.SetVersionTemplate(version.Line())
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usage("%w; `%s --help` lists the flags, and a message that begins with - goes after --", err, c.CommandPath())
	})
	o.register(root)
	root.Flags().BoolVar(&o.fresh, "new", false, "begin a new conversation (the default), and leave what was typed before")
	root.Flags().StringVar(&o.resume, "resume", "", "go on with the conversation of this `id`")
	for _, add := range []func() *cobra.Command{
		p.runCommand, p.resumeCommand, p.lsCommand, p.searchCommand, p.showCommand, p.replayCommand, p.exportCommand, p.auditCommand,
		p.forkCommand, p.renameCommand, p.rmCommand, p.repairCommand, p.modelsCommand, p.toolsCommand,
		p.configCommand, p.completionCommand, p.versionCommand,
	} {
		root.AddCommand(add())
	}
	for _, c := range root.Commands() {
		if slices.Contains([]string{"show", "export", "audit", "resume", "fork", "rename", "rm", "repair"}, c.Name()) {
			p.completing(c)
		}
	}
	return root
}

// options are the flags that open a conversation.
type options struct {
	model          string
	sets           []string
	toggles        []config.ToggleFlag
	fresh          bool
	offer          bool // what was typed in a conversation that never began
	resume         string
	pick           bool // choose one of the saved conversations first
	answers        string
	nonInteractive bool
	accessible     bool
	flags          []config.Flag     // what other flags set
	notes          []string          // told at the start
	lead           conversation.Lead // what the composer holds ready
}

func (o *options) register(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&o.model, "model", "m", "", "ask this `model`: provider/name or an alias")
	f.StringArrayVarP(&o.sets, "config", "c", nil, "set a configuration `key=value`")
	f.VarP(toggleValue{o, true}, "tool", "t", "switch a tool on, or without a name all of them; order counts")
	f.VarP(toggleValue{o, false}, "no-tool", "T", "switch a tool off, or without a name all of them; order counts")
	f.Lookup("tool").NoOptDefVal, f.Lookup("no-tool").NoOptDefVal = "*", "*"
	f.BoolVar(&o.accessible, "accessible", false, "numbered plain lines instead of a screen")
}

// toggleValue keeps -t and -T in the order in which they stand.
type toggleValue struct {
	o  *options
	on bool
}

func (v toggleValue) String() string { return "" }
func (v toggleValue) Type() string   { return "name" }
func (v toggleValue) Set(s string) error {
	if s == "*" {
		s = ""
	}
	v.o.toggles = append(v.o.toggles, config.ToggleFlag{On: v.on, Name: s})
	return nil
}

// toggles joins the word after -t and -T to the flag where it can be the name of
// a tool, since a flag with an optional value takes it only so.
func toggles(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return append(out, args[i:]...)
		}
		if slices.Contains([]string{"-t", "-T", "--tool", "--no-tool"}, a) && i+1 < len(args) && toolName(args[i+1]) {
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

func contains(names []string, name string) bool { return slices.Contains(names, name) }

func didYouMean(name string, names []string) string {
	if near := spelling.Nearest(name, names); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}
