package config

import (
	"fmt"
	"strings"
	"testing"
)

// TestUnionsMerge: with shorthands, a word in one layer and a table in the next must merge
// as if both had been tables.
func TestUnionsMerge(t *testing.T) {
	for _, c := range []struct{ name, user, workspace, want string }{
		{"word, then a model", `questions.a.target = "assistant_with_escalation"`, `questions.a.target = { model.id = "openai/x" }`, "assistant true openai/x"},
		{"model, then a word", `questions.a.target = { model.id = "openai/x" }`, `questions.a.target = "assistant_with_escalation"`, "assistant true openai/x"},
		{"escalating table, then a word without", `questions.a.target = { escalation = true }`, `questions.a.target = "assistant"`, "assistant false "},
		{"a table alone escalates nothing", "", `questions.a.target = { model.id = "openai/x" }`, "assistant false openai/x"},
		{"an empty table is the assistant", "", `questions.a.target = {}`, "assistant false "},
		{"user, then a model", `questions.a.target = "user"`, `questions.a.target = { model.id = "openai/x" }`, "assistant false openai/x"},
		{"escalating, then user", `questions.a.target = "assistant_with_escalation"`, `questions.a.target = "user"`, "user false "},
		{"one field more", `questions.a.target = { model.id = "openai/x", escalation = true }`, `questions.a.target.system_prompt = "p"`, "assistant true openai/x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			const at = "[conversation.tools.run_command]\n"
			conf := newWorld(t).user(at + c.user).workspace(at + c.workspace).trusting().load()
			target := conf.Tool("run_command").Question("a").Target
			a, err := conf.Reviewer("run_command", "a")
			if err != nil {
				t.Fatal(err)
			}
			same(t, fmt.Sprintf("%s %v %s", target.Kind, target.Escalation, a.Model.ID), c.want)
		})
	}
}

func TestEnable(t *testing.T) {
	for _, c := range []struct {
		user, workspace string
		want            Enable
	}{
		{"", "", Enable{true, Any}},
		{"enable = true", "", Enable{true, Any}},
		{"enable = false", "", Enable{false, Any}},
		{`enable = "on"`, "", Enable{true, Any}},
		{`enable = "off"`, "", Enable{false, Any}},
		{`enable = "always"`, "", Enable{true, Never}},
		{`enable = "explicit"`, "", Enable{false, IfNamed}},
		{`enable = { state = false }`, "", Enable{false, Any}},
		{`enable = { allow_toggle = "if_named_or_group" }`, "", Enable{true, IfNamedOrGroup}},
		{`enable = { allow_toggle = "if_named" }`, `enable = { state = false }`, Enable{false, IfNamed}},
		{`enable = { allow_toggle = "if_named" }`, `enable = true`, Enable{true, Any}},
		{`enable = { allow_toggle = "never" }`, `enable.state = false`, Enable{false, Never}},
	} {
		conf := newWorld(t).trusting().user("[conversation.tools.run_command]\n" + c.user).
			workspace("[conversation.tools.run_command]\n" + c.workspace).load()
		if got := conf.Tool("run_command").Enable; got != c.want {
			t.Errorf("%s | %s: %+v, want %+v", c.user, c.workspace, got, c.want)
		}
	}
}

// TestEnableOfAskUser: a table keeps what the tool ships with, a word does not.
func TestEnableOfAskUser(t *testing.T) {
	for text, want := range map[string]Enable{
		"":                           {true, IfNamed},
		`enable = { state = false }`: {false, IfNamed},
		`enable = false`:             {false, Any},
	} {
		c := newWorld(t).user("[conversation.tools.ask_user]\n" + text).load()
		if got := c.Tool("ask_user").Enable; got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}

// TestCascade resolves a field from the tool, from "*", from what the tool ships
// with, and by default.
func TestCascade(t *testing.T) {
	c := newWorld(t).user(`
[conversation.tools."*"]
run = "edit"
enable.state = false
detached = { run = "auto" }
style.hidden = true

[conversation.tools.fs_read_file]
run = "skip"
result = "ask"
enable.allow_toggle = "never"
detached = { deliver = "defaults" }
style.hidden = false
`).load()
	read, command, ask := c.Tool("fs_read_file"), c.Tool("run_command"), c.Tool("ask_user")
	if read.Run != Skip || read.Result != Ask || read.Enable != (Enable{false, Never}) || read.Hidden {
		t.Errorf("%+v", read)
	}
	if read.Detached != (Detached{Auto, Defaults, Deny}) || command.Detached != (Detached{Auto, Deny, Deny}) {
		t.Errorf("%+v %+v", read.Detached, command.Detached)
	}
	if command.Run != Edit || command.Result != Unattended || command.Enable != (Enable{false, Any}) || !command.Hidden {
		t.Errorf("%+v", command)
	}
	if ask.Run != Edit || ask.Enable != (Enable{false, IfNamed}) {
		t.Errorf("%+v", ask)
	}
	plain := newWorld(t).load()
	if got := plain.Tool("ask_user"); got.Run != Unattended || !got.Hidden || got.Source != "builtin" || got.Question("x").PromptLabel != "Assistant" {
		t.Errorf("%+v", got)
	}
	if got := plain.Tool("run_command"); got.Run != Ask || got.Result != Unattended || got.Options != nil || got.Parameters != nil {
		t.Errorf("%+v", got)
	}
	if got := plain.Tool("nobody"); got.Source != "" || got.Run != Ask || got.Detached != (Detached{Deny, Deny, Deny}) {
		t.Errorf("%+v", got)
	}
}

func TestDetached(t *testing.T) {
	for _, c := range []struct {
		own, all string
		want     Detached
	}{
		{"", "", Detached{Deny, Deny, Deny}},
		{`detached = "auto"`, "", Detached{Auto, Auto, Auto}},
		{"", `detached = "defaults"`, Detached{Defaults, Defaults, Defaults}},
		{`detached.tool = "defaults"`, `detached = "auto"`, Detached{Auto, Auto, Defaults}},
		{`detached = "deny"`, `detached.tool = "auto"`, Detached{Deny, Deny, Deny}},
		{`detached.run = "deny"`, `detached = { run = "auto", tool = "auto" }`, Detached{Deny, Deny, Auto}},
	} {
		conf := newWorld(t).user("[conversation.tools.run_command]\n" + c.own + "\n[conversation.tools.\"*\"]\n" + c.all).load()
		if got := conf.Tool("run_command").Detached; got != c.want {
			t.Errorf("%s | %s: %+v, want %+v", c.own, c.all, got, c.want)
		}
	}
	conf := newWorld(t).user("conversation.tools.run_command.detached = \"deny\"").
		workspace("conversation.tools.run_command.detached = { run = \"auto\" }").trusting().load()
	if got := conf.Tool("run_command").Detached; got != (Detached{Auto, Deny, Deny}) {
		t.Errorf("%+v", got)
	}
}

// TestPolicyNamesItsKey: whoever is refused can be told which key decided.
func TestPolicyNamesItsKey(t *testing.T) {
	conf := newWorld(t).user(`
[conversation.tools]
run_command.detached.run = "auto"
deploy = { command = "true", detached = "defaults" }
"*".detached = { deliver = "deny" }
`).load()
	for _, c := range []struct {
		tool, kind string
		policy     Policy
		key        string
	}{
		{"run_command", "run", Auto, "conversation.tools.run_command.detached.run"},
		{"run_command", "deliver", Deny, `conversation.tools."*".detached.deliver`},
		{"run_command", "tool", Deny, ""},
		{"deploy", "run", Defaults, "conversation.tools.deploy.detached.run"},
		{"deploy", "deliver", Defaults, "conversation.tools.deploy.detached.deliver"},
		{"nobody", "deliver", Deny, `conversation.tools."*".detached.deliver`},
	} {
		if policy, key := conf.Tool(c.tool).Policy(c.kind); policy != c.policy || key != c.key {
			t.Errorf("%s %s: %s by %q, want %s by %q", c.tool, c.kind, policy, key, c.policy, c.key)
		}
	}
	if policy, key := (Tool{}).Policy("run"); policy != Deny || key != "" {
		t.Errorf("of no configuration: %s by %q", policy, key)
	}
}

// TestQuestions resolves the fields of a question from four places.
func TestQuestions(t *testing.T) {
	c := newWorld(t).user(`
[conversation.tools."*".questions]
"*" = { answer = "both stars", prompt_label = "L", exclusive = true }
deep = { answer = "star and id", target = "assistant" }

[conversation.tools.run_command.questions]
"*" = { answer = 4, target = { escalation = true } }
deep = { exclusive = false }
own = { answer = "id", target = "user" }
`).load()
	run := c.Tool("run_command")
	deep := run.Question("deep")
	if *deep.Exclusive || deep.PromptLabel != "L" || deep.Target.Kind != TargetAssistant || !deep.Target.Escalation {
		t.Errorf("%+v", deep)
	}
	var said string
	for _, a := range deep.Answers {
		said += fmt.Sprintf("%s %s %v\n", a.Path, a.Value, a.OnlyIfFits)
	}
	same(t, strings.TrimSuffix(said, "\n"), `conversation.tools.run_command.questions."*".answer 4 true
conversation.tools."*".questions.deep.answer "star and id" false
conversation.tools."*".questions."*".answer "both stars" true
`)
	if own := run.Question("own"); own.Target.Kind != TargetUser || own.Target.Escalation || !*own.Exclusive {
		t.Errorf("%+v", own)
	}
	if other := c.Tool("fs_read_file").Question("x"); other.Target != (Target{Kind: TargetUser, Origin: Origin{Kind: FromDefault}}) {
		t.Errorf("%+v", other)
	}
}

// TestAnswersReplaceWhole: a table is one answer, not fields to merge.
func TestAnswersReplaceWhole(t *testing.T) {
	c := newWorld(t).user(`conversation.tools.run_command.questions.a.answer = { x = 1, y = 2 }`).
		workspace(`conversation.tools.run_command.questions.a.answer = { z = 3 }`).trusting().load()
	same(t, string(c.Tool("run_command").Question("a").Answers[0].Value), `{"z":3}`)
}

func TestShippedTarget(t *testing.T) {
	w := newWorld(t)
	q := func() Target { return w.load().Tool("fs_modify_file").Question("apply_changes").Target }
	if got := q(); got.Kind != TargetUser {
		t.Errorf("without a reviewer: %+v", got)
	}
	w.Sets = []string{"conversation.inquiry.assistant.model.id=openai/small"}
	if got := q(); got.Kind != TargetAssistant || !got.Escalation || got.Path != "" {
		t.Errorf("with a reviewer: %+v", got)
	}
	w.Sets = append(w.Sets, "conversation.tools.*.questions.*.target=user")
	if got := q(); got.Kind != TargetUser || got.Path != `conversation.tools."*".questions."*".target` {
		t.Errorf("with the user for all: %+v", got)
	}
}

func TestLocalTools(t *testing.T) {
	c := newWorld(t).user(`
[conversation.tools.lint]
command = ["lint", "--json"]
description = "Checks."
[conversation.tools.lint.parameters]
type = "object"
required = ["path"]
[conversation.tools.lint.parameters.properties.path]
type = "string"
description = "What to check."
[conversation.tools.lint.parameters.properties]
all.type = "boolean"

[conversation.tools.run_command]
source = "local"
command = "mine"
`).workspace(`
conversation.tools.lint.parameters.properties.path.description = "Which file."
conversation.tools.lint.parameters.properties.more = { type = "string" }
`).trusting().load()
	lint := c.Tool("lint")
	if !lint.Local() || lint.Description != "Checks." || lint.Run != Ask || fmt.Sprint(lint.Command.Argv) != "[lint --json]" {
		t.Errorf("%+v", lint)
	}
	same(t, string(lint.Parameters), `{"type":"object","required":["path"],"properties":{"path":{"type":"string","description":"Which file."},"all":{"type":"boolean"},"more":{"type":"string"}}}`)
	if run := c.Tool("run_command"); !run.Local() || run.Command.Line != "mine" || run.Description != "" {
		t.Errorf("%+v", run)
	}
	same(t, fmt.Sprint(c.ToolNames()), "[ask_user fs_modify_file fs_read_file lint run_command]")
}

func TestToolFaults(t *testing.T) {
	w := newWorld(t).user(`
[conversation.tools.fs_raed_file]
run = "ask"
[conversation.tools.empty]
[conversation.tools.lint]
source = "local"
[conversation.tools.fs_write]
source = "builtin"
[conversation.tools.run_command]
command = "x"
[conversation.tools."a b"]
command = "x"
[conversation.tools.broken]
command = 3
`)
	same(t, w.faults(), `the configuration has 7 faults:
  config.toml:2: conversation.tools.fs_raed_file: there is no such tool; a tool of your own needs a command; did you mean fs_read_file?
  config.toml:4: conversation.tools.empty: there is no such tool; a tool of your own needs a command
  config.toml:5: conversation.tools.lint: source is "local", and there is no command; give one
  config.toml:7: conversation.tools.fs_write: source is "builtin", and there is no built-in tool of this name; set source to "local" and give a command
  config.toml:9: conversation.tools.run_command: a command has no effect on a built-in tool; set source to "local" to run it instead
  config.toml:11: conversation.tools."a b": a tool's name is at most 64 letters, digits, _ and -
  config.toml:14: conversation.tools.broken.command: must be a command line, or a list of words, not a whole number
`)
}
