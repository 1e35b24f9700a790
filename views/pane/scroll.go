package pane

// spacedLeast is the least height at which the conversation can spare a line.
const spacedLeast = 6

// Space asks for a line between the end of the conversation and what is below it, from the
// next Resize on. The number of lines further down is shown there, where it covers nothing.
func (p *Pane) Space(on bool) { p.spaced = on }

// Height is how many lines the pane draws.
func (p *Pane) Height() int {
	if p.air {
		return p.height + 1
	}
	return p.height
}

// first is the place of the first visible line.
func (p *Pane) first() place {
	if !p.follow {
		p.clamp()
		return p.top
	}
	return p.back(place{len(p.entries), 0}, p.height)
}

// back is the place n lines before at; at is one past the last line looked at.
func (p *Pane) back(at place, n int) place {
	for n > at.line {
		if at.entry == 0 {
			return place{}
		}
		n -= at.line
		at.entry--
		at.line = len(p.lines(at.entry))
	}
	return place{at.entry, at.line - n}
}

// forward is the place n lines after at, or the end.
func (p *Pane) forward(at place, n int) place {
	for at.entry < len(p.entries) {
		rest := len(p.lines(at.entry)) - at.line
		if n < rest {
			return place{at.entry, at.line + n}
		}
		n -= max(rest, 0)
		at = place{at.entry + 1, 0}
	}
	return at
}

// clamp keeps the top inside the content.
func (p *Pane) clamp() {
	if p.top.entry >= len(p.entries) {
		p.top = p.back(place{len(p.entries), 0}, p.height)
		return
	}
	p.top.line = min(p.top.line, max(len(p.lines(p.top.entry))-1, 0))
}

// settle follows again when the end is visible.
func (p *Pane) settle() {
	if p.follow || len(p.entries) == 0 {
		return
	}
	end := p.back(place{len(p.entries), 0}, p.height)
	p.clamp()
	if p.top.entry > end.entry || p.top.entry == end.entry && p.top.line >= end.line {
		p.follow = true
	}
}

// Scroll moves by n lines, up if n is negative. At the end it follows again.
func (p *Pane) Scroll(n int) {
	if n == 0 || len(p.entries) == 0 {
		return
	}
	at := p.first()
	if n < 0 {
		p.follow = false
		p.top = p.back(at, -n)
	} else {
		p.top = p.forward(at, n)
	}
	p.settle()
	p.keep()
}

// Page moves by n screens, less one line of overlap.
func (p *Pane) Page(n int) { p.Scroll(n * max(p.whole()-1, 1)) }

// whole is how many lines show the conversation while there is more further down.
func (p *Pane) whole() int {
	if p.air {
		return p.height
	}
	return p.height - 1
}

// AtTop reports whether the beginning is visible.
func (p *Pane) AtTop() bool { return len(p.entries) == 0 || p.first() == place{} }

// Top shows the beginning.
func (p *Pane) Top() {
	p.follow, p.top = false, place{}
	p.settle()
}

// Bottom shows the end and follows it.
func (p *Pane) Bottom() { p.follow = true }

// Below returns the number of lines under the last visible one; for entries that were
// never drawn it is an estimate.
func (p *Pane) Below() int {
	if n := len(p.entries); n > 0 {
		p.lines(n - 1) // it may have grown out of view
	}
	if p.follow || p.top.entry >= len(p.entries) {
		return 0
	}
	shown := p.heights.before(p.top.entry) + p.top.line + p.height
	return max(p.heights.total()-shown, 0)
}

// Position returns how far down the view is, from 0 to 1.
func (p *Pane) Position() float64 {
	total := p.heights.total() - p.height
	if p.follow || total <= 0 {
		return 1
	}
	return min(float64(p.heights.before(p.top.entry)+p.top.line)/float64(total), 1)
}

// reveal scrolls a line of an entry into view.
func (p *Pane) reveal(at place) {
	first := p.first()
	last := p.forward(first, max(p.whole()-1, 0))
	if !before(at, first) && !before(last, at) {
		return
	}
	p.follow = false
	p.top = p.back(at, p.height/3)
	p.settle()
}

func before(a, b place) bool {
	return a.entry < b.entry || a.entry == b.entry && a.line < b.line
}

// At is the entry in a row of the pane; false if there is none.
func (p *Pane) At(row int) (Entry, bool) {
	if row < 0 || row >= p.height || !p.air && row == p.height-1 && p.height > 1 && p.Below() > 0 {
		return nil, false // the last row says how much is below
	}
	first := p.first()
	at := p.forward(first, row)
	if p.follow { // content shorter than the pane is at its bottom
		if used := p.shown(first); used < p.height {
			if row -= p.height - used; row < 0 {
				return nil, false
			}
			at = p.forward(first, row)
		}
	}
	if at.entry >= len(p.entries) || p.lines(at.entry)[at.line] == "" {
		return nil, false // nothing, or a line between two entries
	}
	return p.entries[at.entry], true
}

// shown is how many lines there are from a place on, the height of the pane at most.
func (p *Pane) shown(from place) (n int) {
	for i := from.entry; i < len(p.entries) && n < p.height; i++ {
		n += len(p.lines(i))
		if i == from.entry {
			n -= from.line
		}
	}
	return min(n, p.height)
}

// Click unfolds the entry in a row, or folds it again. It reports whether there was
// anything to fold.
func (p *Pane) Click(row int) bool {
	e, ok := p.At(row)
	if !ok || !e.Folds() {
		return false
	}
	p.Fold(e.ID(), !p.Opened(e.ID()))
	return true
}

// FoldSelected does the same with the selected entry, and scrolls to what that unfolds.
func (p *Pane) FoldSelected() {
	if e, ok := p.Selected(); ok && e.Folds() {
		p.Fold(e.ID(), !p.Opened(e.ID()))
		if p.Opened(e.ID()) {
			p.expose()
		}
	}
}

// RawSelected shows the selected entry as recorded, or formatted again.
func (p *Pane) RawSelected() {
	if e, ok := p.Selected(); ok {
		p.ShowRaw(e.ID(), !p.Raw(e.ID()))
		p.expose()
	}
}

// expose scrolls down to the end of the selected entry, as far as its first line stays in sight.
func (p *Pane) expose() {
	i := p.chosen
	if p.follow || i < 0 || i >= len(p.entries) {
		return
	}
	head := place{i, 0}
	for lines := p.lines(i); head.line < len(lines)-1 && lines[head.line] == ""; {
		head.line++
	}
	last := i
	for last+1 < len(p.entries) && under(p.entries[last+1]) == p.entries[i].ID() {
		last++
	}
	end := place{last, len(p.lines(last))}
	if top := p.back(end, p.whole()); before(p.first(), top) && before(p.first(), head) {
		if before(head, top) {
			top = head
		}
		p.top = top
		p.settle()
	}
}

// Raws reports whether the selected entry is shown as recorded, and whether it can
// be.
func (p *Pane) Raws() (raw, can bool) {
	e, ok := p.Selected()
	return ok && p.Raw(e.ID()), ok && p.HasRaw(e.ID())
}
