package answer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parley/coordinator"
	"parley/forms"
	"parley/forms/rawjson"
	"parley/store"
)

// said is an answer as it stands on a command line.
type said struct {
	yes, no, end bool
	value        string // JSON, "" for none
	reply        *string
}

// any reports whether there is an answer at all.
func (s said) any() bool { return s.yes || s.no || s.end || s.value != "" || s.reply != nil }

// check says what does not go together.
func (s said) check() error {
	n := 0
	for _, is := range []bool{s.yes, s.no, s.end, s.value != "", s.reply != nil && !s.no} {
		if is {
			n++
		}
	}
	if n > 1 {
		return errors.New("--yes, --no, --value, --reply and --end-turn exclude one another; only --no takes a --reply, which says why")
	}
	if s.value != "" && !json.Valid([]byte(s.value)) {
		return fmt.Errorf("--value %s is no JSON; a text is written with its quotes, as '\"staging\"'", s.value)
	}
	if paths := rawjson.Twice([]byte(s.value)); len(paths) > 0 {
		return fmt.Errorf("in --value, %s stands there twice; leave one out", paths[0])
	}
	return nil
}

// act is what a command line does with a prompt. rest are the answers to later questions of
// the form, by their ids, where an object answered all of it.
func (s said) act(p coordinator.Prompt) (act coordinator.Act, rest map[string]json.RawMessage, err error) {
	switch {
	case s.end:
		return coordinator.Act{Do: coordinator.ActEnd}, nil, nil
	case p.Permission != nil:
		act, err = s.permit()
		return act, nil, err
	}
	q := p.Inquiry.Question
	value := json.RawMessage(s.value)
	switch {
	case s.yes || s.no:
		if q.AnswerType.Kind != forms.Boolean {
			return act, nil, errors.New("the question is not one for yes or no; use --value")
		}
		value, _ = json.Marshal(s.yes)
	case s.reply != nil:
		if p.Guard != "" {
			return act, nil, errors.New("a guard takes no reply; use --value with one of its choices, or --end-turn")
		}
		return coordinator.Act{Do: coordinator.ActReply, Text: *s.reply}, nil, nil
	}
	act = coordinator.Act{Do: coordinator.ActAnswer}
	if s.no && s.reply != nil {
		act.Note = *s.reply
	}
	if form, is := wholeForm(p, value); is {
		if err := fitting(p, form); err != nil {
			return act, nil, err
		}
		act.Value = form[q.ID]
		delete(form, q.ID)
		return act, form, nil
	}
	if err := q.Check(value); err != nil {
		return act, nil, alone(p, value, err)
	}
	act.Value = value
	return act, nil, nil
}

// permit is the act to a permission.
func (s said) permit() (coordinator.Act, error) {
	act := coordinator.Act{Do: coordinator.ActPermit, Scope: store.ScopeOnce}
	switch {
	case s.yes, s.value == "true":
		act.Outcome = store.PermitAllowed
	case s.value != "" && s.value != "false":
		return act, fmt.Errorf("a permission is given or refused: --yes or --no, not --value %s", s.value)
	case s.reply != nil && strings.TrimSpace(*s.reply) != "":
		act.Outcome, act.Reason = store.PermitSkipped, strings.TrimSpace(*s.reply)
	default:
		act.Outcome = store.PermitDenied
	}
	return act, nil
}

// wholeForm reads an object that answers a form by the ids of its questions. Where the open
// question may itself be answered with an object, every object is meant for it, whether it fits
// or not: what it holds answers no question that was not shown.
func wholeForm(p coordinator.Prompt, value json.RawMessage) (map[string]json.RawMessage, bool) {
	if p.Guard != "" || !isObject(value) || p.Inquiry.Question.AnswerType.MayBeObject() {
		return nil, false
	}
	var form map[string]json.RawMessage
	return form, json.Unmarshal(value, &form) == nil
}

func isObject(value json.RawMessage) bool {
	return strings.HasPrefix(strings.TrimSpace(string(value)), "{")
}

// alone adds to a fault in an object why it was not taken for a whole form.
func alone(p coordinator.Prompt, value json.RawMessage, fault error) error {
	if p.Guard != "" || !isObject(value) || !p.Inquiry.Question.AnswerType.MayBeObject() || len(p.Walk.Form().Questions()) < 2 {
		return fault
	}
	return fmt.Errorf("%w\nthe question may be answered with an object, so an object answers it alone, and not the rest of its form", fault)
}

// same reports whether two forms ask the same questions. A call may ask another one, with the same ids,
// once it has the answers to the first.
func same(one, other forms.Form) bool {
	a, bad := json.Marshal(one.Questions())
	b, worse := json.Marshal(other.Questions())
	return bad == nil && worse == nil && bytes.Equal(a, b)
}

// fitting checks every answer of a form before the first one is given.
func fitting(p coordinator.Prompt, form map[string]json.RawMessage) error {
	var faults, ids []string
	questions := p.Walk.Form().Questions()
	for _, q := range questions {
		ids = append(ids, q.ID)
	}
	for _, q := range questions {
		v, given := form[q.ID]
		switch _, before := p.Walk.Answer(q.ID); {
		case !given && q.ID == p.Inquiry.Question.ID:
			faults = append(faults, fmt.Sprintf("%s is asked now, and has no answer", q.ID))
		case given && before:
			faults = append(faults, fmt.Sprintf("%s was answered before", q.ID))
		case given:
			if err := q.Check(v); err != nil {
				faults = append(faults, q.ID+": "+err.Error())
			}
		}
	}
	for id := range form {
		if !slices.Contains(ids, id) {
			faults = append(faults, fmt.Sprintf("%s is not a question of this form (%s)", id, strings.Join(ids, ", ")))
		}
	}
	if len(faults) == 0 {
		return nil
	}
	slices.Sort(faults)
	return errors.New(strings.Join(faults, "; "))
}
