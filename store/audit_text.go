package store

import (
	"fmt"
	"strings"
	"time"
)

// Words are an audit as lines: a decision with what was asked, what was
// answered, by whom, after how long and why, then how the reviewers fared. It is
// not cleaned for a terminal.
func (a Audit) Words() string {
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

func decidedText(d Decided) string {
	what := d.Tool
	if d.Kind == KindQuestion {
		what += "." + d.Question
	} else {
		what += ", permission to " + d.Kind
	}
	lines := []string{
		fmt.Sprintf("%s  %s  (%s)", d.Asked.UTC().Format(time.RFC3339), what, d.ID),
		"  " + joined(d.Text),
		"  " + answeredText(d),
	}
	if d.Escalated != "" {
		lines[0] += "  after " + d.Escalated
	}
	return strings.Join(lines, "\n") + "\n"
}

// answeredText says what was answered, by whom, after how long and why.
func answeredText(d Decided) string {
	if d.Open() {
		return "open"
	}
	var said string
	switch d.Outcome {
	case Answered:
		said = joined(string(d.Answer))
	case Redacted:
		said = "a secret"
	case Cancelled:
		said = "not answered"
	default:
		said = d.Outcome
	}
	if d.Edited && d.Outcome == Answered {
		said += ", edited"
	}
	if by := byText(d); by != "" {
		said += ", by " + by
	}
	said += ", after " + (time.Duration(d.Seconds * float64(time.Second))).Round(100*time.Millisecond).String()
	for _, words := range []string{d.Reason, d.Said} {
		if words != "" {
			said += ": " + joined(words)
		}
	}
	return said
}

func byText(d Decided) string {
	switch d.By {
	case ByUser:
		return "you"
	case ByReviewer:
		return strings.TrimSpace("the reviewer " + d.Model)
	case ByStatic:
		return "the configuration"
	case ByTurnCache:
		return "you, remembered this turn"
	case ByDefault:
		return "default, nobody was there"
	case ByPolicy:
		return "policy, nobody was there"
	}
	return d.By
}

// joined keeps a text from looking like lines of the audit itself.
func joined(s string) string { return strings.Join(strings.Fields(s), " ") }
