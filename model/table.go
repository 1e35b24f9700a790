package model

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/views/chrome"
	"parley/views/text"
)

func spell(th text.Theme, key string) string {
	if th.Glyphs != text.ASCII() {
		return key
	}
	return strings.NewReplacer("↑↓", "Up/Down", "↑", "Up", "↓", "Down", "←", "Left", "→", "Right").Replace(key)
}

func contains(keys []string, name string) bool {
	for _, k := range keys {
		if k == name {
			return true
		}
	}
	return false
}

// Ranks of hints: of those that do not fit, the highest go first.
const (
	rankAnswer = iota // what answers, and the way to everything else
	rankAway          // what the menu offers too
	rankExtra         // what is only handy
)

// row is a row of the key table of such a screen: the table is what keys do,
// what the hints say and what docs/keys.md lists.
type row[S any] struct {
	keys  []string
	shown string
	words string // for the hints; "" keeps it out of them
	help  string // for the document; "" is words
	rank  int    // of hints that do not fit, the highest are left out first
	when  func(S) bool
	do    func(S) (tea.Model, tea.Cmd)
}

func (r row[S]) on(s S) bool { return r.when == nil || r.when(s) }

// rowOf finds the row that a key works by now.
func rowOf[S any](rows []row[S], s S, key string) (row[S], bool) {
	for _, r := range rows {
		if r.on(s) && contains(r.keys, key) {
			return r, true
		}
	}
	return row[S]{}, false
}

// hintsOf lists the keys that work now. A row whose first key another one takes
// before it is left out.
func hintsOf[S any](rows []row[S], s S, th text.Theme) (all []chrome.Hint) {
	taken := map[string]bool{}
	for _, r := range rows {
		if !r.on(s) {
			continue
		}
		free := len(r.keys) == 0 || !taken[r.keys[0]]
		for _, k := range r.keys {
			taken[k] = true
		}
		if r.words != "" && free {
			all = append(all, chrome.Hint{Key: spell(th, r.shown), Words: r.words, Rank: r.rank})
		}
	}
	return all
}

// fittingHints draws the hints that have room in so many lines.
func fittingHints(hints []chrome.Hint, th text.Theme, w, rows int) []string {
	return chrome.Hints(th, chrome.FitHints(hints, w, rows), w, rows)
}

// suspending is the row of the key that suspends the program on every screen.
func suspending[S tea.Model]() row[S] {
	return row[S]{keys: []string{"ctrl+z"}, shown: "Ctrl+Z", help: "suspend the program; fg brings it back",
		do: func(s S) (tea.Model, tea.Cmd) { return s, tea.Suspend }}
}

// quiet is a row that the help leaves out, where a line is written.
func (r row[S]) quiet() row[S] {
	r.shown, r.help = "", ""
	return r
}
