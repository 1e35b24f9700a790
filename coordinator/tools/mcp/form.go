package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parley/forms"
)

// request is a question of a server as it came: a form, or a page to be visited.
type request struct {
	ID      string          `json:"id"`
	Mode    string          `json:"mode,omitempty"` // "url"; otherwise a form
	Message string          `json:"message,omitempty"`
	Schema  json.RawMessage `json:"schema,omitempty"`
	URL     string          `json:"url,omitempty"`
	Visit   string          `json:"visit,omitempty"`  // the server's id of the visit
	Hidden  bool            `json:"hidden,omitempty"` // each tool.Hidden in it stands there in place of a secret
}

// property is one property of a request, and the id of its question.
type property struct {
	name, id string
	optional bool
	number   bool // what is answered goes back as one
	question forms.Question
}

// ask makes the questions of a request. used are the ids that are taken.
func (r request) ask(server string, used map[string]bool) ([]property, error) {
	if r.Mode == "url" {
		return r.visit(server, used)
	}
	if len(r.Schema) > mostAsked {
		return nil, errors.New(tooLargeText)
	}
	names, schemas, required, err := properties(r.Schema)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 { // it only wants to be accepted
		return asked{{id: unique("accept", used), question: forms.Question{
			Text: acceptText, AnswerType: forms.AnswerType{Kind: forms.Boolean},
		}}}.with(r, server), nil
	}
	var all asked
	for _, name := range names {
		q, err := question(name, schemas[name], r.Hidden)
		if name == "" {
			return nil, errors.New(namelessText)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		p := property{name: name, id: unique(idOf(name), used), optional: !slices.Contains(required, name), number: counts(schemas[name]), question: q}
		p.question.Optional = p.optional
		all = append(all, p)
	}
	all.hide(r, schemas)
	return all.with(r, server), nil
}

// secrets is how many secrets a form asks for.
func (r request) secrets() (n int) {
	all, _ := r.ask("", map[string]bool{}) // of one that cannot be asked none
	for _, p := range all {
		if p.question.AnswerType.Kind == forms.Secret {
			n++
		}
	}
	return n
}

type asked []property

// hide takes the fields that are filled in freely for secrets if the message asks for one and no
// field says that it is the one. One for a code may be meant beside another.
func (a asked) hide(r request, schemas map[string]json.RawMessage) {
	said := slices.ContainsFunc(a, func(p property) bool { return p.question.AnswerType.Kind == forms.Secret })
	for i, p := range a {
		d := described{hidden: r.Hidden}
		free := p.question.AnswerType.Kind == forms.Text || p.question.AnswerType.Kind == forms.Number
		if free && json.Unmarshal(schemas[p.name], &d) == nil && (!said || d.isCode(p.name)) && meant(r.Message, p.name, d) {
			hide(&a[i].question)
		}
	}
}

// with gives the questions what they share: who asks, what was said, and that only a
// person answers.
func (a asked) with(r request, server string) []property {
	for i := range a {
		q := &a[i].question
		q.ID, q.Header, q.Exclusive = a[i].id, header(server), true
		var ours, theirs []string
		if m := strings.TrimSpace(cut(r.Message)); m != "" {
			theirs = append(theirs, m)
		}
		switch {
		case q.Page != "":
			ours = append(ours, q.Context)
		case q.Context != "":
			theirs = append(theirs, q.Context)
		}
		if q.AnswerType.Kind == forms.Secret {
			ours = append(ours, secretWarning)
		}
		q.Context = beside(strings.Join(ours, "\n\n"), strings.Join(theirs, "\n\n"))
	}
	return a
}

// beside puts what a server says below what Parley says, as a quotation, so that the one cannot pass for
// the other, nor push it out of sight.
func beside(ours, theirs string) string {
	if ours == "" || theirs == "" {
		return ours + theirs
	}
	return ours + "\n\n" + serverSaysText + "\n\n> " + strings.NewReplacer("\r\n", "\n> ", "\r", "\n> ", "\n", "\n> ").Replace(theirs)
}

// properties are the properties of a schema in its order.
func properties(schema json.RawMessage) (names []string, schemas map[string]json.RawMessage, required []string, err error) {
	var top struct {
		Type       string          `json:"type"`
		Properties json.RawMessage `json:"properties"`
		Required   []string        `json:"required"`
	}
	if len(bytes.TrimSpace(schema)) == 0 {
		return nil, nil, nil, nil
	}
	if err := json.Unmarshal(exactly(schema, "type", "properties", "required"), &top); err != nil || top.Type != "" && top.Type != "object" {
		return nil, nil, nil, errors.New(noObjectText)
	}
	if len(top.Properties) == 0 {
		return nil, nil, nil, nil
	}
	if names, err = keys(top.Properties); err != nil {
		return nil, nil, nil, errors.New(noObjectText)
	}
	if err := json.Unmarshal(top.Properties, &schemas); err != nil {
		return nil, nil, nil, errors.New(noObjectText)
	}
	if many := forms.TooMany(len(names)); many != "" {
		return nil, nil, nil, errors.New(many)
	}
	return names, schemas, top.Required, nil
}

// keys are the keys of an object in their order.
func keys(object json.RawMessage) ([]string, error) {
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New(noObjectText)
	}
	var out []string
	seen := map[string]bool{}
	for d.More() {
		key, err := d.Token()
		name, ok := key.(string)
		var value json.RawMessage
		if err != nil || !ok || d.Decode(&value) != nil {
			return nil, errors.New(noObjectText)
		}
		if !seen[name] {
			out = append(out, name)
		}
		seen[name] = true
	}
	return out, nil
}

// idOf is the id of the question of a property.
func idOf(name string) string {
	id := strings.Map(func(r rune) rune {
		if r == '.' || r <= ' ' || r == 0x7f {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(name, "_"))
	if id == "" {
		return "_"
	}
	return id
}

func unique(id string, used map[string]bool) string {
	free := id
	for n := 2; used[free]; n++ {
		free = fmt.Sprintf("%s_%d", id, n)
	}
	used[free] = true
	return free
}

// option is one of a list with titles.
type option struct {
	Const json.RawMessage `json:"const"`
	Title string          `json:"title"`
}

// described is the schema of one property.
type described struct {
	Type        string            `json:"type"`
	Title       string            `json:"title"`
	Description string            `json:"description"`
	Default     json.RawMessage   `json:"default"`
	Format      string            `json:"format"`
	Enum        []json.RawMessage `json:"enum"`
	EnumNames   []string          `json:"enumNames"`
	OneOf       []option          `json:"oneOf"`
	MinLength   json.RawMessage   `json:"minLength"`
	MaxLength   json.RawMessage   `json:"maxLength"`
	Pattern     json.RawMessage   `json:"pattern"`
	Minimum     json.RawMessage   `json:"minimum"`
	Maximum     json.RawMessage   `json:"maximum"`
	MinItems    json.RawMessage   `json:"minItems"`
	MaxItems    json.RawMessage   `json:"maxItems"`
	Items       *several          `json:"items"`

	hidden bool // as in its request
}

// several is what the values of a list are.
type several struct {
	Enum  []json.RawMessage `json:"enum"`
	AnyOf []option          `json:"anyOf"`
	OneOf []option          `json:"oneOf"`
}

// counts reports whether a property is a number.
func (d described) counts() bool { return d.Type == "number" || d.Type == "integer" }

// counts reports whether the property of a schema is a number.
func counts(schema json.RawMessage) bool {
	var d described
	return json.Unmarshal(schema, &d) == nil && d.counts()
}

// question makes the question of a property. hidden is as in its request.
func question(name string, schema json.RawMessage, hidden bool) (forms.Question, error) {
	d := described{hidden: hidden}
	if err := json.Unmarshal(schema, &d); err != nil {
		return forms.Question{}, errors.New(noSchemaText)
	}
	q := forms.Question{Text: oneLine(cut(d.Title)), Context: strings.TrimSpace(cut(d.Description)), Default: d.Default}
	if q.Text == "" {
		q.Text = oneLine(name)
	}
	if q.Text == "" {
		q.Text = "?"
	}
	if err := d.kind(name, &q); err != nil {
		return q, err
	}
	if q.Default != nil && q.Check(q.Default) != nil {
		q.Default = nil // a default that does not fit is none
	}
	return q, nil
}

// hide makes a question one for a secret.
func hide(q *forms.Question) {
	q.AnswerType, q.Default, q.Persistence = forms.AnswerType{Kind: forms.Secret}, nil, forms.PersistNone
}

// kind gives a question of this name the kind of answer that is asked for.
func (d described) kind(name string, q *forms.Question) error {
	limits := map[string]json.RawMessage{}
	limit := func(as string, value json.RawMessage) {
		if len(value) > 0 {
			limits[as] = value
		}
	}
	t := &q.AnswerType
	var err error
	switch {
	case d.Type == "boolean":
		t.Kind = forms.Boolean
	case d.Type == "string" && (len(d.Enum) > 0 || len(d.OneOf) > 0):
		t.Kind = forms.Select
		t.Options, err = options(d.Enum, d.EnumNames, d.OneOf)
	case d.Type == "array" && d.Items != nil:
		t.Kind = forms.MultiSelect
		t.Options, err = options(d.Items.Enum, nil, append(d.Items.AnyOf, d.Items.OneOf...))
		limit("min", d.MinItems)
		limit("max", d.MaxItems)
	case (d.Type == "string" || d.counts()) && isSecret(name, d):
		hide(q)
	case d.counts():
		t.Kind = forms.Number
		if d.Type == "integer" {
			limit("integer", json.RawMessage("true"))
		}
		limit("minimum", d.Minimum)
		limit("maximum", d.Maximum)
	case d.Type == "string":
		t.Kind = forms.Text
		limit("min_length", d.MinLength)
		limit("max_length", d.MaxLength)
		limit("pattern", d.Pattern)
		if d.formed() {
			limit("format", json.RawMessage(`"`+d.Format+`"`))
		}
	default:
		err = errors.New(kindText(d.Type))
	}
	if err != nil {
		return err
	}
	if len(limits) > 0 {
		t.Limits = limits
	}
	return nil
}

// options are the choices of a list, with what people read.
func options(values []json.RawMessage, names []string, titled []option) ([]forms.Option, error) {
	if len(values)+len(titled) > forms.MostOptions {
		return nil, errors.New(tooManyOptionsText())
	}
	var out []forms.Option
	add := func(value json.RawMessage, label string) {
		if len(value) > 0 && !slices.ContainsFunc(out, func(o forms.Option) bool { return forms.Equal(o.Value, value) }) {
			out = append(out, forms.Option{Value: value, Label: oneLine(cut(label))})
		}
	}
	for i, v := range values {
		label := ""
		if i < len(names) {
			label = names[i]
		}
		add(v, label)
	}
	for _, o := range titled {
		add(o.Const, o.Title)
	}
	return out, nil
}

// content is what goes back for a request: the answers by the names of its properties,
// without what was left out.
func content(all []property, answers map[string]json.RawMessage) map[string]any {
	out := map[string]any{}
	for _, p := range all {
		raw := answers[p.id]
		if p.name != "" && len(raw) > 0 && !forms.IsLeftOut(raw) && json.Valid(raw) {
			out[p.name] = p.typed(raw)
		}
	}
	return out
}

// typed is an answer as the server wants it, to the last digit: a secret is typed as text,
// even if it is a number. What is none goes back as it is, and the server refuses it.
func (p property) typed(raw json.RawMessage) json.RawMessage {
	var text string
	var n float64
	if p.number && json.Unmarshal(raw, &text) == nil && json.Unmarshal([]byte(text), &n) == nil {
		return json.RawMessage(text)
	}
	return raw
}
