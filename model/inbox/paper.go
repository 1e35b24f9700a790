package inbox

import (
	"errors"
	"slices"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/model/kit"
	records "parley/store"
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

// headRows is how many lines of the screen stand above a form: one of ours, and a blank one
// where there is room for it. The smallest screen has none, because the form needs all of it.
func headRows(height int) int {
	const ample = 16
	switch {
	case height <= kit.LeastHeight:
		return 0
	case height < ample:
		return 1
	}
	return 2
}

// fit takes the lines above the form from the height that it is told.
func (p *paper) fit(msg tea.Msg) tea.Msg {
	if size, is := msg.(tea.WindowSizeMsg); is {
		size.Height -= headRows(size.Height)
		return size
	}
	return msg
}

// within translates the row of a mouse click into a row of the form.
func (p *paper) within(msg tea.Msg, height int) tea.Msg {
	if click, is := msg.(tea.MouseClickMsg); is {
		click.Y -= headRows(height)
		return click
	}
	return msg
}

func (p *paper) update(msg tea.Msg) tea.Cmd {
	next, cmd := p.model.Update(msg)
	p.model = next
	return marked(p.n, cmd)
}

// marked marks what a command brings, but for what the program itself obeys. A sequence
// could not be marked, since its type is not exported: no screen asks for one.
func marked(n int, cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		switch msg := cmd().(type) {
		case nil, tea.RawMsg, tea.QuitMsg, tea.SuspendMsg:
			return msg
		case tea.BatchMsg:
			for i := range msg {
				msg[i] = marked(n, msg[i])
			}
			return msg
		case kit.LendMsg:
			done := msg.Done
			msg.Done = func(err error) tea.Msg { return innerMsg{n, done(err)} }
			return msg
		default:
			return innerMsg{n, msg}
		}
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
	t.H -= headRows(t.H)
	next, cmd := t.Hand(msg.model, nil)
	s.paper.model = next
	return marked(s.paper.n, cmd)
}

// inner gives the form what it asked for, or takes in what became of an answer.
func (s *Screen) inner(msg innerMsg) tea.Cmd {
	if s.paper == nil || msg.n != s.paper.n {
		if late, is := msg.msg.(interface{ Written() string }); is && late.Written() != "" { // an editor ended after the form
			s.tell(unsentText([]string{late.Written()}))
		}
		return nil
	}
	if step, is := msg.msg.(commands.StepMsg); is {
		if done, is := step.Input.(coordinator.Forwarded); is {
			return s.done(done)
		}
	}
	return s.paper.update(msg.msg)
}

// over is what became of the entry of a form, where it was decided elsewhere.
type over struct {
	ref    string
	answer records.Body
}

// over looks what became of a form's entry that does not wait any more, nil while it is asked
// or that cannot be read.
func (p *paper) over(in kit.Inbox, entries []inbox.Entry) *over {
	if p == nil || slices.ContainsFunc(entries, func(e inbox.Entry) bool { return rowOf(e) == rowOf(p.entry) }) {
		return nil
	}
	answer, err := in.Fate(p.entry)
	if err != nil || answer == nil {
		return nil
	}
	return &over{p.entry.Ref, answer}
}

// keeps keeps what was typed in a form, once.
func keeps(p *paper) func() error {
	if p == nil {
		return func() error { return nil }
	}
	f, is := p.model.(mirror)
	if !is {
		return func() error { return nil }
	}
	return sync.OnceValue(f.Last)
}

// Last keeps what was typed and is not kept yet, for a program that ends. It may block.
func (s *Screen) Last() error { return errors.Join(s.kept(), keeps(s.paper)()) }

// mirror is what the inbox asks of the form below its line.
type mirror interface {
	Handing() bool    // an answer is on its way
	Unsent() []string // what was typed and not sent
	Answers() int     // how many are asked for, from the one on that is typed
	Last() error      // keeps that
}

// closed closes a form that was decided elsewhere, unless its own answer is on its way: what
// becomes of that is told then.
func (s *Screen) closed(o over) {
	if s.paper == nil || s.paper.entry.Ref != o.ref {
		return
	}
	if f, is := s.paper.model.(mirror); is && f.Handing() {
		return
	}
	answers := 0
	if f, is := s.paper.model.(mirror); is {
		answers = f.Answers()
	}
	s.tell(strings.TrimSpace(firstText(o.answer, s.paper.entry) + " " + s.paper.unsent(o.answer)))
	s.shut()
	if s.o.Arming > 0 {
		s.rest.Begins(s.o.Now(), answers)
	}
}

// rests reports whether what a person does may be the rest of an answer whose form has closed by itself. It is dropped:
// in the list letters open conversations.
func (s *Screen) rests(msg tea.Msg) bool {
	k, key := msg.(tea.KeyPressMsg)
	name := ""
	switch _, pastes := msg.(tea.PasteMsg); {
	case !s.rest.Comes(s.o.Now()), !key && !pastes:
		return false
	case key:
		if name = k.String(); k.Text == "" && name != "backspace" && name != "enter" && name != "esc" {
			return false
		}
		_ = s.Refuses(k, true) // held down, it is no key of the list either
	}
	s.rest.Drops(name, s.o.Now())
	return true
}

// unsent says what was typed in a form that is closed and is no part of the answer given elsewhere, ""
// for nothing.
func (p *paper) unsent(given records.Body) string {
	f, is := p.model.(mirror)
	if !is {
		return ""
	}
	return unsentText(kit.NotGiven(given, f.Unsent()))
}

// shut takes the form off the screen. What was typed for it decides nothing in the list. What it
// has not kept yet is kept before a form opens, or the program ends.
func (s *Screen) shut() {
	s.kept = keeps(s.paper)
	s.paper = nil
	s.Hears(kit.SeenMsg{Key: s.Latest()})
}

// done takes in what became of an answer. The form that waits next opens, unless something
// has to be read.
func (s *Screen) done(f coordinator.Forwarded) tea.Cmd {
	e := s.paper.entry
	failed := func(why string) { s.tell(strings.TrimSpace(why + " " + s.paper.unsent(nil))) }
	switch {
	case f.Err != nil:
		failed(notGivenText(f.Err))
	case f.Taken.Refused != "":
		failed(refusedText(f.Taken.Refused))
	case f.Taken.First != nil:
		failed(firstText(f.Taken.First, e))
		s.drop(e)
	case f.Taken.Fault != nil:
		failed(notGivenText(f.Taken.Fault))
	default:
		s.next = e.Conversation
		s.drop(e)
	}
	s.shut()
	return s.look()
}

// leave leaves a form as it is. It stays open, and opens again only for who chooses it.
func (s *Screen) leave() {
	s.tell(s.paper.unsent(nil))
	s.left[s.paper.entry.Ref] = true
	s.shut()
}

// follow opens the form that waits next after an answer: of the same conversation, else the
// oldest. None that was left opens, nor one that cannot be answered here.
func (s *Screen) follow() tea.Cmd {
	after := s.next
	s.next = ""
	var rows []inbox.Entry
	for _, e := range s.shown[:open(s.shown)] {
		if !s.left[e.Ref] && !e.There {
			rows = append(rows, e)
		}
	}
	if after == "" || len(rows) == 0 || s.paper != nil {
		return nil
	}
	e := rows[max(slices.IndexFunc(rows, func(x inbox.Entry) bool { return x.Conversation == after }), 0)]
	s.ref = rowOf(e)
	return s.form(e)
}
