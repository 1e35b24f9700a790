package bridge

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/coordinator"
	"parley/model/cli/bridge/hook"
	"parley/store"
)

// TestADenyHoldsWhateverElseACallSays: one that is shown in its program's own words is still put to the
// rules that refuse, by the command and the files that it names. None allows it.
func TestADenyHoldsWhateverElseACallSays(t *testing.T) {
	t.Parallel()
	const byCommand, byFile = "run_command(rm *)", "fs_*(.env*)"
	for name, c := range map[string]struct{ program, tool, input, rule string }{
		"a command with a field more": {hook.Claude, "Bash", `{"command":"rm -rf x","dangerouslyDisableSandbox":true}`, byCommand},
		"one that names a file":       {hook.Claude, "Bash", `{"command":"cat .env","dangerouslyDisableSandbox":false}`, byFile},
		"one that is allowed":         {hook.Claude, "Bash", `{"command":"ls","dangerouslyDisableSandbox":true}`, ""},
		"one of Codex":                {hook.Codex, "Bash", `{"command":"rm x","new":1}`, byCommand},
		"a change of nothing":         {hook.Claude, "Edit", `{"file_path":"WORK/.env","old_string":"","new_string":"a"}`, byFile},
		"a path that goes up":         {hook.Claude, "Write", `{"file_path":"WORK/docs/../.env","content":"a"}`, byFile},
		"a patch":                     {hook.Codex, "apply_patch", `{"command":"*** Begin Patch\n*** Update File: a\n*** Move to: .env\n@@\n-a\n+b\n*** End Patch"}`, byFile},
		"a patch of something else":   {hook.Codex, "apply_patch", `{"command":"*** Begin Patch\n*** Delete File: a\n*** End Patch"}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t, "[conversation.rules]\nallow = [\"run_command(ls)\", \"fs_*(**)\"]\ndeny = [\"fs_*(.env*)\", \"run_command(rm *)\"]\n")
			m := p.message(hook.Claude, "PermissionRequest-Bash-deny")
			m.Program, m.Call = c.program, hook.Call{Tool: c.tool, Input: json.RawMessage(strings.ReplaceAll(c.input, "WORK", p.work))}
			want := `{"hookSpecificOutput":{"decision":{"behavior":"deny","message":"A rule refuses this: denied by the rule ` + c.rule + `. Do not try it in another way."},"hookEventName":"PermissionRequest"}}` + "\n"
			err := p.ask(m, nil, func() {
				if c.rule != "" {
					return
				}
				want = `{"hookSpecificOutput":{"decision":{"behavior":"deny","message":"The user said no to this: No."},"hookEventName":"PermissionRequest"}}` + "\n"
				e := p.waiting(1)[0]
				act := coordinator.Act{Do: coordinator.ActReply, Text: "No."}
				if e.Kind == "permission" {
					act = permit(store.PermitSkipped, "No.")
				} else {
					want = strings.Replace(want, "said no to this: No.", "did not answer, and said instead: No.", 1)
				}
				if taken := p.send(e, act); !taken.Done {
					t.Errorf("%+v", taken)
				}
			})
			if got := p.out.String(); err != nil || got != want {
				t.Errorf("%v\nsaid %swant %s", err, got, want)
			}
			p.waiting(0)
		})
	}
}
