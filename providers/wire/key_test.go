package wire

import (
	"encoding/base64"
	"testing"
)

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
	if got := withoutKey("abc 1234567 123456", "1234567"); got != "abc *** 123456" {
		t.Errorf("a key of seven, whole: %q", got)
	}
	for _, short := range []string{"", "abc"} {
		if got := withoutKey("abc 1234567", short); got != "abc 1234567" {
			t.Errorf("a key of %d characters: %q", len(short), got)
		}
	}
	if got := withoutKey("x12345678x", "12345678"); got != "x***x" {
		t.Errorf("a key of eight: %q", got)
	}
}

// TestALoginIsTakenOut, in front of a host or in a header, as it is written and as it is sent; so are short keys, whole.
func TestALoginIsTakenOut(t *testing.T) {
	encoded := func(login string) string { return base64.StdEncoding.EncodeToString([]byte(login)) }
	s := NewServer(Config{
		Name: "mine", BaseURL: "http://ann:hunter2@models.example/v1?key=xyz1", APIKey: "abc123",
		Headers: map[string]string{"Authorization": "Basic " + encoded("bob:swordfish"), "X-Key": "hunter22 word", "X-Team": "blue"},
		Secret:  func(name string) bool { return name != "X-Team" },
	})
	said := "Basic " + encoded("ann:hunter2") + ", ann:hunter2, hunter2. Basic " + encoded("bob:swordfish") + ", bob:swordfish, swordfish. abc123, hunter22 word, xyz1, blue"
	if got, want := s.scrub(said), "Basic ***, ***, ***. Basic ***, ***, ***. ***, *** ***, ***, blue"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
