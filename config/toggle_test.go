package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// togglable creates a world with one tool for each row of the table.
func togglable(t *testing.T) Config {
	w := newWorld(t).user(`
[conversation.tools]
on_any = { command = "x", enable = true }
on_never = { command = "x", enable = "always" }
on_named = { command = "x", enable = { state = true, allow_toggle = "if_named" } }
on_group = { command = "x", enable = { state = true, allow_toggle = "if_named_or_group" } }
off_any = { command = "x", enable = false }
off_never = { command = "x", enable = { state = false, allow_toggle = "never" } }
off_named = { command = "x", enable = "explicit" }
`)
	w.Builtin = nil
	return w.load()
}

// TestToggleTable goes through what switches each sort of tool on and off, row by
// row (docs/configuration.md).
func TestToggleTable(t *testing.T) {
	c := togglable(t)
	for _, row := range []struct{ tool, named, unnamed, all, none string }{
		{"on_any", "–", "off", "–", "off"},
		{"on_never", "–", "error", "–", "–"},
		{"on_named", "–", "off", "–", "–"},
		{"on_group", "–", "off", "–", "–"},
		{"off_any", "on", "–", "on", "–"},
		{"off_never", "error", "–", "–", "–"},
		{"off_named", "on", "–", "–", "–"},
	} {
		for flag, want := range map[ToggleFlag]string{
			{true, row.tool}: row.named, {false, row.tool}: row.unnamed, {true, ""}: row.all, {false, ""}: row.none,
		} {
			after, delta, err := c.Toggle(flag)
			got := "–"
			if err != nil {
				got = "error"
			} else if now := after.Tool(row.tool).Enable; now.State != c.Tool(row.tool).Enable.State {
				got = map[bool]string{true: "on", false: "off"}[now.State]
			}
			key := "conversation.tools." + row.tool + ".enable.state"
			if set, ok := delta.Set[key]; ok != (want == "on" || want == "off") || ok && string(set) != fmt.Sprint(want == "on") {
				t.Errorf("%s on %s: delta %s", flag, row.tool, delta.Set)
			}
			if got != want {
				t.Errorf("%s on %s: %s, want %s", flag, row.tool, got, want)
			}
			if before, now := c.Tool(row.tool).Enable.Toggle, after.Tool(row.tool).Enable.Toggle; before != now {
				t.Errorf("%s on %s changes the toggle to %s", flag, row.tool, now)
			}
		}
	}
}

func TestTogglesFromLeftToRight(t *testing.T) {
	on, off := func(n string) ToggleFlag { return ToggleFlag{true, n} }, func(n string) ToggleFlag { return ToggleFlag{false, n} }
	for _, c := range []struct {
		flags []ToggleFlag
		want  string
	}{
		{nil, ""},
		{[]ToggleFlag{off(""), on("on_any")}, ""},
		{[]ToggleFlag{on("on_any"), off("")}, "on_any=false"},
		{[]ToggleFlag{off(""), on("off_any")}, "off_any=true on_any=false"},
		{[]ToggleFlag{on("off_named"), off("")}, "off_named=true on_any=false"},
		{[]ToggleFlag{on("off_any"), off("off_any")}, ""},
		{[]ToggleFlag{on(""), off("on_named")}, "off_any=true on_named=false"},
	} {
		_, delta, err := togglable(t).Toggle(c.flags...)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for key, v := range delta.Set {
			got = append(got, strings.TrimSuffix(strings.TrimPrefix(key, "conversation.tools."), ".enable.state")+"="+string(v))
		}
		slices.Sort(got)
		same(t, strings.Join(got, " "), c.want)
	}
}

func TestToggleErrors(t *testing.T) {
	c := togglable(t)
	after, delta, err := c.Toggle(ToggleFlag{true, "off_any"}, ToggleFlag{true, "off_nay"}, ToggleFlag{false, "zzzz"}, ToggleFlag{false, "on_never"}, ToggleFlag{true, "off_never"})
	if err == nil {
		t.Fatal("no error")
	}
	file := c.origin(toolPath("on_never", "enable", "allow_toggle")).Name
	same(t, strings.ReplaceAll(err.Error(), file, "F"), `-t off_nay: there is no tool of this name; did you mean off_any?
-T zzzz: there is no tool of this name
-T on_never: the tool is locked on by allow_toggle = "never" (F:4); change it there
-t off_never: the tool is locked off by allow_toggle = "never" (F:8); change it there
`)
	if after.Tool("off_any").Enable.State || len(delta.Set) != 0 {
		t.Error("an error changed something")
	}
}

// TestToggleAgain: the changes of one start are the state with which the next begins, and
// a toggle lies above -c.
func TestToggleAgain(t *testing.T) {
	w := newWorld(t)
	w.Sets = []string{"conversation.tools.run_command.enable=false"}
	after, delta, err := w.load().Toggle(ToggleFlag{true, "run_command"})
	if err != nil || !after.Tool("run_command").Enable.State {
		t.Fatal(err)
	}
	w.Sets, w.Deltas = nil, []Delta{delta}
	again, delta, err := w.load().Toggle(ToggleFlag{false, "run_command"})
	if err != nil || again.Tool("run_command").Enable.State || len(delta.Set) != 1 {
		t.Errorf("%v %v", delta, err)
	}
	both, delta, err := again.Toggle(ToggleFlag{true, "run_command"})
	if err != nil || !both.Tool("run_command").Enable.State || again.Tool("run_command").Enable.State || len(delta.Set) != 1 {
		t.Errorf("%v %v", delta, err)
	}
	if ask, _, err := w.load().Toggle(ToggleFlag{false, ""}); err != nil || !ask.Tool("ask_user").Enable.State || ask.Tool("fs_read_file").Enable.State {
		t.Errorf("bare -T: %v", err)
	}
}
