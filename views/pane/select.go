package pane

// Select moves the selection by n entries that show something and returns the
// selected one. Without a selection in sight it starts at the last visible entry, or, on
// the way down, at the first, and the view does not move.
func (p *Pane) Select(n int) (Entry, bool) {
	if len(p.entries) == 0 {
		return nil, false
	}
	first, last := p.sight()
	begins, step := p.chosen < 0 || p.chosen < first || p.chosen > last, 1
	i := p.chosen + n
	if begins && n > 0 && p.chosen >= 0 {
		i = first
	} else if begins {
		i, step = last, -1
	} else if n < 0 {
		step = -1
	}
	i = min(max(i, 0), len(p.entries)-1)
	for i >= 0 && i < len(p.entries) && len(p.lines(i)) == 0 {
		i += step
	}
	if i < 0 || i >= len(p.entries) {
		return p.Selected()
	}
	p.chosen = i
	if !begins || i < p.first().entry {
		p.reveal(place{i, 0})
	}
	return p.entries[i], true
}

// Selected returns the selected entry.
func (p *Pane) Selected() (Entry, bool) {
	if p.chosen < 0 || p.chosen >= len(p.entries) {
		return nil, false
	}
	return p.entries[p.chosen], true
}

// Unselect removes the selection.
func (p *Pane) Unselect() { p.chosen = -1 }

// SelectFirst shows the beginning, and selects it if anything is selected.
func (p *Pane) SelectFirst() {
	p.Top()
	p.selectFrom(0, 1)
}

// SelectLast shows the end and follows it, and selects it if anything is selected.
func (p *Pane) SelectLast() {
	p.Bottom()
	p.selectFrom(len(p.entries)-1, -1)
}

// keep selects what is in sight once the view has left what was selected.
func (p *Pane) keep() {
	if p.chosen < 0 {
		return
	}
	switch first, last := p.sight(); {
	case p.chosen < first:
		p.selectFrom(first, 1)
	case p.chosen > last:
		p.selectFrom(last, -1)
	}
}

// selectFrom selects the first entry from i on that shows something, if anything is selected.
func (p *Pane) selectFrom(i, step int) {
	for p.chosen >= 0 && i >= 0 && i < len(p.entries) {
		if len(p.lines(i)) > 0 {
			p.chosen = i
			return
		}
		i += step
	}
}

// sight is the first and the last entry of which something can be seen.
func (p *Pane) sight() (first, last int) {
	top, seen := p.first(), p.height
	if p.Below() > 0 {
		seen = p.whole()
	}
	end := p.forward(top, max(seen-1, 0))
	if last = min(end.entry, len(p.entries)-1); end.line == 0 && last > top.entry {
		if lines := p.lines(last); end.entry == last && len(lines) > 0 && lines[0] == "" {
			last-- // only the line that separates it
		}
	}
	return top.entry, last
}
