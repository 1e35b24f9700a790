package firstrun

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parley/providers"
	"parley/teatest/desk"
)

// TestAServerAtAnAddressTakesAKey: it is pasted where it is not shown, tried, and kept
// under a name that the program chooses.
func TestAServerAtAnAddressTakesAKey(t *testing.T) {
	b := &fakeBeginning{err: &providers.Error{Status: 401, Message: "no"}}
	d := firstRun(t, b).Press("1").Write("gpu:8000").Press("enter", "enter")
	d.Shows("   Key for http://gpu:8000/v1; leave it empty if none is needed", " ! This server wants a key. Paste it, or press Tab until a variable is asked", "   for.",
		"   It is kept as GPU_API_KEY in ~/.config/parley/keys.toml, which nobody else", "   can read.")
	d.Send(tea.PasteMsg{Content: "gsk_abc123\n"})
	d.Press("enter")
	d.Shows(" ! The server does not take this key.")
	b.err, b.models = nil, []string{"one", "two"}
	d.Press("enter", "down", "enter")
	if got, want := fmt.Sprint(b.used), "[try gsk_abc123 try gsk_abc123 keep GPU_API_KEY gsk_abc123 true |http://gpu:8000/v1|GPU_API_KEY|two]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestWithoutAKeyNoVariableIsWritten.
func TestWithoutAKeyNoVariableIsWritten(t *testing.T) {
	b := &fakeBeginning{models: []string{"one"}}
	firstRun(t, b).Press("1").Write("gpu:8000").Press("enter", "enter")
	if got, want := fmt.Sprint(b.used), "[|http://gpu:8000/v1||one]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestAServerThatListsNothingKeepsItsKey once one of its models was named.
func TestAServerThatListsNothingKeepsItsKey(t *testing.T) {
	b := &fakeBeginning{err: &providers.Error{Status: 404, Message: "It has no list."}}
	d := firstRun(t, b).Press("1").Write("gpu:8000").Press("enter", "tab").Write("k1").Press("enter")
	d.Shows(" ! It has no list. Esc corrects the address.", "   Or write the name of a model.")
	b.err = nil
	d.Write("m").Press("enter")
	if got, want := fmt.Sprint(b.used), "[try k1 keep GPU_API_KEY k1 false |http://gpu:8000/v1|GPU_API_KEY|m]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	b = &fakeBeginning{err: &providers.Error{Status: 404, Message: "It has no list."}, keepErr: errors.New("the key was not kept: the disk is full")}
	d = firstRun(t, b).Press("1").Write("gpu:8000").Press("enter").Write("k1").Press("enter").Write("m").Press("enter")
	d.Shows("   › m", " ! the key was not kept: the disk is full")
}

// TestAKeyIsNoNameOfAVariable: one that is written or pasted where a variable belongs goes
// into the field that does not show it, and that neither sends nor writes it.
func TestAKeyIsNoNameOfAVariable(t *testing.T) {
	for _, key := range []string{
		"gsk_abcdefghij1234567890", "sk-proj-abc_123", "AIzaSyA1bcdefgh-ijk", "xai-abcdefgh1234", "hf_abcdefGHIJ", "sk-ant-api03-x", "csk-1", "r8_abc1",
		"0123456789abcdef0123456789abcdef", "two words", "KEY=x",
	} {
		for _, how := range []func(d *desk.Desk){
			func(d *desk.Desk) { d.Write(key) },
			func(d *desk.Desk) { d.Send(tea.PasteMsg{Content: " " + key + "\n"}) },
		} {
			b := &fakeBeginning{}
			d := firstRun(t, b).Press("1").Write("gpu:8000").Press("enter", "tab", "tab")
			how(d)
			f, ok := d.Top.(*FirstRun)
			if !ok || f.page != writingKey || f.secret.Text() != key || f.variable.Text() != "" || len(b.used) > 0 {
				t.Errorf("%q: page %d, %q, %q", key, f.page, f.variable.Text(), b.used)
			}
			if strings.Contains(d.Screen(), key[len(key)-3:]+"\n") {
				t.Errorf("the key is on the screen:\n%s", d.Screen())
			}
		}
	}
	d := firstRun(t, &fakeBeginning{}).Press("1").Write("gpu:8000").Press("enter", "tab", "tab")
	d.Send(tea.PasteMsg{Content: "gsk_abcdefghij1234567890"})
	d.Shows("   › ••••••••••••••••••••••••", " ! This looks like a key, not like the name of a variable. It stands here,", "   where it is not shown.")
	d.Write("x") // and this is said while the rest of it is written
	d.Shows(" ! This looks like a key, not like the name of a variable. It stands here,")
	d = firstRun(t, &fakeBeginning{}).Press("1")
	d.Send(tea.PasteMsg{Content: "sk-abcdefghij1234567890"})
	d.Shows("   › http://localhost:8000/v1", " ! This looks like a key, which comes after the address. It was not put in.")
}

// TestAVariableThatDoesNotDo is explained beside its field.
func TestAVariableThatDoesNotDo(t *testing.T) {
	b := &fakeBeginning{err: errors.New("the variable GPU_KEY is not set in this environment")}
	d := firstRun(t, b).Press("1").Write("gpu:8000").Press("enter", "tab", "tab").Write("GPU_KEY").Press("enter")
	d.Shows("   Variable that holds the key of http://gpu:8000/v1", "   › GPU_KEY", " ! the variable GPU_KEY is not set in this environment.")
	b.err = &providers.Error{Status: 403, Message: "no"}
	d.Press("enter")
	d.Shows(" ! The server does not take the key that GPU_KEY holds.")
	d.Press("tab")
	d.Shows("   Key for http://gpu:8000/v1; leave it empty if none is needed")
}

// TestAServerThatDoesNotAnswerIsLeft: Esc stops asking, and what was written stays.
func TestAServerThatDoesNotAnswerIsLeft(t *testing.T) {
	f, ok := firstRun(t, &fakeBeginning{}).Press("1").Write("gpu:8000").Press("enter").Write("k").Top.(*FirstRun)
	if !ok {
		t.Fatal("no first run")
	}
	late := f.try()
	if got := ansi.Strip(strings.Join(f.foot(), "|")); got != "   asking the server with this key…|| Esc stop asking" {
		t.Errorf("the hints are %q", got)
	}
	f.key(tea.KeyPressMsg{Code: tea.KeyEscape})
	f.Update(late())
	if f.busy != "" || f.page != writingKey || f.secret.Text() != "k" {
		t.Errorf("busy %q, page %d, %q", f.busy, f.page, f.secret.Text())
	}
}
