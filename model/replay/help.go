package replay

import "parley/model/kit"

// helpKeys are the keys that the help page takes now: those that scroll it where it is
// longer than the screen.
func (p *Player) helpKeys() []control {
	if p.helpEnd() == 0 {
		return nil
	}
	return kit.HelpKeys((*Player).scrollHelp, (*Player).helpRoom)
}

// helpKey scrolls the help; any other key leaves it, and means nothing else.
func (p *Player) helpKey(name string) {
	if r, ok := kit.RowOf(p.helpKeys(), p, name); ok {
		r.Do(p)
		return
	}
	p.help, p.helpAt = false, 0
}

func (p *Player) scrollHelp(by int) { p.helpAt = min(max(p.helpAt+by, 0), p.helpEnd()) }

// helpRoom is how many lines of the help are seen at once.
func (p *Player) helpRoom() int { return max(p.Terminal.H-1, 1) }

func (p *Player) helpEnd() int { return max(len(p.helpText())-p.helpRoom(), 0) }

// helpLines are the part of the help that is on the screen, and below it what
// can be done.
func (p *Player) helpLines() []string {
	all, room := p.helpText(), p.helpRoom()
	at := min(p.helpAt, p.helpEnd()) // the window may have grown
	lines := make([]string, room, room+1)
	copy(lines, all[at:min(at+room, len(all))])
	return append(lines, kit.HelpFoot(p.Theme, kit.HintsOf(p.helpKeys(), p, p.Theme), p.helpEnd() > 0, p.Terminal.W))
}

// helpText are all keys of a replay.
func (p *Player) helpText() []string {
	lines := []string{p.Theme.Strong.Render(" Keys of a replay")}
	for _, c := range p.controls() {
		if words := c.Told(); words != "" {
			lines = append(lines, kit.HelpRow(p.Theme, kit.Spell(p.Theme, c.Shown), words, 10, p.Terminal.W)...)
		}
	}
	return lines
}
