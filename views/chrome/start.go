package chrome

import (
	"strings"

	"parley/views/text"
)

// Start is the screen before the first message: where the user is, which model
// answers, conversations to continue, and the keys.
type Start struct {
	Path, Branch string
	Models       string // which model answers, and which reviews
	Recent       []StartRow
	At           int // the row under the cursor, -1 for none
	Keys         []Hint
	Still        bool     // their row is reserved even without any
	Facts        []string // "3 rules"
}

// StartRow is a conversation to continue.
type StartRow struct {
	Title string
	Waits string // "a question is open", "" if nothing waits
	Note  string // "a turn is open"
	Age   string
}

// StartDrawn is a start screen after layout.
type StartDrawn struct {
	Lines []string
	Keys  bool // whether the row of keys is among the lines
	First int  // the line of the first conversation
	From  int  // the first conversation visible
	Rows  int  // how many are visible
}

// Row is the conversation on a line, -1 for none.
func (d StartDrawn) Row(line int) int {
	if line < d.First || line >= d.First+d.Rows {
		return -1
	}
	return d.From + line - d.First
}

// startParts is what fits on a start screen.
type startParts struct {
	models, keys, gap, end bool
	rows                   int
}

// height is its number of lines.
func (p startParts) height() int {
	n := 1 + p.rows
	for _, there := range []bool{p.models, p.keys, p.end, p.gap && p.rows > 0, p.gap && p.keys} {
		if there {
			n++
		}
	}
	return n
}

// fit drops the least important parts until everything fits: empty lines,
// conversations down to one, the models, the keys, and the last conversation.
func (s Start) fit(height int) (p startParts, ok bool) {
	p = startParts{models: s.Models != "", keys: s.Still || len(s.Keys)+len(s.Facts) > 0, gap: true, end: true, rows: len(s.Recent)}
	for _, less := range []func(){
		func() { p.end = false }, func() { p.gap = false },
		func() { p.rows = min(p.rows, 2) }, func() { p.rows = min(p.rows, 1) },
		func() { p.models = false }, func() { p.keys = false }, func() { p.rows = 0 },
	} {
		if p.height() <= height {
			return p, true
		}
		less()
	}
	return p, p.height() <= height
}

// Draw lays it out in at most height lines; no lines if there is no room.
func (s Start) Draw(theme text.Theme, width, height int) StartDrawn {
	p, ok := s.fit(height)
	if !ok || width < 1 {
		return StartDrawn{}
	}
	edge := len(text.LeftMargin(width))
	room := theme.Fit(width) - 2*edge
	var d StartDrawn
	add := func(line string) {
		d.Lines = append(d.Lines, text.Cut(text.Spaces(edge)+line, width, ""))
	}
	apart := func() { d.Lines = append(d.Lines, "") }
	add(s.head(theme, room))
	if p.models {
		add(theme.Dim.Render(text.Line(s.Models, room)))
	}
	if p.gap && p.rows > 0 {
		apart()
	}
	d.First, d.Rows = len(d.Lines), p.rows
	d.From = min(max(s.At-p.rows+1, 0), len(s.Recent)-p.rows)
	for i := d.From; i < d.From+p.rows; i++ {
		add(s.row(theme, i, room))
	}
	if p.keys {
		if p.gap {
			apart()
		}
		keys, facts := s.keys(theme, room, width-edge)
		add(keys + text.Spaces(room-text.Width(keys)-text.Width(facts)) + facts)
		d.Keys = keys != ""
	}
	if p.end {
		apart()
	}
	return d
}

// head is the program's name in its two accents, and on the right where the user is.
func (s Start) head(theme text.Theme, room int) string {
	const first, second = "par", "ley"
	name := theme.Accent.Bold(true).Render(first) + theme.Branch.Bold(true).Render(second)
	room -= text.Width(first+second) + gapLeast
	branch := text.Subject(s.Branch, 4*mostPlace)
	if branch != "" {
		branch = theme.Glyphs.Branch + " " + text.Cut(branch, mostPlace, theme.Glyphs.Ellipsis)
	}
	const least = 8 // cells of a path that still says something
	if branch != "" && room-text.Width(branch)-2 < least {
		branch = ""
	}
	right, used := "", 0
	if branch != "" {
		right, used = theme.Branch.Render(branch), text.Width(branch)+2
	}
	path := text.ShortPath(text.Subject(s.Path, 1<<10), max(room-used, 0), theme.Glyphs.Ellipsis)
	if path != "" && right != "" {
		right = "  " + right
	}
	right = theme.Plain.Render(path) + right
	return name + text.Spaces(gapLeast+room-text.Width(right)) + right
}

// row is a conversation: what waits in it is highlighted, and its age gives way
// first.
func (s Start) row(theme text.Theme, i, room int) string {
	r := s.Recent[i]
	mark, style := " ", theme.Plain
	if r.Waits != "" {
		mark, style = theme.Decide.Render(theme.Glyphs.Decision), theme.Strong
	}
	if i == s.At {
		mark, style = theme.Accent.Render(theme.Glyphs.Cursor), theme.Accent
	}
	room -= 2
	parts := []saying{{text: text.Line(r.Age, room), style: theme.Dim}}
	if r.Note != "" {
		parts = append([]saying{{text: text.Line(r.Note, room), style: theme.Dim}}, parts...)
	}
	if r.Waits != "" {
		parts = append([]saying{{text: text.Line(r.Waits, room), style: theme.Decide}}, parts...)
	}
	right := joined(theme, parts)
	if text.Width(right) > room/2 && len(parts) > 1 {
		right = joined(theme, parts[:len(parts)-1])
	}
	title := text.Line(r.Title, max(room-text.Width(right)-gapLeast, 1))
	return mark + " " + style.Render(title) + text.Spaces(room-text.Width(title)-text.Width(right)) + right
}

// keys are the keys of the start screen, with the facts on the right as far as there
// is room; if there is little room, the keys use all of it up to the edge.
func (s Start) keys(theme text.Theme, room, edge int) (keys, facts string) {
	said := text.Line(strings.Join(s.Facts, " "+theme.Glyphs.Dot+" "), room)
	if hints := Hints(theme, s.Keys, edge, 1); len(hints) > 0 {
		keys = strings.TrimPrefix(hints[0], " ")
	}
	if text.Width(keys)+gapLeast+text.Width(said) > room {
		said = ""
	}
	return keys, theme.Dim.Render(said)
}

// joined joins parts.
func joined(theme text.Theme, parts []saying) string {
	var b strings.Builder
	for _, p := range parts {
		if p.text == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(theme.Dim.Render(" " + theme.Glyphs.Dot + " "))
		}
		b.WriteString(p.style.Render(p.text))
	}
	return b.String()
}
