package coordinator

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"parley/store"
)

// TestWhatATokenDoes: it answers its question once, also where nobody else without a terminal
// may, and nothing that holds longer than that.
func TestWhatATokenDoes(t *testing.T) {
	allowed := Act{Do: ActPermit, Outcome: store.PermitAllowed, Scope: store.ScopeOnce}
	told := store.Via{Program: "parley", PID: 7, Notified: true}
	for name, c := range map[string]struct {
		act     Act
		via     store.Via
		runs    bool // a command does
		done    bool
		fault   error
		refused string
	}{
		"a yes":                 {act: allowed, via: told, done: true},
		"while a command runs":  {act: allowed, via: told, runs: true, done: true},
		"without a token":       {act: allowed, via: store.Via{Program: "parley"}, runs: true, refused: noTerminalText},
		"for the turn":          {act: Act{Do: ActPermit, Outcome: store.PermitAllowed, Scope: store.ScopeTurn}, via: told, fault: errOnce},
		"remembered":            {act: Act{Do: ActAnswer, Value: json.RawMessage("true"), Remember: true}, via: told, fault: errOnce},
		"other arguments":       {act: Act{Do: ActPermit, Outcome: store.PermitEdited, Arguments: json.RawMessage(`{"path":"other"}`)}, via: told, fault: errOnce},
		"another text":          {act: Act{Do: ActAnswer, Value: json.RawMessage("true"), Edited: &store.Edited{Digest: "d"}}, via: told, fault: errOnce},
		"a step back":           {act: Act{Do: ActBack}, via: told, fault: errOnce},
		"the end of the turn":   {act: Act{Do: ActEnd}, via: told, done: true},
		"for the turn, by hand": {act: Act{Do: ActPermit, Outcome: store.PermitAllowed, Scope: store.ScopeTurn}, via: store.Via{Terminal: "/dev/pts/1"}, done: true},
	} {
		sh, send, digest := asking(t, name)
		if c.runs {
			sh.state.Running = append(sh.state.Running, &Running{Key: Key{Kind: OfTool, ID: "other"}})
		}
		var got *Taken
		send(Sent{Digest: digest, Act: c.act, Via: c.via, Told: func(t Taken) { got = &t }})
		if got == nil || got.Done != c.done || got.Refused != c.refused || !errors.Is(got.Fault, c.fault) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// asking is a shell of a conversation that asks whether a call may run, how to send it
// something, and the digest of the question.
func asking(t *testing.T, nonce string) (sh *Shell, send func(Input), digest string) {
	t.Helper()
	return shellOf(t, parkedCall(t, "writer"), nonce)
}

func shellOf(t *testing.T, s *parking, nonce string) (sh *Shell, send func(Input), digest string) {
	t.Helper()
	env := s.state.Env
	env.SomebodyThere = true
	sh = NewShell(context.Background(), World{
		Record: func(...store.Event) error { return nil }, Now: time.Now, Nonce: func() string { return nonce },
	}, env, storyConversation, store.Log{}.Append(s.disk...))
	send = func(in Input) {
		_, jobs := sh.Send(in)
		for _, j := range jobs {
			if j.Key.Kind == ofWriting {
				done, _ := j.Perform(j.Context)
				send(done)
			}
		}
	}
	send(Opened{})
	p, asked := sh.State().Prompt()
	if !asked {
		t.Fatalf("%s: nothing is asked", nonce)
	}
	for _, ev := range s.disk {
		if b, is := ev.Body.(store.PermissionRequest); is && b.ID == p.Permission.ID {
			digest = store.Digest(ev.Line())
		}
	}
	return sh, send, digest
}

// TestASecondLineOfTheSameID asks for nothing: what it shows is not what would be allowed.
func TestASecondLineOfTheSameID(t *testing.T) {
	s := parkedCall(t, "writer")
	for i, ev := range s.disk {
		if b, is := ev.Body.(store.PermissionRequest); is {
			b.Text = "something harmless"
			second, err := store.New(store.Head{V: store.Version, Seq: ev.Seq + 1, ID: "second", Time: ev.Time, Conversation: ev.Conversation, Turn: ev.Turn}, b)
			if err != nil {
				t.Fatal(err)
			}
			s.disk = slices.Insert(s.disk, i+1, second)
			break
		}
	}
	sh, send, digest := shellOf(t, s, "second")
	p, _ := sh.State().Prompt()
	var got *Taken
	yes := Sent{Digest: digest, Act: Act{Do: ActPermit, Outcome: store.PermitAllowed, Scope: store.ScopeOnce}, Via: store.Via{Terminal: "/dev/pts/1"}, Told: func(t Taken) { got = &t }}
	if send(yes); digest == p.Line || got == nil || !errors.Is(got.Fault, ErrNotAsked) {
		t.Errorf("%s, %+v", digest, got)
	}
	yes.Digest = p.Line
	if send(yes); !got.Done {
		t.Errorf("%+v", got)
	}
}

// TestRefusalsAreBounded: whoever keeps trying is refused each time, is recorded three times,
// and again after the next decision.
func TestRefusalsAreBounded(t *testing.T) {
	sh, send, digest := asking(t, "bounded")
	refused := 0
	tries := func(digest string) (reasons []string) {
		for range 30 {
			send(Sent{Digest: digest, Barred: "no", Told: func(t Taken) {
				if t.Refused == "no" {
					refused++
				}
			}})
		}
		for _, ev := range sh.Log().All() {
			if b, is := ev.Body.(store.AnswerRefused); is {
				reasons = append(reasons, b.Reason)
			}
		}
		return reasons
	}
	three := []string{"no", "no", "no; what is refused after this, before the next decision, is not recorded"}
	if got := tries(digest); !slices.Equal(got, three) {
		t.Errorf("recorded are %q", got)
	}
	if got := tries("another"); !slices.Equal(got, three) {
		t.Errorf("with another digest %q", got)
	}
	send(Sent{Digest: digest, Act: Act{Do: ActPermit, Outcome: store.PermitAllowed, Scope: store.ScopeOnce}, Via: store.Via{Terminal: "/dev/pts/1"}, Told: func(Taken) {}})
	if got := tries("another"); !slices.Equal(got, slices.Concat(three, three)) {
		t.Errorf("after a decision %q", got)
	}
	if refused != 90 {
		t.Errorf("%d of 90 were refused", refused)
	}
}

// TestWhoTookAnAnswerBack by leaving before it was looked at has answered nothing, and a question that
// stays open takes the next answer.
func TestWhoTookAnAnswerBack(t *testing.T) {
	sh, send, digest := asking(t, "gone")
	var got *Taken
	yes := Sent{Digest: digest, Act: Act{Do: ActPermit, Outcome: store.PermitAllowed, Scope: store.ScopeOnce}, Via: store.Via{Terminal: "/dev/pts/1"}, Stays: func() bool { return false }, Told: func(t Taken) { got = &t }}
	before := sh.Log().Len()
	if send(yes); got == nil || !errors.Is(got.Fault, ErrNotAsked) || sh.Log().Len() != before {
		t.Errorf("%+v, and %d more on record", got, sh.Log().Len()-before)
	}
	yes.Stays = func() bool { return true }
	if send(yes); !got.Done {
		t.Errorf("%+v", got)
	}
}
