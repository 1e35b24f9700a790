package text

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
)

// Theme is how things look: a style for each kind of text, and the glyphs. Nothing
// depends on style alone. Make one with NewTheme.
type Theme struct {
	Name   string // part of every cache key
	Glyphs Glyphs

	Plain  Style // running text
	Dim    Style // secondary information
	Strong Style // headings, the question
	User   Style // the user's mark
	Accent Style // the choice under the cursor, links, keys
	Decide Style // decisions: the most prominent thing on the screen
	Good   Style
	Warn   Style
	Bad    Style
	Added  Style // lines of a diff
	Gone   Style
	Hunk   Style
	Code   Style
	Found  Style // a search hit
	Chosen Style // a selected block's gutter
	Branch Style // the second accent: a branch, a name of our own

	Links    bool // the terminal supports hyperlinks: the address of a link is not written out
	Measure  int  // maximum width of prose and rows in cells, 0 for no limit
	Markdown palette
	ground   ground
}

// UsualMeasure is the widest line that is still easy to read.
const UsualMeasure = 100

// Fit is how much of a width prose and rows use.
//
//go:noinline
func (t Theme) Fit(width int) int {
	const least = 40 // the least usable width
	if t.Measure <= 0 {
		return width
	}
	return min(max(t.Measure, least), width)
}

// Glyphs are the marks of the chrome, each one cell wide.
type Glyphs struct {
	User, Tool, Decision, Note, Cursor, Folded, Open, Rule, Bar, Ellipsis, Down, Up, On, Off, Star, Dot, Block, Fail, Cross, Tick, Fork, Minus string

	Branch, Still string
	Spin          string // the pictures of the spinner, in order
}

// Unicode returns the usual glyphs.
func Unicode() Glyphs {
	return Glyphs{User: "▌", Tool: "•", Decision: "◆", Note: "·", Cursor: "›", Folded: "▸", Open: "▾", Rule: "─", Bar: "│", Ellipsis: "…",
		Down: "↓", Up: "↑", On: "[x]", Off: "[ ]", Star: "★", Dot: "·", Block: "▌", Fail: "!", Cross: "✗", Tick: "✓", Fork: "⑂", Minus: "−",
		Branch: "├", Spin: "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", Still: "*"}
}

// ASCII returns glyphs for terminals without the usual ones.
//
//go:noinline
func ASCII() Glyphs {
	return Glyphs{User: "|", Tool: "*", Decision: "#", Note: "-", Cursor: ">", Folded: "&", Open: "-", Rule: "-", Bar: "|", Ellipsis: ellipsisInASCII,
		Down: "v", Up: "^", On: "[x]", Off: "[ ]", Star: "*", Dot: "-", Block: "|", Fail: "!", Cross: "x", Tick: "o", Fork: "Y", Minus: "-",
		Branch: "@", Spin: `/-\|`, Still: "*"}
}

// ellipsisInASCII is what is told of the glyphs of ASCII by.
const ellipsisInASCII = "~"

// InASCII reports whether these are the glyphs of ASCII.
func (g Glyphs) InASCII() bool { return g.Ellipsis == ellipsisInASCII }

// More is a label of ours that ends in an ellipsis, since more follows when it is chosen, or words
// of ours that say what is being done. The ASCII mark for one says that something was cut, so
// there they end in full stops.
func (g Glyphs) More(label string) string {
	if g.InASCII() {
		return strings.ReplaceAll(label, "…", "...")
	}
	return label
}

// Names of the themes, as the configuration spells them. "terminal" uses the
// terminal's own sixteen colours; "plain" has none (NO_COLOR).
const (
	ThemeDark     = "dark"
	ThemeLight    = "light"
	ThemeTerminal = "terminal"
	ThemePlain    = "plain"
)

// palette names the colours of a theme as Lip Gloss and Glamour both read them:
// #rrggbb, a number of the sixteen, or empty for none. fg is the colour of running
// text on a field.
type palette struct {
	fg, Dim, user, accent, decide, good, warn, bad, Added, Gone, hunk, branch, Code, Heading, Link string
	Keyword, Text, Number, Comment, Name                                                           string
}

// colours are the colours of the palette.
func (p palette) colours() []string {
	return []string{p.fg, p.Dim, p.user, p.accent, p.decide, p.good, p.warn, p.bad, p.Added, p.Gone, p.hunk, p.branch, p.Code, p.Heading, p.Link,
		p.Keyword, p.Text, p.Number, p.Comment, p.Name}
}

// WithoutSyntax is the theme without the colours of code, which take time on first
// use.
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
	return paint(name+"/"+glyphs.Tool, glyphs, p, ground{}), nil
}

// paint makes the styles of a palette.
func paint(name string, glyphs Glyphs, p palette, g ground) Theme {
	fg := func(c string) Style {
		if c == "" {
			return Style{}
		}
		return StyleOf(lipgloss.NewStyle().Foreground(lipgloss.Color(g.ink(c, NoField))))
	}
	t := Theme{
		Measure: UsualMeasure, Name: name, Glyphs: glyphs, Markdown: p, ground: g,
		Plain: fg(""), Strong: fg("").Bold(true), Dim: fg(p.Dim), User: fg(p.user).Bold(true), Accent: fg(p.accent),
		Decide: fg(p.decide).Bold(true), Good: fg(p.good), Warn: fg(p.warn), Bad: fg(p.bad), Added: fg(p.Added), Gone: fg(p.Gone), Hunk: fg(p.hunk), Code: fg(p.Code),
		Found: StyleOf(lipgloss.NewStyle().Reverse(true)), Chosen: fg(p.accent).Bold(true), Branch: fg(p.branch),
	}
	if p.Dim == "" {
		t.Dim = StyleOf(t.Dim.Of().Faint(true))
	}
	if t.signed() {
		t.Added = t.Strong
	}
	return t
}

// Loud is a style in bold; bold alone for the terminal's own green where the background may be
// light, since words in it cannot be read there.
func (t Theme) Loud(s Style) Style {
	if t.signed() && s.Of().GetForeground() == t.Good.Of().GetForeground() {
		return t.Strong
	}
	return s.Bold(true)
}

// signed reports whether what was added has no colour, in a theme with colours: its sign and
// its weight carry it.
func (t Theme) signed() bool { return t.Markdown.Added == "" && t.Markdown.good != "" }

func paletteOf(name string) (palette, error) {
	switch name {
	case ThemeDark:
		return palette{fg: "#c8ccd4", Dim: "#858b9c", user: "#7dcfff", accent: "#7dcfff", decide: "#e6b450", good: "#9ece6a", warn: "#e6b450", bad: "#f7768e",
			Added: "#9ece6a", Gone: "#f7768e", hunk: "#7dcfff", branch: "#bb9af7", Code: "#ff9e64", Heading: "#7dcfff", Link: "#7dcfff",
			Keyword: "#bb9af7", Text: "#9ece6a", Number: "#ff9e64", Comment: "#858b9c", Name: "#7dcfff"}, nil
	case ThemeLight:
		return palette{fg: "#2b2f3a", Dim: "#6a7080", user: "#0b6fa8", accent: "#0b6fa8", decide: "#8f5e00", good: "#2f7d32", warn: "#8f5e00", bad: "#b3261e",
			Added: "#2f7d32", Gone: "#b3261e", hunk: "#0b6fa8", branch: "#7a3ea8", Code: "#a5540b", Heading: "#0b6fa8", Link: "#0b6fa8",
			Keyword: "#7a3ea8", Text: "#2f7d32", Number: "#a5540b", Comment: "#6a7080", Name: "#0b6fa8"}, nil
	case ThemeTerminal:
		// On black and on white alike: bright blue, magenta, red. Yellow and cyan are not to
		// be read on white, blue is not on black. Green is for marks alone: many a
		// terminal's is too bright for words on white, so what was added has its sign.
		return palette{user: "12", accent: "12", decide: "5", good: "2", warn: "5", bad: "1", Gone: "1", hunk: "12",
			Heading: "12", Link: "12", Keyword: "12"}, nil
	case ThemePlain:
		return palette{}, nil
	}
	return palette{}, fmt.Errorf("ui.theme %q is not known; use %s, %s, %s or %s", name, ThemeDark, ThemeLight, ThemeTerminal, ThemePlain)
}

// sixteenOn is the palette of the terminal's own colours where it is known whether
// its background is dark: the hues of the themes that choose their colours, as far as
// they are to be read there. Some terminals have a grey for what is bright, except for
// red and magenta: these are bright on dark, where they are hard to read else. Grey is for light alone: there
// faint text is often no fainter, and on dark the grey may be the background's. On light, green is
// for marks alone.
func sixteenOn(dark bool) palette {
	if dark {
		return palette{user: "6", accent: "6", decide: "3", good: "2", warn: "3", bad: "9", Added: "2", Gone: "9", hunk: "6", branch: "13",
			Heading: "6", Link: "6", Keyword: "13", Text: "2", Name: "6"}
	}
	return palette{Dim: "8", user: "4", accent: "4", decide: "5", good: "2", warn: "5", bad: "1", Gone: "1", hunk: "4",
		Heading: "4", Link: "4", Keyword: "4"}
}

// between is the palette for an unknown background on a terminal with more than sixteen
// colours. Roles for which none of the terminal's own colours is legible on both black and
// white get a colour of the same hue and medium brightness.
func between() palette {
	p, _ := paletteOf(ThemeTerminal)
	p.decide, p.warn, p.branch = "#a56800", "#a56800", "#9859c6"
	p.good, p.Added, p.Text = "#008800", "#008800", "#008800"
	return p
}

// Between returns the terminal theme with the colours for an unknown background, for a
// terminal with more than sixteen colours. Any other theme is returned unchanged.
func (t Theme) Between() Theme {
	if own, _ := paletteOf(ThemeTerminal); t.Markdown != own {
		return t
	}
	with := paint(ThemeTerminal+"/between/"+t.Glyphs.Tool, t.Glyphs, between(), ground{})
	with.Measure, with.Links = t.Measure, t.Links
	return with
}

// Sixteen is the theme of the terminal's own colours on a background that is known to
// be dark or light. Any other theme stays as it is.
func (t Theme) Sixteen(dark bool) Theme {
	own, _ := paletteOf(ThemeTerminal)
	if t.Markdown != own && t.Markdown != sixteenOn(true) && t.Markdown != sixteenOn(false) {
		return t
	}
	name := ThemeTerminal + map[bool]string{true: "/dark/", false: "/light/"}[dark] + t.Glyphs.Tool
	on := paint(name, t.Glyphs, sixteenOn(dark), ground{})
	on.Measure, on.Links = t.Measure, t.Links
	return on
}
