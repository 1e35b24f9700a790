package model

import (
	"errors"
	"strings"
	"testing"
)

// TestNoEditorIsNotHinted: the key is hinted and helped only where an editor is
// set; without one it says what to set.
func TestNoEditorIsNotHinted(t *testing.T) {
	without := func(d *desk) *desk {
		d.host.noEditor = true
		d.host.edit = func(string) (string, error) { return "", errors.New("no editor is set; set VISUAL or EDITOR") }
		return d
	}
	const q = `{"id":"note","text":"A note?","answer_type":"text"}`
	with := asked(t, q).calm("enter")
	with.sees(" Enter submit   Shift+Enter new line   Ctrl+E editor   Esc menu (draft is kept)\n small · 1 question waits · 1.2k tokens · < $0.01                            go")
	d := without(asked(t, q)).calm("enter")
	d.sees(" Enter submit   Shift+Enter new line   Esc menu (draft is kept)\n small · 1 question waits · 1.2k tokens · < $0.01                            go")
	d.calm("ctrl+e")
	d.shows(" ! no editor is set; set VISUAL or EDITOR")

	p := away(without(longTalk(t))).press("ctrl+e")
	p.shows(" ! no editor is set; set VISUAL or EDITOR")
	p.press("?")
	for _, line := range strings.Split(p.screen(), "\n") {
		if line == "   Ctrl+E          write the message in your editor" {
			t.Errorf("the help offers what is not there:\n%s", p.screen())
		}
	}
}

// TestADraftIsOnDiskWhileItsEditorIsOpen: nothing else is done then, and the
// program may be killed.
func TestADraftIsOnDiskWhileItsEditorIsOpen(t *testing.T) {
	d := newDesk(t).write("half a thought")
	d.host.edit = func(text string) (string, error) {
		if n := len(d.saved); n == 0 || d.saved[n-1]["message:composer"].Text != "half a thought" {
			t.Errorf("the editor opens while on disk are %v", d.saved)
		}
		return text + ", and the rest", nil
	}
	d.press("ctrl+e")
	d.shows(" › half a thought, and the rest")
	q := asked(t, `{"id":"note","text":"A note?","answer_type":"text"}`).calm("enter").write("half an answer")
	q.host.edit = func(text string) (string, error) {
		for key, x := range q.saved[len(q.saved)-1] {
			if x.Text == text {
				return text + " (" + key + ")", nil
			}
		}
		t.Errorf("the editor opens while on disk are %v", q.saved)
		return text, nil
	}
	q.press("ctrl+e")
	q.shows(" │ half an answer (c1.note)")
}
