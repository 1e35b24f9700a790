package conversation

import (
	"image/color"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/teatest/desk"
	"parley/views/text"
)

// TestTheThemeFollowsTheBackground: dark and light if there are enough colours, some of
// the terminal's own if there are sixteen, and nothing changes unasked.
func TestTheThemeFollowsTheBackground(t *testing.T) {
	theme := func(name string) text.Theme {
		th, err := text.NewTheme(name, text.Unicode())
		if err != nil {
			t.Fatal(err)
		}
		return th
	}
	light, dark := theme(text.ThemeLight), theme(text.ThemeDark)
	both := kit.Ground{Light: &light, Dark: &dark}
	for _, c := range []struct {
		ground kit.Ground
		colors string
		back   color.Color
		want   string
	}{
		{both, "TrueColor", color.Black, "dark/•/#000000"}, {both, "ANSI256", color.White, "light/•/#ffffff/256"},
		{both, "ANSI", color.White, "terminal/light/•"}, {both, "ANSI", color.Black, "terminal/dark/•"}, {both, "ANSI", nil, "terminal/•"},
		{kit.Ground{Own: true}, "TrueColor", color.Black, "terminal/dark/•"},
		{kit.Ground{}, "TrueColor", color.White, "terminal/•"}, {both, "TrueColor", nil, "terminal/between/•"}, {both, "ANSI256", nil, "terminal/between/•"},
	} {
		d := newDesk(t, func(_ *desk.Desk, o *Options) { o.Theme, o.Ground = theme(text.ThemeTerminal), c.ground })
		if asked := c.ground.Ask() != nil; asked != (c.ground != kit.Ground{}) {
			t.Errorf("the terminal is asked: %v", asked)
		}
		d.Send(profile(c.colors))
		d.Send(tea.BackgroundColorMsg{Color: c.back})
		if got := modelOf(d).o.Theme.Name; got != c.want {
			t.Errorf("%s on %v: theme %q, want %q", c.colors, c.back, got, c.want)
		}
	}
}

// TestATerminalThatHasMoreColoursAfterAll: the answer comes after the one about the background,
// which is then told again.
func TestATerminalThatHasMoreColoursAfterAll(t *testing.T) {
	themes := map[string]text.Theme{}
	for _, name := range []string{text.ThemeTerminal, text.ThemeLight, text.ThemeDark} {
		th, err := text.NewTheme(name, text.Unicode())
		if err != nil {
			t.Fatal(err)
		}
		themes[name] = th
	}
	light, dark := themes[text.ThemeLight], themes[text.ThemeDark]
	for _, c := range []struct {
		ground      kit.Ground
		first, want []string // the names of the themes along the way
	}{
		{kit.Ground{Light: &light, Dark: &dark}, []string{"terminal/•", "terminal/dark/•"}, []string{"terminal/dark/•", "dark/•/#000000"}},
		{kit.Ground{Own: true}, []string{"terminal/•", "terminal/dark/•"}, []string{"terminal/dark/•", "terminal/dark/•"}},
	} {
		d := newDesk(t, func(_ *desk.Desk, o *Options) { o.Theme, o.Ground = themes[text.ThemeTerminal], c.ground })
		var got []string
		for _, msg := range []tea.Msg{profile("ANSI"), tea.BackgroundColorMsg{Color: color.Black}, profile("TrueColor"), tea.BackgroundColorMsg{Color: color.Black}} {
			d.Send(msg)
			got = append(got, modelOf(d).o.Theme.Name)
		}
		if want := append(c.first, c.want...); !slices.Equal(got, want) {
			t.Errorf("the themes are %q, want %q", got, want)
		}
	}
}

// profile finds the message for a terminal's colours by their name.
func profile(name string) (msg tea.ColorProfileMsg) {
	for msg.Profile.String() != name {
		msg.Profile++
	}
	return msg
}
