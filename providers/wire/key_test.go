package wire

import "testing"

// TestWithoutKey: neither a key nor a part of it that a server repeats is shown.
func TestWithoutKey(t *testing.T) {
	const key = "sk-proj-abcdef0123456789wxyz"
	for in, want := range map[string]string{
		"none here":                             "none here",
		"key " + key + ".":                      "key ***.",
		"key sk-proj-abcd**** is wrong":         "key ******* is wrong",
		"key sk-proj-abcdef0123…":               "key ***…",
		"ends in 6789wxyz.":                     "ends in ***.",
		"ends in ****0123456789wxyz":            "ends in *******",
		key + key:                               "******",
		"sk-proj is short, wxyz too":            "sk-proj is short, wxyz too",
		"sk-proj-abcd and 6789wxyz":             "*** and ***",
		"cut off at the end: sk-proj-abcdef012": "cut off at the end: ***",
	} {
		if got := withoutKey(in, key); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	for _, short := range []string{"", "abc", "1234567"} {
		if got := withoutKey("abc 1234567", short); got != "abc 1234567" {
			t.Errorf("a key of %d characters: %q", len(short), got)
		}
	}
	if got := withoutKey("x12345678x", "12345678"); got != "x***x" {
		t.Errorf("a key of eight: %q", got)
	}
}
