package kit

import tea "charm.land/bubbletea/v2"

// Picture is what a screen drew last. It is a memo and no state: what a screen is
// made of is settled in its Update, and drawing it says the same any number of
// times.
type Picture struct {
	kept bool
	view tea.View
}

// Old says that something in the picture may have changed.
func (p *Picture) Old() { p.kept = false }

// View is the picture, drawn unless it is kept.
func (p *Picture) View(draw func() tea.View) tea.View {
	if !p.kept {
		p.view, p.kept = draw(), true
	}
	return p.view
}
