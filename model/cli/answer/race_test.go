package answer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/model/cli/socket"
	"parley/providers"
	"parley/store"
)

// Races of answerers over one question, by the real lock and the real socket: nobody holds
// the conversation, a holder lives, or it dies with the answer in its hands.

const raced = "576764abcd12"

// writer is a tool that asks for leave.
type writer struct{}

func (writer) Spec() tool.Spec {
	return tool.Spec{Name: "writer", Description: "writes", Parameters: json.RawMessage(`{"type":"object","properties":{}}`), Run: tool.Ask, Result: tool.Unattended}
}
func (writer) Run(context.Context, tool.Call) tool.Outcome { return tool.Success{Content: "done"} }

// parks are settings by which what needs a person stays open.
type parks struct{}

func (parks) Question(string, string) coordinator.QuestionRules { return coordinator.QuestionRules{} }
func (parks) Detached(string, string) (route.Policy, string) {
	return route.PolicyPark, "--park"
}
func (parks) Asks(string, string) string { return "" }

// calling is a model that calls the tool once.
type calling struct{ said bool }

func (m *calling) Stream(context.Context, providers.Request) providers.Stream {
	r := providers.Response{Text: "Done.", Finish: "stop"}
	if !m.said {
		r.Calls = []providers.Call{{ID: "c", Name: "writer", Arguments: "{}"}}
	}
	m.said = true
	return whole{r}
}
func (*calling) Models(context.Context) ([]providers.Model, error) { return nil, nil }
func (*calling) Capabilities(string) providers.Capabilities        { return providers.Capabilities{} }

type whole struct{ r providers.Response }

func (w whole) Next(context.Context) (providers.Delta, error) {
	return providers.Finished{Response: w.r}, nil
}
func (whole) Close() error { return nil }

// shell opens what a conversation holds.
func shell(t testing.TB, c *store.Conversation, nonce string, there, only bool) *coordinator.Shell {
	t.Helper()
	tools, err := tool.NewRegistry(tool.Entry{Tool: writer{}, Spec: writer{}.Spec()})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	ended := store.Log(c.Log()).Len() > 0
	return coordinator.NewShell(context.Background(), coordinator.World{
		Record: c.Record, Look: c.Look,
		Model: func(context.Context) (coordinator.Model, error) {
			return coordinator.Model{ID: "m/a", Provider: &calling{said: ended}}, nil
		},
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Now:   func() time.Time { return time.Unix(1_800_000_000, 0) },
		Nonce: func() string { n++; return fmt.Sprintf("%s-%d-", nonce, n) },
		Work:  coordinator.Workspace{Dir: "/", Conversation: raced},
	}, coordinator.Env{Tools: tools, Rules: parks{}, SomebodyThere: there, AnswersOnly: only}, raced, c.Log())
}

// raceTrack is a store with one conversation in which a permission is parked.
type raceTrack struct {
	store  store.Store
	run    string // the folder of sockets
	digest string
	file   []byte
}

func newRaceTrack(t testing.TB) *raceTrack {
	t.Helper()
	run, err := os.MkdirTemp("", "r") // short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(run); err != nil {
			t.Error(err)
		}
	})
	r := &raceTrack{store: store.Open(t.TempDir(), time.Now), run: run}
	c, err := r.store.Create(raced)
	if err != nil {
		t.Fatal(err)
	}
	s := shell(t, c, "first", false, false)
	(&commands.Loop{Shell: s}).Run(context.Background(), coordinator.Opened{}, coordinator.Submitted{ID: "m", Text: "go"})
	p, parked := s.State().Parked()
	if !parked || s.Trouble() != nil {
		t.Fatalf("nothing is parked: %v", s.Trouble())
	}
	r.digest = p.Line
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if r.file, err = os.ReadFile(r.store.Path(raced)); err != nil {
		t.Fatal(err)
	}
	return r
}

// again puts the conversation back as it was.
func (r *raceTrack) again(t testing.TB) {
	t.Helper()
	if err := os.WriteFile(r.store.Path(raced), r.file, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Fates of a holder.
const (
	lives     = iota // it goes on with the turn once that is answered, and ends
	diesFirst        // with an answer in its hands that it has not looked at
	diesAfter        // with the answer on record, and nobody told
	fates
)

// keeper is a process that has the conversation open.
type keeper struct {
	listens, ended chan struct{}
}

// keep opens the conversation, listens and meets its fate.
func (r *raceTrack) keep(t testing.TB, nonce string, fate int) *keeper {
	k := &keeper{make(chan struct{}), make(chan struct{})}
	c, _, err := r.store.OpenWrite(raced)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(k.ended)
		s := shell(t, c, nonce, true, false)
		asks := func(ctx context.Context, _ coordinator.Prompt) coordinator.Input { <-ctx.Done(); return nil }
		srv, err := socket.Serve(r.run, raced, "NO_SUCH_MARK=1", nil)
		close(k.listens)
		if err != nil {
			t.Error(err)
			return
		}
		switch fate {
		case lives:
			(&commands.Loop{Shell: s, Ask: asks, Outside: srv.Inputs()}).Run(context.Background(), coordinator.Opened{})
		case diesFirst:
			<-srv.Inputs()
		case diesAfter:
			(&commands.Loop{Shell: s}).Run(context.Background(), coordinator.Opened{})
			sent := (<-srv.Inputs()).(coordinator.Sent)
			told := make(chan struct{})
			sent.Told = func(coordinator.Taken) { close(told) }
			// It goes no further than the record.
			ctx, stop := context.WithCancel(context.Background())
			(&commands.Loop{Shell: recording(s), Ask: nil}).Run(ctx, sent)
			stop()
			<-told
		}
		if err := errors.Join(srv.Close(), c.Close()); err != nil {
			t.Error(err)
		}
	}()
	return k
}

// recording makes a shell record answers and start nothing.
func recording(s *coordinator.Shell) *coordinator.Shell {
	env := s.State().Env
	env.AnswersOnly = true
	s.SetEnv(env)
	return s
}

// racer is one of those who answer.
func (r *raceTrack) racer(t testing.TB, name string, k *keeper) *held {
	const many = 10_000 // the racers take the lock from one another
	h := &held{from: r.store, id: raced, tries: many, after: time.AfterFunc, slow: func() {}, dir: func() (string, error) { return r.run, nil }}
	h.env = coordinator.Env{Rules: parks{}, SomebodyThere: true}
	h.take = func(ctx context.Context) (Desk, error) {
		c, _, err := r.store.OpenWrite(raced)
		if err != nil {
			return nil, err
		}
		d := &recorder{c: c, s: shell(t, c, name, true, true)}
		d.loop = &commands.Loop{Shell: d.s}
		if d.s.State().Folded.Open() {
			d.loop.Run(ctx, coordinator.Opened{})
		}
		return d, nil
	}
	waited := false
	h.sleep = func(ctx context.Context, _ time.Duration) error { // until somebody else is done
		if k != nil && !waited {
			waited = true
			<-k.listens
			return nil
		}
		if k != nil {
			<-k.ended
		}
		for {
			c, _, err := r.store.OpenWrite(raced)
			var locked *store.LockedError
			if !errors.As(err, &locked) {
				return errors.Join(err, c.Close())
			}
		}
	}
	return h
}

// recorder is a desk that nobody else has, without a configuration.
type recorder struct {
	c    *store.Conversation
	s    *coordinator.Shell
	loop *commands.Loop
}

func (d *recorder) ID() string     { return raced }
func (d *recorder) Log() store.Log { return d.s.Log() }
func (d *recorder) Prompt() (coordinator.Prompt, string, bool) {
	return coordinator.Prompt{}, "", false
}
func (d *recorder) Answer(ctx context.Context, digest string, act coordinator.Act, via store.Via) (t coordinator.Taken, err error) {
	d.loop.Run(ctx, coordinator.Sent{Digest: digest, Act: act, Via: via, Told: func(x coordinator.Taken) { t = x }})
	return t, errors.Join(d.s.Trouble(), d.c.Close())
}
func (d *recorder) Bar(context.Context, string, string, store.Via) error { return nil }
func (d *recorder) GoesOn() bool                                         { return false }
func (d *recorder) Dir() string                                          { return "" }
func (d *recorder) Lacks() string                                        { return "" }
func (d *recorder) AwaitTold()                                           {}
func (d *recorder) Close() error                                         { return nil }

// TestOfManyAnswersTheFirstCounts: whoever holds the conversation, and however it ends, one
// answer is on record, one is told that it is theirs, and all others are told whose it is.
func TestOfManyAnswersTheFirstCounts(t *testing.T) {
	rounds := 300
	if testing.Short() {
		rounds = 100
	}
	if os.Getenv("RACES") == "all" { // some minutes
		rounds = 10_000
	}
	r := newRaceTrack(t)
	wins := map[string]int{}
	for round := range rounds {
		chance := rand.New(rand.NewPCG(uint64(round), 7))
		r.again(t)
		var k *keeper
		fate := chance.IntN(fates + 1)
		if fate < fates {
			k = r.keep(t, fmt.Sprintf("k%d", round), fate)
			if chance.IntN(2) == 0 {
				<-k.listens
			}
		}
		n := 2 + chance.IntN(4)
		results, faults := make([]coordinator.Taken, n), make([]error, n)
		var all sync.WaitGroup
		for i := range n {
			act := coordinator.Act{Do: coordinator.ActPermit, Scope: store.ScopeOnce, Outcome: []string{store.PermitAllowed, store.PermitDenied}[chance.IntN(2)]}
			h, name := r.racer(t, fmt.Sprintf("r%d-%d", round, i), k), fmt.Sprint("racer ", i)
			all.Go(func() {
				results[i], faults[i] = h.Answer(context.Background(), r.digest, act, store.Via{Program: "test", PID: os.Getpid(), Terminal: "/dev/pts/1", Said: name})
			})
		}
		all.Wait()
		if k != nil {
			<-k.ended
		}
		who := r.check(t, results, faults)
		if t.Failed() {
			t.Fatalf("round %d, fate %d, %d racers", round, fate, n)
		}
		wins[who]++
	}
	if len(wins) < 4 {
		t.Errorf("the first was always one of %v", wins)
	}
}

// check holds what is on record against what was told, and returns who was first.
func (r *raceTrack) check(t testing.TB, results []coordinator.Taken, faults []error) string {
	t.Helper()
	c, report, err := r.store.OpenRead(raced)
	if err != nil || report.SetAside() != 0 {
		t.Fatal(err, report)
	}
	var given []store.PermissionResponse
	for _, ev := range c.Log().All() {
		if b, is := ev.Body.(store.PermissionResponse); is && b.ID == "c.run" {
			given = append(given, b)
		}
	}
	if len(given) != 1 || given[0].Via == nil {
		t.Errorf("%d answers on record: %+v", len(given), given)
		return ""
	}
	first := given[0].Via.Said
	for i, taken := range results {
		name := fmt.Sprint("racer ", i)
		switch {
		case faults[i] != nil:
			t.Errorf("%s: %v", name, faults[i])
		case name == first && !taken.Done:
			t.Errorf("%s was first, and was told %+v", name, taken)
		case name != first:
			b, is := taken.First.(store.PermissionResponse)
			if taken.Done || !is || b.Via == nil || b.Via.Said != first {
				t.Errorf("%s was second to %s, and was told %+v", name, first, taken)
			}
		}
	}
	return first
}

// TestAHolderThatDoesNotAskYet: one that has just opened the conversation takes the answer a
// moment later, and one that took another's meanwhile says so by the record.
func TestAHolderThatDoesNotAskYet(t *testing.T) {
	r := newRaceTrack(t)
	srv, err := socket.Serve(r.run, raced, "NO_SUCH_MARK=1", nil)
	if err != nil {
		t.Fatal(err)
	}
	said := make(chan int)
	go func() {
		n := 0
		for ; n < 3; n++ {
			sent := (<-srv.Inputs()).(coordinator.Sent)
			sent.Told([]coordinator.Taken{{Fault: coordinator.ErrNotAsked}, {Fault: coordinator.ErrNotAsked}, {Done: true}}[n])
		}
		said <- n
	}()
	h := r.racer(t, "early", nil)
	taken, err := h.Answer(context.Background(), r.digest, coordinator.Act{Do: coordinator.ActPermit, Outcome: store.PermitAllowed}, store.Via{Said: "early"})
	if n := <-said; err != nil || !taken.Done || n != 3 {
		t.Errorf("%+v, %v, after %d", taken, err, n)
	}
	h.tries = 2
	go func() {
		for range 2 {
			(<-srv.Inputs()).(coordinator.Sent).Told(coordinator.Taken{Fault: coordinator.ErrNotAsked})
		}
		said <- 2
	}()
	taken, err = h.Answer(context.Background(), r.digest, coordinator.Act{Do: coordinator.ActPermit, Outcome: store.PermitAllowed}, store.Via{Said: "early"})
	if <-said; err != nil || !errors.Is(taken.Fault, coordinator.ErrNotAsked) {
		t.Errorf("one that never asks: %+v, %v", taken, err)
	}
	if err := srv.Close(); err != nil {
		t.Error(err)
	}
}
