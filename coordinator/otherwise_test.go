package coordinator

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/store"
	"parley/store/record"
)

// otherwise are the ways in which a call means something else than when it was asked about.
var otherwise = map[string]struct {
	parked  func(t *testing.T, name string) *parking // a call of a tool that asks before it runs
	becomes func(s *parking, name string)
	anew    func(p store.PermissionRequest) bool // the permission says why it is asked again
	said    string
	ended   func(name string) string // what a call is told that has asked something
}{
	"another tool": {
		parked:  func(t *testing.T, name string) *parking { return parkedBy(t, name, "one") },
		becomes: func(s *parking, name string) { s.becomes(name, "two") },
		anew: func(p store.PermissionRequest) bool {
			return p.Was != "" && p.Was != p.Identity && record.Replaced(p) != ""
		},
		said: "This was asked before, and since then what stands behind the name writer has changed: its command, its server, its parameters, its options or its description. " +
			"What was said then was for the other, so you are asked again.",
		ended: replacedText,
	},
	"another workspace": {
		parked:  func(t *testing.T, name string) *parking { return parkedIn(t, "/a", name) },
		becomes: func(s *parking, _ string) { s.in("/b") },
		anew:    func(p store.PermissionRequest) bool { return p.From == "/a" },
		said: "This was asked before, when the conversation worked in /a. It works in another folder now, where the same call does something else. " +
			"What was said then was for that folder, so you are asked again.",
		ended: func(name string) string { return movedText(name, "/a", "/b") },
	},
}

// TestAYesIsForWhatItWasGivenFor: where the call means something else by the time that a yes is
// acted on, it is asked again, wherever the program was killed; a yes to that holds.
func TestAYesIsForWhatItWasGivenFor(t *testing.T) {
	for name, row := range otherwise {
		s := row.parked(t, "writer")
		s.yes(t, store.ScopeTurn)
		answered := slices.Clone(s.disk)
		s.goOn()
		if got := starts(s.story); len(got) != 1 {
			t.Fatalf("%s: as it was, %v runs", name, got)
		}
		s.disk = answered
		row.becomes(s, "writer")
		s.goOn()
		s.whole(t)
		p, parked := s.state.Parked()
		if got := starts(s.story); got != nil || !parked || p.Permission.ID != "w.run.2" || !row.anew(*p.Permission) {
			t.Fatalf("%s: %v runs, parked: %+v", name, got, p.Permission)
		}
		if said := record.Cautions(*p.Permission); !slices.Equal(said, []string{row.said}) {
			t.Errorf("%s: said is %q", name, said)
		}
		if turn, _ := s.state.Folded.Current(); turn.Grants != nil {
			t.Errorf("%s: for the turn is granted %+v", name, turn.Grants)
		}
		last := slices.Clone(s.disk)
		for n := len(answered); n <= len(last); n++ {
			s.disk = slices.Clone(last[:n])
			s.goOn()
			s.whole(t)
			if p, parked := s.state.Parked(); starts(s.story) != nil || !parked || p.Permission.ID != "w.run.2" {
				t.Errorf("%s, killed after %d: %v runs, parked: %+v", name, n, starts(s.story), p.Permission)
			}
		}
		s.yes(t, store.ScopeOnce)
		s.goOn()
		s.whole(t)
		if got := starts(s.story); len(got) != 1 {
			t.Errorf("%s: after a yes to that %v runs", name, got)
		}
	}
}

// TestAnOpenPermissionIsForWhatItSays: one that waits is closed and asked anew, once.
func TestAnOpenPermissionIsForWhatItSays(t *testing.T) {
	for name, row := range otherwise {
		s := row.parked(t, "writer")
		row.becomes(s, "writer")
		for range 2 {
			s.goOn()
			s.whole(t)
			if p, parked := s.state.Parked(); !parked || p.Permission.ID != "w.run.2" || !row.anew(*p.Permission) {
				t.Fatalf("%s: parked: %+v", name, p.Permission)
			}
		}
	}
}

// TestAnswersAreForWhatAsked: whether the form of a call is open or answered, the call ends where it
// means something else by now. Words instead of an answer are still told.
func TestAnswersAreForWhatAsked(t *testing.T) {
	answers := map[string]func(Key) Input{
		"open":     nil,
		"answered": func(k Key) Input { return Answered{Key: k, Value: json.RawMessage(`"words"`)} },
		"reply":    func(k Key) Input { return Replied{Key: k, Text: "ask me tomorrow"} },
	}
	for name, row := range otherwise {
		for how, answer := range answers {
			s := row.parked(t, "asker")
			s.send(ToolDone{Key: s.state.Running[0].Key, Outcome: tool.NeedsInput{Form: mustForm(askerForm().Questions()[2])}})
			n := len(s.disk)
			if answer != nil {
				s.state.Env.SomebodyThere, s.state.Env.AnswersOnly = true, true
				s.reopen(len(s.disk), Opened{})
				p, _ := s.state.Prompt()
				s.send(answer(p.Key))
				s.kept = append(s.kept, p.Key.ID)
			}
			row.becomes(s, "asker")
			s.goOn()
			s.whole(t)
			said := ""
			for _, ev := range s.disk[n:] {
				switch b := ev.Body.(type) {
				case store.ToolStarted:
					t.Errorf("%s, %s: it runs", name, how)
				case store.ToolCallResponse:
					said = b.Content
				}
			}
			if how == "reply" && !strings.Contains(said, "ask me tomorrow") || how != "reply" && said != row.ended("asker") {
				t.Errorf("%s, %s: the call ended with %q", name, how, said)
			}
			checkLog(t, s.disk)
		}
	}
}
