package clean

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestSigns: what only looks like ASCII is spelled out in what a program takes by its characters.
func TestSigns(t *testing.T) {
	compare(t, "Signs", Signs, []struct{ name, in, want string }{
		{"a Greek question mark", "ls\u037e id", "ls<U+037E> id"},
		{"hyphens", "rm \u2010rf a\u2011b \u2013\u2013force \u2212x", "rm <U+2010>rf a<U+2011>b <U+2013><U+2013>force <U+2212>x"},
		{"slashes", "a\u2044b\u2215c\u29f8d", "a<U+2044>b<U+2215>c<U+29F8>d"},
		{"full-width", "\uff52\uff4d\uff0f\uff11\uff1b\uff5e", "<U+FF52><U+FF4D><U+FF0F><U+FF11><U+FF1B><U+FF5E>"},
		{"small forms", "a\ufe54b\ufe68c", "a<U+FE54>b<U+FE68>c"},
		{"quotes", "echo \u2018$HOME\u2019 \u201cx\u201d \u02bcy\u2032", "echo <U+2018>$HOME<U+2019> <U+201C>x<U+201D> <U+02BC>y<U+2032>"},
		{"dots", "\u2024\u2024/x \u2025/x example\u3002com", "<U+2024><U+2024>/x <U+2025>/x example<U+3002>com"},
		{"colons", "https\ua789//a \u2236 \u02d0", "https<U+A789>//a <U+2236> <U+02D0>"},
		{"bars and brackets", "a \u2223 b \u01c0 \uff1e f \u203a g", "a <U+2223> b <U+01C0> <U+FF1E> f <U+203A> g"},
		{"letters and digits for formulas", "\U0001d42b\U0001d426 \U0001d7ce \u212axy \u2110", "<U+1D42B><U+1D426> <U+1D7CE> <U+212A>xy <U+2110>"},
		{"between letters of another script", "\u4fee\u590d\uff1a\u767b\u5f55 \u05d0\u05f3\u05d1", "\u4fee\u590d\uff1a\u767b\u5f55 \u05d0\u05f3\u05d1"},
		{"on the edge of another script", "git\uff1a\u767b \u767b\uff1b rm", "git<U+FF1A>\u767b \u767b<U+FF1B> rm"},
		{"between letters that look Latin", "\u0430\u2014\u0440", "\u0430<U+2014>\u0440"},
		{"all dashes", "rm \uff70\uff70dry-run \u058ai \u05bei \u06d4i \u1400i \u1806i \u2e3ai \u2501i", "rm <U+FF70><U+FF70>dry-run <U+058A>i <U+05BE>i <U+06D4>i <U+1400>i <U+1806>i <U+2E3A>i <U+2501>i"},
		{"more of them", "a\u27cbb\u27cdc \u2d4f d \uffe8 e \u2225 f\u204f \u16ccx\u144a \u27e8y\u27e9 \u275dz\u275e \u266f \u2303", "a<U+27CB>b<U+27CD>c <U+2D4F> d <U+FFE8> e <U+2225> f<U+204F> <U+16CC>x<U+144A> <U+27E8>y<U+27E9> <U+275D>z<U+275E> <U+266F> <U+2303>"},
		{"letters that look like signs, in words", "\uff7b\uff70\uff8a\uff9e\uff70.md \u2d30\u2d4f \uff70\uff70", "\uff7b\uff70\uff8a\uff9e\uff70.md \u2d30\u2d4f <U+FF70><U+FF70>"},
		{"what stands for blanks and control characters", "rm a\u2420/x \u2409 \u241b[2J \u4e2d\u240a\u4e2d", "rm a<U+2420>/x <U+2409> <U+241B>[2J \u4e2d<U+240A>\u4e2d"},
		{"other signs", "a\u2192b \u00e9\u00b7\u20ac \u2026 \u2713 \u00ab\u00bb \u00b0", "a\u2192b \u00e9\u00b7\u20ac \u2026 \u2713 \u00ab\u00bb \u00b0"},
		{"broken bytes", "a\xff\u2215\xffb", "a\xff<U+2215>\xffb"},
	})
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"a", "\u4e2d", "\u2215", "\uff1b", "\uff70", "\uff71", "\u2d4f", "\u2d30", "\u2420", "\u0430", "\u00e9", " ", "\xff", "<U+2215>", "\U0001d42b", "\u037e"})).Draw(t, "s"), "")
		if once := Signs(s); Signs(once) != once {
			t.Fatalf("%q became %q and then %q", s, once, Signs(once))
		}
	})
}

// TestSignsAreOfProse: how people write stays in words, and in what is only shown.
func TestSignsAreOfProse(t *testing.T) {
	const words = "\u201eDon\u2019t\u201c \u2013 \u2018ja\u2019 \u2014 \u4f7f\u7528API\uff0c\u7136\u540e"
	for name, got := range map[string]string{"Reveal": Reveal(words), "Prose": Prose(words), "Tame": Tame(words), "Screen": Screen(words)} {
		if got != words {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := Reveal("\uff52m x"); got != "<U+FF52>m x" {
		t.Errorf("%q", got)
	}
}

// TestPath: of the name of a file in a row nothing is lost, and nothing looks like something else.
func TestPath(t *testing.T) {
	compare(t, "Path", Path, []struct{ name, in, want string }{
		{"one blank", "a b.txt", "a b.txt"},
		{"two blanks", "a  b.txt", "a\u2420\u2420b.txt"},
		{"blanks at the ends", " a b ", "\u2420a b\u2420"},
		{"nothing else", "  ", "\u2420\u2420"},
		{"a sign", "a\u2044b.txt", "a<U+2044>b.txt"},
		{"what stands for a blank", "a\u2420b", "a<U+2420>b"},
	})
}
