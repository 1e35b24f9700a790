package model

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/providers"
	"parley/store"
)

const rule80 = "────────────────────────────────────────────────────────────────────────────────"

func TestSending(t *testing.T) {
	d := newDesk(t)
	d.sees(rule80 + `
 › Ask, or / for commands
 Shift+Enter new line   / commands   @ files   ? help
 small`)
	d.write("Hello")
	d.sees(`
 › Hello
 Enter send   Shift+Enter new line
 small`)
	d.press("enter")
	d.shows(" ▌ Hello")
	d.sees(`
 › Ask, or / for commands
 Shift+Enter new line   / commands   @ files   ? help   Ctrl+C stop
 waiting for the model · small                                            Hello`)
	d.say(spoken("Good "))
	d.shows("   Good")
	d.sees(" answering · small                                                        Hello")
	d.say(spoken("morning."), finished("Good morning."))
	d.shows("   Good morning.")
	d.sees(" small · 1.2k tokens · < $0.01                                            Hello")
	if n := len(d.server.requests); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}

func TestNothingIsSentThatIsNotWritten(t *testing.T) {
	d := newDesk(t).press("enter").write("  ").press("enter")
	if n := len(d.server.requests); n != 0 {
		t.Errorf("%d requests, want none", n)
	}
	d.sees(" small")
}

func TestQueueing(t *testing.T) {
	d := newDesk(t).write("one").press("enter")
	d.write("two").press("enter").write("three").press("enter")
	d.sees(" waiting for the model, 2 messages queued (↑ edits the last) · small        one")
	d.press("up")
	d.sees(`
 › three
 Enter send   Shift+Enter new line   Ctrl+C stop
 waiting for the model, 1 message queued · small                            one`)
	d.press("backspace", "backspace", "backspace", "backspace", "backspace").write("drei").press("enter")
	d.answer("first")
	d.shows(" ▌ one", "   first", " ▌ two")
	d.answer("second")
	d.shows(" ▌ drei")
	d.answer("third")
	d.shows("   third")
	if got := d.screen(); strings.Contains(got, "three") {
		t.Errorf("the message that was taken back was sent:\n%s", got)
	}
}

func TestInterrupt(t *testing.T) {
	d := newDesk(t).write("tell me").press("enter")
	d.say(spoken("A long"))
	d.press("ctrl+c")
	d.shows("   interrupted answer, kept here; the assistant does not see it               ▸", " · you ended the turn")
	d.sees(" small                                                                  tell me")
	if len(d.parked) > 0 {
		t.Error("the request still runs")
	}
}

func TestQuitTakesTwo(t *testing.T) {
	d := newDesk(t).write("half").press("ctrl+c")
	d.sees(`
 › Ask, or / for commands
 Shift+Enter new line   / commands   @ files   ? help
 cleared; ↑ brings it back · small`)
	d.press("up")
	d.sees(`
 › half
 Enter send   Shift+Enter new line
 small`)
	d.press("ctrl+c", "ctrl+c")
	d.sees(" press Ctrl+C again to leave · small")
	d.press("right", "ctrl+c")
	d.sees(" press Ctrl+C again to leave · small")
	if modelOf(d).Done() {
		t.Fatal("it left at the first press")
	}
	d.press("ctrl+c")
	if !modelOf(d).Done() || len(d.out) == 0 || d.out[len(d.out)-1] != (tea.QuitMsg{}) {
		t.Errorf("it did not leave; to Bubble Tea went %v", d.out)
	}
}

func TestHistory(t *testing.T) {
	d := newDesk(t).write("one").press("enter")
	d.answer("1")
	d.write("two").press("enter")
	d.answer("2")
	d.write("new").press("up")
	d.sees(" › two\n Enter send   Shift+Enter new line\n small · 1.2k tokens · $0.01                                                one")
	d.press("up", "up")
	d.sees(" › one\n Enter send   Shift+Enter new line\n small · 1.2k tokens · $0.01                                                one")
	d.press("down", "down")
	d.sees(" › new\n Enter send   Shift+Enter new line\n small · 1.2k tokens · $0.01                                                one")
}

func TestPastedTextIsOneMessage(t *testing.T) {
	d := newDesk(t)
	d.send(tea.PasteMsg{Content: "one\r\ntwo\n"})
	if len(d.server.requests) > 0 {
		t.Fatal("the paste was sent")
	}
	d.press("enter")
	d.shows(" ▌ one", " ▌ two")
	d.answer("ok")

	big := strings.Repeat("0123456789\n", 1000)
	d.write("see ")
	d.send(tea.PasteMsg{Content: big})
	d.sees(" › see [paste 1: 1000 lines, 11.0k]\n Enter send   Shift+Enter new line\n small · 1.2k tokens · < $0.01                                          one two")
	d.press("enter")
	last := d.server.requests[len(d.server.requests)-1].Messages
	if got, want := last[len(last)-1].Text, "see "+big; got != want {
		t.Errorf("the model was sent %d bytes, want %d", len(got), len(want))
	}
}

func TestDraftsAreSavedAMomentLater(t *testing.T) {
	d := newDesk(t).write("dra").write("ft")
	if len(d.saved) != 0 {
		t.Fatalf("saved at once: %v", d.saved)
	}
	d.pass(saveDelay)
	if len(d.saved) != 1 || d.saved[0][store.MessageDraft(Composing)].Text != "draft" {
		t.Fatalf("saved %v", d.saved)
	}
	d.pass(10 * saveDelay)
	if len(d.saved) != 1 {
		t.Errorf("saved %d times without a change", len(d.saved))
	}
	d.press("enter")
	d.pass(saveDelay)
	if got := d.saved[len(d.saved)-1]; len(got) != 0 {
		t.Errorf("after sending, %v is kept", got)
	}
	again := newDesk(t, func(_ *desk, o *Options) { o.Drafts = d.saved[0] })
	again.sees(" › draft\n Enter send   Shift+Enter new line\n small")
}

func TestDraftsThatCannotBeSaved(t *testing.T) {
	full := errors.New("the disk is full; what you type is kept only while the program runs")
	d := newDesk(t, func(_ *desk, o *Options) { o.SaveDrafts = func(store.Drafts) error { return full } })
	d.write("x")
	d.pass(saveDelay)
	d.shows(" ! the disk is full; what you type is kept only while the program runs")
}

func TestRetriesAreCountedDown(t *testing.T) {
	d := newDesk(t).write("hi").press("enter")
	d.say(providers.Retrying{Attempt: 1, Max: 5, Wait: 2500 * time.Millisecond, Reason: "503 overloaded"})
	d.sees(" attempt 1 of 5 failed, again in 3 s (503 overloaded) · small                hi")
	d.pass(time.Second)
	d.sees(" attempt 1 of 5 failed, again in 2 s (503 overloaded) · small                hi")
	d.pass(time.Second)
	d.sees(" attempt 1 of 5 failed, again in 1 s (503 overloaded) · small                hi")
	d.pass(time.Second)
	d.sees(" attempt 1 of 5 failed, trying again (503 overloaded) · small                hi")
	d.say(spoken("ok"))
	d.sees(" answering · small                                                           hi")
	d.pass(time.Minute)
	if len(d.timers) != 0 {
		t.Errorf("%d timers run on", len(d.timers))
	}
}

func TestHelp(t *testing.T) {
	d := newDesk(t).press("?")
	d.shows(" Keys", "   Shift+Enter    new line (also Ctrl+J, Alt+Enter)", " Commands", "   /model provider/name  use another model in this conversation")
	d.press("esc")
	d.sees(rule80 + "\n › Ask, or / for commands\n Shift+Enter new line   / commands   @ files   ? help\n small")
	d.write("what?")
	d.sees(" › what?\n Enter send   Shift+Enter new line\n small")
}

func TestTitleAndNotification(t *testing.T) {
	d := newDesk(t).write("say it").press("enter")
	if got := d.m.View().WindowTitle; got != "parley: say it" {
		t.Errorf("title %q", got)
	}
	d.send(tea.BlurMsg{})
	d.answer("", providers.Call{ID: "k1", Name: "echo", Arguments: `{"say":"\u001b]0;x\u0007 boo"}`})
	if got := d.m.View().WindowTitle; got != "◆ parley: say it" {
		t.Errorf("title %q", got)
	}
	var raw []string
	for _, x := range d.out {
		if r, ok := x.(tea.RawMsg); ok {
			raw = append(raw, r.Msg.(string))
		}
	}
	if len(raw) != 1 || !strings.HasPrefix(raw[0], "\x1b]9;echo asks: ") || !strings.HasSuffix(raw[0], "\x1b\\\a") ||
		strings.ContainsAny(raw[0][4:len(raw[0])-3], "\x1b\a") {
		t.Errorf("notified with %q", raw)
	}
}

func TestNoticesHoldOnlyText(t *testing.T) {
	for _, c := range []struct {
		how  Notify
		text string
		want string
	}{
		{Notify{Bell: true}, "x", "\a"},
		{Notify{Desktop: Desktop9}, "a\x1b]52;c;x\a\nb\u202e\u009d", "\x1b]9;a]52;c;x b\x1b\\"},
		{Notify{Desktop: Desktop99}, "a", "\x1b]99;;a\x1b\\"},
		{Notify{Bell: true, Desktop: Desktop777}, "a;b", "\x1b]777;notify;Parley;a,b\x1b\\\a"},
	} {
		if got := notice(c.how, c.text)().(tea.RawMsg).Msg; got != c.want {
			t.Errorf("%+v %q: %q, want %q", c.how, c.text, got, c.want)
		}
	}
	if notice(Notify{}, "x") != nil {
		t.Error("it notifies though it is off")
	}
}

func TestTooSmall(t *testing.T) {
	d := newDesk(t).write("kept")
	d.send(tea.WindowSizeMsg{Width: 39, Height: 11})
	d.sees("Parley needs 40×12; this is 39×11.")
	d.send(tea.WindowSizeMsg{Width: 40, Height: 12})
	d.sees(" › kept\n Enter send   Shift+Enter new line\n small")
	for w := range 45 {
		for h := range 14 {
			d.send(tea.WindowSizeMsg{Width: w, Height: h})
			if got := strings.Count(d.m.View().Content, "\n") + 1; got > max(h, 1) {
				t.Fatalf("%d lines on a screen of %d×%d", got, w, h)
			}
		}
	}
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.sees(" › kept\n Enter send   Shift+Enter new line\n small")
}

func TestAServerThatFails(t *testing.T) {
	d := newDesk(t).write("hi").press("enter")
	d.fail(&providers.Error{Message: "The server said no.", Help: "Ask another one with /model."})
	d.shows(" ! The server said no. Ask another one with /model.")
	d.sees(" small                                                                       hi")
}
