package model

import (
	"errors"
	"testing"
)

// TestNoEditorIsNotHinted: the key is hinted and helped only where an editor is
// set; without one it says what to set.
func TestNoEditorIsNotHinted(t *testing.T) {
	without := func(d *desk) *desk {
		d.host.noEditor = true
		d.host.editor = func(string) (string, error) { return "", errors.New("no editor is set; set VISUAL or EDITOR") }
		return d
	}
	const q = `{"id":"note","text":"A note?","answer_type":"text"}`
	with := asked(t, q).calm("enter")
	with.sees(" Enter submit   Shift+Enter new line   Ctrl+E editor   Esc menu (draft is kept)\n small · 1 question waits · 1.2k tokens · < $0.01                            go")
	d := without(asked(t, q)).calm("enter")
	d.sees(" Enter submit   Shift+Enter new line   Esc menu (draft is kept)\n small · 1 question waits · 1.2k tokens · < $0.01                            go")
	d.calm("ctrl+e")
	d.shows(" ! no editor is set; set VISUAL or EDITOR")

	p := without(longTalk(t)).away().press("ctrl+e")
	p.shows(" ! no editor is set; set VISUAL or EDITOR")
	p.press("?")
	for _, line := range splitLines(p.screen()) {
		if line == "   Ctrl+E          write the message in your editor" {
			t.Errorf("the help offers what is not there:\n%s", p.screen())
		}
	}
}
