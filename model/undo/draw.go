package undo

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/store/record"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/patch"
	"parley/views/text"
)

// What is said about an undo.
const (
	textHead      = "Undo"
	textNone      = "No file was changed here by a file tool."
	textCommands  = "What commands changed is not covered."
	textLooking   = "Not every file was looked at yet; a moment."
	textNoneTaken = "No file is marked; there is nothing to put back."
	textGrants    = "gives permission, stays"
)

// grantsText says of a file that gives permission why it is not marked.
func grantsText(why string) string {
	return "It gives permission. " + why + " So it stays as it is, unless you take it yourself: Space takes it."
}

// name is a path as it is told wherever something is decided about it.
func name(path string, width int) string {
	return text.ShortPath(text.Reveal(record.FileName(path)), width, "…")
}

func staysText(f kit.UndoFile) string { return name(f.Path, 60) + ": " + text.Clean(f.Why) + "." }

// goesOnlyText says of the new name of a moved file that it goes only with the old one.
func goesOnlyText(f kit.UndoFile) string { return "goes only with " + name(f.Put.From, 60) }

func goesWithText(f kit.UndoFile) string {
	return name(f.Path, 60) + " " + text.Line(goesOnlyText(f), 80) + "."
}

func takenText(n, of int) string {
	return fmt.Sprint(n) + " of " + text.Count(of, "file", "files")
}

// head is the text above the list.
func (s *Screen) head() []string {
	th, width := s.Theme, s.Terminal.W
	room := th.Fit(width)
	left, right := text.LeftMargin(width)+th.Strong.Render(textHead), text.Count(s.changed(), "file changed", "files changed")
	if s.open {
		right = takenText(s.taken(), s.o.Sets[s.at].Files)
		left += "  " + text.Line(s.o.Sets[s.at].Title, max(room-len(right)-12, 8))
	}
	return []string{text.Cut(text.Apart(left, th.Dim.Render(right)+" ", room), width, ""), text.Cut(text.LeftMargin(width)+th.Dim.Render(textCommands), width, ""), ""}
}

// changed is how many files the listed turns and undos changed, each counted once in each.
func (s *Screen) changed() (n int) {
	for _, x := range s.o.Sets {
		n += x.Files
	}
	return n
}

// rows is how many files are listed above the change.
func (s *Screen) rows() int {
	return min(max(len(s.files), 1), max((s.Terminal.H-len(s.head())-3)/3, 2))
}

// room is how many lines the change has, or the list of turns.
func (s *Screen) room() int {
	room := s.Terminal.H - len(s.head()) - 2
	if s.open {
		room -= s.rows() + 1
	}
	return max(room, 1)
}

// around is the part of a list that contains the cursor.
func around(n, at, room int) (from, to int) {
	from = min(max(at-room/2, 0), max(n-room, 0))
	return from, min(from+room, n)
}

// sets is the list of turns.
func (s *Screen) sets() (lines []string) {
	th, room := s.Theme, s.Theme.Fit(s.Terminal.W)
	if len(s.o.Sets) == 0 {
		for _, l := range text.Wrap(cmp.Or(text.Clean(s.o.Undos.Why()), textNone), max(room-len(text.Margin)-1, 8)) {
			lines = append(lines, text.LeftMargin(s.Terminal.W)+th.Dim.Render(l))
		}
		return lines
	}
	from, to := around(len(s.o.Sets), s.at, s.room())
	for i := from; i < to; i++ {
		x := s.o.Sets[i]
		files := text.Count(x.Files, "file", "files")
		lines = append(lines, s.row(i == s.at, text.Line(x.Title, max(room-len(files)-6, 8)), th.Dim.Render(files)))
	}
	return lines
}

// row is a line of a list.
func (s *Screen) row(chosen bool, left, right string) string {
	th := s.Theme
	cursor, style := "   ", th.Plain
	if chosen {
		cursor, style = " "+th.Accent.Render(th.Glyphs.Cursor)+" ", th.Accent
	}
	return text.Cut(text.Apart(cursor+style.Render(left), right+" ", th.Fit(s.Terminal.W)), s.Terminal.W, "")
}

// list is the list of files.
func (s *Screen) list() (lines []string) {
	th := s.Theme
	from, to := around(len(s.files), s.file, s.rows())
	goes := s.going(-1)
	for i := from; i < to; i++ {
		mark, says := s.listing(i, goes)
		lines = append(lines, s.row(i == s.file, mark+name(s.files[i].Path, s.listed(i, goes)), th.Dim.Render(says)))
	}
	for len(lines) < s.rows() {
		lines = append(lines, "")
	}
	rule := ""
	if more := unseenText(th, from, len(s.files)-to); more != "" {
		rule = strings.Repeat(th.Glyphs.Rule, len(text.LeftMargin(s.Terminal.W))-1) + " " + more + " "
	}
	return append(lines, th.Dim.Render(rule+strings.Repeat(th.Glyphs.Rule, max(s.Terminal.W-text.Width(rule), 1))))
}

// unseenText says how many files of the list are out of sight, above and below.
func unseenText(th text.Theme, above, below int) string {
	var parts []string
	if above > 0 {
		parts = append(parts, fmt.Sprintf("%s %s above", th.Glyphs.Up, text.Count(above, "file", "files")))
	}
	if below > 0 {
		parts = append(parts, fmt.Sprintf("%s %s", th.Glyphs.Down, text.Count(below, "more file", "more files")))
	}
	return strings.Join(parts, " "+th.Glyphs.Dot+" ")
}

// listing is what stands beside a file in the list, before its name and behind it. goes are the files that
// are to be put back.
func (s *Screen) listing(i int, goes map[string]bool) (mark, says string) {
	f, room := s.files[i], s.Theme.Fit(s.Terminal.W)
	switch {
	case goes[f.Path]:
		return "[x] ", becomesText(f)
	case !f.Ready:
		return "    ", text.Line(f.Why, max(room/2, 8))
	case f.Grants != "":
		return "[ ] ", textGrants
	case !s.follows(i):
		return "[ ] ", text.Line(goesOnlyText(f), max(room/2, 8))
	}
	return "[ ] ", ""
}

// listed is how many cells of the path of a file the list has room for.
func (s *Screen) listed(i int, goes map[string]bool) int {
	_, says := s.listing(i, goes)
	return max(s.Theme.Fit(s.Terminal.W)-len(says)-10, 8)
}

// becomesText says of a file that is to be put back that it is gone or there afterwards,
// which its lines alone do not tell.
func becomesText(f kit.UndoFile) string {
	switch {
	case f.Put.After == "":
		return "is deleted"
	case f.Put.Before == "" && f.Permissions == "":
		return "is made again"
	case f.Put.Before == "":
		return "is made again, its permissions too"
	case f.Permissions != "":
		return "its permissions too"
	}
	return ""
}

// change is what putting the file under the cursor back would change.
func (s *Screen) change() []string {
	if s.file >= len(s.files) {
		return nil
	}
	f, room := s.files[s.file], max(s.Theme.Fit(s.Terminal.W)-2, 8)
	var lines []string
	say := func(words string) {
		for _, l := range text.Wrap(text.Clean(words), room) {
			lines = append(lines, " "+l)
		}
	}
	if !f.Ready {
		say(staysText(f))
		return lines
	}
	if whole := text.Reveal(record.FileName(f.Path)); text.Width(whole) > s.listed(s.file, s.going(-1)) {
		for _, row := range text.Verbatim(whole, room) { // the list has no room for it
			lines = append(lines, " "+row)
		}
		lines = append(lines, "")
	}
	if f.Grants != "" {
		say(grantsText(f.Grants))
		lines = append(lines, "")
	}
	if f.Permissions != "" {
		say(strings.ToUpper(f.Permissions[:1]) + f.Permissions[1:] + ".")
		lines = append(lines, "")
	}
	if f.Hidden != "" {
		say(f.Hidden)
		return lines
	}
	look := pane.Look{Theme: s.Theme, Width: s.Terminal.W, Markdown: markdown.New(s.Theme, s.Terminal.W)}
	drawn, why := patch.Lines(look, patch.NewChanges(f.Path, f.Now, f.Then))
	if why != "" {
		say(why)
	}
	return append(lines, drawn...)
}

// below is how many lines of the change, which has so many, are below the visible ones.
func (s *Screen) below(of int) int { return max(of-min(s.top, of)-s.room(), 0) }

// pages reports whether the change has more lines than are visible.
func (s *Screen) pages() bool { return s.open && len(s.change()) > s.room() }

// View draws the screen.
func (s *Screen) View() tea.View {
	v := s.o.Page("parley: undo")
	w, h := s.Terminal.W, s.Terminal.H
	if w < kit.LeastWidth || h < kit.LeastHeight {
		v.Content = strings.Join(kit.SmallLines(w, h), "\n")
		return v
	}
	drawn, below := s.head(), kit.First(kit.Paragraphs(s.Theme, s.note, w))
	if s.open {
		drawn = append(drawn, s.list()...)
		all := s.change()
		from := min(s.top, len(all))
		drawn = append(drawn, all[from:min(from+s.room(), len(all))]...)
		if more := s.below(len(all)); more > 0 && s.note == "" {
			below = pane.More(pane.Look{Theme: s.Theme, Width: w}, more)
		}
	} else {
		drawn = append(drawn, s.sets()...)
	}
	for len(drawn) < h-2 {
		drawn = append(drawn, "")
	}
	drawn = append(drawn[:h-2], below, kit.HintLine(keys(), s, s.Theme, w))
	v.Content = strings.Join(drawn, "\n")
	return v
}
