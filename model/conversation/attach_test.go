package conversation

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/forms"
	"parley/providers"
	"parley/store"
	"parley/teatest/desk"
	"parley/views/prompt"
)

// shot is an image that a test calls shot.png.
func shot() store.File {
	return store.File{Digest: store.Digest([]byte("x")), Name: "shot.png", Type: "image/png", Bytes: 212_400, Width: 1280, Height: 720}
}

// saidWith are the recorded messages with their images.
func saidWith(d *desk.Desk) (all []store.ChatRequest) {
	for _, ev := range modelOf(d).o.Shell.Log().All() {
		if m, ok := ev.Body.(store.ChatRequest); ok {
			all = append(all, m)
		}
	}
	return all
}

func withShot(d *desk.Desk, _ *Options) { d.Host.Images = map[string]store.File{"shot.png": shot()} }

// TestImagesGoWithAMessage that names them; if one cannot be taken, the message stays
// where it was written, and so does one that was changed meanwhile.
func TestImagesGoWithAMessage(t *testing.T) {
	d := newDesk(t, withShot).Start().Write("what is in @shot.png?").Press("enter")
	want := []store.ChatRequest{{Text: "what is in @shot.png?", Files: []store.File{shot()}}}
	got := saidWith(d)
	for i := range got {
		got[i].Queued = ""
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("said %+v", got)
	}
	d.Shows(" ▌ [image 1: shot.png, 1280×720, 212 kB]")
	d = newDesk(t, withShot).Start().Write("compare @shot.png with @none.png").Press("enter")
	if len(saidWith(d)) > 0 || modelOf(d).composer.Text() != "compare @shot.png with @none.png" {
		t.Errorf("said %+v, %q stands there", saidWith(d), modelOf(d).composer.Text())
	}
	d.Shows(" ! The message was not sent. none.png: no such file or directory.")
	d = newDesk(t, withShot).Start().Write("@shot.png")
	m := modelOf(d)
	cmd := m.submit()
	if again := m.submit(); again != nil {
		t.Error("it is read twice")
	}
	d.Write(" and more").Settle(cmd)
	if len(saidWith(d)) > 0 || m.note != textNotAttached {
		t.Errorf("said %+v, noted %q", saidWith(d), m.note)
	}
	d.Press("enter")
	if len(saidWith(d)) != 1 {
		t.Error("it is not sent afterwards")
	}
}

// TestOnlyWhatIsSeenNamesImages: not what a folded paste holds, nor an argument.
func TestOnlyWhatIsSeenNamesImages(t *testing.T) {
	d := newDesk(t, withShot).Start()
	d.Send(tea.PasteMsg{Content: strings.Repeat("log @shot.png\n", 40)})
	d.Press("enter")
	if got := saidWith(d); len(got) != 1 || got[0].Files != nil {
		t.Errorf("said %+v", got)
	}
	d = newDesk(t, withShot, func(_ *desk.Desk, o *Options) { o.First = "look at @shot.png" }).Start()
	if got := saidWith(d); len(got) != 1 || got[0].Files != nil {
		t.Errorf("said %+v", got)
	}
}

// TestAMessageOfARunNamesNoImages when ↑ brings it back either.
func TestAMessageOfARunNamesNoImages(t *testing.T) {
	for id, want := range map[string]string{coordinator.OfRun: "see @ shot.png", "m1": "see @shot.png"} {
		d := newDesk(t, withShot).Start()
		d.Send(commands.StepMsg{Input: coordinator.Submitted{ID: id, Text: "see @shot.png"}})
		if sent := modelOf(d).composer.History(); !slices.Equal(sent, []string{want}) {
			t.Errorf("%s: ↑ finds %q", id, sent)
		}
	}
}

// TestQueuedImagesOutliveTheProgram.
func TestQueuedImagesOutliveTheProgram(t *testing.T) {
	d := newDesk(t, withShot).Start().Write("one").Press("enter").Write("see @shot.png").Press("enter")
	d.Pass(time.Second)
	saved := d.Saved[len(d.Saved)-1]
	d = newDesk(t, func(_ *desk.Desk, o *Options) { o.Drafts = saved }).Start()
	if got := saidWith(d); len(got) != 1 || got[0].Text != "see @shot.png" || !reflect.DeepEqual(got[0].Files, []store.File{shot()}) {
		t.Errorf("said %+v", got)
	}
}

// asksWhich is a screen with a question for a text, whose default names an image.
func asksWhich(t *testing.T) *desk.Desk {
	q := forms.Question{ID: "q", Text: "Which?", AnswerType: forms.AnswerType{Kind: forms.Text}, Default: json.RawMessage(`"see @proposed.png"`)}
	d := called(t, []forms.Question{q}, []providers.Call{desk.CallOf("c1", "setup", "{}")})
	d.Host.Images = map[string]store.File{"shot.png": shot(), "proposed.png": shot(), "/tmp/shot.png": shot()}
	return d
}

// answersOn are the recorded answers.
func answersOn(d *desk.Desk) (all []store.InquiryResponse) {
	for _, ev := range modelOf(d).o.Shell.Log().All() {
		if a, ok := ev.Body.(store.InquiryResponse); ok {
			a.Prev, a.AnsweredBy = "", nil
			all = append(all, a)
		}
	}
	return all
}

// TestImagesGoWithAnAnswer that is a text and names them; if one cannot be taken, the
// question stays open with what was written.
func TestImagesGoWithAnAnswer(t *testing.T) {
	write := func(d *desk.Desk, texts ...string) *desk.Desk {
		d.Press("enter", "ctrl+u")
		for _, text := range texts {
			d.Send(tea.PasteMsg{Content: text})
		}
		return d
	}
	for _, c := range []struct {
		texts  []string
		answer string
		files  []store.File
	}{
		{[]string{"like @shot.png"}, `"like @shot.png"`, []store.File{shot()}},
		{[]string{"like ", "/tmp/shot.png"}, `"like @/tmp/shot.png "`, []store.File{shot()}},
		{[]string{"as in @proposed.png"}, `"as in @proposed.png"`, nil},
		{[]string{"no image"}, `"no image"`, nil},
	} {
		d := write(asksWhich(t), c.texts...).Press("enter")
		got := answersOn(d)
		if len(got) != 1 || string(got[0].Answer) != c.answer || !reflect.DeepEqual(got[0].Files, c.files) {
			t.Errorf("%q: %+v", c.texts, got)
		}
	}
	d := write(asksWhich(t), "see @none.png").Press("enter")
	if len(answersOn(d)) > 0 || modelOf(d).ask.field.Typed() != "see @none.png" {
		t.Errorf("%+v; %q stands there", answersOn(d), modelOf(d).ask.field.Typed())
	}
	d.Shows("   ! The answer was not given. none.png: no such file or directory.")
	d = write(asksWhich(t), "see @shot.png")
	m := modelOf(d)
	a := prompt.Answered{Value: json.RawMessage(`"see @shot.png"`)}
	cmd := m.moved(a)
	if again := m.moved(a); cmd == nil || again != nil {
		t.Error("it is not read once")
	}
	d.Send(tea.PasteMsg{Content: " and more"})
	d.Settle(cmd)
	if len(answersOn(d)) > 0 {
		t.Errorf("%+v", answersOn(d))
	}
	d.Shows("   ! the answer changed while its images were read; press Enter again")
	d.Press("enter")
	if got := answersOn(d); len(got) != 1 || len(got[0].Files) != 1 {
		t.Errorf("afterwards: %+v", got)
	}
}

// TestNoImageOfAHiddenName: what the asker proposed names none, as it is drawn either.
func TestNoImageOfAHiddenName(t *testing.T) {
	for _, words := range []string{"see \u200b@shot.png", "see @sh\u200bot.png", "see @shot.png\u200b", "\u202esee (\u2060@\"shot.png\"", "see @sh\uFFFDot.png", "see @shot.p\uFFFDng", "see x\uFFFD @\uFFFDshot.png"} {
		q := forms.Question{ID: "q", Text: "Which?", AnswerType: forms.AnswerType{Kind: forms.Text}, Default: json.RawMessage(strconv.Quote(words))}
		d := called(t, []forms.Question{q}, []providers.Call{desk.CallOf("c1", "setup", "{}")})
		d.Host.Images = map[string]store.File{"shot.png": shot()}
		d.Press("enter", "enter")
		if got := answersOn(d); len(got) != 1 || len(got[0].Files) > 0 {
			t.Errorf("%q: %+v", words, got)
		}
	}
}

// TestNoImageOfAProposalThatIsEdited: a name in it was not chosen, also if it was folded, or became one as
// the words beside it went.
func TestNoImageOfAProposalThatIsEdited(t *testing.T) {
	for _, proposed := range []string{strings.Repeat("line\n", 1100) + "see @shot.png", strings.Repeat("line\n", 1100) + "see @sh\u200bot.png", "see @shot.png/2", `see @"shot.png, or`} {
		q := forms.Question{ID: "q", Text: "Which?", AnswerType: forms.AnswerType{Kind: forms.Text}, Default: json.RawMessage(strconv.Quote(proposed))}
		d := called(t, []forms.Question{q}, []providers.Call{desk.CallOf("c1", "setup", "{}")})
		d.Host.Images = map[string]store.File{"shot.png": shot()}
		d.Host.Edit = func(string) (string, error) { return `see @"shot.png"`, nil }
		d.Press("enter", "ctrl+e")
		d.Pass(time.Second)
		d.Press("enter")
		if got := answersOn(d); len(got) != 1 || len(got[0].Files) > 0 {
			t.Errorf("%.20q: %+v", proposed, got)
		}
	}
}

// TestTheImageOnTheClipboard is named where something is written: by a key, by a command, and
// where a terminal pastes nothing.
func TestTheImageOnTheClipboard(t *testing.T) {
	for name, act := range map[string]func(d *desk.Desk){
		"the key":     func(d *desk.Desk) { d.Press("ctrl+v") },
		"the command": func(d *desk.Desk) { d.Write("/paste").Press("enter") },
		"no text":     func(d *desk.Desk) { d.Send(tea.PasteMsg{}) },
	} {
		d := newDesk(t).Start()
		d.Host.Clip = "clipboard-1.png"
		act(d)
		if got := modelOf(d).composer.Text(); got != "@clipboard-1.png " {
			t.Errorf("%s: %q stands there", name, got)
		}
		d.Host.Clip = ""
		act(d)
		d.Shows("")
	}
	d := newDesk(t).Start()
	d.Host.Clip = "clipboard-1.png"
	d.Write("!ls").Press("ctrl+v").Send(tea.PasteMsg{})
	if got := modelOf(d).composer.Text(); got != "ls" {
		t.Errorf("a command becomes %q", got)
	}
	d = asksWhich(t)
	d.Press("enter", "ctrl+u")
	d.Settle(func() tea.Msg { return pastedImageMsg{modelOf(d).o.Shell, "clipboard-1.png", nil} })
	if got := modelOf(d).ask.field.Typed(); got != "@clipboard-1.png " {
		t.Errorf("an answer becomes %q", got)
	}
	d = newDesk(t).Start()
	d.Settle(func() tea.Msg { return pastedImageMsg{nil, "clipboard-1.png", nil} })
	if got := modelOf(d).composer.Text(); got != "" {
		t.Errorf("from a conversation that was left: %q", got)
	}
}

// BenchmarkTwentyImages is a message with as many images as one takes, from the key to the
// picture.
func BenchmarkTwentyImages(b *testing.B) {
	d := newDesk(b, func(d *desk.Desk, _ *Options) {
		d.Host.Images = map[string]store.File{}
		for i := range 20 {
			d.Host.Images[fmt.Sprintf("shot%d.png", i)] = shot()
		}
	}).Start()
	text := "compare"
	for i := range 20 {
		text += fmt.Sprintf(" @shot%d.png", i)
	}
	m := modelOf(d)
	for b.Loop() {
		m.composer.Set(text)
		d.Press("enter")
		if d.Top.View().Content == "" {
			b.Fatal("nothing")
		}
		b.StopTimer()
		d.Press("esc")
		d.Pass(2 * time.Second)
		b.StartTimer()
	}
	if got := saidWith(d); len(got) == 0 || len(got[len(got)-1].Files) != 20 {
		b.Fatalf("said %d messages", len(got))
	}
}
