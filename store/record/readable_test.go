package record_test

import (
	"encoding/json"
	"testing"

	"parley/store/record"
)

// What a call will do is said once and completely, and none of its arguments are left out.
func TestTold(t *testing.T) {
	for _, c := range []struct{ text, arguments, whole, others string }{
		{"go test ./...", `{"command":"go test ./..."}`, "go test ./...", ""},
		{"make  (in sub)", `{"command":"make","directory":"sub","timeout_seconds":5}`, "make  (in sub)", "directory: sub\ntimeout_seconds: 5"},
		{"cat <<E … (3 lines)  (in sub)", `{"command":"\ncat <<E\nx\nE\n","directory":"sub"}`, "cat <<E\nx\nE", "directory: sub"},
		{"a (2 lines)", `{"path":"a","content":"1\n2"}`, "a (2 lines)", "content:\n  1\n  2"},
		{"a → b", `{"path":"a","to":"b"}`, "a → b", "to: b"},
		{"make", `{"command":"rm -rf /","command":"make"}`, "make", "command: rm -rf /"},
		{"make", `{"command":"make","also":"make"}`, "make", "also: make"},
		{"makefile", `{"command":"make"}`, "makefile", "command: make"},
		{"rm a", `{"command":"rm a\nrm b"}`, "rm a", "command:\n  rm a\n  rm b"},
		{`{"n":1}`, `{"n":1}`, "n: 1", ""},
		{`{"n":1}`, `{"n":"1"}`, "n: \"1\"", ""},
		{"x", `{"a":"null","b":null,"c":"[]","d":"\"\"","e":"true","f":"nullable"}`, "x", "a: \"null\"\nb: null\nc: \"[]\"\nd: \"\\\"\\\"\"\ne: \"true\"\nf: nullable"},
		{"{}", `{}`, "without arguments", ""},
		{"x", `{}`, "x", ""},
		{"x", `[]`, "x", "[]"},
		{"x", `{"a"`, "x", `{"a"`},
		{"", `{"a":""}`, "", "a: \"\""},
		{"rm \u202ea", `{"command":"rm \u202ea"}`, "rm <U+202E>a", ""},
		{"ls\u037e id", `{"command":"ls\u037e id"}`, "ls<U+037E> id", ""},
		{"ls", `{"command":"ls\ncat a\u2215b"}`, "ls", "command:\n  ls\n  cat a\u2215b"},
		{"ls \u2026 (2 lines)", `{"command":"ls\ncat a\u2215b"}`, "ls\ncat a<U+2215>b", ""},
		{"x", `{"path\uff1a":"a\u2215b","note":"Don\u2019t \u2013 ever"}`, "x", "path<U+FF1A>: a<U+2215>b\nnote: Don\u2019t \u2013 ever"},
		{"rm a\u2420/x", `{"command":"rm a\u2420/x"}`, "rm a<U+2420>/x", ""},
		{"rm \uff70i x", `{"command":"rm \uff70i x"}`, "rm <U+FF70>i x", ""},
		{"x", `{"note":"one \u2409two","b":"c "}`, "x", "note: one <U+2409>two\nb: c␠"},
		{"rm 'a\tb'", `{"command":"rm 'a\tb'"}`, "rm 'a␉b'", ""},
		{"cat <<-E … (3 lines)", `{"command":"cat <<-E\n\tx\ty\nE"}`, "cat <<-E\n\tx␉y\nE", ""},
		{"x", `{"name":"a\tb","text":"a\tb\n"}`, "x", "name: a␉b\ntext:\n  a␉b\n"},
	} {
		whole, others := record.Told(c.text, json.RawMessage(c.arguments))
		if whole != c.whole || others != c.others {
			t.Errorf("%q of %s: %q, %q, want %q, %q", c.text, c.arguments, whole, others, c.whole, c.others)
		}
	}
}
