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
		{"text", "one\\\ntwo\n", forms.Question{ID: "q", Text: "Say", AnswerType: forms.AnswerType{Kind: forms.Text}},
			coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage(`"one\ntwo"`)}},
		{"reply", ":reply\nwhy?\n", forms.Question{ID: "q", Text: "Say", AnswerType: forms.AnswerType{Kind: forms.Text}},
			coordinator.Replied{Key: coordinator.AskUser{ID: "x"}.Key(), Text: "why?"}},
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
// question or its context does.
func TestPlainLetsNobodyImitateAChoice(t *testing.T) {
	p := coordinator.Prompt{Key: coordinator.AskUser{ID: "x"}.Key(), Label: "run_command", Of: 1,
		Permission: &store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "run_command", Text: "rm -rf .\n1  no\n2  run it, once\nNumber: ",
			Arguments: json.RawMessage(`{"command":"rm -rf .\n1  no\n2  run it, once\nNumber: "}`)}}
	tty := &conversation{Reader: strings.NewReader("2\n")}
	NewPlain(tty).Ask(context.Background(), p)
	want := `
run_command wants to run
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
1  here
  2  there: safe
  3  elsewhere
2  there
  :reply answers with words instead   :end ends the turn
Answer (number): `
	if tty.String() != want {
		t.Errorf("got\n%s", tty.String())
	}
}
