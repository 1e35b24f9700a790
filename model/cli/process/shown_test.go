package process

import "testing"

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
