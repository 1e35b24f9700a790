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
	stage, name := darkStage(), text.ThemeDark
	if ui.Theme == text.ThemeLight {
		stage, name = lightStage(), text.ThemeLight
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

// darkStage and lightStage are terminals whose colours the player of the recording
// shows.
func darkStage() replay.Stage {
	return replay.Stage{Ink: "#d8dee9", Back: "#16181d", Basic: [16]string{
		"#2b303b", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#c8ccd4",
		"#6b7280", "#ff7b86", "#b5e08f", "#f5d58a", "#82c4ff", "#dd9bf0", "#7fd5df", "#ffffff",
	}}
}

func lightStage() replay.Stage {
	return replay.Stage{Ink: "#24292f", Back: "#ffffff", Basic: [16]string{
		"#24292f", "#b42318", "#2f7d32", "#8a5a00", "#0b5cad", "#8032a8", "#0f766e", "#57606a",
		"#6e7781", "#d1242f", "#1a7f37", "#9a6700", "#0969da", "#8250df", "#1b7c83", "#8c959f",
	}}
}

// colourOf reads a colour of ours.
func colourOf(hex string) color.Color {
	n, err := strconv.ParseUint(hex[1:], 16, 32)
	if err != nil {
		panic("cli: a colour of ours is none: " + hex)
	}
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 0xff}
}
