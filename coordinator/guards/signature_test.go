package guards

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func ended(name, args, content string, failed bool) Ended {
	c := Ended{Name: name, Arguments: json.RawMessage(args), Content: content, Failed: failed}
	c.Digest = c.Sum()
	return c
}

func TestWhatMattersToASignature(t *testing.T) {
	for name, c := range map[string]struct {
		a, b [2]string // arguments and result
		want bool
	}{
		"the same":            {[2]string{`{"path":"a"}`, "x"}, [2]string{`{"path":"a"}`, "x"}, true},
		"other arguments":     {[2]string{`{"path":"a"}`, "x"}, [2]string{`{"path":"b"}`, "x"}, false},
		"another result":      {[2]string{`{}`, "2 of 5 failing"}, [2]string{`{}`, "1 of 5 failing"}, false},
		"a space more":        {[2]string{`{"command":"go test ./..."}`, "x"}, [2]string{`{ "command" : "go  test ./... " }`, " x\n"}, true},
		"a space less":        {[2]string{`{"command":"rm -r x"}`, "x"}, [2]string{`{"command":"rm -rx"}`, "x"}, false},
		"order of keys":       {[2]string{`{"a":{"x":1,"y":[2,3]},"b":2}`, `{"n":1,"m":2}`}, [2]string{`{"b":2,"a":{"y":[2,3],"x":1}}`, `{"m":2,"n":1}`}, true},
		"order of a list":     {[2]string{`{"a":[1,2]}`, "x"}, [2]string{`{"a":[2,1]}`, "x"}, false},
		"keys exchanged":      {[2]string{`{"a":1,"b":2}`, "x"}, [2]string{`{"a":2,"b":1}`, "x"}, false},
		"an escaped line end": {[2]string{`{"t":"a\nb"}`, "x"}, [2]string{`{"t":"a b"}`, "x"}, true},
		"dates and times":     {[2]string{`{}`, "at 2026-11-21T05:34:10Z ok 05:34:10.123"}, [2]string{`{}`, "at 2027-01-02T15:04:05+01:00 ok 15:04"}, true},
		"durations":           {[2]string{`{}`, "ok  pkg 0.012s (1m3.5s)"}, [2]string{`{}`, "ok  pkg 12ms (59s)"}, true},
		"a unit is no time":   {[2]string{`{}`, "3px"}, [2]string{`{}`, "4px"}, false},
		"ids":                 {[2]string{`{"id":"call_8f3a2b1c"}`, "9b2d1c34-0000-4000-8000-123456789abc"}, [2]string{`{"id":"call_77aa00ff"}`, "00000000-1111-4222-8333-abcdefabcdef"}, true},
		"commits":             {[2]string{`{}`, "HEAD is 1288cac"}, [2]string{`{}`, "HEAD is 07bd8f8"}, true},
		"long numbers":        {[2]string{`{}`, "pid 1293845, go-build3829102"}, [2]string{`{}`, "pid 9999999, go-build1110002"}, true},
		"short numbers":       {[2]string{`{}`, "line 41"}, [2]string{`{}`, "line 42"}, false},
		"addresses":           {[2]string{`{}`, "0xc000123 127.0.0.1:54321 localhost:8080"}, [2]string{`{}`, "0xc000fff 127.0.0.1:1024 localhost:99"}, true},
		"temporary paths":     {[2]string{`{}`, "/tmp/go-x1/b/a.go /var/folders/q/w/T/e/a"}, [2]string{`{}`, "/tmp/other/b/a.go /var/folders/1/2/T/3/a"}, true},
		"what lies in them":   {[2]string{`{}`, "/tmp/x/a.go"}, [2]string{`{}`, "/tmp/x/b.go"}, false},
		"paths":               {[2]string{`{}`, "/home/x/a.go"}, [2]string{`{}`, "/home/y/a.go"}, false},
		"a place in a file":   {[2]string{`{}`, "main.go:41:7: no"}, [2]string{`{}`, "main.go:41:8: no"}, false},
		"not valid JSON":      {[2]string{`{"a":1`, "{x"}, [2]string{`{"a": 1`, "{x "}, false},
		"long, the start":     {[2]string{`{}`, "a" + strings.Repeat("x", 60<<10)}, [2]string{`{}`, "b" + strings.Repeat("x", 60<<10)}, false},
		"long, the middle":    {[2]string{`{}`, strings.Repeat("x", 30<<10) + "a" + strings.Repeat("x", 30<<10)}, [2]string{`{}`, strings.Repeat("x", 30<<10) + "b" + strings.Repeat("x", 30<<10)}, false},
		"long, the end":       {[2]string{`{}`, strings.Repeat("x", 60<<10) + " 0.5s"}, [2]string{`{}`, strings.Repeat("x", 60<<10) + " 0.6s"}, true},
	} {
		a, b := ended("run", c.a[0], c.a[1], false), ended("run", c.b[0], c.b[1], false)
		if (a.Digest == b.Digest) != c.want {
			t.Errorf("%s: equal is %v", name, !c.want)
		}
	}
	if ended("a", `{}`, "x", false).Digest == ended("b", `{}`, "x", false).Digest {
		t.Error("another tool is the same")
	}
	if ended("a", `{}`, "x", false).Digest == ended("a", `{}`, "x", true).Digest {
		t.Error("an error is the same as a success")
	}
}

func TestSignaturesCanBeRead(t *testing.T) {
	for want, calls := range map[string][]Ended{
		"fs_read_file:main.go":         {ended("fs_read_file", `{"path":"main.go"}`, "package main", false)},
		"error:TypeError-null-auth.ts": {ended("run", `{}`, "TypeError: null is not an object (auth.ts:41)\n  at login", true)},
		"run:go test ./...":            {ended("run", `{"timeout":3,"command":"go  test\n./..."}`, "ok", false)},
		"note:hi":                      {ended("note", `{"z":"hi","a":1}`, "ok", false)},
		"list":                         {ended("list", `{}`, "ok", false)},
		"error:unnamed":                {ended("list", `{}`, " \n", true)},
		"error:exit-status":            {ended("run", `{}`, "error: exit status 1", true)},
		"a:x, b:y, +1": {
			ended("a", `{"path":"x"}`, "", false), ended("b", `{"path":"y"}`, "", false), ended("a", `{"path":"x"}`, "", false), ended("c", `{}`, "", false),
		},
		"test-fail:2-auth,logout":            {{Name: "run", Signed: "test-fail:2-auth,logout"}},
		"r:" + strings.Repeat("é", 39) + "…": {ended("r", `{"path":"`+strings.Repeat("é", 90)+`"}`, "", false)},
	} {
		if got := together(calls).Text(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestJSONOfAnyShapeIsRead(t *testing.T) {
	value := rapid.Custom(func(t *rapid.T) any { return anyValue(t, 3) })
	rapid.Check(t, func(t *rapid.T) {
		v := map[string]any{"v": value.Draw(t, "value")}
		plain, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		wide, err := json.MarshalIndent(v, " ", "\t")
		if err != nil {
			t.Fatal(err)
		}
		if ended("x", string(plain), "", false).Digest != ended("x", string(wide), "", false).Digest {
			t.Errorf("%s differs from itself with spaces", plain)
		}
	})
}

func anyValue(t *rapid.T, depth int) any {
	kind := rapid.IntRange(0, 5).Draw(t, "kind")
	switch {
	case kind == 0 && depth > 0:
		m := map[string]any{}
		for range rapid.IntRange(0, 3).Draw(t, "members") {
			m[rapid.String().Draw(t, "key")] = anyValue(t, depth-1)
		}
		return m
	case kind == 1 && depth > 0:
		var l []any
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			l = append(l, anyValue(t, depth-1))
		}
		return l
	case kind == 2:
		return rapid.Bool().Draw(t, "bool")
	case kind == 3:
		return rapid.Float64().Draw(t, "number")
	case kind == 4:
		return nil
	}
	return rapid.String().Draw(t, "text")
}

func FuzzDigest(f *testing.F) {
	f.Add(`{"a":[1,{"b":"\u0041\\"}],"c":null}`)
	f.Add("/tmp/x 0.5s 0x1f /var/folders/a")
	f.Add(`["a" , -1.5e3]`)
	f.Fuzz(func(t *testing.T, s string) {
		a := ended("x", s, s, false)
		if a.Digest != ended("x", s, s, false).Digest {
			t.Error("it differs from itself")
		}
		if text := together([]Ended{a}).Text(); len(text) > longestSignature+len("…") {
			t.Errorf("%q is too long", text)
		}
		lastSentence(s)
		brief(s, true)
	})
}
