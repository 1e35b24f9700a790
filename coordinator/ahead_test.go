package coordinator

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// lookingPen is a pen whose run only looks.
type lookingPen struct {
	pen
	ask bool
}

func (lookingPen) OnlyLooks() bool { return true }

func (p lookingPen) Spec() tool.Spec {
	s := p.pen.Spec()
	if p.ask {
		s.Run = tool.Ask
	}
	return s
}

// holdingShell is a shell whose appends wait for runs that look, with everything that it did.
type holdingShell struct {
	*owning
	did   *[]string
	slept []time.Duration
	awake bool // no wait takes any time
}

// newHolding makes one with calls of the pen; ask lets a person say yes to each.
func newHolding(t *testing.T, calls int, ask bool) *holdingShell {
	t.Helper()
	h := &holdingShell{owning: newOwning(t, store.Log{}), did: new([]string)}
	x := lookingPen{pen{h.did, tool.Success{Content: "written"}}, ask}
	r, err := tool.NewRegistry(tool.Entry{Tool: x, Spec: x.Spec()})
	if err != nil {
		t.Fatal(err)
	}
	w := &h.shell.World
	h.shell.SetEnv(Env{Tools: r, Rules: storyRules{}, SomebodyThere: true})
	record := w.Record
	w.Record = func(events ...store.Event) error {
		names := ""
		for _, e := range events {
			names += " " + e.Body.Type()
		}
		*h.did = append(*h.did, "sync"+names)
		return record(events...)
	}
	w.Keep = func(data []byte) (string, error) {
		*h.did = append(*h.did, "sync old")
		return store.Digest(data), nil
	}
	w.Hold = time.Second
	w.Sleep = func(ctx context.Context, d time.Duration) error {
		h.slept = append(h.slept, d)
		if !h.awake {
			<-ctx.Done()
		}
		return ctx.Err()
	}
	h.send(Submitted{ID: "q", Text: "go"})
	h.held = nil // the model, which answers at once
	*h.did = nil
	var all []providers.Call
	for n := range calls {
		all = append(all, providers.Call{ID: fmt.Sprint("w", n+1), Name: "pen", Arguments: `{}`})
	}
	h.send(ModelDone{Key: h.shell.State().Running[0].Key, Response: providers.Response{Calls: all}})
	return h
}

// of returns the jobs of a kind that are held back.
func (h *holdingShell) of(kind Kind) (jobs []Job) {
	h.held = slices.DeleteFunc(h.held, func(j Job) bool {
		if j.Key.Kind == kind {
			jobs = append(jobs, j)
		}
		return j.Key.Kind == kind
	})
	return jobs
}

// run runs jobs of a kind to their end.
func (h *holdingShell) run(kind Kind) {
	for _, j := range h.of(kind) {
		for perform := j.Perform; perform != nil; {
			var in Input
			in, perform = perform(j.Context)
			h.send(in)
		}
	}
}

// permit says yes to what is asked.
func (h *holdingShell) permit(t *testing.T) {
	t.Helper()
	p, ok := h.shell.State().Prompt()
	if !ok {
		t.Fatal("nothing is asked")
	}
	h.of(OfUser)
	*h.did = nil
	h.send(Permitted{Key: p.Key, Outcome: store.PermitAllowed, Scope: store.ScopeOnce})
}

// TestKeepingCostsNoSyncOfTheRecord: what a run will write is recorded together with the
// events that led to the run, so each file costs the sync of its bytes and nothing else.
func TestKeepingCostsNoSyncOfTheRecord(t *testing.T) {
	for name, c := range map[string]struct {
		calls int
		ask   bool
		want  string
	}{
		"by rule":     {1, false, "run, sync old, sync tool_call_request response_end tool_started file_kept file_kept, write, sync tool_call_response"},
		"by question": {1, true, "run, sync old, sync permission_response tool_started file_kept file_kept, write, sync tool_call_response"},
		"three files": {3, false, "run, sync old, run, sync old, run, sync old, sync tool_call_request tool_call_request tool_call_request response_end" +
			" tool_started tool_started tool_started file_kept file_kept file_kept file_kept file_kept file_kept," +
			" write, sync tool_call_response, write, sync tool_call_response, write, sync tool_call_response"},
	} {
		h := newHolding(t, c.calls, c.ask)
		if c.ask {
			h.permit(t)
		}
		h.run(OfTool)
		h.run(OfFiles)
		if got := strings.Join(*h.did, ", "); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, c.want)
		}
		for _, j := range h.of(ofHolding) {
			if j.Context.Err() == nil {
				t.Errorf("%s: the wait goes on", name)
			}
		}
		checkLog(t, h.shell.Log().Slice(0, h.shell.Log().Len()))
	}
}

// TestTheAppendIsPatient for a moment only; a run that takes longer is written before it ends.
func TestTheAppendIsPatient(t *testing.T) {
	h := newHolding(t, 2, false)
	tools, waits := h.of(OfTool), h.of(ofHolding)
	if len(tools) != 2 || len(waits) != 1 || len(*h.did) != 0 {
		t.Fatalf("%d runs, %d wait, %q", len(tools), len(waits), *h.did)
	}
	h.send(hurried{0}) // an earlier wait
	if len(*h.did) != 0 {
		t.Errorf("another wait ended this one: %q", *h.did)
	}
	ctx, stop := context.WithCancel(waits[0].Context)
	stop()
	in, _ := waits[0].Perform(ctx)
	if h.send(in); !slices.Equal(h.slept, []time.Duration{time.Second}) {
		t.Errorf("it waits for %v", h.slept)
	}
	h.held = tools
	h.run(OfTool)
	want := "sync tool_call_request tool_call_request response_end tool_started tool_started, run, sync old, sync file_kept file_kept, run, sync old, sync file_kept file_kept"
	if got := strings.Join(*h.did, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestNothingWaitsForARunThatIsOver, however it ended: interrupted, with the program, or
// because nothing can be written.
func TestNothingWaitsForARunThatIsOver(t *testing.T) {
	const led = "sync tool_call_request response_end tool_started"
	for name, c := range map[string]struct {
		end  func(h *holdingShell)
		want string
	}{
		"interrupted": {func(h *holdingShell) { h.send(Interrupted{}) }, led},
		"the end": {func(h *holdingShell) {
			if err := h.shell.Leave(); err != nil {
				t.Error(err)
			}
		}, led},
		"a full disk": {func(h *holdingShell) {
			h.fault = errors.New("the disk is full")
			_, jobs := h.shell.Send(hurried{1})
			in, _ := jobs[0].Perform(jobs[0].Context)
			h.fault = nil
			_, jobs = h.shell.Send(in)
			if len(jobs) != 1 || jobs[0].Key.Kind != ofWriting {
				t.Errorf("%+v", jobs)
			}
		}, led},
	} {
		h := newHolding(t, 1, false)
		c.end(h)
		if got := strings.Join(*h.did, ", "); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s", name, got)
		}
		if h.shell.outbox.Holds() {
			t.Errorf("%s: the append waits", name)
		}
	}
}

// TestAKillWhileTheAppendWaits: the answer was not on disk yet, so the question is asked again.
func TestAKillWhileTheAppendWaits(t *testing.T) {
	h := newHolding(t, 1, true)
	h.permit(t)
	for _, j := range h.of(OfTool) {
		in, _ := j.Perform(j.Context)
		_, _ = h.shell.Send(in) // what it led to is never written
	}
	var log store.Log
	for _, line := range h.lines {
		ev, err := store.Decode([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		log = log.Append(ev)
	}
	again := newOwning(t, log)
	again.shell.SetEnv(h.shell.State().Env)
	again.send(Opened{Continue: true})
	if p, ok := again.shell.State().Prompt(); !ok || p.Permission == nil || slices.Contains(*h.did, "write") {
		t.Errorf("%+v, %q", p, *h.did)
	}
}

// TestNoWriteIsAheadOfTheRecord, in whatever order things happen: what is on disk is the
// beginning of the log, and a file is written only once its events are there.
func TestNoWriteIsAheadOfTheRecord(t *testing.T) {
	stories(t, 300, func(t *testing.T, seed uint64) {
		chance := rand.New(rand.NewPCG(seed, 7))
		h := newHolding(t, 1+chance.IntN(4), chance.IntN(2) == 0)
		h.awake = true
		said, next := 0, h.held
		send := func(in Input) {
			_, jobs := h.shell.Send(in)
			next = append(next, jobs...)
		}
		for len(next) > 0 {
			i := chance.IntN(len(next))
			j := next[i]
			next = slices.Delete(next, i, i+1)
			if j.Key.Kind == OfModel {
				continue
			}
			if j.Ask != nil {
				if p, ok := h.shell.State().Prompt(); ok && p.Key == j.Key {
					send(Permitted{Key: p.Key, Outcome: store.PermitAllowed, Scope: store.ScopeOnce})
				}
				continue
			}
			if j.Key.Kind == OfFiles && !slices.ContainsFunc(h.lines, func(l string) bool {
				return strings.Contains(l, `"file_kept"`) && strings.Contains(l, fmt.Sprintf("%q", j.Key.ID))
			}) {
				t.Fatalf("seed %d: %s, and nothing is on record", seed, j.Key)
			}
			in, rest := j.Perform(j.Context)
			if j.Perform = rest; rest != nil {
				next = append(next, j)
			}
			send(in)
			for ; said < len(h.lines); said++ {
				if ev := h.shell.Log().At(said); h.lines[said] != string(ev.Line()) {
					t.Fatalf("seed %d: line %d on disk is %s, not %s", seed, said+1, h.lines[said], ev.Line())
				}
			}
		}
		if lines := strings.Count(strings.Join(h.lines, "\n"), `"written"`); lines == 0 || !h.shell.outbox.Idle() || h.shell.holding.stop != nil {
			t.Fatalf("seed %d: %d results, %+v", seed, lines, h.shell.State().Running)
		}
	})
}
