package process

import (
	"os"
	"strings"

	"golang.org/x/term"

	"parley/store/text/clean"
	"parley/views/text"
)

// FileExists reports whether a path exists.
func FileExists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Glyphs are ASCII if the locale does not say UTF-8.
func Glyphs(p *Program) text.Glyphs {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToUpper(p.Variable(name)); v != "" {
			if strings.Contains(v, "UTF-8") || strings.Contains(v, "UTF8") {
				return text.Unicode()
			}
			return text.ASCII()
		}
	}
	return text.Unicode()
}

// Terminal makes a text fit for a terminal that prints it directly: control
// characters and invisible characters are spelled out.
func Terminal(s string) string { return clean.Tame(s) }

// NoTerminal is the message when a screen has nothing to be drawn on.
const NoTerminal = "there is no terminal to draw on; use `parley run \"…\"` for one turn without a screen, " +
	"or `parley --accessible` for plain lines"

// Shown makes a text fit for the output: see Terminal; and if the locale does not say
// UTF-8, marks become ASCII. Letters stay.
func (p *Program) Shown(s string) string {
	if s = Terminal(s); Glyphs(p) == text.ASCII() {
		return text.InASCII(s)
	}
	return s
}

// Columns is the width of the output's terminal, or the usual width if the output is
// something else or does not say.
func (p *Program) Columns(usual int) int {
	if f, ok := FileOf(p.Out); ok && p.OutTTY {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return usual
}
