package process

import (
	"strings"
	"testing"
)

func TestTerminalText(t *testing.T) {
	for text, want := range map[string]string{
		"plain\tand\nlines":    "plain\tand\nlines",
		"\x1b[31mred":          "␛[31mred",
		"a\x00b\x7fc\rd":       "a␀b␡c␍d",
		"c1 \u009b31m":         "c1 <U+009B>31m",
		"no text: \xff":        "no text: �",
		"Grüße, 世界":            "Grüße, 世界",
		"a\u200bb\u061cc":      "a<U+200B>b<U+061C>c",
		"👨\u200d👩":             "👨\u200d👩",
		"\x1b]0;title\x07ends": "␛]0;title␇ends",
	} {
		if got := Terminal(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A message is one message, whatever stands in it: only its first line begins as messages do.
func TestSay(t *testing.T) {
	for message, want := range map[string]string{
		"nothing waits.":                        "parley: nothing waits.\n",
		"a\nparley: there is no rule\n":         "parley: a\n  parley: there is no rule\n\n",
		"there is a fault:\n  f.toml:1: \x1b[A": "parley: there is a fault:\n  f.toml:1: ␛[A\n",
	} {
		var b strings.Builder
		if Say(&b, message); b.String() != want {
			t.Errorf("%q: %q, want %q", message, b.String(), want)
		}
	}
}
