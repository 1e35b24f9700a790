package model

import "parley/store"

// Lead are messages that stand in an empty composer, ready to be sent with Enter:
// the tour leads from one to the next. They are selected, so that what is typed
// takes their place.
type Lead struct {
	First string // before anything was said
	Again string // when a turn ended before it was done
}

// lead puts the first message into the composer.
func (m *Model) lead() {
	if m.begun == "" && m.composer.Text() == "" {
		m.composer.Offer(m.o.Lead.First)
	}
}

// leadOn does so with the next one when a turn has ended early.
func (m *Model) leadOn(b store.TurnEnd) {
	if b.Reason != store.ReasonDone && m.composer.Text() == "" {
		m.composer.Offer(m.o.Lead.Again)
	}
}
