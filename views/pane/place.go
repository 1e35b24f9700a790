package pane

// Place is the entry and line at the top of the pane. ok is false while the end is
// followed.
func (p *Pane) Place() (id string, line int, ok bool) {
	if p.follow || p.top.entry >= len(p.entries) {
		return "", 0, false
	}
	return p.entries[p.top.entry].ID(), p.top.line, true
}

// SetPlace puts a line of an entry at the top, if there is enough below it. An
// unknown entry changes nothing.
func (p *Pane) SetPlace(id string, line int) {
	i, ok := p.index[id]
	if !ok {
		return
	}
	p.follow, p.top = false, place{i, max(line, 0)}
	p.settle()
}
