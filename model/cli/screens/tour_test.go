package screens

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/forms"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
)

// visit is a tour that somebody takes, as the record has it.
type visit struct {
	*session.Session
	choose func(of ...string) string // what the visitor does, of what can be done
	did    []string
}

// visitTour opens the tour in a folder of its own.
func visitTour(t testing.TB, choose func(of ...string) string) *visit {
	t.Helper()
	home, err := os.MkdirTemp("", "")
	if err != nil {
		t.Fatal(err)
	}
	p := &process.Program{
		Env: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home, "XDG_DATA_HOME=" + home},
		Dir: home, Random: rand.Reader, Now: time.Now,
		Sleep: func(ctx context.Context, d time.Duration) error {
			if d > time.Minute {
				<-ctx.Done() // a guard's clock, which has more time than the test
			}
			return ctx.Err()
		},
	}
	var o session.Options
	clean, err := layTour(p, &o)
	if err != nil {
		t.Fatal(err)
	}
	set, cfg, err := session.Configuration(p, o)
	if err != nil {
		t.Fatal(err)
	}
	v := &visit{choose: choose}
	if v.Session, err = session.Open(t.Context(), p, set, cfg, "", true); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, err := range []error{v.Close(), clean(), os.RemoveAll(home)} {
			if err != nil {
				t.Error(err)
			}
		}
	})
	return v
}

// ask makes the visitor do one of the things that a prompt offers.
func (v *visit) ask(_ context.Context, q coordinator.Prompt) coordinator.Input {
	do := func(of ...string) string {
		did := v.choose(of...)
		v.did = append(v.did, did)
		return did
	}
	if q.Permission != nil {
		switch do("allow", "allow this turn", "deny", "deny and say why", "end the turn") {
		case "allow":
			return coordinator.Permitted{Key: q.Key, Outcome: store.PermitAllowed, Scope: store.ScopeOnce}
		case "allow this turn":
			return coordinator.Permitted{Key: q.Key, Outcome: store.PermitAllowed, Scope: store.ScopeTurn}
		case "deny":
			return coordinator.Permitted{Key: q.Key, Outcome: store.PermitDenied, Scope: store.ScopeOnce}
		case "deny and say why":
			return coordinator.Permitted{Key: q.Key, Outcome: store.PermitSkipped, Scope: store.ScopeOnce, Reason: "I would rather not"}
		}
		return coordinator.EndedTurn{Key: q.Key}
	}
	var offered []string
	values := map[string]json.RawMessage{"yes": json.RawMessage("true"), "no": json.RawMessage("false")}
	if q.Inquiry.Question.AnswerType.Kind == forms.Boolean {
		offered = []string{"yes", "no"}
	}
	for _, o := range q.Inquiry.Question.AnswerType.Options {
		offered, values[o.Words()] = append(offered, o.Words()), o.Value
	}
	if q.Guard == "" {
		offered = append(offered, "reply")
	}
	if q.Walk.CanGoBack() {
		offered = append(offered, "back")
	}
	switch did := do(append(offered, "end the turn")...); did {
	case "reply":
		return coordinator.Replied{Key: q.Key, Text: "rather not"}
	case "back":
		return coordinator.WentBack{Key: q.Key}
	case "end the turn":
		return coordinator.EndedTurn{Key: q.Key}
	default:
		return coordinator.Answered{Key: q.Key, Value: values[did]}
	}
}

// take sends what the tour offers until it is over, and returns what the model
// said.
func (v *visit) take(t interface{ Fatalf(string, ...any) }) string {
	const patience = 40 // turns; the guard can be asked to try again and again
	message := v.Setup.Options.Lead.First
	for n := range patience {
		loop := &commands.Loop{Shell: v.Shell, Ask: v.ask}
		loop.Run(context.Background(), coordinator.Opened{}, coordinator.Submitted{ID: fmt.Sprint("m", n), Text: message})
		last, said := "", ""
		for _, ev := range v.Shell.Log().All() {
			switch b := ev.Body.(type) {
			case store.ChatResponse:
				last, said = b.Text, said+b.Text+"\n"
			case store.ModelFailed:
				t.Fatalf("the script has no answer: %s\nafter %q", b.Error, v.did)
			}
		}
		if strings.HasPrefix(last, "The tour is over") {
			return said
		}
		message = v.Setup.Options.Lead.Again
	}
	t.Fatalf("the tour has no end after %q", v.did)
	return ""
}

// Whatever the visitor does, the tour comes to its end, says what to do next, once, and
// leaves a workspace as it was decided.
func TestTheTourAlwaysEnds(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	rapid.Check(t, func(r *rapid.T) {
		v := visitTour(t, func(of ...string) string { return rapid.SampledFrom(of).Draw(r, "does") })
		said := v.take(r)
		if n := strings.Count(said, "**Next: a model of your own.**"); n != 1 {
			r.Errorf("it says %d times what comes next, after %q", n, v.did)
		}
		for step := 1; step <= 4; step++ {
			if n := strings.Count(said, fmt.Sprintf("**%d of 5.**", step)); n != 1 {
				r.Errorf("step %d is told %d times, after %q", step, n, v.did)
			}
		}
		if v.Shell.State().Folded.Ignored != 0 {
			r.Errorf("%d events referred to nothing, after %q", v.Shell.State().Folded.Ignored, v.did)
		}
	})
}

// The paths that the tour is made for, and word for word what is left on disk.
func TestWhatTheTourLeaves(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for name, c := range map[string]struct {
		does        []string
		greet, said string
		guest       bool
	}{
		"as it is meant": {[]string{"morning", "back", "evening", "Time for tea", "yes", "allow this turn", "Review", "Debug first", "allow"},
			"#!/bin/sh\necho \"Time for tea\"\n", "There is the guest.", true},
		"with the reviewer, another approach": {[]string{"morning", "Rise and shine", "no", "allow", "allow", "allow", "Try different approach", "allow", "allow"},
			"#!/bin/sh\n# Greets whoever calls it.\necho \"Rise and shine\"\n", "There is the guest.", true},
		"accepted": {[]string{"morning", "Good morning", "no", "allow this turn", "Accept current"},
			"#!/bin/sh\n# Greets whoever calls it.\necho \"Good morning\"\n", "The turn ended there, because you said so, and what was done is kept.", false},
		"cancelled": {[]string{"evening", "Good evening", "yes", "allow this turn", "Cancel"},
			"#!/bin/sh\necho \"Good evening\"\n", "The turn ended there, because you said so, and what was done is kept.", false},
		"a reply, and no to everything": {[]string{"reply", "no", "deny", "deny"},
			"#!/bin/sh\n# Greets whoever calls it.\necho \"Hello\"\n", "You said no, so there is no such file, and nothing was done behind your back.", false},
		"ended at every step": {[]string{"end the turn", "end the turn", "end the turn", "end the turn"},
			"#!/bin/sh\n# Greets whoever calls it.\necho \"Hello\"\n", "You ended the turn, so there is no such file, and nothing was done behind your back.", false},
	} {
		t.Run(name, func(t *testing.T) {
			left := c.does
			v := visitTour(t, func(of ...string) string {
				if len(left) == 0 {
					t.Fatalf("nothing is left to do of %q", of)
				}
				did := left[0]
				left = left[1:]
				return did
			})
			if said := v.take(t); !strings.Contains(said, c.said) {
				t.Errorf("it said\n%s", said)
			}
			if len(left) > 0 {
				t.Errorf("nobody asked for %q", left)
			}
			got, err := os.ReadFile(filepath.Join(v.Dir, "greet.sh"))
			if err != nil || string(got) != c.greet {
				t.Errorf("greet.sh is %q, %v", got, err)
			}
			if _, err := os.Stat(filepath.Join(v.Dir, "guest.txt")); (err == nil) != c.guest {
				t.Errorf("guest.txt: %v", err)
			}
		})
	}
}

// TestTheTourGoesWithALookUnderWay removes the tour's folder while what it holds is noted in it again and again.
func TestTheTourGoesWithALookUnderWay(t *testing.T) {
	for range 50 {
		dir := filepath.Join(t.TempDir(), "tour")
		if err := os.MkdirAll(filepath.Join(dir, "conversations"), 0o700); err != nil {
			t.Fatal(err)
		}
		noted, ended := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(ended)
			for i := 0; ; i++ {
				if os.WriteFile(filepath.Join(dir, "conversations", fmt.Sprint("index", i)), nil, 0o600) != nil {
					return // there is no such folder any more
				}
				if i == 10 {
					close(noted)
				}
			}
		}()
		<-noted
		if err := removeTour(dir); err != nil {
			t.Error(err)
		}
		<-ended
		if left, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(left) > 0 {
			t.Fatalf("it left %v, %v", left, err)
		}
	}
}
