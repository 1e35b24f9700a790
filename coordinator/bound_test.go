package coordinator

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// somebodys is a tool that is not the program's own.
type somebodys struct {
	fakeTool
	identity string
}

func (s somebodys) Identity() string { return s.identity }

// becomes puts another program behind the name of a tool.
func (s *parking) becomes(name, identity string) {
	s.state.Env.Tools = retooled(s.t, s.state.Env.Tools, name, func(e *tool.Entry) {
		e.Tool = somebodys{fakeTool{e.Spec}, identity}
	})
}

// whole checks that the live state is the fold of what is on disk.
func (s *parking) whole(t *testing.T) {
	t.Helper()
	if got := foldEvents(s.disk); !reflect.DeepEqual(got, s.state.Folded) {
		t.Errorf("after %d events:\nfold %+v\nlive %+v", len(s.disk), got, s.state.Folded)
	}
}

// parkedBy is a parked call of a tool of somebody else's.
func parkedBy(t *testing.T, name, identity string) *parking {
	t.Helper()
	s := &parking{story: newStory(t, 3)}
	s.absent()
	s.becomes(name, identity)
	s.send(Opened{})
	s.send(Submitted{ID: "m", Text: "go"})
	s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: "w", Name: name, Arguments: `{}`}}}})
	return s
}

// yes answers what is open in a process that only records answers.
func (s *parking) yes(t *testing.T, scope string) {
	t.Helper()
	s.state.Env.SomebodyThere, s.state.Env.AnswersOnly = true, true
	s.reopen(len(s.disk), Opened{})
	p, ok := s.state.Prompt()
	if !ok || p.Permission == nil {
		t.Fatalf("asked is %+v", p)
	}
	s.send(Permitted{Key: p.Key, Outcome: store.PermitAllowed, Scope: scope})
	s.kept = append(s.kept, p.Key.ID)
}

// TestToolsThatBecomeOthers: whenever a turn is parked or was answered, the program goes on where
// other tools have the names. What was asked about one never lets another run.
func TestToolsThatBecomeOthers(t *testing.T) {
	revoked := 0
	stories(t, 80, func(t *testing.T, seed uint64) {
		s := newParking(t, seed)
		s.begin(2)
		others := func(i int) {
			for _, name := range s.state.Env.Tools.Names() {
				if e, _ := s.state.Env.Tools.Get(name); i < 40 && (i+int(seed)+len(name))%4 != 0 {
					if _, replies := e.Tool.(tool.Replier); !replies {
						s.becomes(name, strings.Repeat("i", i))
					}
				}
			}
			s.goOn()
			s.whole(t)
		}
		for i := range 400 {
			waits := s.work()
			s.whole(t)
			if !waits {
				break
			}
			others(2 * i)
			s.work()
			s.answer()
			s.whole(t)
			n, turn := len(s.disk), s.state.Folded
			others(2*i + 1)
			revoked += s.checkBound(t, turn, s.disk[n:])
		}
		if s.state.Folded.Open() {
			t.Errorf("the story ended in an open turn: %+v", s.state.Folded.Stack)
		}
		checkLog(t, s.disk)
	})
	if revoked < 3 && !testing.Short() {
		t.Errorf("only %d times an answer counted no more", revoked)
	}
}

// checkBound checks that no call runs by a yes or the answers for another tool than the one that
// runs, and counts the answers that count no more.
func (s *parking) checkBound(t *testing.T, before Folded, since []store.Event) (revoked int) {
	t.Helper()
	f := before
	for _, ev := range since {
		switch b := ev.Body.(type) {
		case store.MemoryRevoked:
			revoked++
		case store.ToolCallResponse:
			if strings.Contains(b.Content, "what stands behind its name has changed") {
				revoked++
			}
		case store.ToolStarted:
			turn, _ := f.Current()
			c, _ := turn.Call(b.ID)
			now := s.state.identity(c.Name)
			if p := c.Permit.Asked; b.Run == 1 && p != nil && p.Identity != "" && p.Identity != now {
				t.Errorf("%s runs by a yes to another", c.Name)
			}
			if a := c.Asking; a != nil && a.Identity != "" && a.Identity != now {
				t.Errorf("%s gets the answers of another", c.Name)
			}
		}
		f.apply(ev)
	}
	return revoked
}

// TestAYesToAToolOfTheProgramsIsForThat, and not for one of somebody else's that has its name by then.
func TestAYesToAToolOfTheProgramsIsForThat(t *testing.T) {
	s := parkedCall(t, "writer")
	s.yes(t, store.ScopeOnce)
	s.becomes("writer", "two")
	s.goOn()
	s.whole(t)
	if got := starts(s.story); len(got) != 0 {
		t.Errorf("%v runs", got)
	}
	if p, open := s.state.Prompt(); open && (p.Permission == nil || p.Permission.Identity == "") {
		t.Errorf("asked is %+v", p)
	}
}

func TestReplacedText(t *testing.T) {
	const want = "deploy asked something in this call, and by now what stands behind its name has changed: its command, its server, its parameters, its options or its description. " +
		"What was answered was for the other, so it did not run again, and the call may have taken effect in part. Call it again if it is still wanted."
	if got := replacedText("deploy"); got != want {
		t.Errorf("%q", got)
	}
}

// TestAnAnswerForTheTurnIsForTheToolThatAsked, and answers no other one of its name.
func TestAnAnswerForTheTurnIsForTheToolThatAsked(t *testing.T) {
	for identity, asked := range map[string]bool{"first": false, "second": true} {
		for _, live := range []bool{false, true} {
			s := &parking{story: newStory(t, 3)}
			s.becomes("server", "first")
			s.send(Opened{})
			s.send(Submitted{ID: "m", Text: "go"})
			call := func(id string) {
				s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: id, Name: "server", Arguments: `{}`}}}})
				if key := s.state.Running[0].Key; live {
					s.send(ToolAsks{Key: key, Form: mustForm(boolean(false, ""))})
				} else {
					s.send(ToolDone{Key: key, Outcome: tool.NeedsInput{Form: mustForm(boolean(false, ""))}})
				}
			}
			call("c")
			p, _ := s.state.Prompt()
			s.send(Answered{Key: p.Key, Value: json.RawMessage("true"), Remember: true})
			s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.Success{Content: "ok"}})
			s.becomes("server", identity)
			call("d")
			if p, is := s.state.Prompt(); is != asked {
				t.Errorf("%s, live %v: %q is asked about", identity, live, p.Call)
			}
			s.whole(t)
		}
	}
}

// TestAYesToResultsIsForTheToolThatGaveThem, and lets no other one of its name tell the assistant anything.
func TestAYesToResultsIsForTheToolThatGaveThem(t *testing.T) {
	for now, asked := range map[[2]string]bool{{"first", "one"}: false, {"second", "one"}: true, {"first", "two"}: true} {
		identity, rests := now[0], now[1]
		s := &parking{story: newStory(t, 3)}
		s.becomes("giver", "first")
		s.send(Opened{})
		s.send(Submitted{ID: "m", Text: "go"})
		call := func(id, rests string) {
			s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: id, Name: "giver", Arguments: `{}`}}}})
			s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.Success{Content: "of " + id}, Rests: rests})
		}
		call("c", "one")
		p, _ := s.state.Prompt()
		if p.Permission == nil || p.Permission.Kind != store.PermitDeliver || !p.Memorable {
			t.Fatalf("asked is %+v", p)
		}
		s.send(Permitted{Key: p.Key, Outcome: store.PermitAllowed, Scope: store.ScopeTurn})
		s.becomes("giver", identity)
		call("d", rests)
		if p, is := s.state.Prompt(); is != asked {
			t.Errorf("%s, %s: %q is asked about", identity, rests, p.Call)
		}
		s.whole(t)
	}
}
