package coordinator

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"parley/coordinator/guards"
	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/forms"
	"parley/providers"
	"parley/store"
)

// A story plays the whole outside of the core at random but repeatably: the
// model, the tools, the reviewer, the user and the disk. It has no goroutines
// and no clock, so that a kill can be put anywhere.
type story struct {
	t       *testing.T
	rand    *rand.Rand
	state   State
	disk    []store.Event // what a reader of the file would decode
	inputs  []Input       // every message sent, to be replayed
	starts  map[Key]int
	nonce   int
	answers int        // answers of the model so far
	beside  *rand.Rand // of what happens beside the turns
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

// changer is a tool that changes the file at its path.
type changer struct{ fakeTool }

func (changer) Changes(_ string, arguments json.RawMessage) []string {
	var in struct{ Path string }
	if json.Unmarshal(arguments, &in) != nil || in.Path == "" {
		return nil
	}
	return []string{in.Path}
}

func storyTools(t testing.TB) tool.Registry {
	t.Helper()
	params := json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"additionalProperties":false}`)
	var entries []tool.Entry
	add := func(x tool.Tool) { entries = append(entries, tool.Entry{Tool: x, Spec: x.Spec()}) }
	add(fakeTool{tool.Spec{Name: "reader", Description: "reads", Parameters: params, Run: tool.Unattended, Result: tool.Unattended, Repeatable: true}})
	add(fakeTool{tool.Spec{Name: "writer", Description: "writes", Parameters: params, Run: tool.Ask, Result: tool.Unattended}})
	add(changer{fakeTool{tool.Spec{Name: "patcher", Description: "patches", Parameters: params, Run: tool.Unattended, Result: tool.Unattended}}})
	add(fakeTool{tool.Spec{Name: "run_command", Description: "runs", Parameters: params, Run: tool.Ask, Result: tool.Unattended}})
	add(changer{fakeTool{tool.Spec{Name: "fs_modify_file", Description: "changes", Parameters: params, Run: tool.Unattended, Result: tool.Unattended}}})
	add(fakeTool{tool.Spec{Name: "giver", Description: "gives", Parameters: params, Run: tool.Unattended, Result: tool.Ask}})
	add(fakeTool{tool.Spec{Name: guards.ReportTool, Description: "reports", Run: tool.Unattended, Result: tool.Unattended, Repeatable: true,
		Parameters: json.RawMessage(`{"type":"object","properties":{"root_cause":{"type":["string","null"]},"findings":{"type":"array"},"fix":{"type":"string"}}}`)}})
	add(replier{fakeTool{tool.Spec{
		Name: "asker", Description: "asks", Parameters: params, Run: tool.Unattended, Result: tool.Unattended,
		Repeatable: true, Assistant: true, Labels: map[string]string{"*": "Assistant"},
	}}})
	r, err := tool.NewRegistry(entries...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// storyRules are what the stories configure.
type storyRules struct {
	questions map[string]QuestionRules
	detached  Policy

	detachedBy string
	asks       string
}

func (r storyRules) Question(name, id string) QuestionRules   { return r.questions[name+"."+id] }
func (r storyRules) Detached(string, string) (Policy, string) { return r.detached, r.detachedBy }

func (r storyRules) Asks(string, string) string { return r.asks }

func escalating() storyRules {
	return storyRules{detached: PolicyDeny, questions: map[string]QuestionRules{
		"patcher.apply": {ToAssistant: true, Escalate: true},
		"patcher.sure":  {ToAssistant: true},
	}}
}

func newStory(t *testing.T, seed uint64) *story {
	t.Helper()
	s := &story{t: t, rand: rand.New(rand.NewPCG(seed, 1)), beside: rand.New(rand.NewPCG(seed, 2)), starts: map[Key]int{}}
	s.state = State{
		Folded: Folded{Conversation: storyConversation},
		Env:    Env{Tools: storyTools(t), Rules: escalating(), SomebodyThere: true},
	}
	return s
}

// newLimited is a story that every second time has narrow limits.
func newLimited(t *testing.T, seed uint64) *story {
	t.Helper()
	s := newStory(t, seed)
	s.state.Env.Ruled = seed%3 == 1
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
	state, did := Step(s.state, Msg{Time: at, Nonce: fmt.Sprintf("n%d-", s.nonce), Body: in})
	if did.Err != nil {
		s.t.Fatalf("%T: %v", in, did.Err)
	}
	s.keep(did.Events)
	for _, e := range did.Start {
		s.starts[e.Key()]++
	}
	s.state = state
	for _, k := range did.Cancel {
		s.send(Gone{Key: k})
	}
	if did.More && s.state.more {
		s.send(Settling{})
		return
	}
	s.checkRunning(in)
	if s.nonce%4 != 0 || s.state.more {
		return
	}
	if b := next(s.state.Folded, s.state.env()); b != nil {
		s.t.Fatalf("after %T the state is at rest, but %+v follows", in, b)
	}
}

// checkRunning holds that what runs is what is owed, however it was found.
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

// record puts events on record that come from no input of the story's.
func (s *story) record(bodies ...store.Body) {
	s.nonce++
	at := time.Unix(1_800_000_000+int64(s.nonce), 0)
	w := writing{state: s.state, msg: Msg{Time: at, Nonce: fmt.Sprintf("n%d-", s.nonce)}}
	if w.record(bodies...); w.err != nil {
		s.t.Fatal(w.err)
	}
	s.state = w.state
	s.keep(w.events)
}

// keep writes events to the disk, and holds that a reader gets what is in memory.
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
	s.disk = slices.Clone(s.disk[:n])
	s.state = State{Folded: foldEvents(s.disk), Env: s.state.Env, slice: s.state.slice}
	s.state.Held, s.state.rulings = false, nil
	s.send(Opened{})
}

func foldEvents(events []store.Event) Folded {
	return FoldAll(storyConversation, store.Log{}.Append(events...))
}

// move makes one random thing happen; false when nothing can.
func (s *story) move() bool {
	if s.state.Held {
		s.send(Continued{})
		return true
	}
	var keys []Key
	for _, r := range s.state.Running {
		if !r.Stopping {
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
	s.play(keys[s.rand.IntN(len(keys))])
	return true
}

func (s *story) play(key Key) {
	switch key.Kind {
	case OfModel:
		s.playModel(key)
	case OfTool:
		s.playTool(key)
	case OfUser:
		s.playUser(key)
	case OfTitle:
		if s.rand.IntN(2) == 0 {
			s.send(TitleBroke{Key: key, Error: "none"})
			return
		}
		s.send(Named{Key: key, Title: "A title", Model: "m/t"})
	case OfClock:
		s.send(Woke{Key: key})
	case OfRules:
		s.playRules(key)
	case OfReviewer:
		switch s.rand.IntN(4) {
		case 0:
			s.send(ReviewBroke{Key: key, Error: "no answer", Model: "m/r", ByUser: s.rand.IntN(2) == 0})
		default:
			s.send(Reviewed{Key: key, Value: flip(s.rand), Reason: "since", Model: "m/r"})
		}
	default:
		s.t.Fatalf("an effect that no story knows: %s", key)
	}
}

// playRules plays the rules: any verdict about any call.
func (s *story) playRules(key Key) {
	t, _ := s.state.Folded.Current()
	var all []Ruling
	for _, x := range t.subjects(s.state.Env) {
		r := Ruling{ID: x.ID, Verdict: rules.Asked, Ground: rules.Ground(1 + s.rand.IntN(4)), Unread: s.rand.IntN(2) == 0, Why: "it is so"}
		switch s.rand.IntN(4) {
		case 0:
			r.Verdict, r.Ground, r.Rules = rules.Allowed, rules.Covered, []store.RuleAt{{Rule: "a rule", At: "here:1"}, {Rule: "another", At: "here:2"}}
		case 1:
			r.Verdict, r.Ground, r.Rules = rules.Denied, rules.ByRule, []store.RuleAt{{Rule: "a deny", At: "here:3"}}
		}
		if s.rand.IntN(5) == 0 {
			r.Personal = "it gives permission, as the workspace shows"
		}
		all = append(all, r)
	}
	s.send(Judged{Key: key, Rulings: all})
}

func flip(r *rand.Rand) json.RawMessage {
	if r.IntN(2) == 0 {
		return json.RawMessage(`true`)
	}
	return json.RawMessage(`false`)
}

func (s *story) playModel(key Key) {
	for n := range s.answers%7 - 4 {
		s.send(ModelSaid{Key: key, Delta: providers.Retrying{Attempt: n + 1, Max: 3, Wait: time.Second, Reason: "too many requests"}})
	}
	if s.rand.IntN(3) == 0 {
		s.send(ModelSaid{Key: key, Delta: providers.TextDelta{Text: "word "}})
	}
	if s.rand.IntN(8) == 0 {
		s.send(ModelBroke{Key: key, Error: "broken pipe", Transient: s.rand.IntN(2) == 0})
		return
	}
	s.answers++
	a := providers.Response{Text: "text", Model: "m/a", Finish: "stop", Reasoning: "hm"}
	if s.answers%2 == 0 {
		a.Reasoning, a.Provider = []string{"hm", ""}[s.answers/2%2], json.RawMessage(`{"signature":"c2ln"}`)
	}
	if s.answers%5 == 0 {
		a.Finish = "length" // its calls are not carried out
	}
	if s.answers < 12 {
		names := []string{"reader", "writer", "patcher", "giver", "asker", "nosuch"}
		if s.state.Env.Ruled {
			names = append(names, "run_command", "fs_modify_file", "fs_modify_file")
		}
		for range s.rand.IntN(4) {
			args := `{"path": "a.go"}`
			if s.rand.IntN(6) == 0 {
				args = `{"path":`
			}
			name := names[s.rand.IntN(len(names))]
			if t, _ := s.state.Folded.Current(); t.Parent != 0 && s.rand.IntN(3) == 0 {
				name, args = guards.ReportTool, []string{`{"root_cause":"a typo"}`, `{}`}[s.rand.IntN(2)]
			}
			id := ""
			if s.rand.IntN(2) == 0 {
				id = fmt.Sprintf("call-%d", s.rand.IntN(6)) // often repeated
			}
			a.Calls = append(a.Calls, providers.Call{ID: id, Name: name, Arguments: args})
		}
	}
	s.send(ModelDone{Key: key, Response: a})
}

func (s *story) playTool(key Key) {
	t, _ := s.state.Folded.Current()
	for _, c := range t.Calls.All() {
		if (RunTool{Turn: t.N, Response: c.Response, Call: c.ID, Run: c.Run}).Key() != key {
			continue
		}
		s.send(ToolDone{Key: key, Outcome: s.outcome(*c)})
		return
	}
	s.t.Fatalf("%s runs, but no call waits for it", key)
}

func (s *story) outcome(c Call) tool.Outcome {
	given := s.state.answers(c)
	switch c.Name {
	case "asker":
		if _, ok := given["go"]; !ok {
			return tool.NeedsInput{Form: askerForm()}
		}
	case "fs_modify_file":
		if _, ok := given[applyQuestion]; !ok {
			return tool.NeedsInput{Form: mustForm(forms.Question{ID: applyQuestion, Text: "Apply?", Context: "a diff", Default: json.RawMessage(`true`), AnswerType: forms.AnswerType{Kind: forms.Boolean}})}
		}
	case "patcher":
		if _, ok := given["apply"]; !ok {
			return tool.NeedsInput{Form: patcherForm()}
		}
		if string(given["apply"].Value) == "false" {
			return tool.Failure{Message: "refused", Refused: true}
		}
	}
	if s.rand.IntN(5) == 0 {
		return tool.Failure{Message: "it failed", Trace: "at line 1"}
	}
	return tool.Success{Content: "done"}
}

func mustForm(qs ...forms.Question) forms.Form {
	f, err := forms.New(qs)
	if err != nil {
		panic(err)
	}
	return f
}

func askerForm() forms.Form {
	return mustForm(
		forms.Question{ID: "go", Text: "Go on?", AnswerType: forms.AnswerType{Kind: forms.Boolean}, Exclusive: true, Persistence: forms.PersistNone},
		forms.Question{ID: "where", Text: "Where?", Exclusive: true, Persistence: forms.PersistNone,
			AnswerType: forms.AnswerType{Kind: forms.Select, Options: []forms.Option{{Value: json.RawMessage(`"here"`)}, {Value: json.RawMessage(`"there"`)}}},
			When:       &forms.When{QuestionID: "go", Equals: json.RawMessage(`true`)}},
		forms.Question{ID: "note", Text: "Note?", AnswerType: forms.AnswerType{Kind: forms.Text}, Exclusive: true, Persistence: forms.PersistNone},
	)
}

func patcherForm() forms.Form {
	return mustForm(
		forms.Question{ID: "apply", Text: "Apply?", Context: "a diff", Default: json.RawMessage(`true`), AnswerType: forms.AnswerType{Kind: forms.Boolean}},
		forms.Question{ID: "key", Text: "Key?", AnswerType: forms.AnswerType{Kind: forms.Secret}, When: &forms.When{QuestionID: "apply", Equals: json.RawMessage(`true`)}},
		forms.Question{ID: "sure", Text: "Sure?", AnswerType: forms.AnswerType{Kind: forms.Boolean}},
		forms.Question{ID: "mine", Text: "Mine?", AnswerType: forms.AnswerType{Kind: forms.Boolean}},
		forms.Question{ID: "grant", Text: "Grant?", AnswerType: forms.AnswerType{Kind: forms.Boolean}, Personal: true},
	)
}

func (s *story) playUser(key Key) {
	p, ok := s.state.Prompt()
	if !ok || p.Key != key {
		s.t.Fatalf("%s is owed, but %v has the screen", key, p.Key)
	}
	if p.Permission != nil {
		outcomes := []string{store.PermitAllowed, store.PermitAllowed, store.PermitDenied, store.PermitSkipped}
		scopes := []string{store.ScopeOnce, store.ScopeTurn}
		given := Permitted{Key: key, Outcome: outcomes[s.rand.IntN(4)], Scope: scopes[s.rand.IntN(2)], Reason: "since"}
		if s.state.Env.Ruled && s.rand.IntN(3) == 0 {
			given.Rules = []store.RuleAdded{{Rule: "a rule", Verdict: "allow", Scope: store.ScopeWorkspace, Permission: p.Permission.ID}}
		}
		s.send(given)
		if s.state.Env.Ruled && s.rand.IntN(4) == 0 {
			s.send(RulesChanged{Revoked: []store.RuleRevoked{{Rule: "a rule", Verdict: "allow", Scope: store.ScopeWorkspace}}})
		}
		return
	}
	if p.Guard != "" {
		if s.rand.IntN(12) == 0 {
			s.send(EndedTurn{Key: key})
			return
		}
		s.send(Answered{Key: key, Value: s.userAnswer(p.Inquiry.Question)})
		return
	}
	switch s.rand.IntN(10) {
	case 0:
		s.send(Replied{Key: key, Text: "why?"})
	case 1:
		s.send(EndedTurn{Key: key})
	case 2, 3:
		if p.Walk.CanGoBack() {
			s.send(WentBack{Key: key})
			return
		}
		fallthrough
	default:
		s.send(Answered{Key: key, Value: s.userAnswer(p.Inquiry.Question), Remember: s.rand.IntN(3) == 0, Note: "ok"})
	}
}

func (s *story) userAnswer(q forms.Question) json.RawMessage {
	switch q.AnswerType.Kind {
	case forms.Boolean:
		return flip(s.rand)
	case forms.Select:
		return q.AnswerType.Options[s.rand.IntN(len(q.AnswerType.Options))].Value
	}
	return json.RawMessage(`"words"`)
}

// tell plays a story to its end, or until stop says so.
func (s *story) tell(stop func() bool) {
	for range 2000 {
		if stop != nil && stop() || !s.move() {
			return
		}
	}
	s.t.Fatal("the story does not end")
}

func (s *story) begin(messages int) {
	s.send(Opened{})
	for i := range messages {
		s.send(Submitted{ID: fmt.Sprintf("m%d", i), Text: "do it"})
	}
}

// stories runs a test on many seeds.
func stories(t *testing.T, n int, test func(t *testing.T, seed uint64)) {
	if testing.Short() {
		n /= 10
	}
	for seed := range uint64(n) {
		test(t, seed)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
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
	})
}

// checkLog holds a finished log to docs/events.md: each call has one response, each
// question and permission one too.
func checkLog(t *testing.T, log []store.Event) {
	t.Helper()
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
		case store.InquiryRequest:
			asked[b.ID]++
		case store.InquiryResponse:
			answered[b.ID]++
		case store.Resumed:
			clear(allowed)
		case store.PermissionRequest:
			asked[b.ID]++
			permits[b.ID] = b.Call
		case store.PermissionResponse:
			answered[b.ID]++
			allowed[permits[b.ID]] = allows(b.Outcome)
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

func TestAKillAtEveryEventLosesNothing(t *testing.T) {
	stories(t, 120, func(t *testing.T, seed uint64) {
		first := newLimited(t, seed)
		first.begin(1)
		first.tell(nil)
		for n := 1; n <= len(first.disk); n++ {
			s := newLimited(t, seed)
			s.answers = 9
			s.disk = slices.Clone(first.disk)
			before := foldEvents(first.disk[:n])
			lost := runningAt(before)
			s.kill(n)
			checkReopened(t, before, s)
			s.tell(nil)
			if s.state.Folded.Open() {
				t.Errorf("killed after %d: the turn stays open", n)
			}
			if s.state.Folded.Ignored != 0 {
				t.Errorf("killed after %d: %d events referred to nothing", n, s.state.Folded.Ignored)
			}
			checkLog(t, s.disk)
			checkNoSecondRun(t, lost, s.disk[n:])
			if t.Failed() {
				t.Fatalf("seed %d, killed after event %d", seed, n)
			}
		}
	})
}

// runningAt lists the runs under way that must not happen twice.
func runningAt(f Folded) []string {
	var ids []string
	t, _ := f.Current()
	for _, c := range t.Calls.All() {
		if (c.Running || c.Lost) && c.Name != "reader" && c.Name != "asker" && c.Name != guards.ReportTool {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

func checkNoSecondRun(t *testing.T, lost []string, after []store.Event) {
	t.Helper()
	for _, ev := range after {
		if b, ok := ev.Body.(store.ToolStarted); ok && slices.Contains(lost, b.ID) {
			t.Errorf("%s ran again after it was interrupted", b.ID)
		}
	}
}

// checkReopened holds that what was before the user is before the user again,
// under the same id, at the same place.
func checkReopened(t *testing.T, before Folded, s *story) {
	t.Helper()
	turn, ok := before.Current()
	if !ok || turn.Ending != "" {
		return
	}
	p, open := s.state.Prompt()
	if g := turn.Guard; g != nil && g.Open != nil {
		if turn.Failed != "" || turn.Complete && turn.Calls.Len() == 0 {
			return // the turn ended by itself while the guard asked
		}
		if !open || p.Inquiry == nil || p.Inquiry.ID != g.Open.ID || !reflect.DeepEqual(p.Walk, g.Walk) {
			t.Errorf("the guard's question %s is not open again: %+v", g.Open.ID, p)
		}
		return
	}
	h, ok := turn.holder()
	if !ok {
		return
	}
	if r := h.openPermission(); r != nil {
		if g, granted := turn.granted(h.Name, r.CoversKey); granted {
			_ = g
			return // answered at once by what was remembered
		}
		if !open || p.Permission == nil || p.Permission.ID != r.ID {
			t.Errorf("the permission %s is not open again: %+v", r.ID, p)
		}
		return
	}
	q := h.Asking.Open
	if q == nil || q.ToAssistant {
		return
	}
	if _, known := turn.remembered(h.Name, q.Question); known && q.EscalatedFrom == "" {
		return
	}
	if !open || p.Inquiry == nil || p.Inquiry.ID != q.ID {
		t.Errorf("the question %s is not open again: %+v", q.ID, p)
		return
	}
	if !reflect.DeepEqual(p.Walk, h.Asking.Walk) {
		t.Errorf("the walk changed over the kill:\n%+v\n%+v", p.Walk, h.Asking.Walk)
	}
}

func TestAChangedConfigurationDoesNotChangeAnOpenQuestion(t *testing.T) {
	stories(t, 60, func(t *testing.T, seed uint64) {
		s := newStory(t, seed)
		s.begin(1)
		s.tell(func() bool {
			p, ok := s.state.Prompt()
			return ok && p.Inquiry != nil
		})
		p, ok := s.state.Prompt()
		if !ok {
			return
		}
		s.state.Env.Rules = storyRules{detached: PolicyAuto, questions: map[string]QuestionRules{
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
			case Opened, Submitted, Interrupted, Continued, RulesChanged:
				continue // wishes of the user's, not results
			}
			if k, _ := keyOf(in); s.state.runs(k) {
				continue // still awaited
			}
			if said, ok := in.(ModelSaid); ok && s.state.runs(said.Key) {
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

func TestAnAnswerAfterARestartIsTheKeyThatGoesOn(t *testing.T) {
	s := newStory(t, 3)
	s.send(Opened{})
	s.send(Submitted{ID: "m", Text: "go"})
	s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: "w", Name: "writer", Arguments: `{}`}}}})
	s.kill(len(s.disk))
	if s.state.Busy() != Waiting || !s.state.Held {
		t.Fatalf("busy %v, held %v", s.state.Busy(), s.state.Held)
	}
	p, _ := s.state.Prompt()
	s.send(Permitted{Key: p.Key, Outcome: store.PermitAllowed})
	if s.state.Busy() != Working {
		t.Errorf("after the answer it is %v, want at work", s.state.Busy())
	}
}

func TestWithoutAQuestionARestartWaitsForAKey(t *testing.T) {
	s := newStory(t, 3)
	s.send(Opened{})
	s.send(Submitted{ID: "m", Text: "go"})
	s.kill(len(s.disk))
	if len(s.state.Running) != 0 || s.state.Busy() != Held {
		t.Fatalf("running %v, busy %v", s.state.Running, s.state.Busy())
	}
	s.send(Continued{})
	if len(s.state.Running) != 1 || s.state.Busy() != Thinking {
		t.Errorf("running %v, busy %v", s.state.Running, s.state.Busy())
	}
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
		if p, ok := s.state.Prompt(); ok != (name == "unattended" || name == "skip") || ok && p.Permission.ID != "w.run" {
			t.Errorf("%s: before the user is %+v", name, p.Permission)
		}
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
