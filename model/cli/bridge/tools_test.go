package bridge

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/coordinator/tools/askuser"
	"parley/forms"
	"parley/model/cli/bridge/hook"
)

// TestPlanShowsWhatComesWithIt: a yes to a plan is one to all of the call, so all of it stands
// there, and nobody has to read to the end for it.
func TestPlanShowsWhatComesWithIt(t *testing.T) {
	for name, c := range map[string]struct{ arguments, want string }{
		"a plan alone": {`{"plan":"1. Look\n"}`, "1. Look\n"},
		"no plan":      {`{"plan":""}`, "The plan was not sent along; it stands in the other program."},
		"with what then runs unasked": {
			`{"plan":"1. Look\n","allowedPrompts":[{"tool":"Bash","prompt":"rm > ` + "```" + `"}]}`,
			"A yes is also one to this, which came with the plan:\n\n````json\n{\n  \"allowedPrompts\": [\n    {\n      \"tool\": \"Bash\",\n      \"prompt\": \"rm > ```\"\n    }\n  ]\n}\n````\n\n1. Look\n",
		},
	} {
		if q := planQuestion(hook.Request{Arguments: c.arguments}); q.Context != c.want || q.Text != planText {
			t.Errorf("%s: %q", name, q.Context)
		}
	}
}

// TestAPatchOfUnknownFolder: Codex applies a patch that its model gives to a shell in the folder of that
// shell, be it .git or outside of the workspace, and its hook gets the same message as of any other.
func TestAPatchOfUnknownFolder(t *testing.T) {
	for _, event := range []string{"PermissionRequest", "PreToolUse"} {
		m, err := hook.Read(hook.Codex, []byte(`{"hook_event_name":"`+event+`","session_id":"s","cwd":"/w","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Add File: hooks/post-checkout\n+x\n*** End Patch"}}`))
		if err != nil {
			t.Fatal(err)
		}
		const told = "Codex does not tell its hook in which folder it applies a patch, and its model can choose another one: these may be files elsewhere, also outside of the workspace."
		r := m.Request("/w")
		if q := patchQuestion(r); !strings.HasPrefix(q.Context, told+"\n\n```diff\n*** Begin Patch\n") {
			t.Errorf("%s: %q", event, q.Context)
		}
		if got := requestText(m.Program, r.Kind, r.Subject, r.Reason); got != "Codex asks: Apply a patch to hooks/post-checkout\n\n"+told {
			t.Errorf("%s: %q", event, got)
		}
	}
}

// TestQuestionsOfAnyShapeAreAsked: what another program may ask and ours may not is put so
// that it fits, and the answer is the program's own words. What does not fit is told as that.
func TestQuestionsOfAnyShapeAreAsked(t *testing.T) {
	for name, c := range map[string]struct{ questions, subject, text, context, answer, told string }{
		"one line":       {`[{"question":"Go? "}]`, "Go?", "Go?", "", `{"q1":"yes"}`, `{"Go? ":"yes"}`},
		"several lines":  {`[{"question":"\n Which one?\nThe first is safe.\n"}]`, "Which one? …", "Which one?", " Which one?\nThe first is safe.", `{"q1":"a"}`, `{"\n Which one?\nThe first is safe.\n":"a"}`},
		"other lines":    {`[{"question":"One?\u2028Two"}]`, "One? …", "One?", "One?\u2028Two", `{"q1":"a"}`, `{"One?\u2028Two":"a"}`},
		"and looks":      {`[{"question":"A\nB","options":[{"label":"x","preview":"##"}]}]`, "A …", "A", "A\nB\n\nx:\n\n##", `{"q1":"x"}`, `{"A\nB":"x"}`},
		"the same twice": {`[{"question":"A?","options":[{"label":"x"},{"label":"y"},{"label":"x"}]}]`, "A?", "A?", "", `{"q1":"y"}`, `{"A?":"y"}`},
		"odd labels":     {`[{"question":"A?","options":[{"label":""},{"label":"a\nb"}]}]`, "A?", "A?", "", `{"q1":"a\nb"}`, `{"A?":"a\nb"}`},
	} {
		m, err := hook.Read(hook.Claude, []byte(`{"hook_event_name":"PermissionRequest","session_id":"s","cwd":"/w","tool_name":"AskUserQuestion","tool_input":{"questions":`+c.questions+`}}`))
		if err != nil {
			t.Fatal(err)
		}
		r := m.Request("/w")
		tl := entry(m, r, "", false, nil).Tool
		arguments, err := tl.Spec().Check(json.RawMessage(r.Arguments))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		asked, is := tl.Run(t.Context(), tool.Call{Arguments: arguments}).(tool.NeedsInput)
		if !is {
			t.Errorf("%s: nothing is asked", name)
			continue
		}
		if q := asked.Form.Questions()[0]; r.Subject != c.subject || q.Text != c.text || q.Context != c.context {
			t.Errorf("%s: %q asks %q below %q", name, r.Subject, q.Text, q.Context)
		}
		if d, ok := m.Answers(json.RawMessage(c.answer)); !ok || !forms.Equal(d.Input, []byte(`{"questions":`+c.questions+`,"answers":`+c.told+`}`)) {
			t.Errorf("%s: told %s", name, d.Input)
		}
	}
	lost := asking{askuser.New(), hook.Message{Program: hook.Claude}, nil}
	if got := lost.Run(t.Context(), tool.Call{Arguments: json.RawMessage(`{"questions":[{"id":"q1","text":"a\nb"}]}`)}); got != (tool.Failure{Message: "What Claude Code asks cannot be shown as a form here, so its own dialog asks."}) {
		t.Errorf("got %#v", got)
	}
}

// TestNoRuleAllowsACommandOfUnknownFolder: the model of Codex chooses folder and shell of each
// command, and its hook is told neither, so what a rule means is not what would run.
func TestNoRuleAllowsACommandOfUnknownFolder(t *testing.T) {
	for program, want := range map[string]string{
		hook.Claude: "",
		hook.Codex:  "Codex does not tell its hook in which folder and by which shell the command runs",
	} {
		m, err := hook.Read(program, []byte(`{"hook_event_name":"PermissionRequest","session_id":"s","cwd":"/w","tool_name":"Bash","tool_input":{"command":"go test ./...","description":"x"}}`))
		if err != nil {
			t.Fatal(err)
		}
		if e := entry(m, m.Request("/w"), rulesApart(program, "/bin/bash", "", "/w"), false, nil); e.Altered() != want {
			t.Errorf("%s: %q", program, e.Altered())
		}
	}
}

// TestWhatAProgramCannotBeToldIsNotTaken: it is asked again with words, and nobody has said yes to it.
func TestWhatAProgramCannotBeToldIsNotTaken(t *testing.T) {
	const bash = `"PermissionRequest","tool_name":"Bash","tool_input":{"command":"make","timeout":600000,"run_in_background":true}`
	const write = `"PermissionRequest","tool_name":"Write","tool_input":{"file_path":"/w/new","content":"a"}`
	const patch = `"PreToolUse","tool_name":"apply_patch","tool_input":{"command":"x"}`
	const command, text = "Claude Code can be told another command, and nothing else. Leave the rest as it was; it still waits", "Claude Code can be told another text, and nothing else. Leave the rest as it was; it still waits"
	const none = " cannot be told another call. Leave it as it was; it still waits"
	for _, c := range []struct{ program, asked, edited, want string }{
		{hook.Claude, bash, `{"timeout_ms":6e5, "directory":"sub","run_in_background":true,"command":"make"}`, ""},
		{hook.Claude, bash, `{"command":"make all","timeout_ms":600000,"run_in_background":true,"directory":"sub"}`, ""},
		{hook.Claude, bash, `{"command":"make"}`, command},
		{hook.Claude, bash, `{"command":"make","timeout_ms":600000,"run_in_background":true}`, command},
		{hook.Claude, bash, `{"command":"make","timeout_ms":600000,"directory":"sub"}`, command},
		{hook.Claude, bash, `{"command":"make","timeout_ms":600000,"run_in_background":true,"directory":"other"}`, command},
		{hook.Claude, bash, `{"timeout_ms":600000,"run_in_background":true,"directory":"sub"}`, command},
		{hook.Claude, write, `{"path":"new","content":""}`, ""},
		{hook.Claude, write, `{"path":"other","content":"a"}`, text},
		{hook.Claude, write, `{"content":"b"}`, text},
		{hook.Claude, `"PermissionRequest","tool_name":"WebFetch","tool_input":{"url":"x"}`, `{"prompt":"y"}`, ""},
		{hook.Codex, patch, `{"patch":"y"}`, ""},
		{hook.Codex, patch, `{"patch":"y","dir":"z"}`, "Codex can be told another patch, and nothing else. Leave the rest as it was; it still waits"},
		{hook.Codex, bash, `{"command":"ls"}`, "Codex" + none},
		{hook.Claude, `"PermissionRequest","tool_name":"ExitPlanMode","tool_input":{"plan":"x"}`, `{"plan":"y"}`, "Claude Code" + none},
	} {
		m, err := hook.Read(c.program, []byte(`{"session_id":"s","cwd":"/w/sub","hook_event_name":`+c.asked+`}`))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := entry(m, m.Request("/w"), "", false, nil).Takes(json.RawMessage(c.edited)); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s, edited to %s: %q, want %q", c.asked, c.edited, got, c.want)
		}
	}
}
