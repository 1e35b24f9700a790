package model

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/views"
)

// Shared is what the screens beside a conversation have in common.
type Shared struct {
	Theme   views.Theme
	Ground  Ground
	Screens Screens
	Now     func() time.Time
	Tick    func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	Mouse   bool
}

// shared is what a screen that the conversation gives way to is made with.
func (m *Model) shared() Shared {
	return Shared{Theme: m.o.Theme, Ground: m.o.Ground, Screens: m.o.Screens, Now: m.o.Now, Tick: m.o.Tick, Mouse: m.o.Mouse}
}

// row is a row of the key table of such a screen: the table is what keys do,
// what the hints say and what docs/keys.md lists.
type row[S any] struct {
	keys  []string
	shown string
	words string // for the hints; "" keeps it out of them
	help  string // for the document; "" is words
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

// hintsOf lists the keys that work now.
func hintsOf[S any](rows []row[S], s S, th views.Theme) string {
	text := ""
	for _, r := range rows {
		if r.words != "" && r.on(s) {
			text += "   " + spell(th, r.shown) + " " + r.words
		}
	}
	if text == "" {
		return ""
	}
	return text[3:]
}
