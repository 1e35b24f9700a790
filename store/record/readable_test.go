package record

import "testing"

// TestNamesOfArguments: a part of a name could be taken for the value, so such a name stands in quotes, and two
// calls that differ are told in different words.
func TestNamesOfArguments(t *testing.T) {
	for raw, want := range map[string]string{
		`{"env":"staging: x"}`:     "env: staging: x",
		`{"env: staging":"x"}`:     `"env: staging": x`,
		`{"a":"b: c"}`:             "a: b: c",
		`{"a: b":"c"}`:             `"a: b": c`,
		`{"":"x"}`:                 `"": x`,
		`{"a":"x\n  b: y"}`:        "a:\n  x\n    b: y",
		`{"a":"x","  b":"y"}`:      "a: x\n\"  b\": y",
		`{"a b":"x"}`:              "a b: x",
		`{"path":"a","content":3}`: "path: a\ncontent: 3",
	} {
		if got := Readable([]byte(raw)); got != want {
			t.Errorf("%s\ngot  %q\nwant %q", raw, got, want)
		}
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
