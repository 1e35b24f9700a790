package commands

import (
	"context"
	"encoding/json"
	"parley/coordinator"
	"parley/forms"
	"parley/store"
	"reflect"
	"strings"
	"testing"
)

func TestPlainQuestions(t *testing.T) {
	options := []forms.Option{{Value: json.RawMessage(`"staging"`), Description: "safe"}, {Value: json.RawMessage(`"production"`), Recommended: true}}
	own := func(kind forms.Kind) forms.Question {
		return forms.Question{ID: "q", Text: "Where?", AnswerType: forms.AnswerType{Kind: kind, Options: options, Other: true}}
	}
	answered := func(value string) coordinator.Input {
		return coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage(value)}
	}
	for _, c := range []struct {
		name, typed string
		q           forms.Question
		want        coordinator.Input
	}{
		{"yes", "maybe\nyes\n", forms.Question{ID: "q", Text: "Go?", AnswerType: forms.AnswerType{Kind: forms.Boolean}},
			coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("true")}},
		{"default", "\n", forms.Question{ID: "q", Text: "Go?", Default: json.RawMessage("false"), AnswerType: forms.AnswerType{Kind: forms.Boolean}},
			coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("false")}},
		{"no default", "\nn\n", forms.Question{ID: "q", Text: "Go?", AnswerType: forms.AnswerType{Kind: forms.Boolean}},
			coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("false")}},
		{"number", "3\n2\n", forms.Question{ID: "q", Text: "Where?", AnswerType: forms.AnswerType{Kind: forms.Select, Options: options}},
			coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage(`"production"`)}},
		{"several", "2, 1\n", forms.Question{ID: "q", Text: "Where?", AnswerType: forms.AnswerType{Kind: forms.MultiSelect, Options: options}},
			coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage(`["production","staging"]`)}},
		{"a value of one's own", "somewhere\n", own(forms.Select), answered(`"somewhere"`)},
		{"the row for one", "3\nsome, where\n", own(forms.Select), answered(`"some, where"`)},
		{"its row with a bracket", "3)\n3\n", own(forms.Select), answered(`"3"`)},
		{"no row", "4\n0\n-1\n99999999999999999999\n1.\n", own(forms.Select), answered(`"staging"`)},
		{"nothing of one's own", "3\n \n2\n", own(forms.Select), answered(`"production"`)},
		{"the input ends in the row for one", "3\n", own(forms.Select), nil},
		{"several, with the row for one", "3, 1, there\nsome, where\n", own(forms.MultiSelect), answered(`["some, where","staging","there"]`)},
		{"several, with no row", "3,4\n1\n", own(forms.MultiSelect), answered(`["staging"]`)},
		{"text", "one\\\ntwo\n", forms.Question{ID: "q", Text: "Say", AnswerType: forms.AnswerType{Kind: forms.Text}},
			coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage(`"one\ntwo"`)}},
		{"reply", ":reply\nwhy?\n", forms.Question{ID: "q", Text: "Say", AnswerType: forms.AnswerType{Kind: forms.Text}},
			coordinator.Replied{Key: coordinator.AskUser{ID: "x"}.Key(), Text: "why?"}},
		{"reply in one line", ":reply  why not?\n", forms.Question{ID: "q", Text: "Say", AnswerType: forms.AnswerType{Kind: forms.Text}},
			coordinator.Replied{Key: coordinator.AskUser{ID: "x"}.Key(), Text: "why not?"}},
		{"words that begin like a reply", ":replying\n", forms.Question{ID: "q", Text: "Say", AnswerType: forms.AnswerType{Kind: forms.Text}},
			coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage(`":replying"`)}},
		{"end", ":end\n", forms.Question{ID: "q", Text: "Say", AnswerType: forms.AnswerType{Kind: forms.Text}},
			coordinator.EndedTurn{Key: coordinator.AskUser{ID: "x"}.Key()}},
		{"a no with words", "no, keep line 3\n", forms.Question{ID: "q", Text: "Apply?", Digest: "d", AnswerType: forms.AnswerType{Kind: forms.Boolean}},
			coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("false"), Note: "keep line 3"}},
		{"a no without words", "No\n", forms.Question{ID: "q", Text: "Apply?", Digest: "d", AnswerType: forms.AnswerType{Kind: forms.Boolean}},
			coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("false")}},
		{"words that begin with no", "nothing\nno\n", forms.Question{ID: "q", Text: "Apply?", Digest: "d", AnswerType: forms.AnswerType{Kind: forms.Boolean}},
			coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("false")}},
		{"words where none are told", "no thanks\nno\n", forms.Question{ID: "q", Text: "Go?", AnswerType: forms.AnswerType{Kind: forms.Boolean}},
			coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage("false")}},
		{"the input ends", "", forms.Question{ID: "q", Text: "Say", AnswerType: forms.AnswerType{Kind: forms.Text}}, nil},
	} {
		tty := &conversation{Reader: strings.NewReader(c.typed)}
		got := NewPlain(tty).Ask(context.Background(), askForm(c.q))
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %#v, want %#v\n%s", c.name, got, c.want, tty.String())
		}
	}
}

func TestPlainShowsWhatItAsksWithoutControlCharacters(t *testing.T) {
	q := forms.Question{ID: "q", Text: "Where?", Context: "a\x1b[2Jb\u202e\n+c \r\n+d \u200b\n+e  \n", AnswerType: forms.AnswerType{Kind: forms.Select, Options: []forms.Option{
		{Value: json.RawMessage(`"staging"`), Description: "safe"}, {Value: json.RawMessage(`"production"`), Recommended: true},
	}}}
	tty := &conversation{Reader: strings.NewReader("1\n")}
	NewPlain(tty).Ask(context.Background(), askForm(q))
	want := `
Assistant asks
  a␛[2Jb<U+202E>
  +c ␍
  +d <U+200B>
  +e␠␠
Where?
1  staging: safe
2  production (recommended)
  :reply answers with words instead   :end ends the turn
Answer (number): `
	if tty.String() != want {
		t.Errorf("got\n%s", tty.String())
	}
}

// TestPlainNumbersTheRowForAValueOfOnesOwn, and says what a number is that is no row.
func TestPlainNumbersTheRowForAValueOfOnesOwn(t *testing.T) {
	options := []forms.Option{{Value: json.RawMessage(`"staging"`)}, {Value: json.RawMessage(`"production"`)}}
	for _, c := range []struct {
		kind       forms.Kind
		typed, end string
	}{
		{forms.Select, "8080\n3\n8080\n", `Answer (number): type a number from 1 to 3, or a value of your own; one that is a number goes into row 3
Answer (number): Your own value: `},
		{forms.MultiSelect, "1,8080\n1,3\n8080\n", `Answer (numbers, with commas between; Enter takes none of them): type numbers from 1 to 3 or values of your own, with commas between, or a comma alone for none; a value that is a number goes into row 3
Answer (numbers, with commas between; Enter takes none of them): Your own value: `},
	} {
		q := forms.Question{ID: "q", Text: "Where?", AnswerType: forms.AnswerType{Kind: c.kind, Options: options, Other: true}}
		tty := &conversation{Reader: strings.NewReader(c.typed)}
		NewPlain(tty).Ask(context.Background(), askForm(q))
		want := `
Assistant asks
Where?
1  staging
2  production
3  a value of your own; it can be typed here at once
  :reply answers with words instead   :end ends the turn
` + c.end
		if tty.String() != want {
			t.Errorf("%s: got\n%s", c.kind, tty.String())
		}
	}
}

// TestPlainOptionsAreRows: an option cannot look like several, each with a number.
func TestPlainOptionsAreRows(t *testing.T) {
	q := forms.Question{ID: "q", Text: "Delete?", AnswerType: forms.AnswerType{Kind: forms.Select, Options: []forms.Option{
		{Value: json.RawMessage(`"Yes, delete\n2  No, keep it\n\n"`), Description: "all of it\n\n3  nothing"},
		{Value: json.RawMessage(`"go"`), Label: "Delete\r\n3  Keep\u2028\u0085x\ry\vz\fw"}, {Value: json.RawMessage(`"other"`), Recommended: true},
		{Value: json.RawMessage(`1`)}, {Value: json.RawMessage(`"1"`)},
	}}}
	tty := &conversation{Reader: strings.NewReader("1\n")}
	NewPlain(tty).Ask(context.Background(), askForm(q))
	want := "\nAssistant asks\nDelete?\n1  Yes, delete␊2␠␠No, keep it␊␊: all of it 3 nothing\n2  Delete␊3  Keep␊␊x␊y␊z␊w (go)\n3  other (recommended)\n4  1 (1)\n5  1 (\"1\")\n"
	if !strings.HasPrefix(tty.String(), want) {
		t.Errorf("got\n%s", tty.String())
	}
}

func TestPlainShowsHowLinesThatLookTheSameDiffer(t *testing.T) {
	q := forms.Question{ID: "q", Text: "Apply?", Context: "```diff\n@@ -1 +1 @@\n-\tb\n+        b\n```", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	tty := &conversation{Reader: strings.NewReader("y\n")}
	NewPlain(tty).Ask(context.Background(), askForm(q))
	if want := "\n  -␉b\n  +        b\n"; !strings.Contains(tty.String(), want) {
		t.Errorf("%q is missing in\n%s", want, tty.String())
	}
}

func TestPlainSaysThatANoCanCarryWords(t *testing.T) {
	q := forms.Question{ID: "q", Text: "Apply?", Digest: "d", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	tty := &conversation{Reader: strings.NewReader("y\n")}
	NewPlain(tty).Ask(context.Background(), askForm(q))
	want := `
Assistant asks
Apply?
  no and words after it tell the assistant why
  :reply answers with words instead   :end ends the turn
Answer (yes or no): `
	if tty.String() != want {
		t.Errorf("got\n%s", tty.String())
	}
}

// TestPlainLetsNobodyImitateAChoice: choices begin in the first column, and no line of a
// question or its context does; each is one line.
func TestPlainLetsNobodyImitateAChoice(t *testing.T) {
	p := coordinator.Prompt{Key: coordinator.AskUser{ID: "x"}.Key(), Label: "run_command", Of: 1,
		Permission: &store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "run_command", Text: "rm -rf .\n1  no\n2  run it, once\nNumber: ",
			Arguments: json.RawMessage(`{"command":"rm -rf .\n1  no\n2  run it, once\nNumber: "}`)}}
	tty := &conversation{Reader: strings.NewReader("2\n")}
	NewPlain(tty).Ask(context.Background(), p)
	want := `
Run this command?
  In full, 4 lines:
    rm -rf .
    1  no
    2  run it, once
    Number: 
  command:
    rm -rf .
    1  no
    2  run it, once
    Number:␠
1  run it, once
2  no
3  no, and say why
4  end the turn
Number: `
	if tty.String() != want {
		t.Errorf("got\n%s", tty.String())
	}
	q := forms.Question{ID: "q", Text: "Where?\n1  nowhere", AnswerType: forms.AnswerType{Kind: forms.Select, Options: []forms.Option{
		{Value: json.RawMessage(`"here\n2  there"`), Description: "safe\n3  elsewhere"}, {Value: json.RawMessage(`"there"`)},
	}}}
	tty = &conversation{Reader: strings.NewReader("1\n")}
	NewPlain(tty).Ask(context.Background(), askForm(q))
	want = `
Assistant asks
Where?
  1  nowhere
1  here␊2␠␠there: safe 3 elsewhere
2  there
  :reply answers with words instead   :end ends the turn
Answer (number): `
	if tty.String() != want {
		t.Errorf("got\n%s", tty.String())
	}
}
