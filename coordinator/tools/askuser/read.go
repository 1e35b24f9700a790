package askuser

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"parley/forms"
	"parley/forms/rawjson"
	"parley/store/text/clean"
	"parley/store/text/spelling"
)

// Reading is lenient about form and strict about content: a string may hold a value,
// null stands for nothing, and `question` and `text` mean the same, as do `choices`
// and `options`. Reading and checking both collect their faults, so that a model sees
// all of them at once.

// submission is what a model asks: a checked form, and whether it was written
// as a single question without a list.
type submission struct {
	form forms.Form
	flat bool
}

// object is a JSON object as it is read: nulls are dropped.
type object map[string]json.RawMessage

// reading keeps the faults of one submission.
type reading struct{ faults forms.Faults }

func (r *reading) fault(path, message string) {
	r.faults = append(r.faults, forms.Fault{Path: path, Message: message})
}

// read reads the arguments. With faults, nothing is asked.
func read(arguments json.RawMessage) (submission, forms.Faults) {
	r := &reading{}
	top, ok := objectOf(arguments)
	if !ok {
		r.fault("", notObjectText)
		return submission{}, r.faults
	}
	list, isList := top["questions"]
	if empty(list) && len(top) > 1 {
		delete(top, "questions") // some models fill in every field
		isList = false
	}
	if !isList {
		r.twice(arguments, "")
		return r.flat(top)
	}
	if slices.Contains(rawjson.Twice(arguments), "/questions") {
		r.fault("questions", twiceText)
	}
	if others := slices.Sorted(maps.Keys(top)); len(others) > 1 {
		r.fault("questions", bothText(slices.DeleteFunc(others, func(k string) bool { return k == "questions" })))
		return submission{}, r.faults
	}
	return r.list(list)
}

// flat reads a single question.
func (r *reading) flat(top object) (submission, forms.Faults) {
	if len(top) == 0 {
		r.fault("questions", nothingText)
		return submission{}, r.faults
	}
	if _, ok := top["answer_type"]; !ok {
		top["answer_type"] = rawjson.Quote(string(forms.Text))
	}
	r.unknown(top, "", flatFields())
	q := r.question(top, "")
	q.ID = FlatID
	return r.submit([]forms.Question{q}, true)
}

// submit checks what was read. There is a form only if there is no fault.
func (r *reading) submit(questions []forms.Question, flat bool) (submission, forms.Faults) {
	form, err := forms.New(questions)
	if r.add(err, flat); len(r.faults) > 0 {
		return submission{}, r.faults
	}
	return submission{form, flat}, nil
}

func (r *reading) list(raw json.RawMessage) (submission, forms.Faults) {
	raws, ok := listOf(raw)
	if !ok {
		r.fault("questions", noList(raw))
		return submission{}, r.faults
	}
	if many := forms.TooMany(len(raws)); many != "" {
		r.fault("questions", many)
		return submission{}, r.faults
	}
	questions := make([]forms.Question, len(raws))
	for i, raw := range raws {
		path := fmt.Sprintf("questions[%d]", i)
		o, ok := objectOf(raw)
		if !ok {
			r.fault(path, questionNotObjectText)
			continue
		}
		r.twice(raw, path+".")
		r.unknown(o, path+".", listFields())
		questions[i] = r.question(o, path+".")
		questions[i].ID = r.string(o, "id", path+".")
		questions[i].When = r.when(o, path+".", questions[:i])
	}
	return r.submit(questions, false)
}

// twice finds what a question says twice: nobody can say which was meant.
func (r *reading) twice(question json.RawMessage, path string) {
	for _, p := range rawjson.Twice(question) {
		r.fault(path+strings.ReplaceAll(p[1:], "/", "."), twiceText)
	}
}

func flatFields() []string {
	fields := []string{"question", "text", "context", "answer_type", "choices", "default", "header", "optional"}
	for _, a := range forms.Attributes() {
		fields = append(fields, a.Name)
	}
	return fields
}

func listFields() []string { return append(flatFields(), "id", "when") }

// unknown finds fields that have no meaning here.
func (r *reading) unknown(o object, path string, known []string) {
	for _, key := range slices.Sorted(maps.Keys(o)) {
		if !slices.Contains(known, key) {
			if key == "" {
				key = `""`
			}
			r.fault(path+key, unknownText(spelling.Nearest(key, near(key, known))))
		}
	}
}

// near are the names that an unknown one may have been meant for; a short name
// resembles too many.
func near(key string, known []string) []string {
	return slices.DeleteFunc(slices.Clone(known), func(name string) bool { return len(name) < 4 && len(key) < 4 })
}

// question reads what both forms have in common.
func (r *reading) question(o object, path string) forms.Question {
	q := forms.Question{Exclusive: true, Persistence: forms.PersistNone}
	q.Text = r.string(o, r.either(o, "question", "text", path), path)
	q.Context = r.string(o, "context", path)
	q.Header = clean.OneLine(r.string(o, "header", path))
	q.Optional = r.bool(o, "optional", path)
	q.AnswerType = r.answerType(o, path)
	q.Default = fitting(q, o["default"])
	return q
}

// either returns which of two names for one field is used.
func (r *reading) either(o object, one, other, path string) string {
	_, first := o[one]
	_, second := o[other]
	if first && second {
		r.fault(path+other, sameText(one))
	}
	if first || path == "" && !second {
		return one
	}
	return other
}

func (r *reading) answerType(o object, path string) forms.AnswerType {
	if wire, ok := objectOf(o["answer_type"]); ok { // {"type":"select","options":[…]}
		for key, value := range wire {
			if key == "type" {
				key = "answer_type"
			}
			o[key] = value
		}
	}
	t := forms.AnswerType{Kind: r.kind(o, path)}
	for _, a := range forms.Attributes() {
		key := a.Name
		if key == "options" {
			if r.either(o, "options", "choices", path); o["options"] == nil {
				key = "choices"
			}
			if list, _ := listOf(o[key]); forms.TooManyOptions(len(list)) != "" { // before any of them is read
				r.fault(path+a.Name, forms.TooManyOptions(len(list)))
				continue
			}
		}
		r.attribute(&t, a, o[key], path+key)
	}
	return t
}

// attribute reads a field of an answer type. An empty one is ignored where it does
// not belong, since some models fill in every field.
func (r *reading) attribute(t *forms.AnswerType, a forms.Attribute, raw json.RawMessage, path string) {
	switch a.Holds {
	case forms.Word:
	case forms.Flag:
		if raw = unheld(raw); raw != nil && string(raw) != "true" && string(raw) != "false" {
			r.fault(path, boolText)
			return
		}
	default:
		raw = unheld(raw)
	}
	if raw == nil || empty(raw) || string(raw) == `""` || string(raw) == "0" && !t.Kind.Belongs(a.Name) {
		return
	}
	for _, f := range t.Set(a, raw).Under(path) {
		r.fault(f.Path, f.Message)
	}
}

// kind reads the type's name. Its faults are reported here, because not every
// question type may be asked for.
func (r *reading) kind(o object, path string) forms.Kind {
	path += "answer_type"
	raw, ok := o["answer_type"]
	if !ok {
		r.fault(path, noKindText())
		return ""
	}
	var name string
	if json.Unmarshal(raw, &name) != nil {
		r.fault(path, stringText)
		return ""
	}
	kind := forms.Kind(name)
	switch _, known := forms.TypeOf(kind); {
	case kind == forms.Secret:
		r.fault(path, secretText)
	case !known:
		r.fault(path, kindText(kind))
	}
	return kind
}

func (r *reading) when(o object, path string, earlier []forms.Question) *forms.When {
	raw, ok := o["when"]
	if !ok {
		return nil
	}
	w, ok := objectOf(raw)
	if !ok {
		r.fault(path+"when", whenText)
		return nil
	}
	r.unknown(w, path+"when.", []string{"question_id", "equals"})
	when := &forms.When{QuestionID: r.string(w, "question_id", path+"when."), Equals: w["equals"]}
	if when.Equals == nil && waitsForNull(raw) {
		return &forms.When{QuestionID: when.QuestionID, Equals: json.RawMessage(forms.LeftOut)}
	}
	for _, q := range earlier {
		if q.ID == when.QuestionID {
			when.Equals = fitting(q, when.Equals)
		}
	}
	return when
}

// waitsForNull reports whether a condition waits for a question to be left out.
func waitsForNull(raw json.RawMessage) bool {
	var w map[string]json.RawMessage
	return json.Unmarshal(unheld(raw), &w) == nil && string(w["equals"]) == forms.LeftOut
}

func (r *reading) string(o object, key, path string) string {
	raw, ok := o[key]
	if !ok {
		return ""
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		r.fault(path+key, stringText)
	}
	return s
}

func (r *reading) bool(o object, key, path string) bool {
	raw, ok := o[key]
	if !ok {
		return false
	}
	var b bool
	if json.Unmarshal(unheld(raw), &b) != nil {
		r.fault(path+key, boolText)
	}
	return b
}

// add adds the faults found by checking to those found by reading, unless reading has
// already reported the same place.
func (r *reading) add(err error, flat bool) {
	var found forms.Faults
	if err != nil && !errors.As(err, &found) {
		r.fault("", err.Error())
	}
	read := slices.Clone(r.faults)
	for _, f := range found {
		f.Path = pathOf(f.Path, flat)
		told := slices.ContainsFunc(read, func(t forms.Fault) bool {
			return f.Path == t.Path || strings.HasPrefix(f.Path, t.Path+".") || strings.HasPrefix(f.Path, t.Path+"[")
		})
		if !told {
			r.faults = append(r.faults, f)
		}
	}
}

// pathOf turns a path in a checked form into one in what the model wrote, where
// options and schema stand beside answer_type, and a single question stands at the
// top.
func pathOf(path string, flat bool) string {
	path = strings.Replace(path, ".answer_type.type", ".answer_type", 1)
	path = strings.Replace(path, ".answer_type.", ".", 1)
	if !flat {
		return path
	}
	path = strings.TrimPrefix(path, "questions[0].")
	if path == "text" {
		return "question"
	}
	return path
}

// fitting returns the form of a value that fits a question: the value, or what it
// holds as a string if only that fits.
func fitting(q forms.Question, raw json.RawMessage) json.RawMessage {
	if raw == nil || q.Check(raw) == nil {
		return raw
	}
	if held := unheld(raw); q.Check(held) == nil {
		return held
	}
	return raw
}
