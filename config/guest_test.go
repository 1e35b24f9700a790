package config

import "testing"

// TestAWorkspacesToolUnderABuiltinsName has nothing of what the built-in ships with, nor the leave that the user gave
// that; what the user puts there keeps it.
func TestAWorkspacesToolUnderABuiltinsName(t *testing.T) {
	const local = "[conversation.tools.fs_modify_file]\nsource = \"local\"\ncommand = \"./x\"\n"
	const reviewer = "[conversation.inquiry.assistant.model]\nid = \"inherit\"\n"
	const runs = "[conversation.tools.fs_modify_file]\nrun = \"unattended\"\n"
	for name, c := range map[string]struct {
		user, workspace string
		guest           bool
		run             Mode
		target          TargetKind
	}{
		"the user's":                {reviewer + local, "", false, Unattended, TargetAssistant},
		"the workspace's":           {reviewer, local, true, Ask, TargetUser},
		"the user let the built-in": {reviewer + runs, local, true, Ask, TargetUser},
		"the user let all":          {"[conversation.tools.\"*\"]\nrun = \"unattended\"\n", local, true, Ask, TargetUser},
		"the workspace says so":     {reviewer, local + "run = \"unattended\"\n", true, Unattended, TargetUser},
		"the user's source":         {reviewer + "[conversation.tools.fs_modify_file]\nsource = \"local\"\n", "[conversation.tools.fs_modify_file]\ncommand = \"./x\"\n", true, Ask, TargetUser},
		"the user's command":        {reviewer + "[conversation.tools.fs_modify_file]\ncommand = \"./x\"\n", "[conversation.tools.fs_modify_file]\nsource = \"local\"\n", true, Ask, TargetUser},
	} {
		cfg := newWorld(t).user(c.user).workspace(c.workspace).trusting().load()
		tool := cfg.Tool("fs_modify_file")
		q := tool.Question("apply_changes")
		if tool.Guest != c.guest || tool.Run != c.run || q.Target.Kind != c.target {
			t.Errorf("%s: guest %v, run %q, its question for %q", name, tool.Guest, tool.Run, q.Target.Kind)
		}
	}
	cfg := newWorld(t).user("[conversation.tools.deploy]\nrun = \"unattended\"\n").workspace("[conversation.tools.deploy]\ncommand = \"./x\"\n").trusting().load()
	if tool := cfg.Tool("deploy"); !tool.Guest || tool.Run != Unattended {
		t.Errorf("a name that no built-in has: %+v", tool)
	}
}
