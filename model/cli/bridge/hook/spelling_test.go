package hook

import "testing"

// TestWhatIsShownIsWhatIsDone: a key that only our decoder takes for another one changes
// nothing of what is shown, and what our words would not tell is told in the program's own.
func TestWhatIsShownIsWhatIsDone(t *testing.T) {
	for name, c := range map[string]struct{ tool, input, want string }{
		"a command":               {"Bash", `{"command":"make","description":"build","timeout":5,"run_in_background":true}`, `run_command {"command":"make","run_in_background":true,"timeout_ms":5}`},
		"one that is waited for":  {"Bash", `{"command":"make","timeout":1.5,"run_in_background":false}`, `run_command {"command":"make","timeout_ms":1.5}`},
		"an odd time":             {"Bash", `{"command":"make","timeout":"5"}`, `Bash {"command":"make","timeout":"5"}`},
		"another spelling too":    {"Bash", `{"command":"rm -rf /x","Command":"ls"}`, `Bash {"command":"rm -rf /x","Command":"ls"}`},
		"only another spelling":   {"Bash", `{"COMMAND":"ls"}`, `Bash {"COMMAND":"ls"}`},
		"a letter that folds":     {"Bash", `{"command":"rm","deſcription":"x"}`, `Bash {"command":"rm","deſcription":"x"}`},
		"what else a call says":   {"Bash", `{"command":"ls","dangerouslyDisableSandbox":true}`, `Bash {"command":"ls","dangerouslyDisableSandbox":true}`},
		"a text":                  {"Write", `{"file_path":"/w/a","content":"x","Content":"y"}`, `Write {"file_path":"/w/a","content":"x","Content":"y"}`},
		"a path":                  {"Edit", `{"file_path":"/w/a","File_Path":"/w/b","old_string":"x","new_string":"y"}`, `Edit {"file_path":"/w/a","File_Path":"/w/b","old_string":"x","new_string":"y"}`},
		"a question":              {"AskUserQuestion", `{"questions":[{"question":"Delete?","Question":"Keep?","options":[]}]}`, `AskUserQuestion {"questions":[{"question":"Delete?","Question":"Keep?","options":[]}]}`},
		"an option":               {"AskUserQuestion", `{"questions":[{"question":"Go?","options":[{"label":"a","Label":"b"}]}]}`, `AskUserQuestion {"questions":[{"question":"Go?","options":[{"label":"a","Label":"b"}]}]}`},
		"a plan":                  {"ExitPlanMode", `{"plan":"rm","Plan":"ls"}`, `ExitPlanMode {"plan":"rm","Plan":"ls"}`},
		"a change":                {"Edit", `{"file_path":"/w/a","old_string":"x","new_string":"y","replace_all":true}`, `fs_modify_file {"path":"a","patterns":[{"all":true,"new":"y","old":"x"}]}`},
		"more of a change":        {"Edit", `{"file_path":"/w/a","old_string":"x","new_string":"y","regex":true}`, `Edit {"file_path":"/w/a","old_string":"x","new_string":"y","regex":true}`},
		"a file made by a change": {"Edit", `{"file_path":"/w/a","old_string":"","new_string":"y"}`, `Edit {"file_path":"/w/a","old_string":"","new_string":"y"}`},
		"more of a text":          {"Write", `{"file_path":"/w/a","content":"x","mode":"0777"}`, `Write {"file_path":"/w/a","content":"x","mode":"0777"}`},
		"what a plan is for":      {"ExitPlanMode", `{"plan":"ls","planFilePath":"/p","allowedPrompts":[{"tool":"Bash","prompt":"rm"}]}`, `ExitPlanMode {"allowedPrompts":[{"tool":"Bash","prompt":"rm"}],"plan":"ls"}`},
		"no plan":                 {"ExitPlanMode", `{}`, `ExitPlanMode {"plan":""}`},
		"keys of a tool unknown":  {"mcp__a__b", `{"command":"x","Command":"y"}`, `mcp__a__b {"command":"x","Command":"y"}`},
	} {
		m, err := Read(Claude, []byte(`{"hook_event_name":"PermissionRequest","session_id":"s","cwd":"/w","tool_name":"`+c.tool+`","tool_input":`+c.input+`}`))
		if err != nil {
			t.Fatal(err)
		}
		if r := m.Request("/w"); r.Tool+" "+r.Arguments != c.want {
			t.Errorf("%s: %s %s", name, r.Tool, r.Arguments)
		}
	}
	patch, err := Read(Codex, []byte(`{"hook_event_name":"PermissionRequest","session_id":"s","cwd":"/w","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch","sudo":true}}`))
	if err != nil {
		t.Fatal(err)
	}
	if r := patch.Request("/w"); r.Tool+" "+r.Arguments != `apply_patch {"command":"*** Begin Patch","sudo":true}` || r.Kind != Other {
		t.Errorf("more of a patch: %+v", r)
	}
	for _, text := range []string{
		`{"hook_event_name":"Stop","session_id":"s","cwd":"/w","Session_id":"other"}`,
		`{"hook_event_name":"Stop","session_id":"s","cwd":"/w","TOOL_NAME":"Read"}`,
		`{"hook_event_name":"PostToolBatch","session_id":"s","cwd":"/w","tool_calls":[{"tool_name":"Bash","Tool_Input":{}}]}`,
	} {
		if _, err := Read(Claude, []byte(text)); err == nil || err.Error() != "in a hook's message, a name stands in another spelling" {
			t.Errorf("%s: %v", text, err)
		}
	}
}
