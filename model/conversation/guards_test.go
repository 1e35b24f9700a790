package conversation

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator/guards"
	"parley/coordinator/tool"
	"parley/coordinator/tools/findings"
	"parley/providers"
	"parley/store"
	"parley/teatest/desk"
)

// quiet is echo that needs no permission.
type quiet struct{ desk.Echo }

func (quiet) Spec() tool.Spec {
	s := desk.Echo{}.Spec()
	s.Run = tool.Unattended
	return s
}

// guarded is a desk on which a turn has begun under limits.
func guarded(t *testing.T, l guards.Limits) *desk.Desk {
	t.Helper()
	d := newDesk(t, func(_ *desk.Desk, o *Options) {
		env := o.Shell.State().Env
		env.Tools, env.Limits = desk.Registry(t, quiet{}, findings.New()), l
		env.DebugLimits, env.DebugSkill = guards.Limits{Iterations: 3}, "Look closely.\n\nThen report."
		o.Shell.SetEnv(env)
	}).Start()
	d.Write("make the tests pass").Press("enter")
	return d
}

// steps makes the model say the same n times.
func steps(d *desk.Desk, n int, say string) {
	d.T.Helper()
	for i := range n {
		d.Answer("I try it. 2 of 5 tests still failing.", providers.Call{Name: "echo", Arguments: fmt.Sprintf(`{"say":%q}`, strings.ReplaceAll(say, "#", fmt.Sprint(i)))})
	}
	d.Pass(time.Second)
}

func TestAGuardOnTheScreen(t *testing.T) {
	d := guarded(t, guards.Limits{Iterations: 10, Loop: 3})
	steps(d, 3, "2 of 5 tests failing")
	d.Golden("guard")
	d.Press("b", "r") // neither is a way out of a guard's question
	if !modelOf(d).ask.open || modelOf(d).ask.field.Filter() != "" {
		t.Fatal("a key that means nothing changed the question")
	}
	d.Pass(300 * time.Millisecond) // what comes sooner might be the rest of a word
	d.Calm("4")
	if p, _ := modelOf(d).o.Shell.State().Prompt(); !p.Review || p.Guard != guards.LoopThreshold {
		t.Fatalf("after the review %+v asks", p)
	}
	d.Golden("guard-review")
	d.Calm("pgdown", "pgdown", "pgdown")
	d.Golden("guard-review-end")
	d.Calm("1")
	d.Golden("guard-decided")
}

func TestDebuggingIsItsOwnFold(t *testing.T) {
	d := guarded(t, guards.Limits{Loop: 2})
	steps(d, 2, "no")
	d.Calm("2")
	d.Say(providers.ReasoningDelta{Text: "hm"}, desk.Spoken("The service is not there."), providers.Finished{Response: providers.Response{
		Text: "The service is not there.", Reasoning: "hm", Finish: "stop", Calls: []providers.Call{{ID: "look", Name: "echo", Arguments: `{"say":"dials out"}`}},
	}})
	d.Golden("guard-debugging")
	d.Answer("That is it.", providers.Call{ID: "report", Name: findings.Name,
		Arguments: `{"root_cause":"service.js:1 calls a service that the tests do not mock","findings":["auth.js is right"],"fix":"mock it"}`})
	d.Answer("All tests pass.")
	d.Golden("guard-debugged")
	d.Press("tab", "g", "up", "up", "up", "up", "up", "up", "up", "up")
	for range 20 {
		if e, ok := modelOf(d).pane.Selected(); ok && strings.HasPrefix(e.Plain(), "Debugging found") {
			break
		}
		d.Press("down")
	}
	d.Press("enter")
	d.Golden("guard-debugged-open")
	d.Press("/").Write("dials out").Press("enter")
	d.Shows(" hit 1 of 1 · small                                         1.2k tokens · $0.02")
}

func TestAcceptingSaysThatTheResultIsPartial(t *testing.T) {
	d := guarded(t, guards.Limits{Iterations: 1})
	steps(d, 2, "step #")
	d.Calm("3")
	d.Shows("   Task completed with partial results due to the limit of iterations")
}

func TestMetersOfLimitsThatAreNear(t *testing.T) {
	d := guarded(t, guards.Limits{Iterations: 10, Loop: 3, Errors: 5})
	steps(d, 7, "step #")
	d.Sees(" ⠏ waiting for small · turn 1 s                             1.2k tokens · $0.04")
	steps(d, 1, "again")
	d.Sees(" ⠇ waiting for small · turn 2 s · iteration 8 of 10         1.2k tokens · $0.05")
	steps(d, 1, "again")
	d.Sees(" ⠦ waiting for small · turn 3 s · iter 9/10 · same 2/3      1.2k tokens · $0.05")
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
	d.Sees(" ⠦ waiting for small · iter 9/10")
	d.Say(desk.Spoken("x"))
	d.Sees(" ⠦ small writes · turn 3 s · iter 9/10")
}

func TestLimitsAreSeenAndRaised(t *testing.T) {
	d := newDesk(t).Write("/limits").Press("enter")
	d.Shows(" · Limits of a turn (none runs now)", "   max_iterations          0, no limit", "   max_runtime             0 s, no limit")
	near := guards.Meter{Guard: guards.MaxRuntime, Value: "29 min 12 s", Limit: "30 min"}
	for width, want := range map[int]string{
		36: "Limits of a turn (none runs now)\nmax_runtime: 29 min 12 s of 30 min", 76: "Limits of a turn (none runs now)\nmax_runtime             29 min 12 s of 30 min",
	} {
		if got := limitsText([]guards.Meter{near}, false, width); got != want {
			t.Errorf("%d cells wide: %q, want %q", width, got, want)
		}
	}
	d.Write("/limits max_iterations 9").Press("enter")
	d.Shows(" ! No turn runs, and a limit is changed here for a turn only. For every turn,", "   set conversation.guards.max_iterations in your configuration.")

	d = guarded(t, guards.Limits{Iterations: 2})
	steps(d, 1, "x")
	for _, c := range [][2]string{
		{"", "   max_iterations          1 of 2"},
		{"max_iteration 5", ` ! There is no limit "max_iteration". Did you mean max_iterations? /limits`},
		{"max_iterations", " ! Say to what: /limits max_iterations 80."},
		{"max_runtime", " ! Say to what: /limits max_runtime 45m."},
		{"max_iterations 0", ` ! "0" is not a number above 0. To switch a limit off, set`},
		{"max_iterations -4", ` ! "-4" is not a number above 0. To switch a limit off, set`},
		{"max_iterations 99999999999999999999", ` ! "99999999999999999999" is too large; the largest is 9223372036854775807.`},
		{"max_iterations 9e99", ` ! "9e99" is not a number above 0. To switch a limit off, set`},
		{"max_runtime 5", ` ! "5" is not a time above 0, such as 45m or 1h30m. To switch a limit off,`},
		{"max_iterations 3", " · limit of this turn: max_iterations 3"},
		{"loop_threshold   100", " · limit of this turn: loop_threshold 100"},
	} {
		d.Write(strings.TrimSpace("/limits " + c[0])).Press("enter")
		d.Shows(c[1])
	}
	steps(d, 1, "y")
	if p, asks := modelOf(d).o.Shell.State().Prompt(); asks {
		t.Fatalf("%s asks although its limit was raised", p.Guard)
	}
	steps(d, 2, "step #")
	d.Shows("── Iteration Limit ─────────────────────────────────────────────────────────────")
}

func TestTheScratchpad(t *testing.T) {
	d := newDesk(t).Write("/scratchpad").Press("enter")
	d.Shows(" · The scratchpad is empty: no limit was reached in this conversation.")
	d = guarded(t, guards.Limits{Iterations: 1})
	steps(d, 2, "x")
	d.Calm("2")
	d.Write("/scratchpad").Press("enter")
	d.Shows(" · Scratchpad", "   turn 1  Iteration limit (1) reached. The user chose: Continue +5 (new",
		" · told the assistant: Try a different approach than previous iterations.")
	for _, ev := range modelOf(d).o.Shell.Log().All() {
		if b, ok := ev.Body.(store.ChatRequest); ok && b.Author == store.AuthorScratchpad {
			return
		}
	}
	t.Error("the assistant was not shown the note")
}
