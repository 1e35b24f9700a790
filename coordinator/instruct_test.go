package coordinator

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"parley/coordinator/tool"
	"parley/store"
)

// aloof is a state that gives instructions with the first message.
func aloof(t *testing.T) *story {
	s := newStory(t, 1)
	s.state.Env.Instructs = true
	s.send(Opened{})
	return s
}

func agents(paths ...string) (told store.Instructions) {
	for _, p := range paths {
		told.Files = append(told.Files, store.Instruction{Path: p, Digest: store.Digest([]byte(p)), Bytes: int64(len(p))})
	}
	return told
}

// lines are the types of the recorded events, and the words of messages and instructions.
func (s *story) lines() (all []string) {
	for _, ev := range s.disk {
		switch b := ev.Body.(type) {
		case store.ChatRequest:
			all = append(all, "message "+b.Text)
		case store.Instructions:
			line := "instructions"
			for _, f := range b.Files {
				line += " " + f.Path
			}
			for _, k := range b.Skills {
				line += " /" + k.Name
			}
			all = append(all, line)
		}
	}
	return all
}

func want(t *testing.T, s *story, lines ...string) {
	t.Helper()
	if got := s.lines(); fmt.Sprint(got) != fmt.Sprint(lines) {
		t.Errorf("on record are %q, want %q", got, lines)
	}
}

func key(id string) Key { return Instruct{ID: id}.Key() }

// TestInstructionsComeBeforeTheFirstMessage: it waits for them, as do those behind it, and
// they are looked for once.
func TestInstructionsComeBeforeTheFirstMessage(t *testing.T) {
	s := aloof(t)
	s.send(Submitted{ID: "a", Text: "one"})
	s.send(Submitted{ID: "b", Text: "two"})
	want(t, s)
	if s.starts[key("a")] != 1 || s.starts[key("b")] != 0 || s.state.Busy() != Thinking || len(s.state.Queue) != 2 {
		t.Errorf("started %v, busy %v, queue %v", s.starts, s.state.Busy(), s.state.Queue)
	}
	s.send(Instructed{Key: key("a"), Told: agents("AGENTS.md")})
	want(t, s, "instructions AGENTS.md", "message one")
	s.send(Interrupted{})
	want(t, s, "instructions AGENTS.md", "message one", "message two")
	if s.starts[key("b")] != 0 {
		t.Error("they were looked for again")
	}
}

// A message that waits is sent once, however often it is handed in: a screen that opens
// hands in what waited when it closed.
func TestAMessageThatWaitsIsTakenOnce(t *testing.T) {
	for _, times := range []int{1, 2, 3} {
		s := aloof(t)
		for range times {
			s.send(Submitted{ID: "a", Text: "one"})
		}
		if n := len(s.state.Queue); n != 1 {
			t.Errorf("handed in %d times, it waits %d times", times, n)
		}
	}
}

// TestAMessageThatIsTakenBackIsToldNothing.
func TestAMessageThatIsTakenBackIsToldNothing(t *testing.T) {
	s := aloof(t)
	s.send(Submitted{ID: "a", Text: "one"})
	s.send(Withdrawn{ID: "a"})
	s.send(Instructed{Key: key("a"), Told: agents("AGENTS.md")})
	want(t, s)
	s.send(Submitted{ID: "b", Text: "two"})
	s.send(Instructed{Key: key("b"), Told: agents("NEW.md")})
	want(t, s, "instructions NEW.md", "message two")
}

// TestAKillBetweenInstructionsAndMessage: what was recorded stays, and is not looked for
// again.
func TestAKillBetweenInstructionsAndMessage(t *testing.T) {
	s := aloof(t)
	s.send(Submitted{ID: "a", Text: "one"})
	s.send(Instructed{Key: key("a"), Told: agents("AGENTS.md")})
	s.kill(1)
	s.send(Submitted{ID: "a", Text: "one"})
	want(t, s, "instructions AGENTS.md", "message one")
	if s.starts[key("a")] != 1 {
		t.Errorf("they were looked for %d times", s.starts[key("a")])
	}
}

// TestASkillIsToldWithItsMessage: once as long as it is unchanged; a message that calls an
// unknown skill is not sent.
func TestASkillIsToldWithItsMessage(t *testing.T) {
	s := aloof(t)
	s.send(Submitted{ID: "a", Text: "/deploy now", Skill: "deploy"})
	if s.state.Wanted != (Instruct{ID: "a", First: true, Skill: "deploy"}) {
		t.Errorf("%+v", s.state.Wanted)
	}
	s.send(Instructed{Key: key("a"), Told: agents("AGENTS.md", "deploy/SKILL.md")})
	s.send(Submitted{ID: "b", Text: "/deploy later", Skill: "deploy"})
	s.send(Interrupted{})
	s.send(Instructed{Key: key("b"), Told: agents("deploy/SKILL.md")})
	s.send(Interrupted{})
	s.send(Submitted{ID: "c", Text: "/gone", Skill: "gone"})
	s.send(Instructed{Key: key("c"), Fault: "there is none"})
	want(t, s, "instructions AGENTS.md deploy/SKILL.md", "message /deploy now", "message /deploy later")
	if len(s.state.Queue) != 0 || s.state.Busy() != Idle {
		t.Errorf("queue %v, busy %v", s.state.Queue, s.state.Busy())
	}
}

// TestAFolderIsToldWithTheResultThatTouchedIt, once.
func TestAFolderIsToldWithTheResultThatTouchedIt(t *testing.T) {
	s := newStory(t, 1)
	s.begin(1)
	s.record(store.ToolCallRequest{Response: "1.1", ID: "x", Name: "reader", Arguments: []byte(`{}`)}, store.ToolCallRequest{Response: "1.1", ID: "y", Name: "reader", Arguments: []byte(`{}`)},
		store.ResponseEnd{Response: "1.1", Calls: 2, Model: "m/a"})
	s.send(Looked{})
	for _, id := range []string{"x", "y"} {
		s.send(ToolDone{Key: RunTool{Turn: 1, Response: "1.1", Call: id, Run: 1}.Key(), Outcome: tool.Success{Content: "ok"}, Touched: Touched{Told: agents("web/AGENTS.md")}})
	}
	want(t, s, "message do it", "instructions web/AGENTS.md")
}

// TestInstructionsHaveRoomTogether, including those of folders that are touched later. One
// that has no room is reported once, and a skill takes none of the room.
func TestInstructionsHaveRoomTogether(t *testing.T) {
	s := newStory(t, 1)
	told := func(path string, bytes int64) store.Instructions {
		return store.Instructions{Files: []store.Instruction{{Path: path, Digest: store.Digest([]byte(path)), Bytes: bytes}}}
	}
	for _, c := range []struct {
		path   string
		bytes  int64
		events int
		left   string
	}{
		{"AGENTS.md", mostInstructed - 10, 1, "[]"}, {"skills/x/SKILL.md", mostInstructed, 1, "[]"},
		{"a/AGENTS.md", 11, 1, "[a/AGENTS.md]"}, {"a/AGENTS.md", 11, 0, ""}, {"b/AGENTS.md", 10, 1, "[]"}, {"c/AGENTS.md", 1, 1, "[c/AGENTS.md]"},
	} {
		said := s.state.Folded.told(told(c.path, c.bytes))
		if len(said) != c.events {
			t.Fatalf("%s: %d events", c.path, len(said))
		}
		for _, b := range said {
			if got := fmt.Sprint(b.(store.Instructions).LeftOut); got != c.left {
				t.Errorf("%s: left out are %s", c.path, got)
			}
			s.state.Folded.instruct(b.(store.Instructions))
		}
	}
}

// briefer is an Instructor for tests.
type briefer struct {
	told store.Instructions
	err  error
}

func (f briefer) Tell(context.Context, bool, string) (store.Instructions, error) {
	return f.told, f.err
}

func (f briefer) Around(tool.Call) func(tool.Outcome) Touched {
	return func(tool.Outcome) Touched { return Touched{Told: f.told, Notes: []string{"noted"}} }
}

// TestInstructPerforms: what is found, what fails, what is cancelled, and nobody to ask.
func TestInstructPerforms(t *testing.T) {
	e := Instruct{ID: "a", First: true}
	in, rest := instructing(briefer{told: agents("AGENTS.md")}, e)(t.Context())
	if m, ok := in.(Instructed); !ok || rest != nil || len(m.Told.Files) != 1 || m.Key != e.Key() {
		t.Errorf("%+v", in)
	}
	if in, _ := instructing(briefer{err: errors.New("no room")}, e)(t.Context()); in.(Instructed).Fault != "no room" {
		t.Errorf("%+v", in)
	}
	if in, _ := instructing(nil, e)(t.Context()); in.(Instructed).Fault != "" || in.(Instructed).Key != e.Key() {
		t.Errorf("%+v", in)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if in, _ := instructing(briefer{}, e)(ctx); in != (Gone{Key: e.Key()}) {
		t.Errorf("%+v", in)
	}
}

// TestARunIsToldWhatItTouched also where it said something meanwhile.
func TestARunIsToldWhatItTouched(t *testing.T) {
	s := &Shell{World: World{Instruct: briefer{told: agents("web/AGENTS.md")}, Now: time.Now}}
	run := func(context.Context) (Input, Performer) {
		return ToolSaid{Text: "…"}, func(context.Context) (Input, Performer) { return ToolDone{Outcome: tool.Success{}}, nil }
	}
	in, rest := s.around(tool.Call{}, run)(t.Context())
	if _, said := in.(ToolSaid); !said || rest == nil {
		t.Fatalf("%+v", in)
	}
	in, rest = rest(t.Context())
	if done, ok := in.(ToolDone); !ok || rest != nil || len(done.Touched.Told.Files) != 1 || done.Touched.Notes[0] != "noted" {
		t.Errorf("%+v", in)
	}
}
