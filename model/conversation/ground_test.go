package conversation

import (
	"image/color"
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
		{kit.Ground{}, "TrueColor", color.White, "terminal/•"}, {both, "TrueColor", nil, "terminal/•"},
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

// profile finds the message for a terminal's colours by their name.
func profile(name string) (msg tea.ColorProfileMsg) {
	for msg.Profile.String() != name {
		msg.Profile++
	}
	return msg
}
