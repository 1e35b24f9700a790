package coordinator

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/coordinator/route"
	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// calling begins a turn with a response of calls of a tool, named c0, c1 and so on, for
// these paths.
func calling(t *testing.T, name string, paths ...string) *story {
	t.Helper()
	s := newStory(t, 1)
	s.state.Env.Rules = storyRules{detached: route.PolicyDeny}
	s.send(Submitted{ID: "m", Text: "go"})
	a := providers.Response{}
	for i, p := range paths {
		a.Calls = append(a.Calls, providers.Call{ID: fmt.Sprint("c", i), Name: name, Arguments: fmt.Sprintf(`{"path":%q}`, p)})
	}
	s.send(ModelDone{Key: s.effect("model"), Response: a})
	return s
}

// runs lists what was started and has not ended.
func (s *story) runs() []Key {
	var keys []Key
	for _, r := range s.state.Running {
		if !r.Stopping {
			keys = append(keys, r.Key)
		}
	}
	return keys
}

func asks(call int) ToolDone {
	return ToolDone{Key: RunTool{Turn: 1, Response: "1.1", Call: fmt.Sprint("c", call), Run: 1}.Key(), Outcome: tool.NeedsInput{Form: mustForm(boolean(false, ""))}}
}

// before returns the call that has the screen, "" if none has.
func (s *story) before() string {
	p, _ := s.state.Prompt()
	return p.Call
}

// TestWhatStandsFirstIsAskedFirst lets three calls come to ask in every order: the one
// shown first is the first in the response, however late it came.
func TestWhatStandsFirstIsAskedFirst(t *testing.T) {
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		s := calling(t, "asker", "a", "b", "c")
		for _, n := range order {
			s.send(asks(n))
		}
		var shown []string
		for p, ok := s.state.Prompt(); ok; p, ok = s.state.Prompt() {
			shown = append(shown, fmt.Sprintf("%s 1 of %d", p.Call, p.Of))
			s.send(Answered{Key: p.Key, Value: json.RawMessage("true")})
		}
		if want := []string{"c0 1 of 3", "c1 1 of 2", "c2 1 of 1"}; !slices.Equal(shown, want) {
			t.Errorf("%v: %v", order, shown)
		}
		for _, k := range s.runs() {
			if _, ok := waitedUntil(k); ok {
				t.Errorf("%v: %s is still waited for", order, k)
			}
		}
	}
}

// TestAPromptWaitsForEarlierCallsButNotForLong checks the wait: an effect with the time at
// which it is over; then the prompt is there, and stays.
func TestAPromptWaitsForEarlierCallsButNotForLong(t *testing.T) {
	s := calling(t, "asker", "a", "b", "c")
	began := s.disk[len(s.disk)-1].Time
	s.send(asks(2))
	want := Wake{Name: "order/1", Due: began.Add(300 * time.Millisecond)}.Key()
	if got := s.before(); got != "" || !slices.Contains(s.runs(), want) {
		t.Fatalf("%q has the screen, %v run", got, s.runs())
	}
	s.send(asks(1))
	if got := s.before(); got != "" {
		t.Fatalf("%q has the screen", got)
	}
	s.send(Woke{Key: want})
	if got := s.before(); got != "c1" {
		t.Fatalf("%q has the screen", got)
	}
	s.send(asks(0))
	if got := s.before(); got != "c1" {
		t.Fatalf("%q took the screen", got)
	}
	p, _ := s.state.Prompt()
	s.send(Answered{Key: p.Key, Value: json.RawMessage("true")})
	if got := s.before(); got != "c0" {
		t.Fatalf("%q has the screen", got)
	}
}

// TestNobodyWaitsForWhatDoesNotAsk: a call that ended, or that the user let run, holds
// nobody up.
func TestNobodyWaitsForWhatDoesNotAsk(t *testing.T) {
	s := calling(t, "asker", "a", "b")
	s.send(asks(1))
	s.send(ToolDone{Key: RunTool{Turn: 1, Response: "1.1", Call: "c0", Run: 1}.Key(), Outcome: tool.Success{Content: "x"}})
	if got := s.before(); got != "c1" {
		t.Errorf("%q has the screen", got)
	}
	s = calling(t, "writer", "a", "b")
	p, _ := s.state.Prompt()
	s.send(Permitted{Key: p.Key, Outcome: store.PermitAllowed})
	if got := s.before(); got != "c1" {
		t.Errorf("after a permission %q has the screen", got)
	}
}

// TestChangesOfOneFileRunOneAfterTheOther: the second begins when the first has
// ended, and each says which it is. Another file does not wait.
func TestChangesOfOneFileRunOneAfterTheOther(t *testing.T) {
	s := calling(t, "patcher", "a.go", "b.go", "a.go", "a.go")
	started := func(want ...Key) {
		t.Helper()
		if got := s.runs(); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v run, not %v", got, want)
		}
	}
	started(RunTool{Turn: 1, Response: "1.1", Call: "c0", Run: 1}.Key(), RunTool{Turn: 1, Response: "1.1", Call: "c1", Run: 1}.Key())
	s.send(ToolDone{Key: RunTool{Turn: 1, Response: "1.1", Call: "c1", Run: 1}.Key(), Outcome: tool.Success{Content: "x"}})
	for n, call := range []int{0, 2, 3} {
		s.send(asks(call))
		p, _ := s.state.Prompt()
		if p.Call != fmt.Sprint("c", call) || p.Nth != n+1 || p.Nths != 3 || p.Of != 1 {
			t.Fatalf("%s is change %d of %d, 1 of %d", p.Call, p.Nth, p.Nths, p.Of)
		}
		s.send(Answered{Key: p.Key, Value: json.RawMessage([]string{"true", "false", "true"}[n])})
		again := RunTool{Turn: 1, Response: "1.1", Call: fmt.Sprint("c", call), Run: 2}.Key()
		started(again)
		s.send(ToolDone{Key: again, Outcome: tool.Success{Content: "done"}})
	}
	if _, ok := s.told(); !ok {
		t.Fatal("nothing was told")
	}
	s.effect("model")
}

// TestChangesOfOneNameRunOneAfterTheOther: by a link to a folder another path may be that of the same file. Nobody is
// told that it is.
func TestChangesOfOneNameRunOneAfterTheOther(t *testing.T) {
	s := calling(t, "patcher", "a.go", "link/A.go", "b.go")
	run := func(call string, n int) Key { return RunTool{Turn: 1, Response: "1.1", Call: call, Run: n}.Key() }
	if got, want := s.runs(), []Key{run("c0", 1), run("c2", 1)}; !reflect.DeepEqual(got, want) {
		t.Fatalf("%v run, not %v", got, want)
	}
	s.send(asks(0))
	if p, _ := s.state.Prompt(); p.Nths != 0 {
		t.Errorf("it is said to be change %d of %d", p.Nth, p.Nths)
	} else {
		s.send(Answered{Key: p.Key, Value: json.RawMessage("true")})
	}
	s.send(ToolDone{Key: run("c0", 2), Outcome: tool.Success{Content: "done"}})
	if got, want := s.runs(), []Key{run("c2", 1), run("c1", 1)}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v run, not %v", got, want)
	}
}

// TestTheNextChangeOfAFileKeepsItsPlace: another file's change, later in the response, waits
// for it too, but not for long.
func TestTheNextChangeOfAFileKeepsItsPlace(t *testing.T) {
	run := func(call, n int) Key {
		return RunTool{Turn: 1, Response: "1.1", Call: fmt.Sprint("c", call), Run: n}.Key()
	}
	answer := func(s *story, want string) time.Time {
		t.Helper()
		p, _ := s.state.Prompt()
		if p.Call != want {
			t.Fatalf("%q has the screen, not %s", p.Call, want)
		}
		s.send(Answered{Key: p.Key, Value: json.RawMessage("true")})
		return s.disk[len(s.disk)-1].Time
	}
	nobody := func(s *story) {
		t.Helper()
		if got := s.before(); got != "" {
			t.Fatalf("%q has the screen", got)
		}
	}
	begun := func() *story {
		s := calling(t, "patcher", "a.go", "a.go", "b.go")
		s.send(asks(2))
		s.send(asks(0))
		return s
	}

	s := begun()
	answer(s, "c0")
	nobody(s)
	s.send(ToolDone{Key: run(0, 2), Outcome: tool.Success{Content: "done"}})
	nobody(s)
	s.send(asks(1))
	answer(s, "c1")
	if got := s.before(); got != "c2" { // nothing waits behind the second
		t.Fatalf("%q has the screen", got)
	}

	s = begun()
	began := answer(s, "c0")
	s.send(Woke{Key: Wake{Name: "order/1", Due: began.Add(patience)}.Key()})
	if got := s.before(); got != "c2" {
		t.Fatalf("%q has the screen", got)
	}
}

// TestManyChangesOfOneFile checks that they cost their number: a change that waits for the
// one before it is not examined again each time.
func TestManyChangesOfOneFile(t *testing.T) {
	looks := func(n int) (rules, refusals int) {
		m := newManyAt(t, "patcher", n, func(int) string { return "same.go" })
		e, _ := m.state.Env.Tools.Get("patcher")
		one := countedRefuser{changer{fakeTool{e.Spec}}, &refusals}
		registry, err := tool.NewRegistry(tool.Entry{Tool: one, Spec: e.Spec})
		if err != nil {
			t.Fatal(err)
		}
		m.state.Env.Tools = registry
		m.play()
		return m.looks, refusals
	}
	calls := 300
	if testing.Short() {
		calls = 60
	}
	fewRules, few := looks(calls)
	manyRules, many := looks(2 * calls)
	if manyRules > 3*fewRules || many > 3*few || few == 0 {
		t.Errorf("%d looks at rules became %d, %d at refusals became %d", fewRules, manyRules, few, many)
	}
}

// countedRefuser refuses nothing, and counts how often it is asked.
type countedRefuser struct {
	changer
	n *int
}

func (c countedRefuser) Refused(string, json.RawMessage) string {
	*c.n++
	return ""
}

// TestARefusedChangeHoldsUpNobody: a call that is never carried out changes no file, so it
// neither waits for an earlier change nor counts as one.
func TestARefusedChangeHoldsUpNobody(t *testing.T) {
	s := newStory(t, 1)
	e, _ := s.state.Env.Tools.Get("patcher")
	registry, err := tool.NewRegistry(tool.Entry{Tool: pathRefuser{changer{fakeTool{e.Spec}}}, Spec: e.Spec})
	if err != nil {
		t.Fatal(err)
	}
	s.state.Env.Tools, s.state.Env.Rules = registry, storyRules{detached: route.PolicyDeny}
	s.send(Submitted{ID: "m", Text: "go"})
	var a providers.Response
	for i, path := range []string{"same.go", "refused.go", "same.go", "refused.go"} {
		a.Calls = append(a.Calls, providers.Call{ID: fmt.Sprint("c", i), Name: "patcher", Arguments: fmt.Sprintf(`{"path":%q}`, path)})
	}
	s.send(ModelDone{Key: s.effect("model"), Response: a})
	turn, _ := s.state.Folded.Current()
	for i, want := range []bool{false, true, false, true} {
		if got := turn.Calls.At(i).Done; got != want {
			t.Errorf("call %d has ended: %v, want %v", i, got, want)
		}
	}
}

// pathRefuser refuses one of the paths under which it knows one file.
type pathRefuser struct{ changer }

func (pathRefuser) Changes(string, json.RawMessage) []string { return []string{"same.go"} }

func (pathRefuser) Refused(_ string, arguments json.RawMessage) string {
	if string(arguments) == `{"path":"refused.go"}` {
		return "never"
	}
	return ""
}

// TestWhatWasWrittenIsKnown: the digest of what a call wrote is on record, so that it is
// known after a restart too; other content is somebody else's.
func TestWhatWasWrittenIsKnown(t *testing.T) {
	s := calling(t, "patcher", "a.go")
	s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.Success{Content: "x", Wrote: &tool.Wrote{Path: "a.go", Digest: "sha256:1"}}})
	if got, _ := s.told(); !reflect.DeepEqual(got.Wrote, &store.Wrote{Path: "a.go", Digest: "sha256:1"}) {
		t.Fatalf("on record is %+v", got.Wrote)
	}
	s.kill(len(s.disk))
	f := s.state.Folded
	if !f.ours("a.go", "sha256:1") || f.ours("a.go", "sha256:2") || f.ours("b.go", "sha256:1") {
		t.Error("what was written is not known")
	}
}

// TestAnEditedPathMakesWay: a call that waited for a change of its file does so no longer, once a person has
// sent that change to another file.
func TestAnEditedPathMakesWay(t *testing.T) {
	s := newStory(t, 1)
	s.state.Env.Ruled, s.state.Env.Rules = true, storyRules{detached: route.PolicyDeny}
	s.send(Submitted{ID: "m", Text: "go"})
	s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{
		{ID: "c0", Name: "patcher", Arguments: `{"path":"a.go"}`}, {ID: "c1", Name: "patcher", Arguments: `{"path":"a.go"}`},
	}}})
	s.send(Judged{Key: s.effect("rules"), Rulings: []Ruling{{ID: "c0.run", Verdict: rules.Asked, Ground: rules.ByRule, Why: "it is so"}}})
	p, ok := s.state.Prompt()
	if !ok || p.Call != "c0" {
		t.Fatalf("%q is asked about", p.Call)
	}
	s.send(Permitted{Key: p.Key, Outcome: store.PermitEdited, Arguments: json.RawMessage(`{"path":"b.go"}`)})
	s.send(Judged{Key: s.effect("rules"), Rulings: []Ruling{{ID: "c1.run", Verdict: rules.Allowed, Ground: rules.Covered}}})
	if got := s.runs(); len(got) != 2 {
		t.Errorf("%v run", got)
	}
}

// TestAFormSaysWhichOfSeveralCallsAsks: of one tool, whose forms may be the same to the letter.
func TestAFormSaysWhichOfSeveralCallsAsks(t *testing.T) {
	call := func(id, name string) providers.Call {
		return providers.Call{ID: id, Name: name, Arguments: `{}`}
	}
	for want, calls := range map[string][]providers.Call{
		"":            {call("a", "reader"), call("b", "asker")},
		"call 1 of 2": {call("a", "reader"), call("b", "asker"), call("c", "reader")},
	} {
		s := called(t, calls...)
		for _, r := range slices.Clone(s.state.Running) {
			if r.Key.Kind == OfTool && !strings.Contains(r.Key.String(), "/b") {
				s.send(ToolDone{Key: r.Key, Outcome: tool.NeedsInput{Form: mustForm(askerForm().Questions()[2])}})
			}
		}
		if p, ok := s.state.Prompt(); !ok || p.Which != want {
			t.Errorf("of %d calls it is %q (%v)", len(calls), p.Which, ok)
		}
	}
}
