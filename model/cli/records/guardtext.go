package records

import (
	"fmt"
	"strings"

	"parley/store/record"
	"parley/store/text/clean"
)

// guardEntryText describes a limit that was reached: what was asked, and the outcome.
func guardEntryText(g *record.Guard) string {
	head := "Guard " + clean.OneLine(g.Guard)
	switch g.Choice {
	case "":
		head += ": (open)"
	default:
		head += ": " + clean.OneLine(g.Choice)
	}
	if g.Limit != "" {
		head += " (the limit of this turn is now " + clean.OneLine(g.Limit) + ")"
	}
	lines := []string{head}
	for _, x := range g.Exchanges {
		lines = append(lines, indent(exchangeText(x)))
	}
	if n := len(g.Exchanges); n > 0 {
		lines = append(lines, indent(indent(unfenced(g.Exchanges[n-1].Inquiry.Question.Context))))
	}
	return strings.Join(lines, "\n")
}

// unfenced is a guard's context without the lines of its fence.
func unfenced(context string) string {
	var lines []string
	for line := range strings.SplitSeq(context, "\n") {
		if !strings.HasPrefix(line, "```") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// debuggingText is the outcome of debugging; what happened in it follows as entries
// of its own.
func debuggingText(d *record.Debugging) string {
	head := fmt.Sprintf("Debugging, for turn %d", d.Parent)
	if d.Ended == "" {
		return head + ": (goes on)"
	}
	lines := []string{head + ": no root cause found"}
	if d.RootCause != "" {
		lines[0] = head + ": " + hung(d.RootCause)
	}
	for _, f := range d.Findings {
		lines = append(lines, "  - "+hung(f))
	}
	if d.Fix != "" {
		lines = append(lines, "  fix: "+hung(d.Fix))
	}
	return strings.Join(lines, "\n")
}
