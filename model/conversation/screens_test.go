package conversation

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/tools/askuser"
	"parley/model/kit"
	"parley/providers"
	"parley/store"
	"parley/teatest/desk"
)

// said is a desk of a given size with one finished turn on it.
func said(t *testing.T, message, answer string, change ...func(*desk.Desk, *Options)) *desk.Desk {
	t.Helper()
	d := newDesk(t, append(change, func(d *desk.Desk, _ *Options) {
		d.Host.Listed = []string{"README.md", "cmd/report.go", "cmd/report_test.go", "model/keys.go"}
		d.Host.Offered = []kit.Offer{{ID: "openai/gpt-5", Context: 400000, In: 1.25, Out: 10}, {ID: "ollama/qwen3:8b", Context: 40960}}
	})...).Start()
	d.Write(message).Press("enter")
	d.Answer(answer)
	return d
}

// worked is a desk on which the assistant has run a tool that was allowed.
func worked(t *testing.T) *desk.Desk {
	t.Helper()
	d := asked(t, `{"id":"q","text":"Which environment?","answer_type":"select","options":["staging","production"]}`)
	d.Calm("2")
	d.Answer("Then **production**. I tell it:", desk.CallOf("c2", "echo", `{"say":"to production"}`))
	d.Pass(time.Second)
	d.Calm("y")
	d.Answer("Done. One thing is left:\n\n- the *maintenance window*, which the team of operations has to agree to before anything else happens\n- the note\n\n```sh\nmake migrate\n```")
	return d
}

const report = "# Report\n\nThe flag is **in**. `report --json` prints one object per line and leaves the text output alone.\n\n" +
	"1. The branch is in `cmd/report.go`, behind the flag, and nothing else was touched by it.\n2. A test is missing.\n\n" +
	"| file | lines | why |\n|---|---:|---|\n| cmd/report.go | 14 | the flag |\n| README.md | 2 | says so |\n\n" +
	"```go\nfunc TestReportJSON(t *testing.T) {\n\tgot := capture()\n}\n```\n\nShall I write it?"

func conversationStates() []desk.State {
	return []desk.State{
		{Name: "empty", Come: func(t *testing.T) *desk.Desk { return newDesk(t).Start() }},
		{Name: "conversation", Come: func(t *testing.T) *desk.Desk {
			return said(t, "Add a --json flag to `report`, keep the text output as it is.", report)
		}},
		{Name: "conversation-above", Come: func(t *testing.T) *desk.Desk {
			d := said(t, "Add a --json flag", strings.Repeat("A line of a long answer.\n\n", 30))
			return d.Press("pgup", "pgup")
		}},
		{Name: "conversation-block", Come: func(t *testing.T) *desk.Desk { return worked(t).Press("tab", "up") }},
		{Name: "conversation-work", Come: worked},
		{Name: "conversation-work-open", Come: func(t *testing.T) *desk.Desk { return worked(t).Press("tab", "up", "enter", "up", "up", "enter") }},
		{Name: "conversation-search", Come: func(t *testing.T) *desk.Desk { return worked(t).Press("tab", "/").Write("prod") }},
		{Name: "conversation-found", Come: func(t *testing.T) *desk.Desk { return worked(t).Press("tab", "/").Write("prod").Press("enter") }},
		{Name: "answering", Come: func(t *testing.T) *desk.Desk {
			d := newDesk(t).Start().Write("Add a --json flag").Press("enter")
			d.Say(providers.ReasoningDelta{Text: "A flag, then."}, desk.Spoken("I'll look at **how** the command builds\n\n1. its out"))
			return d
		}},
		{Name: "command", Come: func(t *testing.T) *desk.Desk { return said(t, "Add a flag", "Done.").Press("!").Write("go test ./...") }},
		{Name: "command-runs", Come: func(t *testing.T) *desk.Desk { return typeOwn(said(t, "Add a flag", "Done."), "wait") }},
		{Name: "command-ran", Come: func(t *testing.T) *desk.Desk { return typeOwn(said(t, "Add a flag", "Done."), "false") }},
		{Name: "command-refused", Come: func(t *testing.T) *desk.Desk {
			d := said(t, "Add a flag", "Done.", func(d *desk.Desk, _ *Options) { d.Host.Refused = map[string]string{"rm -r x": "run_command(rm *)"} })
			typeOwn(d, "rm -r x").Pass(time.Second)
			return d
		}},
		{Name: "queue", Come: func(t *testing.T) *desk.Desk {
			d := newDesk(t).Start().Write("Add a --json flag").Press("enter")
			d.Say(desk.Spoken("I'll look"))
			return d.Write("and a test").Press("enter").Write("and the README")
		}},
		{Name: "retry", Come: func(t *testing.T) *desk.Desk {
			d := newDesk(t).Start().Write("Add a --json flag").Press("enter")
			d.Say(providers.Retrying{Attempt: 2, Max: 5, Wait: 12 * time.Second, Reason: "429 too many requests"})
			return d
		}},
		{Name: "cut", Come: func(t *testing.T) *desk.Desk {
			d := newDesk(t).Start().Write("Add a --json flag").Press("enter")
			d.Say(desk.Spoken("I'll look at how the"), providers.Finished{Response: providers.Response{Text: "I'll look at how the", Finish: "length"}})
			d.Write("Go on").Press("enter")
			d.Say(providers.Finished{Response: providers.Response{Reasoning: "A flag, then.", Finish: "stop"}})
			return d
		}},
		{Name: "broken", Come: func(t *testing.T) *desk.Desk { // asked again, and then broken off for good
			d := newDesk(t).Start().Write("Add a --json flag").Press("enter")
			d.Say(desk.Spoken("I'll look"))
			d.Fail(&providers.Error{Provider: "openai", Transient: true, Message: "The response of OpenAI broke off before its end."})
			d.Say(desk.Spoken("I'll look at how the"))
			d.Fail(&providers.Error{Provider: "openai", Message: "OpenAI reports a fault: Overloaded."})
			return d
		}},
		{Name: "refused", Come: func(t *testing.T) *desk.Desk {
			d := newDesk(t).Start().Write("Add a --json flag").Press("enter")
			d.Fail(&providers.Error{Provider: "openai", Status: 401, Message: "OpenAI refused the key (401).", Help: "Set OPENAI_API_KEY to a valid one."})
			return d
		}},
		{Name: "permission", Come: permitted},
		{Name: "permission-menu", Come: func(t *testing.T) *desk.Desk { return permitted(t).Calm("esc") }},
		{Name: "permission-raw", Come: func(t *testing.T) *desk.Desk { return permitted(t).Calm("p") }},
		{Name: "permission-edited", Come: func(t *testing.T) *desk.Desk { return permitted(t).Calm("e").Write("x") }},
		{Name: "permission-skipped", Come: func(t *testing.T) *desk.Desk { return permitted(t).Calm("r").Write("not before ops agreed") }},
		{Name: "permission-rules", Come: func(t *testing.T) *desk.Desk { return ruled(t, offered(t)).Calm("a") }},
		{Name: "permission-rule-words", Come: func(t *testing.T) *desk.Desk { return ruled(t, offered(t)).Calm("a").Calm("e").Write("(x") }},
		{Name: "patch-rules", Come: func(t *testing.T) *desk.Desk {
			return newDesktop(t, notes()).patched(modify(), inForce(offered(t))).Calm("a")
		}},
		{Name: "question-and-conversation", Come: func(t *testing.T) *desk.Desk { return permitted(t).Calm("tab") }},
	}
}

func permitted(t *testing.T) *desk.Desk {
	return called(t, nil, []providers.Call{desk.CallOf("c1", "echo", `{"say":"cd sub && go test ./... | tail -40"}`)})
}

func lineStates() []desk.State {
	shown := func(name, written string, keys ...string) desk.State {
		return desk.State{Name: name, Come: func(t *testing.T) *desk.Desk {
			return said(t, "Hello", "Hello. What shall we look at?").Write(written).Press(keys...)
		}}
	}
	return []desk.State{
		shown("written", "one message of several words that is too long for a line of eighty columns, so that it wraps", "shift+enter", "a"),
		shown("palette", "/"),
		shown("palette-narrowed", "/re"),
		shown("files", "look at @rep"),
		shown("models", "/model "),
		{Name: "chip", Come: func(t *testing.T) *desk.Desk {
			d := said(t, "Hello", "Hello. What shall we look at?").Write("this: ")
			d.Send(tea.PasteMsg{Content: strings.Repeat("a line of a log\n", 300)})
			return d
		}},
		shown("tools", "/tools", "enter"),
		shown("remembered", "/remembered", "enter"),
		shown("limits", "/limits", "enter"),
		shown("scratchpad", "/scratchpad", "enter"),
		shown("unknown-command", "/hepl", "enter"),
		shown("help", "", "?"),
		{Name: "held-turn", Come: func(t *testing.T) *desk.Desk {
			log := desk.LogOf(t, time.Second, store.TurnStart{}, store.ChatRequest{Text: "Add a --json flag"})
			return newDesk(t, func(_ *desk.Desk, o *Options) {
				o.Shell = coordinator.NewShell(t.Context(), o.Shell.World, o.Shell.State().Env, "c1", log)
			}).Start()
		}},
		{Name: "text-question", Come: func(t *testing.T) *desk.Desk {
			return called(t, nil, []providers.Call{desk.CallOf("c1", askuser.Name, `{"questions":[`+note+`]}`)}, func(_ *desk.Desk, o *Options) { o.Direct = true })
		}},
	}
}

func TestEveryScreenAtEverySize(t *testing.T) { desk.EveryScreen(t, states()) }

// states are the screens of the conversation and of its line. Those of forms, changes and
// guards have tests of their own.
func states() []desk.State {
	return slices.Concat(conversationStates(), lineStates(), startStates())
}

// TestAFalseHintIsNoticed: the check of the hints fails if one is not true.
func TestAFalseHintIsNoticed(t *testing.T) {
	come := func() *desk.Desk { return newDesk(t).Start() }
	for _, key := range []string{"esc", "ctrl+s", "enter"} {
		x := come()
		before := x.Traces()
		if x.Calm(key); x.Traces() != before {
			t.Errorf("%s changes an empty screen", key)
		}
	}
	for text, want := range map[string][]string{
		"Enter or a answer": {"enter"}, "1-4 choose": {"1"}, "↑↓ Enter choose": {"up", "down"}, "n N hits": {"n", "N"}, "? help": {"?"}, "small · 1.2k tokens": nil, "writes ~/.config": nil,
	} {
		if got := desk.KeysOfHint(text); !slices.Equal(got, want) {
			t.Errorf("%q hints %v, want %v", text, got, want)
		}
	}
}
