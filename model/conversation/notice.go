package conversation

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
)

// Notify is how the user is called when the terminal is not looked at.
type Notify struct {
	Bell    bool
	Desktop Desktop
}

// Desktop is how a terminal is told to show a notification on the desktop.
type Desktop int

// The ways that terminals know.
const (
	NoDesktop  Desktop = iota
	Desktop9           // OSC 9: iTerm2, WezTerm, Ghostty, Windows Terminal and most others
	Desktop99          // OSC 99: kitty
	Desktop777         // OSC 777: foot, rxvt
)

// notify calls the user to the prompt that opened, unless they look at it.
func (m *Model) notify() tea.Cmd {
	if !m.unseen {
		return nil
	}
	return notice(m.o.Notify, m.ask.prompt.Label+" asks: "+m.asked())
}

// asked is the question or permission before the user, in a line.
func (m *Model) asked() string {
	switch p := m.ask.prompt; {
	case p.Permission != nil:
		return p.Permission.Text
	case p.Inquiry != nil:
		return p.Inquiry.Question.Text
	}
	return ""
}

func notice(n Notify, text string) tea.Cmd {
	text = kit.OnlyText(text)
	var out string
	switch n.Desktop {
	case Desktop9:
		out = "\x1b]9;" + text + "\x1b\\"
	case Desktop99:
		out = "\x1b]99;;" + text + "\x1b\\"
	case Desktop777:
		out = "\x1b]777;notify;Parley;" + strings.ReplaceAll(text, ";", ",") + "\x1b\\"
	}
	if n.Bell {
		out += "\a"
	}
	if out == "" {
		return nil
	}
	return tea.Raw(out)
}
