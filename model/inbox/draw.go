package inbox

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/store/inbox"
	"parley/store/record"
	"parley/views/chrome"
	"parley/views/text"
)

// View draws the list, or the form below its line.
func (s *Screen) View() tea.View {
	w, h := s.Terminal.W, s.Terminal.H
	if s.paper != nil {
		v := s.paper.model.View()
		rows := headRows(h)
		if rows == 0 {
			return v
		}
		v.Content = s.paperHead(w) + strings.Repeat("\n", rows) + v.Content
		if v.Cursor != nil {
			v.Cursor.Y += rows
		}
		return v
	}
	v := s.o.Page(textTitle)
	if w < kit.LeastWidth || h < kit.LeastHeight {
		v.Content = strings.Join(kit.SmallLines(w, h), "\n")
		return v
	}
	if s.help.Open {
		v.Content = strings.Join(s.help.Lines(s.helpPage()), "\n")
		return v
	}
	foot := s.foot(w)
	lines := []string{s.head(w), ""}
	lines = append(lines, s.body(w, s.room())...)
	for len(lines) < h-len(foot) {
		lines = append(lines, "")
	}
	v.Content = strings.Join(append(lines, foot...), "\n")
	return v
}

// paperHead is the line above a form: how many wait, how old it is, what has changed since, where
// it was asked, and the key that goes back. What has changed is the last to be shortened.
func (s *Screen) paperHead(w int) string {
	th, e, room := s.Theme, s.paper.entry, w-len(text.LeftMargin(w))-len(" ")
	line := func(words string) string { return text.Line(text.Clean(words), 10*w) }
	waits, full, brief := waitText(open(s.all))+"  ", line(e.SinceText(s.o.Now())), line(e.SinceBriefly(s.o.Now()))
	for _, c := range []struct{ waits, asked, back string }{
		{waits, full, textBack}, {waits, full, textBackShort}, {"", full, textBackShort}, {waits, brief, textBackShort}, {"", brief, textBackShort}, {"", brief, ""},
	} {
		if w < narrow && c.waits != "" {
			continue
		}
		left := room - text.Width(c.waits) - text.Width(c.asked) - len("  ") - text.Width(c.back)
		if left < 0 && c.back != "" {
			continue
		}
		words := text.LeftMargin(w) + th.Decide.Render(c.waits) + c.asked
		if c.waits != "" && left >= leastTitle {
			at := strings.Join(nonEmpty(s.where(e, max(left/2, leastTitle)), line(e.Title)), ": ")
			words += th.Dim.Render("  " + text.Line(at, left-len("  ")))
		}
		return text.Cut(text.Apart(words, th.Dim.Render(c.back+" "), w), w, "")
	}
	return ""
}

// leastTitle is the least that is left for where a form was asked, with the gap before it.
const leastTitle = 14

func nonEmpty(all ...string) (some []string) {
	for _, s := range all {
		if s != "" {
			some = append(some, s)
		}
	}
	return some
}

// head is the line above the list.
func (s *Screen) head(w int) string {
	th := s.Theme
	left := "   " + th.Decide.Render(waitText(open(s.all)))
	switch {
	case !s.known:
		left = "   " + th.Dim.Render(th.Glyphs.More(textLooking))
	case s.finds && open(s.all) > 0 && s.filter.Text() != "":
		left = "   " + th.Decide.Render(foundText(open(s.shown), open(s.all)))
	case open(s.all) == 0:
		left = "   " + th.Strong.Render(textNone)
	}
	right := textOldest
	if open(s.all) < 2 {
		right = "" // there is no order
	}
	if s.finds {
		words, _ := s.filter.Draw(max(w/3, 8))
		right = "/ " + words
	}
	return text.Cut(text.Apart(left, th.Dim.Render(right)+" ", th.Fit(w)), w, "")
}

// headLines is the number of lines above the list.
const headLines = 2

// room is the number of lines that the list has.
func (s *Screen) room() int { return max(s.Terminal.H-headLines-len(s.foot(s.Terminal.W)), 0) }

// visible is the part of the list that contains the cursor.
func (s *Screen) visible(room int) []inbox.Entry {
	from := min(max(s.at()-room/2, 0), max(len(s.shown)-room, 0))
	return s.shown[from:min(from+room, len(s.shown))]
}

// body draws it.
func (s *Screen) body(w, room int) (lines []string) {
	if s.finds && len(s.all) > 0 && len(s.shown) == 0 {
		return kit.Paragraphs(s.Theme, filteredText(len(s.all)), w)
	}
	seen := s.visible(room)
	c := s.columnsOf(seen, s.Theme.Fit(w))
	for _, e := range seen {
		lines = append(lines, s.row(e, w, c))
	}
	return lines
}

// columns are the widths of the columns in the visible rows.
type columns struct{ place, who, age int }

func (s *Screen) columnsOf(seen []inbox.Entry, room int) (c columns) {
	for _, e := range seen {
		c.place = max(c.place, text.Width(s.where(e, placeCells)))
		c.who = max(c.who, text.Width(text.Subject(who(e, room), whoCells(room))))
		c.age = max(c.age, text.Width(s.age(e)))
	}
	return c
}

// age says how long an entry has been waiting.
func (s *Screen) age(e inbox.Entry) string { return record.Ago(s.o.Now().Sub(e.Since)) }

// place is the folder that a conversation works in: its name, with as much of the path before it as tells
// it from the others that are listed.
func (s *Screen) place(e inbox.Entry) string {
	if e.Workspace == "" {
		return ""
	}
	name, above := filepath.Base(e.Workspace), filepath.Dir(e.Workspace)
	another := func(other inbox.Entry) bool {
		return other.Workspace != e.Workspace && strings.HasSuffix(other.Workspace, string(filepath.Separator)+name)
	}
	for slices.ContainsFunc(s.all, another) && above != filepath.Dir(above) {
		name, above = filepath.Join(filepath.Base(above), name), filepath.Dir(above)
	}
	return name
}

// narrow is the width below which a row has only what is asked, and since when.
const narrow = 60

// wide is the width from which a row also says where else it is asked.
const wide = 100

// where is the place of a row, in so many cells. What tells it from others is its beginning.
func (s *Screen) where(e inbox.Entry, cells int) string { return text.Subject(s.place(e), cells) }

// placeCells is the most that the name of a folder takes.
const placeCells = 12

// whoCells is the most that who asks takes.
func whoCells(room int) int {
	const usual = 72 // as a screen of 80 has, with its margins
	switch {
	case room >= wide:
		return max(room/4, 36)
	case room >= usual:
		return 24 // waits for run_command
	}
	return room / 4
}

// who names who asks, or which reviewer advises against it, and counts the questions of a
// form.
func who(e inbox.Entry, room int) string {
	words := e.Who
	if e.Decided() {
		return toolText(e)
	}
	switch {
	case e.Strange:
		words = textStrange
	case e.Reviewer != "":
		words = e.Reviewer + " says no"
	}
	if e.Beside && room >= wide {
		words += ", " + textBeside
	}
	if e.Of > 1 {
		words += fmt.Sprintf(", %d of %d", e.At, e.Of)
	}
	if e.There {
		words += ", " + textThere
	}
	return words
}

// row draws an entry: where, what, who asks, and for how long.
func (s *Screen) row(e inbox.Entry, w int, c columns) string {
	th, room := s.Theme, s.Theme.Fit(w)
	cursor, style := "   ", th.Plain
	if rowOf(e) == s.ref {
		cursor, style = " "+th.Accent.Render(th.Glyphs.Cursor)+" ", th.Accent
	}
	right, where, about := s.age(e), "", e.Subject
	switch {
	case room < narrow && e.Decided():
		about = toolText(e) + ": " + about
	case room < narrow && e.There:
		about = textThere + ": " + about
	case room >= narrow:
		right = text.Pad(text.Subject(who(e, room), c.who), c.who) + "  " + text.Spaces(c.age-text.Width(right)) + right
		where = text.Pad(s.where(e, c.place), c.place) + "  "
	}
	mark := th.Decide.Render(th.Glyphs.Decision)
	if e.Decided() {
		mark = th.Dim.Render(th.Glyphs.Dot)
	}
	left := cursor + mark + " " + th.Dim.Render(where)
	left += style.Render(text.Subject(about, max(room-text.Width(left)-text.Width(right)-3, 8)))
	return text.Cut(text.Apart(left, th.Dim.Render(right)+" ", room), w, "")
}

// foot is what is said, and the keys that work.
func (s *Screen) foot(w int) []string {
	lines, hints := []string{""}, chrome.Hints(s.Theme, kit.HintsOf(keys(), s, s.Theme), w, 2)
	note := s.note
	if s.rest.Comes(s.o.Now()) {
		hints = nil // Enter and Esc do what that says, and letters nothing
		note = strings.TrimPrefix(note+"\n", "\n") + restText(s.rest)
	}
	if note == "" {
		note = s.trouble
	}
	switch {
	case s.Busy != "":
		return append(lines, kit.Paragraphs(s.Theme, s.Theme.Glyphs.More(s.Busy), w)...)
	case note != "":
		said := kit.Paragraphs(s.Theme, text.Clean(note), w)
		const listed = 2 // rows that the list keeps
		if most := max(s.Terminal.H-headLines-listed-len(lines)-len(hints), 1); len(said) > most {
			said = said[:most]
			last := text.Cut(said[most-1], max(w-2, 1), "")
			said[most-1] = last + s.Theme.Dim.Render(s.Theme.Glyphs.Ellipsis)
		}
		lines = append(lines, said...)
	}
	return append(lines, hints...)
}
