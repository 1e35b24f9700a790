package markdown

import (
	"strings"

	"github.com/alecthomas/chroma/v2"

	"parley/store/text/lexing"
	"parley/views/text"
)

// fenceHead draws the opening line of a fence if it says more than a language.
func (m *Markdown) fenceHead(b Block) []string {
	if isLanguage(b.Info) {
		return nil
	}
	lines := Break(text.ExpandTabs(text.Reveal(strings.TrimSpace(FirstLine(b.Source)))), m.width)
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
	if len(body) <= MaxHighlight && m.coloured() {
		paint = tokens(strings.Join(lines, "\n"), info)
	}
	var out []string
	at := 0
	for _, line := range lines {
		out = append(out, m.codeLines(line, at, paint)...)
		at += len(line) + 1
	}
	return out
}

func (m *Markdown) coloured() bool { return m.theme.Markdown.Keyword+m.theme.Markdown.Text != "" }

// codeLines draws a line of code that begins at an offset of the whole.
func (m *Markdown) codeLines(line string, at int, paint []Run) []string {
	if len(paint) == 0 {
		if drawn, ok := m.straight(line); ok {
			return []string{drawn}
		}
	}
	if m.marks && text.Width(line) > m.codeWidth() {
		return m.exactLine(line)
	}
	pieces := Break(line, m.codeWidth())
	if strings.Join(pieces, "") != line { // a character was dropped: offsets no longer match
		paint = nil
	}
	for i, piece := range pieces {
		pieces[i] = m.indentCode(piece, at, paint)
		at += len(piece)
	}
	return pieces
}

func (m *Markdown) codeWidth() int { return m.whole - len(m.codeIndent()) }

func (m *Markdown) codeIndent() string {
	if m.width < text.MinWidth {
		return ""
	}
	return "  "
}

// indentCode draws a piece of code that begins at an offset, on its background if
// there is one.
func (m *Markdown) indentCode(piece string, at int, paint []Run) string {
	return m.inCode(m.codeIndent(), piece, at, paint)
}

// inCode is indentCode with something of the same width in place of the indentation.
func (m *Markdown) inCode(before, piece string, at int, paint []Run) string {
	styles := m.codeStyles()
	if !m.theme.HasFields() {
		if piece == "" {
			return ""
		}
		return before + colour(piece, at, paint, styles, false)
	}
	plain, after := &styles[PlainCode], m.width-len(m.codeIndent())-text.Width(piece)
	if after < 0 { // it exceeds the measure, and so does its field, by as much
		after = min(len(m.codeIndent()), m.codeWidth()-text.Width(piece))
	}
	return text.Filter(plain.On(before) + colour(piece, at, paint, styles, true) + plain.On(text.Spaces(after)))
}

func (m *Markdown) codeStyles() *CodeStyles {
	if m.styles == nil {
		m.styles = CodeStylesOf(m.theme, text.CodeField)
	}
	return m.styles
}

// Break cuts a line into pieces of at most width cells, after a blank if there is one
// in the second half of a piece. Joined, the pieces are the line again, except for
// characters wider than the width.
func Break(line string, width int) []string {
	var out []string
	if text.Width(line) <= width {
		return append(out, line)
	}
	from, at := 0, 0
	blank, blankAt, words := 0, 0, false // where the last word of the piece begins, and its cell; whether it has a word
	for i := 0; i < len(line); {
		cluster, n := text.NextCluster(line[i:])
		w := text.Width(cluster)
		if w > width {
			line = line[:i] + "?" + line[i+n:]
			w, n = 1, 1
		}
		if at+w > width {
			cut, kept := i, 0
			if blank > from && 2*blankAt > width {
				cut, kept = blank, at-blankAt
			}
			out = append(out, line[from:cut])
			from, at, words = cut, kept, kept > 0
		}
		at += w
		i += n
		switch {
		case cluster != " ":
			words = true
		case words:
			blank, blankAt = i, at
		}
	}
	return append(out, line[from:])
}

// colour styles piece, which begins at offset at in the code; all of it if it has a
// background.
func colour(piece string, at int, paint []Run, styles *CodeStyles, field bool) string {
	if len(paint) == 0 && !field {
		return text.Filter(piece)
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
		n, kind := len(piece), PlainCode
		if i < len(paint) {
			if paint[i].End <= at {
				continue // it ends within the character before
			}
			n, kind = text.Whole(piece, min(paint[i].End-at, n)), paint[i].Kind
		}
		if !field && (kind == PlainCode || strings.TrimSpace(piece[:n]) == "") {
			b.WriteString(piece[:n])
		} else {
			b.WriteString(styles[kind].On(piece[:n]))
		}
		piece, at = piece[n:], at+n
	}
	return text.Filter(b.String())
}

// tokens finds what to colour; nothing in unknown languages.
func tokens(code, info string) []Run {
	name, _, _ := strings.Cut(info, " ")
	name, _, _ = strings.Cut(name, ",")
	if name == "" {
		return nil
	}
	return Tokens(lexing.Named(name), code)
}

// Tokens finds what to colour in code, nil without a lexer.
func Tokens(lexer chroma.Lexer, code string) []Run {
	if lexer == nil {
		return nil
	}
	var out []Run
	end := 0
	for _, token := range lexing.Tokens(lexer, code) {
		end += len(token.Value)
		kind := KindOf(token.Type)
		if n := len(out); n > 0 && out[n-1].Kind == kind {
			out[n-1].End = end
			continue
		}
		out = append(out, Run{end, kind})
	}
	return out
}

// isLanguage reports whether the info string of a fence only names the language of
// the code.
func isLanguage(info string) bool {
	switch strings.ToLower(info) {
	case "", "diff", exactly, "facts", literally, "text", "txt", "plain":
		return true
	}
	return !strings.ContainsAny(info, " \t,") && lexing.Named(info) != nil
}
