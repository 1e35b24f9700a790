package replay

import "parley/model/kit"

// helpKey scrolls the help where it is longer than the screen; any other key
// leaves it, and means nothing else.
func (p *Player) helpKey(name string) {
	by, moves := map[string]int{
		"up": -1, "k": -1, "down": 1, "j": 1, "home": -kit.HelpMost, "g": -kit.HelpMost, "end": kit.HelpMost, "G": kit.HelpMost,
		"pgup": -p.helpRoom(), "pgdown": p.helpRoom(), "space": p.helpRoom(),
	}[name]
	if !moves || p.helpEnd() == 0 {
		p.help, p.helpAt = false, 0
		return
	}
	p.scrollHelp(by)
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
	return append(lines, kit.HelpFoot(p.Theme, p.helpEnd() > 0, p.Terminal.W))
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
