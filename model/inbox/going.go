package inbox

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/store/inbox"
)

// going is what is said of the turns that went on from here: how each of them ended, and how
// many have not.
type going struct {
	n     int      // that have not ended
	ended []string // how the others did, as far as nobody has read it
	note  string   // that says so
}

// Messages about them.
type (
	wentOnMsg struct {
		ends   []func() endedMsg
		faults []string // of those that did not even begin
	}
	// endedMsg is how a turn that went on from here ended: why it got no further, "" if it did.
	endedMsg struct {
		title, why string
		asks       bool // again
	}
)

// goOn goes on with the turns that were answered here, where nothing more waits.
func (s *Screen) goOn() (tea.Model, tea.Cmd) {
	in, seen := s.o.Inbox, map[string]bool{}
	var on []inbox.Entry
	for _, e := range s.ready {
		waits := slices.ContainsFunc(s.all, func(x inbox.Entry) bool { return x.Conversation == e.Conversation && !x.Decided() })
		if !waits && !seen[e.Conversation] {
			on = append(on, e)
		}
		seen[e.Conversation] = true
	}
	if s.ready = nil; len(on) == 0 {
		s.note = textMoreFirst
		return s, nil
	}
	return s, func() (msg tea.Msg) {
		var went wentOnMsg
		for _, e := range on {
			title := cmp.Or(e.Title, e.Conversation)
			ends, err := in.GoOn(e)
			if err != nil {
				went.faults = append(went.faults, notStartedText(title, err))
				continue
			}
			went.ends = append(went.ends, func() endedMsg {
				why, asks := ends()
				return endedMsg{title, why, asks}
			})
		}
		return went
	}
}

// wentOn says so, and waits for the ends.
func (s *Screen) wentOn(msg wentOnMsg) tea.Cmd {
	s.going.n += len(msg.ends)
	s.gone(msg.faults...)
	cmds := []tea.Cmd{s.look()}
	for _, end := range msg.ends {
		cmds = append(cmds, func() tea.Msg { return end() })
	}
	return tea.Batch(cmds...)
}

// ended takes in how one of them ended.
func (s *Screen) ended(msg endedMsg) tea.Cmd {
	s.going.n--
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
