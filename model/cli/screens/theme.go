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
// terminal has reported its background. It is asked nothing before the first picture.
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
	case err != nil || name == text.ThemePlain:
		return theme, kit.Ground{}, err
	case name == text.ThemeTerminal && !auto:
		return theme, kit.Ground{Own: true}, nil
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

// linked reports whether addresses are sent to the terminal as hyperlinks. Without
// support a terminal ignores them silently, so only terminals known to support them
// get any.
func linked(p *process.Program, setting string) bool {
	switch {
	case process.Glyphs(p).InASCII(), setting == "off":
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

// since reports whether a variable holds at least a version.
func since(p *process.Program, name string, least int) bool {
	n, err := strconv.Atoi(p.Variable(name))
	return err == nil && n >= least
}

// multiplexed reports whether the terminal runs inside another one, about which
// nothing is known.
func multiplexed(p *process.Program) bool {
	term := p.Variable("TERM")
	return strings.HasPrefix(term, "tmux") || strings.HasPrefix(term, "screen") || p.Variable("TMUX") != "" || p.Variable("STY") != ""
}

// notify is how the user is alerted, according to ui.notify and the terminal's
// abilities. Inside tmux and screen only the bell reaches the user.
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
