package audit

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"go.uber.org/goleak"

	"parley/forms"
	"parley/model/kit"
	"parley/store"
	"parley/store/record"
	"parley/teatest/desk"
	"parley/teatest/goldens"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// auditDesk shows the decisions of the story.
func auditDesk(t *testing.T, change ...func(*Options)) (*desk.Desk, *[]int64) {
	t.Helper()
	d := desk.New(t)
	seen := new([]int64)
	o := Options{
		Shared: kit.Shared{Theme: d.Theme(), Now: d.Clock, Tick: d.Tick},
		Past:   kit.Past{Title: "A change", Log: desk.StoryLog(t), Fork: func(seq int64) (tea.Model, error) { *seen = append(*seen, -seq); return &desk.Heard{}, nil }},
		Replay: func(_ kit.Shared, _ kit.Past, at int64) kit.Covering { *seen = append(*seen, at); return &over{} },
	}
	for _, f := range change {
		f(&o)
	}
	s := New(o)
	s.Over(&desk.Heard{})
	d.Top = s
	return d.Start(), seen
}

// over is a screen before the timeline.
type over struct {
	desk.Heard
	kit.Cover
}

func (o *over) Update(tea.Msg) (tea.Model, tea.Cmd) { return o, nil }

func TestTheTimeline(t *testing.T) {
	d, _ := auditDesk(t)
	d.Golden("audit")
	d.Press("g", "enter")
	d.Golden("audit-whole")
	d.Press("w")
	d.Golden("audit-who")
}

// TestAFileThatAnotherHandChanged is said above the decisions.
func TestAFileThatAnotherHandChanged(t *testing.T) {
	d, _ := auditDesk(t, func(o *Options) { o.Past.Altered = true })
	d.Shows(" ! The file was changed while it was closed: its decisions fit one another, but")
}

// TestEnterIsHintedWhereThereIsMore of a decision than its line shows.
func TestEnterIsHintedWhereThereIsMore(t *testing.T) {
	d, _ := auditDesk(t)
	d.Press("g")
	for _, c := range []struct {
		at   string
		more bool
	}{{"the permission", true}, {"its question", true}, {"a question of a few words", false}} {
		if got := strings.Contains(d.Screen(), "Enter whole"); got != c.more {
			t.Errorf("at %s it is hinted: %v, want %v\n%s", c.at, got, c.more, d.Screen())
		}
		before := d.Screen()
		if d.Press("enter"); (d.Screen() != before) != c.more {
			t.Errorf("at %s Enter makes of\n%s\nthis\n%s", c.at, before, d.Screen())
		}
		d.Press("enter", "down")
	}
}

// TestTheCursorIsSeenAtEveryHeight, also where the timeline is one line longer than the
// screen: the first day gives way to the last decision.
func TestTheCursorIsSeenAtEveryHeight(t *testing.T) {
	var bodies []store.Body
	for i := range 12 {
		bodies = append(bodies, store.InquiryRequest{ID: fmt.Sprint(i), Question: forms.Question{ID: "q", Text: fmt.Sprintf("Which of %d?", i), AnswerType: forms.AnswerType{Kind: forms.Text}}})
	}
	for height := 12; height < 20; height++ {
		d, _ := auditDesk(t, func(o *Options) { o.Past.Log = logOf(t, bodies...) })
		d.Send(tea.WindowSizeMsg{Width: 80, Height: height})
		for _, c := range []struct{ key, want string }{
			{"", "› 15:04  ◆ Which of 11?"}, {"up", "› 15:04  ◆ Which of 10?"}, {"down", "› 15:04  ◆ Which of 11?"}, {"g", "2 January 2026"}, {"G", "› 15:04  ◆ Which of 11?"},
		} {
			if c.key != "" {
				d.Press(c.key)
			}
			if got := d.Screen(); !strings.Contains(got, c.want) {
				t.Errorf("%d lines, after %q: no %q in\n%s", height, c.key, c.want, got)
			}
		}
	}
}

// logOf is a log of a turn with these events.
func logOf(t *testing.T, bodies ...store.Body) (log store.Log) {
	t.Helper()
	for i, b := range append([]store.Body{store.TurnStart{}}, bodies...) {
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: fmt.Sprint(i), Time: time.Date(2026, 1, 2, 15, 4, i, 0, time.UTC), Conversation: "c", Turn: 1}, b)
		if err != nil {
			t.Fatal(err)
		}
		log = log.Append(ev)
	}
	return log
}

// TestALongDecisionIsReadLineByLine, before the arrows lead to the next.
func TestALongDecisionIsReadLineByLine(t *testing.T) {
	question := forms.Question{ID: "q", Text: "Which?", Context: "one\n\ntwo\n\nthree\n\nfour\n\nfive\n\nsix", AnswerType: forms.AnswerType{Kind: forms.Text}}
	log := logOf(t, store.InquiryRequest{ID: "a", Question: question}, store.InquiryRequest{ID: "b", Question: question})
	d, _ := auditDesk(t, func(o *Options) { o.Past.Log = log })
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
	s := d.Top.(*Screen)
	seen := func() string {
		lines := strings.Split(d.Screen(), "\n")
		return fmt.Sprintf("%d: %s … %s", s.at, strings.TrimSpace(lines[2]), strings.TrimSpace(lines[9]))
	}
	for _, c := range []struct{ key, want string }{
		{"g", "0: 2 January 2026, turn 1 … "}, {"enter", "0: › 15:04  ◆ Which? … three"}, {"down", "0: not answered yet … "}, {"pgdown", "0: two … "},
		{"down", "0:  … six"}, {"down", "1: "}, {"up", "0:  … six"}, {"up", "0: two … "}, {"pgup", "0: not answered yet … "}, {"pgup", "0: › 15:04  ◆ Which? … three"},
		{"G", "1: "}, {"g", "0: › 15:04  ◆ Which? … three"},
	} {
		d.Press(c.key)
		if got := seen(); !strings.HasPrefix(got, c.want) {
			t.Errorf("after %s: %q, want %q\n%s", c.key, got, c.want, d.Screen())
		}
	}
}

func TestFromADecision(t *testing.T) {
	d, seen := auditDesk(t)
	d.Press("g", "p")
	if len(*seen) != 1 || (*seen)[0] != 14 {
		t.Errorf("replayed at %v", *seen)
	}
	d, seen = auditDesk(t)
	d.Press("g", "f")
	if _, ok := d.Top.(*desk.Heard); !ok || len(*seen) != 1 || (*seen)[0] != -13 {
		t.Errorf("forked at %v, on the screen is a %T", *seen, d.Top)
	}
}

func TestAClickChoosesADecision(t *testing.T) {
	d, _ := auditDesk(t)
	d.Send(tea.MouseClickMsg{X: 3, Y: 3, Button: tea.MouseLeft})
	if s := d.Top.(*Screen); s.at != 0 {
		t.Errorf("the cursor is at %d\n%s", s.at, d.Screen())
	}
	d.Send(tea.MouseClickMsg{X: 3, Y: 2, Button: tea.MouseLeft})
	d.Send(tea.MouseClickMsg{X: 3, Y: 0, Button: tea.MouseLeft})
	if s := d.Top.(*Screen); s.at != 0 {
		t.Error("a line without a decision moved the cursor")
	}
}

func TestNothingWasDecided(t *testing.T) {
	d, _ := auditDesk(t, func(o *Options) { o.Past.Log = store.Log{} })
	d.Golden("audit-none")
	d.Press("p", "f", "enter", "up", "w", "pgdown", "G")
}

func TestTheKeysOfTheAuditAreDocumented(t *testing.T) {
	goldens.Section(t, desk.KeysDocument, "The decisions of a conversation", desk.KeyTable(keys()))
}

func TestTheAuditIsSuspended(t *testing.T) {
	d, _ := auditDesk(t)
	d.Suspends()
}

// TestTheNumberOfDecisionsIsThatOfAReplay: of the same records, by the same definition. What
// was done without being asked is counted beside them. A replay has the same test.
func TestTheNumberOfDecisionsIsThatOfAReplay(t *testing.T) {
	for name, want := range map[string]string{"story": "2 without being asked", "beside": "3 without being asked"} {
		log := desk.StoredLog(t, name)
		d, _ := auditDesk(t, func(o *Options) { o.Past.Log = log })
		d.Send(tea.WindowSizeMsg{Width: 140, Height: 40})
		n := record.NewAudit(log).Made()
		if head := d.Screen(); !strings.Contains(head, fmt.Sprintf(" %d decision", n)) || !strings.Contains(head, want) {
			t.Errorf("%s has %d decisions, %q; the screen is\n%s", name, n, want, head)
		}
	}
}
