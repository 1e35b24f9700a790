package learning

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley/config"
	"parley/config/private"
	"parley/forms"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
	"parley/teatest/logs"
)

// judges are two reviewers: one refuses b.go and c.go; the other refuses nothing and gives no
// usable answer about d.go.
func (h *house) judges() {
	h.t.Helper()
	for name, text := range map[string]string{
		"judge": said("a.go", "reason = \"Fine.\"\nanswer = true") + said("b.go", "reason = \"No tests.\"\nanswer = false") +
			said("c.go", "reason = \"Too\\nlong.\"\nanswer = false") + said("d.go", "reason = \"Fine.\"\nanswer = true"),
		"lax": said("a.go", "reason = \"Why not?\"\nanswer = true") + said("b.go", "reason = \"Why not?\"\nanswer = true") +
			said("c.go", "reason = \"Why not?\"\nanswer = true") + strings.Repeat(said("d.go", "raw = \"Hm.\""), 3),
	} {
		file := filepath.Join(h.p.Dir, ".parley", "scenarios", name+".toml")
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			h.t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("[[answer]]\ntext = \"None.\"\n"+text), 0o600); err != nil {
			h.t.Fatal(err)
		}
	}
}

// said is what a reviewer says about a change of a file, once.
func said(file, lines string) string {
	return "[[review]]\nmatch = \"Write " + file + "\"\n" + lines + "\n"
}

func (h *house) test(o options) string {
	h.t.Helper()
	h.out.Reset()
	h.err.Reset()
	if o.last == 0 {
		o.last = 50
	}
	if err := o.run(h.t.Context(), h.p); err != nil {
		h.t.Fatal(err)
	}
	return h.out.String()
}

// four saves two conversations with four questions, one of them answered with no, and with
// answers that do not count.
func (h *house) four() {
	h.save("Mend it", slices.Concat(change("m1", "a.go", "true", nil), change("m2", "b.go", "false", nil), change("m9", "a.go", "true", &store.Edited{Content: "x"}))...)
	h.save("And\nmore", slices.Concat(change("m1", "c.go", "true", nil), change("m2", "d.go", "true", nil))...)
	h.saveIn("/elsewhere", "mine/large", "x", change("m1", "e.go", "true", nil)...)
	h.saveIn(h.p.Dir, "script/tour", "x", change("m1", "f.go", "true", nil)...)
}

// TestAnAnswerThatWasTakenBackIsNoDecision to compare a reviewer with.
func TestAnAnswerThatWasTakenBackIsNoDecision(t *testing.T) {
	sure := forms.Question{ID: "sure", Text: "Sure?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	when := forms.Question{ID: "when", Text: "When?", AnswerType: forms.AnswerType{Kind: forms.Text}}
	ask := func(id string, q forms.Question) store.Body {
		return store.InquiryRequest{ID: id, Call: "k", Target: store.TargetUser, Question: q}
	}
	say := func(id, value string) store.Body {
		return store.InquiryResponse{ID: id, Outcome: store.Answered, Answer: json.RawMessage(value), AnsweredBy: &store.AnsweredBy{By: store.ByUser}}
	}
	var got []string
	for _, q := range questions(store.Summary{}, logs.Turns(t, store.TurnStart{}, store.ToolCallRequest{Response: "r", ID: "k", Name: "x"},
		store.ToolAsked{ID: "k", Run: 1, Form: []forms.Question{sure, when}}, ask("1", sure), say("1", "true"),
		ask("2", when), store.InquiryResponse{ID: "2", Outcome: store.Cancelled, Reason: store.CancelBack}, ask("3", sure), say("3", "false"))) {
		got = append(got, fmt.Sprint(q.Inquiry.ID, " ", q.yes))
	}
	if want := []string{"3 false"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestTwoReviewersCompared: each is compared with the person's decisions, and its
// disagreements are listed; no question is asked twice.
func TestTwoReviewersCompared(t *testing.T) {
	h := newHouse(t)
	h.judges()
	h.four()
	d := newDesk("yes")
	shown := &strings.Builder{}
	h.p.Terminal = func() (io.ReadWriteCloser, error) { return recorded{d, shown}, nil }
	got := h.test(options{models: []string{"script/lax"}})
	const rows = `model                      asked  agrees  kappa  false yes  false no  unusable  per question
script/judge (configured)      4    75 %   0.50          0         1         0             -
script/lax                     4    67 %   0.00          1         0         1             -

script/judge: said no where you said yes
  2026-11-04 09:04  conversation-2  fs_modify_file.apply_changes  And more
    Write c.go?
    it said: Too long.

script/lax: said yes where you said no
  2026-11-03 09:07  conversation-1  fs_modify_file.apply_changes  Mend it
    Write b.go?
    it said: Why not?
`
	if got != rows {
		t.Errorf("%s\nwant:\n%s", got, rows)
	}
	const asked = `The conversation up to each of these questions is sent to the reviewer:
  conversation-2  2 questions  And more
  conversation-1  2 questions  Mend it
It is sent to:
  script/judge
  script/lax
This takes 8 requests, or more if an answer does not fit.
`
	if !strings.HasPrefix(shown.String(), asked) {
		t.Errorf("before it is sent:\n%s", shown)
	}
	if said := h.err.String(); !strings.HasPrefix(said, "1/8  script/judge  fs_modify_file.apply_changes: agrees\n2/8  script/lax  fs_modify_file.apply_changes: no usable answer\n") {
		t.Errorf("on the way:\n%s", said)
	}
	if again := h.test(options{models: []string{"script/lax"}}); again != rows || h.err.String() != "" {
		t.Errorf("again:\n%s%s", h.err.String(), again)
	}
	var all struct{ Reviewers []row }
	if err := json.Unmarshal([]byte(h.test(options{format: "json", last: 1})), &all); err != nil || len(all.Reviewers) != 1 || all.Reviewers[0].Asked != 1 || all.Reviewers[0].Kappa != nil {
		t.Errorf("in JSON: %v, %+v", err, all)
	}
}

// recorded is a terminal whose screen is kept.
type recorded struct {
	*desk
	shown io.Writer
}

func (r recorded) Write(p []byte) (int, error) {
	_, _ = r.shown.Write(p)
	return r.desk.Write(p)
}

// TestNothingIsSentWithoutAYes, without a terminal, or with a budget that cannot be kept; a
// test that was stopped continues.
func TestNothingIsSentWithoutAYes(t *testing.T) {
	h := newHouse(t)
	h.judges()
	if got := h.test(options{}); got != noQuestionsText+"\n" {
		t.Errorf("no question: %s", got)
	}
	h.four()
	h.p.Terminal = func() (io.ReadWriteCloser, error) { return newDesk("y"), nil }
	if got := h.test(options{}); got != "" || h.err.String() != "" {
		t.Errorf("y: %s%s", got, h.err.String())
	}
	h.p.Terminal = func() (io.ReadWriteCloser, error) { return nil, io.EOF }
	if err := (options{last: 5}).run(t.Context(), h.p); err == nil || err.Error() != testTerminalText {
		t.Errorf("no terminal: %v", err)
	}
	if err := (options{last: 5, yes: true, budget: 1}).run(t.Context(), h.p); err == nil || err.Error() != fmt.Sprintf(noPriceText, "script/judge") {
		t.Errorf("no price: %v", err)
	}
	gone, stop := context.WithCancel(t.Context())
	h.p.Err = writer(func(p []byte) (int, error) { stop(); return len(p), nil })
	h.out.Reset()
	interrupted := process.StatusError{Status: process.ExitInterrupted}
	if err := (options{last: 5, yes: true}).run(gone, h.p); err != interrupted || !strings.HasSuffix(h.out.String(), "\nStopped; 3 requests were not made. The same command continues.\n") {
		t.Errorf("stopped: %v\n%s", err, h.out.String())
	}
	h.p.Err = &h.err
	if h.test(options{yes: true}); !strings.HasPrefix(h.err.String(), "1/3  ") {
		t.Errorf("goes on:\n%s", h.err.String())
	}
	if err := (options{models: []string{"nobody/x"}, last: 5, yes: true}).run(t.Context(), h.p); err == nil || !strings.Contains(err.Error(), "nobody") {
		t.Errorf("an unknown server: %v", err)
	}
	asked := func([]byte) (int, error) { t.Error("something was asked or told before that"); return 0, nil }
	h.p.Out, h.p.Err = writer(asked), writer(asked)
	h.p.Terminal = func() (io.ReadWriteCloser, error) { t.Error("a yes was asked for"); return nil, io.EOF }
	if err := (options{models: []string{"script/lax", "script/unknown"}, last: 5}).run(t.Context(), h.p); err == nil || !strings.HasPrefix(err.Error(), `There is no scenario "unknown"`) {
		t.Errorf("an unknown scenario: %v", err)
	}
}

type writer func(p []byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

// TestABrokenFileOfAnswersIsTold: it is reported, and stays as it is.
func TestABrokenFileOfAnswersIsTold(t *testing.T) {
	h := newHouse(t)
	h.judges()
	h.four()
	places, err := config.Locate(h.p.Env)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(places.Reviewers), 0o700)
	}
	if err == nil {
		err = os.WriteFile(places.Reviewers, []byte("{"), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	want := places.Reviewers + " is not used, since it is not what Parley writes there; remove it to begin anew"
	if err := (options{last: 5, yes: true}).run(t.Context(), h.p); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestWhichReviewersAreNotKnown: those that decide something and were compared too rarely, or
// agree too rarely.
func TestWhichReviewersAreNotKnown(t *testing.T) {
	h := newHouse(t)
	cfg, places := h.configuration()
	answers := func(n, wrong int) (all []private.Reviewed) {
		for i := range n {
			yes := i >= wrong
			all = append(all, private.Reviewed{Person: true, Said: &yes})
		}
		return append(all, private.Reviewed{Person: true})
	}
	for _, c := range []struct {
		known []private.Reviewed
		want  string
	}{
		{nil, "[script/judge: it has never been compared with your decisions; `parley reviewer test -m script/judge` compares it (docs/reviewer.md)]"},
		{answers(9, 0), "[script/judge: it has been compared with your decisions on 9 questions only; `parley reviewer test -m script/judge` compares it (docs/reviewer.md)]"},
		{answers(10, 1), "[]"},
		{answers(10, 2), "[script/judge: it agreed with you on 80 % of 10 questions; below 90 %, choose another, or let its answers come to you (docs/reviewer.md)]"},
	} {
		if err := private.WriteReviewers(places.Reviewers, private.Reviewers{"script/judge": c.known, "other/x": answers(10, 9)}); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(Untested(cfg, places.Reviewers)); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	if err := os.Chmod(places.Reviewers, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := Untested(cfg, places.Reviewers); len(got) != 1 || !strings.HasPrefix(got[0], places.Reviewers+" is not used, since ") {
		t.Errorf("open to others: %q", got)
	}
}

func (h *house) configuration() (config.Config, config.Places) {
	h.t.Helper()
	s, cfg, err := session.ForRecords(h.p)
	if err != nil {
		h.t.Fatal(err)
	}
	return cfg, s.Places
}
