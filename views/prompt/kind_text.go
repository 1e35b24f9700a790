package prompt

import (
	"encoding/json"
	"slices"

	"parley/forms"
	"parley/store/text/clean"
)

// textKind is words, of several lines if need be.
type textKind struct{ written }

func (textKind) kind() forms.Kind { return forms.Text }
func (textKind) traits() traits   { return traits{home: InMenu, most: fieldBytes, notes: true} }

func (textKind) open(f Field, value json.RawMessage) Field {
	words := unquoted(value)
	if len(f.Rules.Given) == 0 {
		words = clean.Known(words)
	}
	return f.opened(words)
}

func (textKind) drafted(f Field, d Draft) Field { return f.redrafted(unquoted(d.Value), d) }

func (textKind) submit(f Field, words string) (Field, Act) { return f, Answered{Value: quote(words)} }

func (textKind) keys(f Field) []Binding {
	keys := []Binding{submits(), NewLine(), {Also: TheEditor}, escapes("menu (draft is kept)")}
	if f.formatted() {
		keys = slices.Delete(keys, 1, 2)
	}
	return keys
}

// formatted reports whether a text has a form, such as that of a date: none has two lines.
func (f Field) formatted() bool { return f.Question.AnswerType.Word("format") != "" }
