package conversation

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/kit"
	"parley/model/start"
	"parley/views/chrome"
	"parley/views/pane"
)

// going is a change to another conversation, from the moment when it was requested.
// It waits for what must be saved first.
type going struct {
	open  func() (tea.Model, error)
	began bool
	typed []tea.Msg // meanwhile, for the next screen
}

// GoTo gives way to another conversation. Nothing of this one may run, except a
// question to the user, which stays open; what is typed from now on is for the
// next.
func (m *Model) GoTo(open func() (tea.Model, error)) tea.Cmd {
	if len(m.o.Shell.State().Folded.Commands) > 0 {
		m.reply(pane.Warning, textEndFirst)
		return nil
	}
	if m.Runs() {
		words := textStopFirst
		if m.o.Shell.State().Undoing.ID != "" {
			words = textUndoFirst
		}
		m.reply(pane.Warning, words)
		return nil
	}
	m.going, m.note = &going{open: open}, m.o.Theme.Glyphs.More(kit.TextGoing)
	return m.depart()
}

// Runs reports whether a turn is at work, be it beside a question to the user.
func (m *Model) Runs() bool {
	s := m.o.Shell.State()
	switch s.Busy() {
	case coordinator.Waiting:
		return slices.ContainsFunc(s.Running, func(r *coordinator.Running) bool {
			return !r.Stopping && (r.Key.Kind == coordinator.OfTool || r.Key.Kind == coordinator.OfReviewer)
		})
	case coordinator.Idle, coordinator.Held, coordinator.Stopping, coordinator.Lacking:
		return false
	}
	return true
}

// depart leaves once everything is on disk and everything that was stopped has ended.
func (m *Model) depart() tea.Cmd {
	g := m.going
	if g == nil || g.began || m.drafts.saving || !m.o.Shell.Quiet() {
		return nil
	}
	m.keepPlace()
	g.began, m.drafts.saving = true, true // one save at a time
	save, open := func() error { return nil }, g.open
	if m.o.SaveDrafts != nil {
		save = m.toSave()
	}
	return func() tea.Msg {
		if err := save(); err != nil {
			return kit.ArrivedMsg{Err: err}
		}
		next, err := open()
		return kit.ArrivedMsg{Model: next, Err: err}
	}
}

// heldBack keeps what is typed while the next conversation opens. Ctrl+C cancels the
// change while that is possible, and otherwise leaves the program.
func (m *Model) heldBack(msg tea.Msg) tea.Cmd {
	if k, ok := msg.(tea.KeyPressMsg); ok && (k.String() == "ctrl+c" || k.String() == "ctrl+q") {
		if m.going.began {
			return m.Quit()
		}
		typed := m.going.typed
		m.going, m.note = nil, ""
		return m.again(typed)
	}
	m.going.typed = append(m.going.typed, msg)
	return nil
}

// again handles what was held back after all.
func (m *Model) again(typed []tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	if m.ask.open {
		cmds = append(cmds, m.arm()) // it was not typed to answer that
	}
	for _, msg := range typed {
		_, cmd := m.Update(msg)
		cmds = append(cmds, cmd)
	}
	return kit.Batch(cmds...)
}

// arrived gives way to the next conversation, or continues with this one.
func (m *Model) arrived(msg kit.ArrivedMsg) (tea.Model, tea.Cmd) {
	m.frame.stale = true
	if m.done {
		return m, tea.Quit // all was saved before the other one was opened
	}
	if m.going == nil {
		return m, nil
	}
	typed := m.going.typed
	m.Stay()
	next := msg.Model
	if locked := kit.AsLocked(msg.Err); locked != nil {
		next, typed = m.o.Held(m.shared(), locked, typed), nil
	} else if msg.Err != nil {
		m.drafts.dirty = true // it may be the save that failed
		m.reply(pane.Failure, msg.Err.Error())
		return m, m.again(typed)
	}
	if c, ok := next.(kit.Covering); ok {
		c.Over(m)
	}
	return m.terminal.Hand(next, typed)
}

// Stay cancels a change to another conversation.
func (m *Model) Stay() {
	m.drafts.saving = m.drafts.saving && (m.going == nil || !m.going.began)
	m.going, m.note = nil, ""
}

// begin goes to a new conversation.
func (m *Model) begin(string) tea.Cmd {
	screens := m.o.Screens
	return m.GoTo(func() (tea.Model, error) { return screens.Conversation("") })
}

// toSaved shows the list of saved conversations.
func (m *Model) toSaved(string) tea.Cmd { return m.GoTo(m.o.Screens.Saved) }

// fork continues in a copy of the conversation.
func (m *Model) fork(string) tea.Cmd { return m.forkAt(0) }

// forkAt continues in a copy up to and including an event, 0 for the last one.
func (m *Model) forkAt(seq int64) tea.Cmd {
	screens, f := m.o.Screens, m.o.Shell.State().Folded
	if f.Seq == 0 {
		m.reply(pane.Info, textNothingToFork)
		return nil
	}
	return m.GoTo(func() (tea.Model, error) { return kit.ForkAndOpen(screens, f.Conversation, seq) })
}

// ID is the id of the conversation.
func (m *Model) ID() string { return m.o.Shell.State().Folded.Conversation }

// Asks reports whether the user is being asked something.
func (m *Model) Asks() bool { return m.ask.open }

// covered gives way to a screen in front of this one.
func (m *Model) covered(msg kit.CoverMsg) (tea.Model, tea.Cmd) {
	msg.Screen.Over(m)
	return m.terminal.Hand(msg.Screen, nil)
}

// replayHere replays the conversation up to now; the conversation goes on behind it.
func (m *Model) replayHere(string) tea.Cmd {
	past := m.past()
	if past.Log.Len() == 0 {
		m.reply(pane.Info, textReplayNothing)
		return nil
	}
	shared, replay := m.shared(), m.o.Replay
	return func() tea.Msg { return kit.CoverMsg{Screen: replay(shared, past)} }
}

// past is the conversation up to now.
func (m *Model) past() kit.Past {
	screens, id := m.o.Screens, m.o.Shell.State().Folded.Conversation
	teller := m.teller()
	teller.Lacks, teller.Stands, teller.Unsaved = nil, nil, nil // that is so now, and was not then
	past := kit.Past{Title: m.title(), Log: m.o.Shell.Log(), Altered: m.o.Altered, Teller: teller, File: m.o.Host.File, Label: m.o.Shell.State().Env.Label}
	if screens != nil {
		past.Fork = func(seq int64) (tea.Model, error) { return kit.ForkAndOpen(screens, id, seq) }
	}
	return past
}

// shared is the inputs of a screen that the conversation gives way to.
func (m *Model) shared() kit.Shared {
	return kit.Shared{Theme: m.o.Theme, Ground: m.o.Ground, Screens: m.o.Screens, Now: m.o.Now, Tick: m.o.Tick, Mouse: m.o.Mouse, Arming: m.o.Arming, Shown: m.o.Shown}
}

// startDueMsg says that the first pictures have been drawn; startMsg brings what was
// then looked up.
type (
	startDueMsg struct{}
	startMsg    struct {
		told kit.Start
		err  error
	}
)

// starts reports whether the start screen is shown. The tour begins by itself.
func (m *Model) starts() bool { return !m.start.Ended() && m.o.Lead.First == "" }

// lookAround looks up what the start screen shows, a moment later.
func (m *Model) lookAround() tea.Cmd {
	if m.o.Lead.First != "" || m.o.Shell.State().Folded.Asked() > 0 {
		return nil
	}
	return m.o.Tick(start.Delay, func(time.Time) tea.Msg { return startDueMsg{} })
}

func (m *Model) lookUpStart() tea.Cmd {
	host := m.o.Host
	if !m.starts() { // the other conversations are not shown any more
		return func() tea.Msg { return startMsg{told: kit.Start{Told: host.Told(), Elsewhere: host.Elsewhere()}} }
	}
	return func() tea.Msg { told, err := host.Start(); return startMsg{told, err} }
}

func (m *Model) lookedUp(msg startMsg) tea.Cmd {
	m.others.n = msg.told.Elsewhere
	if m.starts() {
		m.start.Learn(msg.told)
		if msg.err != nil {
			m.say(pane.Warning, unlistedText(msg.err))
		}
	}
	return m.tellInstructions(msg.told.Told)
}

// endStart removes the start screen: something was said.
func (m *Model) endStart() {
	m.start.Over()
	if m.focus == onStart {
		m.focus = onComposer
	}
}

// leaveStart goes back from the list of recent conversations to the message.
func (m *Model) leaveStart() tea.Cmd {
	m.focus = onComposer
	return nil
}

// openRecent goes to the recent conversation under the cursor.
func (m *Model) openRecent() tea.Cmd {
	x, ok := m.start.Chosen()
	if !ok {
		return nil
	}
	screens := m.o.Screens
	return m.GoTo(func() (tea.Model, error) { return screens.Conversation(x.ID) })
}

// startKeys separates the hints into those of the start screen and the others.
func (m *Model) startKeys() (keys, rest []chrome.Hint) {
	all := m.hints()
	if m.focus != onComposer || m.ask.open || m.finding != nil || m.completing.open() || !m.upper.Keys {
		return nil, all
	}
	return parted(all)
}

func parted(all []chrome.Hint) (keys, rest []chrome.Hint) {
	for _, h := range all {
		switch h.Key {
		case "Tab", "@", "/", "?":
			keys = append(keys, h)
		default:
			rest = append(rest, h)
		}
	}
	return keys, rest
}

// layStart lays out the start screen in a number of lines that it shares with the
// notes: these get the room that they need, unless the user is choosing in the list and
// not all of it would be visible.
func (m *Model) layStart(room int) chrome.StartDrawn {
	if !m.starts() {
		return chrome.StartDrawn{}
	}
	here := start.Here{Place: m.place, Model: m.o.Host.ModelName(), Reviewers: m.o.Host.Reviewers(), Chooses: m.focus == onStart, Still: !m.ask.open, Now: m.o.Now()}
	if m.focus == onComposer && !m.ask.open && m.finding == nil && !m.completing.open() {
		here.Keys, _ = parted(m.hints())
	}
	told := m.pane.Needs(room)
	if told > 0 && kit.Spaced(m.h) {
		told = min(told+1, room)
	}
	v := m.start.View(here)
	d := v.Draw(m.o.Theme, m.w, room-told)
	if m.focus == onStart && d.Rows < len(v.Recent) {
		d = v.Draw(m.o.Theme, m.w, room)
	}
	above := make([]string, max(room-told-len(d.Lines), 0))
	d.Lines, d.First = append(above, d.Lines...), d.First+len(above)
	return d
}
