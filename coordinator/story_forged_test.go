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

// TestNoForgedRecordBeginsARun: a record is a file, and whoever wrote it wrote what they liked. Where it was not recorded
// here, nothing runs, and nothing is written, before a person has answered or a model has responded, whatever lines of a
// true record were exchanged, left out, told twice or made to speak of others.
func TestNoForgedRecordBeginsARun(t *testing.T) {
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
			disk := forge(chance, whole[:1+chance.IntN(len(whole))])
			s.absent()
			s.disk, s.inputs = disk, nil
			s.state = State{Folded: foldEvents(disk), Env: s.state.Env, slice: s.state.slice}
			s.send(Opened{Continue: true, Strange: true})
			forged++
			for range 4 { // the model has nothing more to do, in this turn and those around it
				model := -1
				for i, r := range s.state.Running {
					switch r.Key.Kind {
					case OfTool, OfCommand:
						t.Fatalf("%s runs, after\n%s", r.Key, tail(disk))
					case OfModel:
						model = i
					}
				}
				if model < 0 {
					break
				}
				s.send(ModelDone{Key: s.state.Running[model].Key, Response: providers.Response{Text: "Done."}})
			}
		}
	})
	if forged < 60 {
		t.Errorf("only %d records were forged", forged)
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
