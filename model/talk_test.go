package model

import (
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// newDesk opens an empty conversation of 80 by 24; change alters the options.
func newDesk(t testing.TB, change ...func(*desk, *Options)) *desk {
	t.Helper()
	d := emptyDesk(t)
	o := Options{
		Shell: d.conversation(), Theme: d.theme(), Now: d.clock, Tick: d.tick, Arming: 300 * time.Millisecond,
		Notify: Notify{Bell: true, Desktop: Desktop9}, Host: d.host, Screens: &fakeScreens{t: t}, SaveDrafts: d.keep,
	}
	for _, f := range change {
		f(d, &o)
	}
	d.m = New(o)
	return d
}

// modelOf is the conversation's screen on a desk.
func modelOf(d *desk) *Model {
	d.t.Helper()
	m, ok := d.m.(*Model)
	if !ok {
		d.t.Fatalf("the screen is a %T", d.m)
	}
	return m
}
