package pane

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

// clamp keeps the top inside of what there is.
func (p *Pane) clamp() {
	if p.top.entry >= len(p.entries) {
		p.top = p.back(place{len(p.entries), 0}, p.height)
		return
	}
	p.top.line = min(p.top.line, max(len(p.lines(p.top.entry))-1, 0))
}

// settle follows again when the end is in sight.
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
}

// Page moves by n screens, less a line that is seen twice.
func (p *Pane) Page(n int) { p.Scroll(n * max(p.height-2, 1)) }

// AtTop says whether the beginning is in sight.
func (p *Pane) AtTop() bool { return len(p.entries) == 0 || p.first() == place{} }

// Top shows the beginning.
func (p *Pane) Top() {
	p.follow, p.top = false, place{}
	p.settle()
}

// Bottom shows the end and follows it.
func (p *Pane) Bottom() { p.follow = true }

// Below returns the number of lines under the last visible one; entries that
// were never seen are guessed.
func (p *Pane) Below() int {
	if n := len(p.entries); n > 0 {
		p.lines(n - 1) // it may have grown out of sight
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

// reveal scrolls so that the line of an entry is in sight.
func (p *Pane) reveal(at place) {
	first := p.first()
	last := p.forward(first, max(p.height-2, 0))
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

// At is the entry that stands in a row of the pane; false where none does.
func (p *Pane) At(row int) (Entry, bool) {
	if row < 0 || row >= p.height || row == p.height-1 && p.height > 1 && p.Below() > 0 {
		return nil, false // the last row tells what is below
	}
	first := p.first()
	at := p.forward(first, row)
	if p.follow { // what is shorter than the pane stands at its bottom
		if used := p.shown(first); used < p.height {
			if row -= p.height - used; row < 0 {
				return nil, false
			}
			at = p.forward(first, row)
		}
	}
	if at.entry >= len(p.entries) || p.lines(at.entry)[at.line] == "" {
		return nil, false // nothing, or what parts two entries
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

// Click unfolds what stands in a row, or folds it again. It reports whether there
// was anything to fold.
func (p *Pane) Click(row int) bool {
	e, ok := p.At(row)
	if !ok || !e.Folds() {
		return false
	}
	p.Fold(e.ID(), !p.Opened(e.ID()))
	return true
}

// FoldSelected does so with what is selected.
func (p *Pane) FoldSelected() {
	if e, ok := p.Selected(); ok && e.Folds() {
		p.Fold(e.ID(), !p.Opened(e.ID()))
	}
}

// RawSelected shows what is selected as it is on record, or as people read it again.
func (p *Pane) RawSelected() {
	if e, ok := p.Selected(); ok {
		p.ShowRaw(e.ID(), !p.Raw(e.ID()))
	}
}

// Raws says of what is selected whether it is shown as it is on record, and whether
// it can be.
func (p *Pane) Raws() (raw, can bool) {
	e, ok := p.Selected()
	return ok && p.Raw(e.ID()), ok && p.HasRaw(e.ID())
}
