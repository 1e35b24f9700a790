package fs

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/grants"
	"parley/forms"
)

// grantQuestion is the id of the question put before something that gives permission is
// created, deleted or moved, where nothing else would be asked.
const grantQuestion = "change_permission"

// ask is one thing that must be settled before a change: a yes-or-no question bound to a
// digest, and what the model is told after a no.
type ask struct {
	id       string
	text     string          // one line
	context  string          // Markdown
	digest   string          // what a yes is bound to
	standard json.RawMessage // the default; nil for none
	unseen   bool            // the context does not show every byte of what would be done
	grants   grants.Found    // something that gives permission would be changed
	before   bool            // it is put before a question about what gives permission
	refused  string
	changed  string // what opens it when it is put again; "" for what does so for a file
}

// yes holds the JSON of a yes, of a default, and of what a later question depends on.
func yes() json.RawMessage { return json.RawMessage("true") }

// no is the JSON of a no.
func no() json.RawMessage { return json.RawMessage("false") }

// question is what is put; again says that it was put before, about a file that has
// changed since, or about another place.
func (a ask) question(again bool) forms.Question {
	context := a.context
	if a.grants.Why != "" {
		context = strings.TrimSuffix(a.grants.Text()+"\n\n"+context, "\n\n")
	}
	if a.personal() {
		a.standard = nil
	}
	if again {
		context = cmp.Or(a.changed, textChanged) + "\n\n" + context
	}
	q := forms.Question{
		ID: a.id, Text: a.text, Context: context, Digest: a.digest, Default: a.standard,
		AnswerType: forms.AnswerType{Kind: forms.Boolean},
	}
	if a.personal() {
		q.Personal, q.Persistence = true, forms.PersistNone
	}
	if a.unseen { // an answer is remembered for its context, which other bytes may share
		q.Persistence = forms.PersistNone
	}
	return q
}

// personal reports whether only a person's own answer to this very question counts.
func (a ask) personal() bool { return a.grants.Why != "" || a.before }

// settled goes through what must be settled. After a no it ends the run with a Failure;
// otherwise with one form of all that is still open, in which each question is put only
// after a yes to the one before. A nil outcome is a yes to all.
//
// A no counts whatever has changed since, because it does nothing, also to a question that would not be
// put any more. A yes counts only for the digest that it was asked with, and not if it was one to being asked again.
func settled(call tool.Call, asks []ask) tool.Outcome {
	var open []forms.Question
	for _, a := range asks {
		given, ok := call.Answers[a.id]
		agreed, err := agrees(given)
		switch {
		case !ok:
			open = append(open, a.question(false))
		case err != nil:
			return tool.Failure{Message: err.Error()}
		case !agreed:
			return tool.Failure{Message: a.refused, Refused: true}
		case given.Again, given.Asked.Digest != a.digest, !bound(given, a.digest):
			open = append(open, a.question(true))
		case !given.Shows(a.question(false)) && !given.Shows(a.question(true)): // it was not known then that it gives permission, or it was not asked in this way
			open = append(open, a.question(false))
		}
	}
	if out := declined(call); out != nil {
		return out
	}
	if len(open) == 0 {
		return nil
	}
	for i := range open[1:] {
		open[i+1].When = &forms.When{QuestionID: open[i].ID, Equals: yes()}
	}
	form, err := forms.New(open)
	if err != nil {
		return tool.Failure{Message: textForm(err)}
	}
	return tool.NeedsInput{Form: form}
}

// declined ends a run in which a question was answered with a no; nil if none was. What the question was
// about may be otherwise by now, so that it would not be put any more.
func declined(call tool.Call) tool.Outcome {
	for _, id := range slices.Sorted(maps.Keys(call.Answers)) {
		given := call.Answers[id]
		agreed, err := agrees(given)
		switch {
		case err != nil:
			return tool.Failure{Message: err.Error()}
		case !agreed:
			return tool.Failure{Message: textDeclined(given.Asked.Text), Refused: true}
		}
	}
	return nil
}

// rested ends a run that asks no more than asks, where a person said yes to another question about what had
// the name then: it was one to a digest that is not this one. nil if there was none.
func rested(call tool.Call, p, digest string, asks []ask) tool.Outcome {
	if out := settled(call, asks); out != nil {
		return out
	}
	for id, given := range call.Answers {
		if slices.ContainsFunc(asks, func(a ask) bool { return a.id == id }) || call.ByRule && strings.HasPrefix(id, astrayQuestion) {
			continue // it was compared
		}
		if given.Asked.Digest != digest {
			return tool.Failure{Message: textAskedOfElse(p)}
		}
	}
	return nil
}

// unasked reports whether a run that was to ask has nothing to ask any more: what it names gave
// permission when that was looked at, and nobody has answered.
func unasked(call tool.Call, g grants.Found) bool {
	return call.Asks && g.Why == "" && len(call.Answers) == 0
}

// bound reports whether an edited text belongs to the proposal that it was made from.
func bound(a tool.Answer, digest string) bool {
	return a.Edited == nil || a.Edited.Digest == digest
}

// agrees reads a boolean answer.
func agrees(a tool.Answer) (bool, error) {
	if a.Value == nil {
		return false, nil
	}
	var b bool
	if err := json.Unmarshal(a.Value, &b); err != nil {
		return false, fault(textNotBoolean(string(a.Value)))
	}
	return b, nil
}
