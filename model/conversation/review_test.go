package conversation

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"parley/coordinator"
	"parley/coordinator/tool"
	"parley/forms"
	"parley/model/kit"
	"parley/providers"
	"parley/store"
	"parley/teatest/desk"
	"parley/views/chrome"
)

// gate is a tool that asks whether to go on.
type gate struct{}

func (gate) Spec() tool.Spec {
	return tool.Spec{Name: "gate", Description: "asks", Run: tool.Unattended, Result: tool.Unattended,
		Parameters: json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`)}
}

func (gate) Run(_ context.Context, c tool.Call) tool.Outcome {
	if a, ok := c.Answers["go"]; ok {
		return tool.Success{Content: string(a.Value)}
	}
	form, err := forms.New([]forms.Question{{ID: "go", Text: "Go on?", AnswerType: forms.AnswerType{Kind: forms.Boolean}, Default: json.RawMessage("true")}})
	if err != nil {
		return tool.Failure{Message: err.Error()}
	}
	return tool.NeedsInput{Form: form}
}

type reviewRules struct{ desk.NoRules }

func (reviewRules) Question(string, string) coordinator.QuestionRules {
	return coordinator.QuestionRules{ToAssistant: true, Escalate: true, Reviewer: "judge\x1b[2J"}
}

// judged gives a desk a reviewer that says nothing yet.
func judged(t *testing.T) func(*desk.Desk, *Options) {
	return func(d *desk.Desk, o *Options) {
		r, err := tool.NewRegistry(tool.Entry{Tool: gate{}, Spec: gate{}.Spec()}, tool.Entry{Tool: desk.Echo{}, Spec: desk.Echo{}.Spec()})
		if err != nil {
			t.Fatal(err)
		}
		env := o.Shell.State().Env
		env.Tools, env.Rules = r, reviewRules{}
		o.Shell.SetEnv(env)
		o.Shell.World.Review = coordinator.ReviewWith(func(context.Context, string, string) (coordinator.Model, error) {
			return coordinator.Model{ID: "test/judge", Name: "judge", Provider: d.Server}, nil
		}, nil)
	}
}

// underReview is a desk whose question is with a reviewer.
func underReview(t *testing.T, calls ...providers.Call) *desk.Desk {
	t.Helper()
	d := newDesk(t, judged(t)).Start()
	d.Write("go").Press("enter")
	d.Say(desk.Finished("", calls...))
	return d
}

func answers(d *desk.Desk) []string {
	var out []string
	for _, ev := range modelOf(d).o.Shell.Log().All() {
		if r, ok := ev.Body.(store.InquiryResponse); ok {
			out = append(out, r.ID+" "+r.Outcome+" "+r.Reason+" "+string(r.Answer))
		}
	}
	return out
}

func equalLines(t *testing.T, got []string, want ...string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("got %q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %q, want %q", got[i], want[i])
		}
	}
}

// TestEscTakesTheQuestionBack checks what the screen says during a review, and that Esc
// brings the question to the user without answering it.
func TestEscTakesTheQuestionBack(t *testing.T) {
	d := underReview(t, providers.Call{ID: "a", Name: "gate", Arguments: "{}"})
	m := modelOf(d)
	if got, _ := m.doing(m.o.Shell.State()); got != "judge␛[2J reviews" {
		t.Errorf("the status says %q", got)
	}
	if r, ok := kit.RowOf(m.bindings(), m, "esc"); !ok || m.hints()[0] != (chrome.Hint{Key: r.Shown, Words: r.Words, Rank: r.Rank}) {
		t.Errorf("the first hint is not what Esc does: %+v", m.hints())
	}
	d.Write("later").Press("esc")
	equalLines(t, answers(d), "a.go.1 cancelled user ")
	if p, ok := m.o.Shell.State().Prompt(); !ok || p.Inquiry.ID != "a.go.2" || !m.ask.open {
		t.Fatalf("nothing is asked: %+v", p)
	}
	d.Pass(time.Second)
	d.Press("esc", "enter")
	equalLines(t, answers(d), "a.go.1 cancelled user ")
	if got := m.composer.Text(); got != "later" {
		t.Errorf("the message became %q", got)
	}
	d.Press("esc", "y")
	equalLines(t, answers(d), "a.go.1 cancelled user ", "a.go.2 answered  true")
}

// TestEscTakesEveryQuestionBack checks that reviews of parallel calls all end.
func TestEscTakesEveryQuestionBack(t *testing.T) {
	d := underReview(t, providers.Call{ID: "a", Name: "gate", Arguments: "{}"}, providers.Call{ID: "b", Name: "gate", Arguments: "{}"})
	if n := len(modelOf(d).o.Shell.State().Reviews()); n != 2 {
		t.Fatalf("%d reviews run", n)
	}
	d.Press("esc")
	equalLines(t, answers(d), "a.go.1 cancelled user ", "b.go.1 cancelled user ")
}

func TestEscWithoutAReviewDoesNothing(t *testing.T) {
	d := newDesk(t).Start()
	if d.Press("esc"); modelOf(d).reviewing() || len(modelOf(d).o.Shell.Log().Slice(0, modelOf(d).o.Shell.Log().Len())) != 0 {
		t.Error("something was recorded")
	}
}

func TestWhoIsReviewing(t *testing.T) {
	for want, models := range map[string][]string{
		"a model reviews":          {""},
		"a reviews":                {"a", "a", ""},
		"a and b review":           {"a", "b", "a"},
		"a, b and c review":        {"a", "b", "c"},
		"claude-haiku-4-5 reviews": {"claude-haiku-4-5"},
	} {
		var all []coordinator.UnderReview
		for _, m := range models {
			all = append(all, coordinator.UnderReview{Model: m})
		}
		if got := reviewingText(all); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestTheTurnGoesOnBesideAReviewersWait: while a question is open the status says for how long,
// also when the reviewer of another call waits for another attempt.
func TestTheTurnGoesOnBesideAReviewersWait(t *testing.T) {
	d := underReview(t, providers.Call{ID: "a", Name: "gate", Arguments: "{}"}, desk.CallOf("e", "echo", `{"say":"x"}`))
	d.Say(providers.Retrying{Attempt: 1, Max: 5, Wait: 9 * time.Second, Reason: "429 too many requests"})
	d.Pass(3 * time.Second)
	if got := statusLine(d); !strings.Contains(got, "1 question waits · turn 3 s") {
		t.Errorf("the status is %q", got)
	}
}

// TestReviewersWaitIsCountedDown checks that the status says why a review takes its time,
// for as long as it waits.
func TestReviewersWaitIsCountedDown(t *testing.T) {
	d := underReview(t, providers.Call{ID: "a", Name: "gate", Arguments: "{}"})
	says := func(want string) {
		t.Helper()
		if got, _ := modelOf(d).doing(modelOf(d).o.Shell.State()); got != want {
			t.Errorf("the status says %q, want %q", got, want)
		}
	}
	d.Say(providers.Retrying{Attempt: 1, Max: 5, Wait: 2 * time.Second, Reason: "429 too many requests"})
	says("judge␛[2J reviews: attempt 1 of 5 failed, again in 2 s (429 too many requests)")
	d.Pass(time.Second + usualBeat)
	says("judge␛[2J reviews: attempt 1 of 5 failed, again in 1 s (429 too many requests)")
	d.Pass(time.Second + usualBeat)
	says("judge␛[2J reviews")
	d.Say(providers.Retrying{Attempt: 2, Max: 5, Wait: time.Minute, Reason: "429 too many requests"})
	d.Press("esc")
	equalLines(t, answers(d), "a.go.1 cancelled user ")
	says("")
	d.Pass(time.Minute)
	if timers(d) != 0 {
		t.Errorf("%d timers run on", timers(d))
	}
}
