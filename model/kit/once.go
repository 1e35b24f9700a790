package kit

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// Once keeps a key that is held down from doing again and again what a row of Once does,
// such as revoking one thing after the other. Most terminals do not say that a key is
// held: they send it again, first after a longer wait.
type Once struct {
	key         string
	acted, last time.Time
}

// How long a terminal waits before it sends a held key again, and then between two of them,
// at most.
const (
	firstRepeat = time.Second
	nextRepeat  = 300 * time.Millisecond
)

// TextHeld says why a key did nothing.
const TextHeld = "That key does one thing at a time: let go of it, and press it again."

// Takes reports whether a press of a key does what its row says. It must hear of every
// press.
func (o *Once) Takes(msg tea.KeyPressMsg, now time.Time, once bool) bool {
	again := msg.String() == o.key
	held := msg.IsRepeat || again && (now.Sub(o.acted) < firstRepeat || now.Sub(o.last) < nextRepeat)
	o.last = now
	if once && held {
		return false
	}
	if !again || once {
		o.key, o.acted = msg.String(), now
	}
	return true
}
