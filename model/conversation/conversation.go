// Package conversation is the screen of a conversation: keys become intents, messages
// of the coordinator become entries, effects become commands. It decides nothing about
// the turn, and it does not know model servers, files or the network.
package conversation

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/arming"
	"parley/coordinator/commands"
	"parley/forms"
	"parley/model/kit"
	"parley/model/start"
	"parley/store"
	"parley/store/record"
	"parley/views/chrome"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/prompt"
	"parley/views/text"
)

// Options are the inputs of the screen.
type Options struct {
	Shell    *coordinator.Shell
	Begin    []coordinator.Input // inputs to send before the first message
	First    string              // a message to begin with
	GoOn     bool                // a paused turn resumes without a key press
	Theme    text.Theme
	Ground   kit.Ground // which theme to change to once the background is known
	Now      func() time.Time
	Tick     func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // the clock of everything that waits
	Arming   time.Duration                                        // how long a prompt ignores answers
	Shown    func(since time.Time) (at time.Time, ok bool)        // when the terminal had taken what was on the screen at that time; nil: at once
	Direct   bool                                                 // text questions skip the menu
	Beat     time.Duration                                        // between two frames of the animation, 0 for the usual time
	Still    bool                                                 // no animation
	Mouse    bool
	Notify   Notify
	Notes    []string // shown at the start
	Wrong    []string // what is wrong with its file: warnings, in view at the start
	Altered  bool     // another hand changed the file while it was closed
	Strange  bool     // what is asked was not asked here: its form says so
	Lead     Lead
	Withheld []Withheld                 // files that wait for the user's trust
	Newly    func() []Withheld          // those that wait since the configuration was read again, each once; nil: none
	Waiting  func() ([]Withheld, error) // all that waits for it now; it may block

	Drafts     store.Drafts
	SaveDrafts func(store.Drafts) error

	Outside coordinator.Performer // yields the answers of other processes; nil: there are none

	Earlier Earlier // nil: sent messages are not kept
	Host    kit.Host
	Screens kit.Screens

	Held   func(_ kit.Shared, _ *store.LockedError, typed []tea.Msg) tea.Model // the screen for a conversation that another process is writing
	Replay func(kit.Shared, kit.Past) kit.Covering                             // the screen of a replay

	// Audit is the screen of the decisions: all, or those of a tool or an answerer.
	Audit func(shared kit.Shared, past kit.Past, tool, who string) kit.Covering

	// Rules is the screen of the rules in force; drop revokes one.
	Rules func(shared kit.Shared, rules kit.Rules, drop func(kit.Rule) tea.Cmd) kit.Covering
	// Undo is the screen of what can be put back in a conversation. It may block.
	Undo func(shared kit.Shared, of any, undos kit.Undos) kit.Covering

	// Inbox is the screen of what waits in all conversations.
	Inbox func(shared kit.Shared, in kit.Inbox) kit.Covering

	// Window is the screen of what stands for earlier messages.
	Window func(shared kit.Shared, window kit.Window) kit.Covering
}

// Model is the screen of a conversation.
type Model struct {
	o          Options
	w, h       int
	terminal   kit.Terminal
	pane       *pane.Pane
	composer   *chrome.Composer
	md         *markdown.Markdown // of the prompt's context
	talk       *record.Transcript
	entries    kit.Entries
	ask        ask
	withdrawn  withdrawal  // the last that was told
	left       forms.Kind  // what a form asked for that closed by itself, until no key may be meant for it any more
	rest       arming.Rest // what may still be typed of a secret whose form has closed so
	telling    telling     // of the permission that was asked for last
	sought     sought
	focus      focus
	finding    *kit.Finding
	help       kit.Help
	drafts     drafts
	quitting   bool      // Ctrl+C was pressed once with nothing to stop or clear
	escaped    time.Time // when Esc was pressed last
	note       string
	saidBefore []string // messages sent before in any conversation, oldest first
	copying    copying
	ruleFaults []string // that were reported
	arming     arming.Arming
	resting    resting
	came       string // the message as a server's prompt made it, or as it stood at the start, "" if none came
	offered    bool   // it is on the screen, as it came
	trouble    string // why the conversation cannot be saved, as it was said
	untold     bool   // it was reported that a message could not be kept
	begun      string // the beginning of the first message
	lastSaid   string // the latest message
	meter      meter
	timed      bool // a meterMsg is on its way
	retry      retry
	motion     motion
	place      kit.Place
	lent       bool              // the terminal, to the user's editor
	others     others            // other conversations that wait for the user
	start      start.Screen      // before the first message
	upper      chrome.StartDrawn // its part above the conversation

	completing completing
	own        own
	attaching  string            // the message whose images are being read
	arrivals   commands.Arrivals // what its jobs bring
	frame      frame
	lower      prompt.Drawn // what is below the conversation
	started    bool
	laying     bool      // a long document is being laid out
	reaching   bool      // the servers of tools are being reached, or were
	first      []tea.Cmd // commands from showing the conversation
	unseen     bool      // the terminal has lost the focus
	done       bool
	lacking    []string          // calls that are shown as waiting for their tool
	standing   []string          // calls that are shown as still to be reviewed, when an interrupted turn goes on
	unbegun    []coordinator.Key // what is shown as not begun, because nothing can be saved
	going      *going            // to another conversation
}

// focus is what keys go to.
type focus int

const (
	onComposer focus = iota
	onPane
	onPrompt
	onStart
)

// New makes the screen of an open conversation.
func New(o Options) *Model {
	m := &Model{
		o: o, arming: arming.Arming{Clock: arming.Clock{Now: o.Now, Delay: o.Arming, Shown: o.Shown}}, pane: pane.New(o.Theme, 80, 20), composer: chrome.NewComposer(o.Theme, kit.TextPlaceholder),
		entries: kit.Entries{Zone: o.Now().Location()}, talk: record.NewTranscript(store.Log{}), drafts: newDrafts(o.Drafts),
	}
	m.pane.PutOff()
	m.resize(80, 24)
	for _, ev := range o.Shell.Log().All() {
		if cmd := m.show(ev); cmd != nil {
			m.first = append(m.first, cmd)
		}
	}
	for _, n := range o.Notes {
		m.say(pane.Info, n)
	}
	for _, n := range o.Wrong {
		m.say(pane.Warning, n)
	}
	m.composer.Set(m.drafts.message())
	m.came = m.composer.Text()
	command := m.tellCommand()
	if len(o.Wrong) == 0 && !command { // a warning must not be below what is shown
		m.backToPlace()
	}
	m.lead()
	m.lay()
	return m
}

// Init sends what opens the conversation.
func (m *Model) Init() tea.Cmd {
	defer m.lay()
	m.started = true
	cmds := []tea.Cmd{m.layOut()}
	cmds = append(append(cmds, m.first...), m.o.Ground.Ask(), m.send(coordinator.Opened{}), m.recall(), m.findPlace(), m.lookAtRules(), m.lookAround(), m.watchElsewhere(0), m.reachServers())
	m.first = nil
	if m.o.Outside != nil {
		cmds = append(cmds, m.arrivals.Command(coordinator.Job{Context: context.Background(), Perform: m.o.Outside}))
	}
	earlier := m.drafts.queued() // the first message may join them
	if len(m.o.Withheld) == 0 {
		cmds = append(cmds, m.firstMessage())
	}
	if m.o.GoOn {
		cmds = append(cmds, m.goOn())
	}
	for _, q := range earlier {
		cmds = append(cmds, m.send(coordinator.Submitted(q)))
	}
	return kit.Batch(append(cmds, m.askTrust())...)
}

// firstMessage sends what the program was started with, once it is settled what it
// may use.
func (m *Model) firstMessage() tea.Cmd {
	text := m.o.First
	m.o.First = ""
	if text == "" {
		return nil
	}
	return m.submitText(text)
}

// Update handles a message, and then settles what is on the screen.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	next, cmd := m.take(msg)
	m.offer()
	if m.lay() {
		cmd = kit.Batch(cmd, m.layOut())
	}
	return next, cmd
}

// take notes first what a message means for the keys that come next.
func (m *Model) take(msg tea.Msg) (tea.Model, tea.Cmd) {
	if later := kit.Arms(&m.arming, msg, !m.unseen, m.answering() && m.writing()); later && m.ask.open {
		m.frame.stale = true
		next, cmd := m.sort(msg)
		return next, kit.Batch(cmd, m.awaitArmed())
	}
	return m.sort(msg)
}

// sort handles a message by its family.
func (m *Model) sort(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.terminal.Hears(msg)
	switch msg := msg.(type) {
	case kit.ArrivedMsg:
		return m.arrived(msg)
	case kit.CoverMsg:
		return m.covered(msg)
	case commands.StepMsg:
		return m, m.step(msg)
	case commands.AskMsg:
		m.frame.stale, m.telling = true, telling{msg.Prompt.Key, msg.Telling}
		return m, m.opened(msg.Prompt)
	case frameMsg:
		m.frame.due, m.frame.stale = false, true
		m.pulse()
		return m, nil
	case kit.BeatMsg:
		return m, m.beat()
	case tea.KeyPressMsg:
		m.frame.stale = true
		if m.going != nil {
			return m, m.heldBack(msg)
		}
		return m, kit.Batch(m.key(msg), m.saveLater())
	case tea.PasteMsg:
		m.frame.stale = true
		if m.going != nil {
			return m, m.heldBack(msg)
		}
		return m, kit.Batch(m.paste(msg.Content), m.saveLater())
	case tea.MouseWheelMsg:
		m.frame.stale = true
		m.wheel(msg)
		return m, m.saveLater()
	case tea.MouseClickMsg:
		m.frame.stale = true
		m.click(msg)
		return m, m.saveLater()
	case tea.WindowSizeMsg:
		cramped := m.cramped()
		m.resize(msg.Width, msg.Height)
		if cramped && !m.cramped() && m.ask.open {
			return m, m.arm() // only now is it visible
		}
		return m, nil
	case tea.ResumeMsg:
		m.own.since = m.o.Now()
		return m, nil
	case tea.FocusMsg, tea.BlurMsg:
		if _, m.unseen = msg.(tea.BlurMsg); m.unseen {
			return m, nil
		}
		return m, kit.Batch(m.findPlace(), m.lookElsewhere()) // another branch may have been checked out
	}
	m.frame.stale = true
	return m, m.other(msg)
}

// other handles the messages of the screen's own commands.
func (m *Model) other(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case saveMsg:
		return m.save()
	case savedMsg:
		return m.saved(msg)
	case armedMsg:
		m.ask.due = false
		return m.awaitArmed()
	case editedMsg:
		return m.returned(m.edited(msg))
	case patchMsg:
		return m.patchSought(msg.key, &msg)
	case patchLateMsg:
		return m.patchSought(msg.key, nil)
	case patchEditedMsg:
		return m.patchEdited(msg)
	case patchTextMsg:
		return m.returned(m.patchText(msg))
	case deltaMsg:
		return m.changed(msg)
	case kit.UndoMsg:
		return m.undoes(msg)
	case rulesMadeMsg, kit.RuleDroppedMsg, ruleFaultsMsg, kit.WindowMsg:
		return m.ofRules(msg)
	case trustedMsg, waitingMsg, sawMsg, skillsMsg, calledMsg:
		return m.ofInstructions(msg)
	case laidMsg:
		m.laying = false
		m.pane.Laid(markdown.Laid(msg))
	case exportedMsg:
		m.exported(msg)
	case reloadedMsg:
		cmd := kit.Batch(m.reloaded(msg), m.reachServers())
		if len(m.o.Withheld) == 0 {
			cmd = kit.Batch(cmd, m.firstMessage())
		}
		return cmd
	case auditMsg:
		return m.audited(msg)
	case earlierMsg, keptMsg, copiedMsg, pageMsg, promptMsg, startDueMsg, startMsg, attachedMsg, pastedImageMsg, judgedMsg, kit.ShelfChangedMsg, serversDueMsg, toolsMsg, serversMsg:
		return m.beside(msg)
	case filesMsg:
		return m.found(&m.completing.files, kit.FileChoices(msg.files), msg.err)
	case offersMsg:
		m.completing.servers = msg.servers
		return m.found(&m.completing.models, offerChoices(msg.offers), msg.err)
	case tea.ColorProfileMsg, tea.BackgroundColorMsg:
		m.colours(msg)
	case factsMsg:
		m.meter.learns(msg)
	case placeMsg:
		m.place = kit.Place(msg)
	case kit.InboxLeftMsg, elsewhereMsg, elsewhereDueMsg:
		return m.ofOthers(msg)
	case meterMsg:
		return m.metered()
	}
	return nil
}

// Done reports whether the user has left.
func (m *Model) Done() bool { return m.done }
