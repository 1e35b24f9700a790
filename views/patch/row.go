package patch

import (
	"fmt"
	"parley/views/markdown"
	"parley/views/text"
	"strings"
)

// The widths from which old and new are side by side by default, and on request.
const (
	patchSplitFrom  = 120
	SideBySideLeast = 60
)

// rowLines draws a row, as many lines as it takes. Visible rows are cached: a row is
// drawn once for its height, and again to be shown.
func (p Patch) rowLines(row int) []string {
	query := p.query.Text()
	if p.finding == notFinding {
		query = ""
	}
	key := patchKey{p.theme.Name, p.seen.width, p.seen.split, query, p.cursor, p.version}
	if p.paint.drawnFor != key || len(p.paint.drawn) > patchKept {
		p.paint.drawnFor, p.paint.drawn = key, map[int][]string{}
	}
	lines, ok := p.paint.drawn[row]
	if !ok {
		lines = p.drawRow(row)
		p.paint.drawn[row] = lines
	}
	return lines
}

func (p Patch) drawRow(row int) []string {
	c := p.rows()[row]
	width := p.seen.width
	if at := max(c.left, c.right); p.now.lines[at].kind == lineHead {
		return p.headLines(int(p.now.lines[at].hunk), width)
	}
	if !p.seen.split {
		return p.oneLines(c, width)
	}
	return p.twoLines(c, width)
}

// headLines draws the head of a hunk: whether it is taken, where it is.
func (p Patch) headLines(hunk, width int) []string {
	th, h := p.theme, p.now.hunks[hunk]
	mark, box, style := "", "", th.Hunk
	if p.Changeable() {
		box = th.Glyphs.On + " "
	}
	if p.left[hunk] {
		h.newFrom, h.newLen = h.newFrom+min(h.oldLen, 1)-min(h.newLen, 1), h.oldLen
	}
	words := fmt.Sprintf("@@ -%d,%d +%d,%d @@", h.oldFrom, h.oldLen, h.newFrom+p.shift(hunk), h.newLen)
	if p.left[hunk] {
		box, style = th.Glyphs.Off+" ", th.Dim
		words += " " + textLeftOut
	} else if h.title != "" {
		words += " " + strings.TrimSpace(markdown.RevealProse(text.Clip(strings.TrimSuffix(h.title, "\n"), 200)))
	}
	if hunk == p.cursor && len(p.left) > 1 || hunk == p.cursor && p.Changeable() {
		mark = th.Accent.Render(th.Glyphs.Cursor)
	}
	room := max(width-len(text.LeftMargin(width)), 1)
	return text.Gutter(mark, "", []string{style.Render(text.Cut(text.ExpandTabs(box+words), room, th.Glyphs.Ellipsis))}, width)
}

// shift is the difference between the numbers of a hunk's new lines and the proposed
// ones, caused by earlier hunks that are left out.
func (p Patch) shift(hunk int) int { return p.shifts[hunk] }

// shifted computes the shifts of all hunks.
func (p Patch) shifted() Patch {
	p.shifts, p.version = make([]int, len(p.left)), p.version+1
	by := 0
	for i, h := range p.now.hunks {
		p.shifts[i] = by
		if p.left[i] {
			by += h.removed - h.added
		}
	}
	return p
}

// side is one line of the text as it stands in a row.
type side struct {
	at       int32 // the line, -1 none
	seg      int32
	old, new int // its numbers, 0 none
	sign     string
	ink      markdown.LineInk
	code     bool // it is coloured by its language
}

// sideOf says how a line is shown. A hunk that is left out stays visible: a line that
// would have been removed is ordinary text, and one that would have been added is
// crossed out.
func (p Patch) sideOf(at, seg int32) side {
	if at < 0 {
		return side{at: -1}
	}
	l, inks := &p.now.lines[at], p.paint.inks(p.theme)
	s := side{at: at, seg: seg, old: int(l.old), new: int(l.new), sign: " ", ink: inks.Same, code: true}
	shift := p.shift(int(l.hunk))
	if s.new > 0 {
		s.new += shift
	}
	out := p.left[l.hunk]
	switch l.kind {
	case lineGone:
		s.sign, s.ink = "-", inks.Gone
	case lineAdded:
		s.sign, s.ink = "+", inks.Added
	}
	if out {
		s.ink, s.code = p.paint.out, false
		switch l.kind {
		case lineGone:
			s.sign, s.new = " ", p.stays(at)
		case lineAdded:
			s.sign, s.new = "x", 0
		case lineSame:
			s.new = p.stays(at)
		}
	}
	if seg > 0 {
		s.old, s.new, s.sign = 0, 0, " "
	}
	return s
}

// stays is the new number of an old line whose hunk is left out.
func (p Patch) stays(at int32) int {
	h := p.now.hunks[p.now.lines[at].hunk]
	first := h.newFrom - min(h.newLen, 1) + 1 // of the lines of the hunk, from 1
	oldFirst := h.oldFrom - min(h.oldLen, 1) + 1
	return int(p.now.lines[at].old) - oldFirst + first + p.shift(int(p.now.lines[at].hunk))
}

// oneLines draws a row of the unified view.
func (p Patch) oneLines(c patchCell, width int) []string {
	s := p.sideOf(c.left, c.seg)
	d := p.now.digits
	head := markdown.Number(s.old, d) + " " + markdown.Number(s.new, d) + " " + s.sign + " "
	margin := text.LeftMargin(width)
	if len(margin)+len(head)+12 > width { // not enough room for numbers
		head = s.sign + " "
	}
	room := max(width-len(margin)-len(head), 1)
	var out []string
	for i, piece := range p.pieces(s, room) {
		if i > 0 {
			head = text.Spaces(len(head))
		}
		out = append(out, margin+s.ink.Head.On(head)+piece.styled+s.ink.After(room-piece.width))
	}
	return out
}

// twoLines draws a row of old and new side by side.
func (p Patch) twoLines(c patchCell, width int) []string {
	margin := text.LeftMargin(width)
	bar := " " + p.theme.Dim.Render(p.theme.Glyphs.Bar) + " "
	half := (width - len(margin) - 3) / 2
	var columns [2][]string
	for i, at := range []int32{c.left, c.right} {
		s := p.sideOf(at, c.seg)
		n := s.old
		if i == 1 {
			n = s.new
		}
		columns[i] = p.column(s, n, half)
	}
	var out []string
	for i := range max(len(columns[0]), len(columns[1])) {
		line := margin
		if i < len(columns[0]) {
			line += columns[0][i]
		} else {
			line += text.Spaces(half)
		}
		if line += bar; i < len(columns[1]) {
			line += columns[1][i]
		}
		out = append(out, line)
	}
	return out
}

// column draws one side in exactly width cells.
func (p Patch) column(s side, n, width int) []string {
	if s.at < 0 {
		return nil
	}
	head := markdown.Number(n, p.now.digits) + " " + s.sign + " "
	room := max(width-len(head), 1)
	var out []string
	for i, piece := range p.pieces(s, room) {
		if i > 0 {
			head = text.Spaces(len(head))
		}
		out = append(out, s.ink.Head.On(head)+piece.styled+s.ink.Fill(room-piece.width))
	}
	return out
}

// fitted is a part of a line that fits.
type fitted struct {
	styled string
	width  int
}

// pieces draws the part of a line that a row shows; what does not fit continues
// below. A missing final newline is noted.
func (p Patch) pieces(s side, room int) []fitted {
	raw := p.now.lines[s.at].text
	shown, all := p.now.shown(s.at, s.seg)
	var paint []markdown.Run
	var words []markdown.Mark
	if all && s.code {
		paint, words = p.paint.runs(p, s.at), p.paint.words(p.now, s.at)
	}
	hits := p.hits(shown)
	parts := markdown.Break(shown, room)
	if strings.Join(parts, "") != shown { // a character was dropped: offsets no longer match
		paint, words, hits = nil, nil, nil
	}
	var out []fitted
	if note := p.longNote(s, all); note != "" {
		for _, line := range text.Wrap(note, room) {
			out = append(out, fitted{p.theme.Warn.Render(line), text.Width(line)})
		}
	}
	from := 0
	for _, part := range parts {
		ink := markdown.Inks{LineInk: s.ink, Hit: p.paint.inks(p.theme).Hit, Paint: paint, Words: words, Hits: hits}
		out = append(out, fitted{ink.On(part, from), text.Width(part)})
		from += len(part)
	}
	if !strings.HasSuffix(raw, "\n") && (all || int(s.seg+1)*patchSegment >= len(raw)) {
		note := text.Cut(textNoLastLineEnd, room, p.theme.Glyphs.Ellipsis)
		out = append(out, fitted{p.theme.Dim.Render(note), text.Width(note)})
	}
	return out
}

// longNote is shown above a line that takes several rows: how long it is, and from
// where it differs from the line on the other side, which may be far away.
func (p Patch) longNote(s side, all bool) string {
	l := &p.now.lines[s.at]
	if all || s.seg > 0 || len(l.text) <= patchSegment {
		return ""
	}
	if l.mate < 0 {
		return textLongLine(len(l.text))
	}
	other, same := p.now.lines[l.mate].text, 0
	for same < min(len(l.text), len(other)) && l.text[same] == other[same] {
		same++
	}
	return textLongLineDiffers(len(l.text), same+1)
}

// hits are the places in a text where the query occurs.
func (p Patch) hits(shown string) []markdown.Mark {
	if p.query.Text() == "" || p.finding == notFinding {
		return nil
	}
	low, query := strings.ToLower(shown), strings.ToLower(p.query.Text())
	if len(low) != len(shown) {
		return nil
	}
	var out []markdown.Mark
	for at := 0; ; {
		i := strings.Index(low[at:], query)
		if i < 0 {
			return out
		}
		out = append(out, markdown.Mark{From: at + i, To: at + i + len(query)})
		at += i + len(query)
	}
}
