package screens

import (
	"strconv"
	"strings"

	"parley/config"
	"parley/model/cli/process"
	"parley/model/conversation"
	"parley/model/kit"
	"parley/views/text"
)

// themes are the theme to draw with at first, and those to change to once the
// terminal has said what its background is. Nothing is asked of it before the
// first picture.
func themes(p *process.Program, ui config.UI) (text.Theme, kit.Ground, error) {
	name := ui.Theme
	auto := name == "auto"
	switch {
	case p.Variable("NO_COLOR") != "":
		name, auto = text.ThemePlain, false
	case auto:
		name = text.ThemeTerminal
	}
	named := func(name string) (text.Theme, error) {
		theme, err := text.NewTheme(name, process.Glyphs(p))
		theme.Measure, theme.Links = ui.Width, linked(p, ui.Links)
		return theme, err
	}
	theme, err := named(name)
	switch {
	case err != nil || name == text.ThemePlain || name == text.ThemeTerminal && !auto:
		return theme, kit.Ground{}, err
	case !auto:
		return theme, kit.Ground{Light: &theme, Dark: &theme}, nil
	}
	light, err := named(text.ThemeLight)
	if err != nil {
		return theme, kit.Ground{}, err
	}
	dark, err := named(text.ThemeDark)
	return theme, kit.Ground{Light: &light, Dark: &dark}, err
}

// linked says whether addresses are given to the terminal as hyperlinks. One that
// has none leaves them out in silence, so only those are given any that are known.
func linked(p *process.Program, setting string) bool {
	switch {
	case process.Glyphs(p) == text.ASCII(), setting == "off":
		return false
	case setting == "on":
		return true
	case multiplexed(p), p.Variable("XTERM_VERSION") != "":
		return false
	}
	term := p.Variable("TERM")
	for _, name := range []string{"alacritty", "contour", "foot", "ghostty", "kitty", "rio", "wezterm"} {
		if strings.Contains(term, name) {
			return true
		}
	}
	switch p.Variable("TERM_PROGRAM") {
	case "ghostty", "iTerm.app", "rio", "vscode", "WezTerm":
		return true
	}
	return p.Variable("WT_SESSION") != "" || since(p, "VTE_VERSION", 5000) || since(p, "KONSOLE_VERSION", 201200)
}

// since says whether a variable holds at least a version.
func since(p *process.Program, name string, least int) bool {
	n, err := strconv.Atoi(p.Variable(name))
	return err == nil && n >= least
}

// multiplexed says whether the terminal is one within another, of which nothing is known.
func multiplexed(p *process.Program) bool {
	term := p.Variable("TERM")
	return strings.HasPrefix(term, "tmux") || strings.HasPrefix(term, "screen") || p.Variable("TMUX") != "" || p.Variable("STY") != ""
}

// notify is how the user is called, by ui.notify and by what the terminal
// understands. Inside of tmux and screen only the bell reaches them.
func notify(p *process.Program, setting string) conversation.Notify {
	n := conversation.Notify{Bell: setting == "all" || setting == "bell"}
	if setting != "all" && setting != "desktop" {
		return n
	}
	term := p.Variable("TERM")
	switch {
	case multiplexed(p):
	case strings.Contains(term, "kitty"):
		n.Desktop = conversation.Desktop99
	case strings.HasPrefix(term, "foot"), strings.HasPrefix(term, "rxvt"):
		n.Desktop = conversation.Desktop777
	case term != "linux":
		n.Desktop = conversation.Desktop9
	}
	return n
}
