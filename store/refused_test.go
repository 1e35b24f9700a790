package store

import (
	"strings"
	"testing"
	"time"

	"parley/forms"
)

// TestAnAnswerThatWasRefusedIsToldByWhatItWasTo: by the words and the tool, not by an id.
func TestAnAnswerThatWasRefusedIsToldByWhatItWasTo(t *testing.T) {
	const why = " was refused: it was started by a command (sh)"
	long := strings.Repeat("a", 200)
	for name, c := range map[string]struct {
		asked Body
		want  string
	}{
		"a permission":       {PermissionRequest{ID: "c1.run", Call: "c1", Kind: PermitRun, Tool: "run_command", Text: "go test ./..."}, "an answer to “go test ./...” (run_command)"},
		"of several lines":   {PermissionRequest{ID: "c1.run", Call: "c1", Kind: PermitRun, Tool: "run_command", Text: "make\nmake install"}, "an answer to “make␊make install” (run_command)"},
		"a long one":         {PermissionRequest{ID: "c1.run", Call: "c1", Kind: PermitRun, Tool: "run_command", Text: long}, "an answer to “" + long[:79] + "…” (run_command)"},
		"without words":      {PermissionRequest{ID: "c1.run", Call: "c1", Kind: PermitRun, Tool: "deploy", Text: `{"env":"live"}`, Arguments: []byte(`{"env":"live"}`)}, "an answer to “env: live” (deploy)"},
		"a question":         {InquiryRequest{ID: "c1.run", Call: "c1", Source: Source{Source: "tool", Name: "deploy"}, Question: forms.Question{ID: "q", Text: "Where?"}}, "an answer to “Where?” (deploy)"},
		"of the assistant":   {InquiryRequest{ID: "c1.run", Call: "c1", Source: Source{Source: "assistant"}, Question: forms.Question{ID: "q", Text: "Where?"}}, "an answer to “Where?”"},
		"nothing of record":  {Title{Title: "x"}, "an answer"},
		"what hides its end": {PermissionRequest{ID: "c1.run", Call: "c1", Kind: PermitRun, Tool: "run_command", Text: "a\x1b[2Jb\u202ec"}, "an answer to “a␛[2Jb<U+202E>c” (run_command)"},
	} {
		tr := NewTranscript(Log{})
		for i, b := range []Body{c.asked, AnswerRefused{ID: "c1.run", Via: Via{Program: "sh"}, Reason: "it was started by a command"}} {
			ev, err := New(Head{V: Version, Seq: int64(i + 1), ID: "e", Time: time.Unix(1, 0), Conversation: "c"}, b)
			if err != nil {
				t.Fatal(err)
			}
			tr.Add(ev)
		}
		m, is := tr.At(tr.Len() - 1).Item.(*Mark)
		if !is {
			t.Fatalf("%s: %T", name, tr.At(tr.Len()-1).Item)
		}
		if got, _ := ToUser.Mark(m); got != c.want+why {
			t.Errorf("%s: %q", name, got)
		}
	}
}
