package bridge

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/coordinator"
	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/model/cli/bridge/hook"
	"parley/model/cli/process"
	"parley/model/cli/socket"
	"parley/store"
	"parley/store/inbox"
)

// asking makes this very process the program that asks.
func (p *place) asking() {
	self := process.Self("NO_MARK=1")
	p.serve = func(dir, id string) (*socket.Server, error) {
		return socket.ServeFor(dir, id, "NO_MARK=1", process.Seat{PID: self.PID, Began: self.Began})
	}
}

// TestWhatWasDecidedInTheProgram closes what waits: a call that has ended, and everything of a
// session that goes on or ends; nothing of another session or another call.
func TestWhatWasDecidedInTheProgram(t *testing.T) {
	t.Parallel()
	failed := "PostToolUseFailure-Bash"
	for _, c := range []struct {
		name   string
		change func(*hook.Message)
		closes bool
	}{
		{"the call has ended", func(*hook.Message) {}, true},
		{"the user goes on", func(m *hook.Message) { m.Event, m.Call = "UserPromptSubmit", hook.Call{} }, true},
		{"the session ends", func(m *hook.Message) { m.Event, m.Call = "SessionEnd", hook.Call{} }, true},
		{"all calls of a response have ended", func(m *hook.Message) {
			m.Event, m.Calls, m.Call = "PostToolBatch", []hook.Call{m.Call}, hook.Call{}
		}, true},
		{"another session ends", func(m *hook.Message) { m.Event, m.Session = "SessionEnd", "another" }, false},
		{"another program's session ends", func(m *hook.Message) { m.Event, m.Program = "SessionEnd", hook.Codex }, false},
		{"another call has ended", func(m *hook.Message) { m.Input = []byte(`{"command":"ls"}`) }, false},
		{"a notification", func(m *hook.Message) { m.Event = "Notification" }, false},
	} {
		p := newPlace(t, "")
		p.asking()
		asks := p.message(hook.Claude, failed)
		asks.Event = "PermissionRequest"
		id := ""
		err := p.ask(asks, nil, func() {
			e := p.waiting(1)[0]
			id = e.Conversation
			ended := p.message(hook.Claude, failed)
			c.change(&ended)
			if err := answerBy(context.Background(), &p.prog, ended, nil, reach{p.serve, p.lives, "", p.env}); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			if !c.closes {
				p.waiting(1)
				ended = p.message(hook.Claude, failed)
				if err := answerBy(context.Background(), &p.prog, ended, nil, reach{p.serve, p.lives, "", p.env}); err != nil {
					t.Errorf("%s: %v", c.name, err)
				}
			}
		})
		if err != nil || p.out.Len() > 0 {
			t.Errorf("%s: %v, said %s", c.name, err, p.out.String())
		}
		const want = " | cancelled program elsewhere | It was decided in the program that asked. | done"
		if got := p.record(id); !strings.HasSuffix(got, want) {
			t.Errorf("%s: on record %s", c.name, got)
		}
	}
}

// TestWhatAsksDoesNotAnswer: the program that asks, and what it started, is refused, on
// record.
func TestWhatAsksDoesNotAnswer(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "")
	p.asking()
	err := p.ask(p.message(hook.Claude, "PermissionRequest-Bash-deny"), nil, func() {
		e := p.waiting(1)[0]
		taken := p.send(e, permit(store.PermitAllowed, ""))
		if taken.Done || taken.Refused != "the program that asks started it, and what asks does not answer" {
			t.Errorf("%+v", taken)
		}
		if b := p.refused(e.Conversation); b.Via.PID != os.Getpid() || b.Reason != taken.Refused {
			t.Errorf("on record: %+v", b)
		}
		p.send(e, coordinator.Act{Do: coordinator.ActClose})
	})
	if err != nil || p.out.Len() > 0 {
		t.Errorf("%v, said %s", err, p.out.String())
	}
}

// refused is the refusal on record, once it is there.
func (p *place) refused(id string) store.AnswerRefused {
	p.t.Helper()
	for range 2_000 {
		c, _, err := p.store().OpenRead(id)
		if err != nil {
			p.t.Fatal(err)
		}
		if b, is := c.Log().At(c.Log().Len() - 1).Body.(store.AnswerRefused); is {
			return b
		}
		pause()
	}
	p.t.Fatal("nothing is refused on record")
	return store.AnswerRefused{}
}

// asked puts a request on record that waits, and leaves its conversation open.
func (p *place) asked(session string, n int, inputs ...coordinator.Input) *store.Conversation {
	p.t.Helper()
	c, err := p.store().Create(fmt.Sprintf("576764abc%03d", n))
	if err != nil {
		p.t.Fatal(err)
	}
	m := hook.Message{Program: hook.Claude, Event: "PermissionRequest", Session: session, Dir: p.work, Call: hook.Call{Tool: "Bash", Input: []byte(`{"command":"ls"}`)}}
	e := entry(m, m.Request(p.work), "", false, nil)
	tools, err := tool.NewRegistry(e)
	if err != nil {
		p.t.Fatal(err)
	}
	state := coordinator.State{Folded: coordinator.Folded{Conversation: c.ID()}, Env: coordinator.Env{Tools: tools, Rules: unruled{}, SomebodyThere: true, Workspace: p.work}}
	observe := coordinator.Observe{Of: store.Observed{Program: hook.Claude, Session: session}, Text: "Claude Code asks", Tool: "run_command", Arguments: `{"command":"ls"}`}
	for i, in := range append([]coordinator.Input{observe}, inputs...) {
		next, did := coordinator.Step(state, coordinator.Msg{Time: time.Now(), Nonce: fmt.Sprintf("%s-%d-%d-", session, n, i), Body: in})
		if did.Err != nil {
			p.t.Fatal(did.Err)
		}
		state = next
		if err := c.Record(did.Events...); err != nil {
			p.t.Fatal(err)
		}
	}
	return c
}

// unruled has no settings for anything.
type unruled struct{}

func (unruled) Question(string, string) coordinator.QuestionRules { return coordinator.QuestionRules{} }
func (unruled) Detached(string, string) (route.Policy, string) {
	return route.PolicyDeny, ""
}
func (unruled) Asks(string, string) string { return "" }

// TestASessionThatAsksTooMuch is answered by nobody here: the program itself decides.
func TestASessionThatAsksTooMuch(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "")
	m := p.message(hook.Claude, "PermissionRequest-Bash-deny")
	for i := range mostOpen {
		c := p.asked(m.Session, i)
		defer func() {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}()
	}
	err := answerBy(context.Background(), &p.prog, m, nil, reach{p.serve, p.lives, "", p.env})
	if err == nil || err.Error() != "20 requests of this session are already waiting, so this one is left to the program itself" || p.out.Len() > 0 {
		t.Errorf("%v, said %s", err, p.out.String())
	}
}

// TestWhatAKilledProcessLeftBehind: it is not in the inbox, since nobody can hand an answer
// back, and the next request closes it.
func TestWhatAKilledProcessLeftBehind(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "")
	allowed := coordinator.Permitted{Key: coordinator.AskUser{ID: "call_1_1_1.run"}.Key(), Outcome: store.PermitAllowed}
	for _, c := range []*store.Conversation{p.asked("s", 1), p.asked("s", 2, allowed), p.asked("s", 3, coordinator.Closed{Reason: store.CancelElsewhere})} {
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	p.waiting(0)
	if n := inbox.Count(p.store()); n != 0 {
		t.Errorf("%d wait", n)
	}
	err := p.ask(p.message(hook.Claude, "PermissionRequest-Bash-deny"), nil, func() {
		e := p.waiting(1)[0]
		for e.Session == "s" { // it is being closed
			e = p.waiting(1)[0]
		}
		p.send(e, permit(store.PermitDenied, ""))
	})
	if err != nil || p.err.Len() > 0 {
		t.Errorf("%v, %s", err, p.err.String())
	}
	for i, want := range []string{
		"claude | Claude Code asks | cancelled policy expired | Parley was stopped before anything was decided here, so Claude Code decides. | done",
		"claude | Claude Code asks | allowed user | run_command was interrupted when the program stopped. It may or may not have taken effect. Check the state of things before you call it again. | done",
		"claude | Claude Code asks | cancelled program elsewhere | It was decided in the program that asked. | done",
	} {
		if got := p.record(fmt.Sprintf("576764abc%03d", i+1)); got != want {
			t.Errorf("on record\n%s\nwant\n%s", got, want)
		}
	}
	if _, err := os.Stat(filepath.Join(p.home, "run", "parley")); err != nil {
		t.Error(err)
	}
}

// TestAKillAtEveryEvent: whatever a process that was killed had written of a request, the next
// one ends its record; an answer that was on record stays one, and nothing is made up.
func TestAKillAtEveryEvent(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "")
	allowed := coordinator.Permitted{Key: coordinator.AskUser{ID: "call_1_1_1.run"}.Key(), Outcome: store.PermitAllowed}
	whole := p.asked("s", 999, allowed)
	lines := slices.Collect(strings.Lines(readFile(t, p.store().Path(whole.ID()))))
	if err := whole.Close(); err != nil {
		t.Fatal(err)
	}
	for n := range len(lines) {
		id := fmt.Sprintf("576764abc%03d", n)
		c, err := p.store().Create(id)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(strings.Join(lines[:n+1], ""), whole.ID(), id)
		if err := os.WriteFile(p.store().Path(id), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d := desk{p: &p.prog, from: p.store()}
	if err := d.leftBehind(); err != nil {
		t.Fatal(err)
	}
	list, err := p.store().List()
	if err != nil || len(list) != len(lines)+1 {
		t.Fatalf("%d are listed, %v", len(list), err)
	}
	for _, x := range list {
		record := p.record(x.ID)
		began := strings.Contains(readFile(t, p.store().Path(x.ID)), `"turn_start"`)
		if x.TurnOpen || x.Open != "" || began && !strings.HasSuffix(record, "done") || strings.Count(record, "allowed user") > 1 ||
			strings.Contains(record, "allowed user") != strings.Contains(readFile(t, p.store().Path(x.ID)), `"outcome":"allowed"`) {
			t.Errorf("%s: %+v\n%s", x.ID, x, record)
		}
	}
	before := p.sizes(list)
	if err := d.leftBehind(); err != nil || p.sizes(list) != before {
		t.Errorf("closing them again: %v", err)
	}
}

// sizes are those of all records.
func (p *place) sizes(list []store.Summary) (out string) {
	p.t.Helper()
	for _, x := range list {
		out += fmt.Sprintf("%s %d, ", x.ID, len(readFile(p.t, p.store().Path(x.ID))))
	}
	return out
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
