package record

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestAnArgumentIsReadAsJSONIs: with blanks, escapes and equal keys, and whatever stands beside it.
func TestAnArgumentIsReadAsJSONIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"{", "}", "[", "]", ":", ",", " ", "\n", `"path"`, `"p\u0061th"`, `"a"`, `"\\"`, `"\""`, `"{,"`, "1", "null", "true", `"path":`, `"x"`, `{"path":"y"}`})
		raw := ""
		if rapid.Bool().Draw(t, "object") {
			raw = "{" + `"a" : [1, {"path":"z"}]`
			for range rapid.IntRange(0, 5).Draw(t, "members") {
				key := rapid.SampledFrom([]string{`"path"`, `"p\u0061th" `, ` "pat"`, `"\\"`}).Draw(t, "key")
				raw += "," + key + ":" + rapid.SampledFrom([]string{`"x"`, ` "\"}," `, "1", "null ", `{"path":"y"}`, `[ ]`, `"é\u00e9"`}).Draw(t, "value")
			}
			raw += "}"
		}
		for range rapid.IntRange(0, 8).Draw(t, "pieces") {
			raw += piece.Draw(t, "piece")
		}
		var all map[string]json.RawMessage
		want, is := "", json.Unmarshal([]byte(raw), &all) == nil
		_ = json.Unmarshal(all["path"], &want) // no text is none
		if got := argument(json.RawMessage(raw), "path"); is && got != want {
			t.Fatalf("the path in %s is %q, not %q", raw, got, want)
		}
	})
}

// TestAnArgumentBesideALongOne costs no memory that grows with what is not asked for.
func TestAnArgumentBesideALongOne(t *testing.T) {
	cost := func(n int) float64 {
		args := json.RawMessage(`{"content":["` + strings.Repeat(`line\n","`, n) + `"],"path":"a.go"}`)
		return testing.AllocsPerRun(10, func() {
			if argument(args, "path") != "a.go" {
				t.Fatal("it is not found")
			}
		})
	}
	if few, many := cost(1), cost(100_000); many > few {
		t.Errorf("it takes %.0f allocations beside a long text, %.0f beside a short one", many, few)
	}
}
