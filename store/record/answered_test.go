package record_test

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/forms"
	"parley/store/record"
)

// An answer with fields is told by their names, on one line and whole; other kinds of
// answers as everywhere.
func TestAnAnswerInWords(t *testing.T) {
	long := strings.Repeat("x", 90)
	schema := forms.AnswerType{Kind: forms.Schema}
	for _, c := range []struct {
		kind                forms.AnswerType
		answer, line, whole string
	}{
		{schema, `{"host":"db.internal","port":5432,"tls":true,"tags":["orders","log"],"off":[],"note":null}`,
			"host: db.internal, port: 5432, tls: yes, tags: orders, log, off: none, note: none",
			"host: db.internal\nport: 5432\ntls: yes\ntags: orders, log\noff: none\nnote: none"},
		{schema, `{"note":"one\ntwo","all":{"a":1}}`, "note: one\ntwo, all: {a: 1}", "note:\n  one\n  two\nall: {a: 1}"},
		{schema, `{"all":["` + long + `"]}`, "all: " + long, "all:\n  [\n    \"" + long + "\"\n  ]"},
		{schema, `{"a\u202e":"\u202e"}`, "a\u202e: \u202e", "a<U+202E>: <U+202E>"},
		{schema, `["a","b"]`, "[a, b]", "a, b"},
		{schema, `"x"`, "x", "x"},
		{schema, `""`, `""`, `""`},
		{schema, `5`, "5", "5"},
		{schema, `{}`, "{}", "{}"},
		{schema, `null`, "left out", "left out"},
		{forms.AnswerType{Kind: forms.Boolean}, `true`, "yes", "yes"},
		{forms.AnswerType{Kind: forms.Text}, `"{\"a\":1}"`, `{"a":1}`, `{"a":1}`},
	} {
		if got := record.AnswerInLine(c.kind, json.RawMessage(c.answer)); got != c.line {
			t.Errorf("%s in a line: %q, want %q", c.answer, got, c.line)
		}
		if got := record.AnswerWords(c.kind, json.RawMessage(c.answer)); got != c.whole {
			t.Errorf("%s whole: %q, want %q", c.answer, got, c.whole)
		}
	}
}

// A value that is nothing is not an empty text.
func TestReadableTellsNothingFromAnEmptyText(t *testing.T) {
	if got, want := record.Readable(json.RawMessage(`{"a":null,"b":""}`)), "a: null\nb: \"\""; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
