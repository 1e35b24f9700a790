package pane

import "testing"

// TestTheSelectionStaysInSight: what moves the view takes the selection with it, so that the
// next key goes on from what is being read.
func TestTheSelectionStaysInSight(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(*Pane)
		want string
	}{
		{"in sight, it stays", func(p *Pane) { p.Scroll(-1) }, "8"},
		{"to the end", (*Pane).SelectLast, "9"},
		{"to the end, and up", func(p *Pane) { p.Page(-2); p.SelectLast(); p.Select(-1) }, "8"},
		{"to the beginning", (*Pane).SelectFirst, "0"},
		{"to the beginning, and down", func(p *Pane) { p.SelectFirst(); p.Select(1) }, "1"},
		{"a page up", func(p *Pane) { p.Page(-1) }, "7"},
		{"pages up and one down", func(p *Pane) { p.Page(-3); p.Page(1) }, "5"},
		{"what came since has moved it out of sight: up", func(p *Pane) { p.Bottom(); grow(p); p.Select(-1) }, "new 3"},
		{"what came since has moved it out of sight: down", func(p *Pane) { p.Bottom(); grow(p); p.Select(1) }, "new 1"},
	} {
		p := numbered(t, 10, 40, 8)
		p.Select(-1)
		p.Select(-1)
		c.do(p)
		if e, ok := p.Selected(); !ok || e.ID() != c.want {
			t.Errorf("%s: %v is selected, want %s", c.name, e, c.want)
		}
	}
	p := numbered(t, 10, 40, 8)
	p.SelectFirst()
	p.Page(1)
	p.SelectLast()
	if _, is := p.Selected(); is {
		t.Error("something is selected that nobody selected")
	}
}

func grow(p *Pane) {
	for _, id := range []string{"new 0", "new 1", "new 2", "new 3"} {
		p.Set(fixed{id: id, text: []string{id + " a", id + " b"}})
	}
}
