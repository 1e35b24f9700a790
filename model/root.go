// Package model is the root of the screen: it connects the screens, one of which has
// the terminal. What they share is in kit; each has a room of its own.
package model

import (
	tea "charm.land/bubbletea/v2"

	"parley/model/audit"
	"parley/model/conversation"
	"parley/model/inbox"
	"parley/model/kit"
	"parley/model/replay"
	"parley/model/rules"
	"parley/model/saved"
	"parley/model/undo"
	"parley/model/window"
	"parley/store"
)

// Open makes the screen of an open conversation, with those that can be put in front
// of it.
func Open(o conversation.Options) *conversation.Model {
	o.Held = func(s kit.Shared, locked *store.LockedError, typed []tea.Msg) tea.Model {
		held := saved.NewHeld(s, locked)
		held.Keep(typed)
		return held
	}
	o.Replay = func(s kit.Shared, p kit.Past) kit.Covering {
		return replay.NewPlayer(replay.PlayerOptions{
			Title: p.Title, Log: p.Log, Theme: s.Theme, Ground: s.Ground, Now: s.Now, Tick: s.Tick, Mouse: s.Mouse, Arming: s.Arming, Shown: s.Shown,
			Teller: p.Teller, Label: p.Label, Fork: p.Fork, Altered: p.Altered,
		})
	}
	o.Audit = func(s kit.Shared, p kit.Past, tool, who string) kit.Covering {
		return audit.New(audit.Options{Shared: s, Past: p, Tool: tool, Who: who, Replay: func(s kit.Shared, p kit.Past, at int64) kit.Covering {
			return replay.NewPlayer(replay.PlayerOptions{
				Title: p.Title, Log: p.Log, Theme: s.Theme, Ground: s.Ground, Now: s.Now, Tick: s.Tick, Mouse: s.Mouse, Arming: s.Arming, Shown: s.Shown,
				Teller: p.Teller, Label: p.Label, Fork: p.Fork, Altered: p.Altered, At: at, Paused: true,
			})
		}})
	}
	o.Rules = func(s kit.Shared, in kit.Rules, drop func(kit.Rule) tea.Cmd) kit.Covering {
		return rules.New(rules.Options{Shared: s, Rules: in, Drop: drop})
	}
	o.Inbox = Inbox
	o.Undo = func(s kit.Shared, of any, undos kit.Undos) kit.Covering {
		return undo.New(undo.Options{Shared: s, Of: of, Undos: undos, Sets: undos.Sets()})
	}
	o.Window = func(s kit.Shared, in kit.Window) kit.Covering {
		return window.New(window.Options{Shared: s, Window: in})
	}
	return conversation.New(o)
}

// Inbox makes the screen of what waits in all conversations, which can stand without one behind it.
func Inbox(s kit.Shared, in kit.Inbox) kit.Covering {
	return inbox.New(inbox.Options{Shared: s, Inbox: in})
}
