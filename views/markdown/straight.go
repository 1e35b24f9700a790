package markdown

import (
	"strings"

	"parley/views/text"
)

// ground is the text before and after a line of plain code that draws its background.
type ground struct {
	before, after string
	holds         bool // blanks show the background too
}

// straight draws a line of code in which nothing has to be coloured, broken or made visible:
// printable ASCII that fits. The result is that of indentCode, without examining each
// character for each layer. A fast server sends tens of thousands of such lines, and a user
// who wants to stop it must not have to wait for them.
func (m *Markdown) straight(line string) (string, bool) {
	if len(line) > m.codeWidth() || !text.PrintableASCII(line) {
		return "", false
	}
	if !m.theme.HasFields() {
		if line == "" {
			return "", true
		}
		return m.codeIndent() + strings.TrimRight(line, " "), true
	}
	g := m.codeGround()
	if !g.holds {
		return "", false
	}
	indent := m.codeIndent()
	rest := m.width - len(indent) - len(line)
	if rest < 0 {
		rest = min(len(indent), m.codeWidth()-len(line))
	}
	return g.before + indent + line + text.Spaces(rest) + g.after, true
}

func (m *Markdown) codeGround() *ground {
	if m.ground == nil {
		plain := &m.codeStyles()[PlainCode]
		before, after, _ := strings.Cut(text.Filter(plain.On("x x")), "x x")
		m.ground = &ground{before: before, after: after, holds: before != "" && text.Filter(plain.On(" ")) == before+" "+after}
	}
	return m.ground
}
