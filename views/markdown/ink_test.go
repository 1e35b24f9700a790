package markdown

import (
	"testing"

	"parley/teatest/goldens"
	"parley/views/text"

	"github.com/charmbracelet/x/ansi"
)

// An underlined blank reads as an underscore: "the settings" would look like "the_settings",
// and an indentation like a row of underscores.
func TestABlankIsNotUnderlined(t *testing.T) {
	ink := DiffInkOf(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())))
	for _, x := range []struct {
		line  string
		from  int
		words []Mark
		want  string
	}{
		{"    run(x)", 0, []Mark{{0, 4}}, "    run(x)"},
		{"reads the settings now", 0, []Mark{{6, 18}}, "reads \x1b[4;4mthe\x1b[m \x1b[4;4msettings\x1b[m now"},
		{"reads the ", 0, []Mark{{6, 18}}, "reads \x1b[4;4mthe\x1b[m "},
		{"settings now", 10, []Mark{{6, 18}}, "\x1b[4;4msettings\x1b[m now"},
		{"a  b", 0, []Mark{{1, 3}}, "a  b"},
		{"a_b", 0, []Mark{{1, 2}}, "a\x1b[4;4m_\x1b[mb"},
		{"end ␠", 0, []Mark{{3, 7}}, "end \x1b[4;4m␠\x1b[m"},
	} {
		k := Inks{LineInk: ink.Added, Words: x.words}
		if got := k.On(x.line, x.from); got != x.want {
			t.Errorf("%q: %q, want %q", x.line, got, x.want)
		}
	}
}

// A field shows a blank as it is.
func TestABlankHasItsField(t *testing.T) {
	k := Inks{LineInk: DiffInkOf(onDark(t, text.Unicode())).Added, Words: []Mark{{1, 3}}}
	want := "\x1b[38;2;200;204;212;" + addGround + "ma\x1b[m\x1b[38;2;200;204;212;" + addWord + "m  \x1b[m\x1b[38;2;200;204;212;" + addGround + "mb\x1b[m"
	if got := k.On("a  b", 0); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A character that is drawn in two styles takes more cells than it was measured with, and what
// stands behind it in its row would be out of sight.
func TestNoStyleBeginsWithinACharacter(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for _, theme := range []text.Theme{th, onDark(t, text.Unicode())} {
		for _, x := range []string{"🇩🇪🇩🇪🇩🇪🇩🇪; rm x", "a \u1acf b", "~\u1acf=\u0897; rm x", "각가\u093f"} {
			k := Inks{LineInk: DiffInkOf(theme).Added, Hit: text.NewBrush(theme.Accent)}
			var paint []Run
			for i := range x {
				paint = append(paint, Run{i + 1, Kind(i % 2)})
				k.Words, k.Hits = append(k.Words, Mark{2 * i, 2*i + 1}), append(k.Hits, Mark{9 * i, 9*i + 3})
			}
			paint = append(paint, Run{len(x), PlainCode})
			for name, drawn := range map[string]string{"code": colour(x, 0, paint, CodeStylesOf(theme, text.CodeField), true), "a change": k.On(x, 0)} {
				if ansi.Strip(drawn) != x || ansi.StringWidth(drawn) > ansi.StringWidth(x) {
					t.Errorf("%s: %q takes %d cells, not %d: %q", name, x, ansi.StringWidth(drawn), ansi.StringWidth(x), drawn)
				}
			}
		}
	}
}
