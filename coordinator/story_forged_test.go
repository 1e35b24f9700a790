package coordinator

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parley/providers"
	"parley/store"
)

// forgedStories tells a check of records that were forged out of those of true stories: lines were exchanged, left out, told
// twice or made to speak of others.
func forgedStories(t *testing.T, check func(t *testing.T, s *parking, disk []store.Event)) {
	forged := 0
	stories(t, 40, func(t *testing.T, seed uint64) {
		s := newParking(t, seed)
		s.begin(2)
		var records [][]store.Event
		for range 12 {
			waits := s.work()
			records = append(records, slices.Clone(s.disk))
			if !waits {
				break
			}
			s.answer()
			records = append(records, slices.Clone(s.disk))
			s.goOn()
		}
		chance := rand.New(rand.NewPCG(seed, 11))
		for range 60 {
			whole := records[chance.IntN(len(records))]
			s.absent()
			check(t, s, forge(chance, whole[:1+chance.IntN(len(whole))]))
			forged++
		}
	})
	if forged < 60 {
		t.Errorf("only %d records were forged", forged)
	}
}

// comes opens a record as the program does, of which so many lines are another hand's.
func (s *parking) comes(disk []store.Event, theirs int, in Opened) {
	f := foldHere(storyConversation, store.Log{}.Append(disk...), theirs)
	s.disk, s.inputs = disk, nil
	s.state = State{Folded: f, Env: s.state.Env, slice: s.state.slice, standing: standing{before: begun(f), theirs: theirs}}
	s.send(in)
}

// runs is a key of what is under way of some kinds.
func (s *parking) runs(kinds ...Kind) (key Key, is bool) {
	for _, r := range s.state.Running {
		if slices.Contains(kinds, r.Key.Kind) {
			return r.Key, true
		}
	}
	return Key{}, false
}

// TestNoForgedRecordBeginsARun: a record is a file, and whoever wrote it wrote what they liked. Where it was not recorded
// here, nothing runs, and nothing is written, before a person has answered or a model has responded.
func TestNoForgedRecordBeginsARun(t *testing.T) {
	forgedStories(t, func(t *testing.T, s *parking, disk []store.Event) {
		s.comes(disk, len(disk), Opened{Continue: true, Strange: true})
		for range 4 { // the model has nothing more to do, in this turn and those around it
			if key, is := s.runs(OfTool, OfCommand, OfFiles, OfUndo); is {
				t.Fatalf("%s runs, after\n%s", key, tail(disk))
			}
			key, is := s.runs(OfModel)
			if !is {
				break
			}
			s.send(ModelDone{Key: key, Response: providers.Response{Text: "Done."}})
		}
	})
}

// TestNothingOfAForgedRecordIsSent before a person at the screen says that it goes on: no model, reviewer or title is asked
// and nothing runs, when it is opened, and when it is opened again, since by then what was recorded at the first time is our own.
func TestNothingOfAForgedRecordIsSent(t *testing.T) {
	opened := 0
	forgedStories(t, func(t *testing.T, s *parking, disk []store.Event) {
		theirs, strange := len(disk), true
		for range 2 {
			s.comes(disk, theirs, Opened{Strange: strange})
			if key, is := s.runs(OfModel, OfTool, OfReviewer, OfTitle, OfCommand, OfSummary, OfFiles, OfUndo, OfTelling); is {
				t.Fatalf("%s goes on by itself, after\n%s", key, tail(disk))
			}
			if s.state.Held {
				opened++
			}
			disk, strange = slices.Clone(s.disk), len(s.disk) == len(disk)
		}
	})
	if opened == 0 {
		t.Error("no turn was open")
	}
}

// forge changes some lines of a record.
func forge(chance *rand.Rand, events []store.Event) []store.Event {
	var lines []map[string]any
	for _, ev := range events {
		var line map[string]any
		if json.Unmarshal(ev.Line(), &line) == nil {
			lines = append(lines, line)
		}
	}
	for range 1 + chance.IntN(4) {
		if len(lines) == 0 {
			break
		}
		i, j := chance.IntN(len(lines)), chance.IntN(len(lines))
		switch chance.IntN(7) {
		case 0:
			lines = slices.Delete(lines, i, i+1)
		case 1:
			lines = slices.Insert(lines, j, clonedLine(lines[i]))
		case 2:
			lines[i], lines[j] = lines[j], lines[i]
		case 3: // a turn within the one that is open
			lines = append(lines, map[string]any{"v": 1, "event": "f", "time": "2026-01-02T15:04:05Z", "conversation": storyConversation, "turn": 9, "type": "turn_start", "parent": lines[i]["turn"]})
		default: // it speaks of what another line is about
			for _, field := range []string{"id", "call", "turn", "run", "kind", "response", "outcome", "name", "parent"} {
				if other, has := lines[j][field]; has && lines[i][field] != nil && chance.IntN(3) == 0 {
					lines[i][field] = other
				}
			}
		}
	}
	var out []store.Event
	for _, line := range lines {
		line["seq"] = len(out) + 1
		b, err := json.Marshal(line)
		if err != nil {
			continue
		}
		if ev, err := store.Decode(b); err == nil {
			out = append(out, ev)
		}
	}
	return out
}

func clonedLine(line map[string]any) map[string]any {
	other := map[string]any{}
	for name, value := range line {
		other[name] = value
	}
	return other
}

// tail are the last lines of a record.
func tail(events []store.Event) string {
	var b strings.Builder
	for _, ev := range events[max(len(events)-25, 0):] {
		fmt.Fprintf(&b, "%.300s\n", ev.Line())
	}
	return b.String()
}
