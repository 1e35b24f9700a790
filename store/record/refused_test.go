package record

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"parley/forms"
	"parley/store"
)

// TestAnAnswerThatWasRefusedIsToldByWhatItWasTo: by the words and the tool, not by an id.
func TestAnAnswerThatWasRefusedIsToldByWhatItWasTo(t *testing.T) {
	const why = " was refused: it was started by a command (sh)"
	long := strings.Repeat("a", 200)
	for name, c := range map[string]struct {
		asked store.Body
		want  string
	}{
		"a permission":       {store.PermissionRequest{ID: "c1.run", Call: "c1", Kind: store.PermitRun, Tool: "run_command", Text: "go test ./..."}, "an answer to “go test ./...” (run_command)"},
		"of several lines":   {store.PermissionRequest{ID: "c1.run", Call: "c1", Kind: store.PermitRun, Tool: "run_command", Text: "make\nmake install"}, "an answer to “make␊make install” (run_command)"},
		"a long one":         {store.PermissionRequest{ID: "c1.run", Call: "c1", Kind: store.PermitRun, Tool: "run_command", Text: long}, "an answer to “" + long[:79] + "…” (run_command)"},
		"without words":      {store.PermissionRequest{ID: "c1.run", Call: "c1", Kind: store.PermitRun, Tool: "deploy", Text: `{"env":"live"}`, Arguments: []byte(`{"env":"live"}`)}, "an answer to “env: live” (deploy)"},
		"a question":         {store.InquiryRequest{ID: "c1.run", Call: "c1", Source: store.Source{Source: "tool", Name: "deploy"}, Question: forms.Question{ID: "q", Text: "Where?"}}, "an answer to “Where?” (deploy)"},
		"of the assistant":   {store.InquiryRequest{ID: "c1.run", Call: "c1", Source: store.Source{Source: "assistant"}, Question: forms.Question{ID: "q", Text: "Where?"}}, "an answer to “Where?”"},
		"nothing of record":  {store.Title{Title: "x"}, "an answer"},
		"what hides its end": {store.PermissionRequest{ID: "c1.run", Call: "c1", Kind: store.PermitRun, Tool: "run_command", Text: "a\x1b[2Jb\u202ec"}, "an answer to “a␛[2Jb<U+202E>c” (run_command)"},
	} {
		tr := NewTranscript(store.Log{})
		for i, b := range []store.Body{c.asked, store.AnswerRefused{ID: "c1.run", Via: store.Via{Program: "sh"}, Reason: "it was started by a command"}} {
			ev, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: "e", Time: time.Unix(1, 0), Conversation: "c"}, b)
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

// TestTheAuditHasRefusedAnswers: who tried, to what, and why not; they decide nothing, and stay
// with what their tool asked.
func TestTheAuditHasRefusedAnswers(t *testing.T) {
	l := store.Log{}
	for i, b := range []store.Body{
		store.PermissionRequest{ID: "c1.run", Call: "c1", Kind: store.PermitRun, Tool: "run_command", Text: "go test ./..."},
		store.AnswerRefused{ID: "c1.run", Via: store.Via{Program: "sh", PID: 7}, Reason: "it was started by a command"},
		store.AnswerRefused{ID: "c9.run", Reason: "it has\nno terminal"},
		store.PermissionResponse{ID: "c1.run", Outcome: store.PermitAllowed, Scope: store.ScopeOnce, By: store.ByUser},
	} {
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: "e" + string(rune('1'+i)), Time: time.Unix(int64(i), 0).UTC(), Conversation: "c", Turn: 1}, b)
		if err != nil {
			t.Fatal(err)
		}
		l = l.Append(ev)
	}
	a := NewAudit(l)
	at := func(s int64) time.Time { return time.Unix(s, 0).UTC() }
	want := []Decided{
		{Seq: 2, Turn: 1, Asked: at(1), Closed: at(1), Kind: KindRefused, ID: "e2", AnswerTo: "c1.run", Tool: "run_command", Text: "An answer to “go test ./...” (run_command)", Outcome: KindRefused, Reason: "it was started by a command", Via: &store.Via{Program: "sh", PID: 7}},
		{Seq: 3, Turn: 1, Asked: at(2), Closed: at(2), Kind: KindRefused, ID: "e3", AnswerTo: "c9.run", Text: "An answer", Outcome: KindRefused, Reason: "it has\nno terminal", Via: &store.Via{}},
	}
	if len(a.Decisions) != 3 || !reflect.DeepEqual(a.Decisions[1:], want) || a.Decisions[0].Outcome != store.PermitAllowed {
		t.Errorf("%+v", a.Decisions)
	}
	if only := a.Only("run_command", "").Decisions; len(only) != 2 {
		t.Errorf("%+v", only)
	}
	for _, line := range []string{
		"1970-01-01T00:00:01Z  An answer to “go test ./...” (run_command) was refused: it was started by a command (sh)\n",
		"1970-01-01T00:00:02Z  An answer was refused: it has␊no terminal\n",
	} {
		if !strings.Contains(a.Words(), line) {
			t.Errorf("no %q in\n%s", line, a.Words())
		}
	}
}

// TestAnIDIsOneLineOfTheAudit: the file may be another program's.
func TestAnIDIsOneLineOfTheAudit(t *testing.T) {
	a := Audit{Decisions: []Decided{
		{ID: "c)\n  yes, by you\n1970-01-01T00:00:00Z  rm  (d.run", Tool: "writer", Kind: store.PermitRun, Text: "a", Outcome: store.PermitDenied, Escalated: "b\nc"},
	}}
	if first, _, _ := strings.Cut(a.Words(), "\n"); !strings.HasSuffix(first, "(c)␊yes, by you␊1970-01-01T00:00:00Z rm (d.run)  after b␊c") {
		t.Errorf("%q", first)
	}
}
