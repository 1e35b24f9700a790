package saved

import (
	"errors"
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/teatest/desk"
)

// TestWhatWasTypedForAConversationThatDoesNotOpen goes to the one that opens next, without the
// key that would have sent it, and to no replay in between.
func TestWhatWasTypedForAConversationThatDoesNotOpen(t *testing.T) {
	var p *Picker
	text := func(s string) tea.KeyPressMsg { return tea.KeyPressMsg{Code: []rune(s)[0], Text: s} }
	s := &desk.Screens{T: t, Err: errors.New("it is gone")}
	s.Before = func() {
		for _, msg := range []tea.Msg{text("h"), text("x"), tea.KeyPressMsg{Code: tea.KeyBackspace}, text("i"), tea.KeyPressMsg{Code: tea.KeyEnter}, tea.PasteMsg{Content: "\nyou"}} {
			p.Update(msg)
		}
	}
	d := pickerDesk(t, nil, s)
	p = d.Top.(*Picker)
	d.Press("enter")
	d.Sees(` ! it is gone
   What you typed is kept for the conversation that you open next.
 Enter resume   → replay   Ctrl+F fork   Ctrl+R rename   Del trash   Esc quit`)
	s.Before = nil
	player := &covering{}
	s.Next, s.Err = player, nil
	d.Press("right")
	if heard := fmt.Sprint(player.typed()); heard != "[]" {
		t.Errorf("the replay was told %s", heard)
	}
	d.Top = p
	next := &desk.Heard{}
	s.Next = next
	d.Press("enter")
	if got := fmt.Sprint(typedOf(next.Msgs)); got != "[h x backspace i \nyou]" {
		t.Errorf("the conversation was told %s", got)
	}
}

// TestWhatWasTypedForAConversationThatIsHeld goes into the copy of it.
func TestWhatWasTypedForAConversationThatIsHeld(t *testing.T) {
	var p *Picker
	s := &desk.Screens{T: t}
	d := pickerDesk(t, nil, s)
	p = d.Top.(*Picker)
	s.Err = lockedAt(d)
	s.Before = func() {
		for _, msg := range []tea.Msg{tea.KeyPressMsg{Code: '2', Text: "2"}, tea.KeyPressMsg{Code: tea.KeyEnter}} {
			p.Update(msg)
		}
	}
	d.Press("enter")
	d.Shows("   What you typed is kept for the conversation that you open next.")
	next := &desk.Heard{}
	s.Before, s.Next, s.Err = nil, next, nil
	d.Pass(time.Second)
	d.Press("2")
	desk.Same(t, s.Asked, []string{"conversation a1", "fork a1 at 0", "conversation fork-of-a1"})
	if got := fmt.Sprint(typedOf(next.Msgs)); got != "[2]" {
		t.Errorf("the copy was told %s", got)
	}
}

// covering is a screen in front of another one.
type covering struct {
	desk.Heard
	kit.Cover
}

func (c *covering) typed() []tea.Msg { return typedOf(c.Msgs) }

// typedOf are the keys and pastes among messages.
func typedOf(msgs []tea.Msg) (typed []tea.Msg) {
	for _, msg := range msgs {
		switch msg.(type) {
		case tea.KeyPressMsg, tea.PasteMsg:
			typed = append(typed, msg)
		}
	}
	return typed
}
