package records

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
	"parley/store/record"
	timelines "parley/views/audit"
	"parley/views/pane"
	"parley/views/text"
)

const auditLong = `List every decision of a saved conversation on a timeline: when, what was asked,
the answer, who gave it and how long that took; below it why, and what became of
it. What was run stands there with every line. --whole shows all that each was
about. Then, for each question that a reviewing model answered, how often it said
no and how often you then said yes.

Each decision in the file carries the digest of the one before. If they do not
fit, the file was changed afterwards: the command says so and ends with status 1.
It does the same if anything but Parley changed the file while it was closed.`

// picked is what an audit lists.
type picked struct {
	tool, who, format string
	whole             bool
}

// AuditCommand is `parley audit`.
func AuditCommand(p *process.Program) *cobra.Command {
	var o picked
	c := &cobra.Command{
		Use: "audit id", Short: "List every decision of a saved conversation", Long: auditLong, Args: process.OneID,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := process.OneOf("--format", o.format, "text", "json"); err != nil {
				return err
			}
			if o.who != "" {
				if err := process.OneOf("--who", o.who, record.Answerers()...); err != nil {
					return err
				}
			}
			return audit(p, args[0], o)
		},
	}
	c.Flags().StringVar(&o.format, "format", "text", "text or json")
	c.Flags().BoolVar(&o.whole, "whole", false, "all that each decision was about, with its id")
	c.Flags().StringVar(&o.tool, "tool", "", "only what this `tool` asked")
	c.Flags().StringVar(&o.who, "who", "", "only what these answered: "+strings.Join(record.Answerers(), ", "))
	return c
}

func audit(p *process.Program, prefix string, o picked) (err error) {
	c, report, err := readTold(p, prefix)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	a := record.NewAudit(c.Log()).Only(o.tool, o.who)
	switch {
	case o.format == "json":
		err = p.JSON(a)
	case o.whole:
		process.Rows(p.Out, p.Shown(a.Words()))
	default:
		var words string
		if words, err = timeline(p, c, a); err == nil {
			err = process.Rows(p.Out, p.Shown(words))
		}
	}
	return errors.Join(err, brokenChain(a.Broken, report.Altered()))
}

// timeline are the decisions as their screen shows them, without colours.
func timeline(p *process.Program, c *store.Conversation, a record.Audit) (string, error) {
	theme, err := text.NewTheme(text.ThemePlain, process.Glyphs(p))
	if err != nil {
		return "", err
	}
	about := c.Summary()
	width := p.Columns(text.UsualMeasure)
	l := timelines.List{
		Title: about.Title, Now: p.Now(), At: -1, Whole: -1, Each: "--whole",
		Rows: timelines.Rows(c.Log(), a.Decisions, pane.Teller{}, session.FileIn(about.Workspace)),
	}
	lines := slices.Concat(l.Head(theme, width), l.Texts(theme, width), l.Foot(theme, width))
	if tallies := a.TallyWords(); tallies != "" {
		lines = append(lines, "", strings.TrimSuffix(tallies, "\n"))
	}
	words := text.Stripped(strings.Join(lines, "\n")) + "\n"
	return trimmed(words), nil
}

// trimmed are lines without trailing blanks.
func trimmed(words string) string {
	lines := strings.Split(words, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// brokenChain says where the file was changed.
func brokenChain(all []record.Break, altered bool) error {
	switch {
	case len(all) == 0 && altered:
		return errors.New(alteredText)
	case len(all) == 0:
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
