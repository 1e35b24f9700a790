package rawjson

import (
	"encoding/json"
	"reflect"
	"runtime"
	"strings"
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
		`{"text":{"format":{"schema":{"properties":{"a":{},"A":{}},"required":["a","A"]}}}}`: false, `{"tools":[{"parameters":{"a":{},"A":{}}}]}`: false,
		`{"schema":{"a":1,"a":1}}`: true, `{"schema":{"a":1},"Schema":{}}`: true, `{"schema":{"a":1},"b":1,"B":1}`: true, `{"schema":[1],"b":{"c":1,"C":1}}`: true,
		`{"a":1,"b":{"a":1},"c":[{"a":1},{"A":1}]}`: false, `1`: false, ``: false,
	} {
		if got := Twofold([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// TestDeepTwice: what is told, and what it takes to find it, does not grow with the depth times
// the length of the keys.
func TestDeepTwice(t *testing.T) {
	key := `{"` + strings.Repeat("k", 1000) + `":`
	deep := strings.Repeat(key, 9_000) + `{"a":1,"a":2}` + strings.Repeat("}", 9_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := Twice([]byte(deep))
	runtime.ReadMemStats(&after)
	if want := []string{"/…"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 200<<20 {
		t.Errorf("it took %d bytes for a text of %d", took, len(deep))
	}
	for deep, want := range map[string]bool{
		strings.Repeat("[", 9_000) + `{"a":1,"A":2}`: true,
		strings.Repeat("[", 8<<20) + `{"a":1,"A":2}`: false, // nothing reads as deep as that
	} {
		if got := Twofold([]byte(deep)); got != want {
			t.Errorf("%d brackets: %v", len(deep), got)
		}
	}
	if got, want := Twice([]byte(`{"`+strings.Repeat("é", 100)+`":{"b":1,"b":2}}`)), []string{"/" + strings.Repeat("é", 100) + "/b"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
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

func BenchmarkTwofold(b *testing.B) {
	event := []byte(`{"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"test","choices":[{"index":0,"delta":{"role":"assistant","content":"word "},"finish_reason":null}]}`)
	b.SetBytes(int64(len(event)))
	for b.Loop() {
		Twofold(event)
	}
}

// TestPointerSteps: a key and its step of a JSON Pointer, each from the other.
func TestPointerSteps(t *testing.T) {
	for key, step := range map[string]string{"": "", "a": "a", "a/b": "a~1b", "~": "~0", "~1": "~01", "/~0": "~1~00"} {
		if got := Step(key); got != step {
			t.Errorf("%q became %q, not %q", key, got, step)
		}
		if got := Key(step); got != key {
			t.Errorf("%q stands for %q, not %q", step, got, key)
		}
	}
}
