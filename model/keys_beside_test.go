package model

import (
	"context"
	"errors"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/model/inbox"
	"parley/model/kit"
	"parley/store"
	"parley/teatest/desk"
)

// copies forks a conversation on the screen that of makes.
func (s *stage) copies(key string, of func(kit.Shared) tea.Model) decision {
	o := s.shared()
	screens := &desk.Screens{T: s.T.(*testing.T), Err: errors.New("the disk is full")}
	o.Screens = screens
	return decision{key: key, show: func() { s.hand(of(o)) }, did: func() bool { return len(screens.Asked) > 0 }}
}

// still is a conversation that another process has open, and to which nothing is added.
type still struct{}

func (still) ID() string                                  { return "a1" }
func (still) Log() store.Log                              { return store.Log{} }
func (still) Next(context.Context) ([]store.Event, error) { return nil, context.Canceled }
func (still) Close() error                                { return nil }

// answered is the form of an entry that any key answers.
type answered struct{ of *waits }

func (a answered) Init() tea.Cmd  { return nil }
func (a answered) View() tea.View { return tea.NewView("Which?") }
func (a answered) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, key := msg.(tea.KeyPressMsg); !key {
		return a, nil
	}
	a.of.none = true
	return a, func() tea.Msg {
		return commands.StepMsg{Input: coordinator.Forwarded{Taken: coordinator.Taken{Done: true}}}
	}
}

// goesOn has one turn in the inbox that was answered there.
func (s *stage) goesOn() decision {
	w := &waits{}
	w.paper = answered{w}
	x := inbox.New(inbox.Options{Shared: s.shared(), Inbox: w})
	x.Over(&desk.Heard{})
	return decision{key: "g", byKey: true, show: func() { s.hand(x); s.Press("enter", "y") }, did: func() bool { return w.wentOn }}
}
