package rawjson

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
)

func TestEncode(t *testing.T) {
	v := map[string]any{"b": "<a href=\"x\">&</a>", "a": []int{1, 2}}
	for want, encoded := range map[string]func() ([]byte, error){
		`{"a":[1,2],"b":"<a href=\"x\">&</a>"}`:                                       func() ([]byte, error) { return Encode(v) },
		"{\n\t\"a\": [\n\t\t1,\n\t\t2\n\t],\n\t\"b\": \"<a href=\\\"x\\\">&</a>\"\n}": func() ([]byte, error) { return Indent(v, "\t") },
		`"<&>\n\u0000\u2028é"`:                                                        func() ([]byte, error) { return Quote("<&>\n\x00\u2028é"), nil },
	} {
		if got, err := encoded(); err != nil || string(got) != want {
			t.Errorf("got %s, %v\nwant %s", got, err, want)
		}
	}
	if got, err := Encode(func() {}); err == nil {
		t.Errorf("a function became %s", got)
	}
}

func FuzzQuote(f *testing.F) {
	f.Add("<script>&\u2028\x7f\xff")
	f.Fuzz(func(t *testing.T, s string) {
		var back string
		if err := json.Unmarshal(Quote(s), &back); err != nil || utf8.ValidString(s) && back != s {
			t.Errorf("%q came back as %q, %v", s, back, err)
		}
	})
}
