// Package talk puts a conversation on a desk, for the tests of the other screens.
package model

import (
	"testing"
	"time"
)

// newTalk opens an empty conversation of 80 by 24; change alters the options.
func newTalk(t testing.TB, change ...func(*desk, *Options)) *desk {
	t.Helper()
	d := emptyDesk(t)
	o := talkOptions(d)
	for _, f := range change {
		f(d, &o)
	}
	d.m = New(o)
	return d
}

// talkOptions are what a conversation on a desk is given.
func talkOptions(d *desk) Options {
	return Options{
		Shell: d.conversation(), Theme: d.theme(), Now: d.clock, Tick: d.tick, Arming: 300 * time.Millisecond,
		Notify: Notify{Bell: true, Desktop: Desktop9}, Host: d.host, Screens: &fakeScreens{t: d.t}, SaveDrafts: d.keep,
	}
}
