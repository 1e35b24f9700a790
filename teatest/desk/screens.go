package desk

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/store"
)

// Screens opens what the test gives it, and notes what it was asked for.
type Screens struct {
	T      testing.TB
	Asked  []string
	Next   tea.Model
	Err    error
	Before func() // is called first
}

func (s *Screens) give(what string) (tea.Model, error) {
	s.Asked = append(s.Asked, what)
	if s.Before != nil {
		s.Before()
	}
	return s.Next, s.Err
}

func (s *Screens) Conversation(id string) (tea.Model, error) {
	return s.give("conversation " + id)
}

func (s *Screens) Replay(id string) (tea.Model, error) { return s.give("replay " + id) }

// Heard is a screen that notes what it is told.
type Heard struct{ Msgs []tea.Msg }

func (h *Heard) Init() tea.Cmd { h.Msgs = append(h.Msgs, "init"); return nil }

func (h *Heard) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	h.Msgs = append(h.Msgs, msg)
	return h, nil
}

func (h *Heard) View() tea.View { return tea.NewView("another screen") }

func Same(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("asked for %q, want %q", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("asked for %q, want %q", got, want)
		}
	}
}

func (s *Screens) Saved() (tea.Model, error) { return s.give("saved") }

func (s *Screens) Read(l *store.LockedError) (tea.Model, error) {
	return s.give(fmt.Sprintf("read %s of %d", l.ID, l.PID))
}

func (s *Screens) Fork(id string, seq int64) (string, error) {
	s.Asked = append(s.Asked, fmt.Sprintf("fork %s at %d", id, seq))
	return "fork-of-" + id, nil
}
