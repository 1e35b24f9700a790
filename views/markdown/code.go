package markdown

import (
	"parley/views/text"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// fenceHead draws the opening line of a fence where it says more than a language.
func (m *Markdown) fenceHead(b Block) []string {
	if isLanguage(b.Info) {
		return nil
	}
	lines := HardBreak(text.ExpandTabs(text.Reveal(strings.TrimSpace(FirstLine(b.Source)))), m.width)
	for i := range lines {
		lines[i] = text.Filter(m.theme.Dim.Render(lines[i]))
	}
	return lines
}

// code draws a finished fenced block: coloured if its language is known and it
// is not too long.
func (m *Markdown) code(body, info string) []string {
	lines := strings.Split(body, "\n")
	for i := range lines {
		lines[i] = text.ExpandTabs(lines[i])
	}
	var paint []Run
	if len(body) <= MaxHighlight && m.theme.Markdown.Keyword+m.theme.Markdown.Text != "" {
		paint = tokens(m.theme, strings.Join(lines, "\n"), info)
	}
	var out []string
	at := 0
	for _, line := range lines {
		pieces := HardBreak(line, m.codeWidth())
		colours := paint
		if strings.Join(pieces, "") != line { // a character had no room: offsets no longer hold
			colours = nil
		}
		from := at
		for _, piece := range pieces {
			out = append(out, m.indentCode(colour(piece, from, colours)))
			from += len(piece)
		}
		at += len(line) + 1
	}
	return out
}

func (m *Markdown) codeWidth() int { return m.width - len(m.codeIndent()) }

func (m *Markdown) codeIndent() string {
	if m.width < text.MinWidth {
		return ""
	}
	return "  "
}

func (m *Markdown) indentCode(line string) string {
	if line == "" {
		return ""
	}
	return m.codeIndent() + line
}

// HardBreak cuts a line into pieces of at most width cells; put together they
// are the line again, but for characters wider than the width.
func HardBreak(line string, width int) []string {
	var out []string
	for len(line) > width && text.PrintableASCII(line) {
		out = append(out, line[:width])
		line = line[width:]
	}
	if text.Width(line) <= width {
		return append(out, line)
	}
	from, at := 0, 0
	for i := 0; i < len(line); {
		cluster, n := text.NextCluster(line[i:])
		w := text.Width(cluster)
		if w > width {
			line = line[:i] + "?" + line[i+n:]
			w, n = 1, 1
		}
		if at+w > width {
			out = append(out, line[from:i])
			from, at = i, 0
		}
		at += w
		i += n
	}
	return append(out, line[from:])
}

// Run is a stretch of code in one style; end is an offset in the whole code.
type Run struct {
	End   int
	Style *text.Brush
}

// colour styles piece, which begins at offset at of the code.
func colour(piece string, at int, paint []Run) string {
	if len(paint) == 0 {
		return piece
	}
	lo, hi := 0, len(paint)
	for lo < hi {
		if mid := (lo + hi) / 2; paint[mid].End <= at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	var b strings.Builder
	for i := lo; piece != ""; i++ {
		if i == len(paint) {
			b.WriteString(piece)
			break
		}
		n := min(paint[i].End-at, len(piece))
		if paint[i].Style == nil || strings.TrimSpace(piece[:n]) == "" {
			b.WriteString(piece[:n])
		} else {
			b.WriteString(paint[i].Style.On(piece[:n]))
		}
		piece, at = piece[n:], at+n
	}
	return text.Filter(b.String())
}

// tokens finds what to colour. Unknown languages have nothing to colour.
func tokens(t text.Theme, code, info string) []Run {
	name, _, _ := strings.Cut(info, " ")
	name, _, _ = strings.Cut(name, ",")
	if name == "" {
		return nil
	}
	lexer := lexers.Get(name)
	if lexer == nil {
		return nil
	}
	tokens, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root", EnsureLF: true}, code)
	if err != nil { // nothing to colour is a fine answer
		return nil
	}
	styles := CodeStylesOf(t)
	var out []Run
	end := 0
	for token := tokens(); token != chroma.EOF; token = tokens() {
		end += len(token.Value)
		out = append(out, Run{end, styles.Of(token.Type)})
	}
	return out
}

type CodeStyles struct{ keyword, text, number, comment, name text.Brush }

func CodeStylesOf(t text.Theme) *CodeStyles {
	fg := func(c string) text.Brush {
		if c == "" {
			return text.NewBrush(lipgloss.NewStyle().Faint(true))
		}
		return text.NewBrush(lipgloss.NewStyle().Foreground(lipgloss.Color(c)))
	}
	p := t.Markdown
	return &CodeStyles{keyword: fg(p.Keyword), text: fg(p.Text), number: fg(p.Number), comment: fg(p.Comment), name: fg(p.Name)}
}

func (c *CodeStyles) Of(t chroma.TokenType) *text.Brush {
	switch {
	case t.InCategory(chroma.Keyword):
		return &c.keyword
	case t.InCategory(chroma.Comment):
		return &c.comment
	case t.InSubCategory(chroma.LiteralString):
		return &c.text
	case t.InCategory(chroma.Literal):
		return &c.number
	case t == chroma.NameFunction, t == chroma.NameClass, t == chroma.NameTag:
		return &c.name
	}
	return nil
}

// isLanguage says whether what stands behind an opening fence only names the language
// of the code.
func isLanguage(info string) bool {
	switch strings.ToLower(info) {
	case "", "diff", "facts", "text", "txt", "plain":
		return true
	}
	return !strings.ContainsAny(info, " \t,") && lexers.Get(info) != nil
}
