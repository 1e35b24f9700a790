package kit

import (
	"cmp"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/store/text/clean"
	"parley/views/chrome"
	"parley/views/text"
)

// Spell writes a key with characters that the terminal can show.
func Spell(th text.Theme, key string) string {
	if !th.Glyphs.InASCII() {
		return key
	}
	return strings.NewReplacer("↑↓", "Up/Down", "←→", "Left/Right", "↑", "Up", "↓", "Down", "←", "Left", "→", "Right").Replace(key)
}

// Contains reports whether a key is one of those named.
func Contains(keys []string, name string) bool {
	for _, k := range keys {
		if k == name {
			return true
		}
	}
	return false
}

// Ranks of hints: if not all fit, the highest are dropped first.
const (
	RankBack   = chrome.RankBack
	RankAnswer = chrome.RankAnswer
	RankNear   = chrome.RankNear
	RankAway   = chrome.RankAway
	RankExtra  = chrome.RankExtra
)

// Row is a row of the key table of a screen: the table defines what keys do, the
// hints, the help and docs/keys.md.
type Row[S any] struct {
	Keys    []string // as Bubble Tea names them; empty if a family of keys is meant
	Shown   string   // as the hints and the help show them
	Words   string   // what it does, for the hints; "" keeps it out of them, unless Bare
	Brief   string   // the same where there is one narrow line for all hints; "" is Words
	Bare    bool     // its hint is the key alone
	Decides bool     // it decides something: never unseen, and held down it does so once
	Help    string   // for the help; "" is Words
	Rank    int      // if not all hints fit, the highest are dropped first
	When    func(S) bool
	Tell    func(S) bool // whether it is hinted; nil: whenever it works
	Do      func(S) (tea.Model, tea.Cmd)
}

// Keys are the keys of a row, as a text with blanks between them.
//
//go:noinline
func Keys(names string) []string { return strings.Fields(names) }

// On reports whether the row works now.
func (r Row[S]) On(s S) bool { return r.When == nil || r.When(s) }

// Told is what the help says about the row, "" if it is left out.
//
//go:noinline
func (r Row[S]) Told() string {
	if r.Shown == "" {
		return ""
	}
	return clean.Ours(cmp.Or(r.Help, r.Words))
}

// Ranked is a row that gives way if there is little room.
//
//go:noinline
func (r Row[S]) Ranked(rank int) Row[S] {
	r.Rank = rank
	return r
}

// Briefly is a row with other words for its hint where there is little room.
//
//go:noinline
func (r Row[S]) Briefly(words string) Row[S] {
	r.Brief = words
	return r
}

// Only is a row that works on a condition.
//
//go:noinline
func (r Row[S]) Only(when func(S) bool) Row[S] {
	r.When = when
	return r
}

// Explained is a row whose help says more than its hint.
//
//go:noinline
func (r Row[S]) Explained(help string) Row[S] {
	r.Help = help
	return r
}

// RowOf finds the row that handles a key now.
func RowOf[S any](rows []Row[S], s S, key string) (Row[S], bool) {
	for _, r := range rows {
		if r.On(s) && Contains(r.Keys, key) {
			return r, true
		}
	}
	return Row[S]{}, false
}

// HintsOf lists the keys that work now. A row is left out if an earlier row takes its
// first key, the one that would be shown.
func HintsOf[S any](rows []Row[S], s S, th text.Theme) (all []chrome.Hint) {
	taken := map[string]bool{}
	for _, r := range rows {
		if !r.On(s) {
			continue
		}
		free := len(r.Keys) == 0 || !taken[r.Keys[0]]
		for _, k := range r.Keys {
			taken[k] = true
		}
		if (r.Words != "" || r.Bare) && free && (r.Tell == nil || r.Tell(s)) {
			all = append(all, chrome.Hint{Key: Spell(th, r.Shown), Words: r.Words, Brief: r.Brief, Rank: r.Rank})
		}
	}
	return all
}

// HintLine is the part of a key table's hints that fits one line.
func HintLine[S any](rows []Row[S], s S, th text.Theme, w int) string {
	return First(chrome.Hints(th, HintsOf(rows, s, th), w, 1))
}

// Suspending is the row of the key that suspends the program on every screen.
//
//go:noinline
func Suspending[S tea.Model]() Row[S] {
	return Row[S]{Keys: Keys("ctrl+z"), Shown: "Ctrl+Z", Help: "suspend the program; fg brings it back",
		Do: func(s S) (tea.Model, tea.Cmd) { return s, tea.Suspend }}
}

// Quiet is a row that the help omits, because a line is being typed.
//
//go:noinline
func (r Row[S]) Quiet() Row[S] {
	r.Shown, r.Help = "", ""
	return r
}
