package kit

import tea "charm.land/bubbletea/v2"

// Picture is what a screen drew last. It is a memo, not state: the screen's Update
// settles everything, and drawing gives the same result any number of times.
type Picture struct {
	kept bool
	view tea.View
}

// Old marks the picture as possibly out of date.
func (p *Picture) Old() { p.kept = false }

// View is the picture, drawn only if it is not kept. Its cursor is the caller's, who may move
// it: a screen that shows another one below lines of its own does so for each picture.
func (p *Picture) View(draw func() tea.View) tea.View {
	if !p.kept {
		p.view, p.kept = draw(), true
	}
	v := p.view
	if v.Cursor != nil {
		cursor := *v.Cursor
		v.Cursor = &cursor
	}
	return v
}
