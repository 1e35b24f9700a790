package rawjson

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestTwice(t *testing.T) {
	for _, c := range []struct {
		json string
		want []string
	}{
		{`1`, nil},
		{`"a"`, nil},
		{`{}`, nil},
		{`{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}`, nil},
		{`{"a":1,"A":1}`, nil},
		{`{"a":1,"a":1}`, []string{"/a"}},
		{`{"a":1,"a":2,"a":3}`, []string{"/a"}},
		{`{"a":1,"\u0061":1}`, []string{"/a"}},
		{`{"":1,"":1}`, []string{"/"}},
		{`[0,{"x/y~":{"b":1,"c":[],"b":{}}}]`, []string{"/1/x~1y~0/b"}},
		{`{"a":{"b":1,"b":1},"a":{"c":1,"c":1}}`, []string{"/a/b", "/a", "/a/c"}},
		{`{"a":1,"a":`, []string{"/a"}},
		{`{"a"`, nil},
		{`{"a":{"b":1,"b":[{"c"T1,"c":2}]}}`, []string{"/a/b"}},
		{`[1 2,{"a":1,"a":1}]`, nil},
		{`[tru, 1, 2]`, nil},
		{``, nil},
	} {
		if got := Twice([]byte(c.json)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q, want %q", c.json, got, c.want)
		}
	}
}

func TestTwofold(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":1,"A":1}`: true, `[{"b":{"kin":1,"\u212Ain":1}}]`: true, `{"s":1,"\u017f":1}`: true, `{"a":1,"a":1}`: true,
		`{"a":1,"b":{"a":1},"c":[{"a":1},{"A":1}]}`: false, `1`: false, ``: false,
	} {
		if got := Twofold([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// FuzzTwice: a value that was decoded and encoded again has each key once.
func FuzzTwice(f *testing.F) {
	f.Add([]byte(`{"a":{"b":1,"b":[{"c":1,"c":2}]}}`))
	f.Add([]byte(`[{"\ud800":1,"\ud801":2}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		Twice(data) // whatever it is
		var v any
		if json.Unmarshal(data, &v) != nil {
			return
		}
		once, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if again := Twice(once); again != nil {
			t.Errorf("%s has keys twice: %q", once, again)
		}
	})
}
