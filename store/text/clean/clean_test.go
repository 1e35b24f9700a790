package clean

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func compare(t *testing.T, name string, f func(string) string, cases []struct{ name, in, want string }) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := f(c.in); got != c.want {
				t.Errorf("%s(%q) = %q, want %q", name, c.in, got, c.want)
			}
		})
	}
}

func TestScreen(t *testing.T) {
	compare(t, "Screen", Screen, []struct{ name, in, want string }{
		{"plain", "hello, world\n\ttab", "hello, world\n\ttab"},
		{"colour", "\x1b[31mred", "␛[31mred"},
		{"clipboard", "a\x1b]52;c;AAAA\x07b", "a␛]52;c;AAAA␇b"},
		{"unterminated keeps its tail", "a\x1b]0;tail", "a␛]0;tail"},
		{"C1 CSI", "a\u009b31mb", "a\ufffd31mb"},
		{"invalid bytes", "a\xff\xc3", "a\ufffd\ufffd"},
		{"line endings", "a\r\nb\rc\u2028d", "a\nb\nc\nd"},
		{"backspace", "safe\b\b\b\bevil", "safe␈␈␈␈evil"},
		{"bidi", "a\u202egnp.exe", "agnp.exe"},
		{"zero width", "a\u200bb\ufeffc", "abc"},
		{"tags", "hi\U000e0041\U000e0042", "hi"},
		{"no character", "a\ufffe\ufdd0\U0001ffffb", "ab"},
		{"family", "👨\u200d👩\u200d👧", "👨👩👧"},
		{"heart", "❤\ufe0f", "❤"},
		{"keycap", "1\ufe0f\u20e3", "1"},
		{"skin", "👍\U0001f3fd ok", "👍 ok"},
		{"skin after a letter", "a\U0001f3ff b\n\U0001f3ff", "a b\n"},
		{"hindi joiner stays", "क्\u200dष", "क्\u200dष"},
		{"persian joiner stays", "می\u200cخواهم", "می\u200cخواهم"},
		{"end of a verse", "\u06dd1", "1"},
		{"wider in some terminals", "a\u3248\u324f\u3250 \U0001d165\U0001d16d\U0001d172\U0001d173", "a<U+3248><U+324F>\u3250 <U+1D165><U+1D16D><U+1D172>"},
		{"a tower on what is wider", "a" + strings.Repeat("\u0301", 8) + "\u3248\u0301", "a" + strings.Repeat("\u0301", 8) + "<U+3248>\u0301"},
		{"delete", "a\x7fb", "a␡b"},
		{"a tower of marks", "a" + strings.Repeat("\u0301", 400) + "b", "a" + strings.Repeat("\u0301", 8) + "…b"},
		{"a tower with joiners", "क" + strings.Repeat("\u094d\u200d", 200) + "b", "क" + strings.Repeat("\u094d\u200d", 4) + "…b"},
		{"a tower around what is left out", "a" + strings.Repeat("\u0301\u200b", 9) + "b", "a" + strings.Repeat("\u0301", 8) + "…b"},
		{"marks on their own", strings.Repeat("\u0301", 9), strings.Repeat("\u0301", 8) + "…"},
		{"as many as a script needs", "e\u0323\u0302 a\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308", "e\u0323\u0302 a\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308"},
	})
}

func TestReveal(t *testing.T) {
	compare(t, "Reveal", Reveal, []struct{ name, in, want string }{
		{"trailing blanks", "a  \nb\t\n c", "a␠␠\nb␉\n c"},
		{"carriage return", "a\r\nb", "a␍\nb"},
		{"escape", "\x1b[2J", "␛[2J"},
		{"C1", "a\u009b2J\u0085b", "a<U+009B>2J<U+0085>b"},
		{"bidi", "a\u202eb\u061cc", "a<U+202E>b<U+061C>c"},
		{"tag", "a\U000e0041b", "a<U+E0041>b"},
		{"no-break space", "a\u00a0b", "a<U+00A0>b"},
		{"Braille blank", "a\u2800b", "a<U+2800>b"},
		{"null notehead", "a\U0001d159b", "a<U+1D159>b"},
		{"hieroglyph blank", "a\U00013441b", "a<U+13441>b"},
		{"half of one", "a\U00013442b", "a<U+13442>b"},
		{"zero width", "a\u200bb", "a<U+200B>b"},
		{"no character", "a\uffffb", "a<U+FFFF>b"},
		{"heart", "❤\ufe0f", "❤<U+FE0F>"},
		{"end of a verse", "\u06dd1", "<U+06DD>1"},
		{"wider in some terminals", "a\u3248\u324f\u3250 \U0001d165", "a<U+3248><U+324F>\u3250 <U+1D165>"},
		{"invalid", "a\xffb", "a\ufffdb"},
		{"a tower of marks", "a" + strings.Repeat("\u0301", 10) + "b", "a" + strings.Repeat("\u0301", 8) + "<U+0301><U+0301>b"},
	})
}

func TestProse(t *testing.T) {
	compare(t, "Prose", Prose, []struct{ name, in, want string }{
		{"ends of lines", "a  \r\nb\t\n c ", "a  \nb\t\n c "},
		{"escape", "\x1b[2J\r", "␛[2J␍"},
		{"family", "👨\u200d👩", "👨<U+200D>👩"},
		{"a tower of marks", "a" + strings.Repeat("\u0301", 9) + "\nb", "a" + strings.Repeat("\u0301", 8) + "<U+0301>\nb"},
		{"ideographic space", "日\u3000本", "日<U+3000>本"},
	})
}

func TestTame(t *testing.T) {
	compare(t, "Tame", Tame, []struct{ name, in, want string }{
		{"plain", "plain\tand\nlines ", "plain\tand\nlines "},
		{"line endings", "a\r\nb\rc\u2028d", "a\nb␍c<U+2028>d"},
		{"colour", "\x1b[31mred\x07", "␛[31mred␇"},
		{"C1", "c1 \u009b31m", "c1 <U+009B>31m"},
		{"invalid", "no text: \xff\xe2\x82", "no text: ���"},
		{"languages", "Grüße, 世界\u3000 c'est\u00a0: שלום", "Grüße, 世界\u3000 c'est\u00a0: שלום"},
		{"bidi", "a\u200e\u202eb\u2066c\u061c", "a<U+200E><U+202E>b<U+2066>c<U+061C>"},
		{"zero width", "a\u200bb\u200cc\u200dd\u2060\ufeff\u00ade", "a<U+200B>b<U+200C>c<U+200D>d<U+2060><U+FEFF><U+00AD>e"},
		{"tags", "🏴\U000e0067\U000e007f", "🏴<U+E0067><U+E007F>"},
		{"family", "👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"},
		{"skin", "👩🏽\u200d🚀 👍🏽", "👩🏽\u200d🚀 👍🏽"},
		{"heart on fire", "❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"},
		{"signs", "ℹ\ufe0f ©\ufe0e 1\ufe0f\u20e3", "ℹ\ufe0f ©\ufe0e 1\ufe0f\u20e3"},
		{"variants", "葛\U000e0100 ∩\ufe00 ᠠ\u180b", "葛\U000e0100 ∩\ufe00 ᠠ\u180b"},
		{"variants of nothing", "a\U000e0100b\ufe00\ufe0f1\ufe0f", "a<U+E0100>b<U+FE00><U+FE0F>1<U+FE0F>"},
		{"a chain that carries a text", "❤\ufe0f\ufe0e\u200d\u200d🔥", "❤\ufe0f<U+FE0E><U+200D><U+200D>🔥"},
		{"joins nothing", "👨\u200d ❤\ufe0f\u200d", "👨<U+200D> ❤\ufe0f<U+200D>"},
		{"hindi and persian", "क्\u200dष می\u200cخواهم", "क्\u200dष می\u200cخواهم"},
		{"a tower of marks", "a" + strings.Repeat("\u0301", 9) + "b", "a" + strings.Repeat("\u0301", 8) + "<U+0301>b"},
		{"a tower of joiners", "क" + strings.Repeat("\u094d\u200d", 5), "क" + strings.Repeat("\u094d\u200d", 4) + "<U+094D><U+200D>"},
		{"fillers", "\u3164\u115f\uffa0", "<U+3164><U+115F><U+FFA0>"},
		{"end of a verse", "\u06dd1", "\u06dd1"},
	})
}

func TestJSON(t *testing.T) {
	compare(t, "JSON", func(s string) string { return string(JSON([]byte(s))) }, []struct{ name, in, want string }{
		{"plain", `{"a":"b c"}`, `{"a":"b c"}`},
		{"other languages", `"Grüße, 世界"`, `"Grüße, 世界"`},
		{"C1 and delete", "\"a\u009b2J\x7f\u0085\"", `"a\u009b2J\u007f\u0085"`},
		{"bidi", "\"\u202e\u061c\u200f\u2066\"", `"\u202e\u061c\u200f\u2066"`},
		{"zero width", "\"a\u200bb\ufeffc\u200d\"", `"a\u200bb\ufeffc\u200d"`},
		{"line ends", "\"\u2028\u2029\"", `"\u2028\u2029"`},
		{"tags", "\"\U000e0041\"", `"\udb40\udc41"`},
		{"invalid", "\"\xff\"", `"\ufffd"`},
		{"a tower of marks", "\"a" + strings.Repeat("\u0301", 9) + "b\"", "\"a" + strings.Repeat("\u0301", 8) + `\u0301b"`},
		{"pictures and spelling", "\"👨\u200d👩 क्\u200dष\"", "\"👨\u200d👩 क्\u200dष\""},
	})
}

func TestEntities(t *testing.T) {
	compare(t, "Entities", Entities, []struct{ name, in, want string }{
		{"numbers", "&#27;[2J &#x9b; &#X202E; &#8203; &#917569;", "＆#27;[2J ＆#x9b; ＆#X202E; ＆#8203; ＆#917569;"},
		{"names", "&rlm; &ZeroWidthSpace; &zwj; &shy", "＆rlm; ＆ZeroWidthSpace; ＆zwj; ＆shy"},
		{"behind ampersands", "&amp;&#38;#27; &amp;amp;lrm;", "&amp;＆#38;#27; ＆amp;amp;lrm;"},
		{"harmless", "AT&T &lt; &copy; &#65; &#10; &shelter; &", "AT&T &lt; &copy; &#65; &#10; &shelter; &"},
		{"wider in some terminals", "&#x3248; &#12879; &#x3250;", "＆#x3248; ＆#12879; &#x3250;"},
	})
}

// nasty draws text from pieces that can hide something or hide in something.
func nasty() *rapid.Generator[string] {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{
			"\x1b[31m", "\u009b", "\r", "\n", "\r\n", "\t", "\b", "\x7f", "\xff", "\xe2\x82", "a", "1", " ", "日", "葛", "क्", "می", "👨", "👩", "❤", "\U0001f3fd",
			"\u200d", "\u200c", "\ufe0f", "\ufe0e", "\ufe00", "\u20e3", "\u202e", "\u200b", "\U000e0041", "\U000e0100", "\u180b", "ᠠ", "\u00a0", "\u2028", "\u0085", "\ufffe", "\u0301", "\u06dd", "\u3248", "\U0001d165",
		}),
		rapid.Map(rapid.IntRange(1, 12), func(n int) string { return strings.Repeat("\u0301", n) }),
		rapid.StringN(0, 4, 16),
	)
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 16).Draw(t, "pieces"), "")
	})
}

func TestTwiceIsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := nasty().Draw(t, "s")
		for name, f := range map[string]func(string) string{"Screen": Screen, "Reveal": Reveal, "Prose": Prose, "Tame": Tame} {
			if once := f(s); f(once) != once {
				t.Fatalf("%s(%q): %q, then %q", name, s, once, f(once))
			}
		}
	})
}

func TestPiecesAreTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := nasty().Draw(t, "s")
		var c Cleaner
		var m Tamer
		cleaned, tamed := "", ""
		for rest := s; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			cleaned += c.Add(rest[:n])
			tamed += m.Add(rest[:n])
			rest = rest[n:]
		}
		if cleaned += c.End(); cleaned != Screen(s) {
			t.Fatalf("pieces of %q are cleaned to %q, the whole to %q", s, cleaned, Screen(s))
		}
		if tamed += m.End(); tamed != Tame(s) {
			t.Fatalf("pieces of %q are tamed to %q, the whole to %q", s, tamed, Tame(s))
		}
	})
}

func TestNothing(t *testing.T) {
	for s, want := range map[string]bool{
		"": true, " \t\r\n": true, "\u200b\u00a0\u2800\u3164\u202e\ufeff\U000e0041": true, "\u200bx": false, "\a\x1b": true, ".": false, "é": false,
	} {
		if got := Nothing(s); got != want {
			t.Errorf("Nothing(%q) is %v", s, got)
		}
	}
}

func TestJSONStaysTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := strings.ToValidUTF8(nasty().Draw(t, "s"), "\ufffd")
		raw, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		if err := json.Unmarshal(JSON(raw), &got); err != nil || got != s {
			t.Fatalf("%q came back as %q, %v", s, got, err)
		}
	})
}

// BenchmarkTame cleans what a long response is made of.
func BenchmarkTame(b *testing.B) {
	s := strings.Repeat("Grüße aus 世界, 👨\u200d👩 and plain words.\n", 1000)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		Tame(s)
	}
}

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"": "", " \n\t": "", "one": "one", " one\ttwo\r\n\n  three ": "one two three", "one\u2028two\u00a0three": "one two three", "a\u200bb": "a\u200bb",
	} {
		if got := OneLine(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
