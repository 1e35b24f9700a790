// Package talk puts a conversation on a desk, for the tests of the other screens.
package talk

import (
	"testing"
	"time"

	"parley/model/conversation"
	"parley/teatest/desk"
)

// New opens an empty conversation of 80 by 24; change alters the options.
func New(t testing.TB, change ...func(*desk.Desk, *conversation.Options)) *desk.Desk {
	t.Helper()
	d := desk.New(t)
	o := Options(d)
	for _, f := range change {
		f(d, &o)
	}
	d.Top = conversation.New(o)
	return d
}

// Options are the inputs of a conversation on a desk.
func Options(d *desk.Desk) conversation.Options {
	return conversation.Options{
		Shell: d.Conversation(), Theme: d.Theme(), Now: d.Clock, Tick: d.Tick, Arming: 300 * time.Millisecond,
		Notify: conversation.Notify{Bell: true, Desktop: conversation.Desktop9}, Host: d.Host, Screens: &desk.Screens{T: d.T}, SaveDrafts: d.Keep,
	}
}
