package terminal

import (
	"strings"

	"github.com/charmbracelet/colorprofile"
)

// askingColours sets a colour that is none of 256 and asks how the terminal draws now
// (DECRQSS): one that has all colours says the very same, another the nearest of its own,
// or nothing. What was set before comes back.
const askingColours = "\x1b7\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b8"

// Profile is how many colours are drawn with: no more than sixteen where the name of the
// terminal says so, as xterm-16color does. That is somebody's choice, whatever the terminal could do.
func Profile(found colorprofile.Profile, env []string) colorprofile.Profile {
	if namesFew(env) {
		return min(found, colorprofile.ANSI)
	}
	return found
}

// namesFew reports whether the environment names a terminal of few colours, and says nothing
// else of them.
func namesFew(env []string) bool {
	term, _ := variable(env, "TERM")
	said, _ := variable(env, "COLORTERM")
	return said == "" && (strings.HasSuffix(term, "-8color") || strings.HasSuffix(term, "-16color") || strings.HasSuffix(term, "-88color"))
}

// Profile is how many colours are drawn with, before the terminal has answered.
func (t *Terminal) Profile() colorprofile.Profile { return t.profile }

// askColours asks a terminal that answers questions whether it has all colours, where the
// environment does not say so: an xterm sets no COLORTERM, and sudo and containers
// drop it. t is locked.
func (t *Terminal) askColours() {
	said, _ := variable(t.env, "COLORTERM")
	if t.hues || t.away || said != "" || t.profile != colorprofile.ANSI && t.profile != colorprofile.ANSI256 || namesFew(t.env) || !asks(t.env) {
		return
	}
	t.hues = true
	t.beside = append(t.beside, askingColours...)
	t.ask(1)
	t.poke()
}

// HearColours takes in a terminal's answer to a question that is no colour and no mode,
// and reports whether it says now that it has all colours. The next view is drawn with them.
func (t *Terminal) HearColours(answer string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.hues || !isAnswer(answer) {
		return false
	}
	t.open = max(t.open-1, 0)
	if t.can.colours || !keepsColours(answer) {
		return false
	}
	t.can.colours = true
	t.change()
	return true
}

// isAnswer reports whether a terminal says how it draws, or that it does not say.
func isAnswer(in string) bool {
	return strings.HasPrefix(in, "\x1bP1$r") || strings.HasPrefix(in, "\x1bP0$r")
}

// keepsColours reports whether a terminal answers with the colour that was set, as one of
// the three ways to write it.
func keepsColours(answer string) bool {
	body, found := strings.CutPrefix(answer, "\x1bP1$r")
	body, ends := strings.CutSuffix(body, "m\x1b\\")
	if !found || !ends {
		return false
	}
	for _, colour := range []string{"48:2::1:2:3", "48:2:1:2:3", "48;2;1;2;3"} {
		if strings.Contains(";"+body+";", ";"+colour+";") {
			return true
		}
	}
	return false
}
