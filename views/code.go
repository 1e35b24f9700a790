package views

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// fenceHead draws the opening line of a fence where it says more than a language.
func (m *Markdown) fenceHead(b block) []string {
	if isLanguage(b.info) {
		return nil
	}
	lines := hardBreak(expandTabs(Reveal(strings.TrimSpace(firstLine(b.source)))), m.width)
	for i := range lines {
		lines[i] = Filter(m.theme.Dim.Render(lines[i]))
	}
	return lines
}

// code draws a finished fenced block: coloured if its language is known and it
// is not too long.
func (m *Markdown) code(body, info string) []string {
	lines := strings.Split(body, "\n")
	for i := range lines {
		lines[i] = expandTabs(lines[i])
	}
	var paint []run
	if len(body) <= maxHighlight && m.theme.markdown.keyword+m.theme.markdown.text != "" {
		paint = tokens(m.theme, strings.Join(lines, "\n"), info)
	}
	var out []string
	at := 0
	for _, line := range lines {
		pieces := hardBreak(line, m.codeWidth())
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
	if m.width < minWidth {
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

// hardBreak cuts a line into pieces of at most width cells; put together they
// are the line again, but for characters wider than the width.
func hardBreak(line string, width int) []string {
	var out []string
	for len(line) > width && printableASCII(line) {
		out = append(out, line[:width])
		line = line[width:]
	}
	if Width(line) <= width {
		return append(out, line)
	}
	from, at := 0, 0
	for i := 0; i < len(line); {
		cluster, n := nextCluster(line[i:])
		w := Width(cluster)
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

// run is a stretch of code in one style; end is an offset in the whole code.
type run struct {
	end   int
	style *brush
}

// colour styles piece, which begins at offset at of the code.
func colour(piece string, at int, paint []run) string {
	if len(paint) == 0 {
		return piece
	}
	lo, hi := 0, len(paint)
	for lo < hi {
		if mid := (lo + hi) / 2; paint[mid].end <= at {
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
		n := min(paint[i].end-at, len(piece))
		if paint[i].style == nil || strings.TrimSpace(piece[:n]) == "" {
			b.WriteString(piece[:n])
		} else {
			b.WriteString(paint[i].style.on(piece[:n]))
		}
		piece, at = piece[n:], at+n
	}
	return Filter(b.String())
}

// tokens finds what to colour. Unknown languages have nothing to colour.
func tokens(t Theme, code, info string) []run {
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
	styles := codeStylesOf(t)
	var out []run
	end := 0
	for token := tokens(); token != chroma.EOF; token = tokens() {
		end += len(token.Value)
		out = append(out, run{end, styles.of(token.Type)})
	}
	return out
}

type codeStyles struct{ keyword, text, number, comment, name brush }

func codeStylesOf(t Theme) *codeStyles {
	fg := func(c string) brush {
		if c == "" {
			return newBrush(lipgloss.NewStyle().Faint(true))
		}
		return newBrush(lipgloss.NewStyle().Foreground(lipgloss.Color(c)))
	}
	p := t.markdown
	return &codeStyles{keyword: fg(p.keyword), text: fg(p.text), number: fg(p.number), comment: fg(p.comment), name: fg(p.name)}
}

func (c *codeStyles) of(t chroma.TokenType) *brush {
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
