package conversation

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/providers"
	"parley/store"
	"parley/teatest/desk"
)

const rule80 = "────────────────────────────────────────────────────────────────────────────────"

func TestSending(t *testing.T) {
	d := newDesk(t)
	d.Sees(rule80 + `
 › Ask, or / for commands

 small`)
	d.Write("Hello")
	d.Sees(`
 › Hello
 Enter send   Ctrl+J new line
 small`)
	d.Press("enter")
	d.Shows(" ▌ Hello")
	d.Sees(`
 › Ask, or / for commands
 Esc stop   / commands   @ files   ? help
 ⠋ waiting for small`)
	d.Say(desk.Spoken("Good "))
	d.Shows("   Good")
	d.Sees(" ⠋ small writes")
	d.Say(desk.Spoken("morning."), desk.Finished("Good morning."))
	d.Shows("   Good morning.")
	d.Sees(" small                                                    1.2k tokens · < $0.01")
	if n := len(d.Server.Requests); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}

func TestNothingIsSentThatIsNotWritten(t *testing.T) {
	d := newDesk(t).Press("enter").Write("  ").Press("enter")
	if n := len(d.Server.Requests); n != 0 {
		t.Errorf("%d requests, want none", n)
	}
	d.Sees(" small")
}

func TestQueueing(t *testing.T) {
	d := newDesk(t).Write("one").Press("enter")
	d.Write("two").Press("enter").Write("three").Press("enter")
	d.Sees(" · queued: two\n   queued: three   ↑ edits the last\n" + rule80 + `
 › Ask, or / for commands
 Esc stop   / commands   @ files   ? help
 ⠋ waiting for small`)
	d.Press("up")
	d.Sees(`
 › three
 Enter queue it   Esc stop   Ctrl+J new line
 ⠋ waiting for small`)
	d.Press("backspace", "backspace", "backspace", "backspace", "backspace").Write("drei").Press("enter")
	d.Answer("first")
	d.Shows(" ▌ one", "   first", " ▌ two")
	d.Answer("second")
	d.Shows(" ▌ drei")
	d.Answer("third")
	d.Shows("   third")
	if got := d.Screen(); strings.Contains(got, "three") {
		t.Errorf("the message that was taken back was sent:\n%s", got)
	}
}

func TestInterrupt(t *testing.T) {
	d := newDesk(t).Write("tell me").Press("enter")
	d.Say(desk.Spoken("A long"))
	d.Press("ctrl+c")
	d.Shows("   A long", "   stopped by you")
	d.Sees(" small")
	if len(d.Parked) > 0 {
		t.Error("the request still runs")
	}
}

// What was on its way when the turn was stopped takes nothing from the screen: what is on
// record stays there.
func TestWhatComesAfterAStopIsNotShown(t *testing.T) {
	d := newDesk(t).Write("tell me").Press("enter")
	late := modelOf(d).o.Shell.State().Running[0].Key
	d.Say(desk.Spoken("A long"))
	d.Press("ctrl+c")
	for _, delta := range []providers.Delta{desk.Spoken(" answer"), providers.ReasoningDelta{Text: "hm"}, providers.CallDelta{Name: "echo", Text: "{"}} {
		d.Send(stepOf(coordinator.ModelSaid{Key: late, Delta: delta}))
		d.Shows("   A long", "   stopped by you")
		if got := d.Screen(); strings.Contains(got, "answer") || strings.Contains(got, "thought") || strings.Contains(got, "echo") {
			t.Errorf("after %#v:\n%s", delta, got)
		}
	}
}

// TestEscStopsTheTurn if it closes nothing else; the assistant is told what it had
// written.
func TestEscStopsTheTurn(t *testing.T) {
	d := newDesk(t).Write("tell me").Press("enter")
	d.Say(desk.Spoken("A long"))
	d.Write("/").Press("esc", "esc") // the list closes, and a second Esc right after it stops nothing
	d.Sees(" ⠋ small writes")
	d.Pass(escapeRest)
	d.Press("esc")
	d.Shows("   A long", "   stopped by you")
	d.Pass(escapeRest)
	d.Press("esc", "backspace").Write("go on").Press("enter")
	want := []providers.Message{
		{Role: providers.User, Text: "tell me"},
		{Role: providers.Assistant, Text: "A long\n\n[stopped by the user]"},
		{Role: providers.User, Text: "go on"},
	}
	if got := d.Server.Requests[len(d.Server.Requests)-1].Messages; !reflect.DeepEqual(got, want) {
		t.Errorf("the model was told %+v, want %+v", got, want)
	}
}

// TestASecondEscDoesNothingMore: not to a message that was queued and is sent now.
func TestASecondEscDoesNothingMore(t *testing.T) {
	d := newDesk(t).Write("one").Press("enter").Write("two").Press("enter", "esc", "esc")
	d.Shows(" ▌ one", " · you ended the turn", " ▌ two")
	d.Sees(`
 › Ask, or / for commands
 Esc stop   / commands   @ files   ? help
 ⠋ waiting for small`)
}

// TestAfterAnErrorTheMessageStandsReady to be sent again, and whatever is written replaces
// it.
func TestAfterAnErrorTheMessageStandsReady(t *testing.T) {
	d := newDesk(t).Write("hi there").Press("enter")
	d.Fail(errors.New("401 unauthorised"))
	d.Sees(`
 › hi there
 Enter try again   Ctrl+J new line
 small`)
	d.Pass(time.Second)
	d.Press("enter")
	d.Answer("ok")
	d.Shows("   ok")
	if got := len(d.Server.Requests); got != 2 {
		t.Errorf("%d requests", got)
	}
	d.Write("again").Press("enter")
	d.Fail(errors.New("401 unauthorised"))
	d.Write("x")
	d.Shows(" › x")
}

// TestTheKeyForANewLine is the one that works in this terminal.
func TestTheKeyForANewLine(t *testing.T) {
	d := newDesk(t)
	d.Sees(" › Ask, or / for commands\n\n small") // nobody begins with an empty line
	d.Write("x")
	d.Sees(" Enter send   Ctrl+J new line\n small")
	d.Send(tea.KeyboardEnhancementsMsg{Flags: 1})
	d.Sees(" Enter send   Shift+Enter new line\n small")
	d.Press("backspace")
	d.Press("?").Shows("   Shift+Enter    new line (also Ctrl+J, Alt+Enter)")
	d.Press("x")
	d.Send(tea.KeyboardEnhancementsMsg{})
	d.Press("?").Shows("   Ctrl+J         new line (also Alt+Enter)")
}

func TestQuitTakesTwo(t *testing.T) {
	d := newDesk(t).Write("half").Press("ctrl+c")
	d.Sees(`
 › Ask, or / for commands

 cleared; ↑ brings it back · small`)
	d.Press("up")
	d.Sees(`
 › half
 Enter send   Ctrl+J new line
 small`)
	d.Press("ctrl+c", "ctrl+c")
	d.Sees(" press Ctrl+C again to leave · small")
	d.Press("right", "ctrl+c")
	d.Sees(" press Ctrl+C again to leave · small")
	if modelOf(d).Done() {
		t.Fatal("it left at the first press")
	}
	d.Press("ctrl+c")
	if !modelOf(d).Done() || len(d.Out) == 0 || d.Out[len(d.Out)-1] != (tea.QuitMsg{}) {
		t.Errorf("it did not leave; to Bubble Tea went %v", d.Out)
	}
}

func TestHistory(t *testing.T) {
	d := newDesk(t).Write("one").Press("enter")
	d.Answer("1")
	d.Write("two").Press("enter")
	d.Answer("2")
	d.Write("new").Press("up")
	d.Sees(" › two\n Enter send   Ctrl+J new line\n small                                                      1.2k tokens · $0.01")
	d.Press("up", "up")
	d.Sees(" › one\n Enter send   Ctrl+J new line\n small                                                      1.2k tokens · $0.01")
	d.Press("down", "down")
	d.Sees(" › new\n Enter send   Ctrl+J new line\n small                                                      1.2k tokens · $0.01")
}

func TestPastedTextIsOneMessage(t *testing.T) {
	d := newDesk(t)
	d.Send(tea.PasteMsg{Content: "one\r\ntwo\n"})
	if len(d.Server.Requests) > 0 {
		t.Fatal("the paste was sent")
	}
	d.Press("enter")
	d.Shows(" ▌ one", " ▌ two")
	d.Answer("ok")

	big := strings.Repeat("0123456789\n", 1000)
	d.Write("see ")
	d.Send(tea.PasteMsg{Content: big})
	d.Sees(" › see [paste 1: 1000 lines, 11.0 kB]\n Enter send   Ctrl+J new line\n small                                                    1.2k tokens · < $0.01")
	d.Press("enter")
	last := d.Server.Requests[len(d.Server.Requests)-1].Messages
	if got, want := last[len(last)-1].Text, "see "+big; got != want {
		t.Errorf("the model was sent %d bytes, want %d", len(got), len(want))
	}
}

func TestDraftsAreSavedAMomentLater(t *testing.T) {
	d := newDesk(t).Write("dra").Write("ft")
	if len(d.Saved) != 0 {
		t.Fatalf("saved at once: %v", d.Saved)
	}
	d.Pass(saveDelay)
	if len(d.Saved) != 1 || d.Saved[0][store.MessageDraft(store.Composing)].Text != "draft" {
		t.Fatalf("saved %v", d.Saved)
	}
	d.Pass(10 * saveDelay)
	if len(d.Saved) != 1 {
		t.Errorf("saved %d times without a change", len(d.Saved))
	}
	d.Press("enter")
	d.Pass(saveDelay)
	if got := d.Saved[len(d.Saved)-1]; len(got) != 0 {
		t.Errorf("after sending, %v is kept", got)
	}
	again := newDesk(t, func(_ *desk.Desk, o *Options) { o.Drafts = d.Saved[0] })
	again.Sees(" › draft\n Enter send   Ctrl+J new line\n small")
}

func TestDraftsThatCannotBeSaved(t *testing.T) {
	full := errors.New("the disk is full; what you type is kept only while the program runs")
	d := newDesk(t, func(_ *desk.Desk, o *Options) { o.SaveDrafts = func(store.Drafts) error { return full } })
	d.Write("x")
	d.Pass(saveDelay)
	d.Shows(" ! the disk is full; what you type is kept only while the program runs")
}

func TestRetriesAreCountedDown(t *testing.T) {
	d := newDesk(t).Write("hi").Press("enter")
	d.Say(providers.Retrying{Attempt: 1, Max: 5, Wait: 2500 * time.Millisecond, Reason: "503 overloaded"})
	d.Sees(" ⠋ attempt 1 of 5 failed, again in 3 s (503 overloaded)")
	d.Pass(time.Second)
	d.Sees(" ⠇ attempt 1 of 5 failed, again in 2 s (503 overloaded)")
	d.Pass(time.Second)
	d.Sees(" ⠦ attempt 1 of 5 failed, again in 1 s (503 overloaded)")
	d.Pass(time.Second)
	d.Sees(" ⠼ attempt 1 of 5 failed, trying again (503 overloaded)")
	d.Say(desk.Spoken("ok"))
	d.Sees(" ⠼ small writes · turn 3 s")
	d.Say(desk.Finished("ok"))
	d.Shows(" · Attempt 1 of 5 failed: 503 overloaded.")
	d.Pass(time.Minute)
	if timers(d) != 0 {
		t.Errorf("%d timers run on", timers(d))
	}
}

// TestRetriesStayInTheConversation: how many there were is said in one line for each response,
// and later as well.
func TestRetriesStayInTheConversation(t *testing.T) {
	tries := func(d *desk.Desk, of int) {
		for i := range of {
			d.Say(providers.Retrying{Attempt: i + 1, Max: 5, Wait: 2500 * time.Millisecond, Reason: fmt.Sprintf("50%d overloaded", i)})
			d.Pass(3 * time.Second)
		}
	}
	want := []string{" · Attempt 3 of 5 failed: 502 overloaded.", " · Attempt 1 of 5 failed: 500 overloaded."}
	seen := func(d *desk.Desk) {
		t.Helper()
		d.Shows(want...)
		if n := strings.Count(d.Screen(), "Attempt"); n != 2 {
			t.Errorf("%d lines tell of attempts:\n%s", n, d.Screen())
		}
	}
	d := newDesk(t).Write("hi").Press("enter")
	tries(d, 3)
	d.Answer("", desk.CallOf("k", "echo", `{"say":"x"}`))
	d.Pass(time.Second)
	d.Press("y")
	tries(d, 1)
	d.Say(desk.Finished("ok"))
	seen(d)
	log := logged(d)
	seen(newDesk(t, func(_ *desk.Desk, o *Options) {
		o.Shell = coordinator.NewShell(t.Context(), o.Shell.World, o.Shell.State().Env, "c1", log)
	}))
}

func TestHelp(t *testing.T) {
	d := newDesk(t).Press("?")
	d.Shows(" Writing a message", "   Ctrl+J         new line (also Alt+Enter)", " Everywhere")
	d.Press("esc")
	d.Sees(rule80 + "\n › Ask, or / for commands\n\n small")
	d.Write("what?")
	d.Sees(" › what?\n Enter send   Ctrl+J new line\n small")
}

func TestTitleAndNotification(t *testing.T) {
	d := newDesk(t).Write("say it").Press("enter")
	if got := d.Top.View().WindowTitle; got != "parley: say it" {
		t.Errorf("title %q", got)
	}
	d.Send(tea.BlurMsg{})
	d.Answer("", providers.Call{ID: "k1", Name: "echo", Arguments: `{"say":"\u001b]0;x\u0007 boo"}`})
	if got := d.Top.View().WindowTitle; got != "◆ parley: say it" {
		t.Errorf("title %q", got)
	}
	var raw []string
	for _, x := range d.Out {
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
	d := newDesk(t).Write("kept")
	d.Send(tea.WindowSizeMsg{Width: 39, Height: 11})
	d.Sees("Parley needs 40×12; this is 39×11.")
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
	d.Sees(" › kept\n Enter send   Ctrl+J new line\n small")
	for w := range 45 {
		for h := range 14 {
			d.Send(tea.WindowSizeMsg{Width: w, Height: h})
			if got := strings.Count(d.Top.View().Content, "\n") + 1; got > max(h, 1) {
				t.Fatalf("%d lines on a screen of %d×%d", got, w, h)
			}
		}
	}
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.Sees(" › kept\n Enter send   Ctrl+J new line\n small")
}

func TestAServerThatFails(t *testing.T) {
	d := newDesk(t).Write("hi").Press("enter")
	d.Fail(&providers.Error{Message: "The server said no.", Help: "Ask another one with /model."})
	d.Shows(" ! The server said no. Ask another one with /model.")
	d.Sees(" small")
}
