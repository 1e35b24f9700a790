package coordinator

import (
	"slices"
	"strings"
	"testing"

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
	for was, is := range map[string]string{"/a": "/b", "/a#1": "/a#2"} {
		s := parkedIn(t, was, "writer")
		s.yes(t, store.ScopeOnce)
		s.in(is)
		s.goOn()
		moved := slices.IndexFunc(s.disk, func(ev store.Event) bool {
			b, there := ev.Body.(store.Workspace)
			return there && placeOf(Folded{Workspace: b.Root, Folder: b.Folder}) == is
		})
		s.disk = slices.Clone(s.disk[:moved+1])
		s.in(was)
		s.goOn()
		s.whole(t)
		if got := starts(s.story); len(got) != 1 {
			t.Errorf("%s: %v runs", was, got)
		}
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
