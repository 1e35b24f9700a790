package edit

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"parley/teatest/goldens"
	"parley/views/text"
)

// keysOf are the messages of keys by their names; any other word is typed.
func keysOf(names string) (all []tea.KeyPressMsg) {
	named := map[string]tea.KeyPressMsg{
		"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd}, "up": {Code: tea.KeyUp},
		"backspace": {Code: tea.KeyBackspace}, "delete": {Code: tea.KeyDelete}, "space": {Code: tea.KeySpace, Text: " "}, "tab": {Code: tea.KeyTab},
		"ctrl+w": {Code: 'w', Mod: tea.ModCtrl}, "ctrl+u": {Code: 'u', Mod: tea.ModCtrl}, "ctrl+k": {Code: 'k', Mod: tea.ModCtrl}, "ctrl+v": {Code: 'v', Mod: tea.ModCtrl},
		"ctrl+left": {Code: tea.KeyLeft, Mod: tea.ModCtrl},
	}
	for _, name := range strings.Fields(names) {
		if k, ok := named[name]; ok {
			all = append(all, k)
			continue
		}
		for _, r := range name {
			all = append(all, tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
	return all
}

func TestALine(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"", "|"}, {"abc", "abc|"}, {"space a space", " a |"}, {"abc left left x", "ax|bc"}, {"abc home x end y", "xabcy|"},
		{"one space two ctrl+w", "one |"}, {"one space two ctrl+left x", "one x|two"}, {"abc left backspace", "a|c"}, {"abc home delete", "|bc"}, {"abc left ctrl+k", "ab|"},
		{"abc left ctrl+u", "|c"}, {"backspace delete left", "|"}, {"äß left ö", "äö|ß"}, {"a up tab ctrl+v b", "ab|"},
	} {
		l := Line{}
		for _, k := range keysOf(c.keys) {
			before := l
			next, changed := l.Update(k)
			if changed != (next.Text() != before.Text()) || l != before {
				t.Fatalf("%s: changed is %v from %q to %q", c.keys, changed, before.Text(), next.Text())
			}
			l = next
		}
		r := []rune(l.Text())
		if got := string(r[:l.at]) + "|" + string(r[l.at:]); got != c.want {
			t.Errorf("%s: %q, want %q", c.keys, got, c.want)
		}
		if l.AtEnd() != strings.HasSuffix(c.want, "|") {
			t.Errorf("%s: at the end: %v", c.keys, l.AtEnd())
		}
	}
}

func TestAPasteIntoALine(t *testing.T) {
	l, _ := LineOf("ab").Update(keysOf("left")[0])
	for in, want := range map[string]string{
		"x y": "ax yb", "one\ntwo\tthree": "aone two threeb", "\x1b[31mred": "a[31mredb", "": "ab", strings.Repeat("z", 500): "a" + strings.Repeat("z", lineMost-2) + "b",
	} {
		if got := l.Insert(in).Text(); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestDrawingALine(t *testing.T) {
	back := func(l Line, n int) Line {
		for range n {
			l, _ = l.Update(keysOf("left")[0])
		}
		return l
	}
	for _, c := range []struct {
		line  Line
		width int
		want  string
		x     int
	}{
		{LineOf("migration"), 20, "migration", 9}, {LineOf("migration"), 5, "tion", 4}, {back(LineOf("migration"), 9), 5, "migra", 0},
		{back(LineOf("migration"), 3), 5, "grati", 4}, {LineOf("日本語"), 4, "語", 2}, {Line{}, 0, "", 0},
	} {
		if shown, x := c.line.Draw(c.width); shown != c.want || x != c.x {
			t.Errorf("%q in %d: %q at %d, want %q at %d", c.line.Text(), c.width, shown, x, c.want, c.x)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		l := LineOf(goldens.Nasty().Draw(t, "text"))
		for _, k := range rapid.SliceOf(rapid.SampledFrom(keysOf("left right home backspace delete a 日 ctrl+w"))).Draw(t, "keys") {
			l, _ = l.Update(k)
		}
		width := rapid.IntRange(1, 40).Draw(t, "width")
		shown, x := l.Draw(width)
		if x < 0 || x >= width || text.Width(shown) > width {
			t.Fatalf("%q in %d: %q at %d", l.Text(), width, shown, x)
		}
	})
}

// TestALineHasNoSecondLine whatever ends a line.
func TestALineHasNoSecondLine(t *testing.T) {
	for put, want := range map[string]string{"a\nb": "a b", "a\r\nb": "a b", "a\u2028b": "a b", "a\u2029b": "a b", "a\u0085b": "ab", "a\tb": "a b"} {
		if got := LineOf(put).Text(); got != want {
			t.Errorf("%q is %q, want %q", put, got, want)
		}
	}
}
