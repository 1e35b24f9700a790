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

// The size of a recording if none is given: easy to read, and enough for a form.
const castWidth, castHeight = 100, 30

// Cast writes the replay of a conversation as a recording for asciinema: in the light
// theme if ui.theme is light, otherwise in the dark one, on a terminal with known
// colours. It does not depend on this terminal.
func Cast(p *process.Program, w io.Writer, src export.Source, o export.Options, width, height int) error {
	_, cfg, err := session.Configuration(p, session.Options{})
	if err != nil {
		return err
	}
	tools, err := session.Registry(cfg, nil, nil, session.DebugTool())
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
		play.At = play.Log.At(min(start, n-1)).Seq // the end, if nothing came after
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
	play.Altered = src.Report.Edited()
	return replay.Cast(w, play, stage)
}

// colourOf parses one of our colours.
func colourOf(hex string) color.Color {
	n, err := strconv.ParseUint(hex[1:], 16, 32)
	if err != nil {
		panic("cli: a colour of ours is none: " + hex)
	}
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 0xff}
}
