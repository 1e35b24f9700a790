package patch

import (
	"strings"
	"testing"

	"parley/store/text/clean"
)

// TestLinesThatDifferLookDifferent: what is removed never looks like what is added for it.
func TestLinesThatDifferLookDifferent(t *testing.T) {
	for _, c := range []struct{ name, old, new, was, is string }{
		{"a tab becomes blanks", "\tb", "    b", "␉b", "    b"},
		{"a tab within a line", "a\tb", "a   b", "a␉b", "a   b"},
		{"blanks before a tab", "  \tb", "\tb", "  ␉b", "␉b"},
		{"other code points", "caf\u00e9", "cafe\u0301", "caf<U+00E9>", "cafe<U+0301>"},
		{"a mark as text", "a\u200b", "a<U+200B>", "a<U+200B>", "a<U+003C>U+200B>"},
		{"a picture as text", "a\x1b[m", "a␛[m", "a␛[m", "a<U+241B>[m"},
		{"a broken byte", "a\xff", "a\ufffd", "a<FF>", "a<U+FFFD>"},
		{"two broken bytes", "\xff", "\xfe", "<FF>", "<FE>"},
		{"a broken byte where letters differ too", "a\xff one", "a\xfe two", "a<FF> one", "a<FE> two"},
		{"a broken byte becomes its number", "a\xff", "a<FF>", "a<FF>", "a<U+003C>FF>"},
		{"a number that is escaped becomes one", "\xff<FF>", "<U+003C>FF>", "<FF><U+003C>FF>", "<U+003C>U+003C>FF>"},
		{"letters, not blanks", "\tone", "\ttwo", "    one", "    two"},
		{"a letter of another script", "port", "\u0440ort", "port", "<U+0440>ort"},
		{"a hyphen of another kind", "-rf", "\u2010rf", "-rf", "<U+2010>rf"},
		{"a mark alone", "one", "two\u2420", "one", "two<U+2420>"},
		{"letters of a script", "\tпривет", "    привет", "␉привет", "    привет"},
	} {
		ch := NewChanges("x", "first\n"+c.old+"\nlast\n", "first\n"+c.new+"\nlast\n")
		was, _ := ch.shown(lineOf(ch, lineGone), 0)
		is, _ := ch.shown(lineOf(ch, lineAdded), 0)
		if was != c.was || is != c.is {
			t.Errorf("%s: the lines are %q and %q, not %q and %q", c.name, was, is, c.was, c.is)
		}
	}
}

// TestLongLinesThatDifferLookDifferent: that holds in each row of a line of several rows too.
func TestLongLinesThatDifferLookDifferent(t *testing.T) {
	long := strings.Repeat("abcdefg ", patchSegment/4)
	ch := NewChanges("x", "first\n"+long+"port\nlast\n", "first\n"+long+"\u0440ort\nlast\n")
	got := ""
	for seg := range int32(3) {
		is, all := ch.shown(lineOf(ch, lineAdded), seg)
		if got += is; all {
			t.Errorf("row %d is told as the whole line", seg)
		}
	}
	if got != long+"<U+0440>ort" {
		t.Errorf("the rows end with %q", got[max(len(got)-20, 0):])
	}
}

func FuzzLinesThatDiffer(f *testing.F) {
	f.Add("\ta", "    a")
	f.Add("<U+200B>", "\u200b")
	f.Fuzz(func(t *testing.T, a, b string) {
		if a = strings.ReplaceAll(a, "\n", ""); a != strings.ReplaceAll(b, "\n", "") && clean.Spelled(a) == clean.Spelled(strings.ReplaceAll(b, "\n", "")) {
			t.Errorf("%q and %q are both spelled %q", a, b, clean.Spelled(a))
		}
	})
}
