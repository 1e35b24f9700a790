package config

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestModel(t *testing.T) {
	c := newWorld(t).user(`
assistant.model.id = "main"
[providers.llm.aliases]
main = "openai/gpt-6"
quick = "small"
small = "openrouter/meta/llama-4"
same = "inherit"
"gpt-4.1" = "openai/gpt-4.1"
[providers.llm.openrouter]
base_url = "https://openrouter.example/v1"
`).load()
	for id, want := range map[string]string{
		"openai/gpt-6": "openai gpt-6",
		"main":         "openai gpt-6",
		"quick":        "openrouter meta/llama-4",
		"inherit":      "openai gpt-6",
		"same":         "openai gpt-6",
		"gpt-4.1":      "openai gpt-4.1",
		"":             "no model is set; give one with -m provider/model, or set assistant.model.id; `parley models` lists what there is",
		"qick":         `"qick" is neither provider/model nor an alias; did you mean quick?`,
		"gpt-6":        `"gpt-6" is neither provider/model nor an alias`,
		"zzzzzzzz":     `"zzzzzzzz" is neither provider/model nor an alias`,
		"/gpt":         `a model is written provider/model, such as openai/gpt-6, or is an alias; it is "/gpt"`,
		"openai/":      `a model is written provider/model, such as openai/gpt-6, or is an alias; it is "openai/"`,
		"opnai/gpt":    `no model server is called "opnai"; give it a base_url under providers.llm; did you mean openai?`,
	} {
		provider, model, err := c.Model(id)
		got := provider + " " + model
		if err != nil {
			got = err.Error()
		}
		same(t, got, want)
	}
	_, _, err := newWorld(t).load().Model("inherit")
	if none := (NoModelError{}); !errors.As(err, &none) {
		t.Errorf("%v", err)
	}
}

func TestServersAreNotCheckedWithoutAList(t *testing.T) {
	w := newWorld(t)
	w.Servers = nil
	w.Sets = []string{"assistant.model.id=any/thing", "providers.llm.odd.api_key_env=K"}
	if got := w.load().Assistant.Model; got.Provider != "any" || got.Name != "thing" {
		t.Errorf("%+v", got)
	}
}

func TestProviders(t *testing.T) {
	c := newWorld(t).user(`
[providers.llm.mine]
base_url = "http://localhost:1234/v1"
api_key_env = "MINE_KEY"
api_key_cmd = "pass show mine"
headers = { X-Team = "a" }
protocol = "messages"
profile = "deepseek"
models = { big = { context_window = 8192 } }
`).load()
	got := c.Providers.LLM["mine"]
	if fmt.Sprint(got) != "{http://localhost:1234/v1 MINE_KEY {pass show mine []} map[X-Team:a] messages deepseek map[big:{8192 <nil> <nil> <nil> <nil> <nil>}]}" || len(c.Providers.LLM) != 1 {
		t.Errorf("%v", c.Providers.LLM)
	}
}

func TestModelFaults(t *testing.T) {
	w := newWorld(t).user(`
assistant.model.id = "inherit"
conversation.inquiry.assistant.model.id = "lost"
conversation.title.model.id = "a"
[providers.llm.aliases]
a = "b"
b = "c"
c = "a"
"x/y" = "openai/z"
gone = "nobody/x"
bare = "nothing"
[providers.llm.opnai]
headers.x = "y"
[conversation.tools.run_command.questions]
q.target.model.id = "openai"
r.target.model.id = "script/tour"
"*".target.model.id = "a"
`)
	same(t, w.faults(), `the configuration has 12 faults:
  config.toml:2: assistant.model.id: "inherit" means the main assistant's model, so assistant.model.id must name a model
  config.toml:3: conversation.inquiry.assistant.model.id: "lost" is neither provider/model nor an alias
  config.toml:4: conversation.title.model.id: these aliases go round in a circle: a → b → c → a; let one name a model
  config.toml:6: providers.llm.aliases.a: these aliases go round in a circle: a → b → c → a; let one name a model
  config.toml:7: providers.llm.aliases.b: these aliases go round in a circle: b → c → a → b; let one name a model
  config.toml:8: providers.llm.aliases.c: these aliases go round in a circle: c → a → b → c; let one name a model
  config.toml:9: providers.llm.aliases."x/y": an alias may not hold a slash; give it another name
  config.toml:10: providers.llm.aliases.gone: no model server is called "nobody"; give it a base_url under providers.llm
  config.toml:11: providers.llm.aliases.bare: "nothing" is neither provider/model nor an alias
  config.toml:12: providers.llm.opnai: a new server needs a base_url; did you mean openai?
  config.toml:15: conversation.tools.run_command.questions.q.target.model.id: "openai" is neither provider/model nor an alias
  config.toml:17: conversation.tools.run_command.questions."*".target.model.id: these aliases go round in a circle: a → b → c → a; let one name a model
`)
}

// TestReviewer fills each field from the target, the reviewer or the main assistant; an
// inherited model brings the main assistant's parameters.
func TestReviewer(t *testing.T) {
	const base = `
[assistant]
model = { id = "openai/main", parameters = { temperature = 0.1, max_tokens = 10, reasoning = "high" } }
system_prompt = "main prompt"
request = { retries = 1, idle_timeout = "1m", cache = false }
`
	for _, c := range []struct{ name, more, want string }{
		{"nothing else", "", `main 10 0.1 <nil> high "main prompt" 1 1m0s false`},
		{"inquiry fills", `
[conversation.inquiry.assistant]
model = { id = "openai/small", parameters = { temperature = 0.2 } }
request.retries = 2
`, `small 10 0.2 <nil> high "main prompt" 2 1m0s false`},
		{"target over inquiry", `
[conversation.inquiry.assistant]
model = { id = "openai/small", parameters = { temperature = 0.2, top_p = 0.5 } }
system_prompt = "reviewer prompt"
[conversation.tools.run_command.questions.q.target]
model = { id = "openai/tiny", parameters.max_tokens = 0 }
request = { cache = true }
`, `tiny 0 0.2 0.5 high "reviewer prompt" 1 1m0s true`},
		{"inherit in the target skips the reviewer's parameters", `
[conversation.inquiry.assistant]
model = { id = "openai/small", parameters = { temperature = 0.2, top_p = 0.5 } }
system_prompt = "reviewer prompt"
[conversation.tools.run_command.questions.q.target]
model = { id = "inherit", parameters.max_tokens = 7 }
`, `main 7 0.1 <nil> high "reviewer prompt" 1 1m0s false`},
		{"inherit as the reviewer's model", `
[conversation.inquiry.assistant]
model = { id = "inherit", parameters.temperature = 0.2 }
[conversation.tools.run_command.questions.q.target]
model.parameters.max_tokens = 7
`, `main 7 0.2 <nil> high "main prompt" 1 1m0s false`},
		{"inherit through an alias", `
[providers.llm.aliases]
same = "again"
again = "inherit"
[conversation.inquiry.assistant]
model.parameters.temperature = 0.2
[conversation.tools."*".questions."*".target]
model.id = "same"
`, `main 10 0.1 <nil> high "main prompt" 1 1m0s false`},
	} {
		t.Run(c.name, func(t *testing.T) {
			conf := newWorld(t).user(base + c.more).load()
			a, err := conf.Reviewer("run_command", "q")
			if err != nil {
				t.Fatal(err)
			}
			number := func(f *float64) any {
				if f == nil {
					return nil
				}
				return *f
			}
			p := a.Model.Parameters
			same(t, fmt.Sprint(a.Model.Name, " ", p.MaxTokens, " ", number(p.Temperature), number(p.TopP), " ", p.Reasoning, " ", quote(a.SystemPrompt), " ", a.Request.Retries, a.Request.IdleTimeout, a.Request.Cache), c.want)
		})
	}
}

// TestReviewerKey: what changes a reviewer's settings.
func TestReviewerKey(t *testing.T) {
	const all = "conversation.inquiry.assistant"
	for _, c := range []struct{ more, want string }{
		{"", all},
		{"[conversation.inquiry.assistant]\nmodel.id = \"openai/small\"", all},
		{"[conversation.tools.run_command.questions.q]\ntarget = \"assistant\"", all},
		{"[conversation.tools.run_command.questions.q.target]\nmodel.id = \"openai/tiny\"", "conversation.tools.run_command.questions.q.target"},
		{"[conversation.tools.\"*\".questions.q.target]\nmodel.id = \"openai/tiny\"", "conversation.tools.\"*\".questions.q.target"},
	} {
		conf := newWorld(t).user("assistant.model.id = \"openai/main\"\n" + c.more).load()
		same(t, conf.ReviewerKey("run_command", "q"), c.want)
	}
}

func TestTitleModel(t *testing.T) {
	w := newWorld(t)
	w.Sets = []string{"assistant.model.id=openai/main", "conversation.title.model.id=inherit", "assistant.model.parameters.max_tokens=5"}
	if got := w.load().Conversation.Title.Model; got.ID != "inherit" || got.Name != "main" || got.Parameters.MaxTokens != 5 {
		t.Errorf("%+v", got)
	}
}

// TestInheritWithoutAModelIsNoFault: the model may be chosen later.
func TestInheritWithoutAModelIsNoFault(t *testing.T) {
	w := newWorld(t)
	w.Sets = []string{"conversation.inquiry.assistant.model.id=inherit"}
	c := w.load()
	if !c.Conversation.Inquiry.Configured {
		t.Error("the reviewer is not configured")
	}
	_, err := c.Reviewer("run_command", "q")
	if none := (NoModelError{}); !errors.As(err, &none) {
		t.Errorf("%v", err)
	}
}

// TestRelied: the reviewers that decide something are those that are asked, and those that
// remain when nobody is there.
func TestRelied(t *testing.T) {
	const main = "[assistant]\nmodel.id = \"openai/main\"\n"
	const small = "[conversation.inquiry.assistant]\nmodel.id = \"openai/small\"\n"
	for _, c := range []struct{ name, settings, want string }{
		{"nothing", main, ""},
		{"a reviewer is configured", main + small, "openai/small"},
		{"nobody is there", main + "[conversation.tools.\"*\".detached]\ntool = \"auto\"\n", "openai/main"},
		{"two", main + small + "[conversation.tools.run_command.questions.q.target]\nmodel.id = \"openai/tiny\"\n", "openai/small openai/tiny"},
	} {
		if got := strings.Join(newWorld(t).user(c.settings).load().Relied(), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestReviewers names the models that questions go to, each once, of the tools that
// the assistant has.
func TestReviewers(t *testing.T) {
	const main = "[assistant]\nmodel.id = \"openai/main\"\n"
	const small = "[conversation.inquiry.assistant]\nmodel.id = \"openai/small\"\n"
	for _, c := range []struct{ name, settings, want string }{
		{"nothing", main, ""},
		{"a reviewer is configured, and tools ship with questions for it", main + small, "small"},
		{"a question of a tool", main + small + "[conversation.tools.run_command.questions.q]\ntarget = \"assistant\"\n", "small"},
		{"all questions", main + small + "[conversation.tools.\"*\".questions.\"*\"]\ntarget = \"assistant\"\n", "small"},
		{"two models", main + small + "[conversation.tools.\"*\".questions.\"*\"]\ntarget = \"assistant\"\n" +
			"[conversation.tools.run_command.questions.q.target]\nmodel.id = \"openai/tiny\"\n", "small tiny"},
		{"of a tool that is off", main + small + "[conversation.tools.run_command]\nenable = false\n[conversation.tools.run_command.questions.q.target]\nmodel.id = \"openai/tiny\"\n", "small"},
	} {
		if got := strings.Join(newWorld(t).user(c.settings).load().Reviewers(), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
