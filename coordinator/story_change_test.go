package coordinator

import (
	"reflect"
	"slices"
	"testing"

	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

func TestAChangedConfigurationDoesNotChangeAnOpenQuestion(t *testing.T) {
	stories(t, 60, func(t *testing.T, seed uint64) {
		s := newStory(t, seed)
		s.begin(1)
		s.tell(func() bool {
			p, ok := s.state.Prompt()
			return ok && p.Inquiry != nil && p.Tool != "server" // a run that asks does not outlive the program
		})
		p, ok := s.state.Prompt()
		if !ok {
			return
		}
		s.state.Env.Rules = storyRules{detached: route.PolicyAuto, questions: map[string]QuestionRules{
			"asker.go": {ToAssistant: true}, "patcher.key": {ToAssistant: true}, "patcher.sure": {},
		}}
		s.kill(len(s.disk))
		q, ok := s.state.Prompt()
		if !ok || !reflect.DeepEqual(p.Inquiry, q.Inquiry) {
			t.Errorf("open before %+v, after %+v", p.Inquiry, q.Inquiry)
		}
	})
}

func TestOldMessagesChangeNothing(t *testing.T) {
	stories(t, 100, func(t *testing.T, seed uint64) {
		s := newLimited(t, seed)
		s.begin(1)
		s.tell(func() bool { return s.rand.IntN(25) == 0 })
		before, lines := s.state.Folded, len(s.disk)
		old := slices.Clone(s.inputs)
		s.rand.Shuffle(len(old), func(i, j int) { old[i], old[j] = old[j], old[i] })
		for _, in := range old {
			switch in.(type) {
			case Opened, Submitted, Commanded, Interrupted, Continued, RulesChanged, Compacted, Accepted, Discarded, TakenBack, Undo:
				continue // wishes of the user's, not results
			}
			if k, _ := keyOf(in); s.state.runs(k) {
				continue // still awaited
			}
			if said, ok := in.(ModelSaid); ok && s.state.runs(said.Key) {
				continue
			}
			if asked, ok := in.(ToolAsks); ok && s.state.runs(asked.Key) {
				continue
			}
			if withdrawn, ok := in.(ToolWithdraws); ok && s.state.runs(withdrawn.Key) {
				continue
			}
			s.send(in)
		}
		if len(s.disk) != lines || !reflect.DeepEqual(before, s.state.Folded) {
			t.Errorf("replayed messages recorded %d events", len(s.disk)-lines)
		}
	})
}

func TestPerformersThatAlwaysFailAreStartedABoundedNumberOfTimes(t *testing.T) {
	for _, transient := range []bool{true, false} {
		for _, began := range []bool{true, false} {
			s := newStory(t, 1)
			s.begin(1)
			for i := 0; len(s.state.Running) > 0; i++ {
				if i > 20 {
					t.Fatalf("transient %v, began %v: still running %v", transient, began, s.state.Running)
				}
				k := s.state.Running[0].Key
				if began {
					s.send(ModelSaid{Key: k, Delta: providers.TextDelta{Text: "x"}})
				}
				s.send(ModelBroke{Key: k, Error: "no", Transient: transient})
			}
			want := 1
			if transient && began {
				want = 2
			}
			if len(s.starts) != want || s.state.Folded.Open() {
				t.Errorf("transient %v, began %v: started %v", transient, began, s.starts)
			}
		}
	}
}

func TestATornLogFoldsAndEnds(t *testing.T) {
	stories(t, 150, func(t *testing.T, seed uint64) {
		first := newLimited(t, seed)
		first.begin(2)
		first.tell(nil)
		log := slices.Clone(first.disk)
		for range 1 + first.rand.IntN(6) {
			i := first.rand.IntN(len(log))
			switch first.rand.IntN(3) {
			case 0:
				log = slices.Delete(log, i, i+1)
			case 1:
				log = slices.Insert(log, i, log[first.rand.IntN(len(log))])
			case 2:
				j := first.rand.IntN(len(log))
				log[i], log[j] = log[j], log[i]
			}
			if len(log) == 0 {
				return
			}
		}
		s := newLimited(t, seed)
		s.answers = 20
		s.disk = log
		s.kill(len(log))
		s.tell(nil)
		if s.state.Folded.Open() {
			t.Errorf("the turn stays open: %+v", s.state.Folded.Stack)
		}
		s.send(Submitted{ID: "after", Text: "go on"})
		s.tell(nil)
		if s.state.Folded.Open() {
			t.Error("a new turn does not end")
		}
	})
}

func TestAPermissionThatIsOpenIsAnsweredWhateverTheConfigurationSaysNow(t *testing.T) {
	for name, change := range map[string]func(*testing.T, *Env){
		"unattended": func(t *testing.T, env *Env) {
			env.Tools = retooled(t, env.Tools, "writer", func(s *tool.Entry) { s.Spec.Run = tool.Unattended })
		},
		"skip": func(t *testing.T, env *Env) {
			env.Tools = retooled(t, env.Tools, "writer", func(s *tool.Entry) { s.Spec.Run = tool.Skip })
		},
		"off": func(t *testing.T, env *Env) {
			env.Tools = retooled(t, env.Tools, "writer", func(s *tool.Entry) { s.Off = true })
		},
		"gone":   func(t *testing.T, env *Env) { env.Tools = tool.Registry{} },
		"nobody": func(t *testing.T, env *Env) { env.SomebodyThere = false },
	} {
		s := newStory(t, 3)
		s.answers = 20
		s.send(Opened{})
		s.send(Submitted{ID: "m", Text: "go"})
		s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: "w", Name: "writer", Arguments: `{}`}}}})
		change(t, &s.state.Env)
		s.kill(len(s.disk))
		if p, ok := s.state.Prompt(); ok != (name != "nobody") || ok && (p.Permission.ID != "w.run" || p.Lacks != (name == "off" || name == "gone")) {
			t.Errorf("%s: before the user is %+v", name, p.Permission)
		}
		s.state.Env.Tools = storyTools()
		s.tell(nil)
		checkLog(t, s.disk)
	}
}

func retooled(t *testing.T, old tool.Registry, tools string, change func(*tool.Entry)) tool.Registry {
	t.Helper()
	var entries []tool.Entry
	for _, name := range old.Names() {
		e, _ := old.Get(name)
		if name == tools {
			change(&e)
		}
		entries = append(entries, e)
	}
	r, err := tool.NewRegistry(entries...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAReversedLogGivesNoIdTwice(t *testing.T) {
	first := newStory(t, 3)
	first.send(Opened{})
	first.send(Submitted{ID: "m", Text: "go"})
	first.send(ModelDone{Key: first.state.Running[0].Key, Response: providers.Response{Text: "x", Calls: []providers.Call{{Name: "reader", Arguments: `{}`}}}})
	log := slices.Clone(first.disk)
	slices.Reverse(log)
	s := newStory(t, 3)
	s.disk = log
	s.kill(len(log))
	s.send(Continued{})
	s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Text: "y", Calls: []providers.Call{{Name: "reader", Arguments: `{}`}}}})
	calls, ends := map[string]int{}, map[string]int{}
	for _, ev := range s.disk {
		switch b := ev.Body.(type) {
		case store.ToolCallRequest:
			calls[b.ID]++
		case store.ResponseEnd:
			ends[b.Response]++
		}
	}
	for id, n := range calls {
		if n != 1 {
			t.Errorf("the call id %s was given %d times", id, n)
		}
	}
	for id, n := range ends {
		if n != 1 {
			t.Errorf("the answer id %s was given %d times", id, n)
		}
	}
	if len(calls) != 2 || len(ends) != 2 {
		t.Errorf("calls %v, answers %v", calls, ends)
	}
}
