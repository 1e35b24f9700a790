package wire

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"
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
		if got := keyed(key).scrub(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got := keyed("1234567").scrub("abc 1234567 123456"); got != "abc *** 123456" {
		t.Errorf("a key of seven, whole: %q", got)
	}
	for _, short := range []string{"", "abc"} {
		if got := keyed(short).scrub("abc 1234567"); got != "abc 1234567" {
			t.Errorf("a key of %d characters: %q", len(short), got)
		}
	}
	if got := keyed("12345678").scrub("x12345678x"); got != "x***x" {
		t.Errorf("a key of eight: %q", got)
	}
}

// keyed is a server with this key.
func keyed(key string) *Server {
	return NewServer(Config{Name: "mine", BaseURL: "http://models.example/v1", APIKey: key})
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
	if got, want := s.scrub(said), "Basic ***, ***, ***. Basic ***, ***, ***. ***, ***, ***, blue"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestAKeyInAnySpelling is taken out, and so is a part of one; what holds none stays to the letter.
func TestAKeyInAnySpelling(t *testing.T) {
	const key = "ab+cd/ef=gh+iJ"
	s := keyed(key)
	all := func(format string) string {
		var b strings.Builder
		for _, c := range []byte(key) {
			fmt.Fprintf(&b, format, c)
		}
		return b.String()
	}
	once := url.QueryEscape(key)
	for what, said := range map[string]string{
		"percent":           once,
		"in small letters":  strings.NewReplacer("B", "b", "F", "f", "D", "d").Replace(once),
		"all of it":         all("%%%02x"),
		"percent, twice":    url.QueryEscape(once),
		"JSON":              strings.NewReplacer("+", `\u002b`, "/", `\/`, "=", `\u003D`).Replace(key),
		"JSON in JSON":      strings.NewReplacer("+", `\\u002b`, "/", `\\/`).Replace(key),
		"all of it as JSON": all(`\u%04x`),
		"a page":            all("&#%d;"),
		"named in a page":   strings.NewReplacer("+", "&plus;", "/", "&sol;", "=", "&equals;").Replace(key),
		"a shell":           strings.NewReplacer("+", `\+`, "=", `\=`).Replace(key),
		"capitals":          strings.ToUpper(key),
		"small letters":     strings.ToLower(key),
		"capitals, percent": url.QueryEscape(strings.ToUpper(key)),
		"the beginning":     url.QueryEscape(key[:9]),
		"the end":           url.QueryEscape(key[4:]),
		"two colours":       "ab+cd\x1b[31m/ef=gh+iJ",
		"what is not seen":  "ab%2Bcd%E2%80%8B%2Fef%3Dgh%2BiJ",
		"what steers":       `ab%2Bcd%07/ef=gh+iJ`,
		"a pointer":         "ab+cd~1ef=gh+iJ",
	} {
		if got := s.scrub("bad key (" + said + ")."); got != "bad key (***)." {
			t.Errorf("%s, %s: %s", what, said, got)
		}
	}
	for _, said := range []string{`a%20b \u0061 \"x\" &amp; ~1 100% C:\temp`, "ab%2Bcd and gh%2BiJ", "AB+CD/E"} {
		if got := s.scrub(said); got != said {
			t.Errorf("%s has become %s", said, got)
		}
	}
}

// TestAPartBeforeAnEscape: the rest of the key behind it is found as well, also where the key is cut.
func TestAPartBeforeAnEscape(t *testing.T) {
	s := keyed("abcdefghijkl+mnopqrstuvwxyz/zyxwvutsrq1")
	for said, want := range map[string]string{
		"abcdefghijkl%2Bmnopqrstuvwxyz%2Fzyxw…":                              "***…",
		"…nopqrstuvwxyz%2Fzyxwvutsrq1 100%":                                  "…*** 100%",
		"abcdefghijkl&#43;mnop and %61%62%63%64%65%66%67%68%69%6a%6b%6c%2bm": "*** and ***",
		"abcdefghijkl and %2Bmnop":                                           "*** and %2Bmnop",
	} {
		if got := s.scrub(said); got != want {
			t.Errorf("%s: %s, want %s", said, got, want)
		}
	}
}

// TestASchemeIsNoKey, and a word in front of a key that is none is.
func TestASchemeIsNoKey(t *testing.T) {
	s := NewServer(Config{
		Name: "mine", BaseURL: "http://models.example/v1", Secret: func(string) bool { return true },
		Headers: map[string]string{"Authorization": "Negotiate hunter22hunter", "X-Api-Key": "abcdefgh12345 extra"},
	})
	if got, want := s.scrub("Negotiate hunter22hunter; abcdefgh12345 extra; abcdefgh12345"), "Negotiate ***; ***; ***"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestManyPartsOfAKey in as much as a server says of a fault are found at once.
func TestManyPartsOfAKey(t *testing.T) {
	s := keyed("sk-proj-abcdef0123456789wxyz")
	if got := s.scrub(strings.Repeat("%73k-proj-&amp;\\u0061", 10000)); strings.Contains(got, "k-proj-") {
		t.Errorf("%.100s", got)
	}
}
