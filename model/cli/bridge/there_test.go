package bridge

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley/coordinator"
	"parley/model/cli/bridge/hook"
)

// TestAHookThatNamesAnotherFolder: which rules count and which files are read follows from the folder
// of the program, so the system must say that it, or its hook, works there.
func TestAHookThatNamesAnotherFolder(t *testing.T) {
	p := newPlace(t, "")
	sub, elsewhere := filepath.Join(p.work, "sub"), filepath.Join(p.home, "elsewhere")
	for _, dir := range []string{sub, elsewhere, filepath.Join(p.work, ".git")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	ended := p.message(hook.Claude, "PostToolUse-Edit") // nothing waits, so it only says where it is
	const want = "the hook says that Claude Code works in WORK, and the system says that neither of them does; nothing is asked here, so Claude Code itself decides"
	for name, row := range map[string]struct {
		said, hook, program string
		fault               bool
	}{
		"the hook is there":            {p.work, p.work, "", false},
		"in a folder below":            {sub, p.work, "", false},
		"or above":                     {p.work, sub, "", false},
		"the program is there":         {p.work, elsewhere, p.work, false},
		"neither":                      {p.work, elsewhere, elsewhere, true},
		"nobody knows of the program":  {p.work, elsewhere, "", true},
		"it is gone":                   {filepath.Join(p.home, "gone"), elsewhere, "", false},
		"a program whose place is not": {p.work, elsewhere, filepath.Join(p.home, "gone"), true},
	} {
		prog, m := p.prog, ended
		prog.Dir, m.Dir = row.hook, row.said
		err := answerBy(context.Background(), &prog, m, nil, reach{p.serve, p.lives, row.program, nil})
		if (err != nil) != row.fault || err != nil && err.Error() != notThereText(hook.Claude, row.said) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := notThereText(hook.Claude, "WORK"); got != want {
		t.Errorf("%q", got)
	}
	if waits := p.waiting(0); len(waits) > 0 {
		t.Errorf("%v", waits)
	}
}

// TestRulesAnswerWhereTheHookIs: a folder that is not there, or is no whole path, is none that a command
// runs in, so a rule is for the folder that the hook is in.
func TestRulesAnswerWhereTheHookIs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		said, hook string
		allowed    bool
	}{{"gone", "", true}, {"gone", "sub", false}, {".", "sub", false}, {"WORK/sub", "", false}, {"WORK", "", true}} {
		p := newPlace(t, "[conversation.rules]\nallow = [\"run_command(grep *)\"]\n")
		if err := os.Mkdir(filepath.Join(p.work, "sub"), 0o700); err != nil {
			t.Fatal(err)
		}
		m := p.message(hook.Claude, "PermissionRequest-Bash-deny")
		m.Input = json.RawMessage(`{"command":"grep hello f.txt"}`)
		m.Dir, p.prog.Dir = strings.ReplaceAll(c.said, "WORK", p.work), filepath.Join(p.work, c.hook)
		err := p.ask(m, nil, func() {
			if !c.allowed {
				p.send(p.waiting(1)[0], coordinator.Act{Do: coordinator.ActEnd})
			}
		})
		if said := strings.Contains(p.out.String(), `"behavior":"allow"`); err != nil || said != c.allowed {
			t.Errorf("%+v: %v, said %s", c, err, p.out.String())
		}
	}
}

// TestVariablesThatTheProgramAdds: what a program gives its hooks besides what it was started with may
// stand in settings of the workspace, so it changes no key of the configuration.
func TestVariablesThatTheProgramAdds(t *testing.T) {
	t.Parallel()
	const allow, deny = `PARLEY_CONVERSATION__RULES__ALLOW=["run_command(grep *)"]`, `PARLEY_CONVERSATION__RULES__DENY=["run_command(grep *)"]`
	const note = "parley: PARLEY_CONVERSATION__RULES__%s does not count as it is set here: Claude Code was not started with it so, and has it from settings that may lie in the workspace; what is to hold belongs into your own configuration\n"
	for name, row := range map[string]struct {
		hook, program []string
		said, told    string
		fault         string
	}{
		"added":          {[]string{allow}, []string{}, "", fmt.Sprintf(note, "ALLOW"), ""},
		"the user's":     {[]string{allow}, []string{"A=1", allow}, `"allow"`, "", ""},
		"another one":    {[]string{deny[:len(deny)-len(`"run_command(grep *)"]`)] + "]"}, []string{deny}, `"deny"`, fmt.Sprintf(note, "DENY"), ""},
		"taken away":     {nil, []string{deny}, `"deny"`, "", ""},
		"nobody can say": {[]string{allow}, nil, "", "", "PARLEY_CONVERSATION__RULES__ALLOW is set, and the system does not say whether Claude Code was started with it or has it from settings that may lie in the workspace; nothing is asked here, so Claude Code itself decides"},
		"none":           {nil, nil, "", "", ""},
	} {
		p := newPlace(t, "")
		m := p.message(hook.Claude, "PermissionRequest-Bash-deny")
		m.Input = json.RawMessage(`{"command":"grep hello f.txt"}`)
		p.prog.Env, p.env = append(p.prog.Env, row.hook...), row.program
		err := p.ask(m, nil, func() {
			if row.said == "" && row.fault == "" {
				p.send(p.waiting(1)[0], coordinator.Act{Do: coordinator.ActEnd})
			}
		})
		if (err == nil) != (row.fault == "") || err != nil && err.Error() != row.fault {
			t.Errorf("%s: %v", name, err)
		}
		if !strings.Contains(p.out.String(), row.said) || row.said == "" && strings.Contains(p.out.String(), `"allow"`) || p.err.String() != row.told {
			t.Errorf("%s: said %s, told %s", name, p.out.String(), p.err.String())
		}
	}
}

// TestFilesThatTheProgramMakesYours: where variables that the program adds say that the person's own files
// lie elsewhere, rules that lie there answer nothing.
func TestFilesThatTheProgramMakesYours(t *testing.T) {
	t.Parallel()
	const text = "%s, which says where your own files are, is not what Claude Code was started with, and may come from settings that lie in the workspace; nothing is asked here, so Claude Code itself decides"
	for _, name := range []string{"", "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"} {
		p, other := newPlace(t, "[conversation.rules]\nallow = [\"run_command(grep *)\"]\n"), t.TempDir()
		began, want := slices.Clone(p.prog.Env), ""
		if name != "" {
			began, want = append(began, name+"="+other), fmt.Sprintf(text, name)
		}
		m := p.message(hook.Claude, "PermissionRequest-Bash-deny")
		m.Input = json.RawMessage(`{"command":"grep hello f.txt"}`)
		for i, env := range [][]string{began, {}, nil} { // in the end one that cannot be read
			p.out.Reset()
			p.env = env
			if i > 0 {
				want = ""
			}
			err := p.ask(m, nil, func() {})
			if (err == nil) != (want == "") || err != nil && err.Error() != want {
				t.Errorf("%q: %v", name, err)
			}
			if allowed := strings.Contains(p.out.String(), `"allow"`); allowed != (want == "") {
				t.Errorf("%q: said %s", name, p.out.String())
			}
		}
	}
}

// TestCodeThatTheProgramAdds: a variable that holds code, as a function of bash does, makes another command
// of what a rule covers. What the person started the program with is the person's.
func TestCodeThatTheProgramAdds(t *testing.T) {
	t.Parallel()
	for added, asks := range map[string]bool{
		"": false, "GIT_EDITOR=true": false, "CLAUDECODE=1": false, "CLAUDE_PROJECT_DIR=ROOM/my own (2)": false, "PATH=/opt/x/bin:/usr/bin:/bin": false,
		"NAME=größe": false, "ADDRESS=https://a.example:8080/b@c": false, "NONE=": false,
		"BASH_FUNC_grep%%=() { echo x; }": true, "GIT_SSH_COMMAND=sh -c x": true, "NODE_OPTIONS=--import=data:text/javascript,x": true,
		"PERL5OPT=-Mx": true, "GIT_CONFIG_PARAMETERS='core.fsmonitor=x'": true, "CC=$(x)": true, "PS4=`x`": true, "OF=/gone/my own": true,
	} {
		for _, row := range []struct{ own, unknown bool }{{false, false}, {true, false}, {false, true}} {
			p := newPlace(t, "[conversation.rules]\nallow = [\"run_command(grep *)\"]\n")
			if err := os.Mkdir(filepath.Join(p.home, "my own (2)"), 0o700); err != nil {
				t.Fatal(err)
			}
			began := slices.Clone(p.prog.Env)
			if added != "" {
				p.prog.Env = append(p.prog.Env, strings.ReplaceAll(added, "ROOM", p.home))
			}
			if p.env = began; row.own {
				p.env = p.prog.Env
			} else if row.unknown {
				p.env = nil
			}
			want := asks && !row.own && !row.unknown
			m := p.message(hook.Claude, "PermissionRequest-Bash-deny")
			m.Input = json.RawMessage(`{"command":"grep hello f.txt"}`)
			err := p.ask(m, nil, func() {
				if want {
					p.send(p.waiting(1)[0], coordinator.Act{Do: coordinator.ActEnd})
				}
			})
			if said := strings.Contains(p.out.String(), `"allow"`); err != nil || said == want {
				t.Errorf("%s, %+v: %v, said %s", added, row, err, p.out.String())
			}
		}
	}
	const text = "BASH_FUNC_ls%% is not what Claude Code was started with and may hold code, so what the workspace says may run in place of the command"
	if got := holdsText(hook.Claude, "BASH_FUNC_ls%%"); got != text {
		t.Errorf("%q", got)
	}
}

// TestWhatOnlyAPersonDecides: a patch of Codex and a plan may change what gives permission, or let
// commands run unasked. So nothing that is configured for questions answers for a person.
func TestWhatOnlyAPersonDecides(t *testing.T) {
	t.Parallel()
	for program, message := range map[string]string{hook.Codex: "PermissionRequest-apply_patch", hook.Claude: "PermissionRequest-ExitPlanMode"} {
		for _, set := range []string{`"*".answer = true`, `"*".target = "assistant"`, `apply_patch.answer = true`, `approve_plan.answer = true`} {
			p := newPlace(t, "[conversation.tools.\"*\".questions]\n"+set+"\n")
			err := p.ask(p.message(program, message), nil, func() {
				if waits := p.waiting(1); !waits[0].Personal {
					t.Errorf("%s, %s: %+v", message, set, waits[0])
				}
				p.send(p.waiting(1)[0], coordinator.Act{Do: coordinator.ActEnd})
			})
			if err != nil || strings.Contains(p.out.String(), `"allow"`) {
				t.Errorf("%s, %s: %v, said %s", message, set, err, p.out.String())
			}
		}
	}
}

// TestAHomeInTheWorkspace: the folder that a program works in is no home because its environment says so.
func TestAHomeInTheWorkspace(t *testing.T) {
	p := newPlace(t, "")
	if err := os.RemoveAll(filepath.Join(p.work, ".git")); err != nil { // there HOME may be the folder that a person is in
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(p.work, ".config", "parley"), 0o700); err != nil {
		t.Fatal(err)
	}
	p.write("project/.config/parley/config.toml", "[conversation.rules]\nallow = [\"run_command(grep *)\"]\n")
	m := p.message(hook.Claude, "PermissionRequest-Bash-deny")
	m.Input = json.RawMessage(`{"command":"grep hello f.txt"}`)
	p.prog.Env = append(p.prog.Env, "HOME="+p.work)
	err := p.ask(m, nil, func() {})
	if err == nil || !strings.HasPrefix(err.Error(), "HOME leads to "+p.work+"/.config, which lies in the workspace "+p.work) || p.out.Len() > 0 {
		t.Errorf("%v, said %s", err, p.out.String())
	}
}
