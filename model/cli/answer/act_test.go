package answer

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"testing"

	"parley/coordinator"
	"parley/forms"
	"parley/model/cli/process"
	"parley/store"
)

func words(s string) *string { return &s }

// prompts of the kinds that a command line answers.
func promptOf(t *testing.T, qs ...forms.Question) coordinator.Prompt {
	t.Helper()
	f, err := forms.New(qs)
	if err != nil {
		t.Fatal(err)
	}
	return coordinator.Prompt{Inquiry: &coordinator.Inquiry{ID: "c.q.1", Question: qs[0]}, Walk: forms.Start(f)}
}

func boolean(id string) forms.Question {
	return forms.Question{ID: id, Text: "Go?", AnswerType: forms.AnswerType{Kind: forms.Boolean}, Persistence: forms.PersistNone}
}

// asksTwice is the desk of a call that asks another form once the first is answered.
type asksTwice struct {
	Desk
	next []coordinator.Prompt
	got  []string
}

func (d *asksTwice) Prompt() (coordinator.Prompt, string, bool) { return d.next[0], "", true }

func (d *asksTwice) Answer(_ context.Context, _ string, act coordinator.Act, _ store.Via) (coordinator.Taken, error) {
	d.got, d.next = append(d.got, string(act.Value)), d.next[1:]
	return coordinator.Taken{Done: true}, nil
}

// TestAWholeFormIsThatForm: what was given for a question that was skipped is no answer to one of
// the same id that the call asks afterwards.
func TestAWholeFormIsThatForm(t *testing.T) {
	where, sure := boolean("where"), boolean("sure")
	sure.When = &forms.When{QuestionID: "where", Equals: json.RawMessage("true")}
	first := promptOf(t, where, sure, boolean("last"))
	last := first
	last.Inquiry = &coordinator.Inquiry{ID: "c.last.1", Question: boolean("last")}
	other := boolean("sure")
	other.Text = "Delete all of it?"
	for name, c := range map[string]struct {
		value string
		next  []coordinator.Prompt
		want  string
	}{
		"another form":  {`{"where":false,"sure":true,"last":true}`, []coordinator.Prompt{first, last, promptOf(t, other)}, "[false true]"},
		"the same form": {`{"where":false,"last":true}`, []coordinator.Prompt{first, last, promptOf(t, other)}, "[false true]"},
	} {
		d := &asksTwice{next: append(c.next, coordinator.Prompt{})}
		a := answering{p: &process.Program{Err: io.Discard}, said: said{value: c.value}}
		if err := a.give(t.Context(), d, first, "", store.Via{}); err != nil || fmt.Sprint(d.got) != c.want {
			t.Errorf("%s: %v, %v", name, d.got, err)
		}
	}
}

func TestWhatACommandLineSays(t *testing.T) {
	permission := coordinator.Prompt{Permission: &store.PermissionRequest{ID: "c.run"}}
	yesNo := promptOf(t, boolean("q"))
	text := forms.Question{ID: "why", Text: "Why?", AnswerType: forms.AnswerType{Kind: forms.Text}, Persistence: forms.PersistNone}
	form := promptOf(t, boolean("q"), text)
	guard := promptOf(t, forms.Question{ID: "loop", Text: "How?", AnswerType: forms.AnswerType{Kind: forms.Select, Options: []forms.Option{{Value: json.RawMessage(`"stop"`)}}}, Persistence: forms.PersistNone})
	guard.Guard = "loop"
	schemas := func(schema string) coordinator.Prompt {
		env := forms.Question{ID: "env", Text: "Where?", AnswerType: forms.AnswerType{Kind: forms.Schema, Schema: json.RawMessage(schema)}, Persistence: forms.PersistNone}
		return promptOf(t, env, boolean("confirm"))
	}
	object := schemas(`{"anyOf":[{"type":"string"},{"type":"object","required":["env","confirm","z"]}]}`)
	noObject := schemas(`{"type":["string","null"],"minLength":1}`)
	value := func(v string) coordinator.Act {
		return coordinator.Act{Do: coordinator.ActAnswer, Value: json.RawMessage(v)}
	}
	permit := func(outcome, reason string) coordinator.Act {
		return coordinator.Act{Do: coordinator.ActPermit, Scope: store.ScopeOnce, Outcome: outcome, Reason: reason}
	}
	for _, c := range []struct {
		name  string
		p     coordinator.Prompt
		said  said
		act   coordinator.Act
		rest  map[string]json.RawMessage
		fault string
	}{
		{"yes to a permission", permission, said{yes: true}, permit(store.PermitAllowed, ""), nil, ""},
		{"no", permission, said{no: true}, permit(store.PermitDenied, ""), nil, ""},
		{"no, and why", permission, said{no: true, reply: words(" since ")}, permit(store.PermitSkipped, "since"), nil, ""},
		{"words", permission, said{reply: words("later")}, permit(store.PermitSkipped, "later"), nil, ""},
		{"true", permission, said{value: "true"}, permit(store.PermitAllowed, ""), nil, ""},
		{"false", permission, said{value: "false"}, permit(store.PermitDenied, ""), nil, ""},
		{"a value to a permission", permission, said{value: `"yes"`}, coordinator.Act{}, nil, `a permission is given or refused: --yes or --no, not --value "yes"`},
		{"the end", permission, said{end: true}, coordinator.Act{Do: coordinator.ActEnd}, nil, ""},
		{"yes to a question", yesNo, said{yes: true}, value("true"), nil, ""},
		{"no with a reason", yesNo, said{no: true, reply: words("since")}, coordinator.Act{Do: coordinator.ActAnswer, Value: json.RawMessage("false"), Note: "since"}, nil, ""},
		{"a reply", yesNo, said{reply: words("hm")}, coordinator.Act{Do: coordinator.ActReply, Text: "hm"}, nil, ""},
		{"what does not fit", yesNo, said{value: `"x"`}, coordinator.Act{}, nil, "answer true or false, not a string"},
		{"a whole form", form, said{value: `{"q":true,"why":"so"}`}, value("true"), map[string]json.RawMessage{"why": json.RawMessage(`"so"`)}, ""},
		{"a form without what is asked", form, said{value: `{"why":"so"}`}, coordinator.Act{}, nil, "q is asked now, and has no answer"},
		{"a form with faults", form, said{value: `{"q":1,"why":2,"x":3}`}, coordinator.Act{}, nil, "q: answer true or false, not a number; why: answer with a string, not a number; x is not a question of this form (q, why)"},
		{"an object for a question that takes one", object, said{value: `{"env":"a","confirm":true,"z":1}`}, value(`{"env":"a","confirm":true,"z":1}`), nil, ""},
		{"one that does not fit it", object, said{value: `{"env":"a","confirm":true}`}, coordinator.Act{}, nil, "the answer fits none of the 2 allowed forms: (1) must be a string, not an object; (2) lacks the property \"z\"\n" +
			"the question may be answered with an object, so an object answers it alone, and not the rest of its form"},
		{"a whole form where no object answers", noObject, said{value: `{"env":"a","confirm":true}`}, value(`"a"`), map[string]json.RawMessage{"confirm": json.RawMessage("true")}, ""},
		{"a guard's choice", guard, said{value: `"stop"`}, value(`"stop"`), nil, ""},
		{"a reply to a guard", guard, said{reply: words("x")}, coordinator.Act{}, nil, "a guard takes no reply; use --value with one of its choices, or --end-turn"},
		{"yes to a guard", guard, said{yes: true}, coordinator.Act{}, nil, "the question is not one for yes or no; use --value"},
	} {
		act, rest, err := c.said.act(c.p)
		if c.fault != "" {
			if err == nil || err.Error() != c.fault {
				t.Errorf("%s: %v, want %s", c.name, err, c.fault)
			}
			continue
		}
		if err != nil || !reflect.DeepEqual(act, c.act) || len(rest)+len(c.rest) > 0 && !reflect.DeepEqual(rest, c.rest) {
			t.Errorf("%s: %+v, %s, %v", c.name, act, rest, err)
		}
	}
}

func TestWhatDoesNotGoTogether(t *testing.T) {
	for _, s := range []said{{yes: true, no: true}, {yes: true, value: "1"}, {value: "1", reply: words("x")}, {end: true, no: true}, {yes: true, reply: words("x")}, {value: "{"}, {value: `{"a":1,"a":2}`}} {
		if s.check() == nil {
			t.Errorf("%+v is taken", s)
		}
	}
	for _, s := range []said{{}, {yes: true}, {no: true, reply: words("x")}, {value: "[1]"}, {reply: words("")}} {
		if err := s.check(); err != nil {
			t.Errorf("%+v: %v", s, err)
		}
	}
}
