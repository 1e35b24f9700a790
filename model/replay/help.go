package replay

import "parley/model/kit"

// helpPage lists all keys of a replay.
func (p *Player) helpPage() kit.HelpPage {
	keys := func(title string, rows []control) kit.HelpGroup { return kit.GroupOf(title, p.Theme, p.Terminal, rows) }
	return kit.HelpPage{Theme: p.Theme, W: p.Terminal.W, H: p.Terminal.H, Groups: p.helpGroups(keys)}
}

// helpGroups are the parts of the help, the one for where it was opened first.
func (p *Player) helpGroups(keys func(string, []control) kit.HelpGroup) (groups []kit.HelpGroup) {
	if p.raw.open {
		groups = append(groups, keys("The event as it is stored", inspectorControls()))
	}
	if p.reel != nil {
		groups = append(groups, keys("Through the conversation", moveControls()), keys("What is seen of it", lookControls()))
	}
	return append(groups, keys("Leaving", leaveControls()))
}
