package markdown

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/alecthomas/chroma/v2"

	"parley/views/text"
)

// Kind is what a stretch of code is.
type Kind uint8

// The kinds of code.
const (
	PlainCode Kind = iota
	keywordCode
	textCode
	numberCode
	commentCode
	nameCode
	addedCode // lines of a diff that a model wrote
	goneCode
	allKinds
)

// Run is a stretch of code of one kind; End is an offset in the whole code.
type Run struct {
	End  int
	Kind Kind
}

// CodeStyles are the brushes of code, one per kind.
type CodeStyles [allKinds]text.Brush

// CodeStylesOf returns the brushes for code on a field.
func CodeStylesOf(t text.Theme, f text.Field) *CodeStyles {
	p := t.Markdown
	out := CodeStyles{PlainCode: text.NewBrush(t.On(f, ""))}
	for kind, c := range map[Kind]string{keywordCode: p.Keyword, textCode: p.Text, numberCode: p.Number, commentCode: p.Comment, nameCode: p.Name, addedCode: p.Added, goneCode: p.Gone} {
		style := t.On(f, c)
		if c == "" {
			style = text.StyleOf(lipgloss.NewStyle().Faint(true))
			switch { // green that cannot be read gives way to weight, or to the ink of the terminal
			case kind == addedCode && p.Gone != "":
				style = t.Added
			case kind == textCode && p.Keyword != "":
				style = t.On(f, "")
			}
		}
		out[kind] = text.NewBrush(style)
	}
	return &out
}

// KindOf says what a token is.
func KindOf(t chroma.TokenType) Kind {
	switch {
	case t.InCategory(chroma.Keyword):
		return keywordCode
	case t.InCategory(chroma.Comment):
		return commentCode
	case t.InSubCategory(chroma.LiteralString):
		return textCode
	case t.InCategory(chroma.Literal):
		return numberCode
	case t == chroma.NameFunction, t == chroma.NameClass, t == chroma.NameTag, t == chroma.GenericSubheading:
		return nameCode
	case t == chroma.GenericInserted:
		return addedCode
	case t == chroma.GenericDeleted:
		return goneCode
	}
	return PlainCode
}

// Mark is a stretch of a shown line, in bytes.
type Mark struct{ From, To int }

// LineInk is how a line of a change is drawn: what precedes it, its code, and its
// changed words.
type LineInk struct {
	Head       text.Brush
	Code, Word *CodeStyles
	Field      bool // it has a field, which extends beyond its end
}

// DiffInk is how the lines of a change are drawn.
type DiffInk struct {
	Same, Added, Gone LineInk
	Hit               text.Brush
}

// DiffInkOf returns the inks of a theme. Without fields, lines have the colours of
// their signs, and changed words are underlined.
func DiffInkOf(t text.Theme) *DiffInk {
	d := &DiffInk{Hit: text.NewBrush(t.Found)}
	d.Same = LineInk{Head: text.NewBrush(t.Dim), Code: CodeStylesOf(t, text.NoField)}
	d.Same.Word = d.Same.Code
	side := func(line text.Style, c string, f, word text.Field) LineInk {
		if t.HasFields() {
			return LineInk{Head: text.NewBrush(t.On(f, c)), Code: CodeStylesOf(t, f), Word: CodeStylesOf(t, word), Field: true}
		}
		ink := LineInk{Head: text.NewBrush(line), Code: &CodeStyles{}, Word: &CodeStyles{}}
		// Colours of code could suggest that a removed line was added, and many a terminal brightens
		// what is bold until it cannot be read on a light background.
		words := line
		if c == "" {
			words = words.Bold(false) // the sign has the weight
		}
		for i := range ink.Word {
			ink.Code[i], ink.Word[i] = text.NewBrush(words), text.NewBrush(text.StyleOf(words.Of().Underline(true)))
		}
		return ink
	}
	d.Added = side(t.Added, t.Markdown.Added, text.AddedField, text.AddedWordField)
	d.Gone = side(t.Gone, t.Markdown.Gone, text.GoneField, text.GoneWordField)
	return d
}

// Fill is a number of cells of the line's field.
func (l LineInk) Fill(cells int) string {
	if !l.Field || cells <= 0 {
		return text.Spaces(cells)
	}
	return l.Code[PlainCode].On(text.Spaces(cells))
}

// After is the field after the line's end, "" if there is none.
func (l LineInk) After(cells int) string {
	if !l.Field {
		return ""
	}
	return l.Fill(cells)
}

// Inks says in which colour each byte of a line is drawn: a hit first of all, a
// changed word on its own field, code by its kind.
type Inks struct {
	LineInk
	Hit         text.Brush
	Paint       []Run
	Words, Hits []Mark
}

// On draws the part of a line from a byte on.
func (k Inks) On(part string, from int) string {
	if len(k.Words) == 0 && len(k.Hits) == 0 && len(k.Paint) == 0 {
		if !k.Field && strings.TrimSpace(part) == "" {
			return part
		}
		return k.Code[PlainCode].On(part)
	}
	var b strings.Builder
	for at := from; at < from+len(part); {
		style, shows, end := k.at(at)
		rest := part[at-from:]
		piece := rest[:text.Whole(rest, min(end-at, len(rest)))]
		switch {
		case shows:
			b.WriteString(style.On(piece))
		case k.word(at):
			underline(&b, style, piece)
		case strings.TrimSpace(piece) == "":
			b.WriteString(piece)
		default:
			b.WriteString(style.On(piece))
		}
		at += len(piece)
	}
	return b.String()
}

// word reports whether a byte is in a changed word.
func (k *Inks) word(i int) bool {
	in, _ := inMarks(k.Words, i, 0)
	return in
}

// underline draws changed words that have no field. An underlined blank would be read as
// an underscore, so blanks are left as they are, but for one with a mark on it.
func underline(b *strings.Builder, style *text.Brush, words string) {
	from := 0 // what is underlined
	for at := 0; at < len(words); {
		cluster, n := text.NextCluster(words[at:])
		if cluster == " " {
			if at > from {
				b.WriteString(style.On(words[from:at]))
			}
			b.WriteByte(' ')
			from = at + n
		}
		at += n
	}
	if from < len(words) {
		b.WriteString(style.On(words[from:]))
	}
}

// at is the style of a byte, whether blanks show it, and where it ends.
func (k *Inks) at(i int) (style *text.Brush, shows bool, end int) {
	in, end := inMarks(k.Hits, i, 1<<30)
	if in {
		return &k.Hit, true, end
	}
	in, end = inMarks(k.Words, i, end)
	set := k.Code
	if in {
		set = k.Word
	}
	for _, r := range k.Paint {
		if r.End > i {
			return &set[r.Kind], k.Field, min(r.End, end)
		}
	}
	return &set[PlainCode], k.Field, end
}

// inMarks reports whether a byte is in one of the marks, and up to where that holds.
func inMarks(marks []Mark, i, end int) (bool, int) {
	for _, m := range marks {
		switch {
		case i >= m.From && i < m.To:
			return true, min(m.To, end)
		case m.From > i:
			return false, min(end, m.From)
		}
	}
	return false, end
}
