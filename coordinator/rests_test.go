package coordinator

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"parley/coordinator/rules"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
	"parley/store/record"
)

// resting is a tool of somebody's whose command names files.
type resting struct {
	somebodys
	files *string
}

func (r resting) Rests(tool.Call) string { return *r.files }

// TestAYesIsForTheFilesOfItsTool: the digest is recorded with the permission; if the files
// change before a person answers, it is asked again, and if they change after that, nothing
// runs. A yes for the turn is for them too.
func TestAYesIsForTheFilesOfItsTool(t *testing.T) {
	files := "one"
	spec := tool.Spec{Name: "check", Description: "checks", Run: tool.Ask, Result: tool.Unattended}
	r, err := tool.NewRegistry(tool.Entry{Tool: resting{somebodys{fakeTool{spec}, "sh check.sh"}, &files}, Spec: spec})
	if err != nil {
		t.Fatal(err)
	}
	s := called(t)
	s.state.Env.Tools, s.state.Env.Ruled = r, true
	judge := func() {
		t.Helper()
		in, _ := (&Shell{state: s.state}).judging(Judge{})(t.Context())
		s.send(Judged{Key: s.effect("rules"), Rulings: in.(Judged).Rulings})
	}
	ask := func(call string) (store.PermissionRequest, bool) {
		t.Helper()
		s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{{ID: call, Name: "check", Arguments: `{}`}}}})
		judge()
		p, ok := s.state.Prompt()
		if !ok {
			return store.PermissionRequest{}, false
		}
		return *p.Permission, true
	}
	s.send(Submitted{ID: "n", Text: "on"})
	first, _ := ask("one")
	if first.Rests != "one" || first.Identity == "" {
		t.Fatalf("asked is %+v", first)
	}
	s.send(Permitted{Key: AskUser{ID: first.ID}.Key(), Scope: store.ScopeTurn, Outcome: store.PermitAllowed})
	s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.Success{Content: "done"}})
	if second, asked := ask("two"); asked {
		t.Fatalf("a yes for the turn does not hold: %+v", second)
	}
	s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.Success{Content: "done"}})
	files = "two"
	third, asked := ask("three")
	if !asked || third.Rests != "two" {
		t.Fatalf("a yes for the turn holds for other files: %+v", third)
	}
	if first.Rested != "" || third.Rested != "one" {
		t.Errorf("that the files changed since the yes for the turn is not said: %q, %q", first.Rested, third.Rested)
	}
	s.send(Permitted{Key: AskUser{ID: third.ID}.Key(), Scope: store.ScopeTurn, Outcome: store.PermitAllowed})
	s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.Success{Content: "done"}})
	if fourth, asked := ask("four"); asked {
		t.Fatalf("the later yes for the turn does not hold: %+v", fourth)
	}
	s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.Success{Content: "done"}})
	files = ""
	if fifth, asked := ask("five"); !asked || fifth.Rested != "two" {
		t.Errorf("that there are no files any more is not said: %v, %q", asked, fifth.Rested)
	}
	files = "two"

	for name, c := range map[string]struct {
		by, asked string
		runs      bool
	}{
		"as they were":     {store.ByUser, "two", true},
		"they changed":     {store.ByUser, "one", false},
		"one for the turn": {store.ByTurnCache, "one", false},
		"nobody was asked": {store.ByPolicy, "one", true},
		"there were none":  {store.ByUser, "", false},
	} {
		third.Rests = c.asked
		call := Call{ID: "three", Name: "check", Permit: Permit{Asked: &third, By: c.by}}
		shell, ran := &Shell{World: World{Rules: alwaysAllows{}}}, false
		shell.state.Env.Tools = r
		in, _ := shell.ruledRun(Key{}, call, tool.Call{Name: "check", Attempt: 2}, func(context.Context) (Input, Performer) { ran = true; return nil, nil })(t.Context())
		if ran != c.runs || !ran && in.(ToolDone).Outcome.(tool.Failure).Message != filesChangedText("check") {
			t.Errorf("%s: it ran: %v, %+v", name, ran, in)
		}
	}
}

// TestAnswersToAFormAreForTheFilesOfItsTool: the script that asked may be another one by the time that somebody
// answers, also where nobody is asked whether it may run.
func TestAnswersToAFormAreForTheFilesOfItsTool(t *testing.T) {
	files := "one"
	check := somebodys{fakeTool{tool.Spec{Name: "check", Description: "d", Run: tool.Unattended, Result: tool.Unattended}}, "id"}
	r, err := tool.NewRegistry(tool.Entry{Tool: resting{check, &files}, Spec: check.spec})
	if err != nil {
		t.Fatal(err)
	}
	shell := &Shell{World: World{Rules: alwaysAllows{}}}
	shell.state.Env.Tools = r
	during := func() {}
	run := func(c Call, attempt int) Input {
		in, next := shell.ruledRun(Key{}, c, tool.Call{Name: "check", Attempt: attempt}, func(context.Context) (Input, Performer) {
			return ToolSaid{Text: "It begins."}, func(context.Context) (Input, Performer) {
				during()
				return ToolDone{Outcome: tool.NeedsInput{Form: mustForm(boolean(false, ""))}}, nil
			}
		})(t.Context())
		if next != nil {
			in, _ = next(t.Context())
		}
		return in
	}
	if done := run(Call{ID: "c", Name: "check"}, 1).(ToolDone); done.Rests != "one" {
		t.Errorf("what it asks rests on %q", done.Rests)
	}
	during = func() { files = "two" }
	if f, failed := run(Call{ID: "c", Name: "check"}, 1).(ToolDone).Outcome.(tool.Failure); !failed || f.Message != filesChangedWhileText("check") {
		t.Error("what another file asked than began is put")
	}
	files, during = "one", func() {}
	for asked, runs := range map[string]bool{"one": true, "two": false, "": false} {
		done := run(Call{ID: "c", Name: "check", Formed: true, Rests: asked, Answers: []Answer{{}}}, 2).(ToolDone)
		if f, failed := done.Outcome.(tool.Failure); failed == runs || failed && f.Message != filesChangedText("check") {
			t.Errorf("asked with %q: %+v", asked, done.Outcome)
		}
	}

	for rests, again := range map[string]bool{"one": false, "two": true} {
		s := &parking{story: newStory(t, 3)}
		s.becomes("server", "first")
		s.send(Opened{})
		s.send(Submitted{ID: "m", Text: "go"})
		call := func(id, rests string) {
			s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: id, Name: "server", Arguments: `{}`}}}})
			s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.NeedsInput{Form: mustForm(boolean(false, ""))}, Rests: rests})
		}
		call("c", "one")
		p, _ := s.state.Prompt()
		s.send(Answered{Key: p.Key, Value: json.RawMessage("true"), Remember: true})
		if turn, _ := s.state.Folded.Current(); !turn.Calls.At(0).Formed || turn.Calls.At(0).Rests != "one" {
			t.Errorf("the run goes on by %+v", turn.Calls.At(0))
		}
		s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.Success{Content: "ok"}})
		call("d", rests)
		if p, asked := s.state.Prompt(); asked != again {
			t.Errorf("%s: %q is asked about", rests, p.Call)
		}
		s.whole(t)
	}
}

// TestAnOpenPermissionIsForTheFilesOfItsTool: one from the record that was for others is asked
// as it is now, and a rule that does not hold any more is named in it.
func TestAnOpenPermissionIsForTheFilesOfItsTool(t *testing.T) {
	s := parkedBy(t, "writer", "one")
	s.state.Env.Ruled = true
	s.state.Env.SomebodyThere = true
	s.reopen(len(s.disk), Opened{})
	before := s.disk[len(s.disk)-1].Body
	s.send(Judged{Key: s.effect("rules"), Rulings: []Ruling{{ID: "w.run", Verdict: rules.Asked, Ground: rules.Uncovered, Rests: "two", Lapsed: "A rule lapsed."}}})
	s.send(Judged{Key: s.effect("rules"), Rulings: []Ruling{{ID: "w.run.2", Verdict: rules.Asked, Ground: rules.Uncovered, Rests: "two", Lapsed: "A rule lapsed."}}})
	p, ok := s.state.Prompt()
	if !ok || p.Permission.ID != "w.run.2" || p.Permission.Rests != "two" || p.Permission.Changed != "A rule lapsed." {
		t.Errorf("after %+v before the user is %+v", before, p.Permission)
	}
	s.whole(t)
}

// TestAYesThatWaitedIsForTheFilesOfItsTool: before a call runs by a yes from the record, its files
// are compared. With others it is asked again, and with these it runs.
func TestAYesThatWaitedIsForTheFilesOfItsTool(t *testing.T) {
	for _, now := range []string{"", "two"} {
		s := parkedBy(t, "writer", "one")
		s.yes(t, store.ScopeTurn)
		s.state.Env.Ruled = true
		s.goOn()
		s.whole(t)
		if got := starts(s.story); got != nil {
			t.Fatalf("before the files were looked at, %v runs", got)
		}
		s.send(Judged{Key: s.effect("rules"), Rulings: []Ruling{{ID: "w.run", Verdict: rules.Asked, Ground: rules.Uncovered, Rests: now}}})
		s.whole(t)
		if now == "" {
			if got := starts(s.story); len(got) != 1 {
				t.Errorf("with the same files %v runs", got)
			}
			continue
		}
		if turn, _ := s.state.Folded.Current(); turn.Grants != nil {
			t.Errorf("for the turn is granted %+v", turn.Grants)
		}
		s.send(Judged{Key: s.effect("rules"), Rulings: []Ruling{{ID: "w.run.2", Verdict: rules.Asked, Ground: rules.Uncovered, Rests: now}}})
		s.whole(t)
		p, parked := s.state.Parked()
		if got := starts(s.story); got != nil || !parked || p.Permission.ID != "w.run.2" || p.Permission.Rests != "two" || p.Permission.Rested != store.NoFiles || p.Permission.Was != "" {
			t.Fatalf("%v runs, parked: %+v", got, p.Permission)
		}
		want := "This was asked before, and since then files of the workspace that the command of writer names have changed. " +
			"What was said then was for the files as they were, so you are asked again."
		if said := record.Cautions(*p.Permission); !slices.Equal(said, []string{want}) {
			t.Errorf("said is %q", said)
		}
	}
}

// moving is a tool of the program's whose calls are for a file as it is.
type moving struct {
	fakeTool
	file *string
}

func (m moving) Rests(tool.Call) string { return *m.file }

// TestAbsence: the tools and the record have one word for what is not there.
func TestAbsence(t *testing.T) {
	if tool.Absent != store.NoFiles {
		t.Errorf("%q and %q", tool.Absent, store.NoFiles)
	}
}

// TestAYesToAMoveIsForTheFileAsItWas: where it changed while the question was open, nothing
// runs. A yes for the turn does not hold for it then: it is asked again, which says so. Who edited the call chose another file, and what the run asked itself has a digest of
// its own.
func TestAYesToAMoveIsForTheFileAsItWas(t *testing.T) {
	file := "one"
	spec := tool.Spec{Name: "fs_move_file", Description: "moves", Run: tool.Ask, Result: tool.Unattended}
	r, err := tool.NewRegistry(tool.Entry{Tool: moving{fakeTool{spec}, &file}, Spec: spec})
	if err != nil {
		t.Fatal(err)
	}
	s := called(t)
	s.state.Env.Tools, s.state.Env.Ruled = r, true
	judge := func() {
		t.Helper()
		in, _ := (&Shell{state: s.state}).judging(Judge{})(t.Context())
		s.send(Judged{Key: s.effect("rules"), Rulings: in.(Judged).Rulings})
	}
	asked := func() store.PermissionRequest {
		t.Helper()
		p, ok := s.state.Prompt()
		if !ok {
			t.Fatal("nothing is asked")
		}
		return *p.Permission
	}
	s.send(Submitted{ID: "n", Text: "on"})
	s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{{ID: "m", Name: "fs_move_file", Arguments: `{}`}}}})
	judge()
	first := asked()
	if first.Rests != "one" || first.Identity != "" {
		t.Fatalf("asked is %+v", first)
	}
	s.send(Permitted{Key: AskUser{ID: first.ID}.Key(), Scope: store.ScopeTurn, Outcome: store.PermitAllowed})
	s.send(ToolDone{Key: s.effect("tool"), Outcome: tool.Success{Content: "done"}})
	file = "two"
	s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: []providers.Call{{ID: "n", Name: "fs_move_file", Arguments: `{}`}}}})
	judge()
	second := asked()
	said := "This was asked before, and since then the file has changed. What was said then was for the file as it was, so you are asked again."
	if second.ID == first.ID || second.Rests != "two" || second.Rested != "one" || !slices.Equal(record.Cautions(second), []string{said}) {
		t.Fatalf("asked again is %+v", second)
	}

	for name, c := range map[string]struct {
		asked, outcome string
		attempt        int
		runs           bool
	}{
		"as it was":     {"two", store.PermitAllowed, 1, true},
		"it changed":    {"one", store.PermitAllowed, 1, false},
		"it came":       {store.NoFiles, store.PermitAllowed, 1, false},
		"it was edited": {"one", store.PermitEdited, 1, true},
		"the run asked": {"one", store.PermitAllowed, 2, true},
	} {
		second.Rests = c.asked
		call := Call{ID: "m", Name: "fs_move_file", Permit: Permit{Asked: &second, Outcome: c.outcome, By: store.ByUser}}
		shell, ran := &Shell{World: World{Rules: alwaysAllows{}}}, false
		shell.state.Env.Tools = r
		in, _ := shell.ruledRun(Key{}, call, tool.Call{Name: "fs_move_file", Attempt: c.attempt}, func(context.Context) (Input, Performer) { ran = true; return nil, nil })(t.Context())
		want := "fs_move_file was not run: the file has changed since the user was asked. Call it again if it is still needed; the user is asked then."
		if ran != c.runs || !ran && in.(ToolDone).Outcome.(tool.Failure).Message != want {
			t.Errorf("%s: it ran: %v, %+v", name, ran, in)
		}
	}
}

// TestAYesToAMoveThatWaited counts no more where the file is another one by the time that the
// call would run, and that is on record.
func TestAYesToAMoveThatWaited(t *testing.T) {
	s := parkedBy(t, "writer", "one")
	s.yes(t, store.ScopeOnce)
	file, spec := "", tool.Spec{Name: "writer", Description: "moves", Run: tool.Ask, Result: tool.Unattended}
	r, err := tool.NewRegistry(tool.Entry{Tool: moving{fakeTool{spec}, &file}, Spec: spec})
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range s.disk {
		if p, ok := e.Body.(store.PermissionRequest); ok {
			p.Identity, p.Rests = "", "one"
			s.disk[i].Body = p
		}
	}
	answered := slices.Clone(s.disk)
	for now, want := range map[string]int{"one": 1, "two": 0} {
		s.disk = slices.Clone(answered)
		s.state.Env.Tools, s.state.Env.Ruled = r, true
		s.goOn()
		s.send(Judged{Key: s.effect("rules"), Rulings: []Ruling{{ID: "w.run", Verdict: rules.Asked, Ground: rules.Uncovered, Rests: now}}})
		if got := len(starts(s.story)); got != want {
			t.Errorf("with %q it runs %d times", now, got)
		}
		revoked := slices.ContainsFunc(s.disk, func(e store.Event) bool {
			return e.Body == store.MemoryRevoked{ID: "w.run", Reason: store.RevokedFile}
		})
		if revoked == (want > 0) {
			t.Errorf("with %q it is on record that the yes counts no more: %v", now, revoked)
		}
	}
}

func TestFilesChangedText(t *testing.T) {
	const want = "deploy was not run: files of the workspace that its command names have changed since the user was asked. " +
		"Call it again if it is still needed; the user is asked then."
	if got := filesChangedText("deploy"); got != want {
		t.Errorf("%q", got)
	}
	const meanwhile = "deploy asked something and was not answered: files of the workspace that its command names changed while it ran. " +
		"Call it again if it is still needed; the user is asked then."
	if got := filesChangedWhileText("deploy"); got != meanwhile {
		t.Errorf("%q", got)
	}
	const folder = "run_command was not run: the folder that it was to run in is another one since the user was asked. " +
		"Call it again if it is still needed; the user is asked then."
	if got := fileChangedText("run_command"); got != folder {
		t.Errorf("%q", got)
	}
	for tool, reason := range map[string]string{"run_command": store.RevokedFolder, "fs_move_file": store.RevokedFile} {
		if got := (Permit{Asked: &store.PermissionRequest{Tool: tool, Rests: "one"}}).changedFiles(); got != reason {
			t.Errorf("%s: %q", tool, got)
		}
	}
}
