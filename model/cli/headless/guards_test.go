package headless

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/coordinator/guards"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/providers/script"
	"parley/store"
	"parley/store/record"
	"parley/teatest/goldens"
)

// runaway is a session of the scenario of that name, and what it printed.
type runaway struct {
	*session.Session
	dir      string
	out, err bytes.Buffer
}

func newRunaway(t *testing.T, somebody bool, sets ...string) *runaway {
	t.Helper()
	const file = "../../../testdata/scenarios/runaway.toml"
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	scenario, err := script.Parse(file, src)
	if err != nil {
		t.Fatal(err)
	}
	r := &runaway{dir: t.TempDir()}
	files := map[string]string{".parley/scenarios/runaway.toml": string(src)}
	for name, text := range scenario.Files {
		files[name] = text
	}
	for name, text := range files {
		at := filepath.Join(r.dir, "work", name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	p := &process.Program{
		Env: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + r.dir, "XDG_CONFIG_HOME=" + r.dir, "XDG_STATE_HOME=" + r.dir, "XDG_DATA_HOME=" + r.dir},
		Dir: filepath.Join(r.dir, "work"), Out: &r.out, Err: &r.err, Random: rand.Reader, Now: time.Now,
		Sleep: func(ctx context.Context, d time.Duration) error {
			if d > time.Minute {
				<-ctx.Done() // a guard's clock, which has more time than the test
			}
			return ctx.Err()
		},
	}
	set, cfg, err := session.Configuration(p, session.Options{Sets: append([]string{
		"assistant.model.id=script/runaway", "conversation.tools.run_command.run=unattended",
	}, sets...)})
	if err != nil {
		t.Fatal(err)
	}
	if r.Session, err = session.Open(t.Context(), p, set, cfg, "", somebody); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// play sends the message and lets the user choose, one choice per question.
func (r *runaway) play(t *testing.T, choices ...string) error {
	t.Helper()
	out := &printer{prog: r.Prog, format: "text", shell: r.Shell, talk: record.NewTranscript(r.Shell.Log())}
	loop := &commands.Loop{Shell: r.Shell, Saw: out.saw, Ask: func(_ context.Context, q coordinator.Prompt) coordinator.Input {
		if len(choices) == 0 {
			t.Errorf("one question more than there are answers: %+v", q)
			return coordinator.EndedTurn{Key: q.Key}
		}
		value, err := json.Marshal(choices[0])
		if err != nil {
			t.Error(err)
		}
		choices = choices[1:]
		return coordinator.Answered{Key: q.Key, Value: value}
	}}
	loop.Run(t.Context(), append([]coordinator.Input{coordinator.Opened{}}, append(r.Begin, coordinator.Submitted{ID: "run", Text: "Make the tests pass."})...)...)
	if len(choices) > 0 {
		t.Errorf("nobody asked for %q", choices)
	}
	return out.finish(t.Context(), r.Saved.ID())
}

// told is what happened, one line each, without what is inside a call.
func (r *runaway) told() string {
	var b strings.Builder
	for _, ev := range r.Shell.Log().All() {
		switch e := ev.Body.(type) {
		case store.ChatRequest:
			first, _, _ := strings.Cut(e.Text, "\n")
			fmt.Fprintf(&b, "%d to the model [%s] %s\n", ev.Turn, e.Author, first)
		case store.ChatResponse:
			fmt.Fprintf(&b, "%d %s\n", ev.Turn, e.Text)
		case store.ToolCallRequest:
			fmt.Fprintf(&b, "%d %s %s\n", ev.Turn, e.Name, e.Arguments)
		case store.InquiryRequest:
			q := e.Question
			fmt.Fprintf(&b, "%d asked %s [%s] %s\n%s\n", ev.Turn, e.ID, q.Header, q.Text, q.Context)
			for _, o := range q.AnswerType.Options {
				fmt.Fprintf(&b, "  %s: %s\n", o.Value, o.Description)
			}
		case store.InquiryResponse:
			fmt.Fprintf(&b, "%d answered %s%s\n", ev.Turn, e.Answer, e.Reason)
		case store.GuardTripped, store.GuardResolved, store.ScratchpadNote, store.TurnStart, store.TurnEnd:
			fields, _, _ := strings.Cut(string(ev.Line()[strings.Index(string(ev.Line()), `"type":`):]), `,"prev"`)
			fmt.Fprintf(&b, "%d %s\n", ev.Turn, strings.Trim(fields, "{}"))
		}
	}
	text := regexp.MustCompile(`failed at [^\n"]*`).ReplaceAllString(b.String(), "failed at <time>")
	text = regexp.MustCompile(`"runtime":"[^"]*"`).ReplaceAllString(text, `"runtime":"<time>"`)
	var digests []string
	return regexp.MustCompile(`\b[0-9a-f]{15,16}\b`).ReplaceAllStringFunc(text, func(d string) string {
		d = strings.TrimLeft(d, "0")
		if !slices.Contains(digests, d) {
			digests = append(digests, d)
		}
		return fmt.Sprintf("<digest %d>", 1+slices.Index(digests, d))
	})
}

// TestTheExampleFlow: ten iterations of ten, the loop found at the ninth, Debug
// first, resumed, finished.
func TestTheExampleFlow(t *testing.T) {
	r := newRunaway(t, true, "conversation.guards.max_iterations=10")
	if err := r.play(t, guards.ChoiceReview, guards.ChoiceDebug); err != nil {
		t.Error(err)
	}
	goldens.File(t, "testdata/runaway.txt", r.told())
	if r.Shell.State().Folded.Ignored != 0 {
		t.Errorf("%d events referred to nothing", r.Shell.State().Folded.Ignored)
	}
}

func TestARunThatAGuardStops(t *testing.T) {
	r := newRunaway(t, false, "conversation.guards.max_iterations=2")
	err := r.play(t)
	var s process.StatusError
	if !errors.As(err, &s) || s.Status != process.ExitGuard {
		t.Errorf("ended with %v", err)
	}
	notes := r.err.String()
	want := `parley: List .
parley: Read auth.js
parley: Iteration limit (2) reached. Current status: "And its tests"; 2 calls, 0 failed. How to proceed?
parley: Read auth.test.js (did not run: stopped by a limit)
parley: stopped by the guard max_iterations, since nobody is there to decide. Task completed with partial results due to max_iterations. ` +
		"Everything is kept. `parley run --resume " + r.Saved.ID() + " \"continue\"` goes on; -c conversation.guards.max_iterations=… sets another limit.\n"
	if notes != want {
		t.Errorf("got\n%swant\n%s", notes, want)
	}
}

func TestHowARunSaysThatItWasStopped(t *testing.T) {
	for choice, want := range map[string]string{
		guards.ChoiceAccept: "Task completed with partial results due to max_iterations. Everything is kept. `parley run --resume ID \"continue\"` goes on; " +
			"-c conversation.guards.max_iterations=… sets another limit.",
		guards.ChoiceCancel: "the task was cancelled; what was done is kept. `parley run --resume ID \"…\"` goes on with a new message.",
	} {
		r := newRunaway(t, true, "conversation.guards.max_iterations=1")
		err := r.play(t, choice)
		var s process.StatusError
		if !errors.As(err, &s) || s.Status != process.ExitGuard {
			t.Errorf("%s: ended with %v", choice, err)
		}
		lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(r.err.String(), r.Saved.ID(), "ID")), "\n")
		if got := lines[len(lines)-1]; got != "parley: "+want {
			t.Errorf("%s:\ngot  %s\nwant parley: %s", choice, got, want)
		}
	}
	if got, want := stoppedText(stop{}, store.ReasonPaused, "ID"), "paused; everything is kept. `parley resume ID` goes on."; got != want {
		t.Errorf("got %s", got)
	}
}
