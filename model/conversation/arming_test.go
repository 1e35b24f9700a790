package conversation

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/forms"
	"parley/model/kit"
	"parley/providers"
	"parley/teatest/desk"
	"parley/views/prompt"
)

// password is a desk on which a tool asks for a secret.
func password(t testing.TB) *desk.Desk {
	t.Helper()
	q := forms.Question{ID: "q", Text: "Which password?", AnswerType: forms.AnswerType{Kind: forms.Secret}}
	return called(t, []forms.Question{q}, []providers.Call{desk.CallOf("c1", "setup", "{}")})
}

// taken is a terminal that takes a picture some time after it was made, and that regularly
// draws something else, so that a late question is answered only for the last pictures.
type taken struct {
	d      *desk.Desk
	after  time.Duration
	period time.Duration
}

func (x taken) shown(since time.Time) (time.Time, bool) {
	at := since.Add(x.after)
	if at.After(x.d.Now) {
		return time.Time{}, false
	}
	if oldest := x.d.Now.Add(-32 * x.period); x.period > 0 && oldest.After(at) {
		at = oldest
	}
	return at, true
}

// TestWhenAKeyAnswers: after any number of early keys at any rate, a key answers once the
// delay after the last of them is over, and the hints say so at the same instant.
func TestWhenAKeyAnswers(t *testing.T) {
	asks := map[string]func(change func(*desk.Desk, *Options)) *desk.Desk{
		"a question": func(c func(*desk.Desk, *Options)) *desk.Desk { return asked(t, yes, c) },
		"a permission": func(c func(*desk.Desk, *Options)) *desk.Desk {
			return called(t, nil, []providers.Call{desk.CallOf("c1", "echo", `{"say":"hi"}`)}, c)
		},
	}
	terminals := map[string]taken{"at once": {}, "a frame later": {after: 7 * time.Millisecond}, "that draws all the time": {after: 7 * time.Millisecond, period: 8 * time.Millisecond},
		"that draws once a second": {period: time.Second}, "slow": {after: 2 * time.Second, period: 8 * time.Millisecond}}
	for what, ask := range asks {
		for name, terminal := range terminals {
			for _, keys := range []int{0, 1, 8, 40} {
				for _, gap := range []time.Duration{time.Millisecond, 100 * time.Millisecond, 299 * time.Millisecond} {
					for _, after := range []time.Duration{0, 299 * time.Millisecond, 300 * time.Millisecond} {
						d := ask(func(d *desk.Desk, o *Options) {
							x := terminal
							x.d = d
							o.Shown = x.shown
						})
						d.Pass(time.Minute)
						d.Send(kit.SeenMsg{}) // it opens now
						from := d.Now
						early := []string{"n", "enter", "s", "x", "b"}
						for i := range keys {
							d.Press(early[i%len(early)])
							d.Pass(gap)
						}
						since := from.Add(terminal.after) // it can be seen
						if last := d.Now.Add(-gap); keys > 0 && last.After(since) {
							since = last
						}
						if d.Now.After(since.Add(after)) {
							continue
						}
						d.Pass(since.Add(after).Sub(d.Now))
						answers := after >= 300*time.Millisecond
						want := " " + textEarly
						if answers {
							want = hintLines(d)[0]
						}
						if all := strings.Split(d.Screen(), "\n"); !kit.Contains(all, want) {
							t.Fatalf("%s, a terminal %s, %d keys every %s, %s after: no line is %q:\n%s", what, name, keys, gap, after, want, d.Screen())
						}
						if d.Press("y"); (result(d, "c1") != "") != answers {
							t.Fatalf("%s, a terminal %s, %d keys every %s, %s after: it was answered: %v", what, name, keys, gap, after, !answers)
						}
					}
				}
			}
		}
	}
}

// TestASlowHand: a key that came too early may be held down, and answers a second after it,
// however often it was pressed meanwhile. The hints leave it out until then.
func TestASlowHand(t *testing.T) {
	for gap, presses := range map[time.Duration]int{300 * time.Millisecond: 4, 700 * time.Millisecond: 2, time.Second: 1, time.Minute: 1} {
		d := asked(t, yes, func(d *desk.Desk, o *Options) { o.Shown = taken{d: d, period: time.Second}.shown })
		d.Send(kit.SeenMsg{})
		d.Pass(100 * time.Millisecond)
		d.Press("y")
		for i := range presses {
			d.Pass(gap)
			hinted := strings.Contains(hintLines(d)[0], "y yes")
			if last := i == presses-1; hinted != last {
				t.Errorf("press %d, every %s: y is hinted: %v", i, gap, hinted)
			}
			if d.Press("y"); (result(d, "c1") != "") != hinted {
				t.Errorf("press %d, every %s: the model was told %q", i, gap, result(d, "c1"))
			}
		}
		if want := strings.Repeat("y", presses); modelOf(d).composer.Text() != want {
			t.Errorf("every %s: the message is %q", gap, modelOf(d).composer.Text())
		}
	}
}

// TestAQuestionIsSeenAgainBeforeItIsAnswered: neither keys typed for the shell after Ctrl+Z
// nor keys that arrive before the screen is back are answers.
func TestAQuestionIsSeenAgainBeforeItIsAnswered(t *testing.T) {
	d := asked(t, yes)
	d.Pass(time.Minute)
	d.Press("ctrl+z")
	d.Send(tea.ResumeMsg{})
	if d.Press("y"); result(d, "c1") != "" || modelOf(d).composer.Text() != "" {
		t.Errorf("it was answered: %q, the message is %q", result(d, "c1"), modelOf(d).composer.Text())
	}
	d.Pass(time.Second)
	if d.Press("y"); result(d, "c1") != `{"q":true}` {
		t.Errorf("it was not answered: %q", result(d, "c1"))
	}
}

// TestOneWaitAtATime: however many keys come early, one timer runs.
func TestOneWaitAtATime(t *testing.T) {
	d := asked(t, yes)
	d.Pass(time.Minute)
	d.Send(kit.SeenMsg{})
	for range 100 {
		d.Press("ctrl+s") // changes nothing that is saved
	}
	if timers(d) != 1 {
		t.Errorf("%d timers run", timers(d))
	}
}

// TestEscBeforeItIsArmed: opening a menu answers nothing, so Esc need not wait; its
// entries must.
func TestEscBeforeItIsArmed(t *testing.T) {
	for _, list := range []string{yes, pick, multi, note, settings, many(40), "a secret"} {
		var d *desk.Desk
		if list == "a secret" {
			d = password(t)
		} else {
			d = asked(t, list)
		}
		d.Send(kit.SeenMsg{})
		d.Press("esc")
		if mode := modelOf(d).ask.field.Mode(); mode != prompt.InMenu {
			t.Errorf("the menu of %s is not open:\n%s", list, d.Screen())
		}
		for _, key := range []string{"enter", "s", "r", "b"} {
			if d.Press(key); !modelOf(d).ask.open || modelOf(d).ask.field.Mode() != prompt.InMenu {
				t.Errorf("%s chose from the menu of %s before it was armed", key, list)
			}
		}
		d.Pass(300 * time.Millisecond)
		if d.Press("s"); modelOf(d).ask.open {
			t.Errorf("the menu of %s is deaf:\n%s", list, d.Screen())
		}
	}
}

// TestCtrlCIsNeverEarly: what stops everything needs no second press.
func TestCtrlCIsNeverEarly(t *testing.T) {
	d := asked(t, yes)
	d.Send(kit.SeenMsg{})
	if d.Press("ctrl+c"); modelOf(d).ask.open || modelOf(d).o.Shell.State().Folded.Open() {
		t.Errorf("the turn goes on:\n%s", d.Screen())
	}
}

// TestASecretIsDroppedWhenItIsEarly: nothing of a password that was begun too early is
// written anywhere.
func TestASecretIsDroppedWhenItIsEarly(t *testing.T) {
	for _, gap := range []time.Duration{0, 100 * time.Millisecond, 299 * time.Millisecond} {
		d := password(t)
		d.Send(kit.SeenMsg{})
		for _, r := range "hunter" {
			d.Write(string(r))
			d.Shows(" " + textNotYet)
			d.Pass(gap)
		}
		d.Send(tea.PasteMsg{Content: "hunter2"})
		d.Shows(" " + textNotYet)
		d.Pass(time.Second)
		if got := modelOf(d).composer.Text(); got != "" {
			t.Errorf("the message is %q", got)
		}
		if all := fmt.Sprint(d.Saved, modelOf(d).drafts.all); strings.Contains(all, "hunt") || strings.Contains(all, "Text:h") {
			t.Errorf("the drafts are %s", all)
		}
		d.Write("correct").Press("enter")
		if modelOf(d).ask.open || strings.Contains(fmt.Sprint(d.Saved, modelOf(d).drafts.all), "correct") {
			t.Errorf("the secret cannot be given:\n%s", d.Screen())
		}
	}
}

// TestASecretBegunTooEarlyIsTypedAgain: each letter of it counts, also the one that was the
// last of those that came too early.
func TestASecretBegunTooEarlyIsTypedAgain(t *testing.T) {
	for _, gap := range []time.Duration{300 * time.Millisecond, 500 * time.Millisecond, 900 * time.Millisecond} {
		d := password(t)
		d.Send(kit.SeenMsg{})
		d.Write("hunt")
		d.Pass(gap)
		for _, r := range "hunter2" {
			d.Write(string(r))
			d.Pass(50 * time.Millisecond)
		}
		d.Calm("enter")
		if got, want := result(d, "c1"), `{"q":"hunter2"}`; got != want {
			t.Errorf("after %v the tool got %q, want %q", gap, got, want)
		}
	}
}

// TestKeysForTheConversationAreNoText: somebody who was moving in the conversation when a
// question came up wrote no message.
func TestKeysForTheConversationAreNoText(t *testing.T) {
	d := newDesk(t, withTools(t)).Start()
	d.Write("go").Press("enter").Press("tab")
	d.Answer("", desk.CallOf("c1", "ask_user", `{"questions":[`+yes+`]}`))
	d.Press("j", "j", "y").Shows(" " + textNotYet)
	d.Pass(time.Second)
	if got := modelOf(d).composer.Text(); got != "" {
		t.Errorf("the message is %q", got)
	}
	if d.Press("y"); result(d, "c1") != `{"q":true}` {
		t.Errorf("the model was told %q", result(d, "c1"))
	}
}

// TestTheSearchOfTheConversationGoesOn: what is typed into it is not an early key, and the
// key that ends it is not an answer.
func TestTheSearchOfTheConversationGoesOn(t *testing.T) {
	d := newDesk(t, withTools(t)).Start()
	d.Write("go").Press("enter").Press("tab", "/").Write("g")
	d.Answer("", desk.CallOf("c1", "ask_user", `{"questions":[`+yes+`]}`))
	d.Write("o")
	if f := modelOf(d).finding; f == nil || f.Query() != "go" {
		t.Fatalf("the search is %+v", f)
	}
	d.Pass(time.Second)
	d.Press("esc", "y").Shows(" " + textNotYet)
	d.Pass(time.Second)
	if d.Press("y"); result(d, "c1") != `{"q":true}` {
		t.Errorf("the model was told %q", result(d, "c1"))
	}
}

// TestAPromptThatHadNoRoom is on the screen once the window is large enough.
func TestAPromptThatHadNoRoom(t *testing.T) {
	d := asked(t, yes)
	d.Send(tea.WindowSizeMsg{Width: 39, Height: 12})
	d.Pass(time.Second)
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.Pass(299 * time.Millisecond)
	if d.Press("y"); result(d, "c1") != "" {
		t.Fatal("a key answered before the question was seen")
	}
	d.Pass(time.Second)
	if d.Press("y"); result(d, "c1") != `{"q":true}` {
		t.Errorf("the model was told %q", result(d, "c1"))
	}
}
