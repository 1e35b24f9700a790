package record_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"parley/store"
	"parley/store/record"
)

func TestArgumentsInALine(t *testing.T) {
	for _, c := range []struct{ arguments, want string }{
		{`{}`, ""},
		{`{"say":"one"}`, "say: one"},
		{`{"env":"staging","tables":["orders","users"],"dry":true,"limit":1e3,"note":null}`, "env: staging, tables: orders, users, dry: yes, limit: 1e3, note: none"},
		{`{"db":{"host":"a","ports":[1,2]},"all":[["a"],{"b":1}]}`, "db: {host: a, ports: [1, 2]}, all: [a], {b: 1}"},
		{`{"a":"x, force: true"}`, `a: "x, force: true"`},
		{`{"a":"say \"x\"","b":""," c":" d","e":"{}","f":"[x"}`, `a: "say \"x\"", b: "", " c": " d", e: "{}", f: "[x"`},
		{`{"at":"12:30","url":"https://a.b/c,d"}`, "at: 12:30, url: https://a.b/c,d"},
		{`{"a":"two\nlines"}`, "a: two\nlines"},
		{`{"a":{"b":{"c":{"d":{"e":{"f":1}}}}},"g":2}`, "a: {b: {c: {d: {e: {…}}}}}, g: 2"},
		{`[1,2]`, "[1, 2]"},
		{`"x"`, "x"},
		{`{"a":`, `{"a":`},
		{``, ""},
	} {
		if got := record.InLine(json.RawMessage(c.arguments)); got != c.want {
			t.Errorf("%s: %q, want %q", c.arguments, got, c.want)
		}
	}
	if got := record.InLine(json.RawMessage(`{"a":["` + strings.Repeat(`ä","`, 1<<18) + `b"]}`)); len(got) > 610 || !strings.HasSuffix(got, "…") || !utf8.ValidString(got) {
		t.Errorf("%d bytes: %q", len(got), got)
	}
}

// A permission that is recorded with the arguments that describe it is shown in words.
func TestAPermissionIsToldInWords(t *testing.T) {
	for text, want := range map[string]string{`{"env":"staging"}`: "env: staging", "go test ./...": "go test ./...", `{"env":`: `{"env":`} {
		x := record.Exchange{Permission: &store.PermissionRequest{Text: text, Arguments: json.RawMessage(`{"env":"staging"}`)}}
		if got := x.Text(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzInLine(f *testing.F) {
	for _, s := range []string{`{"a":[{"b":"c, d: e"}],"f":null}`, `[[[[[[[[1]]]]]]]]`, `{"a"`, `"x"`, `{"":{"":""}}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := record.InLine(json.RawMessage(s))
		if !json.Valid([]byte(s)) && got != s {
			t.Errorf("%q, which is no JSON, became %q", s, got)
		}
		if json.Valid([]byte(s)) && len(got) > 610 {
			t.Errorf("%d bytes of %q", len(got), s)
		}
	})
}
