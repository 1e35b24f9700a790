package conversation

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
	"parley/model/kit"
	"parley/providers"
	"parley/store"
	"parley/teatest/desk"
)

// withScreens gives a desk other screens.
func withScreens(s *desk.Screens) func(*desk.Desk, *Options) {
	return func(d *desk.Desk, o *Options) { s.T, o.Screens = d.T, s }
}

func TestAnotherConversationIsToldOfTheTerminal(t *testing.T) {
	next := &desk.Heard{}
	s := &desk.Screens{Next: next}
	d := newDesk(t, withScreens(s))
	profile := tea.ColorProfileMsg{Profile: colorprofile.ANSI256}
	ground := tea.BackgroundColorMsg{Color: color.White}
	d.Send(profile)
	d.Send(ground)
	d.Send(tea.WindowSizeMsg{Width: 100, Height: 30})
	d.Send(tea.BlurMsg{})
	d.Write("/new").Press("enter")
	if d.Top != tea.Model(next) {
		t.Fatalf("the screen is a %T:\n%s", d.Top, d.Screen())
	}
	desk.Same(t, s.Asked, []string{"conversation "})
	want := []tea.Msg{tea.WindowSizeMsg{Width: 100, Height: 30}, profile, kit.SeenMsg{Key: "enter"}, "init", ground, tea.BlurMsg{}}
	for i := range want {
		if i >= len(next.Msgs) || next.Msgs[i] != want[i] {
			t.Fatalf("it was told %v, want %v", next.Msgs, want)
		}
	}
	if len(next.Msgs) != len(want) {
		t.Errorf("it was told %v, want %v", next.Msgs, want)
	}
}

func TestDraftsAreSavedBeforeTheNextConversationOpens(t *testing.T) {
	s := &desk.Screens{Next: &desk.Heard{}}
	var d *desk.Desk
	var saved []store.Drafts
	s.Before = func() { saved = append(saved, d.Saved...) }
	d = newDesk(t, withScreens(s))
	modelOf(d).drafts.setMessage("half a thought", d.Now)
	d.Settle(modelOf(d).begin(""))
	if len(saved) != 1 || saved[0][store.MessageDraft(store.Composing)].Text != "half a thought" {
		t.Errorf("before the next conversation was opened there was saved %v", saved)
	}
}

func TestAConversationThatDoesNotOpen(t *testing.T) {
	s := &desk.Screens{Err: errors.New("the disk is gone; put it back")}
	d := newDesk(t, withScreens(s)).Write("/new").Press("enter")
	d.Shows(" ! the disk is gone; put it back")
	d.Write("here").Sees(" › here\n Enter send   Ctrl+J new line\n small")
	s.Err, s.Next = nil, &desk.Heard{}
	d.Press("ctrl+c").Write("/new").Press("enter")
	if _, ok := d.Top.(*desk.Heard); !ok {
		t.Errorf("the second try shows a %T", d.Top)
	}
}

func TestDraftsThatCannotBeSavedKeepTheConversation(t *testing.T) {
	s := &desk.Screens{Next: &desk.Heard{}}
	d := newDesk(t, withScreens(s), func(_ *desk.Desk, o *Options) {
		o.SaveDrafts = func(store.Drafts) error { return errors.New("the disk is full") }
	}).Write("/new").Press("enter")
	desk.Same(t, s.Asked, nil)
	d.Shows(" ! the disk is full")
}

func TestARunningTurnIsNotLeft(t *testing.T) {
	s := &desk.Screens{Next: &desk.Heard{}}
	d := newDesk(t, withScreens(s)).Write("Hello").Press("enter")
	d.Write("/new").Press("enter")
	desk.Same(t, s.Asked, nil)
	d.Shows(" ! A turn runs here. Stop it first with Ctrl+C, then leave; you can continue", "   it later.")
	d.Press("ctrl+c").Write("/new").Press("enter")
	desk.Same(t, s.Asked, []string{"conversation "})
}

// TestWhatIsTypedMeanwhileIsForTheNext delays the saving of the record, so that there is a
// meanwhile.
func TestWhatIsTypedMeanwhileIsForTheNext(t *testing.T) {
	next := &desk.Heard{}
	s := &desk.Screens{Next: next}
	d := newDesk(t, withScreens(s))
	d.Start()
	m := modelOf(d)
	_, jobs := m.o.Shell.Send(coordinator.Titled{Title: "x"}) // is still to be written
	if len(jobs) != 1 {
		t.Fatalf("%d jobs, want the append", len(jobs))
	}
	d.Write("/new").Press("enter").Write("hi")
	desk.Same(t, s.Asked, nil)
	d.Sees(" opening… · small")
	d.Settle(func() tea.Msg { in, _ := jobs[0].Perform(t.Context()); return stepOf(in) })
	desk.Same(t, s.Asked, []string{"conversation "})
	if n := len(next.Msgs); n < 2 || next.Msgs[n-2].(tea.KeyPressMsg).Text != "h" || next.Msgs[n-1].(tea.KeyPressMsg).Text != "i" {
		t.Errorf("it was told %v", next.Msgs)
	}
}

func TestAChangeCanBeCalledOff(t *testing.T) {
	s := &desk.Screens{Next: &desk.Heard{}}
	d := newDesk(t, withScreens(s))
	d.Start()
	_, jobs := modelOf(d).o.Shell.Send(coordinator.Titled{Title: "x"})
	d.Write("/new").Press("enter").Write("hi").Press("ctrl+c")
	d.Sees(" › hi\n Enter send   Ctrl+J new line\n small")
	d.Settle(func() tea.Msg { in, _ := jobs[0].Perform(t.Context()); return stepOf(in) })
	desk.Same(t, s.Asked, nil)
}

func TestAPriceOfAConversationThatWasLeft(t *testing.T) {
	d := newDesk(t)
	d.Send(factsMsg{"other/model", kit.Facts{Window: 10, Price: kit.Price{In: 1, Out: 2}}})
	d.Sees(" small")
}

func TestAChangeOfTheModelThatCameTooLate(t *testing.T) {
	d := newDesk(t)
	d.Send(deltaMsg{of: nil, delta: store.ConfigDelta{}})
	if n := modelOf(d).o.Shell.Log().Len(); n != 0 {
		t.Errorf("%d events, want none", n)
	}
	d.Pass(time.Second)
}

func stepOf(in coordinator.Input) tea.Msg { return commands.StepMsg{Input: in} }

func TestAQuestionStaysOpenWhereItIsLeft(t *testing.T) {
	s := &desk.Screens{Err: errors.New("no room")}
	d := newDesk(t, withScreens(s)).Write("go").Press("enter")
	d.Answer("", providers.Call{ID: "k", Name: "echo", Arguments: `{"say":"x"}`})
	d.Pass(time.Second)
	if !modelOf(d).ask.open {
		t.Fatalf("nothing is asked:\n%s", d.Screen())
	}
	d.Press("tab", "f")
	if len(s.Asked) != 2 || s.Asked[1] != "conversation fork-of-c1" {
		t.Errorf("asked for %q", s.Asked)
	}
	d.Shows(" ! no room")
	d.Press("tab")
	d.Pass(time.Second)
	d.Press("y")
	if modelOf(d).ask.open {
		t.Errorf("the question could not be answered:\n%s", d.Screen())
	}
}

// TestOneSaveAtATime: the clock does not save the drafts while they are saved for leaving.
func TestOneSaveAtATime(t *testing.T) {
	s := &desk.Screens{Err: errors.New("no room")}
	var d *desk.Desk
	saving, together := 0, 0
	d = newDesk(t, withScreens(s), func(_ *desk.Desk, o *Options) {
		o.SaveDrafts = func(store.Drafts) error {
			saving++
			together = max(together, saving)
			if saving == 1 {
				_, cmd := d.Top.Update(saveMsg{}) // the clock rings meanwhile
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
	d.Write("/new").Press("enter")
	d.Shows(" ! no room")
	d.Write("draft").Pass(time.Second)
	if together != 1 || modelOf(d).drafts.saving || modelOf(d).drafts.dirty {
		t.Errorf("%d saves at a time; %+v", together, modelOf(d).drafts)
	}
}

// TestLeavingWhileDraftsAreSaved: the last save waits for the one in progress.
func TestLeavingWhileDraftsAreSaved(t *testing.T) {
	d := newDesk(t)
	d.Start()
	m := modelOf(d)
	d.Write("half")
	_, first := m.Update(saveMsg{})
	m.Update(tea.KeyPressMsg{Code: '!', Text: "!"})
	if _, cmd := m.Update(desk.KeyOf("ctrl+q")); cmd != nil {
		for _, msg := range desk.Ran(cmd) {
			if _, quits := msg.(tea.QuitMsg); quits {
				t.Fatal("it left while the drafts were being saved")
			}
		}
	}
	d.Settle(first)
	if n := len(d.Saved); n != 2 || d.Saved[1][store.MessageDraft(store.Composing)].Text != "half!" {
		t.Errorf("saved %v", d.Saved)
	}
	if len(d.Out) != 1 || d.Out[0] != (tea.QuitMsg{}) {
		t.Errorf("to Bubble Tea went %v", d.Out)
	}
}

// TestWhyDraftsAreNotSavedIsSaidOnce, and again when it failed after a save that did not.
func TestWhyDraftsAreNotSavedIsSaidOnce(t *testing.T) {
	full := errors.New("the disk is full")
	fault := full
	d := newDesk(t, func(_ *desk.Desk, o *Options) { o.SaveDrafts = func(store.Drafts) error { return fault } })
	said := func(want int) {
		t.Helper()
		if got := strings.Count(d.Screen(), "the disk is full"); got != want {
			t.Errorf("it is said %d times, want %d:\n%s", got, want, d.Screen())
		}
	}
	for range 3 {
		d.Write("a").Pass(time.Second)
	}
	said(1)
	fault = nil
	d.Write("b").Pass(time.Second)
	fault = full
	d.Write("c").Pass(time.Second)
	said(2)
}

// TestTheLastSaveOfAProgramThatIsEnded saves what was typed in the last moment, and no save
// that comes later replaces it.
func TestTheLastSaveOfAProgramThatIsEnded(t *testing.T) {
	d := newDesk(t)
	d.Start()
	m := modelOf(d)
	d.Write("half")
	_, late := m.Update(saveMsg{})
	m.Update(tea.KeyPressMsg{Code: '!', Text: "!"})
	for range 2 {
		if err := m.Last(); err != nil {
			t.Fatal(err)
		}
	}
	desk.Ran(late)
	if n := len(d.Saved); n != 1 || d.Saved[0][store.MessageDraft(store.Composing)].Text != "half!" {
		t.Errorf("saved %v", d.Saved)
	}
}

// TestTheSaveUnderWayOfAProgramThatIsEnded is waited for, and not done twice.
func TestTheSaveUnderWayOfAProgramThatIsEnded(t *testing.T) {
	d := newDesk(t)
	d.Start()
	m := modelOf(d)
	d.Write("all")
	_, save := m.Update(saveMsg{})
	if err := m.Last(); err != nil {
		t.Fatal(err)
	}
	desk.Ran(save)
	if n := len(d.Saved); n != 1 || d.Saved[0][store.MessageDraft(store.Composing)].Text != "all" {
		t.Errorf("saved %v", d.Saved)
	}
}

func TestLeavingTheProgramWhileAnotherConversationOpens(t *testing.T) {
	s := &desk.Screens{Next: &desk.Heard{}}
	d := newDesk(t, withScreens(s))
	s.Before = func() { d.Top.Update(desk.KeyOf("ctrl+c")) }
	d.Write("/new").Press("enter")
	if len(d.Out) != 1 || d.Out[0] != (tea.QuitMsg{}) || len(d.Saved) != 1 {
		t.Errorf("to Bubble Tea went %v, saved %d times", d.Out, len(d.Saved))
	}
}

func TestForkHere(t *testing.T) {
	s := &desk.Screens{Next: &desk.Heard{}}
	d := newDesk(t, withScreens(s)).Write("one").Press("enter")
	d.Answer("1")
	d.Write("two").Press("enter")
	d.Answer("2")
	log := modelOf(d).o.Shell.Log()
	var second int64 // the turn that must not be in the copy
	for _, e := range log.All() {
		if _, ok := e.Body.(store.TurnStart); ok {
			second = e.Seq
		}
	}
	d.Press("tab", "up", "up")
	if e, ok := modelOf(d).pane.Selected(); !ok || e.Plain() != "1" {
		t.Fatalf("selected is %v", e)
	}
	d.Press("f")
	desk.Same(t, s.Asked, []string{fmt.Sprintf("fork c1 at %d", second-1), "conversation fork-of-c1"})
}

func TestForkOfNothing(t *testing.T) {
	s := &desk.Screens{}
	d := newDesk(t, withScreens(s)).Write("/fork").Press("enter")
	d.Shows(" · There is nothing to copy yet.")
	desk.Same(t, s.Asked, nil)
}

func TestTheConversationIsShownWhereItWasRead(t *testing.T) {
	var kept store.Drafts
	long := func(d *desk.Desk) {
		for i := range 12 {
			d.Write(fmt.Sprint("question ", i)).Press("enter")
			d.Answer(fmt.Sprintf("answer %d\n\nwith another line", i))
		}
	}
	d := newDesk(t)
	long(d)
	d.Press("pgup", "pgup")
	d.Pass(time.Second)
	kept = d.Saved[len(d.Saved)-1]
	want := strings.Split(d.Screen(), "\n")[0:10]
	log := modelOf(d).o.Shell.Log()

	e := newDesk(t, func(e *desk.Desk, o *Options) {
		o.Drafts = kept
		o.Shell = coordinator.NewShell(t.Context(), o.Shell.World, o.Shell.State().Env, "c1", log)
	})
	got := strings.Split(e.Screen(), "\n")[0:10]
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("line %d is %q, was %q", i, got[i], want[i])
		}
	}
	wrong := newDesk(t, func(e *desk.Desk, o *Options) {
		o.Drafts, o.Wrong = kept, []string{"another hand changed it"}
		o.Shell = coordinator.NewShell(t.Context(), o.Shell.World, o.Shell.State().Env, "c1", log)
	})
	wrong.Shows(" ! another hand changed it") // not below what was read

	e.Press("pgdown", "pgdown", "pgdown")
	e.Pass(time.Second)
	if x, ok := e.Saved[len(e.Saved)-1][placeKey]; ok {
		t.Errorf("at the end the place is still kept: %+v", x)
	}
}

func TestForkAtADecisionEndsBeforeIt(t *testing.T) {
	s := &desk.Screens{Next: &desk.Heard{}}
	d := newDesk(t, withScreens(s)).Write("go").Press("enter")
	d.Answer("", providers.Call{ID: "k", Name: "echo", Arguments: `{"say":"x"}`})
	d.Pass(time.Second)
	d.Press("y")
	d.Answer("done")
	var asked int64
	for _, e := range modelOf(d).o.Shell.Log().All() {
		if _, ok := e.Body.(store.PermissionRequest); ok {
			asked = e.Seq
		}
	}
	d.Press("tab", "up")
	if e, ok := modelOf(d).pane.Selected(); !ok || !strings.HasPrefix(e.Plain(), "echo") {
		t.Fatalf("selected is %v", e)
	}
	d.Press("f")
	desk.Same(t, s.Asked, []string{fmt.Sprintf("fork c1 at %d", asked), "conversation fork-of-c1"})
}

// TestACallBesideAQuestionIsNotLeft: what it does would be cut off, and the fork would say that the program
// had stopped. Once it has ended, the question alone keeps nobody.
func TestACallBesideAQuestionIsNotLeft(t *testing.T) {
	s := &desk.Screens{Next: &desk.Heard{}}
	var slow desk.Slow
	d := newDesk(t, withScreens(s), func(d *desk.Desk, o *Options) {
		slow = d.Slow()
		env := o.Shell.State().Env
		env.Tools = desk.Registry(t, desk.Echo{}, slow)
		o.Shell.SetEnv(env)
	}).Write("go").Press("enter")
	d.Answer("", desk.CallOf("e", "echo", `{"say":"x"}`), desk.CallOf("s", "slow", `{}`))
	d.Pass(time.Second)
	d.Press("tab", "up", "f")
	desk.Same(t, s.Asked, nil)
	d.Shows(" ! A turn runs here. Stop it first with Ctrl+C, then leave; you can continue", "   it later.")
	slow.End("done")
	d.Press("f")
	if len(s.Asked) != 2 || !strings.HasPrefix(s.Asked[0], "fork c1 at ") {
		t.Errorf("asked for %q", s.Asked)
	}
}
