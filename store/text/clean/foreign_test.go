package clean

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestForeign: a letter is spelled out where its word looks Latin, and nowhere else.
func TestForeign(t *testing.T) {
	compare(t, "Reveal", Reveal, []struct{ name, in, want string }{
		{"Cyrillic in a command", "аpt install", "<U+0430>pt install"},
		{"within a word", "./gіthub/x", "./g<U+0456>thub/x"},
		{"all but one letter", "раураl", "<U+0440><U+0430><U+0443><U+0440><U+0430>l"},
		{"a path", "srс/main.go", "sr<U+0441>/main.go"},
		{"with digits and lines", "x_2а", "x_2<U+0430>"},
		{"with a mark", "cafе\u0301", "caf<U+0435>\u0301"},
		{"with Latin letters beyond ASCII", "éаb", "é<U+0430>b"},
		{"Greek", "Οpen", "<U+039F>pen"},
		{"Armenian", "սname", "<U+057D>name"},
		{"Cherokee", "ᎠIR", "<U+13A0>IR"},
		{"Greek ones that few know", "ϲаt Ϲp ρwd", "<U+03F2><U+0430>t <U+03F9>p <U+03C1>wd"},
		{"Coptic", "ⲥp mⲟve", "<U+2CA5>p m<U+2C9F>ve"},
		{"Cherokee, small", "ꮯat ꮩi", "<U+ABAF>at <U+ABA9>i"},
		{"a palochka, and more of Armenian", "Ӏs յq", "<U+04C0>s <U+0575>q"},
		{"small capitals", "ᴠim ᴄat ꜱh", "<U+1D20>im <U+1D04>at <U+A731>h"},
		{"of ancient alphabets", "g𐐬 𐓪k 𐌀b", "g<U+1042C> <U+104EA>k <U+10300>b"},
		{"a word of one of these", "ⲥⲟⲡ 𐌀𐌁 ρυθμός", "ⲥⲟⲡ 𐌀𐌁 ρυθμός"},
		{"of equal width", "r𝚖", "r<U+1D696>"},
		{"a Roman number", "ⅰnstall", "<U+2170>nstall"},
		{"invisible characters split no word", "а\u200bpt", "<U+0430><U+200B>pt"},
		{"nor do they join what is seen to be mixed to it", "аpt\u200bк", "<U+0430>pt<U+200B>к"},
		{"nor do marks that do not fit", "аpt" + strings.Repeat("\u0301", 9) + "к", "<U+0430>pt" + strings.Repeat("\u0301", 8) + "<U+0301>к"},
		{"two words", "аpt аpt\nаpt", "<U+0430>pt <U+0430>pt\n<U+0430>pt"},
		{"a Cyrillic word", "привет", "привет"},
		{"one that looks Latin", "сосо copy", "сосо copy"},
		{"a word that is seen to be mixed", "PDFка, git-репозиторий, μm, Δx", "PDFка, git-репозиторий, μm, Δx"},
		{"Chinese beside Latin", "git仓库 提交", "git仓库 提交"},
		{"Latin", "naïve Straße İstanbul", "naïve Straße İstanbul"},
		{"accents apart", "e\u0301te\u0301", "e\u0301te\u0301"},
		{"a formula", "𝑥 + 𝐀", "𝑥 + 𝐀"},
		{"broken bytes", "а\xffpt", "а\ufffdpt"},
	})
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"а", "p", "é", "к", " ", "\n", "_", "1", "\u0301", "\u200b", "𝚖", "\xff", "<U+0430>", "中"})).Draw(t, "s"), "")
		if back := strings.NewReplacer("<U+0430>", "а", "<U+1D696>", "𝚖").Replace(Foreign(s)); back != strings.ReplaceAll(s, "<U+0430>", "а") {
			t.Fatalf("%q became %q", s, Foreign(s))
		}
		if once := Foreign(s); Foreign(once) != once {
			t.Fatalf("%q became %q and then %q", s, once, Foreign(once))
		}
		if once := Reveal(s); Reveal(once) != once {
			t.Fatalf("%q was revealed as %q and then as %q", s, once, Reveal(once))
		}
	})
}
