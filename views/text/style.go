package text

import "charm.land/lipgloss/v2"

// Style is how a text looks; the zero value is plain. It is as small as a pointer: one of Lip Gloss
// has hundreds of bytes, which a theme of them would copy wherever it is handed on.
type Style struct{ of *lipgloss.Style }

// StyleOf is a style of Lip Gloss.
func StyleOf(s lipgloss.Style) Style { return Style{&s} }

// Of is the style as Lip Gloss has it.
//
//go:noinline
func (s Style) Of() lipgloss.Style {
	if s.of == nil {
		return lipgloss.NewStyle()
	}
	return *s.of
}

// Render draws a text.
//
//go:noinline
func (s Style) Render(words string) string { return s.Of().Render(words) }

// Bold is the style in bold, or not.
//
//go:noinline
func (s Style) Bold(on bool) Style { return StyleOf(s.Of().Bold(on)) }

// Italic is the style in italics.
//
//go:noinline
func (s Style) Italic() Style { return StyleOf(s.Of().Italic(true)) }

// Struck is the style crossed out.
//
//go:noinline
func (s Style) Struck() Style { return StyleOf(s.Of().Strikethrough(true)) }
