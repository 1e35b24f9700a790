package config

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestBadValues gives every kind of key values that it does not take, and checks what is
// said about them.
func TestBadValues(t *testing.T) {
	const tool = "conversation.tools.run_command."
	for _, c := range []struct{ key, value, want string }{
		{"ui.fps", "0", "must be from 1 to 120, not 0"},
		{"ui.fps", "121", "must be from 1 to 120, not 121"},
		{"ui.fps", "30.0", "must be a whole number, not a decimal number"},
		{"ui.fps", "true", "must be a whole number, not true"},
		{"ui.fps", "[30]", "must be a whole number, not a list"},
		{"ui.fps", "{ n = 30 }", "must be a whole number, not a table"},
		{"ui.fps", "2026-01-01", "must be a whole number, not a date or time"},
		{"ui.mouse", "1", "must be true or false, not a whole number"},
		{"ui.mouse", "\"" + strings.Repeat("x", 70) + "\"", "must be true or false, not the text \"" + strings.Repeat("x", 60) + "…\""},
		{"ui.theme", "\"drak\"", `must be "auto", "light", "dark" or "terminal", not "drak"; did you mean dark?`},
		{"ui.theme", "false", `must be "auto", "light", "dark" or "terminal", not false`},
		{"ui", "3", "must be a table, not a whole number"},
		{"conversation.tools", "[[1]]", "must be a table, not a list"},
		{"conversation.guards.max_iterations", "-1", "must be 0 or more, not -1"},
		{"conversation.guards.max_iterations", "2.5", "must be a whole number, not a decimal number"},
		{"conversation.guards.max_iterations", `"many"`, `must be a whole number, not the text "many"`},
		{"conversation.guards.max_consecutive_errors", "-9223372036854775808", "must be 0 or more, not -9223372036854775808"},
		{"conversation.guards.loop_threshold", "-3", "must be 0 or more, not -3"},
		{"conversation.guards.loop_threshold", "1", "must be 0, or 2 or more, not 1"},
		{"conversation.guards.max_runtime", `"99999999h"`, `must be at most 2562047h; it is "99999999h"`},
		{"conversation.guards.max_runtime", "1800", `must be a duration, such as "90s" or "30m", not a whole number`},
		{"conversation.guards.max_runtime", `"half an hour"`, `must be a duration, such as "90s" or "30m", and not negative; it is "half an hour"`},
		{"conversation.guards.max_runtime", `"-5s"`, `must be a duration, such as "90s" or "30m", and not negative; it is "-5s"`},
		{"assistant.model.parameters.temperature", "nan", "must be from 0 to 2, not NaN"},
		{"assistant.model.parameters.top_p", "-0.5", "must be from 0 to 1, not -0.5"},
		{"assistant.model.parameters.top_p", `"1"`, `must be a number, not the text "1"`},
		{"assistant.model.id", "4", `must be a model's name, such as "openai/gpt-6", not a whole number`},
		{"assistant.model.id", `" openai/gpt-6"`, `a model is written provider/model, such as openai/gpt-6, or is an alias; it is " openai/gpt-6"`},
		{"assistant.request.max_response_bytes", "5", "must be 1024 or more, not 5"},
		{"store.dir", `"here"`, `must be an absolute path or begin with ~/; it is "here"`},
		{"conversation.guards.max_runtime", `"-99999999h"`, `must be a duration, such as "90s" or "30m", and not negative; it is "-99999999h"`},
		{"conversation.guards.max_runtime", `"1h 99999999999m"`, `must be a duration, such as "90s" or "30m", and not negative; it is "1h 99999999999m"`},
		{"conversation.inquiry.assistant.request.idle_timeout", `"1h99999999999999999999.5s"`, `must be at most 2562047h; it is "1h99999999999999999999.5s"`},
		{tool + "questions.a.target.parameters", "{ max_tokens = 1 }", "unknown key; did you mean conversation.tools.run_command.questions.a.target.model.parameters?"},
		{tool + "questions.a.target.max_tokens", "1", "unknown key; did you mean conversation.tools.run_command.questions.a.target.model.parameters.max_tokens?"},
		{tool + "questions.a.target.id", "1", "unknown key; did you mean conversation.tools.run_command.questions.a.target.model.id?"},
		{"assistant.parameters.temperature", "1", "unknown key; did you mean assistant.model.parameters?"},
		{"store.dir", "1", "must be a path in quotes, not a whole number"},
		{"providers.llm.mine.base_url", `"localhost:1"`, `must be a web address, such as "https://example.com/v1"`},
		{"providers.llm.mine.base_url", `"ftp://x/y"`, `must be a web address, such as "https://example.com/v1"`},
		{"providers.llm.mine.base_url", "false", "must be a web address in quotes, not false"},
		{"providers.llm.openai.headers", "1", "must be a table, not a whole number"},
		{"providers.llm.openai.headers.x", "1", "must be a string, not a whole number"},
		{"providers.llm.openai.api_key", `"sk-1"`, "unknown key; did you mean providers.llm.openai.api_key_env?"},
		{"providers.llm.openai.api_key_cmd", `" "`, "the command is empty; name a program"},
		{tool + "command", "[]", "the command is empty; name a program"},
		{tool + "command", `["a", 1]`, "must be a command line, or a list of words, not a list"},
		{tool + "command", "true", "must be a command line, or a list of words, not true"},
		{tool + "options", "1", "must be a table, not a whole number"},
		{tool + "options", "{ a = { b = inf } }", "a number must be finite"},
		{tool + "options", "{ \"\" = 1 }", "a key has an empty part; write it like assistant.model.id"},
		{tool + "enable", "1", `must be true, false, "on", "off", "always" or "explicit", or a table, not a whole number`},
		{tool + "enable", `"allways"`, `must be true, false, "on", "off", "always" or "explicit", or a table, not "allways"; did you mean always?`},
		{tool + "enable.state", `"on"`, `must be true or false, not the text "on"`},
		{tool + "enable.allow_toggle", "true", `must be "any", "never", "if_named" or "if_named_or_group", not true`},
		{tool + "detached", `"yes"`, `must be "deny", "defaults", "auto" or "park", or a table, not "yes"`},
		{tool + "detached.delivery", `"deny"`, "unknown key; did you mean conversation.tools.run_command.detached.deliver?"},
		{tool + "questions.a.target", `"reviewer"`, `must be "user", "assistant" or "assistant_with_escalation", or a table, not "reviewer"`},
		{tool + "questions.a.target", "true", `must be "user", "assistant" or "assistant_with_escalation", or a table, not true`},
		{tool + "questions.a.target.kind", `"user"`, "unknown key; known here: escalation, model, system_prompt, request"},
		{tool + "questions.a.answer", "[1, nan]", "a number must be finite"},
		{tool + "questions.a.answer", strings.Repeat("[", 70) + strings.Repeat("]", 70), "nested more than 32 levels deep; make it flatter"},
		{tool + `questions."a.b".exclusive`, "true", "a question's id holds no dot"},
		{`conversation.tools."b\u0007".run`, `"ask"`, "a key holds a control character; take it out"},
	} {
		w := newWorld(t).user("\n" + c.key + " = " + c.value + "\n")
		if c.key == "conversation.tools" {
			w.user("\n[[conversation.tools]]\nx = 1\n")
		}
		_, err := Load(w.Sources)
		problems, ok := err.(Problems)
		if !ok || len(problems) != 1 {
			t.Errorf("%s = %s: want one fault, got %v", c.key, c.value, err)
			continue
		}
		if p := problems[0]; p.Text != c.want || p.Origin.Line != 2 {
			t.Errorf("%s = %s, line %d\n got %s\nwant %s", c.key, c.value, p.Origin.Line, p.Text, c.want)
		}
	}
}

func TestGoodValues(t *testing.T) {
	w := newWorld(t).user(`
store.dir = "~/talks"
assistant.model.parameters = { temperature = 1, top_p = 0.5, reasoning = "high", max_tokens = 100 }
[conversation.tools.deploy]
command = "./deploy"
[conversation.tools.deploy.questions]
day.answer = 2026-01-02
time.answer = 2026-01-02T03:04:05Z
at.answer = 03:04:05
deep.answer = { b = [1, { z = "<&>", a = 1.5 }], a = true }
`)
	c := w.load()
	same(t, c.Store.Dir, "/home/ann/talks")
	if p := c.Assistant.Model.Parameters; *p.Temperature != 1 || *p.TopP != 0.5 || p.Reasoning != "high" || p.MaxTokens != 100 {
		t.Errorf("%+v", p)
	}
	for id, want := range map[string]string{
		"day": `"2026-01-02"`, "time": `"2026-01-02T03:04:05Z"`, "at": `"03:04:05"`,
		"deep": `{"a":true,"b":[1,{"a":1.5,"z":"<&>"}]}`,
	} {
		same(t, string(c.Tool("deploy").Question(id).Answers[0].Value), want)
	}
}

func TestDeltaValues(t *testing.T) {
	w := newWorld(t)
	w.Deltas = []Delta{{"event 2", map[string]json.RawMessage{
		"ui.fps":                                            json.RawMessage("60"),
		"conversation.tools.gone.enable.state":              json.RawMessage("false"),
		"conversation.tools.run_command.options":            json.RawMessage(`{"n":1,"f":1.5,"l":[1,null]}`),
		"conversation.tools.run_command.questions.a.answer": json.RawMessage(`{"k":9007199254740993}`),
	}}}
	c := w.load()
	same(t, string(c.Tool("run_command").Question("a").Answers[0].Value), `{"k":9007199254740993}`)
	same(t, string(c.Tool("run_command").Options), `{"f":1.5,"l":[1,null],"n":1}`)
	if c.UI.FPS != 60 {
		t.Error(c.UI.FPS)
	}
	w.Deltas[0].Set = map[string]json.RawMessage{"conversation.tools.run_command.questions.a.answer": json.RawMessage("null"), "conversation.tools.run_command.questions.b.answer": json.RawMessage("1e999")}
	same(t, w.faults(), `the configuration has 2 faults:
  event 2: conversation.tools.run_command.questions.a.answer: there is no empty value; leave the key out
  event 2: conversation.tools.run_command.questions.b.answer: a number must be finite
`)
}
