package conversation

import (
	"errors"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/model/start"
	"parley/store"
	"parley/teatest/desk"
)

// amid is a new conversation in a workspace that has others.
func amid(t *testing.T, change ...func(*desk.Desk, *Options)) *desk.Desk {
	t.Helper()
	d := newDesk(t, append([]func(*desk.Desk, *Options){func(d *desk.Desk, o *Options) {
		o.Screens = &desk.Screens{T: t, Next: &desk.Heard{}}
		d.Host.Where = kit.Place{Name: "orders", Path: "~/src/orders", Branch: "feature/json-report"}
		d.Host.Reviews = []string{"tiny"}
		d.Host.Begin = kit.Start{Rules: 3, Recent: []kit.Recent{
			{ID: "a1", Title: "Orders migration, staging first", Updated: d.Now.Add(-2 * time.Hour), Asks: true, Open: true},
			{ID: "a2", Title: "Fix flaky migration test", Updated: d.Now.Add(-73 * time.Hour), Open: true},
			{ID: "a3", Title: "Config to TOML", Updated: d.Now.Add(-300 * time.Hour)},
		}}
	}}, change...)...).Start()
	d.Pass(start.Delay)
	return d
}

const toldAtOnce = "This conversation was begun and never sent; what you had typed is here."

// told is a new conversation that has something to say at once.
func told(t *testing.T) *desk.Desk {
	return amid(t, func(_ *desk.Desk, o *Options) { o.Notes = []string{toldAtOnce} })
}

func startStates() []desk.State {
	return []desk.State{
		{Name: "start", Come: func(t *testing.T) *desk.Desk { return amid(t) }},
		{Name: "start-told", Come: told},
		{Name: "start-written", Come: func(t *testing.T) *desk.Desk { return amid(t).Write("Add a --json flag") }},
		{Name: "start-list", Come: func(t *testing.T) *desk.Desk { return amid(t).Write("Add a --json flag").Press("tab", "down", "down") }},
		{Name: "start-list-told", Come: func(t *testing.T) *desk.Desk { return told(t).Press("tab", "down") }},
		{Name: "start-trust", Come: func(t *testing.T) *desk.Desk {
			d := amid(t, func(_ *desk.Desk, o *Options) {
				o.Withheld = []Withheld{{File: "/w/.parley.toml", Parts: []TrustPart{{Title: "It would set:", Lines: []string{"ui.mouse = true"}}}, Trust: func() error { return nil }}}
			})
			d.Pass(time.Second)
			return d
		}},
	}
}

// TestTabStaysWhereNothingWasSaid goes to no conversation that has no block, whose keys would do nothing.
func TestTabStaysWhereNothingWasSaid(t *testing.T) {
	d := newDesk(t).Start().Press("tab").Write("hi")
	d.Shows(" › hi")
	d.Shows(" Enter send   Ctrl+J new line")
}

// TestTheListOfTheStartScreen: Tab goes to it and the message stays; Enter opens, Esc goes
// back, letters go into the message.
func TestTheListOfTheStartScreen(t *testing.T) {
	next := &desk.Heard{}
	s := &desk.Screens{T: t, Next: next}
	d := amid(t, func(_ *desk.Desk, o *Options) { o.Screens = s })
	d.Write("Add").Press("tab")
	d.Sees(`
 › Add
 ↑↓ choose   Enter opens it   Esc back   ? help
 small                                             orders ├ feature/json-report`)
	d.Press("up").Shows("   › Orders migration, staging first             a question is open · 2 h ago")
	d.Press("down", "esc").Write(" a")
	d.Press("tab").Write(" flag")
	d.Sees(`
 › Add a flag
 Enter send   Ctrl+J new line
 small                                             orders ├ feature/json-report`)
	d.Press("tab", "enter")
	if d.Top != tea.Model(next) {
		t.Fatalf("the screen is a %T:\n%s", d.Top, d.Screen())
	}
	desk.Same(t, s.Asked, []string{"conversation a2"})
	if got := d.Saved[len(d.Saved)-1][store.MessageDraft(store.Composing)].Text; got != "Add a flag" {
		t.Errorf("of the message is kept %q", got)
	}
}

// TestTheStartScreenGoesWithTheFirstMessage and does not come back.
func TestTheStartScreenGoesWithTheFirstMessage(t *testing.T) {
	d := amid(t)
	d.Write("/tools").Press("enter")
	d.Shows("   parley                                 ~/src/orders  ├ feature/json-report")
	d.Write("Hello").Press("enter", "tab")
	if m := modelOf(d); len(m.upper.Lines) != 0 || m.focus != onPane {
		t.Errorf("the start screen has %d lines, the focus is %d", len(m.upper.Lines), m.focus)
	}
	d.Press("esc")
	d.Answer("Hello.")
	d.Sees(`
 › Ask, or / for commands
 / commands   @ files   ? help
 small                     orders ├ feature/json-report · 1.2k tokens · < $0.01`)
}

// TestAMessageBeforeTheListIsThere ends the start screen for good.
func TestAMessageBeforeTheListIsThere(t *testing.T) {
	d := newDesk(t).Start()
	d.Host.Begin.Recent = []kit.Recent{{ID: "a1", Title: "Before"}}
	d.Write("Hello").Press("enter")
	d.Pass(start.Delay)
	if m := modelOf(d); m.start.Some() || len(m.upper.Lines) != 0 {
		t.Errorf("the list is there:\n%s", d.Screen())
	}
}

// TestTheListOfTheStartScreenFollowsTheTrash: what was moved to the trash in the list is
// no longer offered.
func TestTheListOfTheStartScreenFollowsTheTrash(t *testing.T) {
	d := amid(t)
	d.Host.Begin.Recent = d.Host.Begin.Recent[1:]
	d.Send(kit.ShelfChangedMsg{})
	if x, ok := modelOf(d).start.Chosen(); !ok || x.ID != "a2" {
		t.Errorf("the first is %q\n%s", x.ID, d.Screen())
	}
}

// TestWhatCouldNotBeListedIsTold beside what could, in at most two lines.
func TestWhatCouldNotBeListedIsTold(t *testing.T) {
	for _, c := range []struct{ fault, want string }{
		{"conversation a9 cannot be opened: it is a folder", "conversation a9 cannot be opened: it is a folder"},
		{"conversation a9 cannot be opened.\nb\nc", "conversation a9 cannot be opened; 2 more faults, `parley ls` names them."},
	} {
		if got := unlistedText(errors.New(c.fault)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	d := amid(t, func(d *desk.Desk, _ *Options) { d.Host.BeginErr = errors.New("conversation a9 cannot be opened") })
	d.Shows(" ! conversation a9 cannot be opened", "   ◆ Orders migration, staging first             a question is open · 2 h ago")
}

// TestTheListStaysWhereItIs while the keys go to it
func TestTheListStaysWhereItIs(t *testing.T) {
	d := amid(t, func(d *desk.Desk, _ *Options) { d.Host.Begin.Rules = 0 })
	m := modelOf(d)
	first := m.upper.First
	if d.Press("tab"); m.upper.First != first || m.focus != onStart {
		t.Errorf("the list goes from line %d to %d", first, m.upper.First)
	}
}

// TestAClickInTheListPutsTheCursorThere and opens nothing.
func TestAClickInTheListPutsTheCursorThere(t *testing.T) {
	d := amid(t)
	m := modelOf(d)
	d.Send(tea.MouseClickMsg{Button: tea.MouseLeft, X: 10, Y: m.upper.First + 1})
	if x, _ := m.start.Chosen(); m.focus != onStart || x.ID != "a2" {
		t.Errorf("the focus is %d, the cursor on %s", m.focus, x.ID)
	}
	d.Press("esc")
	d.Send(tea.MouseClickMsg{Button: tea.MouseLeft, X: 10, Y: m.upper.First - 1})
	if m.focus != onComposer {
		t.Errorf("a click beside it goes to %d", m.focus)
	}
}
