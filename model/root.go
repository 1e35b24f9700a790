// Package model is the root of the screen: it puts the screens together, of which
// one has the terminal. What they share is in kit; each has a room of its own.
package model

import (
	tea "charm.land/bubbletea/v2"

	"parley/store"
)

// Open makes the screen of an open conversation, with those that can stand before
// it.
func Open(o Options) *Model {
	o.Held = func(s Shared, locked *store.LockedError) tea.Model { return NewHeld(s, locked) }
	o.Replay = func(s Shared, p Past) covering {
		return NewPlayer(PlayerOptions{
			Title: p.Title, Log: p.Log, Theme: s.Theme, Ground: s.Ground, Now: s.Now, Tick: s.Tick, Mouse: s.Mouse,
			Teller: p.Teller, Label: p.Label, Fork: p.Fork,
		})
	}
	return New(o)
}
