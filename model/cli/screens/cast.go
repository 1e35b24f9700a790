package screens

import (
	"image/color"
	"io"
	"strconv"

	"parley/config"
	"parley/coordinator"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/model/replay"
	"parley/store/export"
	"parley/views/text"
)

// The size of a recording where nobody says another: what is read with ease, and all
// that a form shows.
const castWidth, castHeight = 100, 30

// Cast writes the replay of a conversation as a recording for asciinema: in the theme
// of ui.theme where that is light, else in the dark one, on a terminal of known
// colours. It depends on nothing that is of this terminal.
func Cast(p *process.Program, w io.Writer, src export.Source, o export.Options, width, height int) error {
	_, cfg, err := session.Configuration(p, session.Options{})
	if err != nil {
		return err
	}
	tools, err := session.Registry(cfg, nil, session.DebugTool())
	if err != nil {
		return err
	}
	return castOf(w, src, o, replay.PlayerOptions{
		Title: o.Title, Teller: tellerOf(tools), Label: coordinator.Env{Tools: tools, Rules: session.Rules{Config: cfg}}.Label,
	}, cfg.UI, width, height)
}

// castOf is Cast with what the program knows.
func castOf(w io.Writer, src export.Source, o export.Options, play replay.PlayerOptions, ui config.UI, width, height int) error {
	start, err := o.Start(src.Log)
	if err != nil {
		return err
	}
	if play.Log, err = o.WithoutKeys(src.Log); err != nil {
		return err
	}
	if n := play.Log.Len(); start > 0 && n > 0 {
		play.At = play.Log.At(min(start, n-1)).Seq // the end where nothing came after
	}
	stage, name := replay.DarkStage(), text.ThemeDark
	if ui.Theme == text.ThemeLight {
		stage, name = replay.LightStage(), text.ThemeLight
	}
	if stage.W, stage.H = width, height; width == 0 {
		stage.W, stage.H = castWidth, castHeight
	}
	theme, err := text.NewTheme(name, text.Unicode())
	if err != nil {
		return err
	}
	theme.Measure = ui.Width
	play.Theme, play.Notes = theme.Upon(colourOf(stage.Back), false), src.Report.Told()
	return replay.Cast(w, play, stage)
}

// colourOf reads a colour of ours.
func colourOf(hex string) color.Color {
	n, err := strconv.ParseUint(hex[1:], 16, 32)
	if err != nil {
		panic("cli: a colour of ours is none: " + hex)
	}
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 0xff}
}
