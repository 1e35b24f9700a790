package coordinator

import (
	"context"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"parley/store"
)

// TestAMirrorRecordsNothing: it shows what is asked, hands on one act at a time, and does
// nothing else.
func TestAMirrorRecordsNothing(t *testing.T) {
	s := parkedCall(t, "writer")
	log := store.Log{}.Append(s.disk...)
	var given []Act
	env := s.state.Env
	env.SomebodyThere = true
	m := NewShell(context.Background(), World{
		Record: func(...store.Event) error { t.Error("a mirror records"); return nil }, Now: time.Now, Nonce: func() string { return "m" },
		Forward: func(_ context.Context, _ Key, act Act) (Taken, error) {
			given = append(given, act)
			return Taken{Done: true}, nil
		},
	}, env, storyConversation, log)
	_, jobs := m.Send(Opened{})
	if len(jobs) != 1 || jobs[0].Ask == nil || jobs[0].Ask.Permission.ID != "w.run" {
		t.Fatalf("%+v", jobs)
	}
	key := jobs[0].Key
	for _, in := range []Input{Submitted{ID: "x", Text: "hi"}, Continued{}, Interrupted{}, Commanded{Command: "ls"}, Left{}, Permitted{Key: Key{Kind: OfUser, ID: "other"}}} {
		if events, jobs := m.Send(in); len(events)+len(jobs) != 0 {
			t.Errorf("%T does something", in)
		}
	}
	_, jobs = m.Send(Permitted{Key: key, Outcome: store.PermitAllowed, Scope: store.ScopeOnce})
	if _, more := m.Send(Permitted{Key: key, Outcome: store.PermitDenied}); len(jobs) != 1 || len(more) != 0 {
		t.Fatalf("%d jobs, then %d", len(jobs), len(more))
	}
	in, rest := jobs[0].Perform(context.Background())
	if f, ok := in.(Forwarded); !ok || !f.Taken.Done || rest != nil {
		t.Errorf("%+v", in)
	}
	m.Send(in)
	if want := []Act{{Do: ActPermit, Outcome: store.PermitAllowed, Scope: store.ScopeOnce}}; !reflect.DeepEqual(given, want) {
		t.Errorf("%+v, want %+v", given, want)
	}
	_, jobs = m.Send(Permitted{Key: key, Outcome: store.PermitAllowed, Rules: []store.RuleAdded{{Rule: "x"}}})
	if in, _ := jobs[0].Perform(context.Background()); in.(Forwarded).Err == nil || len(given) != 1 {
		t.Errorf("a rule goes with an answer from elsewhere: %+v", in)
	}
	if err := m.Leave(); err != nil || m.State().Folded.Seq != int64(len(s.disk)) {
		t.Error("it changed")
	}
}

// TestEveryActComesBack: what is said between processes is what was done.
func TestEveryActComesBack(t *testing.T) {
	key, text := Key{Kind: OfUser, ID: "q"}, "x"
	for _, in := range []Input{
		Answered{Key: key, Value: json.RawMessage(`[1]`), Remember: true, Note: "n", Edited: &store.Edited{Digest: "d", Content: "c"}},
		Permitted{Key: key, Outcome: store.PermitEdited, Scope: store.ScopeTurn, Reason: "r", Arguments: json.RawMessage(`{}`), Content: &text},
		Replied{Key: key, Text: "hm"}, WentBack{Key: key}, EndedTurn{Key: key},
	} {
		act, ok := ActOf(in)
		line, err := json.Marshal(act)
		var back Act
		if err != nil || json.Unmarshal(line, &back) != nil || !ok || !reflect.DeepEqual(back.Input(key), in) {
			t.Errorf("%+v came back as %+v", in, back.Input(key))
		}
	}
	if (Act{Do: "none"}).Input(key) != nil {
		t.Error("nonsense does something")
	}
	if _, ok := ActOf(Submitted{}); ok {
		t.Error("a message is an answer")
	}
}
