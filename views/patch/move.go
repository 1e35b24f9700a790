package patch

import (
	"parley/views/text"
	"strings"
)

// rows are the rows of the view that is shown.
func (p Patch) rows() []patchCell {
	if p.now == nil {
		return nil
	}
	if p.seen.split {
		return p.now.two
	}
	return p.now.one
}

// headRow is the row of a hunk's head.
func (p Patch) headRow(hunk int) int {
	if p.seen.split {
		return int(p.now.hunks[hunk].two)
	}
	return int(p.now.hunks[hunk].one)
}

// hunkOf is the hunk that a row belongs to.
func (p Patch) hunkOf(row int) int {
	rows := p.rows()
	if len(rows) == 0 {
		return 0
	}
	c := rows[min(max(row, 0), len(rows)-1)]
	return int(p.now.lines[max(c.left, c.right)].hunk)
}

// height is how many lines a row takes.
func (p Patch) height(row int) int {
	if row < 0 {
		return p.seen.lead
	}
	return len(p.rowLines(row))
}

// forward is the place n lines further down, or the last place.
func (p Patch) forward(at patchPlace, n int) patchPlace {
	last := len(p.rows()) - 1
	for n > 0 {
		rest := p.height(at.row) - at.line
		if n < rest {
			at.line += n
			return at
		}
		if at.row >= last {
			at.line = max(p.height(at.row)-1, 0)
			return at
		}
		n -= max(rest, 0)
		at = patchPlace{at.row + 1, 0}
	}
	return at
}

// back is the place n lines further up, or the first place.
func (p Patch) back(at patchPlace, n int) patchPlace {
	for n > at.line {
		if at.row < 0 {
			return patchPlace{-1, 0}
		}
		n -= at.line
		at.row--
		at.line = p.height(at.row)
	}
	at.line -= n
	return at
}

// bottom is the topmost place from which the end is visible, with the line below it that
// says what is above, if it stands there.
func (p Patch) bottom() patchPlace {
	end := patchPlace{len(p.rows()), 0}
	at := p.back(end, max(p.seen.room, 1))
	if p.seen.tight && at.after(patchPlace{-1, 0}) {
		return p.back(end, max(p.seen.room-1, 1))
	}
	return at
}

func (a patchPlace) after(b patchPlace) bool {
	return a.row > b.row || a.row == b.row && a.line > b.line
}

// scrolled moves by lines; the cursor follows when its hunk leaves the view.
func (p Patch) scrolled(by int) Patch {
	if p.now == nil {
		return p
	}
	if by < 0 {
		p.top = p.back(p.top, -by)
	} else {
		p.top = p.forward(p.top, by)
		if end := p.bottom(); p.top.after(end) {
			p.top = end
		}
	}
	return p.followed()
}

// followed moves the cursor to a visible hunk.
func (p Patch) followed() Patch {
	if len(p.left) == 0 {
		return p
	}
	from := p.hunkOf(p.top.row)
	last := p.forward(p.top, max(p.seen.room-2, 0))
	to := p.hunkOf(last.row)
	p.cursor = min(max(p.cursor, from), max(to, from))
	return p
}

// toHunk puts the cursor on a hunk and its head at the top, or as near to it as
// the end lets it come.
func (p Patch) toHunk(n int) Patch {
	if len(p.left) == 0 {
		return p
	}
	p.cursor = min(max(n, 0), len(p.left)-1)
	if n < 0 {
		p.top = patchPlace{-1, 0}
		return p
	}
	p.top = patchPlace{p.headRow(p.cursor), 0}
	if end := p.bottom(); p.top.after(end) {
		p.top = end
	}
	return p
}

func (p Patch) toEdge(last bool) Patch {
	if p.now == nil {
		return p
	}
	p.top = patchPlace{-1, 0}
	p.cursor = 0
	if last {
		p.top, p.cursor = p.bottom(), max(len(p.left)-1, 0)
	}
	return p
}

// turned switches between the two layouts; the top line stays at the top.
func (p Patch) turned() Patch {
	if p.now == nil {
		return p
	}
	p.beside = 2
	if p.seen.split {
		p.beside = 1
	}
	return p.laid(p.seen.width)
}

// laid is the patch laid out for a width.
func (p Patch) laid(width int) Patch {
	split := width >= patchSplitFrom && (p.now == nil || !p.now.half) // one half would be empty
	if p.beside != 0 {
		split = p.beside == 2
	}
	split = split && width >= SideBySideLeast
	if split == p.seen.split {
		return p
	}
	rows := p.rows()
	line := int32(-1)
	if p.top.row >= 0 && p.top.row < len(rows) {
		line = max(rows[p.top.row].left, rows[p.top.row].right)
	}
	p.seen = patchSeen{width: width, room: p.seen.room, lead: p.seen.lead, over: -1, split: split, tight: p.seen.tight}
	if line < 0 {
		return p
	}
	for i, c := range p.rows() {
		if c.left >= line || c.right >= line {
			p.top = patchPlace{i, 0}
			break
		}
	}
	return p
}

// found goes to the next row that contains the search text, in a direction, and wraps
// around. Without one nothing moves.
func (p Patch) found(from, by int) Patch {
	p.missed = false
	rows := p.rows()
	if p.query.Text() == "" || len(rows) == 0 {
		return p
	}
	query := strings.ToLower(p.query.Text())
	for i := range rows {
		at := ((max(from, -1)+i*by)%len(rows) + len(rows)) % len(rows)
		if !p.holds(rows[at], query) {
			continue
		}
		p.top = patchPlace{at, 0}
		p.top = p.back(p.top, max(p.seen.room/3, 0))
		if end := p.bottom(); p.top.after(end) {
			p.top = end
		}
		p.cursor = p.hunkOf(at)
		p.seen.hit = at
		return p
	}
	p.missed = true
	return p
}

func (p Patch) hitRow() int { return p.seen.hit }

// holds reports whether a row contains the query, which is in lower case. A hit that
// begins in the row and ends in the next counts.
func (p Patch) holds(c patchCell, query string) bool {
	for _, at := range []int32{c.left, c.right} {
		if at < 0 {
			continue
		}
		l := &p.now.lines[at]
		if l.kind == lineHead {
			continue
		}
		from, to := 0, len(l.text)
		if len(l.text) > patchSegment {
			from, to = border(l.text, int(c.seg)*patchSegment), border(l.text, int(c.seg+1)*patchSegment)
			to = border(l.text, to+len(query)-1)
		} else if c.seg > 0 {
			continue
		}
		if text.ContainsFold(l.text[from:to], query) {
			return true
		}
	}
	return false
}
