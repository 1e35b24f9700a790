package forms

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestQuestionOnTheWire(t *testing.T) {
	for _, c := range []struct{ name, read, written string }{
		{"plain", `{"id":"a","text":"A?","answer_type":{"type":"boolean"}}`, `{"id":"a","text":"A?","answer_type":{"type":"boolean"}}`},
		{"bare name of a type", `{"id":"a","text":"A?","answer_type":"text"}`, `{"id":"a","text":"A?","answer_type":{"type":"text"}}`},
		{"defaults are not written", `{"id":"a","text":"A?","answer_type":"text","exclusive":false,"persistence":"turn","context":"","header":null,"default":null,"when":null}`,
			`{"id":"a","text":"A?","answer_type":{"type":"text"}}`},
		{"what is not the default is", `{"id":"a","text":"A?","answer_type":"text","exclusive":true,"persistence":"none","default":"","header":"H","page":"https://p"}`,
			`{"id":"a","text":"A?","header":"H","answer_type":{"type":"text"},"default":"","exclusive":true,"persistence":"none","page":"https://p"}`},
		{"options become objects", `{"id":"a","text":"A?","answer_type":{"type":"select","options":["x",1.50,true,{"value":false,"label":"No","description":"d","recommended":true}],"other":true}}`,
			`{"id":"a","text":"A?","answer_type":{"type":"select","options":[{"value":"x"},{"value":1.50},{"value":true},{"value":false,"label":"No","description":"d","recommended":true}],"other":true}}`},
		{"values stay as they are", `{"id":"a","text":"<&>\u001b","answer_type":{"type":"schema","schema":{"z":1,"a":90071992547409931}},"default":{"z":1.0,"a":"\u003c"}}`,
			`{"id":"a","text":"<&>\u001b","answer_type":{"type":"schema","schema":{"z":1,"a":90071992547409931}},"default":{"z":1.0,"a":"\u003c"}}`},
		{"when", `{"id":"a","text":"A?","answer_type":"text","when":{"question_id":"b","equals":[1, 2]}}`,
			`{"id":"a","text":"A?","answer_type":{"type":"text"},"when":{"question_id":"b","equals":[1,2]}}`},
		{"unknown fields", `{"id":"a","text":"A?","answer_type":{"type":"text","x":1},"y":2}`, `{"id":"a","text":"A?","answer_type":{"type":"text"}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var q Question
			if err := json.Unmarshal([]byte(c.read), &q); err != nil {
				t.Fatal(err)
			}
			written, err := encode(q)
			if err != nil {
				t.Fatal(err)
			}
			if string(written) != c.written {
				t.Errorf("got  %s\nwant %s", written, c.written)
			}
		})
	}
}

func TestQuestionThatCannotBeRead(t *testing.T) {
	for _, c := range []struct{ name, list, want string }{
		{"no list", `{}`, `must be a list, not an object`},
		{"nothing", ``, `must be a list, not nothing`},
		{"no objects", `["a",null]`, "[0]: must be an object, not a string\n[1]: must be an object, not null"},
		{"every field", `[{},{"id":1,"text":true,"context":[],"header":{},"answer_type":5,"exclusive":"yes","persistence":0,"when":"a"}]`,
			`[1].id: must be a string, not a number
[1].text: must be a string, not a boolean
[1].context: must be a string, not a list
[1].header: must be a string, not an object
[1].exclusive: must be true or false, not a string
[1].persistence: must be a string, not a number
[1].answer_type: must be an object, not a number
[1].when: must be an object, not a string`},
		{"inside", `[{"answer_type":{"type":[],"other":1,"options":[{"value":1,"label":2,"recommended":"x"}]},"when":{"question_id":3}}]`,
			`[0].answer_type.type: must be a string, not a list
[0].answer_type.options[0].label: must be a string, not a number
[0].answer_type.options[0].recommended: must be true or false, not a string
[0].answer_type.other: must be true or false, not a number
[0].when.question_id: must be a string, not a number`},
		{"options", `[{"answer_type":{"options":"a"}}]`, `[0].answer_type.options: must be a list, not a string`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ParseQuestions(json.RawMessage(c.list))
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
	var q Question
	want := "answer_type.options[0].label: must be a string, not a number"
	if err := json.Unmarshal([]byte(`{"answer_type":{"options":[{"label":1}]}}`), &q); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

func TestParseOptions(t *testing.T) {
	got, faults := parseOptions(json.RawMessage(`["a", 1, null, {"value": "v", "label": "L"}, {"label": "none"}, [ 1 ]]`))
	want := []Option{
		{Value: json.RawMessage(`"a"`)}, {Value: json.RawMessage(`1`)}, {},
		{Value: json.RawMessage(`"v"`), Label: "L"}, {Label: "none"}, {Value: json.RawMessage(`[1]`)},
	}
	if len(faults) > 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, faults)
	}
	if _, faults := parseOptions(json.RawMessage(`[1,{"value":1,"label":2}]`)); faults.Error() != "[1].label: must be a string, not a number" {
		t.Errorf("got %v", faults)
	}
}

// fill sets every field of a struct, so that one added later is covered as well.
func fill(t *testing.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem())
	case reflect.String:
		v.SetString("none")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			v.SetBytes([]byte(`{"a":1}`))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(t, v.Index(0))
	case reflect.Map: // all the limits of an answer type that exist
		v.Set(reflect.ValueOf(everyLimit()))
	default:
		t.Fatalf("no way to fill a %s", v.Type())
	}
}

// everyLimit has a value for each attribute that is kept with the limits.
func everyLimit() map[string]json.RawMessage {
	limits := map[string]json.RawMessage{}
	for _, a := range Attributes() {
		if value, ok := map[Holds]string{Count: `3`, Amount: `-1.5`, Word: `"none"`, Flag: `true`}[a.Holds]; ok && a.Name != "other" {
			limits[a.Name] = json.RawMessage(value)
		}
	}
	return limits
}

func TestNoFieldIsLostOnTheWire(t *testing.T) {
	var q, again Question
	fill(t, reflect.ValueOf(&q).Elem())
	written, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(written, &again); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(q, again) {
		t.Errorf("written %+v\nread    %+v", q, again)
	}
}

// What is read can be written and read again without a difference, and then makes the same
// form.
func FuzzQuestion(f *testing.F) {
	for _, seed := range []string{
		`[{"id":"a","text":"A?","answer_type":"boolean"}]`,
		`[{"id":"a","text":"A?","answer_type":{"type":"select","options":["x",{"value":1,"label":"y"}]},"default":"x","persistence":"turn"}]`,
		`[{"id":"a","text":"A?","answer_type":{"type":"schema","schema":{"type":"object"}}},{"id":"b","text":"B","answer_type":"text","when":{"question_id":"a","equals":{}}}]`,
		`[{"answer_type":{"options":[null,[],{"value":null}]}}]`,
		`[{"id":"a","text":"A?","answer_type":{"type":"number","minimum":1e2,"step":0.5},"optional":true},{"id":"b","text":"B","answer_type":"text","when":{"question_id":"a","equals":null}}]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		qs, err := ParseQuestions(raw)
		if err != nil {
			return
		}
		written, err := encode(qs)
		if err != nil {
			t.Fatalf("%s cannot be written: %v", raw, err)
		}
		again, err := ParseQuestions(written)
		if err != nil {
			t.Fatalf("%s is written as %s: %v", raw, written, err)
		}
		if a, b := Restore(qs), Restore(again); !reflect.DeepEqual(a, b) {
			t.Fatalf("read   %+v\nreread %+v", a, b)
		}
		_, before := New(qs)
		_, after := New(again)
		if (before == nil) != (after == nil) {
			t.Fatalf("before %v\nafter %v", before, after)
		}
	})
}
