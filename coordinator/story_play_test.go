package coordinator

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"parley/coordinator/guards"
	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/forms"
	"parley/providers"
	"parley/store"
)

func flip(r *rand.Rand) json.RawMessage {
	if r.IntN(2) == 0 {
		return json.RawMessage(`true`)
	}
	return json.RawMessage(`false`)
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

// serverForm is what a server asks: a form, or a page that is to be visited.
func (s *story) serverForm() forms.Form {
	if s.beside.IntN(3) > 0 {
		return askerForm()
	}
	return visitForm()
}

func visitForm() forms.Form {
	return mustForm(forms.Question{ID: "visited", Text: "Did you do it?", Context: "https://example.com/do", Exclusive: true, Persistence: forms.PersistNone,
		AnswerType: forms.AnswerType{Kind: forms.Boolean}, Page: "https://example.com/do"})
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

func (s *story) play(key Key) {
	switch key.Kind {
	case OfModel:
		s.playModel(key)
	case OfTool:
		s.playTool(key)
	case OfUndo:
		s.send(Undid{Key: key, Left: []NotPut{{"b.go", "changed"}}[:s.beside.IntN(2)]})
	case OfFiles:
		s.playWrite(key)
	case OfUser:
		s.playUser(key)
	case OfTitle:
		if s.rand.IntN(2) == 0 {
			s.send(TitleBroke{Key: key, Error: "none"})
			return
		}
		s.send(Named{Key: key, Title: "A title", Model: "m/t"})
	case OfTelling:
		s.send(RunTold{Key: key})
	case OfVisit:
		s.send(Visited{Key: key})
	case OfClock:
		s.send(Woke{Key: key})
	case OfRules:
		s.playRules(key)
	case OfCommand:
		s.playCommand(key)
	case OfSummary:
		s.playSummary(key)
	case OfInstructions:
		s.send(Instructed{Key: key, Told: s.instructions()})
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
		r := Ruling{ID: x.ID, Verdict: rules.Asked, Ground: rules.Ground(1 + s.rand.IntN(4)), Unread: s.rand.IntN(2) == 0, Changes: s.beside.IntN(2) == 0, Why: "it is so"}
		switch s.rand.IntN(4) {
		case 0:
			r.Verdict, r.Ground, r.Rules = rules.Allowed, rules.Covered, []store.RuleAt{{Rule: "a rule", At: "here:1"}, {Rule: "another", At: "here:2"}}
		case 1:
			r.Verdict, r.Ground, r.Rules = rules.Denied, rules.ByRule, []store.RuleAt{{Rule: "a deny", At: "here:3"}}
		}
		if s.rand.IntN(5) == 0 {
			r.Personal = "it gives permission, as the workspace shows"
		}
		if s.rand.IntN(5) == 0 {
			r.Changed = "its server says something else of it:\n+ it is so"
		}
		if s.asks != nil && s.asks.IntN(3) == 0 {
			r.Rests = "of another file"
		}
		all = append(all, r)
	}
	s.send(Judged{Key: key, Rulings: all})
}

func (s *story) playModel(key Key) {
	if s.overfull(key) {
		return
	}
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
			if name == "nosuch" && s.beside.IntN(4) > 0 {
				name = "server"
			}
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
		if c.Name == "server" && s.beside.IntN(2) == 0 && (!c.asksLive() || c.Asking.over()) {
			s.send(ToolAsks{Key: key, Form: s.serverForm()})
			return
		}
		if c.asksLive() && !c.Asking.over() && s.beside.IntN(2) == 0 {
			s.send(ToolWithdraws{Key: key})
			return
		}
		s.send(ToolDone{Key: key, Outcome: s.outcome(*c), Touched: Touched{Told: s.instructions()}})
		return
	}
	s.t.Fatalf("%s runs, but no call waits for it", key)
}

func (s *story) outcome(c Call) tool.Outcome {
	given := s.state.answers(c)
	if s.asks != nil {
		s.checkGiven(c.ID, given)
	}
	if form, again := s.formAgain(c.Name, given); again {
		return tool.NeedsInput{Form: form}
	}
	switch c.Name {
	case "asker":
		if _, ok := given["go"]; !ok {
			return tool.NeedsInput{Form: askerForm()}
		}
	case "server":
		if c.Forms < 3 && s.beside.IntN(2) == 0 && !c.asksLive() {
			return tool.NeedsInput{Form: s.serverForm(), State: fmt.Sprintf("after %d", c.Forms)}
		}
	case "fs_modify_file":
		if _, ok := given[applyQuestion]; !ok {
			return tool.NeedsInput{Form: mustForm(forms.Question{ID: applyQuestion, Text: "Apply?", Context: "a diff", Default: json.RawMessage(`true`), AnswerType: forms.AnswerType{Kind: forms.Boolean}})}
		}
		if string(given[applyQuestion].Value) == "false" {
			return tool.Failure{Message: "refused", Refused: true}
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
	if changes := (tool.Change{Path: "a.go", Before: "d", After: "e"}); s.beside.IntN(2) == 0 && slices.Contains([]string{"writer", "patcher", "fs_modify_file"}, c.Name) {
		return tool.Writes{Files: []tool.Change{changes, {Path: "b.go", After: "d"}}[:s.beside.IntN(3)]}
	}
	return tool.Success{Content: "done"}
}

// playWrite plays the write that a run announced. It may find that it must ask again; what
// writes again is the tool's mistake.
func (s *story) playWrite(key Key) {
	outcomes := []tool.Outcome{tool.Success{Content: "written"}, tool.Success{Content: "written"}, tool.Failure{Message: "the disk is full"},
		tool.NeedsInput{Form: askerForm()}, tool.Writes{Files: []tool.Change{{Path: "c.go"}}}}
	s.send(ToolDone{Key: key, Outcome: outcomes[s.beside.IntN(len(outcomes))]})
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
		if s.asks != nil && p.Permission.Kind == store.PermitRun && s.asks.IntN(5) == 0 {
			given = Permitted{Key: key, Outcome: store.PermitEdited, Arguments: json.RawMessage(`{"path":"b.go"}`)}
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
	if p.Inquiry.Question.Page != "" && !s.state.running(AwaitVisit{Inquiry: p.Inquiry.ID}.Key()) && s.beside.IntN(2) == 0 {
		s.send(PageOpened{Key: key})
		return
	}
	if p.Declinable && s.beside.IntN(4) == 0 {
		s.send(Declined{Key: key})
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
		said := Answered{Key: key, Value: s.userAnswer(p.Inquiry.Question), Remember: s.rand.IntN(3) == 0, Note: "ok"}
		if s.asks != nil && p.Inquiry.Question.Digest != "" && string(said.Value) == "true" {
			said.Again = s.asks.IntN(4) == 0
			said.Remember = said.Remember && !said.Again
		}
		s.send(said)
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
	s.undoing()
	for i := range messages {
		s.send(Submitted{ID: fmt.Sprintf("m%d", i), Text: "do it"})
	}
}

// instructions are some that may have been given before, or none.
func (s *story) instructions() (told store.Instructions) {
	for range s.beside.IntN(3) {
		n := s.beside.IntN(4)
		told.Files = append(told.Files, store.Instruction{Path: fmt.Sprintf("%d/AGENTS.md", n), Digest: store.Digest([]byte{byte(n)}), Bytes: 1})
	}
	if s.beside.IntN(3) == 0 {
		told.LeftOut = []string{"AGENTS.md"}
	}
	if s.beside.IntN(3) == 0 {
		told.Skills = []store.Skill{{Name: "deploy", Description: "deploys", Path: ".parley/skills/deploy/SKILL.md"}}
	}
	return told
}
