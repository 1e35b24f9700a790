package screens

import (
	"testing"

	"parley/model/cli/process"
	"parley/store/text/clean"
)

func TestWhichTerminalsHaveLinks(t *testing.T) {
	for _, c := range []struct {
		name, setting string
		env           []string
		want          bool
	}{
		{"kitty", "auto", []string{"TERM=xterm-kitty"}, true},
		{"alacritty", "auto", []string{"TERM=alacritty"}, true},
		{"a terminal of VTE", "auto", []string{"TERM=xterm-256color", "VTE_VERSION=7600"}, true},
		{"an old one", "auto", []string{"TERM=xterm-256color", "VTE_VERSION=4800"}, false},
		{"Konsole", "auto", []string{"TERM=xterm-256color", "KONSOLE_VERSION=230801"}, true},
		{"Windows Terminal", "auto", []string{"TERM=xterm-256color", "WT_SESSION=x"}, true},
		{"iTerm", "auto", []string{"TERM=xterm-256color", "TERM_PROGRAM=iTerm.app"}, true},
		{"Terminal of macOS", "auto", []string{"TERM=xterm-256color", "TERM_PROGRAM=Apple_Terminal"}, false},
		{"one that says nothing", "auto", []string{"TERM=xterm-256color"}, false},
		{"xterm, started from a terminal of VTE", "auto", []string{"TERM=xterm-256color", "VTE_VERSION=7600", "XTERM_VERSION=XTerm(379)"}, false},
		{"tmux within kitty", "auto", []string{"TERM=tmux-256color", "KITTY_WINDOW_ID=1", "TERM_PROGRAM=WezTerm"}, false},
		{"screen within kitty", "auto", []string{"TERM=xterm-kitty", "STY=1"}, false},
		{"asked for", "on", []string{"TERM=tmux-256color"}, true},
		{"not wanted", "off", []string{"TERM=xterm-kitty"}, false},
	} {
		if got := linked(&process.Program{Env: c.env}, c.setting); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	if linked(&process.Program{Env: []string{"TERM=xterm-kitty"}, Charset: clean.OwnASCII}, "on") {
		t.Error("one with ASCII has links")
	}
}
