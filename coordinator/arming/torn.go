package arming

import (
	"strings"
	"time"
)

// A slow line brings what a terminal sends in parts: a key, a report of the pointer, where a paste begins or ends, an
// answer of the terminal's own. The first part is read as something unknown, or as Alt with a sign, and what comes of
// it later looks like keys.

// mostParts is how long the rest may come in parts after its first, and how long nothing may come of a paste whose
// beginning was torn. Who means a digit by then presses it again.
const mostParts = 2 * time.Second

// mostPaste is how long such a paste may go on. Where its end was lost, a person would be waited for without end.
const mostPaste = 5 * time.Second

// torn is what has come of something torn.
type torn struct {
	on    bool      // the next key may go on with it
	sent  string    // its bytes so far behind Esc, "" if they are not known
	first time.Time // when the first part behind its beginning came, zero: none did
	paste time.Time // when the latest key came of a paste whose beginning was torn, zero: there is none
	since time.Time // when that paste began
}

// Torn tells that a part came of what a terminal sends. part are its bytes.
func (a *Arming) Torn(part string) {
	a.torn.on, a.torn.sent, a.torn.first = true, strings.TrimPrefix(part, "\x1b"), time.Time{}
}

// begins is how the bytes behind Esc begin of which a key is how the first two are read, "" for any other key.
func begins(key string) string {
	switch key {
	case "alt+[", "alt+]", "alt+_", "alt+^", "alt+O", "alt+P", "alt+X":
		return key[len("alt+"):]
	case "alt+shift+o", "alt+shift+p", "alt+shift+x":
		return strings.ToUpper(key[len("alt+shift+"):])
	}
	return ""
}

// guards reports whether a key that comes now may be the rest of something torn.
func (t *torn) guards(now time.Time) bool {
	return t.on && (t.first.IsZero() || now.Sub(t.first) < mostParts) || !t.paste.IsZero() && now.Sub(t.paste) < mostParts && now.Sub(t.since) < mostPaste
}

// takes notes a key that came. before is the key that came before it.
func (t *torn) takes(key, before string, now time.Time) {
	if t.guards(now) && !t.paste.IsZero() {
		t.paste = now
	}
	part := begins(key)
	if part == "" && before == "esc" && !(t.on && named(t.sent)) {
		part = begins("alt+" + key)
	}
	switch {
	case part != "":
		t.on, t.sent, t.first = true, part, time.Time{}
	case t.on && t.guards(now) && goesOn(t.sent, key):
		if t.first.IsZero() {
			t.first = now
		}
		t.sent += byteOf(key)
	default:
		switch t.sent + byteOf(key) {
		case "[200~":
			t.paste, t.since = now, now
		case "[201~":
			t.paste = time.Time{}
		}
		t.on, t.sent = false, ""
	}
}

// goesOn reports whether a key is how a byte is read that ends nothing of what sent begins.
func goesOn(sent, key string) bool {
	b := byteOf(key)
	switch {
	case b == "":
		return false
	case named(sent): // until BEL, or Esc and a backslash
		return !(b == `\` && strings.HasSuffix(sent, "\x1b"))
	case strings.HasPrefix(sent, "[M"): // a report of the pointer, of three bytes
		return len(sent) < len("[M12")
	case sent == "[" && (b == "M" || b == "["):
		return true
	}
	return b < "@" && b != "\x1b"
}

// named reports whether what sent begins holds a text of the terminal's: letters end none.
func named(sent string) bool { return sent != "" && strings.Contains("]PX^_", sent[:1]) }

// byteOf is the byte that is read as a key, "" if it is none of a text or Esc.
func byteOf(key string) string {
	switch {
	case key == "space":
		return " "
	case key == "esc":
		return "\x1b"
	case len(key) == 1 && ' ' <= key[0] && key[0] <= '~':
		return key
	}
	return ""
}
