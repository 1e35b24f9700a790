package prompt

import (
	"strings"

	"parley/views/pane"
)

// The menu of a permission offers the choices that are neither yes nor no. Like every
// menu it decides nothing by being open, so Esc opens it at any time.

// InMenu reports whether the menu is open.
func (p Permission) InMenu() bool { return p.menu }

// Skips says in words what skipping with a reason comes to.
func (p Permission) Skips() string {
	if p.Result != nil {
		return "keep it back and say why"
	}
	return "skip and say why"
}

// inMenu applies an intent while the menu is open: nothing in it allows or denies.
func (p Permission) inMenu(in Intent) (Permission, Act) {
	switch in := in.(type) {
	case Step:
		p.entry = min(max(p.entry+in.By, 0), 1)
	case Edge:
		p.entry = 0
		if in.Last {
			p.entry = 1
		}
	case OpenMenu: // Esc closes what Esc opened
		p.menu = false
	case WriteReason:
		return p.reason(), nil
	case Confirm:
		if p.entry == 1 {
			return p, EndedTurn{}
		}
		return p.reason(), nil
	}
	return p, nil
}

// menuLines are the entries of the menu.
func (p Permission) menuLines(look pane.Look) []string {
	var lines []string
	skips := p.Skips()
	for i, words := range []string{strings.ToUpper(skips[:1]) + skips[1:], menuEndTurn.String()} {
		lines = append(lines, row(look, i == p.entry, words))
	}
	return lines
}
