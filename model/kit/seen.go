package kit

import (
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"parley/coordinator/arming"
)

// SeenMsg says to a screen that it comes on the terminal, at first or again. Whoever puts it
// there names the latest key that was pressed before, which may be held down still: else it
// would answer what the screen asks.
type SeenMsg struct{ Key string }

// LateMsg says that the key that comes next may have been pressed at any time since then: the
// program got no time to read it.
type LateMsg struct{ Since time.Time }

// BeatMsg says that it is time for the next picture of what moves. All that it changes on the
// screen are spinners and times: nothing that a key decides.
type BeatMsg struct{}

// TextHeld says why a key did nothing.
const TextHeld = "That key does one thing at a time: let go of it, and press it again."

// Latest is the latest key that was pressed, on this screen or before it; "" if it is not
// held down.
func (s *Setting) Latest() string { return s.Terminal.latest }

// hearsKey keeps the latest key.
func (t *Terminal) hearsKey(msg tea.Msg) {
	switch msg := msg.(type) {
	case SeenMsg:
		t.latest = msg.Key
	case tea.KeyPressMsg:
		t.latest = msg.String()
	case tea.KeyReleaseMsg:
		if t.latest == msg.String() {
			t.latest = ""
		}
	case tea.ResumeMsg:
		t.latest = arming.Enter // fg
	}
}

// Rest is what may still be typed of an answer whose form has closed by itself.
type Rest = arming.Rest

// Arms tells a screen's arming what a message means for the keys that come next, and reports
// whether from now on keys decide only later: what is on the screen is only now seen, or a
// paste ended. Focus is whether the terminal had it, typing whether a text is being written.
func Arms(a *arming.Arming, msg tea.Msg, focus, typing bool) (later bool) {
	if a.Now == nil {
		return false // nothing is decided on the screen
	}
	switch msg := msg.(type) {
	case SeenMsg:
		a.Pressed(msg.Key, false)
	case tea.ResumeMsg: // what was typed for the shell decides nothing, nor does the end of fg
		a.Pressed(arming.Enter, false)
	case tea.FocusMsg:
		if focus {
			return false
		}
		a.Away()
	case LateMsg:
		a.Late(msg.Since)
		return false
	case tea.KeyReleaseMsg:
		a.Released(msg.String())
		return false
	case uv.UnknownEvent: // it broke off
		a.Torn(string(msg))
		return false
	case tea.PasteStartMsg:
		a.Pastes()
		return false
	case tea.PasteEndMsg:
		a.PasteEnds(typing)
		return true
	default:
		return false
	}
	a.Appear()
	return true
}

// Refuses says why a key does not do what its row says, "" if it does. The screen tells of
// every key.
func (s *Setting) Refuses(msg tea.KeyPressMsg, decides bool) string {
	if s.arming.Now == nil {
		return ""
	}
	return Refuses(&s.arming, msg, decides)
}

// Refuses says why a key does not do what its row says, "" if it does.
func Refuses(a *arming.Arming, msg tea.KeyPressMsg, decides bool) string {
	switch takes, held := a.Takes(msg.String(), msg.IsRepeat, decides); {
	case takes:
		return ""
	case held:
		return TextHeld
	}
	return arming.TextNotYet
}

// Seen reports whether what is there to be decided has been on the screen long enough.
func (s *Setting) Seen() bool { return s.arming.Armed() }

// Quiet says that a key came that was meant for something else.
func (s *Setting) Quiet() { s.arming.Quiet() }

// Anew says that something else is there to be decided, and that the user did not move there.
func (s *Setting) Anew() { s.arming.Appear() }
