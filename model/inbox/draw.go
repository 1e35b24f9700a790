package inbox

import (
	"fmt"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	records "parley/store"
	"parley/store/inbox"
	"parley/views/chrome"
	"parley/views/text"
)

// Words of the screen.
const (
	textTitle     = "parley: what waits for you"
	textNone      = "Nothing waits for you."
	textLooking   = "Looking what waits…"
	textOldest    = "oldest first"
	textOpening   = "Opening the conversation…"
	textMoreFirst = "More waits in what you answered; answer that first."
	textBack      = "Ctrl+C back to the list"
)

func waitText(n int) string {
	if n == 1 {
		return "1 decision waits"
	}
	return fmt.Sprintf("%d decisions wait", n)
}

func wentOnText(n int, err error) string {
	switch {
	case err != nil:
		return "Not all of it goes on: " + text.Clean(err.Error())
	case n == 1:
		return "1 turn goes on without a screen; what it asks next waits here."
	}
	return fmt.Sprintf("%d turns go on without a screen; what they ask next waits here.", n)
}

func refusedText(why string) string { return "The answer was refused: " + text.Clean(why) + "." }

// firstText says who was first.
func firstText(b records.Body) string {
	by, model := "", ""
	var via *records.Via
	switch b := b.(type) {
	case records.PermissionResponse:
		by, via = b.By, b.Via
	case records.InquiryResponse:
		if b.AnsweredBy != nil {
			by, model, via = b.AnsweredBy.By, b.AnsweredBy.Model, b.AnsweredBy.Via
		}
	}
	who := "Somebody"
	if by != "" {
		who = records.ToUser.By(by, model)
	}
	words := "It was answered already, by " + who
	if v := via.Words(); v != "" {
		words += " (" + text.Clean(v) + ")"
	}
	return words + ". Nothing was changed."
}

// View draws the list, or the form below its line.
func (s *Screen) View() tea.View {
	w, h := s.Terminal.W, s.Terminal.H
	if s.paper != nil {
		v := s.paper.model.View()
		v.Content = s.paperHead(w) + "\n" + v.Content
		if v.Cursor != nil {
			v.Cursor.Y += headRows
		}
		return v
	}
	v := s.o.Page(textTitle)
	if w < kit.LeastWidth || h < kit.LeastHeight {
		v.Content = strings.Join(kit.SmallLines(w, h), "\n")
		return v
	}
	foot := s.foot(w)
	lines := []string{s.head(w), ""}
	lines = append(lines, s.body(w, h-len(lines)-len(foot))...)
	for len(lines) < h-len(foot) {
		lines = append(lines, "")
	}
	v.Content = strings.Join(append(lines, foot...), "\n")
	return v
}

// paperHead is the line above a form.
func (s *Screen) paperHead(w int) string {
	th, e := s.Theme, s.paper.entry
	left := " " + th.Strong.Render(waitText(len(s.all))) + th.Dim.Render("  "+text.Line(strings.Join(nonEmpty(place(e), e.Title), ": "), max(w/2, 8)))
	return text.Cut(text.Apart(left, th.Dim.Render(textBack+" "), w), w, "")
}

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
	left := "   " + th.Strong.Render(waitText(len(s.all)))
	switch {
	case !s.known:
		left = "   " + th.Dim.Render(textLooking)
	case len(s.all) == 0:
		left = "   " + th.Strong.Render(textNone)
	}
	right := textOldest
	if s.finds {
		words, _ := s.filter.Draw(max(w/3, 8))
		right = "/ " + words
	}
	return text.Cut(text.Apart(left, th.Dim.Render(right)+" ", th.Fit(w)), w, "")
}

// body is the part of the list that contains the cursor.
func (s *Screen) body(w, room int) (lines []string) {
	from := min(max(s.at()-room/2, 0), max(len(s.shown)-room, 0))
	for i := from; i < min(from+room, len(s.shown)); i++ {
		lines = append(lines, s.row(s.shown[i], w))
	}
	return lines
}

// place is the folder that a conversation works in.
func place(e inbox.Entry) string {
	if e.Workspace == "" {
		return ""
	}
	return filepath.Base(e.Workspace)
}

// narrow is the width below which a row has only what is asked, and since when.
const narrow = 60

// placeCells is the most that the name of a folder takes.
const placeCells = 12

// row is an entry: where, what, who asks, since when.
func (s *Screen) row(e inbox.Entry, w int) string {
	th, room := s.Theme, s.Theme.Fit(w)
	cursor, style := "   ", th.Plain
	if e.Ref == s.ref {
		cursor, style = " "+th.Accent.Render(th.Glyphs.Cursor)+" ", th.Accent
	}
	who := e.Who
	if e.Reviewer != "" {
		who = e.Reviewer + " says no"
	}
	if e.Of > 1 {
		who += fmt.Sprintf(", %d of %d", e.At, e.Of)
	}
	right, where := records.Ago(s.o.Now().Sub(e.Since)), ""
	if room >= narrow {
		right = text.Line(who, room/4) + "  " + right
		where = text.Line(place(e), placeCells)
		where += strings.Repeat(" ", max(placeCells-text.Width(where), 0)) + "  "
	}
	left := cursor + th.Decide.Render(th.Glyphs.Decision) + " " + th.Dim.Render(where)
	left += style.Render(text.Line(e.Subject, max(room-text.Width(left)-text.Width(right)-3, 8)))
	return text.Cut(text.Apart(left, th.Dim.Render(right)+" ", room), w, "")
}

// foot is what is said, and the keys that work.
func (s *Screen) foot(w int) []string {
	lines := []string{""}
	switch {
	case s.Busy != "":
		return append(lines, kit.Paragraphs(s.Theme, s.Busy, w)...)
	case s.note != "":
		lines = append(lines, kit.Paragraphs(s.Theme, text.Clean(s.note), w)...)
	}
	return append(lines, chrome.Hints(s.Theme, kit.HintsOf(keys(), s, s.Theme), w, 2)...)
}
