package rawjson

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestPlain(t *testing.T) {
	for raw, want := range map[string]string{
		`{"cmd":"\u0072\u006d"}`:           `{"cmd":"rm"}`,
		`{"\u0061":["\/x","\"q\\\u0022"]}`: `{"a":["/x","\"q\\\""]}`,
		`{ "a" : "b\nc\td" , "n" : 1.50 }`: `{ "a" : "b\nc\td" , "n" : 1.50 }`,
		`"\u00e9\ud83d\ude00"`:             `"é😀"`,
		`"\ud800"`:                         `"\ud800"`,
		`"\u0000\u001b"`:                   `"\u0000\u001b"`,
		`["no escape"]`:                    `["no escape"]`,
		``:                                 ``,
	} {
		if got := string(Plain([]byte(raw))); got != want {
			t.Errorf("%s is %s, want %s", raw, got, want)
		}
	}
}

// FuzzPlain: the value is the same, and what is plain stays as it is.
func FuzzPlain(f *testing.F) {
	f.Add(`{"a":"\u0072\\","b":[1,"\ud800x","\"\u0022"]}`)
	f.Fuzz(func(t *testing.T, raw string) {
		var was, is any
		if json.Unmarshal([]byte(raw), &was) != nil {
			return
		}
		plain := Plain([]byte(raw))
		if err := json.Unmarshal(plain, &is); err != nil || !reflect.DeepEqual(was, is) {
			t.Fatalf("%q became %q: %v", raw, plain, err)
		}
		if again := Plain(plain); string(again) != string(plain) {
			t.Errorf("%q became %q", plain, again)
		}
	})
}
