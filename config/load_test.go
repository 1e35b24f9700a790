package config

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestDefaults(t *testing.T) {
	c := newWorld(t).load()
	want := Assistant{Request: Request{Retries: 3, IdleTimeout: 2 * time.Minute, FirstByteTimeout: 10 * time.Minute, MaxResponseBytes: 64 << 20, Cache: true}}
	if c.Assistant != want {
		t.Errorf("assistant %+v", c.Assistant)
	}
	if got := c.Conversation.Guards; got != (Guards{50, 30 * time.Minute, 3, 5}) {
		t.Errorf("guards %+v", got)
	}
	if c.Forms != (Forms{"direct", 300 * time.Millisecond}) || c.UI != (UI{"auto", true, "all", 120, 100, true, "auto"}) || c.Store.Dir != "/data/conversations" {
		t.Errorf("%+v %+v %+v", c.Forms, c.UI, c.Store)
	}
	if c.Conversation.Inquiry.Configured || c.Conversation.Inquiry.Assistant != want {
		t.Errorf("inquiry %+v", c.Conversation.Inquiry)
	}
}

// TestTenFaults: one error reports all faults, each with its place.
func TestTenFaults(t *testing.T) {
	w := newWorld(t).user(`[assistant]
modle.id = "openai/gpt-6"
system_prompt = 3

[assistant.model.parameters]
temperature = 2.5

[conversation.tools.ask_user]
suorce = "builtin"
run = "asks"
`).workspace(`max_iterations = 3
[providers.llm.aliases]
inherit = "openai/gpt-6"
fast = "opnai/gpt-6"

[ui]
fps = "30"
`).trusting()
	w.Env = []string{"HOME=/home/ann", "PARLEY_LIVE_BASE_URL=http://x", "PARLEY_UI__MOUSE=maybe", "PARLEY_COLOUR=1"}
	w.Sets = []string{"conversation.guards.max_runtime=5"}
	same(t, w.faults(), `the configuration has 12 faults:
  config.toml:2: assistant.modle: unknown key; did you mean assistant.model?
  config.toml:3: assistant.system_prompt: must be a string, not a whole number
  config.toml:6: assistant.model.parameters.temperature: must be from 0 to 2, not 2.5
  config.toml:9: conversation.tools.ask_user.suorce: unknown key; did you mean conversation.tools.ask_user.source?
  config.toml:10: conversation.tools.ask_user.run: must be "ask", "unattended", "edit" or "skip", not "asks"; did you mean ask?
  repo/.parley/config.toml:1: max_iterations: unknown key; did you mean conversation.guards.max_iterations?
  repo/.parley/config.toml:3: providers.llm.aliases.inherit: "inherit" has a meaning of its own; give the alias another name
  repo/.parley/config.toml:4: providers.llm.aliases.fast: no model server is called "opnai"; give it a base_url under providers.llm; did you mean openai?
  repo/.parley/config.toml:7: ui.fps: must be a whole number, not the text "30"
  PARLEY_COLOUR: colour: unknown key; known here: assistant, conversation, providers, mcp, store, forms, ui, notify, bridge
  PARLEY_UI__MOUSE: ui.mouse: must be true or false, not the text "maybe"
  -c: conversation.guards.max_runtime: must be a duration, such as "90s" or "30m", and not negative; it is "5"
`)
}

func TestOneFaultIsData(t *testing.T) {
	w := newWorld(t).user("\n[ui]\nthme = 'dark'\n")
	_, err := Load(w.Sources)
	var problems Problems
	if !errors.As(err, &problems) || len(problems) != 1 {
		t.Fatalf("%T %v", err, err)
	}
	p := problems[0]
	if p.Key != "ui.thme" || p.Nearest != "ui.theme" || p.Origin.Kind != FromUser || p.Origin.Line != 3 || p.Origin.Column != 1 {
		t.Errorf("%+v", p)
	}
	same(t, w.short(err.Error()), "the configuration has a fault:\n  config.toml:3: ui.thme: unknown key; did you mean ui.theme?")
}

// TestLayers sets the same key in one more layer each time.
func TestLayers(t *testing.T) {
	w := newWorld(t).trusting()
	fps := func(want int, from string) {
		t.Helper()
		c := w.load()
		e, err := c.Explain("ui.fps")
		if err != nil {
			t.Fatal(err)
		}
		if c.UI.FPS != want || w.short(e[0].Origin.String()) != from {
			t.Errorf("%d from %s, want %d from %s", c.UI.FPS, e[0].Origin, want, from)
		}
	}
	fps(120, "default")
	w.user("[ui]\nfps = 31\n")
	fps(31, "config.toml:2")
	w.Workspace = []string{w.write("root.toml", "ui.fps = 32"), filepath.Join(w.dir, "absent.toml"), w.write("below.toml", "\nui.fps = 33")}
	fps(33, "below.toml:2")
	w.Env = []string{"PARLEY_UI__FPS=34"}
	fps(34, "PARLEY_UI__FPS")
	w.Deltas = []Delta{{"event 4", map[string]json.RawMessage{"ui.fps": []byte("35")}}, {"event 9", map[string]json.RawMessage{"ui.fps": []byte("36")}}}
	fps(36, "event 9")
	w.Sets = []string{"ui.fps=37", "ui.fps=38"}
	fps(38, "-c")
	w.Flags = []Flag{{"--fps", "ui.fps", "39"}}
	fps(39, "--fps")
}

func TestUnreadableFiles(t *testing.T) {
	pipe := func(w *world) string {
		name := filepath.Join(w.dir, "pipe")
		if err := syscall.Mkfifo(name, 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	link := func(w *world) string {
		name := filepath.Join(w.dir, "link")
		if err := os.Symlink("/dev/zero", name); err != nil {
			t.Fatal(err)
		}
		return name
	}
	nowhere := func(w *world) string {
		if err := os.Symlink("nowhere", filepath.Join(w.dir, "gone")); err != nil {
			t.Fatal(err)
		}
		return filepath.Join(w.dir, "gone")
	}
	const leads = ": cannot be read: it, or a folder of it, is a link that leads nowhere; mend the link, or take it away"
	for name, c := range map[string]struct {
		file func(*world) string
		want string
	}{
		"link to nothing":  {nowhere, "gone" + leads},
		"below such a one": {func(w *world) string { return filepath.Join(nowhere(w), "parley", "config.toml") }, "gone/parley/config.toml" + leads},
		"device":           {func(*world) string { return "/dev/zero" }, "/dev/zero: cannot be read: it is not a regular file"},
		"link":             {link, "link: cannot be read: it is not a regular file"},
		"pipe":             {pipe, "pipe: cannot be read: it is not a regular file"},
		"directory":        {func(w *world) string { return w.dir }, "D: cannot be read: it is not a regular file"},
		"large":            {func(w *world) string { return w.write("large", strings.Repeat("#", 256<<10+1)) }, "large: cannot be read: it is larger than 256 KiB; take something out"},
		"syntax":           {func(w *world) string { return w.write("bad", "[ui]\nfps = = 3\n") }, "bad:2: not valid TOML: unexpected character U+003D '=' at start of value"},
		"twice":            {func(w *world) string { return w.write("bad", "[ui]\nfps = 3\n\nfps = 4\n") }, "bad:4: not valid TOML: key fps is already defined"},
		"not UTF-8":        {func(w *world) string { return w.write("bad", "[ui]\ntheme = \"\xff\"\n") }, "bad:2: not valid TOML: invalid UTF-8 character in basic string"},
		"a file's parent":  {func(w *world) string { return filepath.Join(w.write("plain", ""), "config.toml") }, "plain/config.toml: cannot be read: stat plain/config.toml: not a directory"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.UserFile = c.file(w)
			got := strings.ReplaceAll(w.faults(), w.dir+":", "D:")
			same(t, got, "the configuration has a fault:\n  "+c.want)
		})
	}
}

func TestMissingFilesAreNoFault(t *testing.T) {
	w := newWorld(t)
	w.UserFile = filepath.Join(w.dir, "none.toml")
	w.Workspace = []string{filepath.Join(w.dir, "a", ".parley", "config.toml")}
	w.load()
}

// TestText is how values of each type are written without TOML's quotes.
func TestText(t *testing.T) {
	w := newWorld(t)
	w.Env = []string{
		"PARLEY_ASSISTANT__MODEL__ID=openai/gpt-6",
		"PARLEY_ASSISTANT__SYSTEM_PROMPT=12",
		"PARLEY_ASSISTANT__MODEL__PARAMETERS__TEMPERATURE=0",
		"PARLEY_ASSISTANT__REQUEST__IDLE_TIMEOUT=90s",
		"PARLEY_CONVERSATION__TOOLS__FS_READ_FILE__ENABLE=false",
		"PARLEY_CONVERSATION__TOOLS__ASK_USER__ENABLE={ state = false }",
		"PARLEY_PROVIDERS__LLM__MINE__BASE_URL=http://localhost:1/v1",
	}
	w.Sets = []string{
		`providers.llm.aliases."gpt-4.1"=openai/gpt-4.1`,
		"conversation.tools.*.result=edit",
		"conversation.tools.lint.command=[\"lint\", \"-v\"]",
		"conversation.tools.lint.options={ deep = true, n = 1.5 }",
		"conversation.tools.lint.options.more=yes = no",
		"conversation.tools.lint.questions.a.answer=staging",
		"conversation.tools.lint.questions.b.answer=true",
		"conversation.tools.lint.questions.c.answer=[1, \"x\"]",
		"conversation.tools.fmt.command=gofmt -l . | wc -l",
		"conversation.guards.max_iterations=0",
		"ui.mouse=false",
	}
	w.Flags = []Flag{{"-m", "assistant.model.id", "gpt-4.1"}}
	c := w.load()
	if c.Assistant.Model.Name != "gpt-4.1" || c.Assistant.SystemPrompt != "12" || *c.Assistant.Model.Parameters.Temperature != 0 || c.Assistant.Request.IdleTimeout != 90*time.Second {
		t.Errorf("%+v", c.Assistant)
	}
	if got := c.Tool("ask_user").Enable; got != (Enable{false, IfNamed}) {
		t.Errorf("ask_user %+v", got)
	}
	if got := c.Tool("fs_read_file"); got.Enable != (Enable{false, Any}) || got.Result != Edit {
		t.Errorf("fs_read_file %+v", got)
	}
	lint := c.Tool("lint")
	same(t, string(lint.Options), `{"deep":true,"n":1.5,"more":"yes = no"}`)
	if got := lint.Command.Argv; len(got) != 2 || got[1] != "-v" {
		t.Errorf("%q", got)
	}
	same(t, c.Tool("fmt").Command.Line, "gofmt -l . | wc -l")
	for id, want := range map[string]string{"a": `"staging"`, "b": "true", "c": `[1,"x"]`} {
		same(t, string(lint.Question(id).Answers[0].Value), want)
	}
	if c.Conversation.Guards.MaxIterations != 0 || c.UI.Mouse {
		t.Errorf("%+v %+v", c.Conversation.Guards, c.UI)
	}
}

// TestNumbersThatAreTooLarge are reported as such, with the largest possible value, and
// are not taken for text.
func TestNumbersThatAreTooLarge(t *testing.T) {
	w := newWorld(t)
	const large = "99999999999999999999"
	w.Env = []string{"PARLEY_CONVERSATION__GUARDS__MAX_ITERATIONS=" + large}
	w.Sets = []string{
		"conversation.guards.loop_threshold=-" + large, "assistant.request.retries=" + large,
		"assistant.request.max_response_bytes=" + large, "assistant.model.parameters.temperature=1e999",
		"conversation.guards.max_consecutive_errors=" + large + "x",
	}
	same(t, w.faults(), `the configuration has 6 faults:
  PARLEY_CONVERSATION__GUARDS__MAX_ITERATIONS: conversation.guards.max_iterations: must be at most 9223372036854775807, not 99999999999999999999
  -c: conversation.guards.loop_threshold: must be 0 or more, not -99999999999999999999
  -c: assistant.request.retries: must be from 0 to 20, not 99999999999999999999
  -c: assistant.request.max_response_bytes: must be at most 9223372036854775807, not 99999999999999999999
  -c: assistant.model.parameters.temperature: must be from 0 to 2, not +Inf
  -c: conversation.guards.max_consecutive_errors: must be a whole number, not the text "99999999999999999999x"
`)
}

func TestANumberInAFileThatIsTooLarge(t *testing.T) {
	w := newWorld(t).user("ui.mouse = true\nui.fps = 99999999999999999999\n")
	same(t, w.faults(), "the configuration has a fault:\n  config.toml:2: not valid TOML: decimal number is too large; the largest is 9223372036854775807\n")
}

// TestAKeyTwice: nobody can say which value of an answer was meant, wherever it comes
// from.
func TestAKeyTwice(t *testing.T) {
	const answer = "conversation.tools.ask_user.questions.a.answer"
	same(t, newWorld(t).user("\n"+answer+" = { b = 1, b = 2 }\n").faults(), "the configuration has a fault:\n  config.toml:2: not valid TOML: key b is already defined\n")
	w := newWorld(t)
	w.Env = []string{"PARLEY_CONVERSATION__TOOLS__ASK_USER__QUESTIONS__A__ANSWER={ c = [{ b = 1, b = 2 }] }", `PARLEY_CONVERSATION__TOOLS__ASK_USER__QUESTIONS={ a.answer = 1, "a".answer = 1 }`}
	w.Deltas = []Delta{{"event 3", map[string]json.RawMessage{answer: []byte(`[{"b":{"c":1,"\u0063":2}}]`)}}}
	w.Sets = []string{answer + "={ b = 1, b = 2 }", answer + "={ b.c = 1, b.c = 2 }", answer + "=b is already defined", answer + "={ b = 1, c = { b = 1 } }"}
	same(t, w.faults(), `the configuration has 5 faults:
  PARLEY_CONVERSATION__TOOLS__ASK_USER__QUESTIONS: conversation.tools.ask_user.questions: answer stands there twice; leave one out
  PARLEY_CONVERSATION__TOOLS__ASK_USER__QUESTIONS__A__ANSWER: conversation.tools.ask_user.questions.a.answer: b stands there twice; leave one out
  event 3: conversation.tools.ask_user.questions.a.answer: 0/b/c stands there twice; leave one out
  -c: conversation.tools.ask_user.questions.a.answer: b stands there twice; leave one out
  -c: conversation.tools.ask_user.questions.a.answer: c stands there twice; leave one out
`)
}

// TestBadPlaces are settings whose key cannot be read.
func TestBadPlaces(t *testing.T) {
	w := newWorld(t)
	w.Env = []string{"PARLEY_=1", "PARLEY_UI____FPS=1", "PARLEY_UI__=2"}
	w.Deltas = []Delta{{"event 3", map[string]json.RawMessage{"ui.": []byte("1"), "ui.fps": []byte("{"), "ui.mouse": []byte("null"), "ui.theme": []byte(`"dark" 1`)}}}
	w.Sets = []string{"ui.fps", "=3", `"ui.fps=3`, `"a"b=1`, "ui..fps=3", "ui.\x01=3"}
	w.Flags = []Flag{{"-m", "assistant.model.id", ""}}
	same(t, w.faults(), `the configuration has 14 faults:
  PARLEY_: a part of the variable's name is empty; write it like PARLEY_ASSISTANT__MODEL__ID, with two underscores between parts
  PARLEY_UI__: a part of the variable's name is empty; write it like PARLEY_ASSISTANT__MODEL__ID, with two underscores between parts
  PARLEY_UI____FPS: a part of the variable's name is empty; write it like PARLEY_ASSISTANT__MODEL__ID, with two underscores between parts
  event 3: ui.: a key has an empty part; write it like assistant.model.id
  event 3: ui.fps: the recorded value is not valid JSON
  event 3: ui.mouse: must be true or false, not nothing
  event 3: ui.theme: the recorded value is not valid JSON
  -c: ui.fps: -c wants key=value, such as -c assistant.model.id=openai/gpt-6
  -c: a key has an empty part; write it like assistant.model.id
  -c: "ui.fps=3: -c wants key=value, such as -c assistant.model.id=openai/gpt-6
  -c: "a"b: a quote in a key does not end its part; write it like providers.llm.aliases."gpt-4.1"
  -c: ui..fps: a key has an empty part; write it like assistant.model.id
  -c: ui.`+"\x01"+`: a key holds a control character; take it out
  -m: assistant.model.id: a model is written provider/model, such as openai/gpt-6, or is an alias; it is ""
`)
}
