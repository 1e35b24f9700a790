package coordinator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// guarded is a tool whose calls only a person may allow.
type guarded struct{ fakeTool }

func (guarded) Guarded(string, json.RawMessage) string { return "it gives permission" }

// onGuarded is a turn in which the model calls what only a person may allow.
func onGuarded(t *testing.T) *story {
	s := called(t)
	r, err := tool.NewRegistry(tool.Entry{Tool: guarded{}, Spec: tool.Spec{Name: "guarded", Description: "guards", Run: tool.Ask, Result: tool.Unattended}})
	if err != nil {
		t.Fatal(err)
	}
	s.state.Env.Tools = r
	s.send(Submitted{ID: "n", Text: "on"})
	s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{{ID: "g", Name: "guarded", Arguments: `{}`}}}})
	return s
}

// A permission that only a person may give says so and is not remembered, and the run
// learns of a person's yes, and of nobody else's.
func TestWhatOnlyAPersonAllows(t *testing.T) {
	for by, want := range map[string]string{store.ByUser: "it gives permission", store.ByPolicy: "", store.ByTurnCache: "", "rule": ""} {
		s := onGuarded(t)
		p, ok := s.state.Prompt()
		if !ok || p.Permission.Personal != "it gives permission" || p.Permission.Covers != "" || p.Memorable {
			t.Fatalf("before the user is %+v", p.Permission)
		}
		c := Call{Permit: Permit{Asked: p.Permission, Outcome: store.PermitAllowed, By: by}}
		if got := c.Permit.personal(); got != want {
			t.Errorf("%s: the run is told %q", by, got)
		}
	}
}

// A permission for the tool of a server comes with what the server says of it; ours have no
// such words.
func TestAPermissionHasTheWordsOfAServer(t *testing.T) {
	for _, of := range [][3]string{{"web", "get", ""}, {"web", "get it", "get it"}, {"", "get it", ""}} {
		server, theirs, named := of[0], of[1], of[2]
		s := called(t)
		x := renamed{fakeTool{tool.Spec{Name: "web__get", Server: server, Description: "gets", Run: tool.Ask, Result: tool.Unattended}}, theirs}
		spec := x.spec
		spec.Description = "gets, as configured"
		r, err := tool.NewRegistry(tool.Entry{Tool: x, Spec: spec})
		if err != nil {
			t.Fatal(err)
		}
		s.state.Env.Tools = r
		s.send(Submitted{ID: "n", Text: "on"})
		s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{{ID: "g", Name: "web__get", Arguments: `{}`}}}})
		want := ""
		if server != "" {
			want = "gets"
		}
		if p, ok := s.state.Prompt(); !ok || p.Server != server || p.Described != want || p.Named != named {
			t.Errorf("of %q, which calls it %q, the permission says %q, %q and %q", server, theirs, p.Server, p.Described, p.Named)
		}
	}
}

// renamed is a tool that has another name where its calls go.
type renamed struct {
	fakeTool
	name string
}

func (r renamed) Named() string { return r.name }

// placed is a tool whose calls turn out to be a person's to allow only when the workspace
// is looked at.
type placed struct{ fakeTool }

func (placed) GuardedThere(call tool.Call) string {
	return "in " + call.Dir + " " + string(call.Arguments) + " gives permission"
}

// itself is a tool that asks a person itself.
type itself struct{ placed }

func (itself) AsksThere(call tool.Call) bool { return string(call.Arguments) == `{"path":"link/a"}` }

// What is found by looking is said in the permission, with or without rules: one yes of a
// person also serves the run. A tool that needs no permission is not looked at for it, and
// of one that cannot look nothing is said.
func TestWhatIsFoundIsAskedOnce(t *testing.T) {
	const why = `in /w {"path":"link/a"} gives permission`
	for name, c := range map[string]struct {
		tool     tool.Tool
		run      tool.Mode
		personal string
		asked    bool
	}{
		"found":       {placed{}, tool.Ask, why, true},
		"unattended":  {placed{}, tool.Unattended, why, false},
		"asks itself": {itself{}, tool.Ask, why, false},
		"no looker":   {fakeTool{}, tool.Ask, "", true},
	} {
		s := called(t)
		r, err := tool.NewRegistry(tool.Entry{Tool: c.tool, Spec: tool.Spec{
			Name: "placed", Description: "places", Run: c.run, Result: tool.Unattended,
			Parameters: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}}}`),
		}})
		if err != nil {
			t.Fatal(err)
		}
		s.state.Env.Tools, s.state.Env.Ruled, s.state.Env.Workspace = r, true, "/w"
		s.send(Submitted{ID: "n", Text: "on"})
		s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{{ID: "g", Name: "placed", Arguments: `{"path":"link/a"}`}}}})
		in, _ := (&Shell{state: s.state, World: World{Work: Workspace{Dir: "/w"}}}).judging(Judge{})(t.Context())
		rulings := in.(Judged).Rulings
		want := []Ruling{{ID: "g.run", Verdict: rules.Asked, Ground: rules.Uncovered, Personal: c.personal, Asks: name == "asks itself"}}
		offered := guarding(r, tool.Call{Dir: "/w"}, []Subject{{ID: "g.run", Tool: "placed", Arguments: json.RawMessage(`{"path":"link/a"}`)}}, []Ruling{{ID: "g.run", Offers: []rules.Offer{{Where: "here"}}}})
		if got := len(offered[0].Offers) > 0; got != (c.personal == "") {
			t.Errorf("%s: a rule is offered: %v", name, got)
		}
		if !reflect.DeepEqual(rulings, want) {
			t.Fatalf("%s: %+v\nwant %+v", name, rulings, want)
		}
		s.send(Judged{Key: s.effect("rules"), Rulings: rulings})
		p, ok := s.state.Prompt()
		if ok != c.asked || ok && (p.Permission.Personal != c.personal || p.Memorable != (c.personal == "" && p.Permission.CoversKey != "")) {
			t.Fatalf("%s: before the user is %+v, %v", name, p.Permission, ok)
		}
		turn, _ := s.state.Folded.Current()
		entry, _ := r.Get("placed")
		if call, err := (&Shell{state: s.state}).call(*turn.Calls.At(0), 1, entry); err != nil || call.Asks != (name == "asks itself") {
			t.Errorf("%s: the run is told that it asks: %v, %v", name, call.Asks, err)
		}
		if !ok {
			continue
		}
		s.send(Permitted{Key: p.Key, Outcome: store.PermitAllowed, Scope: store.ScopeOnce})
		turn, _ = s.state.Folded.Current()
		if got := turn.Calls.At(0).Permit.personal(); got != c.personal {
			t.Errorf("%s: the run is told %q, want %q", name, got, c.personal)
		}
	}
}

// walled is a tool whose calls turn out never to be carried out when the workspace is looked
// at.
type walled struct{ placed }

func (walled) RefusedThere(call tool.Call) string { return "in " + call.Dir + " it is outside" }

// What is found by looking never to be carried out is not asked about, whatever else was
// found and whatever rule allows it; the run of what needs no permission says so itself, and a
// rule's no comes first.
func TestWhatIsNeverDoneIsNotAskedAbout(t *testing.T) {
	for _, c := range []struct {
		run     tool.Mode
		verdict rules.Verdict
		result  string
	}{
		{tool.Ask, rules.Asked, "in /w it is outside"}, {tool.Edit, rules.Asked, "in /w it is outside"},
		{tool.Ask, rules.Allowed, "in /w it is outside"}, {tool.Unattended, rules.Asked, ""}, {tool.Ask, rules.Denied, ruleDeniedText("walled", "")},
	} {
		s := called(t)
		r, err := tool.NewRegistry(tool.Entry{Tool: walled{}, Spec: tool.Spec{Name: "walled", Description: "walls", Run: c.run, Result: tool.Unattended}})
		if err != nil {
			t.Fatal(err)
		}
		s.state.Env.Tools, s.state.Env.Ruled, s.state.Env.Workspace = r, true, "/w"
		s.send(Submitted{ID: "n", Text: "on"})
		s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{{ID: "g", Name: "walled", Arguments: `{}`}}}})
		rulings := guarding(r, tool.Call{Dir: "/w"}, []Subject{{ID: "g.run", Tool: "walled", Arguments: json.RawMessage(`{}`)}},
			[]Ruling{{ID: "g.run", Verdict: c.verdict, Ground: rules.Uncovered}})
		s.send(Judged{Key: s.effect("rules"), Rulings: rulings})
		if p, ok := s.state.Prompt(); ok {
			t.Fatalf("%s, %v: before the user is %+v", c.run, c.verdict, p.Permission)
		}
		turn, _ := s.state.Folded.Current()
		call := turn.Calls.At(0)
		if call.Content != c.result || (c.result == "") != call.Running {
			t.Errorf("%s, %v: %q, runs %v; want %q", c.run, c.verdict, call.Content, call.Running, c.result)
		}
	}
}

// TestNothingRunsAfterAnotherHand: a call does not run once the record is not as it was
// left.
func TestNothingRunsAfterAnotherHand(t *testing.T) {
	for _, fault := range []error{nil, errors.New("another program changed its file")} {
		ran := false
		s, key := &Shell{World: World{Look: func() error { return fault }}}, (RunTool{Turn: 1, Response: "1.1", Call: "c", Run: 1}).Key()
		in, _ := s.looking(func(context.Context) (Input, Performer) {
			ran = true
			return ToolDone{Key: key, Outcome: tool.Success{Content: "done"}}, nil
		}, func(err error) Input { return ToolDone{Key: key, Outcome: tool.Failure{Message: err.Error()}} })(t.Context())
		want := tool.Outcome(tool.Success{Content: "done"})
		if fault != nil {
			want = tool.Failure{Message: fault.Error()}
		}
		if got := in.(ToolDone).Outcome; !reflect.DeepEqual(got, want) || ran != (fault == nil) {
			t.Errorf("%v: %+v, ran %v", fault, got, ran)
		}
	}
}

// What was recorded before the workspace was does not come to belong here: the record
// first says that nobody knows where it happened.
func TestWhatWasSetNobodyKnowsWhere(t *testing.T) {
	delta := store.ConfigDelta{Set: map[string]json.RawMessage{"conversation.tools.run_command.run": json.RawMessage(`"unattended"`)}}
	for name, c := range map[string]struct {
		before []store.Body
		in     Input
		want   string
	}{
		"a message":             {[]store.Body{delta}, Submitted{ID: "m", Text: "go"}, "workspace:,workspace:/w,turn_start,"},
		"a setting":             {[]store.Body{delta}, Changed{Delta: delta}, "workspace:,workspace:/w,config_delta,"},
		"elsewhere, a setting":  {[]store.Body{store.Workspace{Root: "/v"}, delta}, Changed{Delta: delta}, "workspace:/w,config_delta,"},
		"here, a setting":       {[]store.Body{store.Workspace{Root: "/w"}, delta}, Changed{Delta: delta}, "config_delta,"},
		"nothing set before":    {nil, Submitted{ID: "m", Text: "go"}, "workspace:/w,turn_start,"},
		"the first, it is ours": {nil, Changed{Delta: delta}, "config_delta,"},
	} {
		var log store.Log
		for i, b := range c.before {
			ev, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: fmt.Sprint("e", i), Time: time.Unix(1, 0), Conversation: "c"}, b)
			if err != nil {
				t.Fatal(err)
			}
			log = log.Append(ev)
		}
		l := newLeaving(t, log)
		l.shell.state.Env.Workspace = "/w"
		l.send(c.in)
		got := ""
		for _, ev := range l.shell.Log().From(log.Len()) {
			if got += ev.Body.Type(); ev.Body.Type() == "workspace" {
				got += ":" + ev.Body.(store.Workspace).Root
			}
			if got += ","; ev.Body.Type() == "turn_start" {
				break
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// A permission that only a person may give but that does not say so in the file, because
// the file was edited, is closed and asked as it should have been; one that says so stays.
func TestWhatOnlyAPersonAllowsIsSaid(t *testing.T) {
	s := onGuarded(t)
	s.kill(len(s.disk))
	p, ok := s.state.Prompt()
	if !ok || p.Permission.ID != "g.run" {
		t.Fatalf("before the user is %+v", p.Permission)
	}
	forged := *p.Permission
	forged.Personal = ""
	at := slices.IndexFunc(s.disk, func(ev store.Event) bool { _, is := ev.Body.(store.PermissionRequest); return is })
	s.disk = s.disk[:at]
	s.forge(forged)
	p, ok = s.state.Prompt()
	if !ok || p.Permission.ID != "g.run.2" || p.Permission.Personal != "it gives permission" {
		t.Errorf("then it is %+v", p.Permission)
	}
}

// An edit of a call has arguments, and nothing else has any: what fits no permission to run
// leaves it open.
func TestAnAnswerThatFitsNoPermissionLeavesItOpen(t *testing.T) {
	text := "mine"
	for name, m := range map[string]Permitted{
		"an edit without arguments":      {Outcome: store.PermitEdited},
		"an edit of a result":            {Outcome: store.PermitEdited, Content: &text},
		"an edit of a call and a result": {Outcome: store.PermitEdited, Arguments: json.RawMessage(`{}`), Content: &text},
		"a yes with other arguments":     {Outcome: store.PermitAllowed, Arguments: json.RawMessage(`{}`)},
		"a no with a result":             {Outcome: store.PermitDenied, Content: &text},
	} {
		s := onGuarded(t)
		p, _ := s.state.Prompt()
		m.Key = p.Key
		s.send(m)
		if now, ok := s.state.Prompt(); !ok || now.Key != p.Key {
			t.Errorf("%s: it is not before the user any more", name)
		}
	}
}
