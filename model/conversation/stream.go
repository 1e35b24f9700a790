package conversation

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/model/kit"
	"parley/providers"
	"parley/store"
	"parley/views/chrome"
	"parley/views/pane"
	"parley/views/text"
)

// frame controls drawing. The screen is laid out again only when something on it may
// have changed.
type frame struct {
	stale   bool
	due     bool // a frameMsg is on its way
	picture kit.Picture
}

// frameMsg says that it is time to draw what has arrived.
type frameMsg struct{}

// step handles a message of a job and continues with the rest of the job.
func (m *Model) step(msg commands.StepMsg) tea.Cmd {
	cmds := []tea.Cmd{msg.Next()}
	if msg.Input != nil {
		cmds = append(cmds, m.send(msg.Input))
	}
	if msg.More {
		cmds = append(cmds, m.arrivals.Command(msg.Rest))
	}
	cmds = append(cmds, m.depart())
	return kit.Batch(cmds...)
}

// send gives the coordinator a message and shows the results.
func (m *Model) send(in coordinator.Input) tea.Cmd {
	events, jobs := m.o.Shell.Send(in)
	cmds := []tea.Cmd{m.arrivals.Commands(jobs)}
	if m.o.Shell.State().Live.Key == (coordinator.Key{}) { // the calls are on record now, or never will be
		m.pane.Remove(m.entries.Written()...)
	}
	switch in := in.(type) {
	case coordinator.ModelSaid:
		if m.o.Shell.State().Live.Key == in.Key { // else it was stopped before this came, and is on record
			m.heard(in)
		}
		cmds = append(cmds, m.nextFrame())
	case coordinator.ToolSaid:
		m.entries.Output(in)
		m.showCall(in.Key)
		cmds = append(cmds, m.nextFrame())
	case coordinator.ReviewDelayed:
		m.countdown(in.Key, in.Retry)
		m.frame.stale = true
	case coordinator.Deaf:
		m.say(pane.Info, in.Why)
	case coordinator.TitleBroke:
		m.say(pane.Info, in.Error)
	case coordinator.Putting:
		cmds = append(cmds, m.nextFrame())
	case coordinator.Undid:
		m.undone(in)
	case coordinator.Instructed:
		m.unsent(in)
	case coordinator.Summed:
		m.frame.stale = true
		cmds = append(cmds, m.summed(in))
	case coordinator.Judged, coordinator.ToolDone: // the rules were evaluated for it
		if done, is := in.(coordinator.ToolDone); is {
			for _, note := range done.Touched.Notes {
				m.say(pane.Info, note)
			}
		}
		m.frame.stale = true
		cmds = append(cmds, m.lookAtRules())
	default:
		m.frame.stale = true
	}
	for _, ev := range events {
		cmds = append(cmds, m.show(ev))
		if _, over := ev.Body.(store.TurnEnd); over {
			cmds = append(cmds, m.lookElsewhere(), m.findPlace()) // a command may have checked out another branch
		}
	}
	m.follow(in, events)
	m.showUnbegun()
	m.tellTrouble()
	return kit.Batch(append(cmds, m.watchTime(), m.moves())...)
}

// tellTrouble says in the conversation why it cannot be saved, once: the status has one line for
// it, which is too short for what became of it and what to do.
func (m *Model) tellTrouble() {
	trouble := ""
	if err := m.o.Shell.Trouble(); err != nil {
		trouble = err.Error()
	}
	if trouble != "" && trouble != m.trouble {
		m.say(pane.Failure, trouble)
	}
	m.trouble = trouble
}

// nextFrame asks for a frame unless one is coming.
func (m *Model) nextFrame() tea.Cmd {
	if m.frame.due {
		return nil
	}
	m.frame.due = true
	return m.o.Tick(kit.FrameTime, func(time.Time) tea.Msg { return frameMsg{} })
}

// heard adds a part of a response to the screen.
func (m *Model) heard(in coordinator.ModelSaid) {
	switch d := in.Delta.(type) {
	case providers.TextDelta:
		m.thoughtOver(in.Key)
		live := m.entries.LiveResponse(in.Key)
		live.Append(d.Text)
		m.pane.Set(kit.Inside(live, m.within()))
	case providers.ReasoningDelta:
		m.pane.Set(kit.Inside(m.entries.LiveThought(in.Key, d.Text), m.within()))
	case providers.CallDelta:
		m.thoughtOver(in.Key)
		for _, a := range m.entries.Writing(in.Key, d.Index, d.Name, d.Text, m.o.Now()) {
			if a.Tool() != "" && !m.hidden(a.Tool()) {
				m.pane.Set(kit.Inside(a, m.within()))
			}
		}
	case providers.Retrying:
		m.countdown(in.Key, d)
	}
	m.motion.hears(in.Delta, m.o.Now())
}

// thoughtOver handles the end of the model's thinking aloud.
func (m *Model) thoughtOver(key coordinator.Key) {
	if t, ok := m.entries.Thought(key); ok {
		m.pane.Set(kit.Inside(t, m.within()))
	}
}

// show adds an event to the transcript, and shows what changed in the pane.
func (m *Model) show(ev store.Event) (cmd tea.Cmd) {
	switch b := ev.Body.(type) {
	case store.TurnStart, store.UserCommand:
		m.endStart()
	case store.ChatRequest:
		m.endStart()
		if b.Author == "" {
			if m.lastSaid = b.Text; b.Queued == coordinator.OfRun {
				m.lastSaid = chrome.Nameless(b.Text)
			}
			m.composer.Remember(m.lastSaid)
			m.drafts.sent(b.Queued)
			if m.begun == "" {
				m.begun = text.Line(m.o.Shell.Hide(strings.TrimSpace(b.Text)), kit.TitleWidth)
			}
		}
	case store.ResponseEnd:
		cmd = m.count(b)
	case store.ToolCallResponse:
		if m.drafts.over(b.ID) {
			cmd = m.saveLater()
		}
	case store.TurnEnd:
		m.leadOn(b)
	case store.ContextTrimmed, store.ContextRevoked:
		m.meter.last = 0 // the next response says how much is taken now
	case store.SummaryDropped:
		if b.Usage != nil {
			cmd = m.spent(b.Model, *b.Usage)
		}
	case store.ContextSummary:
		m.meter.last = 0
		if b.Usage != nil {
			cmd = m.spent(b.Model, *b.Usage)
		}
	}
	at, changed := m.talk.Add(ev)
	if !changed {
		return cmd
	}
	if broken, ok := m.talk.BrokenOff(); ok {
		m.showEntry(broken)
	}
	m.showEntry(at)
	m.showDebugging(ev.Turn)
	return cmd
}

// showEntry draws an entry of the transcript anew.
func (m *Model) showEntry(at int) {
	if e := m.entries.View(m.talk.At(at), m.teller()); e != nil {
		m.pane.Set(e)
	}
}

// teller knows what the record does not say about a call.
func (m *Model) teller() pane.Teller {
	return pane.Teller{Hidden: m.hidden, Describe: m.describe, Reviewer: m.reviewer, Reopened: m.o.Shell.State().Reopened, Stands: m.stands, Lacks: m.lacks, Unsaved: m.unsaved, Took: true, Live: true}
}

// reviewer is the model that is reviewing a question, "" if unknown.
func (m *Model) reviewer(inquiry string) string {
	key := coordinator.Review{Inquiry: inquiry}.Key()
	for _, r := range m.o.Shell.State().Reviews() {
		if r.Key == key {
			return r.Model
		}
	}
	return ""
}

// describe says in a line what a call will do, in the words of its tool.
func (m *Model) describe(name string, arguments json.RawMessage) string {
	if e, ok := m.o.Shell.State().Env.Tools.Get(name); ok {
		return e.Describe(arguments)
	}
	return ""
}

// hidden reports whether a tool is not drawn as one.
func (m *Model) hidden(name string) bool {
	e, ok := m.o.Shell.State().Env.Tools.Get(name)
	return ok && e.Spec.Hidden
}

// showCall redraws a call, or a user's command, that printed something.
func (m *Model) showCall(key coordinator.Key) {
	find := m.talk.Call
	if key.Kind == coordinator.OfCommand {
		find = m.talk.Command
	}
	if at, ok := find(key.ID); ok {
		if e := m.entries.View(m.talk.At(at), m.teller()); e != nil {
			m.pane.Set(e)
		}
	}
}

// follow keeps the prompt in step with what is before the user.
func (m *Model) follow(in coordinator.Input, events []store.Event) {
	p, ok := m.o.Shell.State().Prompt()
	if m.ask.open && !m.ask.own && (!ok || p.Key != m.ask.prompt.Key) {
		m.tellAnswered(in, events)
		m.closePrompt()
	}
	m.showWaiting()
}

// lacks reports whether a call is shown as one that waits for its tool.
func (m *Model) lacks(call string) bool { return slices.Contains(m.lacking, call) }

// stands reports whether a call is shown as one whose question a reviewer will have.
func (m *Model) stands(call string) bool { return slices.Contains(m.standing, call) }

// showWaiting draws the calls anew that wait for their tool, or for an interrupted turn to go on, and
// those that do not any more.
func (m *Model) showWaiting() {
	s := m.o.Shell.State()
	lacked, stood := m.lacking, m.standing
	if m.lacking, m.standing = s.Lacking(), s.Unreviewed(); slices.Equal(lacked, m.lacking) && slices.Equal(stood, m.standing) {
		return
	}
	for _, id := range slices.Concat(lacked, stood, m.lacking, m.standing) {
		if at, known := m.talk.Call(id); known {
			m.showEntry(at)
		}
	}
}

// unsaved reports whether a call, or a command of the user's, is shown as not begun.
func (m *Model) unsaved(id string) bool {
	return slices.ContainsFunc(m.unbegun, func(k coordinator.Key) bool {
		written, ok := kit.WriterOf(k)
		return ok && written == id
	})
}

// showUnbegun draws anew what does not begin because nothing can be saved, and what does now.
func (m *Model) showUnbegun() {
	was := m.unbegun
	if m.unbegun = m.o.Shell.Unbegun(); slices.Equal(was, m.unbegun) {
		return
	}
	for _, k := range slices.Concat(was, m.unbegun) {
		m.showCall(k)
	}
}

// cannotSend reports whether nothing can be saved, and says what that means for what was just
// written: it is not sent, and stays where it is.
func (m *Model) cannotSend(what string) bool {
	if m.o.Shell.Failed() == 0 {
		return false
	}
	m.reply(pane.Failure, what+textStaysWritten)
	return true
}

// reply answers what the user has just done where they look: at the end of the
// conversation. A user who reads further up stays there, and the status says it too. What
// failed again in the same words, with nothing between, stands there already.
func (m *Model) reply(kind pane.NoteKind, text string) {
	last, is := m.pane.Last()
	if n, noted := last.(pane.Note); !is || !noted || kind != pane.Failure || n.Kind != kind || n.Text != text {
		m.say(kind, text)
	}
	m.shown(text)
}

// shown makes sure that the user sees a message just added.
func (m *Model) shown(text string) {
	if m.focus == onPane {
		m.note = text
		return
	}
	m.pane.Bottom()
}

// say shows a note of the screen's own; it is not on record.
func (m *Model) say(kind pane.NoteKind, text string) {
	m.pane.Set(m.entries.Note(kind, text))
	m.frame.stale = true
}
