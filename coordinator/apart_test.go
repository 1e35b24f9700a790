package coordinator

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// checkApart checks that no command that a rule allows runs beside a call that may change files.
func (s *story) checkApart(in Input) {
	t, open := s.state.Folded.Current()
	if !open {
		return
	}
	env := s.state.env()
	for _, c := range t.Calls.All() {
		if !c.Running || !c.relies(env) {
			continue
		}
		for _, o := range t.Calls.All() {
			if o != c && o.Running && o.mayChange(env) {
				s.t.Fatalf("after %T %s, which a rule allows, runs beside %s, which may change files", in, c.ID, o.ID)
			}
		}
	}
}

// besides is a story whose response has these calls: "rule" and "user" say who allows a command,
// "change" that it may change files; "write", "own" and "far" are a file tool, a tool of the
// user's own and one of a server, which a rule allows; "patch" is a tool that shows its change.
func besides(t *testing.T, calls ...string) *story {
	t.Helper()
	return besideWhatStops(t, nil, calls...)
}

// besideWhatStops is such a story while earlier runs were told to end.
func besideWhatStops(t *testing.T, stopping []*Running, calls ...string) *story {
	t.Helper()
	file := tool.Spec{Name: "fs_create_file", Description: "writes", Run: tool.Ask, Result: tool.Unattended}
	run := tool.Spec{Name: "run_command", Description: "runs", Run: tool.Ask, Result: tool.Unattended}
	own := tool.Spec{Name: "own", Description: "runs", Run: tool.Ask, Result: tool.Unattended}
	far := tool.Spec{Name: "far", Description: "runs", Run: tool.Ask, Result: tool.Unattended, Server: "far"}
	patch := tool.Spec{Name: "fs_modify_file", Description: "writes", Run: tool.Unattended, Result: tool.Unattended}
	r, err := tool.NewRegistry(tool.Entry{Tool: patching{fakeTool{patch}, "apply_changes"}, Spec: patch}, tool.Entry{Tool: patching{fakeTool{file}, "overwrite"}, Spec: file}, tool.Entry{Tool: fakeTool{run}, Spec: run},
		tool.Entry{Tool: somebodys{fakeTool{own}, "sh own.sh"}, Spec: own}, tool.Entry{Tool: fakeTool{far}, Spec: far})
	if err != nil {
		t.Fatal(err)
	}
	s := newStory(t, 1)
	s.state.Env.Tools, s.state.Env.Ruled = r, true
	s.send(Submitted{ID: "m", Text: "go"})
	a := providers.Response{}
	names := map[string]string{"write": "fs_create_file", "own": "own", "far": "far", "patch": "fs_modify_file"}
	for i, c := range calls {
		name := "run_command"
		if n := names[c]; n != "" {
			name = n
		}
		a.Calls = append(a.Calls, providers.Call{ID: fmt.Sprint(i), Name: name, Arguments: `{}`})
	}
	s.send(ModelDone{Key: s.effect("model"), Response: a})
	var all []Ruling
	for i, c := range calls {
		r := Ruling{ID: fmt.Sprint(i, ".run"), Verdict: rules.Allowed, Ground: rules.Covered, Rules: []store.RuleAt{{Rule: "a rule"}}, Changes: strings.HasSuffix(c, "change")}
		if strings.HasPrefix(c, "user") {
			r.Verdict, r.Ground, r.Rules = rules.Asked, rules.Uncovered, nil
		}
		all = append(all, r)
	}
	key := s.effect("rules")
	s.state.Running = append(s.state.Running, stopping...)
	s.send(Judged{Key: key, Rulings: all})
	return s
}

// patching asks about some of its changes before it writes.
type patching struct {
	fakeTool
	question string
}

func (p patching) Patches(question string) bool { return question == p.question }

func (patching) Patch(context.Context, tool.Call) (tool.Patch, error) { return tool.Patch{}, nil }

// at work are the calls that run.
func (s *story) atWork() (ids []string) {
	for _, k := range s.runs() {
		if k.Kind == OfTool {
			ids = append(ids, k.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

func (s *story) end(call string) {
	s.send(ToolDone{Key: RunTool{Turn: 1, Response: "1.1", Call: call, Run: 1}.Key(), Outcome: tool.Success{Content: "done"}})
}

// TestWhatARuleAllowsRunsBesideNothingThatChangesFiles, whichever of the two comes first; all
// else runs side by side.
func TestWhatARuleAllowsRunsBesideNothingThatChangesFiles(t *testing.T) {
	for _, c := range []struct {
		calls  string
		at     []string // what runs at first
		behind []string // and when the first call has ended
	}{
		{"rule rule rule", []string{"0", "1", "2"}, []string{"1", "2"}},
		{"rule-change rule", []string{"0"}, []string{"1"}},
		{"rule rule-change rule", []string{"0"}, []string{"1"}},
		{"rule user-change rule", []string{"0", "2"}, []string{"2"}},
		{"rule-change rule-change rule-change", []string{"0"}, []string{"1"}},
		{"write rule", []string{"0"}, []string{"1"}},
		{"rule write", []string{"0"}, []string{"1"}},
		{"write write", []string{"0", "1"}, []string{"1"}},
		{"far rule", []string{"0"}, []string{"1"}},
		{"far far write", []string{"0", "1", "2"}, []string{"1", "2"}},
		{"own rule", []string{"0"}, []string{"1"}},
		{"own own", []string{"0"}, []string{"1"}},
		{"rule own", []string{"0"}, []string{"1"}},
	} {
		s := besides(t, strings.Fields(c.calls)...)
		if got := s.atWork(); !reflect.DeepEqual(got, c.at) {
			t.Errorf("%s: at first %q run, not %q", c.calls, got, c.at)
			continue
		}
		s.end("0")
		if got := s.atWork(); !reflect.DeepEqual(got, c.behind) {
			t.Errorf("%s: then %q run, not %q", c.calls, got, c.behind)
		}
	}
}

// TestNothingOvertakesAChange that stands before it in the response: whoever edits and then tests
// tests the edit, also where the edit itself had to wait.
func TestNothingOvertakesAChange(t *testing.T) {
	for _, c := range []struct {
		calls string
		ends  []string // what runs at first, and after each of these has ended
		runs  [][]string
	}{
		{"rule write rule", []string{"0", "1"}, [][]string{{"0"}, {"1"}, {"2"}}},
		{"rule rule-change rule", []string{"0", "1"}, [][]string{{"0"}, {"1"}, {"2"}}},
		{"rule write write rule rule", []string{"0", "1", "2"}, [][]string{{"0"}, {"1", "2"}, {"2"}, {"3", "4"}}},
		{"patch rule", []string{"0"}, [][]string{{"0"}, {"1"}}},
		{"rule far rule", []string{"0", "1"}, [][]string{{"0"}, {"1"}, {"2"}}},
	} {
		s := besides(t, strings.Fields(c.calls)...)
		for i, want := range c.runs {
			if got := s.atWork(); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: behind %q %q run, not %q", c.calls, c.ends[:i], got, want)
				break
			}
			if i < len(c.ends) {
				s.end(c.ends[i])
			}
		}
	}
}

// TestWhatAPersonAllowsWaitsForWhatARuleAllows, and runs beside what another person's yes started.
func TestWhatAPersonAllowsWaitsForWhatARuleAllows(t *testing.T) {
	s := besides(t, "rule", "user-change", "user-change")
	yes := func() {
		t.Helper()
		p, ok := s.state.Prompt()
		if !ok {
			t.Fatal("nothing is asked")
		}
		s.send(Permitted{Key: p.Key, Outcome: store.PermitAllowed})
	}
	yes()
	yes()
	if got := s.atWork(); !reflect.DeepEqual(got, []string{"0"}) {
		t.Fatalf("%q run beside what a rule allows", got)
	}
	s.end("0")
	if got := s.atWork(); !reflect.DeepEqual(got, []string{"1", "2"}) {
		t.Fatalf("%q run", got)
	}
	s.end("1")
	s.end("2")
	s.effect("model")
}

// TestWhatStopsMayStillChangeFiles: a run of an earlier response was told to end, and has not.
func TestWhatStopsMayStillChangeFiles(t *testing.T) {
	key := RunTool{Turn: 1, Response: "1.0", Call: "before", Run: 1}.Key()
	s := besideWhatStops(t, []*Running{{Key: key, Stopping: true}}, "rule")
	if got := s.atWork(); len(got) > 0 {
		t.Fatalf("%q run", got)
	}
	s.send(Gone{Key: key})
	if got := s.atWork(); !reflect.DeepEqual(got, []string{"0"}) {
		t.Fatalf("%q run", got)
	}
}

// TestWhatAPersonEditedMayChangeFiles, whatever the rules said of the call as it was.
func TestWhatAPersonEditedMayChangeFiles(t *testing.T) {
	s := besides(t, "rule", "user")
	p, _ := s.state.Prompt()
	s.send(Permitted{Key: p.Key, Outcome: store.PermitEdited, Arguments: json.RawMessage(`{"edited":1}`)})
	if got := s.atWork(); !reflect.DeepEqual(got, []string{"0"}) {
		t.Fatalf("%q run", got)
	}
}

// TestAChangeIsShownAtOnce beside what a rule allows, and written behind it.
func TestAChangeIsShownAtOnce(t *testing.T) {
	s := besides(t, "rule", "patch")
	if got := s.atWork(); !reflect.DeepEqual(got, []string{"0", "1"}) {
		t.Fatalf("%q run", got)
	}
	s.send(ToolDone{Key: RunTool{Turn: 1, Response: "1.1", Call: "1", Run: 1}.Key(), Outcome: tool.NeedsInput{Form: mustForm(boolean(false, ""))}})
	p, ok := s.state.Prompt()
	if !ok {
		t.Fatal("nothing is asked")
	}
	s.send(Answered{Key: p.Key, Value: json.RawMessage("true")})
	if got := s.atWork(); !reflect.DeepEqual(got, []string{"0"}) {
		t.Fatalf("%q run", got)
	}
	s.end("0")
	if got := s.atWork(); !reflect.DeepEqual(got, []string{"1"}) {
		t.Fatalf("%q run", got)
	}
}

// TestWithoutARulingACommandMayChangeFiles: the rules were forgotten, since somebody changed them.
func TestWithoutARulingACommandMayChangeFiles(t *testing.T) {
	s := besides(t, "rule", "user")
	p, _ := s.state.Prompt()
	s.state.rulings = nil
	s.send(Permitted{Key: p.Key, Outcome: store.PermitAllowed})
	if got := s.atWork(); !reflect.DeepEqual(got, []string{"0"}) {
		t.Fatalf("%q run", got)
	}
	s.end("0")
	if got := s.atWork(); !reflect.DeepEqual(got, []string{"1"}) {
		t.Fatalf("%q run", got)
	}
}

// TestManyCallsThatRunOneAfterTheOther: what one of them costs does not grow with their number.
func TestManyCallsThatRunOneAfterTheOther(t *testing.T) {
	looks := func(n int) int {
		s := besides(t, slices.Repeat([]string{"rule-change"}, n)...)
		count := 0
		e, _ := s.state.Env.Tools.Get("run_command")
		r, err := tool.NewRegistry(tool.Entry{Tool: looking{fakeTool{e.Spec}, &count}, Spec: e.Spec})
		if err != nil {
			t.Fatal(err)
		}
		s.state.Env.Tools = r
		for i := range n {
			done := ToolDone{Key: RunTool{Turn: 1, Response: "1.1", Call: fmt.Sprint(i), Run: 1}.Key(), Outcome: tool.Success{Content: "done"}}
			var did Did
			if s.state, did = Step(s.state, Msg{Time: time.Unix(1_900_000_000, 0), Nonce: fmt.Sprint("many", i, "-"), Body: done}); did.Err != nil || did.More {
				t.Fatalf("%+v", did)
			}
		}
		if got := s.atWork(); len(got) > 0 {
			t.Fatalf("%q still run", got)
		}
		return count
	}
	few, many := looks(40), looks(80)
	if few == 0 || many > 3*few {
		t.Errorf("%d looks at calls became %d", few, many)
	}
}

// looking counts how often it is asked whether it refuses a call.
type looking struct {
	fakeTool
	n *int
}

func (l looking) Refused(string, json.RawMessage) string {
	*l.n++
	return ""
}
