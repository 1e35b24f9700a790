package prompt

import (
	"encoding/json"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/forms"
	"parley/views/pane"
	"parley/views/text"
)

func hugeField(t testing.TB, kind forms.Kind) Field {
	t.Helper()
	f := NewField(plainTheme(t), forms.Question{ID: "q", Text: "Why?", AnswerType: forms.AnswerType{Kind: kind, Schema: json.RawMessage(`{}`)}}, Rules{CanReply: true, Direct: true}, Draft{})
	return f.Resize(60, 8)
}

func plainTheme(t testing.TB) text.Theme {
	t.Helper()
	th, err := text.NewTheme(text.ThemePlain, text.Unicode())
	if err != nil {
		t.Fatal(err)
	}
	return th
}

// TestAHugeTextOfAnAnswerIsFolded: it appears as a word, is answered in full, survives a
// reply, the menu and a restart, and is deleted as a whole.
func TestAHugeTextOfAnAnswerIsFolded(t *testing.T) {
	huge := strings.Repeat("line of text\n", 200_000)
	f := hugeField(t, forms.Text)
	f, _ = f.Update(Key{Msg: tea.KeyPressMsg{Code: 'a', Text: "a"}})
	f, _ = f.Update(Insert{Text: huge})
	f, _ = f.Update(Key{Msg: tea.KeyPressMsg{Code: 'b', Text: "b"}})
	const shown = "a[paste 1: 200000 lines, 2.6 MB]b"
	if got := f.text.Text(); got != shown {
		t.Fatalf("it shows %.80q, want %q", got, shown)
	}
	if f.Typed() != "a"+huge+"b" || f.Draft().Text != "a"+huge+"b" {
		t.Error("the editor or the drafts get another text")
	}
	f, _ = f.Update(WriteReply{})
	f, _ = f.Update(Insert{Text: huge})
	if got, want := f.text.Text(), "[paste 1: 200000 lines, 2.6 MB]"; got != want || f.Draft().Reply != huge {
		t.Errorf("the reply shows %.80q, want %q", got, want)
	}
	f, _ = f.Update(OpenMenu{})
	f, _ = f.Update(OpenAnswer{})
	again := NewField(plainTheme(t), f.Question, f.Rules, f.Draft())
	for name, x := range map[string]Field{"the menu": f, "a restart": again} {
		if _, act := x.Update(Confirm{}); string(act.(Answered).Value) != string(quote("a"+huge+"b")) {
			t.Errorf("after %s another text is answered", name)
		}
	}
	f = hugeField(t, forms.Text)
	f, _ = f.Update(Insert{Text: huge})
	f, _ = f.Update(Key{Msg: tea.KeyPressMsg{Code: tea.KeyBackspace}})
	if got := f.text.Text(); got != "" {
		t.Errorf("after Backspace it shows %.80q", got)
	}
}

// TestWhatCanBeLaidOutIsNotFolded: nor is a secret.
func TestWhatCanBeLaidOutIsNotFolded(t *testing.T) {
	long := strings.Repeat("x", fieldBytes+1)
	for _, c := range []struct {
		kind   forms.Kind
		text   string
		folded bool
	}{
		{forms.Schema, long[1:], false}, {forms.Schema, long, true}, {forms.Secret, long, false}, {forms.Text, long[1:], false}, {forms.Text, long, true}, {forms.Text, strings.Repeat("a\tb\n", 100), false},
		{forms.Schema, strings.Repeat("1\n", fieldLines), false}, {forms.Schema, strings.Repeat("1\n", fieldLines+1), true}, {forms.Text, strings.Repeat("1\n", fieldLines+1), true},
	} {
		f := hugeField(t, c.kind)
		f, _ = f.Update(Replace{Text: ""})
		f, _ = f.Update(Insert{Text: c.text})
		if folded := len(f.text.Chips) > 0; folded != c.folded {
			t.Errorf("%s of %d bytes: folded %v", c.kind, len(c.text), folded)
		}
	}
}

// TestADefaultOfManyLinesStaysWhole: of one that the editor could not hold, no line is lost.
func TestADefaultOfManyLinesStaysWhole(t *testing.T) {
	value := "[" + strings.Repeat("0,", 12_000) + "0]"
	q := forms.Question{ID: "q", Text: "Which?", Default: json.RawMessage(value), AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage(`{}`)}}
	f := NewField(plainTheme(t), q, Rules{Direct: true}, Draft{}).Resize(60, 8)
	if got, want := f.text.Text(), "[paste 1: 12003 lines, 60.0 kB]"; got != want {
		t.Errorf("it shows %.80q, want %q", got, want)
	}
	if _, act := f.Update(Confirm{}); act == nil || strings.Join(strings.Fields(string(act.(Answered).Value)), "") != value {
		t.Errorf("another value is answered: %.80v", act)
	}
	f, _ = f.Update(Replace{Text: ""})
	f, _ = f.Update(Insert{Text: value[:3] + "\n" + strings.Repeat("0,\n", 12_000) + "x]"})
	if f, _ = f.Update(Confirm{}); len(f.Faults) == 0 || !strings.HasPrefix(f.Faults[0], "line 12002") {
		t.Errorf("it is wrong with %q", f.Faults)
	}
}

// TestAResultOfManyLinesStaysWhole: with one key and another none of it is lost, and nothing was
// edited. What is to run is shown as it is.
func TestAResultOfManyLinesStaysWhole(t *testing.T) {
	result := strings.Repeat("line\n", 12_000)
	p := NewPermission(plainTheme(t), Permission{Tool: "t", Text: "t", Arguments: json.RawMessage(`[` + strings.Repeat("0,", fieldLines) + `0]`), Result: &result})
	p, _ = p.Update(EditFirst{})
	if _, act := p.Update(Confirm{}); act != (Allowed{}) {
		t.Errorf("it is given as %.80v", act)
	}
	if again := NewPermission(plainTheme(t), Permission{Result: &result, Draft: p.Written()}); again.Draft.Edit != "" {
		t.Errorf("a draft of %d bytes is left", len(again.Draft.Edit))
	}
	p, _ = p.Update(Insert{Text: "more"})
	if _, act := p.Update(Confirm{}); act.(Allowed).Edited == nil || *act.(Allowed).Edited != result+"more" {
		t.Errorf("another text is given: %.80v", act)
	}
	if p := NewPermission(plainTheme(t), Permission{Tool: "t", Text: "t", Result: &result, MustEdit: true}); p.edit != nil || !strings.Contains(text.Stripped(strings.Join(p.Draw(60, 12).Lines, "\n")), "line\n") {
		t.Error("it cannot be read before it is given")
	}
	p.Result = nil
	p, _ = p.Update(OpenMenu{})
	p, _ = p.Update(EditFirst{})
	if len(p.edit.Chips) > 0 {
		t.Error("what is to run is folded")
	}
}

// BenchmarkAKeyAfterAHugePaste is a key in an answer that holds ten megabytes.
func BenchmarkAKeyAfterAHugePaste(b *testing.B) {
	f := hugeField(b, forms.Text)
	f, _ = f.Update(Insert{Text: strings.Repeat("line of text\n", 800_000)})
	look := pane.Look{Theme: plainTheme(b), Width: 80}
	for b.Loop() {
		f, _ = f.Update(Key{Msg: tea.KeyPressMsg{Code: 'b', Text: "b"}})
		f.textLines(look)
	}
}
