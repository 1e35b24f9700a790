package fs

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// words are texts with every kind of line end and bytes that are not UTF-8.
func words() *rapid.Generator[string] {
	part := rapid.SampledFrom([]string{"a", "b", " ", "\n", "\r\n", "\r", "é", "\xff", "`", "日", bom})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(part, 0, 40).Draw(t, "parts"), "")
	})
}

func TestReplacingAndReplacingBackIsNothing(t *testing.T) {
	done := 0
	rapid.Check(t, func(t *rapid.T) {
		content := words().Draw(t, "content")
		cut := func(name string) int { return rapid.IntRange(0, len(content)).Draw(t, name) }
		from, to := cut("from"), cut("to")
		old, new := content[min(from, to):max(from, to)], "<"+words().Draw(t, "new")+">"
		if strings.HasPrefix(old, "\n") && strings.HasSuffix(content[:min(from, to)], "\r") {
			return // CR LF is one line end, and stands for the whole of it
		}
		if !utf8.ValidString(old) || !utf8.ValidString(new) || old == "" {
			return // a model cannot send these
		}
		r, wrong := replace(content, pattern{Old: old, New: new})
		if wrong != "" {
			if len(places(content, old)) == 1 {
				t.Fatalf("%q in %q: %s", old, content, wrong)
			}
			return
		}
		changed, at := r.made(), strings.Index(content, old)
		if changed[:at] != content[:at] || !strings.HasSuffix(changed, content[at+len(old):]) {
			t.Fatalf("%q became %q: bytes outside the pattern changed", content, changed)
		}
		put := changed[at : len(changed)-len(content)+at+len(old)]
		if len(places(changed, put)) > 1 || isCRLF(changed) != isCRLF(content) {
			return
		}
		again, wrong := replace(changed, pattern{Old: put, New: old})
		back := again.made()
		if wrong != "" || back != content && toLF(back) != toLF(content) {
			t.Fatalf("%q became %q and then %q: %s", content, changed, back, wrong)
		}
		if !isCRLF(content) && back != content {
			t.Fatalf("%q became %q and then %q", content, changed, back)
		}
		done++
	})
	if done == 0 && !testing.Short() { // a short run tries few
		t.Error("nothing was replaced")
	}
}

func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		content, find string
		want          []int
	}{{"aaa", "aa", []int{0, 1}}, {"abab", "ab", []int{0, 2}}, {"abc", "x", nil}, {"", "x", nil}} {
		if got := places(c.content, c.find); !slices.Equal(got, c.want) {
			t.Errorf("%q in %q: %v", c.find, c.content, got)
		}
	}
}

func TestSeveralNamesTheLines(t *testing.T) {
	for content, want := range map[string]string{
		"x x\n":                    "old stands in the file 2 times (line 1). ",
		"x\ny\nx\n":                "old stands in the file 2 times (lines 1, 3). ",
		strings.Repeat("x\n", 7):   "old stands in the file 7 times (lines 1, 2, 3, 4, 5, …). ",
		"\n\n" + "x x x x x x x x": "old stands in the file 8 times (line 3). ",
	} {
		_, wrong := replace(content, pattern{Old: "x", New: "y"})
		if wrong != want+"Add lines around it until it is unique, or set all to true to replace every one." {
			t.Errorf("%q: %s", content, wrong)
		}
	}
}

func FuzzReplace(f *testing.F) {
	f.Add("a\r\nb\r\n", "a\nb", "c\nd", false)
	f.Add("aaa", "aa", "b", true)
	f.Add("\xff\uFEFF", "\uFFFD", "", false)
	f.Add("\r\n", "\r", "0", true) // a lone CR that was asked for is found as it is written
	f.Fuzz(func(t *testing.T, content, old, new string, all bool) {
		r, wrong := replace(content, pattern{old, new, all})
		out := ""
		if wrong == "" {
			out = r.made()
		}
		found := strings.Contains(content, old) || strings.Contains(toLF(content), toLF(old))
		if wrong == "" && (!found || int64(len(out)) != r.size()) {
			t.Errorf("%q in %q: %q, %s", old, content, out, wrong)
		}
		if wrong == "" && isCRLF(content) && !strings.Contains(old+new, "\r") && strings.Contains(out, "\n") && !isCRLF(out) {
			t.Errorf("%q lost its line ends: %q", content, out)
		}
	})
}

func TestDigestTellsPartsApart(t *testing.T) {
	seen := map[string]string{}
	for name, d := range map[string]string{
		"none to empty": Digest("a", nil, []byte{}), "empty to none": Digest("a", []byte{}, nil), "other path": Digest("b", nil, []byte{}),
		"a-": digestOf("change", "a", "-", "x"), "dirty": digestOf("dirty", "a", " M"), "split": digestOf("dirty", "a ", "M"),
		"number": digestOf("a\n1:b"), "numbers": digestOf("a", "b"),
	} {
		if other, ok := seen[d]; ok {
			t.Errorf("%s and %s have one digest", name, other)
		}
		seen[d] = name
	}
	// It is on record, so it stays what it is.
	if got, want := Digest("a", nil, []byte("x")), "sha256:42c83401acab937cd8b37db214e94db6e73fade3d6e12244892e720702583ec2"; got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

func TestFence(t *testing.T) {
	for text, want := range map[string]string{
		"a": "```x\na\n```", "a\n": "```x\na\n```", "```": "````x\n```\n````", "a``````b`": "```````x\na``````b`\n```````", "": "```x\n\n```",
	} {
		if got := fence("x", text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func FuzzFence(f *testing.F) {
	f.Add("a```b\n````\n")
	f.Fuzz(func(t *testing.T, text string) {
		fenced := fence("diff", text)
		marks, _, _ := strings.Cut(fenced, "diff\n")
		if strings.Count(fenced, marks) != 2 || !strings.HasSuffix(fenced, "\n"+marks) {
			t.Errorf("%q is fenced as %q", text, fenced)
		}
	})
}

func TestNumber(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000", -100: "-100"} {
		if got := number(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}
