package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"parley/store"
	"parley/views/text"
)

// saved opens the store that the configuration names.
func (p *Program) saved() (store.Store, setup, error) {
	s, cfg, err := p.configuration(options{})
	if err != nil {
		return store.Store{}, s, err
	}
	return store.Open(cfg.Store.Dir, p.Now), s, nil
}

// read opens the saved conversation whose id begins so, to be read, and tells what
// is wrong with its file.
func (p *Program) read(prefix string) (*store.Conversation, error) {
	saved, _, err := p.saved()
	if err != nil {
		return nil, err
	}
	c, report, err := readFrom(saved, prefix)
	if err != nil {
		return nil, err
	}
	p.problems(c.ID(), report)
	return c, nil
}

// readFrom opens the conversation of a store whose id begins so, to be read.
func readFrom(saved store.Store, prefix string) (*store.Conversation, store.Report, error) {
	id, err := saved.Find(prefix)
	if err != nil {
		return nil, store.Report{}, err
	}
	return saved.OpenRead(id)
}

func (p *Program) lsCommand() *cobra.Command {
	var format string
	var all bool
	c := &cobra.Command{
		Use: "ls", Short: "List the saved conversations, the latest first", Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			if err := oneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			return p.ls(format, all)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text or json")
	c.Flags().BoolVarP(&all, "all", "a", false, "of every workspace, not only of this one")
	return c
}

// listRoom is how many bytes of a list are written at a time.
const listRoom = 64 << 10

func (p *Program) ls(format string, all bool) error {
	saved, s, err := p.saved()
	if err != nil {
		return err
	}
	list, faults := saved.List()
	shown := slices.DeleteFunc(list, func(x store.Summary) bool {
		return !all && x.Workspace != "" && x.Workspace != s.dir
	})
	if format == "json" {
		if shown == nil {
			shown = []store.Summary{}
		}
		return errors.Join(p.json(map[string]any{"conversations": shown}), faults)
	}
	spelt := func(s string) string { return s }
	if glyphs(p) == text.ASCII() {
		spelt = text.InASCII
	}
	out, home := bufio.NewWriterSize(p.Out, listRoom), p.variable("HOME")
	for _, here := range []bool{true, false} { // those of this workspace first
		for i := range shown {
			if x := &shown[i]; (x.Workspace == s.dir) == here {
				_, _ = out.WriteString(spelt(p.summaryLine(x) + elsewhere(x, s.dir, home))) // Flush tells of errors
				_ = out.WriteByte('\n')
			}
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if hidden := len(list) - len(shown); hidden > 0 {
		fmt.Fprintf(p.Err, "%d more in other workspaces; `parley ls --all` lists them\n", hidden)
	}
	return faults
}

// elsewhere names the workspace of a conversation if it is another, with ~ for
// the user's home.
func elsewhere(x *store.Summary, dir, home string) string {
	if x.Workspace == "" || x.Workspace == dir {
		return ""
	}
	root := x.Workspace
	if rest, ok := strings.CutPrefix(root, home+"/"); ok && home != "" {
		root = "~/" + rest
	}
	return "  in " + terminalText(root)
}

func (p *Program) summaryLine(x *store.Summary) string {
	title := x.Title
	if title == "" {
		title = "(no title)"
	}
	note := ""
	switch {
	case x.Open != "":
		note = "  ◆ question open"
	case x.TurnOpen:
		note = "  turn open"
	}
	when := "no event" // a damaged file may hold none
	if !x.Updated.IsZero() {
		when = age(p.Now().Sub(x.Updated))
	}
	return x.ID + "  " + column(when, 10) + " " + column(strconv.Itoa(x.Turns), -3) + " " +
		plural(x.Turns, "turn ", "turns") + "  " + terminalText(title) + lineage(x) + note
}

// column gives a plain text a width with blanks on its right, or on its left if the
// width is negative.
func column(s string, width int) string {
	if width < 0 {
		return strings.Repeat(" ", max(-width-len(s), 0)) + s
	}
	return s + strings.Repeat(" ", max(width-len(s), 0))
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// age says how long ago something was, in one unit.
func age(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return strconv.Itoa(int(d.Minutes())) + " min ago"
	case d < 48*time.Hour:
		return strconv.Itoa(int(d.Hours())) + " h ago"
	}
	return strconv.Itoa(int(d.Hours()/24)) + " days ago"
}

func (p *Program) showCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use: "show id", Short: "Print a saved conversation", Args: oneID,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("--format", format, "text", "ndjson"); err != nil {
				return err
			}
			return p.show(args[0], format)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text, or ndjson: the events as stored")
	return c
}

func oneID(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usage("name one conversation by its id or the start of it; `parley ls` lists them")
	}
	return nil
}

func (p *Program) show(prefix, format string) (err error) {
	c, err := p.read(prefix)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if format == "ndjson" {
		for _, ev := range c.Log().All() {
			if err := p.stored(ev); err != nil {
				return err
			}
		}
		return nil
	}
	t := store.NewTranscript(c.Log())
	for _, e := range t.All() {
		if text := entryText(e); text != "" {
			if _, err := fmt.Fprintf(p.Out, "%s\n\n", terminalText(text)); err != nil {
				return err
			}
		}
	}
	return nil
}

// entryText is an entry of a transcript as plain lines.
func entryText(e store.Entry) string {
	switch x := e.Item.(type) {
	case *store.Message:
		who := "You"
		if x.Author != "" {
			who = "Parley (" + x.Author + ")"
		}
		return who + ":\n" + indent(x.Text)
	case *store.Answer:
		if x.State != store.Complete {
			return "Assistant (" + string(x.State) + "):\n" + indent(x.Text)
		}
		return "Assistant:\n" + indent(x.Text)
	case *store.ToolCall:
		return callText(x)
	case *store.Asked:
		return exchangeText(x.Exchange)
	case *store.Failure:
		if x.Retried {
			return "Note: " + x.Error
		}
		return "The model failed: " + x.Error
	case *store.Shortfall:
		return "Note: " + store.ToUser.Lack(x.End)
	case *store.Note:
		return "Note: " + x.Text
	case *store.Guard:
		return guardEntryText(x)
	case *store.Debugging:
		return debuggingText(x)
	}
	return ""
}

func callText(x *store.ToolCall) string {
	lines := []string{"Tool " + x.Name + " " + string(x.Arguments)}
	for _, exchange := range x.Exchanges {
		lines = append(lines, indent(exchangeText(exchange)))
	}
	switch {
	case x.Result == nil:
		lines = append(lines, "  (no result)")
	default:
		if came := store.ToUser.Came(x.Came()); came != "" && x.Came().How != store.CameError { // which its text says
			lines = append(lines, "  ("+came+")")
		}
		if x.Result.IsError {
			lines = append(lines, indent("Error: "+x.Result.Content))
		} else {
			lines = append(lines, indent(x.Result.Content))
		}
	}
	return strings.Join(lines, "\n")
}

// exchangeText is a decision in two lines: what was asked, and who said what.
func exchangeText(x store.Exchange) string {
	return "◆ " + x.Text() + "\n  " + outcomeText(x)
}

func outcomeText(x store.Exchange) string {
	said, model := "(open)", ""
	switch {
	case x.Cancelled():
		said = store.ToUser.Cancelled(x.Reason(), x.By())
	case x.Permitted != nil:
		said = x.Permitted.Outcome
	case x.Answer != nil && x.Answer.Outcome == store.Answered:
		said = string(x.Answer.Answer)
	case x.Answer != nil && x.Answer.Outcome == store.Redacted:
		said = "(a secret)"
	}
	if x.Answer != nil && x.Answer.AnsweredBy != nil {
		model = x.Answer.AnsweredBy.Model
	}
	if !x.Cancelled() {
		if by := store.ToUser.By(x.By(), model); by != "" {
			said += ", by " + by
		}
		if reason := x.Reason(); reason != "" {
			said += " (" + reason + ")"
		}
	} else if model != "" {
		said += " (" + model + ")"
	}
	if x.Answer != nil && x.Answer.Reply != "" {
		said += ": " + x.Answer.Reply
	}
	return said
}

func indent(s string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n  ")
}

func (p *Program) resumeCommand() *cobra.Command {
	var o options
	var format string
	c := &cobra.Command{
		Use: "resume [id]", Short: "Go on with a saved conversation; without an id, choose one (without a screen it is the latest of this workspace)",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("name one conversation; `parley ls` lists them")
			}
			id := ""
			if len(args) == 1 {
				id = args[0]
			}
			return p.resume(cmd.Context(), o, id, format)
		},
	}
	o.register(c)
	o.headless(c, &format)
	return c
}

// resume opens a conversation on the screen; with --non-interactive, or where
// there is no screen, an open turn goes on without one.
func (p *Program) resume(ctx context.Context, o options, id, format string) error {
	screenless := o.nonInteractive || o.accessible || !p.OutTTY || format != "text"
	if id == "" && screenless {
		var err error
		if id, err = p.latest(); err != nil {
			return err
		}
	}
	if screenless {
		return p.run(ctx, o, id, "", format)
	}
	o.resume, o.pick = id, id == ""
	return p.screen(ctx, o, "")
}

func (p *Program) latest() (string, error) {
	saved, s, err := p.saved()
	if err != nil {
		return "", err
	}
	list, err := saved.List()
	for _, x := range list {
		if x.Workspace == s.dir {
			return x.ID, nil
		}
	}
	if err != nil {
		return "", err
	}
	return "", errors.New("there is no conversation of this workspace yet; `parley ls --all` lists those of others")
}
