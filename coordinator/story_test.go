package coordinator

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/coordinator/guards"
	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/coordinator/window"
	"parley/forms"
	"parley/store"
)

// A story plays everything outside the core at random but repeatably: the model, the
// tools, the reviewer, the user and the disk. It has no goroutines and no clock, so that a
// kill can be put anywhere.
type story struct {
	t       *testing.T
	rand    *rand.Rand
	state   State
	disk    []store.Event // what a reader of the file would decode
	inputs  []Input       // every message sent, to be replayed
	starts  map[Key]int
	nonce   int
	life    int        // how often the program was killed
	answers int        // responses of the model so far
	undoes  bool       // it begins with an undo
	via     *store.Via // of the last message that was not more of another
	beside  *rand.Rand // what happens beside the turns
	asks    *rand.Rand // how tools ask again, nil if they do not
}

const storyConversation = "c-story"

// fakeTool is a tool of the stories; it is never run, the story speaks for it.
type fakeTool struct{ spec tool.Spec }

func (f fakeTool) Spec() tool.Spec                             { return f.spec }
func (f fakeTool) Run(context.Context, tool.Call) tool.Outcome { panic("the story plays the tools") }

type replier struct{ fakeTool }

func (replier) Replied(_ forms.Form, answered []forms.Given, text string) string {
	return fmt.Sprintf("cancelled after %d, %q", len(answered), text)
}

// visitor is a tool that may learn of visits.
type visitor struct{ fakeTool }

func (visitor) Visited(context.Context, string, string) bool { panic("the story plays the tools") }

// changer is a tool that changes the file at its path.
type changer struct{ fakeTool }

func (changer) Changes(_ string, arguments json.RawMessage) []string {
	var in struct{ Path string }
	if json.Unmarshal(arguments, &in) != nil || in.Path == "" {
		return nil
	}
	return []string{in.Path}
}

// storyTools are checked once for all stories, which never change them.
var storyTools = sync.OnceValue(func() tool.Registry {
	params := json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"additionalProperties":false}`)
	var entries []tool.Entry
	add := func(x tool.Tool) { entries = append(entries, tool.Entry{Tool: x, Spec: x.Spec()}) }
	add(fakeTool{tool.Spec{Name: "reader", Description: "reads", Parameters: params, Run: tool.Unattended, Result: tool.Unattended, Repeatable: true}})
	add(fakeTool{tool.Spec{Name: "writer", Description: "writes", Parameters: params, Run: tool.Ask, Result: tool.Unattended}})
	add(changer{fakeTool{tool.Spec{Name: "patcher", Description: "patches", Parameters: params, Run: tool.Unattended, Result: tool.Unattended}}})
	add(fakeTool{tool.Spec{Name: "run_command", Description: "runs", Parameters: params, Run: tool.Ask, Result: tool.Unattended}})
	add(changer{fakeTool{tool.Spec{Name: "fs_modify_file", Description: "changes", Parameters: params, Run: tool.Unattended, Result: tool.Unattended}}})
	add(fakeTool{tool.Spec{Name: "giver", Description: "gives", Parameters: params, Run: tool.Unattended, Result: tool.Ask}})
	add(visitor{fakeTool{tool.Spec{Name: "server", Description: "asks", Parameters: params, Run: tool.Unattended, Result: tool.Unattended, Declines: true}}})
	add(fakeTool{tool.Spec{Name: guards.ReportTool, Description: "reports", Run: tool.Unattended, Result: tool.Unattended, Repeatable: true,
		Parameters: json.RawMessage(`{"type":"object","properties":{"root_cause":{"type":["string","null"]},"findings":{"type":"array"},"fix":{"type":"string"}}}`)}})
	add(replier{fakeTool{tool.Spec{
		Name: "asker", Description: "asks", Parameters: params, Run: tool.Unattended, Result: tool.Unattended,
		Repeatable: true, Assistant: true, Labels: map[string]string{"*": "Assistant"},
	}}})
	r, err := tool.NewRegistry(entries...)
	if err != nil {
		panic(err)
	}
	return r
})

// storyRules are what the stories configure.
type storyRules struct {
	questions map[string]QuestionRules
	detached  route.Policy

	detachedBy string
	asks       string
}

func (r storyRules) Question(name, id string) QuestionRules         { return r.questions[name+"."+id] }
func (r storyRules) Detached(string, string) (route.Policy, string) { return r.detached, r.detachedBy }

func (r storyRules) Asks(string, string) string { return r.asks }

func escalating() storyRules {
	return storyRules{detached: route.PolicyDeny, questions: map[string]QuestionRules{
		"patcher.apply": {ToAssistant: true, Escalate: true},
		"patcher.sure":  {ToAssistant: true},
	}}
}

func newStory(t *testing.T, seed uint64) *story {
	t.Helper()
	s := &story{t: t, rand: rand.New(rand.NewPCG(seed, 1)), beside: rand.New(rand.NewPCG(seed, 2)), starts: map[Key]int{}}
	s.state = State{
		Folded: Folded{Conversation: storyConversation},
		Env:    Env{Tools: storyTools(), Rules: escalating(), SomebodyThere: true, Window: window.Rules{TrimAt: 60, SummariseAt: 85}},
	}
	return s
}

// newLimited is a story that has narrow limits every second time.
func newLimited(t *testing.T, seed uint64) *story {
	t.Helper()
	s := newStory(t, seed)
	s.undoes = seed%4 == 2
	s.state.Env.Ruled, s.state.Env.Instructs = seed%3 == 1, seed%4 != 3
	s.state.Env.Titles, s.state.slice = seed%3 == 0, [...]int{0, 1, 0, 0, 0, 0, 3, 0}[seed%8] // 0 is as it is
	if seed%2 == 1 {
		s.state.Env.Limits = guards.Limits{Iterations: 3 + s.rand.IntN(4), Runtime: time.Minute, Loop: 2, Errors: 2}
		s.state.Env.DebugLimits, s.state.Env.DebugSkill = guards.Limits{Iterations: 2}, "look closely"
	}
	return s
}

// send steps the core and writes what it recorded.
func (s *story) send(in Input) {
	s.nonce++
	s.inputs = append(s.inputs, in)
	at := time.Unix(1_800_000_000+int64(s.nonce), 0)
	var via *store.Via
	if decides(in) {
		via = &store.Via{Program: "story"}
	}
	state, did := Step(s.state, Msg{Time: at, Nonce: s.chance(), Body: in, Via: via})
	if did.Err != nil {
		s.t.Fatalf("%T: %v", in, did.Err)
	}
	_, more := in.(Settling)
	for _, ev := range did.Events {
		if more && s.via == nil || !more && via == nil {
			break
		}
		if known, persons := viaOf(ev.Body); persons && known == nil {
			s.t.Fatalf("%T: who decided %s is not on record", in, ev.Line())
		}
	}
	s.keep(did.Events)
	for _, e := range did.Start {
		s.starts[e.Key()]++
	}
	s.state = state
	if !more {
		s.via = via
	}
	for _, k := range did.Cancel {
		s.send(Gone{Key: k})
	}
	if did.More && s.state.more {
		s.send(Settling{})
		return
	}
	s.checkRunning(in)
	s.checkApart(in)
	if s.nonce%4 != 0 || s.state.more {
		return
	}
	if b := next(s.state.Folded, s.state.env()); b != nil {
		s.t.Fatalf("after %T the state is at rest, but %+v follows", in, b)
	}
}

// checkRunning checks that what runs is what is owed, however it was found.
func (s *story) checkRunning(in Input) {
	if s.state.more {
		return
	}
	owed := map[Key]bool{}
	for _, e := range Owed(s.state.Folded, s.state.env()) {
		owed[e.Key()] = true
		if !s.state.running(e.Key()) {
			s.t.Fatalf("after %T %s is owed and does not run", in, e.Key())
		}
	}
	for _, r := range s.state.Running {
		if !r.Stopping && !owed[r.Key] {
			s.t.Fatalf("after %T %s runs and is not owed", in, r.Key)
		}
	}
}

// chance makes the ids of a message unique, whatever was killed before.
func (s *story) chance() string { return fmt.Sprintf("%sn%d-", strings.Repeat("k", s.life), s.nonce) }

// record records events that come from no input of the story's.
func (s *story) record(bodies ...store.Body) {
	s.nonce++
	at := time.Unix(1_800_000_000+int64(s.nonce), 0)
	w := writing{state: s.state, msg: Msg{Time: at, Nonce: s.chance()}}
	if w.record(bodies...); w.err != nil {
		s.t.Fatal(w.err)
	}
	s.state = w.state
	s.keep(w.events)
}

// keep writes events to the disk, and checks that a reader gets what is in memory.
func (s *story) keep(events []store.Event) {
	for _, ev := range events {
		decoded, err := store.Decode(ev.Line())
		if err != nil {
			s.t.Fatalf("%s: %v", ev.Line(), err)
		}
		s.disk = append(s.disk, decoded)
	}
}

// kill loses everything but the first n lines, and opens the conversation again.
func (s *story) kill(n int) {
	s.life++
	s.disk = slices.Clone(s.disk[:n])
	s.state = State{Folded: foldEvents(s.disk), Env: s.state.Env, slice: s.state.slice}
	s.state.Held, s.state.rulings = false, nil
	s.send(Opened{})
}

func foldEvents(events []store.Event) Folded {
	return FoldAll(storyConversation, store.Log{}.Append(events...))
}

// move makes one random thing happen; false if nothing can.
func (s *story) move() bool {
	if s.state.Held {
		s.send(Continued{})
		return true
	}
	var keys []Key
	for _, r := range s.state.Running {
		if !r.Stopping && (r.Key.Kind != OfUser || s.state.Env.SomebodyThere) {
			keys = append(keys, r.Key)
		}
	}
	if len(keys) == 0 {
		return false
	}
	if s.rand.IntN(40) == 0 {
		s.send(Interrupted{})
		return true
	}
	s.happen()
	s.compact()
	s.play(keys[s.rand.IntN(len(keys))])
	return true
}

// undoing begins a story with an undo, whose end the messages wait for.
func (s *story) undoing() {
	if s.undoes {
		s.send(Undo{Files: []PutBack{{UndoneFile: store.UndoneFile{Path: "a.go", Before: "d"}}}})
	}
}

func TestTheLiveStateIsTheFoldOfTheLog(t *testing.T) {
	stories(t, 300, func(t *testing.T, seed uint64) {
		s := newLimited(t, seed)
		s.begin(2)
		at := 0
		s.tell(func() bool {
			if len(s.disk) != at {
				at = len(s.disk)
				if got := Deltas(store.Log{}.Append(s.disk...)); !reflect.DeepEqual(got, s.state.Folded.Deltas) {
					t.Fatalf("the changes of the settings are %+v, not %+v", got, s.state.Folded.Deltas)
				}
				if got := foldEvents(s.disk); !reflect.DeepEqual(got, s.state.Folded) {
					t.Errorf("after %d events:\nfold %+v\nlive %+v", at, got, s.state.Folded)
				}
			}
			return t.Failed()
		})
		if s.state.Folded.Open() {
			t.Errorf("the story ended in an open turn: %+v", s.state.Folded.Stack)
		}
		checkLog(t, s.disk)
		checkDecided(t, s.disk)
	})
}

// checkLog compares a finished log with docs/events.md: each call has one response, as has
// each question and permission.
func checkLog(t *testing.T, log []store.Event) {
	t.Helper()
	checkWishes(t, log)
	calls, responses := map[string]int{}, map[string]int{}
	asked, answered := map[string]int{}, map[string]int{}
	started := map[string]int{}
	permits, allowed := map[string]string{}, map[string]bool{} // by permission, its call; by call, since the file was opened
	decision := ""
	parts := map[string][]string{}
	dropped, ended := map[string]bool{}, map[string]bool{}
	for i, ev := range log {
		if ev.Seq != int64(i+1) {
			t.Errorf("event %d has seq %d", i+1, ev.Seq)
		}
		if d, ok := store.Decides(ev.Body); ok {
			if d.Chain() != decision {
				t.Errorf("event %d: prev %q, want %q", ev.Seq, d.Chain(), decision)
			}
			decision = store.Digest(ev.Line())
		}
		switch b := ev.Body.(type) {
		case store.ToolCallRequest:
			calls[b.ID]++
			parts[b.Response] = append(parts[b.Response], b.ID)
		case store.ResponseEnd:
			ended[b.Response] = true
		case store.ResponseDropped:
			dropped[b.Response] = true
		case store.ToolCallResponse:
			responses[b.ID]++
		case store.ToolStarted:
			started[b.ID]++
			if _, asks := permits[b.ID+".run"]; asks && b.Run == 1 && !allowed[b.ID] {
				t.Errorf("call %s began by what stood on record when the file was opened", b.ID)
			}
			if b.Run != started[b.ID] {
				t.Errorf("call %s: run %d is the %d. start", b.ID, b.Run, started[b.ID])
			}
		case store.FileKept:
			if b.Run < 1000 && (started[b.ID] != b.Run || responses[b.ID] > 0) { // those above come from no run
				t.Errorf("call %s: what run %d writes is on record outside of it", b.ID, b.Run)
			}
		case store.InquiryRequest:
			asked[b.ID]++
		case store.InquiryResponse:
			answered[b.ID]++
		case store.Resumed:
			stay := map[string]bool{}
			for _, id := range b.Answered {
				stay[permits[id]] = allowed[permits[id]]
			}
			allowed = stay
		case store.PermissionRequest:
			asked[b.ID]++
			permits[b.ID] = b.Call
		case store.PermissionResponse:
			answered[b.ID]++
			allowed[permits[b.ID]] = store.Permits(b.Outcome)
		}
	}
	for response, ids := range parts {
		for _, id := range ids {
			want := 1
			if dropped[response] || !ended[response] {
				want = 0
			}
			if calls[id] != 1 || responses[id] != want {
				t.Errorf("call %s: %d requests, %d responses, want 1 and %d", id, calls[id], responses[id], want)
			}
		}
	}
	for id, n := range asked {
		if n != 1 || answered[id] != 1 {
			t.Errorf("%s: %d requests, %d responses", id, n, answered[id])
		}
	}
	for id := range answered {
		if asked[id] == 0 {
			t.Errorf("%s was answered and never asked", id)
		}
	}
}
