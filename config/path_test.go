package config

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func segments() *rapid.Generator[string] {
	return rapid.StringOf(rapid.OneOf(
		rapid.SampledFrom([]rune{'.', '"', '\'', '\\', '*', ' ', '=', '<', 'ü', '\u2028', 'a', 'Z', '0', '_', '-'}),
		rapid.Rune(),
	)).Filter(func(s string) bool { return checkSegment(s) == nil })
}

// TestKeysReadBack: a written key reads back as the same segments, also in front of a
// value.
func TestKeysReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(segments(), 1, 5).Draw(t, "segments")
		key := Key(want...)
		p, err := parseKey(key)
		if err != nil || !slices.Equal(p.segments(), want) {
			t.Fatalf("%q reads back as %q, %v", key, p.segments(), err)
		}
		cut, value, ok := cutSet(key + "=a=b")
		if !ok || cut != key || value != "a=b" {
			t.Fatalf("%q: %q %q %v", key, cut, value, ok)
		}
	})
}

func TestParseKey(t *testing.T) {
	for key, want := range map[string]string{
		"a.b":         "a|b",
		" a . b ":     "a|b",
		"tools.*.run": "tools|*|run",
		`a."b.c".d`:   "a|b.c|d",
		`a.'b"c'`:     `a|b"c`,
		`"a\"b" . c`:  `a"b|c`,
		"":            "error: " + textKeyEmpty,
		".":           "error: " + textKeyEmpty,
		"a.":          "error: " + textKeyEmpty,
		`a.""`:        "error: " + textKeyEmpty,
		`a."b`:        "error: " + textKeyQuote,
		`a.'b`:        "error: " + textKeyQuote,
		`a."b\`:       "error: " + textKeyQuote,
		`a."b\x"`:     "error: " + textKeyQuote,
		`"a"b`:        "error: " + textKeyQuote,
		"a.b\x1fc":    "error: " + textKeyControl,
		`a."\u001f"`:  "error: " + textKeyControl,
	} {
		p, err := parseKey(key)
		got := strings.Join(p.segments(), "|")
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", key, got, want)
		}
	}
}

func TestLocatePositions(t *testing.T) {
	doc := "a = 1\n[b]\n  \"c.d\".e = { f = 2, g.h = [ { i = 1 } ] }\n[[k]]\nl = 1\n[[k]]\nm = 2\n"
	got := locate([]byte(doc)).found
	want := positions{
		"a": {1, 1}, "b": {2, 2}, pathOf("b", "c.d"): {3, 3}, pathOf("b", "c.d", "e"): {3, 9},
		pathOf("b", "c.d", "e", "f"): {3, 15}, pathOf("b", "c.d", "e", "g"): {3, 22}, pathOf("b", "c.d", "e", "g", "h"): {3, 24},
		"k": {4, 3}, pathOf("k", "l"): {5, 1}, pathOf("k", "m"): {7, 1},
	}
	if len(got) != len(want) {
		t.Errorf("%v", got)
	}
	for p, pos := range want {
		if got[p] != pos {
			t.Errorf("%s at %v, want %v", p, got[p], pos)
		}
	}
}
