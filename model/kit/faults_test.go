package kit

import (
	"strings"
	"testing"
	"time"

	"parley/store"
	"parley/store/record"
	"parley/views/pane"
)

// TestTheSameFaultAgainIsOneBlock: with its count and the time of the last, until
// something else is said or another fault comes.
func TestTheSameFaultAgainIsOneBlock(t *testing.T) {
	at := time.Date(2026, 11, 22, 14, 0, 0, 0, time.UTC)
	refused, gone := &record.Failure{Error: "refused", Final: true}, &record.Failure{Error: "gone", Final: true}
	end, other := &record.Mark{Body: store.TurnEnd{Reason: store.ReasonError}}, &record.Mark{Body: store.TurnEnd{Reason: store.ReasonUser}}
	said, again := &record.Message{Text: "hello"}, &record.Mark{Body: store.Resumed{}}
	response := &record.Response{Response: "r", Text: "one two"}
	for _, c := range []struct {
		name  string
		items []record.Item
		want  string
	}{
		{"once", []record.Item{said, refused, end}, "hello|refused|the turn ended with an error"},
		{"three times", []record.Item{said, refused, end, refused, end, refused, end}, "hello|refused 3 times, last 15:05|the turn ended with an error"},
		{"another", []record.Item{refused, end, gone, end, gone, end}, "refused|the turn ended with an error|gone 2 times, last 15:04|the turn ended with an error"},
		{"said in between", []record.Item{refused, end, said, refused, end}, "refused|the turn ended with an error|hello|refused|the turn ended with an error"},
		{"another end in between", []record.Item{refused, end, other, refused}, "refused|the turn ended with an error|you ended the turn|refused"},
		{"resumed again", []record.Item{said, again, again, again}, "hello|resumed"},
		{"resumed, then said", []record.Item{again, said, again, again, said}, "resumed|hello|resumed|hello"},
		{"resumed, then answered", []record.Item{again, response, again}, "resumed|one two|resumed"},
		{"resumed between faults", []record.Item{refused, again, refused}, "refused|resumed|refused"},
		{"it ends after all", []record.Item{refused, refused, said}, "refused 2 times, last 15:01|hello"},
	} {
		e := Entries{Zone: time.FixedZone("", 3600)}
		var order []string
		shown := map[string]string{}
		for range 2 { // drawn again it is the same
			for i, item := range c.items {
				id := string(rune('a' + i))
				v := e.View(record.Entry{ID: id, Version: 1, Time: at.Add(time.Duration(i) * time.Minute), Item: item}, pane.Teller{})
				if _, ok := shown[v.ID()]; !ok {
					order = append(order, v.ID())
				}
				shown[v.ID()] = strings.ReplaceAll(strings.TrimSpace(v.(interface{ Plain() string }).Plain()), "\n", " ")
				if e.Shown(id) != v.ID() {
					t.Errorf("%s: %s is shown as %s, and said to be %s", c.name, id, v.ID(), e.Shown(id))
				}
			}
			var got []string
			for _, id := range order {
				got = append(got, shown[id])
			}
			if got := strings.Join(got, "|"); got != c.want {
				t.Errorf("%s: %q, want %q", c.name, got, c.want)
			}
		}
	}
}
