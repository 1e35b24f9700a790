package conversation

import (
	tea "charm.land/bubbletea/v2"

	"parley/store"
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
	e, selected := m.pane.Selected()
	if !selected {
		return 0, false
	}
	id := m.entries.Recorded(e.ID())
	for i := m.talk.Len() - 1; i >= 0; i-- {
		x := m.talk.At(i)
		if x.ID != id {
			continue
		}
		log := m.o.Shell.Log()
		if answer := lastDecision(log, x.Item); answer > 0 {
			seq = store.ForkPoint(log, answer)
		} else {
			seq = m.endOf(i)
		}
		return seq, seq > 0
	}
	return 0, false
}

// endOf is the last event before the one that begins the entry after the i-th. The
// end of a turn belongs to what precedes it.
func (m *Model) endOf(i int) int64 {
	for i++; i < m.talk.Len(); i++ {
		x := m.talk.At(i)
		if mark, ok := x.Item.(*store.Mark); ok {
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
func lastDecision(log store.Log, item store.Item) int64 {
	id := ""
	switch x := item.(type) {
	case *store.ToolCall:
		for _, asked := range x.Exchanges {
			if !asked.Open() {
				id = asked.ID()
			}
		}
	case *store.Asked:
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
