package hook

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestWhatACallInItsOwnWordsAmountsTo: the command and the files that can be read in it.
func TestWhatACallInItsOwnWordsAmountsTo(t *testing.T) {
	patch := func(lines ...string) string {
		return encoded(map[string]string{"command": "*** Begin Patch\n" + strings.Join(lines, "\n") + "\n*** End Patch"})
	}
	for name, c := range map[string]struct{ program, tool, dir, input, want string }{
		"a field more":           {Claude, bash, "/w", `{"command":"rm x","dangerouslyDisableSandbox":false}`, `run_command {"command":"rm x"}`},
		"in a folder":            {Claude, bash, "/w/sub", `{"command":"rm x","more":1}`, `run_command {"command":"rm x","directory":"sub"}`},
		"two spellings":          {Claude, bash, "/w", `{"command":"ls","Command":"rm x"}`, `run_command {"command":"rm x"} run_command {"command":"ls"}`},
		"a list of words":        {Codex, bash, "/w", `{"command":["sh","-c","rm 'a b'"]}`, `run_command {"command":"'sh' '-c' 'rm '\\''a b'\\'''"}`},
		"a tool that is unknown": {Claude, "mcp__x__sh", "/w", `{"command":"rm x","file_path":"/w/.env"}`, `run_command {"command":"rm x"}`},
		"nothing taken out":      {Claude, claudeEdit, "/w", `{"file_path":"/w/.env","old_string":"","new_string":"a"}`, `fs_modify_file {"path":"/w/.env"} fs_create_file {"path":"/w/.env"}`},
		"a path that goes up":    {Claude, claudeWrite, "/w", `{"file_path":"/w/docs/../.env","content":"a"}`, `fs_create_file {"path":"/w/docs/../.env"} fs_modify_file {"path":"/w/docs/../.env"}`},
		"a relative one":         {Claude, "Read", "/w/sub", `{"file_path":"../.env"}`, `fs_read_file {"path":"/w/.env"}`},
		"a notebook":             {Claude, "NotebookEdit", "/w", `{"notebook_path":"/w/a.ipynb","new_source":""}`, `fs_modify_file {"path":"/w/a.ipynb"}`},
		"a patch that adds":      {Codex, codexPatch, "/w", patch("*** Add File: .env", "+a"), `fs_create_file {"path":"/w/.env"} fs_modify_file {"path":"/w/.env"}`},
		"one that moves": {Codex, codexPatch, "/w", patch(" *** Update File: a", "*** Move to: .env", "@@", "-a", "+b"),
			`fs_modify_file {"path":"/w/a"} fs_move_file {"path":"/w/a","to":"/w/.env"}`},
		"one that deletes":         {Codex, codexPatch, "/w/sub", patch("*** Delete File: .env"), `fs_delete_file {"path":"/w/sub/.env"}`},
		"one with a field more":    {Codex, codexPatch, "/w", `{"command":"*** Delete File: .env","workdir":"x"}`, `fs_delete_file {"path":"/w/.env"}`},
		"a command as it is known": {Claude, bash, "/w", `{"command":"rm x"}`, ""},
		"a change as it is known":  {Claude, claudeEdit, "/w", `{"file_path":"/w/.env","old_string":"a","new_string":"b"}`, ""},
		"a plan":                   {Claude, claudePlan, "/w", `{"plan":"rm x","command":"rm x"}`, ""},
		"no object":                {Claude, "X", "/w", `["rm x"]`, ""},
	} {
		m := Message{Program: c.program, Event: permissionRequest, Dir: c.dir, Call: Call{c.tool, json.RawMessage(c.input)}}
		r := m.Request("/w")
		var got []string
		for _, call := range m.Like(r, json.RawMessage(r.Arguments)) {
			got = append(got, call.Tool+" "+string(call.Input))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %s\nwant %s", name, strings.Join(got, " "), c.want)
		}
	}
}

// TestAnEditedCallIsReadAnew: what a person made of the arguments counts, not what was asked.
func TestAnEditedCallIsReadAnew(t *testing.T) {
	m := Message{Program: Claude, Event: permissionRequest, Dir: "/w", Call: Call{bash, json.RawMessage(`{"command":"ls","more":1}`)}}
	got := m.Like(m.Request("/w"), json.RawMessage(`{"command":"rm x","more":1}`))
	if len(got) != 1 || string(got[0].Input) != `{"command":"rm x"}` {
		t.Errorf("got %s", got)
	}
}
