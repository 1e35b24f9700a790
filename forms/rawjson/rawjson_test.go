package rawjson

import (
	"encoding/json"
	"strings"
	"testing"
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

// FuzzQuote compares Quote with what encoding/json writes.
func FuzzQuote(f *testing.F) {
	f.Add("<script>&\u2028\u2029\x7f\xff")
	f.Add("eight by and then a \" or a \\ or a \n\r\t\b\f\x00\x1f in each of the places of a word")
	f.Add("\xed\xa0\x80 is half a pair, \xf0\x9f\x98 a part, \U0001f600 and \ufffd are whole")
	f.Fuzz(func(t *testing.T, s string) {
		for i := range min(9, len(s)+1) { // wherever in a word it stands
			if want, err := Encode(s[i:]); err != nil || string(Quote(s[i:])) != string(want) {
				t.Errorf("%q became %s, not %s (%v)", s[i:], Quote(s[i:]), want, err)
			}
		}
	})
}

func BenchmarkQuote(b *testing.B) {
	text := strings.Repeat("The parser holds every `index` until the \"first\" report grows, and a naïve reader waits.\n", 10_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Quote(text)
	}
}

// TestLaid: JSON is laid out, unless its blanks would be nearly all of it.
func TestLaid(t *testing.T) {
	deep := strings.Repeat("[", 5000) + `"a, [b"` + strings.Repeat("]", 5000)
	for raw, want := range map[string]string{
		`{"a":[1,2],"b":{}}`: "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}",
		`no`:                 `no`,
		``:                   ``,
		deep:                 deep,
	} {
		if got := string(Laid(json.RawMessage(raw))); got != want {
			t.Errorf("%.40s became %.80s", raw, got)
		}
	}
}
