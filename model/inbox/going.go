package inbox

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/store/inbox"
)

// going is what is said of the turns that went on from here: how each of them ended, and how
// many have not.
type going struct {
	on    map[string]bool // the conversations of those that have not ended
	n     int             // how many of them have begun
	ended []string        // how the others did, as far as nobody has read it
	note  string          // that says so
}

// Messages about them.
type (
	wentOnMsg struct {
		ends   []func() endedMsg
		faults []string // of those that did not even begin
		failed []string // their conversations
	}
	// endedMsg is how a turn that went on from here ended: why it got no further, "" if it did.
	endedMsg struct {
		conversation, title, why string
		asks                     bool // again
	}
)

// ready is what was answered in turns that nobody goes on with: an entry of each conversation.
func (s *Screen) ready() (on []inbox.Entry) {
	for _, e := range s.all[open(s.all):] {
		same := func(x inbox.Entry) bool { return x.Conversation == e.Conversation }
		if !s.going.on[e.Conversation] && !slices.ContainsFunc(on, same) {
			on = append(on, e)
		}
	}
	return on
}

// goOn goes on with them. One that gets no further is listed again, and can be gone on with again.
func (s *Screen) goOn() (tea.Model, tea.Cmd) {
	in, on := s.o.Inbox, s.ready()
	for _, e := range on {
		s.going.on[e.Conversation] = true
	}
	return s, func() (msg tea.Msg) {
		var went wentOnMsg
		for _, e := range on {
			title := cmp.Or(e.Title, e.Conversation)
			ends, err := in.GoOn(e)
			if err != nil {
				went.failed = append(went.failed, e.Conversation)
				went.faults = append(went.faults, notStartedText(title, err))
				continue
			}
			went.ends = append(went.ends, func() endedMsg {
				why, asks := ends()
				return endedMsg{e.Conversation, title, why, asks}
			})
		}
		return went
	}
}

// wentOn says so, and waits for the ends.
func (s *Screen) wentOn(msg wentOnMsg) tea.Cmd {
	s.going.n += len(msg.ends)
	for _, id := range msg.failed {
		delete(s.going.on, id)
	}
	s.gone(msg.faults...)
	cmds := []tea.Cmd{s.look()}
	for _, end := range msg.ends {
		cmds = append(cmds, func() tea.Msg { return end() })
	}
	return kit.Batch(cmds...)
}

// ended takes in how one of them ended.
func (s *Screen) ended(msg endedMsg) tea.Cmd {
	s.going.n--
	delete(s.going.on, msg.conversation)
	if msg.why != "" {
		s.gone(stoppedText(msg.title, msg.why))
	} else {
		s.gone(wentOnText(msg.title, msg.asks))
	}
	return s.look()
}

// gone says how some of them ended, and how many have not. What else is said stays above it.
func (s *Screen) gone(how ...string) {
	switch {
	case s.note == "": // what was said has been read
		s.going.ended = nil
	case s.note != s.going.note:
		s.going.ended = []string{s.note}
	}
	s.going.ended = append(s.going.ended, how...)
	said := s.going.ended
	if s.going.n > 0 {
		said = append(slices.Clip(said), goOnText(s.going.n))
	}
	s.note = strings.Join(said, "\n")
	s.going.note = s.note
}
