package conversation

import (
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/model/kit"
	"parley/teatest/desk"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// newDesk opens an empty conversation of 80 by 24; change alters the options.
func newDesk(t testing.TB, change ...func(*desk.Desk, *Options)) *desk.Desk {
	t.Helper()
	d := desk.New(t)
	o := Options{
		Shell: d.Conversation(), Theme: d.Theme(), Now: d.Clock, Tick: d.Tick, Arming: 300 * time.Millisecond,
		Notify: Notify{Bell: true, Desktop: Desktop9}, Host: d.Host, Screens: &desk.Screens{T: t}, SaveDrafts: d.Keep,
	}
	o.Audit = func(kit.Shared, kit.Past, string, string) kit.Covering { return &covering{} }
	for _, f := range change {
		f(d, &o)
	}
	d.Top = New(o)
	return d
}

// modelOf is the conversation's screen on a desk.
func modelOf(d *desk.Desk) *Model {
	d.T.Helper()
	m, ok := d.Top.(*Model)
	if !ok {
		d.T.Fatalf("the screen is a %T", d.Top)
	}
	return m
}
