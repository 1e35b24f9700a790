package secret

import (
	"strings"
	"testing"
)

// TestASecretAsItIsRead: whoever is given one takes off the blanks at its ends, or writes its letters in one normal form.
func TestASecretAsItIsRead(t *testing.T) {
	const composed, apart = "H\u00fcnter22zz", "Hu\u0308nter22zz"
	for _, c := range []struct{ given, said, want string }{
		{composed + " ", "for '" + composed + "', '" + composed + " '", "for '[secret]', '[secret]'"},
		{" \t" + composed + "\r\n", composed + " " + apart, "[secret] [secret]"},
		{"\ufeff\u00a0hunter22\x1c\u3000\u0085", "x" + "hunter22" + "y", "x[secret]y"},
		{composed, `{"said":"` + apart + `"}`, `{"said":"[secret]"}`},
		{apart, "is H%C3%BCnter22zz, " + composed, "is [secret], [secret]"},
		{"\u017ehunter\u2460\ufb01", "z\u030chunter1fi \u017ehunter1fi \u017ehunter\u2460\ufb01", "[secret] [secret] [secret]"},
		{"\u00b4hunter22", "\u0301hunter22  \u0301hunter22", "[secret] [secret]"},
		{"hunter22\n", `{"said":"hunter22\n"} "hunter22\\n" hunter22%0A hunter22`, `{"said":"[secret]"} "[secret]" [secret] [secret]`},
		{"ab  ", "ab ab", "ab ab"},       // two letters are no secret
		{"ab  ", "ab  ab", "[secret]ab"}, // as it was given it is
		{"    ", "a b", "a b"},
		{"hunter22", "HUNTER22", "HUNTER22"},
	} {
		if got := Spell([]string{c.given}).Hide(c.said); got != c.want {
			t.Errorf("%q: %q has become %q, want %q", c.given, c.said, got, c.want)
		}
	}
}

// TestASecretThatBeginsAnother: the blanks of one make it no longer than another that it begins, of which letters would
// be left.
func TestASecretThatBeginsAnother(t *testing.T) {
	if got := Spell([]string{"   hunter   ", "hunter22"}).Hide("hunter22 hunter"); got != "[secret] [secret]" {
		t.Error(got)
	}
}

// TestALeastLength counts for what a secret is read as, too.
func TestALeastLength(t *testing.T) {
	if got := SpellFrom(8, []string{"hunter2\n", "hunter22\n", "hunter"}).Hide("hunter2, hunter22, hunter2\n"); got != "hunter2, [secret], [secret]" {
		t.Error(got)
	}
	if got := Spell([]string{"abc"}).Hide("abc"); got != "abc" {
		t.Error(got)
	}
	if got := Hide("why is hunter22 not hunter2?", []string{" hunter22\n", "hunter2\n"}); got != "why is [hidden] not hunter2?" {
		t.Error(got)
	}
}

// TestManySpellingsAreNotMade of a secret that whoever reads it leaves as it is.
func TestManySpellingsAreNotMade(t *testing.T) {
	for given, most := range map[string]int{"hunter22": 1, "hunter22\n": 2, "H\u00fcnter22": 2, strings.Repeat("x", 4): 1} {
		if got := len(readAs(given, shortest)); got != most {
			t.Errorf("%q is read in %d ways", given, got)
		}
	}
}
