package config

import "testing"

// TestWhatLetsAToolAsk: the key that decides what a tool does before a run and with its
// result; its own before the general one.
func TestWhatLetsAToolAsk(t *testing.T) {
	w := newWorld(t)
	w.user("[conversation.tools.\"*\"]\nrun = \"ask\"\nresult = \"ask\"\n[conversation.tools.run_command]\nrun = \"skip\"\n")
	c := w.load()
	for _, x := range []struct {
		tool, kind, key string
		mode            Mode
	}{
		{"run_command", "run", "conversation.tools.run_command.run", Skip},
		{"run_command", "deliver", `conversation.tools."*".result`, Ask},
		{"fs_read_file", "run", `conversation.tools."*".run`, Ask},
	} {
		if mode, key := c.Tool(x.tool).Mode(x.kind); mode != x.mode || key != x.key {
			t.Errorf("%s, %s: %s by %q", x.tool, x.kind, mode, key)
		}
	}
	if _, key := newWorld(t).load().Tool("run_command").Mode("run"); key != "" {
		t.Errorf("nothing set: %q", key)
	}
}
