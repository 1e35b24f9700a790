// Package arming decides which keys may decide something, for everything that a person
// answers: none that they pressed before they saw what they decide. It knows keys by their
// names, and no screen. See docs/decisions/021-keys-that-decide.md.
package arming

import (
	"time"
	"unicode/utf8"
)

// Clock is what is known of time, and of when something was seen.
type Clock struct {
	Now   func() time.Time
	Delay time.Duration                                 // how long nothing is decided (forms.arming_delay); none: every key counts
	Shown func(since time.Time) (at time.Time, ok bool) // when the terminal had taken what was on the screen at that time; nil: at once
}

// How long a terminal waits before it sends a held key again, and then between two of them,
// at most.
const (
	FirstRepeat = time.Second
	nextRepeat  = 300 * time.Millisecond
)

// TextNotYet is shown if something is typed too early to be an answer.
const TextNotYet = "one moment; keys are not accepted yet"

// Enter is the name of the key that starts a program from a shell, and brings it back.
const Enter = "enter"

// Arming is what is on the screen to be decided, and the keys around it.
type Arming struct {
	Clock
	latest press     // the latest key, whatever it did
	held   press     // the latest key before this appeared, or too early: it may still be held down
	began  string    // the latest key that was pressed since, and not sent again
	last   time.Time // when the latest key came that decides
	shown  time.Time // when it was put on the screen; later, when the terminal had taken it
	seen   bool
	early  time.Time // when the latest key came that was too early
	late   time.Time // the next key may have been pressed at any time since then; zero: it comes as it is pressed
	away   time.Time // when keys last went to another program, whose keys are not known
	pastes bool      // a paste began, and has not come as a whole
	stray  bool      // it was not begun for what is on the screen
	torn   torn
	typing bool      // the latest paste went where a text is written
	ended  time.Time // when it ended
}

// press is a key and when it came.
type press struct {
	key string
	at  time.Time
}

// Appear begins anew: what is to be decided has just come on the screen, or another thing
// has. The latest key may be held down.
func (a *Arming) Appear() {
	a.late = time.Time{}
	a.shown, a.seen, a.early, a.held, a.last, a.began = a.Now(), a.Shown == nil, time.Time{}, a.latest, a.latest.at, ""
	a.stray = a.pastes
}

// Pressed tells of a key that decided nothing here: it came before, or on another screen.
func (a *Arming) Pressed(key string, repeats bool) {
	if !repeats {
		a.began = key
	}
	now := a.Now()
	a.torn.takes(key, a.latest.key, now)
	a.latest, a.late = press{key, now}, time.Time{}
}

// Late tells that the next key may have been pressed at any time since then.
func (a *Arming) Late(since time.Time) { a.late = since }

// came is when a key that is read now was pressed, at the earliest.
func (a *Arming) came() time.Time {
	now := a.Now()
	if !a.late.IsZero() && a.late.Before(now) {
		now = a.late
	}
	return now
}

// Released tells that a key is not held down any more, where the terminal says so.
func (a *Arming) Released(key string) {
	if a.latest.key == key {
		a.latest = press{}
	}
	if a.held.key == key {
		a.held = press{}
	}
}

// Hold makes the latest key one that may still be held down, where the next thing takes what
// is typed ahead.
func (a *Arming) Hold() { a.held = a.latest }

// Away tells that keys went to another program until now. Any of them may be held down.
func (a *Arming) Away() { a.away = a.Now() }

// Pastes tells that a paste begins, of which the text comes later.
func (a *Arming) Pastes() { a.pastes, a.stray = true, !a.Armed() }

// Pasted reports whether a text that was pasted is for what is on the screen.
func (a *Arming) Pasted() bool {
	stray := a.pastes && a.stray && a.Delay > 0
	a.pastes, a.stray = false, false
	return !stray && a.Armed()
}

// PasteEnds tells that a paste has ended; typing, that a text is being written. A copied text
// can pretend to end, where the terminal lets it, and go on as keys: what follows at once
// decides nothing, and in a text it is no more than text.
func (a *Arming) PasteEnds(typing bool) {
	a.typing, a.ended, a.late, a.torn.paste = typing, a.Now(), time.Time{}, time.Time{}
	if !typing {
		a.Quiet()
	}
}

// trails reports whether a key follows a paste into a text too closely to decide something.
func (a *Arming) trails(key string) bool {
	writes := key == "space" || key == "backspace" || utf8.RuneCountInString(key) == 1
	return a.typing && !writes && a.came().Sub(a.ended) < a.Delay
}

// tears reports whether the next key may be the rest of something that a slow line brings in parts.
func (a *Arming) tears() bool { return a.Delay > 0 && a.torn.guards(a.Now()) }

// Quiet begins the period anew, since a key came that was meant for something else. It does
// not change how long this has been on the screen.
func (a *Arming) Quiet() { a.early = a.Now() }

// At is from when keys decide; false while the terminal has not taken the picture. It moves
// only when this appears, when a key comes too early, and when another program had the keys,
// so that hints say what keys do.
func (a *Arming) At() (time.Time, bool) {
	if a.Delay <= 0 {
		return time.Time{}, true
	}
	if !a.seen && a.Shown != nil {
		at, ok := a.Shown(a.shown)
		if !ok {
			return time.Time{}, false
		}
		a.shown, a.seen = at, true
	}
	at := a.shown.Add(a.Delay)
	if early := a.early.Add(a.Delay); early.After(at) {
		at = early
	}
	if away := a.away.Add(FirstRepeat); !a.away.IsZero() && away.After(at) {
		at = away
	}
	return at, true
}

// Armed reports whether keys decide.
func (a *Arming) Armed() bool {
	at, known := a.At()
	return known && !a.came().Before(at)
}

// Wakes is when what keys do changes next, false if only a key or a picture changes it.
func (a *Arming) Wakes() (time.Time, bool) {
	now := a.Now()
	at, known := a.At()
	if !known || a.Delay <= 0 {
		return time.Time{}, false
	}
	if free := a.held.at.Add(FirstRepeat); !at.After(now) && a.held.key != "" {
		at = free
	}
	return at, at.After(now)
}

// Holds is the key that is taken for one that is held down, "" for none.
func (a *Arming) Holds() string {
	if a.Held(a.held.key, false) {
		return a.held.key
	}
	return ""
}

// Held reports whether a key may be one that is held down since before this appeared. A
// terminal sends that again, first after more than the period in which nothing is decided.
// Where the terminal says that it repeats, it must have been pressed since.
func (a *Arming) Held(key string, repeats bool) bool { return a.HeldAt(key, repeats, a.Now()) }

// HeldAt is Held for a key that came at another time.
func (a *Arming) HeldAt(key string, repeats bool, at time.Time) bool {
	if a.Delay <= 0 {
		return false
	}
	return repeats && a.began != key || key == a.held.key && (repeats || at.Sub(a.held.at) < FirstRepeat)
}

// Answers reports whether a key may answer what is on the screen. One that may not begins the
// period anew.
func (a *Arming) Answers(key string, repeats bool) bool {
	answers := a.Armed() && !a.HeldAt(key, repeats, a.came()) && !a.trails(key) && !a.tears()
	a.Pressed(key, repeats)
	if !answers {
		a.Quiet()
		if key != a.held.key { // else one that is pressed again and again would never answer
			a.held = a.latest
		}
	} else if key != a.held.key { // a terminal sends only the latest key again
		a.held = press{}
	}
	return answers
}

// Takes reports whether a key does what it stands for in a list, where each key that decides
// something does it once, however long it is held down; and whether it seems to be held. The
// screen tells of every key.
func (a *Arming) Takes(key string, repeats, decides bool) (takes, held bool) {
	if a.tears() {
		a.Quiet()
	}
	now, again, armed := a.came(), key == a.held.key, a.Armed()
	held = repeats || again && (now.Sub(a.held.at) < FirstRepeat || now.Sub(a.last) < nextRepeat)
	a.Pressed(key, repeats)
	a.last = a.latest.at
	if decides && (held || !armed) {
		a.Quiet()
		if !again {
			a.held = a.latest
		}
		return false, held
	}
	if !again || decides {
		a.held = a.latest
	}
	return true, held
}
