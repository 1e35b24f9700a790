package saved

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/views/chrome"
	"parley/views/text"
)

// View draws the list.
func (p *Picker) View() tea.View {
	v := p.o.Page("parley: saved conversations")
	w, h := p.Terminal.W, p.Terminal.H
	if w < kit.LeastWidth || h < kit.LeastHeight {
		v.Content = strings.Join(kit.SmallLines(w, h), "\n")
		return v
	}
	head, x := p.head(w)
	foot := p.foot(w)
	room := p.room()
	body := p.body(w, room)
	for len(body) < room {
		body = append(body, "")
	}
	lines := append([]string{head, ""}, body...)
	v.Content = strings.Join(append(lines, foot...), "\n")
	v.Cursor = tea.NewCursor(x, 0)
	if p.naming != nil {
		_, x := p.titleField(w)
		v.Cursor = tea.NewCursor(len(namingLabel)+x, h-len(foot)+1)
	}
	v.Cursor.Blink = false
	return v
}

// room is the height of the list in lines.
func (p *Picker) room() int { return p.Terminal.H - 2 - len(p.foot(p.Terminal.W)) }

// head is the filter, with the kind of conversations listed on the right.
func (p *Picker) head(w int) (line string, cursor int) {
	return chrome.SavedHead{Filter: p.filter, Empty: textFilterHere, Where: p.where()}.Draw(p.Theme, w)
}

// where says which conversations are listed and how many of them match.
func (p *Picker) where() []string {
	name, key := "workspace", "Ctrl+A all"
	of := 0
	for _, x := range p.all {
		if p.every || p.near(x) {
			of++
		}
	}
	if p.every {
		name, key = "all", "Ctrl+A workspace"
	}
	parts := []string{name}
	if p.listed {
		parts = append(parts, fmt.Sprintf("%d of %d", len(p.shown), of))
	}
	return append(parts, key)
}

// body is the list, or why it is empty.
func (p *Picker) body(w, room int) []string {
	if len(p.shown) == 0 {
		return kit.Paragraphs(p.Theme, p.emptyWords(), w)
	}
	lines, _ := p.rows().Draw(p.Theme, w, room)
	return lines
}

func (p *Picker) rows() chrome.SavedList {
	return chrome.SavedList{Len: len(p.shown), Row: p.row, At: p.at, Top: p.top}
}

// lay determines the first visible row.
func (p *Picker) lay() {
	_, p.top = p.rows().Draw(p.Theme, p.Terminal.W, p.room())
}

func (p *Picker) emptyWords() string {
	switch {
	case !p.listed:
		return p.Theme.Glyphs.More(textListing)
	case p.finding.runs:
		return p.Theme.Glyphs.More(textSearching)
	case p.filter.Text() != "":
		return nothingFitsText(p.filter.Text(), p.every)
	case len(p.all) > 0:
		return textNoneHere
	}
	return textNoneAtAll
}

const namingLabel = "   New title: "

// titleField is the title being typed, in place of the present one, and the cursor's
// column in it.
func (p *Picker) titleField(w int) (words string, x int) {
	room := w - len(namingLabel) - 1
	if x, ok := p.chosen(); ok && p.naming.Text() == "" {
		return p.Theme.Dim.Render(text.Line(kit.TitleOf(x.Summary), room)), 0
	}
	return p.naming.Draw(room)
}

// foot is the activity or a fault, and the keys that work.
func (p *Picker) foot(w int) []string {
	lines := []string{""}
	switch {
	case p.naming != nil:
		words, _ := p.titleField(w)
		lines = append(lines, namingLabel+words, "")
	case p.fault != "":
		lines = append(lines, kit.Paragraph(p.Theme, p.fault, w)...)
	case p.finding.err != nil && p.filter.Text() != "":
		lines = append(lines, kit.Paragraph(p.Theme, p.finding.err.Error(), w)...)
	case p.Busy != "":
		lines = append(lines, kit.Paragraphs(p.Theme, p.Theme.Glyphs.More(p.Busy), w)...)
	case p.note != "":
		lines = append(lines, kit.Paragraphs(p.Theme, p.note, w)...)
	case p.finding.runs && len(p.shown) > 0:
		lines = append(lines, kit.Paragraphs(p.Theme, p.Theme.Glyphs.More(textSearching), w)...)
	}
	rows := 2
	if w < 60 {
		rows = 3
	}
	if p.Busy != "" {
		return lines
	}
	return append(lines, chrome.Hints(p.Theme, kit.HintsOf(p.keys(), p, p.Theme), w, rows)...)
}
