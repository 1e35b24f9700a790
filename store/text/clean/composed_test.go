package clean

import (
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// TestWhatLooksTheSameIsSpelled: two names of which one is written in other characters, or in another order
// of them, are told apart.
func TestWhatLooksTheSameIsSpelled(t *testing.T) {
	for s, want := range map[string]string{
		"\u00e9.txt": "\u00e9.txt", "e\u0301.txt": "e<U+0301>.txt", "x\u0302": "x<U+0302>", "i\u0307": "i<U+0307>", "o\u0338": "o<U+0338>", "\u0915\u093c": "\u0915\u093c", "\u05d0\u05b8": "\u05d0\u05b8", "\u212b": "<U+212B>", "\u00c5": "\u00c5", "A\u030a": "A<U+030A>",
		"\u2126": "<U+2126>", "\uf900": "<U+F900>", "\u8c48": "\u8c48", "\U0002f800": "<U+2F800>",
		"a\u0301\u0327": "a<U+0301><U+0327>", "\u00e1\u0327": "\u00e1<U+0327>", "a\u0327\u0301": "a<U+0327><U+0301>",
		"\ud55c\uae00.txt": "\ud55c\uae00.txt", "\u1112\u1161\u11ab\u1100\u1173\u11af.txt": "\ud55c\uae00<NFD>.txt", "\u1112\u1161\u11ab": "\ud55c<NFD>", "\ud55c\u1112\u1161\u11ab": "\ud55c\ud55c<NFD>",
		"rm e\u0301 \u00e9": "rm e<U+0301> \u00e9", "plain": "plain", "": "",
	} {
		if got := Signs(s); got != want {
			t.Errorf("%+q: %+q, want %+q", s, got, want)
		}
	}
}

// TestEquivalentTextsAreToldApart, whatever they hold; and what is told of a text is told of that again.
func TestEquivalentTextsAreToldApart(t *testing.T) {
	letters := rapid.SampledFrom([]rune("ae\u00e9\u00e1\u0301\u0327\u0302 x\u212b\u00c5\u030aA\u1112\u1161\u11ab\ud55c\ud558\uf900\u8c48.\u0323\u1e63s\u0307"))
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.StringOfN(letters, 0, 8, -1).Draw(t, "a")
		for _, b := range []string{norm.NFC.String(a), norm.NFD.String(a)} {
			if a != b && Signs(a) == Signs(b) {
				t.Fatalf("%+q and %+q are both told as %+q", a, b, Signs(a))
			}
		}
		if once := Signs(a); Signs(once) != once {
			t.Fatalf("%+q is told as %+q, and that as %+q", a, once, Signs(once))
		}
	})
}
