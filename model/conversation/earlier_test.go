package conversation

import (
	"errors"
	"slices"
	"testing"

	"parley/teatest/desk"
)

// kept is what was sent before.
type kept struct {
	texts []string
	err   error
}

func (k *kept) Add(text string) error    { k.texts = append(k.texts, text); return k.err }
func (k *kept) Texts() ([]string, error) { return slices.Clone(k.texts), k.err }

func earlierDesk(t *testing.T, k *kept) *desk.Desk {
	return newDesk(t, func(_ *desk.Desk, o *Options) { o.Earlier = k }).Start()
}

func TestEarlierMessagesAreFound(t *testing.T) {
	k := &kept{texts: []string{"fix the flaky test", "config to TOML", "add a flag\nand test it", "write the docs"}}
	d := earlierDesk(t, k)
	d.Sees(" › Ask, or / for commands\n Ctrl+R earlier messages\n small")
	d.Press("ctrl+r")
	d.Sees(` › write the docs
   add a flag and test it
   config to TOML
   fix the flaky test
` + rule80 + `
 › Ask, or / for commands
 Enter take it   ↑↓ move   Esc close
 small`)
	d.Write("TEST f")
	d.Sees(" › add a flag and test it\n   fix the flaky test\n" + rule80 + `
 › TEST f
 Enter take it   ↑↓ move   Esc close
 small`)
	d.Write("zz")
	d.Sees("   no earlier message has this\n" + rule80 + "\n › TEST fzz\n Enter take it   ↑↓ move   Esc close\n small")
	d.Press("enter", "up")
	d.Sees("   no earlier message has this\n" + rule80 + "\n › TEST fzz\n Enter take it   ↑↓ move   Esc close\n small")
	d.Press("backspace", "backspace", "ctrl+r", "enter")
	d.Sees(" › fix the flaky test\n Enter send   Ctrl+J new line\n small")
	if n := len(d.Server.Requests); n != 0 {
		t.Errorf("%d messages were sent", n)
	}
	d.Press("ctrl+r", "esc")
	d.Sees(" › fix the flaky test\n Enter send   Ctrl+J new line\n small")
	d.Press("enter")
	if want := []string{"fix the flaky test", "config to TOML", "add a flag\nand test it", "write the docs", "fix the flaky test"}; !slices.Equal(k.texts, want) {
		t.Errorf("kept is %q", k.texts)
	}
}

// TestUpInANewConversation goes through the messages of other conversations.
func TestUpInANewConversation(t *testing.T) {
	d := earlierDesk(t, &kept{texts: []string{"one", "two"}})
	d.Write("dra").Press("up")
	d.Shows(" › two")
	d.Press("up")
	d.Shows(" › one")
	d.Press("down", "down")
	d.Shows(" › dra")
	d.Press("backspace", "backspace", "backspace").Write("three").Press("enter")
	d.Answer("ok")
	d.Press("up")
	d.Shows(" › three")
	d.Press("up")
	d.Shows(" › two")
}

// TestWhatCannotBeKeptIsToldOnce.
func TestWhatCannotBeKeptIsToldOnce(t *testing.T) {
	k := &kept{}
	d := earlierDesk(t, k)
	k.err = errors.New("the disk is full")
	for _, s := range []string{"one", "two"} {
		d.Write(s).Press("enter")
		d.Answer("ok")
	}
	told := 0
	for i := range modelOf(d).pane.Len() {
		if e, ok := modelOf(d).pane.Entry("note/" + string(rune('1'+i))); ok && e.Plain() == "the disk is full" {
			told++
		}
	}
	if told != 1 {
		t.Errorf("it was told %d times\n%s", told, d.Screen())
	}
}
