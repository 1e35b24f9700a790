package config

import (
	"os"
	"strings"
	"testing"
)

// TestAWorkspaceReplacesNoBuiltin: what is known by the name of a built-in tool, and what rules say of it, is that tool,
// or what the user put in its place. A workspace's tool of another name is a guest.
func TestAWorkspaceReplacesNoBuiltin(t *testing.T) {
	const local = "[conversation.tools.fs_modify_file]\nsource = \"local\"\ncommand = \"./x\"\n"
	const source = "[conversation.tools.fs_modify_file]\nsource = \"local\"\n"
	const command = "[conversation.tools.fs_modify_file]\ncommand = \"./x\"\n"
	const fault = "conversation.tools.fs_modify_file: a workspace cannot put a command in the place of a built-in tool, or of one of yours; give the tool another name"
	for name, c := range map[string]struct{ user, workspace, source, fault string }{
		"the user's":           {local, "", "local", ""},
		"the workspace's":      {"", local, "builtin", fault},
		"over the user's":      {local, command, "builtin", fault},
		"the user's source":    {source, command, "builtin", fault},
		"the workspace's back": {local, "[conversation.tools.fs_modify_file]\nsource = \"builtin\"\n", "builtin", fault},
	} {
		w := newWorld(t).user(c.user).workspace(c.workspace).trusting()
		cfg, _ := Load(w.Sources)
		if tool := cfg.Tool("fs_modify_file"); tool.Source != c.source || tool.Guest {
			t.Errorf("%s: %q, guest %v", name, tool.Source, tool.Guest)
		}
		if c.fault == "" {
			w.load()
		} else if got := w.faults(); !strings.HasSuffix(strings.TrimSpace(got), c.fault) {
			t.Errorf("%s: %q", name, got)
		}
	}
	const all = "[conversation.tools.\"*\"]\nsource = \"local\"\ncommand = \"./x\"\n"
	w := newWorld(t).user("").workspace(all).trusting()
	every, _ := Load(w.Sources)
	for _, name := range []string{"fs_modify_file", "run_command"} {
		if tool := every.Tool(name); tool.Source != "builtin" || tool.Guest {
			t.Errorf("%s among all: %q, guest %v", name, tool.Source, tool.Guest)
		}
	}
	if got := w.faults(); !strings.Contains(got, `conversation.tools."*": a workspace cannot put`) {
		t.Errorf("for all: %q", got)
	}
	for name, user := range map[string]string{
		"deploy":  "[conversation.tools.deploy]\ncommand = \"./mine\"\nrun = \"unattended\"\n",
		"u__echo": "[mcp.u]\ncommand = \"u\"\n[conversation.tools.u__echo]\nrun = \"unattended\"\n",
	} {
		w := newWorld(t).user(user).workspace("[conversation.tools." + name + "]\ncommand = \"./x\"\n").trusting()
		if got := w.faults(); !strings.Contains(got, "conversation.tools."+name+": a workspace cannot put") {
			t.Errorf("%s: %q", name, got)
		}
	}
	sub := newWorld(t).user(local).workspace(command)
	sub.Trusted = func(string) bool { return true }
	trusted := sub.Workspace[0]
	sub.Workspace = append(sub.Workspace, sub.write("repo/sub/.parley/config.toml", "[conversation.tools.fs_modify_file]\nrun = \"unattended\"\n"))
	first, err := os.ReadFile(trusted)
	if err != nil {
		t.Fatal(err)
	}
	digest := Digest(sub.Folder, trusted, first)
	sub.Trusted = func(d string) bool { return d == digest }
	if got := sub.faults(); !strings.Contains(got, fault) {
		t.Errorf("with something held back: %q", got)
	}
	cfg := newWorld(t).user("[conversation.tools.deploy]\nrun = \"unattended\"\n").workspace("[conversation.tools.deploy]\ncommand = \"./x\"\n").trusting().load()
	if tool := cfg.Tool("deploy"); !tool.Guest || tool.Run != Unattended {
		t.Errorf("a name that no built-in has: %+v", tool)
	}
	if tool := newWorld(t).user("[conversation.tools.deploy]\ncommand = \"./x\"\n").load().Tool("deploy"); tool.Guest {
		t.Error("the user's own is a guest")
	}
}
