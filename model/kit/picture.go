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

// View is the picture, drawn only if it is not kept.
func (p *Picture) View(draw func() tea.View) tea.View {
	if !p.kept {
		p.view, p.kept = draw(), true
	}
	return p.view
}
