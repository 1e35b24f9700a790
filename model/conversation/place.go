package conversation

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/store"
	"parley/store/record"
	"parley/views/pane"
)

// placeKey is the key under which the drafts store where the user was reading.
const placeKey = "place"

// keepPlace records what is at the top of the pane, so that the conversation can be
// shown there again. The end is not recorded.
func (m *Model) keepPlace() {
	was := m.drafts.all[placeKey]
	id, line, reading := m.pane.Place()
	if reading {
		id = m.entries.Recorded(id)
	}
	switch {
	case !reading || id == "":
		if was.Text != "" {
			m.drafts.keep(placeKey, store.Draft{})
		}
	case was.Text != id || was.Cursor != line:
		m.drafts.keep(placeKey, store.Draft{Text: id, Cursor: line, Updated: m.o.Now().UTC()})
	}
}

// backToPlace shows the conversation where it was last read.
func (m *Model) backToPlace() {
	if was, ok := m.drafts.all[placeKey]; ok {
		m.pane.SetPlace(m.entries.Shown(was.Text), was.Cursor)
	}
}

// forkSelected continues in a copy that ends with the selected block or, if that is a
// decision, just before it was made.
func (m *Model) forkSelected() tea.Cmd {
	seq, ok := m.forkPoint()
	if !ok {
		m.reply(pane.Info, textNoForkHere)
		return nil
	}
	return m.forkAt(seq)
}

// forkPoint is the last event of a fork at the selected block.
func (m *Model) forkPoint() (seq int64, ok bool) {
	i := m.selected()
	if i < 0 {
		return 0, false
	}
	log := m.o.Shell.Log()
	if answer := lastDecision(log, m.talk.At(i).Item); answer > 0 {
		seq = store.ForkPoint(log, answer)
	} else {
		seq = m.endOf(i)
	}
	return seq, seq > 0
}

// selected is the entry on record that is the selected block, -1 for none.
func (m *Model) selected() int {
	e, ok := m.pane.Selected()
	if !ok {
		return -1
	}
	id := m.entries.Recorded(e.ID())
	for i := m.talk.Len() - 1; i >= 0; i-- {
		if m.talk.At(i).ID == id {
			return i
		}
	}
	return -1
}

// turnRead says when the turn of the selected block began, and what it took; less is only
// the first.
func (m *Model) turnRead() (words, less string, ok bool) {
	i := m.selected()
	if i < 0 {
		return "", "", false
	}
	began, took, waited, ok := m.o.Shell.State().Folded.TimeOf(m.talk.At(i).Turn)
	if !ok {
		return "", "", false
	}
	less = fmt.Sprintf(textTurnOf, moment(began, m.o.Now()))
	if times := lasted(took, waited); times != "" {
		return less + ", " + times, less, true
	}
	return less, "", true
}

// endOf is the last event before the one that begins the entry after the i-th. The
// end of a turn belongs to what precedes it.
func (m *Model) endOf(i int) int64 {
	for i++; i < m.talk.Len(); i++ {
		x := m.talk.At(i)
		if mark, ok := x.Item.(*record.Mark); ok {
			switch mark.Body.(type) {
			case store.TurnEnding, store.TurnEnd:
				continue
			}
		}
		return x.Seq - 1
	}
	return m.o.Shell.State().Folded.Seq
}

// lastDecision is the number of the event that answered the last question or
// permission of an entry, 0 if it has none.
func lastDecision(log store.Log, item record.Item) int64 {
	id := ""
	switch x := item.(type) {
	case *record.ToolCall:
		for _, asked := range x.Exchanges {
			if !asked.Open() {
				id = asked.ID()
			}
		}
	case *record.Asked:
		id = x.Exchange.ID()
	}
	for i := log.Len() - 1; i >= 0 && id != ""; i-- {
		switch b := log.At(i).Body.(type) {
		case store.InquiryResponse:
			if b.ID == id {
				return log.At(i).Seq
			}
		case store.PermissionResponse:
			if b.ID == id {
				return log.At(i).Seq
			}
		}
	}
	return 0
}

// moment is a time where the user is, with its day unless that is today.
func moment(at, now time.Time) string {
	at = at.In(now.Location())
	switch {
	case at.Format(time.DateOnly) == now.Format(time.DateOnly):
		return at.Format("15:04")
	case at.Year() == now.Year():
		return at.Format("2 January 15:04")
	}
	return at.Format("2 January 2006 15:04")
}
