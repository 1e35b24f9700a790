package text

import (
	"math"
	"reflect"
	"strconv"
	"testing"
)

// terminals are the first sixteen colours of some terminals, as they come.
func terminals() map[string][16]string {
	return map[string][16]string{
		"xterm": {"#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
			"#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"},
		"a console": {"#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa",
			"#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"},
		"Tango": {"#000000", "#cc0000", "#4e9a06", "#c4a000", "#3465a4", "#75507b", "#06989a", "#d3d7cf",
			"#555753", "#ef2929", "#8ae234", "#fce94f", "#729fcf", "#ad7fa8", "#34e2e2", "#eeeeec"},
	}
}

// sixteens are the palettes of the terminal's own colours, and the possible backgrounds of
// each.
func sixteens(t *testing.T) map[string]struct {
	palette
	backs []string
} {
	unknown, err := paletteOf(ThemeTerminal)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]struct {
		palette
		backs []string
	}{
		"unknown": {unknown, []string{"#000000", "#ffffff"}},
		"dark":    {sixteenOn(true), []string{"#000000", "#16161e"}},
		"light":   {sixteenOn(false), []string{"#ffffff"}},
	}
}

// shown is what a terminal shows for a colour of a palette.
func shown(t *testing.T, of [16]string, colour string) rgb {
	n, err := strconv.Atoi(colour)
	if err != nil || n < 0 || n > 15 {
		t.Fatalf("%q is none of the sixteen", colour)
	}
	c, ok := rgbOf(of[n])
	if !ok {
		t.Fatalf("%q is no colour", of[n])
	}
	return c
}

// TestTheTerminalsOwnColoursAreRead: with 4.5, as WCAG counts contrast, wherever a palette is for
// a light background, but for marks that words stand beside and for grey; where a background
// is known to be dark, with 3. For an unknown background no colour has that on both, so that
// only 2.1 is left, and no running text has the one that has so little.
func TestTheTerminalsOwnColoursAreRead(t *testing.T) {
	marks := map[string]float64{"good": 2.1, "Dim": 4}
	for name, p := range sixteens(t) {
		checked := 0
		for terminal, of := range terminals() {
			for field, value := range reflect.ValueOf(p.palette).Fields() {
				if value.String() == "" {
					continue
				}
				least := map[string]float64{"dark": 3, "light": 4.5, "unknown": 2.5}[name]
				if n, ok := marks[field.Name]; ok && name != "dark" {
					least = n
				}
				for _, back := range p.backs {
					ground, _ := rgbOf(back)
					if got := contrast(shown(t, of, value.String()), ground); got < least {
						t.Errorf("%s, %s: %s is colour %s, a contrast of %.2f on %s", name, terminal, field.Name, value, got, back)
					}
				}
				checked++
			}
		}
		if checked < 30 {
			t.Errorf("%s: only %d colours were looked at", name, checked)
		}
	}
}

// TestWhatWasAddedIsReadWithoutItsColour: where green cannot be read, the sign has weight and
// the words the ink of the terminal; so has an answer.
func TestWhatWasAddedIsReadWithoutItsColour(t *testing.T) {
	own, err := NewTheme(ThemeTerminal, Unicode())
	if err != nil {
		t.Fatal(err)
	}
	for name, th := range map[string]Theme{"unknown": own, "light": own.Sixteen(false)} {
		for what, got := range map[string]string{"added": th.Added.Render("+ a"), "yes": th.Loud(th.Good).Render("+ a")} {
			if got != th.Strong.Render("+ a") {
				t.Errorf("%s: %s is %q", name, what, got)
			}
		}
		if th.Markdown.Text != "" {
			t.Errorf("%s: texts in code are green", name)
		}
	}
	between, white, black := own.Between(), rgb{255, 255, 255}, rgb{}
	green, ok := rgbOf(between.Markdown.Added)
	if !ok || contrast(green, white) < 4.5 || contrast(green, black) < 4.5 {
		t.Errorf("between: %s cannot be read on black and on white", between.Markdown.Added)
	}
}

// TestEveryMarkOfASCIIMeansOneThing beside what is added, which begins with a plus: a fold and
// what went well.
func TestEveryMarkOfASCIIMeansOneThing(t *testing.T) {
	g := ASCII()
	seen := map[string]string{"+": "what was added", g.Cursor: "the cursor", g.Cross: "what failed", g.Fail: "a fault", g.Decision: "a decision", g.Minus: "what was removed", g.Still: "what works"}
	for what, mark := range map[string]string{"what is folded": g.Folded, "what went well": g.Tick} {
		if other := seen[mark]; other != "" {
			t.Errorf("%q is %s and %s", mark, what, other)
		}
		seen[mark] = what
	}
}

// TestTheRolesOfSixteenColoursAreTold apart: what can be pressed, what waits for somebody,
// what is well and what is not never share a colour, nor a similar one.
func TestTheRolesOfSixteenColoursAreToldApart(t *testing.T) {
	for name, p := range sixteens(t) {
		roles := map[string]string{"accent": p.accent, "decision": p.decide, "good": p.good, "bad": p.bad}
		if name == "dark" {
			roles["code"] = p.Keyword
		}
		for terminal, of := range terminals() {
			for a, x := range roles {
				for b, y := range roles {
					if d := math.Sqrt(shown(t, of, x).distance(shown(t, of, y))); a < b && d < 75 {
						t.Errorf("%s, %s: %s and %s are %s and %s, %.0f apart", name, terminal, a, b, x, y, d)
					}
				}
			}
		}
		for field, c := range map[string]string{"the user": p.user, "a heading": p.Heading, "a link": p.Link} {
			if c != p.accent {
				t.Errorf("%s: %s is colour %s, the accent is %s", name, field, c, p.accent)
			}
		}
		if p.warn != p.decide || p.Gone != p.bad || p.Added != p.good && p.Added != "" || p.branch == p.decide && p.branch != "" {
			t.Errorf("%s: colours of roles differ, or the branch looks like a decision: %+v", name, p.palette)
		}
	}
}

// TestTheBackgroundChoosesAmongSixteen, and nothing else of the theme changes; themes with
// colours of their own keep them.
func TestTheBackgroundChoosesAmongSixteen(t *testing.T) {
	for _, name := range []string{ThemeDark, ThemeLight, ThemePlain} {
		theme, err := NewTheme(name, Unicode())
		if err != nil {
			t.Fatal(err)
		}
		if got := theme.Sixteen(true); !reflect.DeepEqual(got, theme) {
			t.Errorf("%s has other colours on dark", name)
		}
	}
	theme, err := NewTheme(ThemeTerminal, ASCII())
	if err != nil {
		t.Fatal(err)
	}
	theme.Measure, theme.Links = 72, true
	for _, c := range []struct {
		dark         bool
		name, accent string
	}{{true, "terminal/dark/*", "6"}, {false, "terminal/light/*", "4"}} {
		for _, from := range []Theme{theme, theme.Sixteen(!c.dark)} {
			got := from.Sixteen(c.dark)
			if got.Name != c.name || got.Markdown.accent != c.accent || got.Measure != 72 || !got.Links || got.Glyphs != ASCII() || got.HasFields() {
				t.Errorf("dark %v: %+v", c.dark, got)
			}
		}
	}
}

// TestAnUnknownBackground: where there are more than sixteen colours, a decision is amber
// on any background, and is read on black and on white.
func TestAnUnknownBackground(t *testing.T) {
	theme, err := NewTheme(ThemeTerminal, ASCII())
	if err != nil {
		t.Fatal(err)
	}
	theme.Measure, theme.Links = 72, true
	got := theme.Between()
	if got.Name != "terminal/between/*" || got.Measure != 72 || !got.Links || got.Glyphs != ASCII() || got.HasFields() {
		t.Errorf("it is %+v", got)
	}
	for _, colour := range []string{got.Markdown.decide, got.Markdown.warn, got.Markdown.branch} {
		c, ok := rgbOf(colour)
		if !ok {
			t.Fatalf("%q is no colour", colour)
		}
		for _, back := range []rgb{{}, {255, 255, 255}} {
			if has := contrast(c, back); has < leastContrast {
				t.Errorf("%s on %s: %.2f", colour, back.hex(), has)
			}
		}
	}
	for _, other := range []Theme{theme.Sixteen(true), theme.Sixteen(false), got} {
		if again := other.Between(); !reflect.DeepEqual(again, other) {
			t.Errorf("%s has other colours", other.Name)
		}
	}
}

// Bold, the terminal's own green is so bright on many a terminal that it cannot be read on
// white: there a yes is bold without it.
func TestLoudIsLegible(t *testing.T) {
	named := func(name string) Theme {
		th, err := NewTheme(name, Unicode())
		if err != nil {
			t.Fatal(err)
		}
		return th
	}
	own := named(ThemeTerminal)
	for _, x := range []struct {
		name  string
		theme Theme
		green bool
	}{
		{"on an unknown background", own, false},
		{"with more than sixteen colours", own.Between(), true},
		{"on light", own.Sixteen(false), false},
		{"on dark", own.Sixteen(true), true},
		{"light", named(ThemeLight), true},
		{"dark", named(ThemeDark), true},
		{"without colours", named(ThemePlain), true},
	} {
		yes, no := x.theme.Loud(x.theme.Good).Of(), x.theme.Loud(x.theme.Bad).Of()
		if green := yes.GetForeground() == x.theme.Good.Of().GetForeground(); green != x.green || !yes.GetBold() || !no.GetBold() {
			t.Errorf("%s: a yes is green: %v, want %v; bold are %v and %v", x.name, green, x.green, yes.GetBold(), no.GetBold())
		}
	}
}
