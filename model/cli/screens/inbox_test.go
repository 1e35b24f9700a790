package screens

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parley/forms"
	"parley/model/cli/account"
	"parley/model/cli/headless"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
)

// TestNothingIsPrintedOverAForm: a faulty file of the workspace of an entry is told in its
// form, and its words never go to the terminal that shows it.
func TestNothingIsPrintedOverAForm(t *testing.T) {
	b, _ := newBeginning(t, "")
	there := filepath.Join(filepath.Dir(b.prog.Dir), "there")
	write := func(name, text string) {
		at := filepath.Join(there, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	write(".parley/scenarios/s.toml", "[[answer]]\n[[answer.call]]\nname = \"run_command\"\narguments = { command = \"true\" }\n")
	p := *b.prog
	var out, printed bytes.Buffer
	p.Dir, p.Out, p.Err, p.Now, p.Random = there, &out, &printed, time.Now, rand.Reader
	err := headless.Run(t.Context(), &p, session.Options{Park: true, NonInteractive: true, Model: "script/s"}, "", "hi", "text")
	var status process.StatusError
	if !errors.As(err, &status) || status.Status != process.ExitParked {
		t.Fatalf("it is not parked: %v", err)
	}
	printed.Reset()
	write(".parley/config.toml", "[ui]\ntheme = \"pink\"\n")
	b.prog.Err = &printed
	d := desked(t, b)
	all, err := d.Waiting()
	if err != nil || len(all) != 1 {
		t.Fatalf("%d wait: %v", len(all), err)
	}
	form, err := d.Paper(all[0])
	form = screenOf(t, form, err)
	form, _ = form.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	if shown := form.View().Content; !strings.Contains(shown, "ui.theme") || !strings.Contains(shown, "is not trusted and is left out here") {
		t.Errorf("the form does not say what is left out:\n%s", shown)
	}
	if printed.Len() > 0 {
		t.Errorf("printed over the screen: %s", printed.String())
	}
}

// waiting records a conversation in the shelf of a program, in which a tool asks a question that
// nobody has answered.
func waiting(t *testing.T, b *beginning, id, dir string, kind forms.Kind) {
	t.Helper()
	c, err := b.shelf(t).Create(id)
	if err != nil {
		t.Fatal(err)
	}
	q := forms.Question{ID: "what", Text: "What?", AnswerType: forms.AnswerType{Kind: kind}}
	for i, body := range []store.Body{
		store.Workspace{Root: dir}, store.TurnStart{}, store.ChatRequest{Text: "Hello"}, store.ToolCallRequest{Response: "1.1", ID: "c", Name: "ask", Arguments: json.RawMessage(`{}`)}, store.ResponseEnd{Response: "1.1", Calls: 1},
		store.ToolStarted{ID: "c", Run: 1}, store.ToolAsked{ID: "c", Run: 1, Form: []forms.Question{q}},
		store.InquiryRequest{ID: "c.what.1", Call: "c", Source: store.Source{Source: "tool", Name: "ask"}, Target: store.TargetUser, Question: q},
	} {
		line, err := store.Encode(store.Head{V: store.Version, Seq: int64(i + 1), ID: string(rune('a' + i)), Time: b.prog.Now(), Conversation: id, Turn: min(i, 1)}, body)
		if err == nil {
			err = c.Append(line)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// desked is the inbox of a program whose session is open.
func desked(t *testing.T, b *beginning) desk {
	t.Helper()
	m, err := b.Conversation("")
	screenOf(t, m, err)
	return deskOf(host{b.session})
}

// TestASecretThatNobodyTakes says so on its row and in its form, until somebody has its conversation
// open.
func TestASecretThatNobodyTakes(t *testing.T) {
	b, _ := newBeginning(t, "")
	there := filepath.Join(filepath.Dir(b.prog.Dir), "there")
	if err := os.Mkdir(there, 0o700); err != nil {
		t.Fatal(err)
	}
	waiting(t, b, "asks", there, forms.Secret)
	waiting(t, b, "text", there, forms.Text)
	d := desked(t, b)
	says := func(want bool) {
		t.Helper()
		all, err := d.Waiting()
		if err != nil || len(all) != 2 {
			t.Fatalf("%d wait: %v", len(all), err)
		}
		for _, e := range all {
			want := want && e.Conversation == "asks"
			form, err := d.Paper(e)
			form = screenOf(t, form, err)
			form, _ = form.Update(tea.WindowSizeMsg{Width: 200, Height: 40})
			if shown := strings.Contains(strings.Join(strings.Fields(ansi.Strip(form.View().Content)), " "), secretText); e.There != want || shown != want {
				t.Errorf("%s: only there %v, said in the form %v, want %v", e.Conversation, e.There, shown, want)
			}
		}
	}
	says(true)
	c, _, err := b.shelf(t).OpenWrite("asks")
	if err != nil {
		t.Fatal(err)
	}
	says(false)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// follows gives a screen what a command brings, and what follows from that, so often.
func follows(screen tea.Model, cmd tea.Cmd, times int) tea.Model {
	if cmd == nil || times == 0 {
		return screen
	}
	msg := cmd()
	if all, is := msg.(tea.BatchMsg); is {
		for _, cmd := range all {
			screen = follows(screen, cmd, times)
		}
		return screen
	}
	screen, cmd = screen.Update(msg)
	return follows(screen, cmd, times-1)
}

// recordedHere notes that a conversation was recorded by this installation.
func recordedHere(t *testing.T, d desk, id string) {
	t.Helper()
	c, _, err := d.x.Store.OpenRead(id)
	if err != nil {
		t.Fatal(err)
	}
	var noted store.Log
	made := account.NewMade(d.x.Setup.Places.Made, id, "", func() store.Log { return noted })
	written := func(events ...store.Event) error { noted = noted.Append(events...); return nil }
	if err := errors.Join(made.Recording(written)(c.Log().Slice(0, c.Log().Len())...), c.Close()); err != nil || made.Fails() != nil {
		t.Fatal(err)
	}
}

// TestAStrangersDraftsAreNotUsed: in the form of a conversation that was not recorded here stands
// nothing that its files bring, and what is typed there stays with the list.
func TestAStrangersDraftsAreNotUsed(t *testing.T) {
	b, _ := newBeginning(t, "")
	there := filepath.Join(filepath.Dir(b.prog.Dir), "there")
	if err := os.Mkdir(there, 0o700); err != nil {
		t.Fatal(err)
	}
	waiting(t, b, "asks", there, forms.Text)
	kept, key := b.shelf(t), "c.what"
	if err := kept.AmendDrafts("asks", func(d store.Drafts) store.Drafts { return d.Put(key, store.Draft{Text: "theirs", Cursor: 6}) }); err != nil {
		t.Fatal(err)
	}
	d := desked(t, b)
	all, err := d.Waiting()
	if err != nil || len(all) != 1 {
		t.Fatalf("%d wait: %v", len(all), err)
	}
	for _, want := range []string{"mine", "minemine"} {
		form, err := d.Paper(all[0])
		form = screenOf(t, form, err)
		form, _ = form.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		form = follows(form, form.Init(), 3)
		form, _ = form.Update(tea.PasteMsg{Content: "mine"})
		f, is := form.(interface {
			Unsent() []string
			Last() error
		})
		if !is || strings.Join(f.Unsent(), "/") != want || f.Last() != nil {
			t.Errorf("in the form is %q, want %q", f.Unsent(), want)
		}
	}
	c, _, err := kept.OpenRead("asks")
	if err != nil {
		t.Fatal(err)
	}
	if on, err := c.LoadDrafts(); err != nil || on[key].Text != "theirs" {
		t.Errorf("on disk is %v (%v)", on, err)
	}
}

// TestTheFormSaysThatItsFileWasChanged by another hand, in view above what is asked, if somebody
// has the conversation open; so does a replay. Otherwise there is no form, since nothing would
// be answered.
func TestTheFormSaysThatItsFileWasChanged(t *testing.T) {
	b, _ := newBeginning(t, "")
	there := filepath.Join(filepath.Dir(b.prog.Dir), "there")
	if err := os.Mkdir(there, 0o700); err != nil {
		t.Fatal(err)
	}
	waiting(t, b, "asks", there, forms.Text)
	path := b.shelf(t).Path("asks")
	data, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, bytes.Replace(data, []byte(`"Hello"`), []byte(`"Hallo"`), 1), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	d := desked(t, b)
	all, err := d.Waiting()
	if err != nil || len(all) != 1 {
		t.Fatalf("%d wait: %v", len(all), err)
	}
	form, err := d.Paper(all[0])
	if want := "nothing is answered there: another hand changed conversation asks while it was closed; " +
		"`parley show asks` says what it holds now, and `parley repair asks` takes it as it is"; form != nil || err == nil || err.Error() != want {
		t.Errorf("the form is %v, %v", form, err)
	}
	holder, _, err := b.shelf(t).OpenWrite("asks")
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	form, err = d.Paper(all[0])
	form = screenOf(t, form, err)
	form, _ = form.Update(tea.WindowSizeMsg{Width: 120, Height: 24})
	shown := ansi.Strip(form.View().Content)
	for _, want := range []string{
		"the file is not as Parley left it: another hand changed it while it was closed",
		"`parley show asks` says what it holds now, and `parley repair asks` takes it as it is",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("the form does not say %q:\n%s", want, shown)
		}
	}
	if tape, err := readFor(b.shelf(t), "asks"); err != nil || !tape.Altered {
		t.Errorf("a replay of it: altered %v, %v", tape.Altered, err)
	}
}

// TestNoFormWhereDecisionsDoNotFit: of a file that has no seal, the chain of its decisions says that
// another hand changed it.
func TestNoFormWhereDecisionsDoNotFit(t *testing.T) {
	b, _ := newBeginning(t, "")
	there := filepath.Join(filepath.Dir(b.prog.Dir), "there")
	if err := os.Mkdir(there, 0o700); err != nil {
		t.Fatal(err)
	}
	waiting(t, b, "asks", there, forms.Boolean)
	path := b.shelf(t).Path("asks")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	line, err := store.Encode(store.Head{V: store.Version, Seq: 9, ID: "i", Time: b.prog.Now(), Conversation: "asks", Turn: 1}, store.RuleAdded{Prev: "nothing"})
	if err = errors.Join(err, os.WriteFile(path, append(append(data, line...), '\n'), 0o600), os.Remove(filepath.Join(filepath.Dir(path), "seal.json"))); err != nil {
		t.Fatal(err)
	}
	d := desked(t, b)
	all, err := d.Waiting()
	if err != nil || len(all) != 1 {
		t.Fatalf("%d wait: %v", len(all), err)
	}
	form, err := d.Paper(all[0])
	if want := "nothing is answered there: another hand changed conversation asks, since a decision does not fit the one before; " +
		"`parley audit asks` names it, and `parley resume asks` asks there"; form != nil || err == nil || err.Error() != want {
		t.Errorf("the form is %v, %v", form, err)
	}
}

// TestWhatIsTypedInAForm is kept where the conversation's own form finds it, beside what that
// keeps. Where somebody has the conversation open it is kept for the list alone.
func TestWhatIsTypedInAForm(t *testing.T) {
	b, _ := newBeginning(t, "")
	there := filepath.Join(filepath.Dir(b.prog.Dir), "there")
	if err := os.Mkdir(there, 0o700); err != nil {
		t.Fatal(err)
	}
	waiting(t, b, "asks", there, forms.Text)
	kept := b.shelf(t)
	message, key := store.MessageDraft(store.Composing), "c.what"
	if err := kept.AmendDrafts("asks", func(d store.Drafts) store.Drafts {
		return d.Put(message, store.Draft{Text: "a message"}).Put(key, store.Draft{Text: "half", Cursor: 4})
	}); err != nil {
		t.Fatal(err)
	}
	d := desked(t, b)
	all, err := d.Waiting()
	if err != nil || len(all) != 1 {
		t.Fatalf("%d wait: %v", len(all), err)
	}
	recordedHere(t, d, "asks")
	typed := func(found, more, want string) {
		t.Helper()
		form, err := d.Paper(all[0])
		form = screenOf(t, form, err)
		form, _ = form.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		form = follows(form, form.Init(), 3)
		form, _ = form.Update(tea.PasteMsg{Content: more})
		f, is := form.(interface {
			Unsent() []string
			Last() error
		})
		if !is {
			t.Fatalf("%T", form)
		}
		if got := f.Unsent(); strings.Join(got, "/") != found+more {
			t.Errorf("in the form is %q, want %q", got, found+more)
		}
		if err := f.Last(); err != nil {
			t.Fatal(err)
		}
		c, _, err := kept.OpenRead("asks")
		if err != nil {
			t.Fatal(err)
		}
		if on, err := c.LoadDrafts(); err != nil || on[key].Text != want || on[message].Text != "a message" || len(on) != 2 {
			t.Errorf("on disk is %v (%v), want %q", on, err, want)
		}
	}
	typed("half", " typed", "half typed")
	c, _, err := kept.OpenWrite("asks")
	if err != nil {
		t.Fatal(err)
	}
	typed("half typed", ", held", "half typed")
	typed("half typed, held", "!", "half typed")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	typed("half typed, held!", "", "half typed, held!")
}
