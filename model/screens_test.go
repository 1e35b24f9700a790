package model

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/tools/askuser"
	"parley/providers"
	"parley/store"
)

// said is a desk of a given size with one finished turn on it.
func said(t *testing.T, message, answer string, change ...func(*desk, *Options)) *desk {
	t.Helper()
	d := newDesk(t, append(change, func(d *desk, _ *Options) {
		d.host.listed = []string{"README.md", "cmd/report.go", "cmd/report_test.go", "model/keys.go"}
		d.host.offered = []Offer{{ID: "openai/gpt-5", Context: 400000, In: 1.25, Out: 10}, {ID: "ollama/qwen3:8b", Context: 40960}}
	})...).start()
	d.write(message).press("enter")
	d.answer(answer)
	return d
}

// worked is a desk on which the assistant has run a tool that was allowed.
func worked(t *testing.T) *desk {
	t.Helper()
	d := asked(t, `{"id":"q","text":"Which environment?","answer_type":"select","options":["staging","production"]}`)
	d.calm("2")
	d.answer("Then **production**. I tell it:", callOf("c2", "echo", `{"say":"to production"}`))
	d.pass(time.Second)
	d.calm("y")
	d.answer("Done. One thing is left:\n\n- the *maintenance window*, which the team of operations has to agree to before anything else happens\n- the note\n\n```sh\nmake migrate\n```")
	return d
}

const report = "# Report\n\nThe flag is **in**. `report --json` prints one object per line and leaves the text output alone.\n\n" +
	"1. The branch is in `cmd/report.go`, behind the flag, and nothing else was touched by it.\n2. A test is missing.\n\n" +
	"| file | lines | why |\n|---|---:|---|\n| cmd/report.go | 14 | the flag |\n| README.md | 2 | says so |\n\n" +
	"```go\nfunc TestReportJSON(t *testing.T) {\n\tgot := capture()\n}\n```\n\nShall I write it?"

func conversationStates() []state {
	return []state{
		{"empty", func(t *testing.T) *desk { return newDesk(t).start() }},
		{"conversation", func(t *testing.T) *desk {
			return said(t, "Add a --json flag to `report`, keep the text output as it is.", report)
		}},
		{"conversation-above", func(t *testing.T) *desk {
			d := said(t, "Add a --json flag", strings.Repeat("A line of a long answer.\n\n", 30))
			return d.press("pgup", "pgup")
		}},
		{"conversation-block", func(t *testing.T) *desk { return worked(t).press("tab", "up") }},
		{"conversation-work", worked},
		{"conversation-work-open", func(t *testing.T) *desk { return worked(t).press("tab", "up", "enter", "up", "up", "enter") }},
		{"conversation-search", func(t *testing.T) *desk { return worked(t).press("tab", "/").write("prod") }},
		{"conversation-found", func(t *testing.T) *desk { return worked(t).press("tab", "/").write("prod").press("enter") }},
		{"answering", func(t *testing.T) *desk {
			d := newDesk(t).start().write("Add a --json flag").press("enter")
			d.say(providers.ReasoningDelta{Text: "A flag, then."}, spoken("I'll look at **how** the command builds\n\n1. its out"))
			return d
		}},
		{"queue", func(t *testing.T) *desk {
			d := newDesk(t).start().write("Add a --json flag").press("enter")
			d.say(spoken("I'll look"))
			return d.write("and a test").press("enter").write("and the README")
		}},
		{"retry", func(t *testing.T) *desk {
			d := newDesk(t).start().write("Add a --json flag").press("enter")
			d.say(providers.Retrying{Attempt: 2, Max: 5, Wait: 12 * time.Second, Reason: "429 too many requests"})
			return d
		}},
		{"cut", func(t *testing.T) *desk {
			d := newDesk(t).start().write("Add a --json flag").press("enter")
			d.say(spoken("I'll look at how the"), providers.Finished{Answer: providers.Answer{Text: "I'll look at how the", Finish: "length"}})
			d.write("Go on").press("enter")
			d.say(providers.Finished{Answer: providers.Answer{Reasoning: "A flag, then.", Finish: "stop"}})
			return d
		}},
		{"refused", func(t *testing.T) *desk {
			d := newDesk(t).start().write("Add a --json flag").press("enter")
			d.fail(&providers.Error{Provider: "openai", Status: 401, Message: "OpenAI refused the key (401).", Help: "Set OPENAI_API_KEY to a valid one."})
			return d
		}},
		{"permission", permitted},
		{"permission-raw", func(t *testing.T) *desk { return permitted(t).calm("p") }},
		{"permission-edited", func(t *testing.T) *desk { return permitted(t).calm("e").write("x") }},
		{"permission-skipped", func(t *testing.T) *desk { return permitted(t).calm("r").write("not before ops agreed") }},
		{"question-and-conversation", func(t *testing.T) *desk { return permitted(t).calm("tab") }},
	}
}

func permitted(t *testing.T) *desk {
	return called(t, nil, []providers.Call{callOf("c1", "echo", `{"say":"cd sub && go test ./... | tail -40"}`)})
}

func lineStates() []state {
	shown := func(name, written string, keys ...string) state {
		return state{name, func(t *testing.T) *desk {
			return said(t, "Hello", "Hello. What shall we look at?").write(written).press(keys...)
		}}
	}
	return []state{
		shown("written", "one message of several words that is too long for a line of eighty columns, so that it wraps", "shift+enter", "a"),
		shown("palette", "/"),
		shown("palette-narrowed", "/re"),
		shown("files", "look at @rep"),
		shown("models", "/model "),
		{"chip", func(t *testing.T) *desk {
			d := said(t, "Hello", "Hello. What shall we look at?").write("this: ")
			d.send(tea.PasteMsg{Content: strings.Repeat("a line of a log\n", 300)})
			return d
		}},
		shown("tools", "/tools", "enter"),
		shown("remembered", "/remembered", "enter"),
		shown("limits", "/limits", "enter"),
		shown("scratchpad", "/scratchpad", "enter"),
		shown("unknown-command", "/hepl", "enter"),
		{"audit", func(t *testing.T) *desk { return worked(t).write("/audit").press("esc", "enter") }},
		shown("help", "", "?"),
		{"held-turn", func(t *testing.T) *desk {
			log := logOf(t, time.Second, store.TurnStart{}, store.ChatRequest{Text: "Add a --json flag"})
			return newDesk(t, func(_ *desk, o *Options) {
				o.Shell = coordinator.NewShell(t.Context(), o.Shell.World, o.Shell.State().Env, "c1", log)
			}).start()
		}},
		{"text-question", func(t *testing.T) *desk {
			return called(t, nil, []providers.Call{callOf("c1", askuser.Name, `{"questions":[`+note+`]}`)}, func(_ *desk, o *Options) { o.Direct = true })
		}},
	}
}

func TestEveryScreenAtEverySize(t *testing.T) { everyScreen(t, states()) }

// states are the screens of the conversation and of its line. Those of forms,
// changes and guards are kept by tests of their own.
func states() []state { return append(conversationStates(), lineStates()...) }

// TestAFalseHintIsNoticed: what holds the hints to the truth fails where one is
// not true.
func TestAFalseHintIsNoticed(t *testing.T) {
	come := func() *desk { return newDesk(t).start() }
	for _, key := range []string{"esc", "ctrl+s", "enter"} {
		x := come()
		before := x.traces()
		if x.calm(key); x.traces() != before {
			t.Errorf("%s changes an empty screen", key)
		}
	}
	for text, want := range map[string][]string{
		"Enter or a answer": {"enter"}, "1-4 choose": {"1"}, "↑↓ Enter choose": {"up", "down"}, "n N hits": {"n", "N"}, "? help": {"?"}, "small · 1.2k tokens": nil, "writes ~/.config": nil,
	} {
		if got := keysOfHint(text); !slices.Equal(got, want) {
			t.Errorf("%q hints %v, want %v", text, got, want)
		}
	}
}
