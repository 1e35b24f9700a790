// Package headless runs turns without a screen: one turn given on the command line,
// or one after the other in numbered lines.
package headless

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"parley/config"
	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/providers"
	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
)

// RunCommand is `parley run`.
func RunCommand(p *process.Program) *cobra.Command {
	var o session.Options
	var format string
	c := &cobra.Command{
		Use: "run [message…|-]", Short: "Run one turn without a screen", Long: runLong,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := process.OneOf("--format", format, "text", "json", "ndjson"); err != nil {
				return err
			}
			message, err := process.Message(cmd, args)
			if err == nil {
				message, err = messageOf(p, message)
			}
			if err != nil {
				return err
			}
			if err := o.RefuseGoingOn(p, o.Resume); err != nil {
				return err
			}
			return Run(cmd.Context(), p, o, o.Resume, message, format)
		},
	}
	o.Register(c)
	o.Headless(c, &format)
	process.Messages(c)
	c.Flags().StringVar(&o.Resume, "resume", "", "go on with the conversation of this `id`")
	return c
}

// Run sends a message, or without one continues an open turn, and prints what follows
// until the turn ends.
func Run(ctx context.Context, p *process.Program, o session.Options, id, message, format string) (err error) {
	o.Park = o.Park || id != "" && session.Below(p) // what waits there for a person goes on waiting
	s, cfg, err := session.Configuration(p, o)
	if err != nil {
		return err
	}
	if cfg.Assistant.Model.ID == "" && id == "" {
		return config.NoModelError{}
	}
	var tty io.ReadWriteCloser
	if !o.NonInteractive {
		if tty, err = terminalOf(p); err != nil {
			return err
		}
	}
	if tty != nil {
		defer func() { err = errors.Join(err, tty.Close()) }()
	}
	x, err := opened(ctx, p, s, cfg, id, tty != nil)
	if err != nil {
		return err
	}
	defer func() { err = closed(p, x, err) }()
	if err := errors.Join(x.AsLeft(), x.Set(), x.Named(message)); err != nil {
		return err
	}
	if err := begins(ctx, p, x, message, tty != nil); err != nil {
		return err
	}
	out := &printer{prog: p, format: format, shell: x.Shell, asks: tty != nil, talk: record.NewTranscript(x.Shell.Log()), sets: x.Setup.Options.Sets}
	loop := &commands.Loop{Shell: x.Shell, Saw: out.saw, Patience: patience, Grace: grace, Leaves: leaves(ctx)}
	if tty != nil {
		asker := session.Plainly(p, tty, cfg.Forms.ArmingDelay).Drafted(func() store.Drafts { return x.Drafts })
		defer asker.End(ctx)
		loop.Ask = asker.Ask
	}
	loop.Outside = listening(p, x)
	x.Shell.World.Written = out.written
	titled := x.WithoutTitle()
	first := append([]coordinator.Input{coordinator.Opened{Continue: true}}, x.Begin...)
	if message != "" {
		first = append(first, coordinator.Submitted{ID: coordinator.OfRun, Text: message})
	}
	before := x.Shell.State().Folded.Seq
	loop.Run(ctx, append(first, x.GoesOn(message)...)...)
	out.left = loop.Left()
	out.endLine()
	out.tellRules(x.RuleTrouble())
	err = out.finish(ctx, x.Saved.ID())
	if text := x.Unasked(before); text != "" {
		out.note("%s", text)
	}
	out.messageless(ctx, message, x.Saved.ID())
	titled(ctx, loop)
	return err
}

// printer prints a turn for people or for programs.
type printer struct {
	byRule []ruled  // what rules allowed
	sets   []string // what -c says

	prog   *process.Program
	format string
	shell  *coordinator.Shell

	key      coordinator.Key // the response being printed
	wrote    bool            // text of the response is on the line
	tame     clean.Tamer     // of that text: a pipe may end on a terminal
	text     strings.Builder
	usage    providers.Usage
	cut      string // what arrived of the last response, if it is incomplete
	end      string
	last     string            // the last failure of the model
	response store.ResponseEnd // the last one
	misfit   bool              // an answer given ahead did not fit its question
	unasked  bool              // a question or permission could not be asked of anybody
	unjudged string            // why a reviewer gave no answer last, when nobody was there instead
	failed   error             // writing failed
	troubled bool              // the user was told that the conversation cannot be saved
	stop     stop              // what a guard did last

	asks    bool              // somebody can be asked on a terminal
	left    bool              // input ended before an answer was given
	stands  string            // the id of the question on the terminal
	unsaid  map[string]call   // by id
	running map[string]string // by id, what was noted about a running call
	talk    *record.Transcript
	opened  map[string]store.InquiryRequest
}

// saw prints text as it arrives, and notes on standard error.
func (o *printer) saw(in coordinator.Input, events []store.Event) {
	if err := o.shell.Trouble(); err != nil && !o.troubled {
		o.note("%s; trying again", strings.TrimRight(err.Error(), "."))
	}
	o.troubled = o.shell.Trouble() != nil
	o.elsewhere(in, events)
	switch in := in.(type) {
	case coordinator.ModelSaid:
		o.said(in)
	case coordinator.ReviewDelayed:
		o.delayed("review: ", in.Retry)
	case coordinator.TitleBroke:
		o.note("%s", in.Error)
	case coordinator.Instructed:
		if in.Fault != "" {
			o.failed = errors.New(in.Fault)
		}
	case coordinator.ToolDone:
		for _, note := range in.Touched.Notes {
			o.note("%s", note)
		}
	case coordinator.Summed:
		if in.Error != "" && in.Summary.Upto != "" { // else it ends the turn
			o.note("%s", in.Error)
		}
	}
	for _, ev := range events {
		o.talk.Add(ev)
		o.event(ev.Body)
		o.window(ev.Body)
	}
}

func (o *printer) said(m coordinator.ModelSaid) {
	switch d := m.Delta.(type) {
	case providers.TextDelta:
		if o.format != "text" || !o.prog.OutTTY {
			return
		}
		if o.key != m.Key {
			o.endLine()
			o.key = m.Key
		}
		o.print(d.Text)
		o.wrote = true
	case providers.Retrying:
		o.delayed("", d)
	}
}

// delayed says that a provider waits before another attempt, and what for.
func (o *printer) delayed(of string, r providers.Retrying) {
	o.note("%sattempt %d of %d failed (%s); trying again in %s", of, r.Attempt, r.Max, strings.TrimRight(r.Reason, "."), r.Wait.Round(100_000_000))
}

func (o *printer) print(s string) {
	if _, err := io.WriteString(o.prog.Out, o.tame.Add(s)); err != nil && o.failed == nil {
		o.failed = fmt.Errorf("cannot write to standard output: %w", err)
	}
}

func (o *printer) endLine() {
	if o.wrote {
		o.print("\n")
		o.wrote = false
	}
}

func (o *printer) note(format string, args ...any) {
	process.Say(o.prog.Err, fmt.Sprintf(format, args...))
}

func (o *printer) event(b store.Body) {
	o.guard(b)
	switch b := b.(type) {
	case store.ChatResponse:
		o.cut = b.Text
		if !b.Partial {
			o.cut = ""
			o.text.Reset()
			o.text.WriteString(b.Text)
			o.endLine()
			if o.format == "text" && !o.prog.OutTTY { // a reader of a pipe gets a response once, when it is complete
				o.print(b.Text)
				o.wrote = true
				o.endLine()
			}
		}
	case store.ToolCallRequest:
		o.endLine()
		o.called(b)
	case store.ToolStarted:
		o.started(b)
	case store.ToolCallResponse:
		o.returned(b)
	case store.ResponseEnd:
		o.endLine()
		if o.response = b; !record.IsWhole(b) {
			o.note("%s", record.ToUser.Lack(b))
		}
		o.usage.Input, o.usage.Output = o.usage.Input+b.Usage.Input, o.usage.Output+b.Usage.Output
		o.usage.Cached, o.usage.Reasoning = o.usage.Cached+b.Usage.Cached, o.usage.Reasoning+b.Usage.Reasoning
	case store.ModelFailed:
		o.endLine()
		o.last = b.Error
		if !b.Final && !b.Retried { // a retry was reported when its wait began
			o.note("%s Asking again.", b.Error)
		}
	case store.InquiryRequest:
		o.put(b)
	case store.InquiryResponse:
		if b.AnsweredBy != nil && b.AnsweredBy.By == store.ByRule && b.Outcome == store.Answered {
			o.permittedByRule(b.ID, b.AnsweredBy.RuleAt)
		}
		o.unfit(b)
		o.unasked = o.unasked || b.Outcome == store.Cancelled &&
			(b.Reason == store.CancelNoPromptBackend || b.Reason == store.CancelPolicyDenied)
		if b.Outcome == store.Cancelled && b.Reason == store.CancelBackendError && !o.shell.State().Env.SomebodyThere {
			o.unjudged = cmp.Or(b.Reply, noReasonText)
		}
	case store.PermissionResponse:
		o.permitted(b)
	case store.TurnEnd:
		o.end = b.Reason
	}
}

// window tells of what stands for earlier messages from now on.
func (o *printer) window(b store.Body) {
	switch b.(type) {
	case store.ContextTrimmed, store.ContextSummary, store.SummaryDropped:
		line, _ := record.ToUser.Beside(b)
		o.note("%s", line)
	}
}

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + clean.Ours("…")
}

// written prints the event lines as they stand in the file, once they are there.
func (o *printer) written(events []store.Event) {
	if o.format != "ndjson" {
		return
	}
	for _, ev := range events {
		if err := session.Stored(o.prog, ev); err != nil && o.failed == nil {
			o.failed = fmt.Errorf("cannot write to standard output: %w", err)
		}
	}
}

// finish prints the rest and says how the turn ended.
func (o *printer) finish(ctx context.Context, id string) error {
	o.endLine()
	if o.cut != "" && o.format == "text" && !o.prog.OutTTY { // no complete response followed
		o.print(o.cut)
		o.wrote = true
		o.endLine()
	}
	parked, waits := o.parkedEntry(id)
	if o.format == "json" {
		err := process.Encode(o.prog.Out, struct {
			Conversation string          `json:"conversation"`
			Text         string          `json:"text"`
			TurnEnd      string          `json:"turn_end"`
			Guard        string          `json:"guard,omitempty"` // the guard that ended the turn
			Finish       string          `json:"finish,omitempty"`
			Incomplete   string          `json:"incomplete,omitempty"` // why the response is incomplete
			Parked       string          `json:"parked,omitempty"`     // the reference of what waits for a person
			Usage        providers.Usage `json:"usage"`
			Rules        []ruled         `json:"allowed,omitempty"` // what rules allowed
		}{id, o.text.String(), o.end, o.stopper(), o.unwhole(), record.ToStranger.Lack(o.response), parked.Ref, o.usage, o.byRule}, "")
		if err != nil && o.failed == nil {
			o.failed = fmt.Errorf("cannot write to standard output: %w", err)
		}
	}
	if waits && ctx.Err() == nil && o.failed == nil && o.shell.Trouble() == nil {
		return o.parked(parked)
	}
	if tool := o.shell.State().Lacks(); tool != "" && ctx.Err() == nil && o.failed == nil && o.shell.Trouble() == nil {
		return o.waitsFor(tool, id)
	}
	return o.status(ctx, id)
}

// unwhole is the finish of an incomplete response.
func (o *printer) unwhole() string {
	if record.IsWhole(o.response) {
		return ""
	}
	return o.response.Finish
}

func (o *printer) status(ctx context.Context, id string) error {
	switch err := o.shell.Trouble(); {
	case err != nil && ctx.Err() == nil:
		return fmt.Errorf("%w; what came after is not saved", err)
	case err != nil:
		o.note("%s; what came after is not saved", err)
		return process.StatusError{Status: process.ExitInterrupted, Err: nil}
	case ctx.Err() != nil:
		o.note("interrupted; `parley resume %s` goes on with the conversation", id)
		return process.StatusError{Status: process.ExitInterrupted, Err: nil}
	case o.failed != nil:
		return o.failed
	case o.end == store.ReasonError:
		return fmt.Errorf("%s", o.last)
	case o.end == store.ReasonGuard || o.end == store.ReasonCancelled || o.end == store.ReasonPaused:
		return o.stopped(id)
	}
	if o.unjudged != "" {
		o.note("%s", unjudgedText(o.unjudged, id))
	}
	if o.unasked {
		o.note("nobody was there to answer a question or a permission; `parley audit %s` lists them", id)
		return process.StatusError{Status: process.ExitUnanswered, Err: nil}
	}
	if o.misfit {
		return process.StatusError{Status: process.ExitUnanswered, Err: nil} // it was reported when the answer was looked up
	}
	if !record.IsWhole(o.response) {
		return process.StatusError{Status: process.ExitCut, Err: nil} // it was reported where the response ended
	}
	return nil
}
