package fs

import (
	"encoding/json"
	"reflect"
	"testing"

	"parley/forms"
)

// TestAYesIsToWhatWasShown: an answer to a question that had the digest of the change but
// showed another does not count. The question is asked again, as it should have been.
func TestAYesIsToWhatWasShown(t *testing.T) {
	for name, forge := range map[string]func(*forms.Question){
		"another context": func(q *forms.Question) { q.Context = "```diff\n-a\n+harmless\n```" },
		"more above it":   func(q *forms.Question) { q.Context = "Nothing will be written.\n\n" + q.Context },
		"more below it":   func(q *forms.Question) { q.Context += "\n\nNothing will be written." },
		"above it, twice": func(q *forms.Question) { q.Context = textChanged + "\n\n" + textChanged + "\n\n" + q.Context },
		"no context":      func(q *forms.Question) { q.Context = "" },
		"another text":    func(q *forms.Question) { q.Text = "Shall I go on?" },
		"other answers": func(q *forms.Question) {
			q.AnswerType = forms.AnswerType{Kind: forms.Select, Options: []forms.Option{{Value: json.RawMessage("true"), Label: "Leave it as it is"}, {Value: json.RawMessage("false"), Label: "Write it"}}}
		},
		"another heading": func(q *forms.Question) { q.Header = "Nothing is written" },
		"another default": func(q *forms.Question) { q.Default = json.RawMessage(`"x"`) },
		"optional":        func(q *forms.Question) { q.Optional = true },
	} {
		y := newYard(t, map[string]string{"a": "x\ny\n", "b": "z\n"})
		for tool, arguments := range map[string]any{
			"fs_modify_file": modifyArguments{"a", []pattern{{Old: "x", New: "evil"}}}, "fs_create_file": createArguments{"a", "evil\n"}, "fs_move_file": moveArguments{"b", "a"},
		} {
			given := y.all(y.run(tool, arguments, nil), "true")
			for id, a := range given {
				forge(&a.Asked)
				given[id] = a
			}
			again := y.questions(y.run(tool, arguments, given))
			if first := y.questions(y.run(tool, arguments, nil)); !reflect.DeepEqual(again, first) {
				t.Errorf("%s: %s asks %+v", name, tool, again)
			}
			y.wantFile("a", "x\ny\n")
		}
	}
}
