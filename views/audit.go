package views

import (
	"fmt"
	"strings"
	"time"

	"parley/store"
)

// AuditText is an audit as lines: a decision with what was asked, what was
// answered, by whom, after how long and why, then how the reviewers fared. It is
// not cleaned for a terminal.
func AuditText(a store.Audit) string {
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
		"  " + joined(d.Text),
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
		said = joined(string(d.Answer))
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
			said += ": " + joined(words)
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
	case store.ByPolicy:
		return "policy, nobody was there"
	}
	return d.By
}

// joined keeps a text from looking like lines of the audit itself.
func joined(s string) string { return strings.Join(strings.Fields(s), " ") }
