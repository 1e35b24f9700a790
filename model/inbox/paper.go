package inbox

import (
	"reflect"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/store/inbox"
)

// paper is the form of an entry on the screen: another screen below a line of ours. What
// its commands bring is marked, since the conversation behind has commands of its own.
type paper struct {
	entry inbox.Entry
	model tea.Model
	n     int // which one, so that what comes late for another is dropped
}

// innerMsg is a message for a form.
type innerMsg struct {
	n   int
	msg tea.Msg
}

// headRows is the height of the line above a form.
const headRows = 1

// fit makes room for that line.
func (p *paper) fit(msg tea.Msg) tea.Msg {
	if size, is := msg.(tea.WindowSizeMsg); is {
		size.Height = max(size.Height-headRows, 1)
		return size
	}
	return msg
}

func (p *paper) update(msg tea.Msg) tea.Cmd {
	next, cmd := p.model.Update(msg)
	p.model = next
	return marked(p.n, cmd)
}

// marked marks what a command brings, but for what is Bubble Tea's own.
func marked(n int, cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		msg := cmd()
		if all, is := msg.(tea.BatchMsg); is {
			for i := range all {
				all[i] = marked(n, all[i])
			}
			return all
		}
		if msg == nil || reflect.TypeOf(msg).PkgPath() == reflect.TypeFor[tea.BatchMsg]().PkgPath() {
			return msg
		}
		return innerMsg{n, msg}
	}
}

// opened shows the form of an entry.
func (s *Screen) opened(msg paperMsg) tea.Cmd {
	if msg.entry.Ref != s.coming || s.paper != nil {
		return nil
	}
	s.coming = ""
	if msg.err != nil {
		s.note = msg.err.Error()
		return s.look()
	}
	s.papers++
	s.paper = &paper{entry: msg.entry, model: msg.model, n: s.papers}
	t := s.Terminal
	t.H = max(t.H-headRows, 1)
	next, cmd := t.Hand(msg.model, nil)
	s.paper.model = next
	return marked(s.paper.n, cmd)
}

// inner gives the form what it asked for, or takes in what became of an answer.
func (s *Screen) inner(msg innerMsg) tea.Cmd {
	if s.paper == nil || msg.n != s.paper.n {
		return nil
	}
	if step, is := msg.msg.(commands.StepMsg); is {
		if done, is := step.Input.(coordinator.Forwarded); is {
			return s.done(done)
		}
	}
	return s.paper.update(msg.msg)
}

// done takes in what became of an answer. The form that waits next opens, unless something
// has to be read.
func (s *Screen) done(f coordinator.Forwarded) tea.Cmd {
	e := s.paper.entry
	switch {
	case f.Err != nil:
		s.note = f.Err.Error()
	case f.Taken.Refused != "":
		s.note = refusedText(f.Taken.Refused)
	case f.Taken.First != nil:
		s.note = firstText(f.Taken.First)
	case f.Taken.Fault != nil:
		s.note = f.Taken.Fault.Error()
	default:
		s.ready = append(s.ready, e)
		s.next = e.Conversation
	}
	s.paper = nil
	return s.look()
}

// follow opens the form that waits next after an answer: of the same conversation, else the
// oldest.
func (s *Screen) follow() tea.Cmd {
	after := s.next
	s.next = ""
	if after == "" || len(s.shown) == 0 || s.paper != nil {
		return nil
	}
	e := s.shown[0]
	for _, x := range s.shown {
		if x.Conversation == after {
			e = x
			break
		}
	}
	s.ref = e.Ref
	return s.form(e)
}
