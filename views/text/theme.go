package text

import (
	"fmt"

	"charm.land/lipgloss/v2"
)

// Theme is how things look: a style for each thing that is said, and the
// glyphs. Nothing is told by a style alone. Make one with NewTheme.
type Theme struct {
	Name   string // part of every cache key
	Glyphs Glyphs

	Plain  lipgloss.Style // running text
	Dim    lipgloss.Style // what only informs
	Strong lipgloss.Style // headings, the question
	User   lipgloss.Style // the user's mark
	Accent lipgloss.Style // the choice under the cursor, links, keys
	Decide lipgloss.Style // decisions: the loudest thing on the screen
	Good   lipgloss.Style
	Warn   lipgloss.Style
	Bad    lipgloss.Style
	Added  lipgloss.Style // lines of a diff
	Gone   lipgloss.Style
	Hunk   lipgloss.Style
	Code   lipgloss.Style
	Found  lipgloss.Style // a search hit
	Chosen lipgloss.Style // a selected block's gutter

	Markdown palette
}

// Glyphs are the marks of the chrome, each one cell wide.
type Glyphs struct {
	User, Tool, Decision, Note, Cursor, Folded, Open, Rule, Bar, Ellipsis, Down, On, Off, Star, Dot, Block, Fail, Cross, Tick, Fork string
}

// Unicode returns the usual glyphs.
func Unicode() Glyphs {
	return Glyphs{User: "▌", Tool: "•", Decision: "◆", Note: "·", Cursor: "›", Folded: "▸", Open: "▾", Rule: "─", Bar: "│", Ellipsis: "…",
		Down: "↓", On: "[x]", Off: "[ ]", Star: "★", Dot: "·", Block: "▌", Fail: "!", Cross: "✗", Tick: "✓", Fork: "⑂"}
}

// ASCII returns glyphs for terminals without the usual ones.
func ASCII() Glyphs {
	return Glyphs{User: "|", Tool: "*", Decision: "#", Note: "-", Cursor: ">", Folded: "+", Open: "-", Rule: "-", Bar: "|", Ellipsis: "~",
		Down: "v", On: "[x]", Off: "[ ]", Star: "*", Dot: "-", Block: "|", Fail: "!", Cross: "x", Tick: "+", Fork: "Y"}
}

// Names of the themes, as the configuration spells them. Colours of "terminal"
// are the terminal's own sixteen; "plain" has none (NO_COLOR).
const (
	ThemeDark     = "dark"
	ThemeLight    = "light"
	ThemeTerminal = "terminal"
	ThemePlain    = "plain"
)

// palette names the colours of a theme as SGR colour parameters that Lip Gloss
// and Glamour both read: a number of the 256, or empty for none.
type palette struct {
	Dim, user, accent, decide, good, warn, bad, added, gone, hunk, Code, Heading, Link string
	Keyword, Text, Number, Comment, Name                                               string
}

// WithoutSyntax is the theme without the colours of code, which take a while the
// first time.
func (t Theme) WithoutSyntax() Theme {
	t.Markdown.Keyword, t.Markdown.Text, t.Markdown.Number, t.Markdown.Comment, t.Markdown.Name = "", "", "", "", ""
	return t
}

// NewTheme returns the theme of that name with these glyphs. An unknown name is
// an error that lists the known ones.
func NewTheme(name string, glyphs Glyphs) (Theme, error) {
	p, err := paletteOf(name)
	if err != nil {
		return Theme{}, err
	}
	fg := func(c string) lipgloss.Style {
		if c == "" {
			return lipgloss.NewStyle()
		}
		return lipgloss.NewStyle().Foreground(lipgloss.Color(c))
	}
	t := Theme{
		Name: name + "/" + glyphs.Tool, Glyphs: glyphs, Markdown: p,
		Plain: fg(""), Strong: fg("").Bold(true), Dim: fg(p.Dim), User: fg(p.user).Bold(true), Accent: fg(p.accent),
		Decide: fg(p.decide).Bold(true), Good: fg(p.good), Warn: fg(p.warn), Bad: fg(p.bad), Added: fg(p.added), Gone: fg(p.gone), Hunk: fg(p.hunk), Code: fg(p.Code),
		Found: fg("").Reverse(true), Chosen: fg(p.accent).Bold(true),
	}
	if p.Dim == "" {
		t.Dim = t.Dim.Faint(true)
	}
	return t, nil
}

func paletteOf(name string) (palette, error) {
	switch name {
	case ThemeDark:
		return palette{Dim: "245", user: "117", accent: "117", decide: "221", good: "114", warn: "215", bad: "210", added: "114", gone: "210", hunk: "110", Code: "180",
			Heading: "117", Link: "110", Keyword: "176", Text: "150", Number: "180", Comment: "245", Name: "117"}, nil
	case ThemeLight:
		return palette{Dim: "243", user: "25", accent: "25", decide: "130", good: "28", warn: "130", bad: "124", added: "28", gone: "124", hunk: "24", Code: "94",
			Heading: "25", Link: "24", Keyword: "90", Text: "28", Number: "94", Comment: "243", Name: "25"}, nil
	case ThemeTerminal:
		// On black and on white alike: magenta, red, bright blue, and green as
		// everywhere for what was added. Yellow and cyan are not to be read on white,
		// blue is not on black.
		return palette{user: "12", accent: "5", decide: "5", good: "2", warn: "5", bad: "1", added: "2", gone: "1", hunk: "12",
			Heading: "5", Link: "12", Keyword: "5", Text: "2", Number: "12"}, nil
	case ThemePlain:
		return palette{}, nil
	}
	return palette{}, fmt.Errorf("ui.theme %q is not known; use %s, %s, %s or %s", name, ThemeDark, ThemeLight, ThemeTerminal, ThemePlain)
}
