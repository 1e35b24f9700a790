package wire

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestOpening: a tag may be cut anywhere.
func TestOpening(t *testing.T) {
	for _, c := range []struct{ in, thought, said string }{
		{"<think>hm</think>\n\nhi", "hm", "hi"},
		{" \n<think>\nhm\n</think>hi </think>", "\nhm\n", "hi </think>"},
		{"hi <think>hm</think>", "", "hi <think>hm</think>"},
		{"<thinking>hm", "", "<thinking>hm"},
		{"<think>never closed </thi", "never closed </thi", ""},
		{"<thi", "", "<thi"},
		{"<", "", "<"},
		{" ", "", " "},
		{"<think></think>", "", ""},
		{"<think>a</think><think>b</think>", "a", "<think>b</think>"},
	} {
		for size := 1; size <= len(c.in); size++ {
			var o Opening
			var thought, said string
			for from := 0; from < len(c.in); from += size {
				a, b := o.Feed(c.in[from:min(from+size, len(c.in))])
				thought, said = thought+a, said+b
			}
			a, b := o.End()
			if thought, said = thought+a, said+b; thought != c.thought || said != c.said {
				t.Errorf("%q in pieces of %d: thought %q, said %q", c.in, size, thought, said)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SliceOf(rapid.SampledFrom([]string{"<think>", "</think>", "<", "th", "ink>", " ", "\n", "x", "é"})).Draw(t, "pieces")
		whole, parts := Opening{}, Opening{}
		thought, said := whole.Feed(strings.Join(in, ""))
		a, b := whole.End()
		thought, said = thought+a, said+b
		var inThought, inSaid string
		for _, piece := range in {
			a, b := parts.Feed(piece)
			inThought, inSaid = inThought+a, inSaid+b
		}
		a, b = parts.End()
		if inThought+a != thought || inSaid+b != said {
			t.Fatalf("%q: whole %q %q, in pieces %q %q", in, thought, said, inThought+a, inSaid+b)
		}
	})
}
