package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"parley/coordinator/tool"
	"parley/coordinator/tools/askuser"
	"parley/coordinator/tools/command"
	"parley/coordinator/tools/fs"
	"parley/forms"
	"parley/forms/rawjson"
	"parley/model/cli/bridge/hook"
	"parley/model/cli/process"
	"parley/store"
	"parley/store/system"
)

// handing gives a decision back to the program that asked, and says what came of it.
type handing func(hook.Decision) tool.Outcome

// entry is the tool that stands for what another program asks to do. It does nothing itself:
// a run of it hands a yes back. So a run must not begin before somebody said yes, and where
// it does, because its mode is unattended, the run itself asks. Apart says why no rule allows a
// command, and stands that a file that would be written exists.
func entry(m hook.Message, r hook.Request, apart string, stands bool, hand handing) tool.Entry {
	var t tool.Tool
	mode := tool.Ask
	permitted := func(_ context.Context, call tool.Call) tool.Outcome {
		d, ok := m.Permitted(r, call.Arguments)
		if !ok {
			return tool.Failure{Message: unableText(m.Program)}
		}
		return hand(d)
	}
	approved := func(_ context.Context, a fs.Approved) tool.Outcome {
		d, ok := m.Approved(r, a.Old, a.Text)
		if !ok {
			return tool.Failure{Message: unableText(m.Program)}
		}
		return hand(d)
	}
	switch r.Kind {
	case hook.Command:
		t = command.Foreign(apart, permitted)
	case hook.Change:
		t, mode = fs.ForeignChange(fs.Options{}, approved), tool.Unattended // its question is the permission
	case hook.Text:
		t = fs.ForeignText(fs.Options{}, stands, approved)
		if stands {
			mode = tool.Unattended // as before
		}
	case hook.Questions:
		t, mode = asking{askuser.New(), m, hand}, tool.Unattended
	case hook.Plan:
		t, mode = showing{m, r, planQuestion(r), hand}, tool.Unattended
	case hook.Patch:
		if r.Changes {
			t = other{m, r, permitted}
			break
		}
		t, mode = showing{m, r, patchQuestion(r), hand}, tool.Unattended
	default:
		t = other{m, r, permitted}
	}
	e := tool.Entry{Tool: t, Spec: t.Spec()}
	e.Spec.Run, e.Spec.Result = mode, tool.Unattended
	e.Takes = func(edited json.RawMessage) error {
		if r.Takes(edited) {
			return nil
		}
		return errors.New(untakenText(m.Program, r))
	}
	return e
}

// rulesApart says why no rule may allow a command of a program that gives commands to this shell in a
// workspace, "" for one that rules read. Start is what bash begins with, BASH_ENV. Codex lets its model
// choose shell and folder of each command, and tells its hook neither.
func rulesApart(program, shell, start, root string) string {
	switch {
	case program == hook.Codex:
		return untoldText
	case start != "" && (!filepath.IsAbs(start) || strings.ContainsAny(start, "$`") || system.Inside(root, start)):
		return startText(start) // bash expands it
	case strings.Contains(shell, " "), strings.Contains(shell, "/") && (!filepath.IsAbs(shell) || system.Inside(root, shell)):
		return shellText(shell) // something before the shell, or a program of the workspace
	case shell == "" || slices.Contains([]string{"sh", "bash", "dash"}, filepath.Base("/"+shell)):
		return ""
	}
	return shellText(filepath.Base(shell))
}

// holds says why no rule allows a command of a program that has added to the environment it was started
// with what may be code by itself, as a function of bash is, and may come from settings of the workspace;
// "" if it has not, or if that is not known.
func (r reach) holds(program string, env []string) string {
	began := process.Program{Env: r.env}
	if began.Variable(system.Home) == "" {
		return ""
	}
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		if began.Variable(name) == value || !strings.HasPrefix(value, "-") && !strings.ContainsFunc(value, isCode) {
			continue
		}
		if _, err := os.Lstat(value); err != nil || !filepath.IsAbs(value) {
			return holdsText(program, name)
		}
	}
	return ""
}

// isCode reports whether a character stands in no word, list of paths or address.
func isCode(r rune) bool {
	return r < 0x80 && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-/:@+,%~", r)
}

// asking is ask_user for the questions of another program.
type asking struct {
	tool.Tool
	m    hook.Message
	hand handing
}

// Run asks, and hands the answers back.
func (a asking) Run(ctx context.Context, call tool.Call) tool.Outcome {
	out := a.Tool.Run(ctx, call)
	if _, failed := out.(tool.Failure); failed { // its words are for an assistant, and none reads them
		return tool.Failure{Message: unaskedText(a.m.Program)}
	}
	said, done := out.(tool.Success)
	if !done {
		return out
	}
	d, ok := a.m.Answers(json.RawMessage(said.Content))
	if !ok {
		return tool.Failure{Message: unableText(a.m.Program)}
	}
	if got, failed := a.hand(d).(tool.Failure); failed {
		return got
	}
	return said
}

// Replied is what stands on record of words instead of answers.
func (a asking) Replied(form forms.Form, answered []forms.Given, text string) string {
	return a.Tool.(tool.Replier).Replied(form, answered, text)
}

// showing asks one question for yes or no, about what is shown with it.
type showing struct {
	m        hook.Message
	r        hook.Request
	question forms.Question
	hand     handing
}

// Spec names the program's own tool.
func (s showing) Spec() tool.Spec { return specOf(s.m, s.r) }

// Like is what it does as far as that can be told.
func (s showing) Like(arguments json.RawMessage) []tool.Likeness {
	return likenesses(s.m.Like(s.r, arguments))
}

// Describe says what it is about.
func (s showing) Describe(json.RawMessage) string { return s.r.Subject }

// Altered says why no rule of the user's is for it.
func (s showing) Altered() string { return foreignText(s.m.Program) }

// Run asks, and hands a yes back.
func (s showing) Run(_ context.Context, call tool.Call) tool.Outcome {
	a, given := call.Answers[s.question.ID]
	if !given || !a.Shows(s.question) {
		form, err := forms.New([]forms.Question{s.question})
		if err != nil {
			return tool.Failure{Message: unableText(s.m.Program)}
		}
		return tool.NeedsInput{Form: form}
	}
	if string(a.Value) != "true" {
		return tool.Failure{Message: hook.Refused(""), Refused: true}
	}
	return s.hand(hook.Decision{Verdict: hook.Yes})
}

// other is a tool that Parley knows nothing about.
type other struct {
	m    hook.Message
	r    hook.Request
	hand func(context.Context, tool.Call) tool.Outcome
}

// Spec names the program's own tool.
func (o other) Spec() tool.Spec { return specOf(o.m, o.r) }

// Like is what it does as far as that can be told.
func (o other) Like(arguments json.RawMessage) []tool.Likeness {
	return likenesses(o.m.Like(o.r, arguments))
}

func likenesses(calls []hook.Call) []tool.Likeness {
	var all []tool.Likeness
	for _, c := range calls {
		all = append(all, tool.Likeness{Tool: c.Tool, Arguments: c.Input})
	}
	return all
}

// Describe says what it is about.
func (o other) Describe(json.RawMessage) string { return o.r.Subject }

// Altered says why no rule of the user's is for it, whatever it is called.
func (o other) Altered() string { return foreignText(o.m.Program) }

// Covers is nothing: each request of another program is decided by itself.
func (other) Covers(json.RawMessage) tool.Cover { return tool.Cover{} }

// Run hands a yes back.
func (o other) Run(ctx context.Context, call tool.Call) tool.Outcome { return o.hand(ctx, call) }

func specOf(m hook.Message, r hook.Request) tool.Spec {
	return tool.Spec{
		Name: r.Tool, Description: "A tool of " + store.ProgramName(m.Program) + ".", Parameters: json.RawMessage(`{"type":"object"}`),
		Labels: map[string]string{"*": store.ProgramName(m.Program)},
	}
}

// planQuestion shows the plan, and above it whatever else came with it: a yes is one to all of
// it, and the end of a long plan is not seen by everybody.
func planQuestion(r hook.Request) forms.Question {
	var in map[string]json.RawMessage
	var plan string
	if json.Unmarshal([]byte(r.Arguments), &in) != nil || json.Unmarshal(in["plan"], &plan) != nil || plan == "" {
		plan = noPlanText
	}
	delete(in, "plan")
	if len(in) > 0 {
		plan = besidesPlanText + "\n\n" + fenced("json", spread(in)) + "\n\n" + plan
	}
	return yesOrNo("approve_plan", planText, plan)
}

// spread is JSON for people.
func spread(in map[string]json.RawMessage) string {
	line, err := rawjson.Encode(in)
	if err != nil {
		return ""
	}
	return string(rawjson.Laid(line))
}

// patchQuestion shows a patch, and above it that nobody told where its files lie: Codex applies one that its
// model gives to a shell in the folder of that shell, and its hook gets the patch alone.
func patchQuestion(r hook.Request) forms.Question {
	var in struct{ Patch string }
	if json.Unmarshal([]byte(r.Arguments), &in) != nil {
		in.Patch = r.Arguments
	}
	return yesOrNo("apply_patch", patchText, placelessText+"\n\n"+fenced("diff", in.Patch))
}

// yesOrNo is a question about what may change files that give permission, or let commands run unasked:
// which it does is not looked at, so a person alone answers.
func yesOrNo(id, text, context string) forms.Question {
	return forms.Question{ID: id, Text: text, Context: context, AnswerType: forms.AnswerType{Kind: forms.Boolean}, Persistence: forms.PersistNone, Personal: true}
}
