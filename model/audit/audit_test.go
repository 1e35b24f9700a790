package audit

import (
	"testing"

	tea "charm.land/bubbletea/v2"
	"go.uber.org/goleak"

	"parley/model/kit"
	"parley/store"
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
