package coordinator

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// in makes a folder the one in which the tools work: its path, and behind a # which folder is
// there.
func (s *parking) in(root string) {
	s.state.Env.Workspace, s.state.Env.Folder, _ = strings.Cut(root, "#")
}

// placeOf is the folder in which the tools last worked, as in takes it.
func placeOf(f Folded) string {
	if f.Folder == "" {
		return f.Workspace
	}
	return f.Workspace + "#" + f.Folder
}

// parkedIn is a parked call of a tool that asks before it runs.
func parkedIn(t *testing.T, root, name string) *parking {
	t.Helper()
	s := &parking{story: newStory(t, 3)}
	s.absent()
	s.in(root)
	s.send(Opened{})
	s.send(Submitted{ID: "m", Text: "go"})
	s.send(ModelDone{Key: s.state.Running[0].Key, Response: providers.Response{Calls: []providers.Call{{ID: "w", Name: name, Arguments: `{}`}}}})
	return s
}

// TestAYesIsForTheWorkspaceThatItWasGivenIn: where the turn goes on in another folder, it is asked
// again, wherever the program was killed; a yes there holds, and so does the first one where
// nothing followed from the other folder.
func TestAYesIsForTheWorkspaceThatItWasGivenIn(t *testing.T) {
	s := parkedIn(t, "/a", "writer")
	s.yes(t, store.ScopeTurn)
	answered := slices.Clone(s.disk)
	s.goOn()
	if got := starts(s.story); len(got) != 1 {
		t.Fatalf("as it was, %v runs", got)
	}
	s.disk = answered
	s.in("/b")
	s.goOn()
	s.whole(t)
	p, parked := s.state.Parked()
	if got := starts(s.story); got != nil || !parked || p.Permission.ID != "w.run.2" || p.Permission.From != "/a" {
		t.Fatalf("%v runs, parked: %+v", got, p.Permission)
	}
	want := "This was asked before, when the conversation worked in /a. It works in another folder now, where the same call does something else. " +
		"What was said then was for that folder, so you are asked again."
	if said := p.Permission.Said(); !slices.Equal(said, []string{want}) {
		t.Errorf("said is %q", said)
	}
	if turn, _ := s.state.Folded.Current(); turn.Grants != nil {
		t.Errorf("for the turn is granted %+v", turn.Grants)
	}
	last := slices.Clone(s.disk)
	for n := len(answered); n <= len(last); n++ {
		s.disk = slices.Clone(last[:n])
		s.goOn()
		s.whole(t)
		if p, parked := s.state.Parked(); starts(s.story) != nil || !parked || p.Permission.ID != "w.run.2" {
			t.Errorf("killed after %d: %v runs, parked: %+v", n, starts(s.story), p.Permission)
		}
	}
	s.yes(t, store.ScopeOnce)
	s.goOn()
	s.whole(t)
	if got := starts(s.story); len(got) != 1 {
		t.Errorf("after a yes there %v runs", got)
	}

	moved := slices.IndexFunc(last, func(ev store.Event) bool { b, is := ev.Body.(store.Workspace); return is && b.Root == "/b" })
	s.disk = slices.Clone(last[:moved+1])
	s.in("/a")
	s.goOn()
	s.whole(t)
	if got := starts(s.story); len(got) != 1 {
		t.Errorf("back before anything followed, %v runs", got)
	}
}

// TestAnOpenPermissionIsForItsWorkspace: one that waits is closed and asked anew, once.
func TestAnOpenPermissionIsForItsWorkspace(t *testing.T) {
	s := parkedIn(t, "/a", "writer")
	s.in("/b")
	for range 2 {
		s.goOn()
		s.whole(t)
		if p, parked := s.state.Parked(); !parked || p.Permission.ID != "w.run.2" || p.Permission.From != "/a" {
			t.Fatalf("parked: %+v", p.Permission)
		}
	}
}

// TestWhereAnswersAreOnlyRecordedNothingMoves: that process works nowhere.
func TestWhereAnswersAreOnlyRecordedNothingMoves(t *testing.T) {
	s := parkedIn(t, "/a", "writer")
	s.in("/b")
	s.yes(t, store.ScopeOnce)
	s.in("/a")
	s.goOn()
	s.whole(t)
	if got := starts(s.story); len(got) != 1 {
		t.Errorf("%v runs", got)
	}
}

// TestAnswersAreForTheirWorkspace: whether the form of a call is open or answered, or its run was
// cut off, the call ends where the tools work elsewhere. Words instead of an answer, and a refusal
// of the form, are still told.
func TestAnswersAreForTheirWorkspace(t *testing.T) {
	moved := movedText("asker", "/a", "/b")
	for name, row := range map[string]struct {
		answer func(Key) Input
		want   string
	}{
		"open":     {nil, moved},
		"answered": {func(k Key) Input { return Answered{Key: k, Value: json.RawMessage(`"words"`)} }, moved},
		"reply":    {func(k Key) Input { return Replied{Key: k, Text: "ask me tomorrow"} }, "ask me tomorrow"},
	} {
		s := parkedIn(t, "/a", "asker")
		s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.NeedsInput{Form: mustForm(askerForm().Questions()[2])}})
		n := len(s.disk)
		if row.answer != nil {
			s.state.Env.SomebodyThere, s.state.Env.AnswersOnly = true, true
			s.reopen(len(s.disk), Opened{})
			p, _ := s.state.Prompt()
			s.send(row.answer(p.Key))
			s.kept = append(s.kept, p.Key.ID)
		}
		s.in("/b")
		s.goOn()
		s.whole(t)
		said := ""
		for _, ev := range s.disk[n:] {
			switch b := ev.Body.(type) {
			case store.ToolStarted:
				t.Errorf("%s: it runs", name)
			case store.ToolCallResponse:
				said = b.Content
			}
		}
		if !strings.Contains(said, row.want) {
			t.Errorf("%s: the call ended with %q", name, said)
		}
		checkLog(t, s.disk)
	}
}

func TestMovedText(t *testing.T) {
	const want = "deploy was called when the tools worked in /a, and they work in /b now. " +
		"What was said of this call was for that folder, so it did not run in this one, and in the other it may have taken effect in part. Call it again if it is still wanted here."
	if got := movedText("deploy", "/a", "/b"); got != want {
		t.Errorf("%q", got)
	}
	const taken = "deploy was called when another folder was at /a. " +
		"What was said of this call was for that folder, so it did not run in this one, and in the other it may have taken effect in part. Call it again if it is still wanted here."
	if got := movedText("deploy", "/a", "/a"); got != taken {
		t.Errorf("%q", got)
	}
}

// TestAFolderThatTakesThePlace: a permission is for the folder that was there, whether it waits or
// was answered, and wherever the program was killed. From a record that does not say which folder
// that was, nothing follows, and the one of now is noted.
func TestAFolderThatTakesThePlace(t *testing.T) {
	for name, row := range map[string]struct {
		was, is     string
		answered    bool
		asked, runs int
	}{
		"waits":              {"/a#1", "/a#2", false, 2, 0},
		"answered":           {"/a#1", "/a#2", true, 2, 0},
		"the same, waits":    {"/a#1", "/a#1", false, 1, 0},
		"the same, answered": {"/a#1", "/a#1", true, 1, 1},
		"unknown then":       {"/a", "/a#2", true, 1, 1},
		"unknown now":        {"/a#1", "/a", true, 1, 1},
	} {
		s := parkedIn(t, row.was, "writer")
		if row.answered {
			s.yes(t, store.ScopeTurn)
		}
		before := slices.Clone(s.disk)
		s.in(row.is)
		s.goOn()
		s.whole(t)
		last := slices.Clone(s.disk)
		for n := len(before); n <= len(last); n++ {
			s.disk = slices.Clone(last[:n])
			if row.asked == 1 && n > len(before) {
				continue // what ran does not run again
			}
			s.goOn()
			s.whole(t)
			asked, from := 0, store.PermissionRequest{}
			for _, ev := range s.disk {
				if p, is := ev.Body.(store.PermissionRequest); is {
					asked, from = asked+1, p
				}
			}
			if asked != row.asked || len(starts(s.story)) != row.runs {
				t.Errorf("%s, killed after %d: asked %d times, %v runs", name, n, asked, starts(s.story))
			}
			if row.asked == 2 && (from.From != "/a" || from.FromWas != "1") {
				t.Errorf("%s: asked is %+v", name, from)
			}
		}
	}
}

// TestOneThatIsBack: what was said for a folder counts where that one is back before anything
// followed from the other.
func TestOneThatIsBack(t *testing.T) {
	s := parkedIn(t, "/a#1", "writer")
	s.yes(t, store.ScopeOnce)
	s.in("/a#2")
	s.goOn()
	moved := slices.IndexFunc(s.disk, func(ev store.Event) bool { b, is := ev.Body.(store.Workspace); return is && b.Folder == "2" })
	s.disk = slices.Clone(s.disk[:moved+1])
	s.in("/a#1")
	s.goOn()
	s.whole(t)
	if got := starts(s.story); len(got) != 1 {
		t.Errorf("%v runs", got)
	}
}

// TestTurnsThatMove: whenever a turn is parked or was answered, the program goes on in one of three
// folders. What was asked in one never lets anything run in another.
func TestTurnsThatMove(t *testing.T) {
	closed := 0
	stories(t, 80, func(t *testing.T, seed uint64) {
		s := newParking(t, seed)
		places := []string{"/0", "/1", "/2"}
		if seed%2 == 1 { // another folder takes the place, and one is elsewhere
			places = []string{"/0#a", "/0#b", "/2#c"}
		}
		s.in(places[0])
		s.begin(2)
		moves := func(i int) {
			if i < 40 {
				s.in(places[(i+int(seed))%3])
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
			moves(2 * i)
			s.work()
			s.answer()
			s.whole(t)
			moves(2*i + 1)
		}
		if s.state.Folded.Open() {
			t.Errorf("the story ended in an open turn: %+v", s.state.Folded.Stack)
		}
		checkLog(t, s.disk)
		closed += checkPlaces(t, s.disk)
	})
	if closed < 20 && !testing.Short() {
		t.Errorf("only %d times a call was asked about or ended anew", closed)
	}
}

// TestAKillAtEveryEventOfATurnThatMoves: wherever it was killed, and wherever it goes on then.
func TestAKillAtEveryEventOfATurnThatMoves(t *testing.T) {
	stories(t, 10, func(t *testing.T, seed uint64) {
		first := newParking(t, seed)
		first.in("/0")
		first.begin(1)
		n := 0
		first.toTheEnd(func() { n++; first.in("/" + string(rune('0'+n/3%2))) })
		for n := 1; n <= len(first.disk); n++ {
			s := newParking(t, seed+uint64(n))
			s.disk, s.kept = slices.Clone(first.disk[:n]), first.kept
			s.in("/2")
			s.goOn()
			s.whole(t)
			s.toTheEnd(func() { s.whole(t) })
			checkPlaces(t, s.disk)
			checkLog(t, s.disk)
			if t.Failed() {
				t.Fatalf("killed after %d", n)
			}
		}
	})
}

// checkPlaces checks that nothing runs by what was said in another workspace, and counts what
// counts no more.
func checkPlaces(t *testing.T, log []store.Event) (closed int) {
	t.Helper()
	var f Folded
	at := map[string]string{} // where a permission, or a form of a call, was asked
	for _, ev := range log {
		switch b := ev.Body.(type) {
		case store.PermissionRequest:
			at[b.ID] = placeOf(f)
			if b.From != "" {
				closed++
			}
		case store.PermissionResponse:
			if strings.Contains(b.ID, ".deliver") {
				at[b.ID] = placeOf(f) // a result is the same wherever it is given to the model
			}
			if b.By == store.ByTurnCache && at[b.Reason] != placeOf(f) {
				t.Errorf("%s is allowed in %s by a yes of %s", b.ID, f.Workspace, at[b.Reason])
			}
		case store.ToolAsked:
			at[b.ID] = placeOf(f)
		case store.ToolCallResponse:
			if strings.Contains(b.Content, "when the tools worked in") {
				closed++
			}
		case store.ToolStarted:
			turn, _ := f.Current()
			c, _ := turn.Call(b.ID)
			if p := c.Permit.Asked; b.Run == 1 && p != nil && at[p.ID] != placeOf(f) {
				t.Errorf("%s runs in %s by a yes of %s", c.Name, f.Workspace, at[p.ID])
			}
			if c.Asking != nil && at[b.ID] != placeOf(f) {
				t.Errorf("%s goes on in %s with answers of %s", c.Name, f.Workspace, at[b.ID])
			}
		}
		f = Fold(f, ev)
	}
	return closed
}
