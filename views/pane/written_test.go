package pane

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWritten(t *testing.T) {
	for _, c := range []struct {
		in, members, end string
		lines            int
	}{
		{``, `{}`, ``, 0},
		{`{"pa`, `{}`, ``, 0},
		{`{"path":"a.g`, `{}`, ``, 0},
		{`{"path":"a.go"`, `{"path":"a.go"}`, ``, 0},
		{`{"path":"a.go","content":"one`, `{"path":"a.go"}`, ``, 0},
		{`{"path":"a.go","content":"one\ntw`, `{"path":"a.go"}`, "one\ntw", 1},
		{`{"path":"a.go","content":"one\`, `{"path":"a.go"}`, "", 0},
		{`{"path":"a.go","patterns":[{"old":"x\ny","new":"a\n\tb\n`, `{"path":"a.go"}`, "a\n\tb\n", 3},
		{`{"path":"a.go","patterns":[{"path":"no"}],"why":"yes"}`, `{"path":"a.go","why":"yes"}`, ``, 0},
		{`{"n":1,"t":true,"s":"\u00e4\ud83d\ude00\"\\\/"}`, `{"s":"ä😀\"\\/"}`, ``, 0},
		{`{"s":"\ud83dx\ude00\u12"}`, `{}`, ``, 0}, // the text goes on: the quote is a digit that is none
		{`{"s":"\ud83dx\ude00"}`, `{"s":"` + "\ufffdx\ufffd" + `"}`, ``, 0},
		{`["path"]`, `{}`, ``, 0},
		{`}}]]{"a":"b"}`, `{"a":"b"}`, ``, 0},
	} {
		var w written
		w.add(c.in)
		if got := string(w.members()); got != c.members {
			t.Errorf("%s: members %s, want %s", c.in, got, c.members)
		}
		if got := w.end(); got != c.end {
			t.Errorf("%s: ends with %q, want %q", c.in, got, c.end)
		}
		if w.lines != c.lines {
			t.Errorf("%s: %d line breaks, want %d", c.in, w.lines, c.lines)
		}
	}
}

// Of what never ends only the end is kept.
func TestWrittenKeepsLittle(t *testing.T) {
	var w written
	w.add(`{"path":"a.go","content":"`)
	w.add(strings.Repeat(`line\n`, 100_000))
	if w.lines != 100_000 || len(w.text) > 2*writtenTail || !strings.HasSuffix(w.end(), "\nline\n") {
		t.Errorf("%d line breaks, %d bytes kept, end %.10q", w.lines, len(w.text), w.end())
	}
	w.add(`","more":"x"}`)
	if got := string(w.members()); got != `{"path":"a.go","more":"x"}` {
		t.Errorf("members %s", got)
	}
}

// What is read does not depend on the cuts, and is what a decoder of the whole reads.
func FuzzWritten(f *testing.F) {
	f.Add(`{"path":"a\n\u00e4","x":[{"y":"z"}],"b":"c"}`, 3)
	f.Add(`{"s":"\ud83d\ude00"}`, 9)
	f.Add(`]]}{"`, 1)
	f.Fuzz(func(t *testing.T, in string, at int) {
		var whole, parts written
		whole.add(in)
		at = max(min(at, len(in)), 0)
		parts.add(in[:at])
		parts.add(in[at:])
		a, b := whole.members(), parts.members()
		if !bytes.Equal(a, b) || whole.end() != parts.end() || whole.lines != parts.lines {
			t.Fatalf("%q cut at %d: %s and %s", in, at, a, b)
		}
		if !json.Valid(a) || !utf8.ValidString(whole.end()) {
			t.Fatalf("%q: %q, %q", in, a, whole.end())
		}
		var object map[string]any
		if json.Unmarshal([]byte(in), &object) != nil || len(object) > writtenMembers || len(in) > writtenText {
			return
		}
		var got map[string]string
		if err := json.Unmarshal(a, &got); err != nil {
			t.Fatal(err)
		}
		for name, value := range object {
			if s, is := value.(string); is && got[name] != s && strings.Count(in, name) == 1 && !strings.Contains(in, `\`) {
				t.Fatalf("%q: %q is %q, want %q", in, name, got[name], s)
			}
		}
	})
}
