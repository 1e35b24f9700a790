package config

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// told writes explanations as a command would print them.
func told(w *world, all []Explanation) string {
	var lines []string
	line := func(mark string, s Setting) {
		lines = append(lines, w.short(fmt.Sprintf("%s%s = %s (%s)", mark, s.Key, s.Value, s.Origin)))
	}
	for _, e := range all {
		line("", e.Setting)
		for _, o := range e.Overrides {
			line("  over ", o)
		}
		for _, o := range e.Withheld {
			line("  withheld ", o)
		}
	}
	return strings.Join(lines, "\n")
}

func TestExplain(t *testing.T) {
	w := newWorld(t).user(`
[assistant]
model.id = "openai/gpt-6"
request.retries = 1
[conversation.tools."*"]
run = "edit"
options.x = 1
[conversation.tools.fs_modify_file]
run = "skip"
enable = "explicit"
options = { a = { b = 1 }, c = 2 }
[conversation.tools.fs_modify_file.questions]
"*".prompt_label = "All"
apply_changes.target = { escalation = true, model.id = "inherit" }
apply_changes.answer = "hunter2"
other.answer = false
[providers.llm.openai]
base_url = "https://ann:pw@proxy.example/v1"
headers.Authorization = "Bearer hunter2"
api_key_cmd = "echo hunter2"
`).workspace(`
assistant.model.id = "openai/gpt-5"
conversation.tools.fs_modify_file.run = "unattended"
conversation.tools.fs_modify_file.questions.apply_changes.answer = "hunter3"
conversation.inquiry.assistant.request.retries = 2
`)
	w.Env = []string{"PARLEY_ASSISTANT__MODEL__ID=openai/gpt-4"}
	c, _, err := w.load().Toggle(ToggleFlag{true, "fs_modify_file"})
	if err != nil {
		t.Fatal(err)
	}
	const tool = "conversation.tools.fs_modify_file."
	for _, row := range []struct{ key, want string }{
		{"assistant.model.id", `assistant.model.id = "openai/gpt-4" (PARLEY_ASSISTANT__MODEL__ID)
  over assistant.model.id = "openai/gpt-6" (config.toml:3)
  withheld assistant.model.id = "openai/gpt-5" (repo/.parley/config.toml:2)`},
		{"ui.fps", `ui.fps = 120 (default)`},
		{"store.dir", `store.dir = "/data/conversations" (default)`},
		{"assistant.model.parameters.temperature", `assistant.model.parameters.temperature = the server's (default)`},
		{"conversation.title.model.id", `conversation.title.model.id = none: the first message is the title (default)`},
		{"providers.llm.aliases.x", `providers.llm.aliases.x = not set (default)`},
		{"conversation.inquiry.assistant.request.retries", `assistant.request.retries = 1 (config.toml:4)
  over assistant.request.retries = 3 (default)
  withheld conversation.inquiry.assistant.request.retries = 2 (repo/.parley/config.toml:5)`},
		{"conversation.inquiry", `assistant.request.retries = 1 (config.toml:4)
  over assistant.request.retries = 3 (default)
  withheld conversation.inquiry.assistant.request.retries = 2 (repo/.parley/config.toml:5)`},
		{tool + "run", `conversation.tools.fs_modify_file.run = "skip" (config.toml:9)
  over conversation.tools."*".run = "edit" (config.toml:6)
  over conversation.tools.fs_modify_file.run = "unattended" (shipped with the tool)
  withheld conversation.tools.fs_modify_file.run = "unattended" (repo/.parley/config.toml:3)`},
		{"conversation.tools.run_command.run", `conversation.tools."*".run = "edit" (config.toml:6)
  over conversation.tools.run_command.run = "ask" (shipped with the tool)`},
		{tool + "enable", `conversation.tools.fs_modify_file.enable.state = true (-t fs_modify_file)
  over conversation.tools.fs_modify_file.enable.state = false (config.toml:10)
  over conversation.tools.fs_modify_file.enable.state = true (shipped with the tool)
conversation.tools.fs_modify_file.enable.allow_toggle = "if_named" (config.toml:10)
  over conversation.tools.fs_modify_file.enable.allow_toggle = "any" (shipped with the tool)`},
		{tool + "options", `conversation.tools.fs_modify_file.options.a.b = 1 (config.toml:11)
conversation.tools.fs_modify_file.options.c = 2 (config.toml:11)`},
		{tool + "questions.apply_changes.prompt_label", `conversation.tools.fs_modify_file.questions."*".prompt_label = "All" (config.toml:13)`},
		{"conversation.tools.ask_user.questions.a.prompt_label", `conversation.tools.ask_user.questions.a.prompt_label = "Assistant" (shipped with the tool)`},
		{"conversation.tools.ask_user.questions.a.target", `conversation.tools.ask_user.questions.a.target = as the tool ships, otherwise user (default)`},
		{tool + "questions.apply_changes.target", `conversation.tools.fs_modify_file.questions.apply_changes.target = "assistant" (config.toml:14)
conversation.tools.fs_modify_file.questions.apply_changes.target.escalation = true (config.toml:14)
conversation.tools.fs_modify_file.questions.apply_changes.target.model.id = "inherit" (config.toml:14)
  over assistant.model.id = "openai/gpt-4" (PARLEY_ASSISTANT__MODEL__ID)
  over assistant.model.id = "openai/gpt-6" (config.toml:3)
  withheld assistant.model.id = "openai/gpt-5" (repo/.parley/config.toml:2)`},
		{tool + "questions.apply_changes.answer", `conversation.tools.fs_modify_file.questions.apply_changes.answer = (hidden) (config.toml:15)
  withheld conversation.tools.fs_modify_file.questions.apply_changes.answer = (hidden) (repo/.parley/config.toml:4)`},
		{tool + "questions.other.answer", `conversation.tools.fs_modify_file.questions.other.answer = false (config.toml:16)`},
		{"providers.llm.openai", `providers.llm.openai.api_key_cmd = (hidden) (config.toml:20)
providers.llm.openai.base_url = "https://(hidden)@proxy.example/v1" (config.toml:18)
providers.llm.openai.headers.Authorization = (hidden) (config.toml:19)`},
	} {
		all, err := c.Explain(row.key)
		if err != nil {
			t.Error(err)
			continue
		}
		same(t, told(w, all), row.want)
	}
}

func TestExplainErrors(t *testing.T) {
	c := newWorld(t).load()
	for key, want := range map[string]string{
		"assistant.modle.id":      "assistant.modle.id: unknown key; did you mean assistant.model?",
		"max_iterations":          "max_iterations: unknown key; did you mean conversation.guards.max_iterations?",
		"zzzzzz":                  "zzzzzz: unknown key; known here: assistant, conversation, providers, mcp, store, forms, ui, notify, bridge",
		"providers.llm.mine":      "providers.llm.mine: nothing is set here; known here: base_url, api_key_env, api_key_cmd, protocol, profile, headers, models",
		"providers.llm.x.headers": "providers.llm.x.headers: nothing is set here",
		"ui..fps":                 "a key has an empty part; write it like assistant.model.id",
		"ui.fps.x":                "ui.fps.x: unknown key",
	} {
		_, err := c.Explain(key)
		same(t, fmt.Sprint(err), want)
	}
}

func TestShow(t *testing.T) {
	w := newWorld(t).user(`
ui.fps = 60
conversation.tools.run_command.options = { a = 1, b = { c = 2 } }
conversation.tools.run_command.questions.q.target = "assistant"
providers.llm.openai.headers.Authorization = "Bearer hunter2"
`)
	w.Sets = []string{"conversation.tools.run_command.options.b=3", "conversation.tools.run_command.options.a.d=4"}
	c, _, err := w.load().Toggle(ToggleFlag{false, "run_command"})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, s := range c.Show() {
		lines = append(lines, w.short(fmt.Sprintf("%s = %s (%s)", s.Key, s.Value, s.Origin)))
	}
	same(t, strings.Join(lines, "\n"), `assistant.model.parameters.max_tokens = 0 (default)
assistant.request.cache = true (default)
assistant.request.first_byte_timeout = "10m" (default)
assistant.request.idle_timeout = "2m" (default)
assistant.request.max_response_bytes = 67108864 (default)
assistant.request.retries = 3 (default)
bridge.wait = "30s" (default)
conversation.guards.loop_threshold = 3 (default)
conversation.guards.max_consecutive_errors = 5 (default)
conversation.guards.max_iterations = 50 (default)
conversation.guards.max_runtime = "30m" (default)
conversation.instructions = true (default)
conversation.skills = true (default)
conversation.tools.run_command.enable.state = false (-T run_command)
conversation.tools.run_command.options.a.d = 4 (-c)
conversation.tools.run_command.options.b = 3 (-c)
conversation.tools.run_command.questions.q.target = "assistant" (config.toml:4)
conversation.tools.run_command.questions.q.target.escalation = false (config.toml:4)
conversation.window.summarise_at = 85 (default)
conversation.window.trim_at = 60 (default)
forms.arming_delay = "300ms" (default)
forms.text_prompt = "direct" (default)
notify.context = false (default)
providers.llm.openai.headers.Authorization = (hidden) (config.toml:5)
store.dir = "/data/conversations" (default)
ui.fps = 60 (config.toml:2)
ui.links = "auto" (default)
ui.motion = true (default)
ui.mouse = true (default)
ui.notify = "all" (default)
ui.theme = "auto" (default)
ui.width = 100 (default)
`)
	same(t, string(c.Tool("run_command").Options), `{"a":{"d":4},"b":3}`)
	doc, err := json.Marshal(c.Show()[25])
	if err != nil {
		t.Fatal(err)
	}
	same(t, w.short(string(doc)), `{"key":"ui.fps","value":"60","origin":{"kind":"user","name":"config.toml","line":2,"column":4}}`)
}

// TestChosen distinguishes what somebody set from what holds by default.
func TestChosen(t *testing.T) {
	c := newWorld(t).user("[assistant.request]\ncache = true\n").load()
	for key, want := range map[string]bool{"assistant.request.cache": true, "assistant.request.retries": false, "no.such.key": false, "[": false} {
		if got := c.Chosen(key); got != want {
			t.Errorf("%s: %v", key, got)
		}
	}
}

// TestAFaultStaysOnItsLine: the name of a folder begins no line of ours.
func TestAFaultStaysOnItsLine(t *testing.T) {
	p := Problem{Origin: Origin{Kind: FromWorkspace, Name: "/w/a\nall is well\r\nb/.parley/config.toml", Line: 3}, Key: "ui.x", Text: "unknown"}
	if got, want := p.Error(), "/w/a␊all is well␊b/.parley/config.toml:3: ui.x: unknown"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
