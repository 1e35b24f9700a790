package main

import (
	"path/filepath"
	"slices"
)

// kase is one request, and how it is decided.
type kase struct {
	program string
	what    string
	args    []string
	edit    string // what the editor does, a word for sed
	calls   func(dir string) []call
	play    func(*stage)
}

func (c kase) name() string { return c.program + ": " + c.what }

func cases() []kase { return slices.Concat(claudeCases(), codexCases()) }

func one(tool string, input map[string]any) func(string) []call {
	return func(string) []call { return []call{{tool: tool, input: encoded(input)}} }
}

// The plays of the cases: the agent asks, something decides, and the rest is then checked.
func answered(args []string, then ...func(*stage)) func(*stage) {
	return func(s *stage) {
		s.start()
		s.answer(s.asked(), args...)
		s.check(then)
	}
}

func allowed(then ...func(*stage)) func(*stage) {
	return answered([]string{"--yes"}, append([]func(*stage){(*stage).goesOn}, then...)...)
}

func refused(reply string, then ...func(*stage)) func(*stage) {
	return answered([]string{"--no", "--reply", reply}, append([]func(*stage){told(reply)}, then...)...)
}

// edited decides on the screen of Parley, with the steps of [stage.screen].
func edited(steps []string, then ...func(*stage)) func(*stage) {
	return func(s *stage) {
		s.start()
		s.asked()
		s.screen(steps...)
		s.goesOn()
		s.check(then)
	}
}

func killed(s *stage) {
	s.start()
	s.asked()
	s.agent.Kill(9)
	s.gone()
}

func (s *stage) check(then []func(*stage)) {
	for _, each := range then {
		each(s)
	}
}

func told(words string) func(*stage)      { return func(s *stage) { s.told(words) } }
func exists(name string) func(*stage)     { return func(s *stage) { s.exists(name) } }
func file(name, text string) func(*stage) { return func(s *stage) { s.file(name, text) } }

func claudeCases() []kase {
	return slices.Concat(claudeCommands(), claudeFiles(), claudeQuestions())
}

func claudeArgs(more ...string) []string {
	return append(more, "--model", "claude-sonnet-4-5", "Go.")
}

func claudeCommands() []kase {
	args := claudeArgs()
	bash := one("Bash", map[string]any{"command": "touch made", "description": "Make a file"})
	return []kase{
		{"claude", "a command, allowed", args, "", bash, func(s *stage) {
			s.start()
			e := s.asked()
			s.answer(e, "--yes")
			s.goesOn()
			s.exists("made")
			s.decided(e, "allowed", "you")
		}},
		{"claude", "a command, refused", args, "", bash, refused("Use a branch.", file("made", ""))},
		{"claude", "a command, changed on the screen", args, "s/made/changed/", bash, edited([]string{"y run once", "e", "Ctrl+E editor", "ctrl+e", "touch changed\"", "ctrl+s"}, file("made", ""), exists("changed"))},
		{"claude", "a command, decided in its own dialog", args, "", bash, func(s *stage) {
			s.start()
			e := s.asked()
			s.agent.WaitFor("Do you want to proceed?")
			s.agent.Press("enter")
			s.goesOn()
			s.gone()
			s.decided(e, "no answer", "decided in the other program")
		}},
		{"claude", "a command, without a screen", claudeArgs("-p"), "", bash, allowed(exists("made"))},
		{"claude", "a command, killed while it is asked", args, "", bash, killed},
	}
}

func claudeFiles() []kase {
	args := claudeArgs()
	change := func(old, new string) func(string) []call {
		return func(dir string) []call {
			name := filepath.Join(dir, "f.txt")
			return []call{
				{tool: "Read", input: encoded(map[string]any{"file_path": name})},
				{tool: "Edit", input: encoded(map[string]any{"file_path": name, "old_string": old, "new_string": new})},
			}
		}
	}
	edit := change("hello", "goodbye")
	write := func(dir string) []call {
		return []call{{tool: "Write", input: encoded(map[string]any{"file_path": filepath.Join(dir, "new.txt"), "content": "one\ntwo\n"})}}
	}
	return []kase{
		{"claude", "a change, allowed", args, "", edit, allowed(file("f.txt", "goodbye world\nsecond line\n"))},
		{"claude", "a change that takes words out, allowed", args, "", change("hello world", ""), allowed(file("f.txt", "\nsecond line\n"))},
		{"claude", "a change, edited on the screen", args, "s/goodbye/farewell/", edit, edited([]string{"goodbye", "e", "farewell", "y"}, file("f.txt", "farewell world\nsecond line\n"))},
		{"claude", "a new file, allowed", args, "", write, allowed(file("new.txt", "one\ntwo\n"))},
	}
}

func claudeQuestions() []kase {
	args := claudeArgs()
	option := func(label string) map[string]any {
		return map[string]any{"label": label, "description": "It is " + label}
	}
	questions := one("AskUserQuestion", map[string]any{"questions": []map[string]any{
		{"question": "Which colour?", "header": "Colour", "multiSelect": false, "options": []map[string]any{option("Red"), option("Blue")}},
		{"question": "Which sizes?", "header": "Sizes", "multiSelect": true, "options": []map[string]any{option("S"), option("L")}},
	}})
	plan := func(string) []call {
		return []call{{tool: "ToolSearch", input: `{"query":"select:ExitPlanMode"}`}, {tool: "ExitPlanMode", input: "{}"}}
	}
	return []kase{
		{"claude", "questions, answered", args, "", questions, answered([]string{"--value", `{"q1":"Blue","q2":["S","L"]}`}, told(`\"Which colour?\"=\"Blue\"`), told(`\"Which sizes?\"=\"S, L\"`))},
		{"claude", "questions, replied to", args, "", questions, answered([]string{"--reply", "Neither of them."}, told("Neither of them."))},
		{"claude", "a plan, approved", claudeArgs("--permission-mode", "plan"), "", plan, allowed(told("User has approved"))},
	}
}

func codexCases() []kase {
	args := []string{"--dangerously-bypass-hook-trust", "--no-daemon", "Go."}
	exec := one("exec_command", map[string]any{"cmd": "touch made", "sandbox_permissions": "require_escalated", "justification": "May I make a file?"})
	patch := func(string) []call {
		return []call{{tool: "apply_patch", text: true, input: "*** Begin Patch\n*** Update File: f.txt\n@@\n-hello world\n+goodbye world\n*** End Patch\n"}}
	}
	questions := one("request_user_input", map[string]any{"questions": []map[string]any{{
		"id": "colour", "header": "Colour", "question": "Which colour?",
		"options": []map[string]any{{"label": "Red", "description": "like a rose"}, {"label": "Blue", "description": "like the sky"}},
	}}})
	return []kase{
		{"codex", "a command, allowed", args, "", exec, allowed(exists("made"))},
		{"codex", "a command, refused", args, "", exec, refused("Use a branch.", file("made", ""))},
		{"codex", "a patch, allowed", args, "", patch, allowed(file("f.txt", "goodbye world\nsecond line\n"))},
		{"codex", "a patch, refused", args, "", patch, refused("Not that file.", file("f.txt", "hello world\nsecond line\n"))},
		{"codex", "a question, answered", args, "", questions, answered([]string{"--value", `{"q1":"Blue"}`}, told("Blue"))},
		{"codex", "a command, killed while it is asked", args, "", exec, killed},
	}
}
