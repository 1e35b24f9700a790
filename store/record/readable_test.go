package record

import (
	"encoding/json"
	"testing"

	"parley/store"
)

// TestNamesOfArguments: a part of a name could be taken for the value, so such a name stands in quotes, and two
// calls that differ are told in different words.
func TestNamesOfArguments(t *testing.T) {
	for raw, want := range map[string]string{
		`{"env":"staging: x"}`:         "env: staging: x",
		`{"env: staging":"x"}`:         `"env: staging": x`,
		`{"a":"b: c"}`:                 "a: b: c",
		`{"a: b":"c"}`:                 `"a: b": c`,
		`{"":"x"}`:                     `"": x`,
		`{"a":"x\n  b: y"}`:            "a:\n  x\n    b: y",
		`{"a":"x","  b":"y"}`:          "a: x\n\"  b\": y",
		`{"a b":"x"}`:                  "a b: x",
		`{"path":"a","content":3}`:     "path: a\ncontent: 3",
		`{"a":"x\ud800y"}`:             `a: "x\ud800y"`,
		`{"a":"x\uDCAFy"}`:             `a: "x\uDCAFy"`,
		`{"a":"x\ufffdy"}`:             "a: x\ufffdy",
		`{"a":"\ud83d\ude00"}`:         "a: \U0001f600",
		`{"a":"b <U+200B> c"}`:         "a: b <U+003C>U+200B> c",
		"{\"a\":\"my re\u0301sume\"}":  "a: my re<U+0301>sume",
		"{\"a\":\"my r\u00e9sume\"}":   "a: my r\u00e9sume",
		"{\"a\":[\"re\u0301\",\"b\"]}": "a:\n  [\n    \"re<U+0301>\",\n    \"b\"\n  ]",
	} {
		if got := Readable([]byte(raw)); got != want {
			t.Errorf("%s\ngot  %q\nwant %q", raw, got, want)
		}
	}
}

// TestACommandIsToldApart from one that is spelled like the marks of its characters.
func TestACommandIsToldApart(t *testing.T) {
	var all []string
	for _, command := range []string{"cat a \u200b b", "cat a <U+200B> b"} {
		arguments, err := json.Marshal(map[string]string{"command": command})
		if err != nil {
			t.Fatal(err)
		}
		told := Tell(store.PermissionRequest{Tool: "run_command", Text: command, Arguments: arguments})
		all = append(all, told.Whole)
	}
	if all[0] != "cat a <U+200B> b" || all[1] != "cat a <U+003C>U+200B> b" {
		t.Errorf("told are %q", all)
	}
}

// TestWhatAServerCallsATool is told where its name does not say so, on one line.
func TestWhatAServerCallsATool(t *testing.T) {
	for name, want := range map[string]string{"": "", "get it": `Its server calls it "get it"`, "a\nb": `Its server calls it "a\nb"`} {
		if got := CalledByServer(name); got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
}

// TestNamesOfFilesInWords: a name that could be taken for words around it stands in quotes, each by itself.
func TestNamesOfFilesInWords(t *testing.T) {
	for _, c := range [][3]string{
		{"fs_delete_file", `{"path":"b.txt"}`, "Delete b.txt?"},
		{"fs_delete_file", `{"path":"b.txt? It is empty; nothing is lost"}`, `Delete "b.txt? It is empty; nothing is lost"?`},
		{"fs_create_file", `{"path":"a \"b","content":""}`, `Create "a \"b"?`},
		{"fs_delete_file", `{"path":"e\u0301.txt"}`, "Delete e<U+0301>.txt?"},
		{"fs_move_file", `{"path":"a","to":"b"}`, "Move a to b?"},
		{"fs_move_file", `{"path":"a to b","to":"c"}`, `Move "a to b" to c?`},
		{"fs_move_file", `{"path":"a","to":"b to c"}`, `Move a to "b to c"?`},
	} {
		if got := AsksOf(store.PermissionRequest{Tool: c[0], Text: "x", Arguments: []byte(c[1])}).Words(); got != c[2] {
			t.Errorf("%s: %s, want %s", c[1], got, c[2])
		}
	}
}
