package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestTheUsersOwnOff holds against workspace files, even trusted ones.
func TestTheUsersOwnOff(t *testing.T) {
	const tool = "conversation.tools.run_command."
	for _, c := range []struct {
		user, workspace, set string
		want                 Enable
		overruled            string
	}{
		{tool + `enable = "off"`, tool + `enable = "always"`, "", Enable{false, Any}, tool + `enable = "always"`},
		{tool + `enable = "off"`, tool + `enable = true`, "", Enable{false, Any}, tool + `enable = true`},
		{tool + `enable = "off"`, tool + `enable.state = true`, "", Enable{false, Any}, tool + `enable.state = true`},
		{tool + `enable = "off"`, tool + `enable = { state = true, allow_toggle = "never" }`, "", Enable{false, Any}, tool + "enable.allow_toggle = \"never\"\n" + tool + "enable.state = true"},
		{tool + `enable = "explicit"`, tool + `enable = "on"`, "", Enable{false, IfNamed}, tool + `enable = "on"`},
		{`conversation.tools."*".enable = false`, tool + `enable = "always"`, "", Enable{false, Any}, tool + `enable = "always"`},
		{`conversation.tools."*".enable = false`, `conversation.tools."*".enable = "on"`, "", Enable{false, Any}, `conversation.tools."*".enable = "on"`},
		{"", tool + `enable = "always"`, tool + "enable=off", Enable{false, Any}, tool + `enable = "always"`},
		{"", tool + `enable = "always"`, `conversation.tools."*".enable=off`, Enable{false, Any}, tool + `enable = "always"`},
		{tool + `enable = "off"`, tool + `enable = "always"`, tool + "enable=on", Enable{true, Any}, ""},
		{"", tool + `enable = "always"`, "", Enable{true, Never}, ""},
		{"", tool + `enable = "off"`, "", Enable{false, Any}, ""},
	} {
		w := newWorld(t).user(c.user).workspace(c.workspace).trusting()
		if c.set != "" {
			w.Sets = []string{c.set}
		}
		conf := w.load()
		var overruled []string
		for _, s := range conf.Overruled {
			overruled = append(overruled, s.Key+" = "+s.Value)
		}
		slices.Sort(overruled)
		if got := conf.Tool("run_command").Enable; got != c.want || strings.Join(overruled, "\n") != c.overruled {
			t.Errorf("%s | %s | %s: %+v, want %+v; overruled %q", c.user, c.workspace, c.set, got, c.want, overruled)
		}
	}
}

// TestTheUsersOwnOffOfMoreThanTools holds in the same way, for each switch by itself.
func TestTheUsersOwnOffOfMoreThanTools(t *testing.T) {
	const both = "skills = true\ninstructions = true"
	for _, c := range []struct {
		user, workspace, set string
		skills, instructions bool
		overruled            int
	}{
		{"skills = false\ninstructions = false", both, "", false, false, 2},
		{"skills = false", both, "", false, true, 1},
		{"instructions = false", both, "", true, false, 1},
		{"skills = false", both, "conversation.skills=true", true, true, 0},
		{"", both, "conversation.instructions=false", true, false, 1},
		{"", "skills = false", "", false, true, 0},
		{"skills = true", "skills = false", "", false, true, 0},
	} {
		w := newWorld(t).user("[conversation]\n" + c.user).workspace("[conversation]\n" + c.workspace).trusting()
		if c.set != "" {
			w.Sets = []string{c.set}
		}
		conf := w.load()
		if got := conf.Conversation; got.Skills != c.skills || got.Instructions != c.instructions || len(conf.Overruled) != c.overruled {
			t.Errorf("%q | %q | %s: skills %t, instructions %t, overruled %v", c.user, c.workspace, c.set, got.Skills, got.Instructions, conf.Overruled)
		}
	}
}

// TestToggleOffWins: -T switches off what only a workspace file locks, with or without a
// name; a lock of the user's own holds.
func TestToggleOffWins(t *testing.T) {
	const always = "conversation.tools.run_command.enable = 'always'"
	for _, c := range []struct {
		user, workspace string
		flag            ToggleFlag
		want            string
	}{
		{"", always, ToggleFlag{Name: "run_command"}, "false"},
		{"", always, ToggleFlag{}, "false"},
		{"", "conversation.tools.run_command.enable = { allow_toggle = 'if_named' }", ToggleFlag{}, "false"},
		{always, "", ToggleFlag{}, "true"},
		{always, "", ToggleFlag{Name: "run_command"}, `-T run_command: the tool is locked on by allow_toggle = "never" (config.toml:1); change it there`},
	} {
		w := newWorld(t).user(c.user).workspace(c.workspace).trusting()
		conf, _, err := w.load().Toggle(c.flag)
		got := fmt.Sprint(conf.Tool("run_command").Enable.State)
		if err != nil {
			got = w.short(err.Error())
		}
		same(t, got, c.want)
	}
}
