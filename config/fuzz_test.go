package config

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// FuzzLoad gives arbitrary bytes to every source. Whatever they are, loading ends and says
// where each fault is, and what loads can be asked anything.
func FuzzLoad(f *testing.F) {
	f.Add([]byte("[ui]\nfps = 3\n"), "PARLEY_UI__FPS=3", "ui.fps=3", `{"a":1}`)
	f.Add([]byte(hostile), "PARLEY_A__B", "conversation.tools.*.enable={state=true}", "null")
	f.Add([]byte("[conversation.tools.x]\ncommand='a'\nquestions.a.target={model.id='inherit'}\noptions.a.b.c=[{}]"), "PARLEY_", `"`, "[")
	f.Add([]byte("[[a]]\nb={c={d=1}}\n[a.b]"), "PARLEY_CONVERSATION__TOOLS__X__ENABLE=explicit", "conversation.tools.x.options.a=1", "1e999")
	f.Fuzz(func(t *testing.T, doc []byte, env, set, delta string) {
		file := filepath.Join(t.TempDir(), "c.toml")
		if err := os.WriteFile(file, doc, 0o600); err != nil {
			t.Fatal(err)
		}
		s := Sources{
			UserFile: file, Workspace: []string{file}, Env: []string{env}, Sets: []string{set},
			Deltas:  []Delta{{Set: map[string]json.RawMessage{"conversation.tools.x.questions.a.answer": json.RawMessage(delta)}}},
			Servers: []string{"openai"}, Builtin: shipped(), StoreDir: "/d", Home: "/h",
		}
		c, err := Load(s)
		if err != nil {
			problems, ok := err.(Problems)
			if !ok || len(problems) == 0 || problems.Error() == "" {
				t.Fatalf("%T %v", err, err)
			}
			for _, p := range problems {
				if p.Text == "" || p.Origin.Kind == "" {
					t.Fatalf("a fault without text or place: %+v", p)
				}
			}
		}
		ask(t, c)
	})
}

// ask asks a configuration everything.
func ask(t *testing.T, c Config) {
	for _, name := range append(c.ToolNames(), "x", "*", "") {
		tool := c.Tool(name)
		for _, v := range []json.RawMessage{tool.Options, tool.Parameters} {
			if v != nil && !json.Valid(v) {
				t.Fatalf("%s: not JSON: %s", name, v)
			}
		}
		for _, a := range tool.Question("a").Answers {
			if !json.Valid(a.Value) {
				t.Fatalf("%s: not JSON: %s", name, a.Value)
			}
		}
		if _, err := c.Reviewer(name, "a"); err != nil && err.Error() == "" {
			t.Fatal("an error without text")
		}
	}
	for _, s := range c.Show() {
		if _, err := c.Explain(s.Key); err != nil {
			t.Fatalf("%s: shown, but not explained: %v", s.Key, err)
		}
	}
	if _, _, err := c.Toggle(ToggleFlag{}, ToggleFlag{On: true}); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkLoad is a typical start: a user file, a workspace file, part of the environment
// and two flags. The budget is 3 ms.
func BenchmarkLoad(b *testing.B) {
	dir := b.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
		return file
	}
	s := Sources{
		UserFile: write("user.toml", `
assistant = { model.id = "main", system_prompt = "Be brief." }
conversation.inquiry.assistant.model.id = "small"
[providers.llm.aliases]
main = "openai/gpt-6"
small = "openai/gpt-6-mini"
[conversation.tools."*"]
run = "ask"
[conversation.tools.run_command]
run = "ask"
questions.a = { target = "assistant", answer = true }
[conversation.tools.lint]
command = ["lint"]
parameters = { type = "object", properties = { path = { type = "string" } } }
[ui]
theme = "dark"
`),
		Workspace: []string{write("workspace.toml", "conversation.tools.fmt = { command = \"gofmt\", run = \"unattended\" }\nui.fps = 20\n")},
		Env:       append(os.Environ(), "PARLEY_UI__MOUSE=false", "PARLEY_CONVERSATION__GUARDS__MAX_ITERATIONS=10"),
		Sets:      []string{"forms.text_prompt=direct"},
		Flags:     []Flag{{"-m", "assistant.model.id", "openai/gpt-6"}},
		Servers:   []string{"openai"}, Builtin: shipped(), StoreDir: "/d", Home: "/h",
	}
	for b.Loop() {
		if _, err := Load(s); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTool is what the turn asks for each call.
func BenchmarkTool(b *testing.B) {
	c, err := Load(Sources{Builtin: shipped()})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if q := c.Tool("fs_modify_file").Question("apply_changes"); q.Exclusive != nil {
			b.Fatal(q)
		}
	}
}
