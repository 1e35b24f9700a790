package conversation

import (
	"errors"
	"strings"
	"testing"
	"time"

	"parley/teatest/desk"
)

// TestNoEditorIsNotHinted: the key is in the hints and the help only if an editor is set;
// without one it says what to set.
func TestNoEditorIsNotHinted(t *testing.T) {
	without := func(d *desk.Desk) *desk.Desk {
		d.Host.NoEditor = true
		d.Host.Edit = func(string) (string, error) { return "", errors.New("no editor is set; set VISUAL or EDITOR") }
		return d
	}
	const q = `{"id":"note","text":"A note?","answer_type":"text"}`
	with := asked(t, q).Calm("enter")
	with.Sees(" Enter submit   Ctrl+J new line   Ctrl+E editor   Esc menu (draft is kept)\n ◆ 1 question waits · small                               1.2k tokens · < $0.01")
	d := without(asked(t, q)).Calm("enter")
	d.Sees(" Enter submit   Ctrl+J new line   Esc menu (draft is kept)\n ◆ 1 question waits · small                               1.2k tokens · < $0.01")
	d.Calm("ctrl+e")
	d.Shows("   ! no editor is set; set VISUAL or EDITOR")

	p := away(without(longTalk(t))).Press("ctrl+e")
	p.Shows(" ! no editor is set; set VISUAL or EDITOR")
	p.Press("?")
	for _, line := range strings.Split(p.Screen(), "\n") {
		if line == "   Ctrl+E          write the message in your editor" {
			t.Errorf("the help offers what is not there:\n%s", p.Screen())
		}
	}
}

// TestAFailureIsNotSaidTwice in the same words, where nothing came between.
func TestAFailureIsNotSaidTwice(t *testing.T) {
	d := newDesk(t)
	d.Host.NoEditor = true
	said := "no editor is set; set VISUAL or EDITOR"
	d.Host.Edit = func(string) (string, error) { return "", errors.New(said) }
	d.Press("ctrl+e", "ctrl+e", "ctrl+e")
	if n := strings.Count(d.Screen(), " ! "+said); n != 1 {
		t.Errorf("it stands there %d times:\n%s", n, d.Screen())
	}
	said = "it cannot be started"
	d.Press("ctrl+e")
	said = "no editor is set; set VISUAL or EDITOR"
	d.Press("ctrl+e", "ctrl+e")
	if n := strings.Count(d.Screen(), " ! "+said); n != 2 {
		t.Errorf("after something else it stands there %d times:\n%s", n, d.Screen())
	}
}

// TestADraftIsOnDiskWhileItsEditorIsOpen: nothing else happens then, and the program may
// be killed.
func TestADraftIsOnDiskWhileItsEditorIsOpen(t *testing.T) {
	d := newDesk(t).Write("half a thought")
	d.Host.Edit = func(text string) (string, error) {
		if n := len(d.Saved); n == 0 || d.Saved[n-1]["message:composer"].Text != "half a thought" {
			t.Errorf("the editor opens while on disk are %v", d.Saved)
		}
		return text + ", and the rest", nil
	}
	d.Press("ctrl+e")
	d.Shows(" › half a thought, and the rest")
	q := asked(t, `{"id":"note","text":"A note?","answer_type":"text"}`).Calm("enter").Write("half an answer")
	q.Host.Edit = func(text string) (string, error) {
		for key, x := range q.Saved[len(q.Saved)-1] {
			if x.Text == text {
				return text + " (" + key + ")", nil
			}
		}
		t.Errorf("the editor opens while on disk are %v", q.Saved)
		return text, nil
	}
	q.Press("ctrl+e")
	q.Shows(" │ half an answer (c1.note)")
}

// TestWhatIsTypedForTheEditorIsNoAnswer, whether it is read before or after the text comes
// back. A question that appeared just before the editor opened is seen only afterwards.
func TestWhatIsTypedForTheEditorIsNoAnswer(t *testing.T) {
	for _, ended := range []error{nil, errors.New("it ended with exit status 1")} {
		d := newDesktop(t, notes()).patched(modify())
		d.Pass(time.Second)
		d.Host.Edit = func(text string) (string, error) {
			d.Send(desk.KeyOf("y"))
			return text + "mine\n", ended
		}
		d.Press("e", "y")
		if got := response(d); got != "" {
			t.Fatalf("%v: recorded is %s", ended, got)
		}
		d.Pass(time.Second)
		if d.Press("y"); response(d) == "" {
			t.Errorf("%v: it takes no answer any more", ended)
		}
	}
	d := newDesk(t, withTools(t)).Start()
	d.Write("go").Press("enter").Write("a thought")
	d.Host.Edit = func(text string) (string, error) {
		d.Answer("", desk.CallOf("c1", "ask_user", `{"questions":[`+yes+`]}`))
		d.Pass(time.Minute)
		d.Send(desk.KeyOf("y"))
		return text + ", and more", nil
	}
	d.Press("ctrl+e", "y")
	if got := result(d, "c1"); got != "" {
		t.Fatalf("the model was told %q", got)
	}
	d.Pass(time.Second)
	if d.Press("y"); result(d, "c1") != `{"q":true}` {
		t.Errorf("the model was told %q", result(d, "c1"))
	}
}
