package pane

import "parley/views/markdown"

// PutOff says that long documents are shown as they are until they are Laid.
func (p *Pane) PutOff() {
	p.putOff = true
	p.redraw()
}

// Owed is the next of the documents that are in sight to lay out, false if there is none.
func (p *Pane) Owed() (markdown.Owed, bool) {
	if !p.putOff || !p.long {
		return markdown.Owed{}, false
	}
	p.Lines() // they are drawn for the next picture anyway
	return p.md.Owed()
}

// Laid shows a document as it was laid out. What is at the top stays there, as with another width.
func (p *Pane) Laid(l markdown.Laid) {
	if !p.md.Take(l) {
		return
	}
	for i, d := range p.drawn {
		if d.waits {
			at := p.fraction()
			delete(p.drawn, i)
			p.lines(i)
			p.restore(at)
		}
	}
	p.settle()
}
