package commands

import (
	"strings"

	"golang.org/x/term"

	"parley/store/text/clean"
)

// goesOn stands before a row in which a line goes on.
func goesOn() string { return clean.Ours("  … ") }

// Fitted makes each line that is longer than the terminal go on behind a mark. The terminal would let it
// go on in the first column, where a part of a stranger's text could pass for the question or a choice.
// It returns p.
func (p *Plain) Fitted(broken func(text string, width int) []string) *Plain {
	p.broken = broken
	return p
}

func (p *Plain) fitted(s string) string {
	f, is := p.terminal()
	if !is || p.broken == nil {
		return s
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		width = 80
	}
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if len(line)+7*strings.Count(line, "\t") > width { // no character takes more columns than bytes, but a tab
			lines[i] = strings.Join(p.broken(strings.ReplaceAll(line, "\t", clean.Shown("␉")), width-len([]rune(goesOn()))), "\n"+goesOn())
		}
	}
	return strings.Join(lines, "\n")
}
