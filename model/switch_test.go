package model

import (
	"errors"
	"fmt"
	"image/color"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/providers"
	"parley/store"
)

// withScreens gives a desk other screens.
func withScreens(s *fakeScreens) func(*desk, *Options) {
	return func(d *desk, o *Options) { s.t, o.Screens = d.t, s }
}

func TestAnotherConversationIsToldOfTheTerminal(t *testing.T) {
	next := &heard{}
	s := &fakeScreens{next: next}
	d := newDesk(t, withScreens(s))
	profile := tea.ColorProfileMsg{Profile: colorprofile.ANSI256}
	ground := tea.BackgroundColorMsg{Color: color.White}
	d.send(profile)
	d.send(ground)
	d.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	d.send(tea.BlurMsg{})
	d.write("/new").press("enter")
	if d.m != tea.Model(next) {
		t.Fatalf("the screen is a %T:\n%s", d.m, d.screen())
	}
	same(t, s.asked, []string{"conversation "})
	want := []tea.Msg{tea.WindowSizeMsg{Width: 100, Height: 30}, profile, "init", ground, tea.BlurMsg{}}
	for i := range want {
		if i >= len(next.msgs) || next.msgs[i] != want[i] {
			t.Fatalf("it was told %v, want %v", next.msgs, want)
		}
	}
	if len(next.msgs) != len(want) {
		t.Errorf("it was told %v, want %v", next.msgs, want)
	}
}

func TestDraftsAreSavedBeforeTheNextConversationOpens(t *testing.T) {
	s := &fakeScreens{next: &heard{}}
	var d *desk
	var saved []store.Drafts
	s.before = func() { saved = append(saved, d.saved...) }
	d = newDesk(t, withScreens(s))
	modelOf(d).drafts.setMessage("half a thought", d.now)
	d.settle(modelOf(d).begin(""))
	if len(saved) != 1 || saved[0][store.MessageDraft(Composing)].Text != "half a thought" {
		t.Errorf("before the next conversation was opened there was saved %v", saved)
	}
}

func TestAConversationThatDoesNotOpen(t *testing.T) {
	s := &fakeScreens{err: errors.New("the disk is gone; put it back")}
	d := newDesk(t, withScreens(s)).write("/new").press("enter")
	d.shows(" ! the disk is gone; put it back")
	d.write("here").sees(" › here\n Enter send   Shift+Enter new line\n small")
	s.err, s.next = nil, &heard{}
	d.press("ctrl+c").write("/new").press("enter")
	if _, ok := d.m.(*heard); !ok {
		t.Errorf("the second try shows a %T", d.m)
	}
}

func TestDraftsThatCannotBeSavedKeepTheConversation(t *testing.T) {
	s := &fakeScreens{next: &heard{}}
	d := newDesk(t, withScreens(s), func(_ *desk, o *Options) {
		o.SaveDrafts = func(store.Drafts) error { return errors.New("the disk is full") }
	}).write("/new").press("enter")
	same(t, s.asked, nil)
	d.shows(" ! the disk is full")
}

func TestARunningTurnIsNotLeft(t *testing.T) {
	s := &fakeScreens{next: &heard{}}
	d := newDesk(t, withScreens(s)).write("Hello").press("enter")
	d.write("/new").press("enter")
	same(t, s.asked, nil)
	d.shows(" ! A turn runs here. Stop it first with Ctrl+C, then leave; it can be gone on", "   with later.")
	d.press("ctrl+c").write("/new").press("enter")
	same(t, s.asked, []string{"conversation "})
}

// TestWhatIsTypedMeanwhileIsForTheNext holds the saving of the record back, so
// that there is a meanwhile.
func TestWhatIsTypedMeanwhileIsForTheNext(t *testing.T) {
	next := &heard{}
	s := &fakeScreens{next: next}
	d := newDesk(t, withScreens(s))
	d.start()
	m := modelOf(d)
	_, jobs := m.o.Shell.Send(coordinator.Titled{Title: "x"}) // is still to be written
	if len(jobs) != 1 {
		t.Fatalf("%d jobs, want the append", len(jobs))
	}
	d.write("/new").press("enter").write("hi")
	same(t, s.asked, nil)
	d.sees(" opening… · small                                                             x")
	d.settle(func() tea.Msg { in, _ := jobs[0].Perform(t.Context()); return stepOf(in) })
	same(t, s.asked, []string{"conversation "})
	if n := len(next.msgs); n < 2 || next.msgs[n-2].(tea.KeyPressMsg).Text != "h" || next.msgs[n-1].(tea.KeyPressMsg).Text != "i" {
		t.Errorf("it was told %v", next.msgs)
	}
}

func TestAChangeCanBeCalledOff(t *testing.T) {
	s := &fakeScreens{next: &heard{}}
	d := newDesk(t, withScreens(s))
	d.start()
	_, jobs := modelOf(d).o.Shell.Send(coordinator.Titled{Title: "x"})
	d.write("/new").press("enter").write("hi").press("ctrl+c")
	d.sees(" › hi\n Enter send   Shift+Enter new line\n small                                                                        x")
	d.settle(func() tea.Msg { in, _ := jobs[0].Perform(t.Context()); return stepOf(in) })
	same(t, s.asked, nil)
}

func TestAPriceOfAConversationThatWasLeft(t *testing.T) {
	d := newDesk(t)
	d.send(priceMsg{"other/model", price{1, 2}})
	d.sees(" small")
}

func TestAChangeOfTheModelThatCameTooLate(t *testing.T) {
	d := newDesk(t)
	d.send(deltaMsg{of: nil, delta: store.ConfigDelta{}})
	if n := modelOf(d).o.Shell.Log().Len(); n != 0 {
		t.Errorf("%d events, want none", n)
	}
	d.pass(time.Second)
}

func stepOf(in coordinator.Input) tea.Msg { return commands.StepMsg{Input: in} }

func TestAQuestionStaysOpenWhereItIsLeft(t *testing.T) {
	s := &fakeScreens{err: errors.New("no room")}
	d := newDesk(t, withScreens(s)).write("go").press("enter")
	d.answer("", providers.Call{ID: "k", Name: "echo", Arguments: `{"say":"x"}`})
	d.pass(time.Second)
	if !modelOf(d).ask.open {
		t.Fatalf("nothing is asked:\n%s", d.screen())
	}
	d.press("tab", "f")
	if len(s.asked) != 2 || s.asked[1] != "conversation fork-of-c1" {
		t.Errorf("asked for %q", s.asked)
	}
	d.shows(" ! no room")
	d.press("tab")
	d.pass(time.Second)
	d.press("y")
	if modelOf(d).ask.open {
		t.Errorf("the question could not be answered:\n%s", d.screen())
	}
}

// TestOneSaveAtATime: the drafts are not saved by the clock while they are saved
// for leaving.
func TestOneSaveAtATime(t *testing.T) {
	s := &fakeScreens{err: errors.New("no room")}
	var d *desk
	saving, together := 0, 0
	d = newDesk(t, withScreens(s), func(_ *desk, o *Options) {
		o.SaveDrafts = func(store.Drafts) error {
			saving++
			together = max(together, saving)
			if saving == 1 {
				_, cmd := d.m.Update(saveMsg{}) // the clock rings meanwhile
				if cmd != nil {
					if _, ok := cmd().(savedMsg); ok {
						t.Error("a second save began")
					}
				}
			}
			saving--
			return nil
		}
	})
	d.write("/new").press("enter")
	d.shows(" ! no room")
	d.write("draft").pass(time.Second)
	if together != 1 || modelOf(d).drafts.saving || modelOf(d).drafts.dirty {
		t.Errorf("%d saves at a time; %+v", together, modelOf(d).drafts)
	}
}

// TestLeavingWhileDraftsAreSaved: the last save waits for the one under way.
func TestLeavingWhileDraftsAreSaved(t *testing.T) {
	d := newDesk(t)
	d.start()
	m := modelOf(d)
	d.write("half")
	_, first := m.Update(saveMsg{})
	m.Update(tea.KeyPressMsg{Code: '!', Text: "!"})
	if _, cmd := m.Update(keyOf("ctrl+q")); cmd != nil {
		for _, msg := range ran(cmd) {
			if _, quits := msg.(tea.QuitMsg); quits {
				t.Fatal("it left while the drafts were being saved")
			}
		}
	}
	d.settle(first)
	if n := len(d.saved); n != 2 || d.saved[1][store.MessageDraft(Composing)].Text != "half!" {
		t.Errorf("saved %v", d.saved)
	}
	if len(d.out) != 1 || d.out[0] != (tea.QuitMsg{}) {
		t.Errorf("to Bubble Tea went %v", d.out)
	}
}

func TestLeavingTheProgramWhileAnotherConversationOpens(t *testing.T) {
	s := &fakeScreens{next: &heard{}}
	d := newDesk(t, withScreens(s))
	s.before = func() { d.m.Update(keyOf("ctrl+c")) }
	d.write("/new").press("enter")
	if len(d.out) != 1 || d.out[0] != (tea.QuitMsg{}) || len(d.saved) != 1 {
		t.Errorf("to Bubble Tea went %v, saved %d times", d.out, len(d.saved))
	}
}

func TestForkHere(t *testing.T) {
	s := &fakeScreens{next: &heard{}}
	d := newDesk(t, withScreens(s)).write("one").press("enter")
	d.answer("1")
	d.write("two").press("enter")
	d.answer("2")
	log := modelOf(d).o.Shell.Log()
	var second int64 // the turn that must not be in the copy
	for _, e := range log.All() {
		if _, ok := e.Body.(store.TurnStart); ok {
			second = e.Seq
		}
	}
	d.press("tab", "up", "up")
	if e, ok := modelOf(d).pane.Selected(); !ok || e.Plain() != "1" {
		t.Fatalf("selected is %v", e)
	}
	d.press("f")
	same(t, s.asked, []string{fmt.Sprintf("fork c1 at %d", second-1), "conversation fork-of-c1"})
}

func TestForkOfNothing(t *testing.T) {
	s := &fakeScreens{}
	d := newDesk(t, withScreens(s)).write("/fork").press("enter")
	d.shows(" · There is nothing to copy yet.")
	same(t, s.asked, nil)
}

func TestTheConversationIsShownWhereItWasRead(t *testing.T) {
	var kept store.Drafts
	long := func(d *desk) {
		for i := range 12 {
			d.write(fmt.Sprint("question ", i)).press("enter")
			d.answer(fmt.Sprintf("answer %d\n\nwith another line", i))
		}
	}
	d := newDesk(t)
	long(d)
	d.press("pgup", "pgup")
	d.pass(time.Second)
	kept = d.saved[len(d.saved)-1]
	want := strings.Split(d.screen(), "\n")[0:10]
	log := modelOf(d).o.Shell.Log()

	e := newDesk(t, func(e *desk, o *Options) {
		o.Drafts = kept
		o.Shell = coordinator.NewShell(t.Context(), o.Shell.World, o.Shell.State().Env, "c1", log)
	})
	got := strings.Split(e.screen(), "\n")[0:10]
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("line %d is %q, was %q", i, got[i], want[i])
		}
	}
	e.press("pgdown", "pgdown", "pgdown")
	e.pass(time.Second)
	if x, ok := e.saved[len(e.saved)-1][placeKey]; ok {
		t.Errorf("at the end the place is still kept: %+v", x)
	}
}

func TestForkAtADecisionEndsBeforeIt(t *testing.T) {
	s := &fakeScreens{next: &heard{}}
	d := newDesk(t, withScreens(s)).write("go").press("enter")
	d.answer("", providers.Call{ID: "k", Name: "echo", Arguments: `{"say":"x"}`})
	d.pass(time.Second)
	d.press("y")
	d.answer("done")
	var asked int64
	for _, e := range modelOf(d).o.Shell.Log().All() {
		if _, ok := e.Body.(store.PermissionRequest); ok {
			asked = e.Seq
		}
	}
	d.press("tab", "up")
	if e, ok := modelOf(d).pane.Selected(); !ok || !strings.HasPrefix(e.Plain(), "echo") {
		t.Fatalf("selected is %v", e)
	}
	d.press("f")
	same(t, s.asked, []string{fmt.Sprintf("fork c1 at %d", asked), "conversation fork-of-c1"})
}
