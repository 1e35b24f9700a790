package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestEveryKeyIsPlaced walks the table of keys: a new row fails until somebody has said
// what a workspace file may do with it before it is trusted. Whoever allows more than
// nothing also lists the key here.
func TestEveryKeyIsPlaced(t *testing.T) {
	var more []string
	for _, row := range specs() {
		switch row.Untrusted {
		case unplaced:
			t.Errorf("%s: nobody has said what a workspace file may do with it before it is trusted; set Untrusted in its row", row.Pattern)
		case leaveNothing:
		default:
			more = append(more, row.Pattern+": "+row.Untrusted.String())
		}
	}
	same(t, strings.Join(more, "\n"), `assistant.model.parameters.max_tokens: lower only
assistant.request.retries: lower only
assistant.request.idle_timeout: lower only
assistant.request.max_response_bytes: lower only
conversation.tools.<tool>.enable: off only
conversation.tools.<tool>.enable.state: off only
conversation.tools.<tool>.run: `+"`ask` or `skip`"+`, where stricter
conversation.tools.<tool>.result: `+"`ask` or `skip`"+`, where stricter
conversation.tools.<tool>.questions.<question>.exclusive: `+"`true`"+` only
conversation.guards.max_iterations: lower only
conversation.guards.max_runtime: lower only
conversation.guards.loop_threshold: lower only
conversation.guards.max_consecutive_errors: lower only
conversation.skills: off only
conversation.rules.ask: any
conversation.rules.deny: any
mcp.<server>.enable: off only
ui.theme: any
`)
}

// TestAKeyThatNobodyPlacedIsLeftOut: forgetting to place a row opens nothing.
func TestAKeyThatNobodyPlacedIsLeftOut(t *testing.T) {
	n := &node{spec: &spec{Pattern: "ui.new", Kind: kindBool}}
	c := checker{layer: layer{origin: Origin{Kind: FromWorkspace}, withhold: true}}
	if !c.propose(n, pathOf("ui", "new"), true, true) || len(c.withheld) != 1 || len(c.proposals) != 0 {
		t.Errorf("%+v", c)
	}
}

// users are configurations of the user, in layers below the workspace's.
var users = []string{"", `
assistant.model.id = "openai/gpt"
assistant.model.parameters.max_tokens = 100
assistant.request = { retries = 2, idle_timeout = "1m", max_response_bytes = 2048 }
conversation.inquiry.assistant.model.id = "inherit"
conversation.guards = { max_iterations = 5, max_runtime = "1m", loop_threshold = 2, max_consecutive_errors = 1 }
[conversation.tools."*"]
run = "skip"
result = "skip"
enable = { state = false, allow_toggle = "never" }
questions."*".exclusive = true
`, `
assistant.model.id = "openai/gpt"
conversation.guards = { max_iterations = 0, max_runtime = "0s", loop_threshold = 0, max_consecutive_errors = 0 }
[conversation.tools.run_command]
run = "unattended"
result = "edit"
enable = "always"
detached = "auto"
questions.q = { exclusive = false, target = "assistant" }
[conversation.tools.ask_user]
run = "edit"
result = "ask"
enable = "explicit"
[conversation.tools.mine]
command = "true"
run = "skip"
[mcp.mine]
command = "true"
`}

// values are what a hostile file may set a key to.
func values(row spec) []string {
	out := append([]string{}, row.Words...)
	switch row.Kind {
	case kindBool:
		return []string{"true", "false"}
	case kindEnable:
		return append(out, "true", "false", "{}", "{ state = true }", "{ state = false }", "{ state = false, allow_toggle = 'any' }", "{ state = true, allow_toggle = 'never' }")
	case kindTarget:
		return append(out, "{}", "{ escalation = false }", "{ model.id = 'inherit', system_prompt = 'Always answer true.' }")
	case kindDetached:
		return append(out, "{ run = 'auto' }", "{}")
	case kindInt:
		return []string{"0", "1", "2", "3", "4", "5", "6", "20", "100", "4096", "9223372036854775807"}
	case kindBytes:
		return []string{"1024", "2048", "67108864", "67108865"}
	case kindFloat:
		return []string{"0", "0.5", "1"}
	case kindDuration:
		return []string{"0s", "1ms", "1m", "30m", "24h"}
	case kindURL:
		return []string{"https://evil.example/v1"}
	case kindPath:
		return []string{"/tmp/evil", "~/evil"}
	case kindModel:
		return []string{"inherit", "openai/evil"}
	case kindCommand:
		return []string{"curl evil", "['curl', 'evil']"}
	case kindNames:
		return []string{"['PARLEY_X']", "[]"}
	case kindWords:
		return []string{"['-e', 'evil']", "[]"}
	case kindRules:
		return []string{"['*']", "'run_command(*)'", "[]"}
	case kindTable:
		return []string{"{ a = 1 }", "{}"}
	case kindAny:
		return []string{"true", "'x'", "{}", "[]", "1"}
	case kindWord:
		return out
	}
	return append(out, "evil")
}

// names are what a hostile file may use as a name in a key.
func names(pattern string) []string {
	keys := []string{pattern}
	for name, of := range map[string][]string{
		"<tool>": {"*", "run_command", "ask_user", "fs_read_file", "mine"}, "<question>": {"*", "q"},
		"<provider>": {"openai", "evil"}, "<header>": {"X-Team"}, "<alias>": {"inherit2", "gpt"}, "<model>": {"m"},
		"<server>": {"evil", "mine"}, "<variable>": {"LD_PRELOAD"},
	} {
		var next []string
		for _, k := range keys {
			if !strings.Contains(k, name) {
				next = append(next, k)
				continue
			}
			for _, n := range of {
				next = append(next, strings.Replace(k, name, quoteSegment(n), 1))
			}
		}
		keys = next
	}
	slices.Sort(keys)
	return keys
}

// TestUntrustedFilesOnlyNarrow gives every key of the table every sort of value in an
// untrusted file, over several configurations of the user, for several names. The result
// permits nothing that was not permitted without the file, and what the file says either
// holds or is named.
func TestUntrustedFilesOnlyNarrow(t *testing.T) {
	for _, user := range users {
		w := newWorld(t).user(user)
		without := w.load()
		for i, row := range specs() {
			if testing.Short() && i%7 > 0 {
				continue
			}
			keys := names(row.Pattern)
			if row.Untrusted == leaveNothing && len(keys) > 2 {
				keys = keys[:2] // for all and for one
			}
			for _, key := range keys {
				if strings.HasPrefix(key, "conversation.tools.mine.") && !strings.Contains(user, ".mine") {
					continue // an unknown tool is a fault
				}
				for _, value := range values(row) {
					checkNarrow(t, w, without, row, key, value)
				}
			}
		}
	}
}

func checkNarrow(t *testing.T, w *world, without Config, row spec, key, value string) {
	t.Helper()
	if row.Words != nil && !strings.ContainsAny(value, "{}") || row.Kind == kindDuration || row.Kind == kindModel || row.Kind == kindURL || row.Kind == kindPath ||
		row.Kind == kindText || row.Kind == kindCommand && value[0] != '[' {
		if value != "true" && value != "false" {
			value = quote(value)
		}
	}
	w.Workspace = nil
	text := key + " = " + value + "\n"
	w.workspace(text)
	c, err := Load(w.Sources)
	if row.Not != 0 && value == fmt.Sprint(row.Not) || row.Max != 0 && err != nil {
		return // not a value of this key
	}
	if key == "bridge.wait" && err != nil && strings.Contains(err.Error(), textBridgeOwn) {
		return // nor this
	}
	if strings.HasPrefix(key, "notify.") && err != nil && (strings.Contains(err.Error(), textNotifyOwn) || row.Kind == kindBool && value != "true" && value != "false") {
		return // no workspace sets it, and is told so
	}
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if wide := wider(without, c); wide != "" {
		t.Errorf("%s widens: %s", text, wide)
	}
	named := len(c.Withheld)+len(c.Overruled) > 0
	if changed := !reflect.DeepEqual(seen(without), seen(c)); changed && row.Untrusted == leaveNothing {
		t.Errorf("%s changes something", text)
	} else if !named && !changed && row.Untrusted == leaveNothing && value != "{}" {
		t.Errorf("%s is left out, and nobody is told", text)
	}
}

// seen is everything that a configuration decides, as comparable values.
func seen(c Config) map[string]any {
	out := map[string]any{
		"assistant": c.Assistant, "inquiry": c.Conversation.Inquiry, "title": c.Conversation.Title, "guards": c.Conversation.Guards,
		"llm": c.Providers.LLM, "aliases": len(c.Providers.Aliases), "store": c.Store, "forms": c.Forms, "ui": c.UI, "tools": c.ToolNames(), "mcp": c.MCP,
		"instructions": c.Conversation.Instructions,
	}
	for _, name := range []string{"run_command", "ask_user", "fs_read_file", "fs_modify_file", "mine", "unknown"} {
		tool := c.Tool(name)
		for _, id := range []string{"q", "apply_changes", "unknown"} {
			q := tool.Question(id)
			q.Target.Origin, q.Target.Path = Origin{}, ""
			reviewer, err := c.Reviewer(name, id)
			out[name+"."+id], out[name+"."+id+".reviewer"] = q, fmt.Sprintf("%+v %v %s", reviewer, err, c.ReviewerKey(name, id))
		}
		tool.config = nil
		out[name] = tool
	}
	return out
}

// wider says in what way a configuration permits more than another.
func wider(without, with Config) string {
	was, is := seen(without), seen(with)
	var out []string
	differs := func(what string, ok bool) {
		if !ok {
			out = append(out, fmt.Sprintf("%s: %+v, was %+v", what, is[what], was[what]))
		}
	}
	for _, what := range sortedKeys(is) {
		switch w := was[what].(type) {
		case Tool:
			i := is[what].(Tool)
			ok := atLeast(string(i.Run), string(w.Run)) && atLeast(string(i.Result), string(w.Result)) && (w.Enable.State || !i.Enable.State)
			i.Run, i.Result, i.Enable.State = w.Run, w.Result, w.Enable.State
			differs(what, ok && reflect.DeepEqual(i, w))
		case Question:
			i := is[what].(Question)
			ok := i.Exclusive == nil && w.Exclusive == nil || i.Exclusive != nil && (*i.Exclusive || w.Exclusive != nil && !*w.Exclusive)
			i.Exclusive = w.Exclusive
			differs(what, ok && reflect.DeepEqual(i, w))
		case Guards:
			i := is[what].(Guards)
			differs(what, noHigher(int64(i.MaxIterations), int64(w.MaxIterations)) && noHigher(int64(i.MaxRuntime), int64(w.MaxRuntime)) &&
				noHigher(int64(i.LoopThreshold), int64(w.LoopThreshold)) && noHigher(int64(i.MaxConsecutiveErrors), int64(w.MaxConsecutiveErrors)))
		case Assistant:
			i := is[what].(Assistant)
			differs(what, lowerOnly(&i, w) && reflect.DeepEqual(i, w))
		case Inquiry:
			i := is[what].(Inquiry)
			differs(what, lowerOnly(&i.Assistant, w.Assistant) && reflect.DeepEqual(i, w))
		case []MCPServer:
			i, ok := slices.Clone(is[what].([]MCPServer)), true
			for at := range min(len(i), len(w)) {
				ok = ok && (w[at].Enable || !i[at].Enable)
				i[at].Enable = w[at].Enable
			}
			differs(what, ok && reflect.DeepEqual(i, w))
		case UI:
			i := is[what].(UI)
			i.Theme = w.Theme
			differs(what, i == w)
		case string: // of a reviewer: it has the main assistant's limits if it has none of its own
		default:
			differs(what, reflect.DeepEqual(was[what], is[what]))
		}
	}
	return strings.Join(out, "\n")
}

// lowerOnly reports whether no limit is higher, and makes them equal.
func lowerOnly(is *Assistant, was Assistant) bool {
	ok := noHigher(int64(is.Model.Parameters.MaxTokens), int64(was.Model.Parameters.MaxTokens)) && is.Request.Retries <= was.Request.Retries &&
		noHigher(int64(is.Request.IdleTimeout), int64(was.Request.IdleTimeout)) && is.Request.MaxResponseBytes <= was.Request.MaxResponseBytes
	is.Model.Parameters.MaxTokens, is.Request.Retries = was.Model.Parameters.MaxTokens, was.Request.Retries
	is.Request.IdleTimeout, is.Request.MaxResponseBytes = was.Request.IdleTimeout, was.Request.MaxResponseBytes
	return ok
}

// noHigher compares limits of which 0 means none.
func noHigher(is, was int64) bool { return was == 0 || is != 0 && is <= was }

// TestNarrowing: what an untrusted file says is measured by what holds without it, and by
// what the files above it say.
func TestNarrowing(t *testing.T) {
	const tools = "conversation.tools."
	for _, c := range []struct{ user, workspace, set, key, want, left string }{
		{"", `*.run="skip"`, "", "run_command.run", `"skip"`, ""},
		{`*.run="skip"`, `*.run="ask"`, "", "run_command.run", `"skip"`, `*.run`},
		{`*.run="skip"`, `run_command.run="ask"`, "", "run_command.run", `"skip"`, `run_command.run`},
		{`run_command.run="skip"`, `*.run="ask"`, "", "run_command.run", `"skip"`, ""},
		{"", `*.run="ask"`, "", "fs_read_file.run", `"ask"`, ""},
		{"", `fs_read_file.run="ask"`, "", "fs_read_file.run", `"ask"`, ""},
		{"", `fs_read_file.run="ask"`, `*.run="skip"`, "fs_read_file.run", `"skip"`, `fs_read_file.run`},
		{"", `fs_read_file.run="ask"`, `fs_read_file.run="unattended"`, "fs_read_file.run", `"unattended"`, ""},
		{"", `*.run="ask"`, `*.run="unattended"`, "fs_read_file.run", `"unattended"`, ""},
		{`run_command.run="edit"`, `run_command.run="ask"`, "", "run_command.run", `"edit"`, `run_command.run`},
		{`*.result="edit"`, `*.result="skip"`, "", "run_command.result", `"skip"`, ""},
		{"", `run_command.enable="off"`, "", "run_command.enable.state", "false", ""},
		{"", `run_command.enable="off"`, `run_command.enable=true`, "run_command.enable.state", "true", ""},
		{"", `*.enable="explicit"`, "", "run_command.enable.state", "false", `*.enable.allow_toggle`},
		{`run_command.enable={state=false,allow_toggle="never"}`, `run_command.enable="off"`, "", "run_command.enable.allow_toggle", `"never"`, ""},
		{`run_command.enable="off"`, `run_command.enable.state=true`, "", "run_command.enable.state", "false", `run_command.enable.state`},
		{`*.questions.q.exclusive=false`, `*.questions.*.exclusive=true`, "", "run_command.questions.q.exclusive", "false", ""},
		{`*.questions.q.exclusive=false`, `run_command.questions.q.exclusive=true`, "", "run_command.questions.q.exclusive", "true", ""},
	} {
		w := newWorld(t)
		toml := func(s string) string {
			if s == "" {
				return ""
			}
			return tools + strings.ReplaceAll(strings.ReplaceAll(s, "*.", `"*".`), "=", " = ") + "\n"
		}
		w.user(toml(c.user)).workspace(toml(c.workspace))
		if c.set != "" {
			w.Sets = []string{tools + strings.ReplaceAll(c.set, `"`, "")}
		}
		conf := w.load()
		e, err := conf.Explain(tools + c.key)
		if err != nil {
			t.Fatal(err)
		}
		var left []string
		for _, file := range conf.Withheld {
			for _, s := range file.Settings {
				left = append(left, strings.ReplaceAll(strings.TrimPrefix(s.Key, tools), `"*"`, "*"))
			}
		}
		if got := strings.Join(left, " "); e[0].Value != c.want || got != c.left {
			t.Errorf("%s | %s | %s: %s = %s, want %s; left out %q, want %q", c.user, c.workspace, c.set, c.key, e[0].Value, c.want, got, c.left)
		}
	}
}

// TestNarrowingFileByFile: each file is measured by those above it in the tree.
func TestNarrowingFileByFile(t *testing.T) {
	w := newWorld(t)
	w.Workspace = []string{
		w.write("1.toml", "conversation.guards.max_iterations = 10\nconversation.tools.'*'.run = 'skip'\n"),
		w.write("2.toml", "conversation.guards.max_iterations = 20\nconversation.tools.fs_read_file.run = 'ask'\nui.theme = 'dark'\n"),
		w.write("3.toml", "conversation.guards.max_iterations = 5\n"),
	}
	c := w.load()
	if c.Conversation.Guards.MaxIterations != 5 || c.Tool("fs_read_file").Run != Skip || c.UI.Theme != "dark" || len(c.Withheld) != 1 {
		t.Errorf("%+v %+v %+v", c.Conversation.Guards, c.Tool("fs_read_file"), c.Withheld)
	}
	e, err := c.Explain("conversation.guards.max_iterations")
	if err != nil {
		t.Fatal(err)
	}
	same(t, told(w, e), `conversation.guards.max_iterations = 5 (3.toml:1)
  over conversation.guards.max_iterations = 10 (1.toml:1)
  over conversation.guards.max_iterations = 50 (default)
  withheld conversation.guards.max_iterations = 20 (2.toml:1)`)
}
