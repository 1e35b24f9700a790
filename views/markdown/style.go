package markdown

import (
	"parley/views/text"
	"strings"

	glamour "charm.land/glamour/v2/ansi"
)

// markdownStyle is the theme for Glamour. Every kind of text has a mark of its own
// besides its colour.
func markdownStyle(t text.Theme) glamour.StyleConfig {
	p := t.Markdown
	colour := func(c string) glamour.StylePrimitive {
		if c == "" {
			return glamour.StylePrimitive{}
		}
		c = t.Ink(text.NoField, c)
		return glamour.StylePrimitive{Color: &c}
	}
	heading := func(level int) glamour.StyleBlock {
		s := colour(p.Heading)
		s.Bold = yes()
		switch {
		case !replaces(t):
			s.Prefix = strings.Repeat("#", level) + " "
		case level == 1:
			s.Underline = yes()
		case level > 2:
			s.Color, s.Italic = nil, when(level > 3)
		}
		return glamour.StyleBlock{StylePrimitive: s}
	}
	code, link, linkText := colour(p.Code), colour(p.Link), colour(p.Link)
	code.Prefix, code.Suffix = "`", "`"
	if replaces(t) {
		ink, ground := t.Ink(text.InlineField, p.Code), t.Ground(text.InlineField)
		code.Color, code.BackgroundColor = &ink, &ground
		code.Prefix, code.Suffix = heldBlank, heldBlank
	}
	link.Underline, linkText.Bold, linkText.Underline = yes(), when(!t.Links), when(t.Links)
	struck := glamour.StylePrimitive{CrossedOut: yes()}
	if !replaces(t) { // not every terminal strikes a text through
		struck.Prefix, struck.Suffix = "~~", "~~"
	}
	dot := bullet(t)
	bar, row, cross := tableMarks(t)
	quote := heldBar
	rule := colour(p.Dim)
	rule.Prefix = "\n" + strings.Repeat(t.Glyphs.Rule, 8) + "\n"
	return glamour.StyleConfig{
		BlockQuote: glamour.StyleBlock{Indent: cells(2), IndentToken: &quote},
		List:       glamour.StyleList{LevelIndent: 2},
		Heading:    glamour.StyleBlock{StylePrimitive: glamour.StylePrimitive{BlockSuffix: "\n"}},
		H1:         heading(1), H2: heading(2), H3: heading(3), H4: heading(4), H5: heading(5), H6: heading(6),
		Strikethrough:  struck,
		Emph:           glamour.StylePrimitive{Italic: yes()},
		Strong:         glamour.StylePrimitive{Bold: yes()},
		HorizontalRule: rule,
		Item:           glamour.StylePrimitive{BlockPrefix: dot},
		Enumeration:    glamour.StylePrimitive{BlockPrefix: ". "},
		Task:           glamour.StyleTask{Ticked: "[x] ", Unticked: "[ ] "},
		Link:           link, LinkText: linkText,
		Code:                  glamour.StyleBlock{StylePrimitive: code},
		CodeBlock:             glamour.StyleCodeBlock{StyleBlock: glamour.StyleBlock{Margin: cells(2)}},
		Table:                 glamour.StyleTable{CenterSeparator: &cross, ColumnSeparator: &bar, RowSeparator: &row},
		DefinitionDescription: glamour.StylePrimitive{BlockPrefix: "\n  "},
	}
}

// replaces reports whether weight and fields replace Markdown's own marks.
func replaces(t text.Theme) bool {
	return t.HasFields() && !t.Glyphs.InASCII()
}

// tableMarks are what is drawn between columns, below the head, and where they
// meet.
func tableMarks(t text.Theme) (bar, row, cross string) {
	if t.Glyphs.InASCII() {
		return "|", "-", "+"
	}
	return "│", "─", "┼"
}

// bullet is the mark of a list item.
func bullet(t text.Theme) string {
	if t.Glyphs.InASCII() {
		return "* "
	}
	return "• "
}

func yes() *bool         { b := true; return &b }
func when(b bool) *bool  { return &b }
func cells(n uint) *uint { return &n }
