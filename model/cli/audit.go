package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"parley/store"
)

const auditLong = `List every decision of a saved conversation: when, what was asked, who answered
what, why, and how long it took; then, for each question that a reviewing model
answered, how often it said no and how often you then said yes.

Each decision in the file carries the digest of the one before. If they do not
fit, the file was changed afterwards: this is said, and the exit status is 1. A
change of the very last decision does not show.`

// answerers are who can have decided, as the record names them.
func answerers() []string {
	return []string{store.ByUser, store.ByReviewer, store.ByStatic, store.ByTurnCache, store.ByDefault, "policy", "nobody"}
}

// picked is what an audit lists.
type picked struct{ tool, who, format string }

func (p *Program) auditCommand() *cobra.Command {
	var o picked
	c := &cobra.Command{
		Use: "audit id", Short: "List every decision of a saved conversation", Long: auditLong, Args: oneID,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("--format", o.format, "text", "json"); err != nil {
				return err
			}
			if o.who != "" {
				if err := oneOf("--who", o.who, answerers()...); err != nil {
					return err
				}
			}
			return p.audit(args[0], o)
		},
	}
	c.Flags().StringVar(&o.format, "format", "text", "text or json")
	c.Flags().StringVar(&o.tool, "tool", "", "only what this `tool` asked")
	c.Flags().StringVar(&o.who, "who", "", "only what these answered: "+strings.Join(answerers(), ", "))
	return c
}

func (p *Program) audit(prefix string, o picked) (err error) {
	saved, _, err := p.saved()
	if err != nil {
		return err
	}
	id, err := saved.Find(prefix)
	if err != nil {
		return err
	}
	c, report, err := saved.OpenRead(id)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	p.problems(id, report)
	a := o.of(store.NewAudit(c.Log()))
	if o.format == "json" {
		err = p.json(a)
	} else {
		_, err = fmt.Fprint(p.Out, terminalText(auditText(a)))
	}
	return errors.Join(err, brokenChain(a.Broken))
}

// of leaves out what was not asked for. The chain is that of the whole file.
func (o picked) of(a store.Audit) store.Audit {
	a.Decisions = slices.DeleteFunc(a.Decisions, func(d store.Decided) bool {
		by := d.By
		if by == "" && !d.Open() {
			by = "nobody"
		}
		return o.tool != "" && d.Tool != o.tool || o.who != "" && by != o.who
	})
	a.Tallies = slices.DeleteFunc(a.Tallies, func(t store.Tally) bool { return o.tool != "" && t.Tool != o.tool })
	return a
}

// brokenChain says where the file was changed.
func brokenChain(all []store.Break) error {
	if len(all) == 0 {
		return nil
	}
	var at []string
	for _, b := range all {
		if b.Before == 0 {
			at = append(at, fmt.Sprintf("before event %d", b.Seq))
			continue
		}
		at = append(at, fmt.Sprintf("between events %d and %d", b.Before, b.Seq))
	}
	return fmt.Errorf("the file was changed after it was written: a decision was altered, removed or added %s", strings.Join(at, ", "))
}

// auditText is an audit as lines.
func auditText(a store.Audit) string {
	var b strings.Builder
	for _, d := range a.Decisions {
		b.WriteString(decidedText(d))
	}
	if len(a.Decisions) == 0 {
		b.WriteString("No decision.\n")
	}
	for i, t := range a.Tallies {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s.%s: the reviewer said no %d of %d times", t.Tool, t.Question, t.No, t.Reviewed)
		if t.Judged > 0 {
			fmt.Fprintf(&b, "; of %d that came to you, you overruled %d", t.Judged, t.Overruled)
		}
		b.WriteString(".\n")
	}
	return b.String()
}

func decidedText(d store.Decided) string {
	what := d.Tool
	if d.Kind == store.KindQuestion {
		what += "." + d.Question
	} else {
		what += ", permission to " + d.Kind
	}
	lines := []string{
		fmt.Sprintf("%s  %s  (%s)", d.Asked.UTC().Format(time.RFC3339), what, d.ID),
		"  " + oneLine(d.Text),
		"  " + answeredText(d),
	}
	if d.Escalated != "" {
		lines[0] += "  after " + d.Escalated
	}
	return strings.Join(lines, "\n") + "\n"
}

// answeredText says what was answered, by whom, after how long and why.
func answeredText(d store.Decided) string {
	if d.Open() {
		return "open"
	}
	var said string
	switch d.Outcome {
	case store.Answered:
		said = oneLine(string(d.Answer))
	case store.Redacted:
		said = "a secret"
	case store.Cancelled:
		said = "not answered"
	default:
		said = d.Outcome
	}
	if d.Edited && d.Outcome == store.Answered {
		said += ", edited"
	}
	if by := byText(d); by != "" {
		said += ", by " + by
	}
	said += ", after " + (time.Duration(d.Seconds * float64(time.Second))).Round(100*time.Millisecond).String()
	for _, words := range []string{d.Reason, d.Said} {
		if words != "" {
			said += ": " + oneLine(words)
		}
	}
	return said
}

func byText(d store.Decided) string {
	switch d.By {
	case store.ByUser:
		return "you"
	case store.ByReviewer:
		return strings.TrimSpace("the reviewer " + d.Model)
	case store.ByStatic:
		return "the configuration"
	case store.ByTurnCache:
		return "you, remembered this turn"
	case store.ByDefault:
		return "default, nobody was there"
	case "policy":
		return "policy, nobody was there"
	}
	return d.By
}

// oneLine keeps a text from looking like lines of the audit itself.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
