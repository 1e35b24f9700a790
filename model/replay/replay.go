// Package replay is the screen that replays a conversation, at any point. Nothing in
// it can send, run or write.
package replay

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/store"
	"parley/store/record"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/prompt"
	"parley/views/replay"
	"parley/views/text"
)

// PlayerOptions are the inputs of a replay. None of them could send, run or write;
// Fork leads to another screen.
type PlayerOptions struct {
	Title   string // empty: the conversation's own
	Log     store.Log
	Read    func() (Tape, error) // in a command; nil: Log
	Notes   []string             // shown before the conversation
	Altered bool                 // another hand changed the file: said above all that is shown
	Theme   text.Theme
	Ground  kit.Ground
	Now     func() time.Time
	Tick    func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	At      int64   // the number of the event to begin with, 0 for the first
	Paused  bool    // begins paused
	Speed   float64 // 1, or 0, is the conversation's own
	Mouse   bool
	Arming  time.Duration                                 // see kit.Shared
	Shown   func(since time.Time) (at time.Time, ok bool) // see kit.Shared

	Teller pane.Teller                        // what the record does not say about calls
	Label  func(tool, question string) string // who asks; nil: the tool's name

	// Fork opens a new conversation that goes on from the event with a number. It is
	// called in a command. If nil, there is no key for it.
	Fork func(seq int64) (tea.Model, error)
}

// Tape is a conversation that was read to be replayed.
type Tape struct {
	Log     store.Log
	Notes   []string // what the user must know about it
	Altered bool     // another hand changed its file
}

// Player is the screen of a replay: the fold of a conversation's events up to a
// point, and nothing that acts. It is shown alone or in front of another screen.
type Player struct {
	kit.Setting
	kit.Cover
	kit.Leaving
	o    PlayerOptions
	pane *pane.Pane
	md   *markdown.Markdown

	reel    *reel // nil until it was read
	point   int   // how many events have happened
	notes   []string
	altered bool
	err     error

	playing bool
	filming bool          // others see it
	run     int           // tells one play's ticks from another's
	clock   time.Duration // position in the time of the reel
	since   time.Time     // when it was at that position
	waited  time.Duration // the length of the pending tick
	speed   float64

	decided replay.Replayed // the one drawn last, for its context
	lower   prompt.Drawn    // the decision as it is drawn
	scroll  int             // scroll position of its text
	raw     inspector
	help    kit.Help
	typing  *typing
	found   found
	note    string
	picture kit.Picture
	laying  bool // a long document is being laid out
	putOff  bool // such documents are laid out beside the loop
}

// reelMsg brings the conversation that was read.
type reelMsg struct {
	of   *Player
	reel *reel
	tape Tape
	err  error
}

// NewPlayer makes the screen of a replay.
func NewPlayer(o PlayerOptions) *Player {
	if o.Speed <= 0 {
		o.Speed = 1
	}
	p := &Player{Setting: kit.Shared{Theme: o.Theme, Ground: o.Ground, Now: o.Now, Arming: o.Arming, Shown: o.Shown}.Setting(), o: o, speed: o.Speed}
	p.pane = pane.New(p.Theme, p.Terminal.W, p.Terminal.H)
	p.fit()
	return p
}

// Err is why the conversation could not be read.
func (p *Player) Err() error { return p.err }

// Init reads the conversation. Before it nobody would lay out what is put off.
func (p *Player) Init() tea.Cmd {
	p.pane.PutOff()
	p.putOff = true
	read, log := p.o.Read, p.o.Log
	return tea.Batch(p.Ground.Ask(), func() tea.Msg {
		if read == nil {
			read = func() (Tape, error) { return Tape{Log: log, Altered: len(record.NewAudit(log).Broken) > 0}, nil }
		}
		tape, err := read()
		if err != nil {
			return reelMsg{of: p, err: err}
		}
		return reelMsg{of: p, reel: newReel(tape.Log), tape: tape}
	})
}

// Update handles keys, the clock, and what was read. Everything else goes to the
// screen behind.
func (p *Player) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	next, cmd := p.hear(msg)
	p.inspect()
	return next, kit.Batch(cmd, p.layOut())
}

// laidMsg brings a long document as it is laid out.
type laidMsg struct {
	of   *Player
	laid markdown.Laid
}

// layOut lays out, beside the loop, the next long document in sight.
func (p *Player) layOut() tea.Cmd {
	if p.laying {
		return nil
	}
	owed, is := p.pane.Owed()
	if p.laying = is; !is {
		return p.layOther()
	}
	return func() tea.Msg { return laidMsg{p, owed.Lay()} }
}

func (p *Player) hear(msg tea.Msg) (tea.Model, tea.Cmd) {
	if p.Hears(msg) {
		p.fit()
		return p, p.Pass(msg)
	}
	p.picture.Old()
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return p.key(msg)
	case tea.PasteMsg:
		p.paste(msg)
	case tea.MouseWheelMsg:
		p.wheel(msg)
	case tea.MouseClickMsg:
		p.click(msg)
	case playedMsg:
		return p, p.played(msg)
	case reelMsg:
		return p, p.begin(msg)
	case hitsMsg:
		p.hit(msg)
	case laidMsg:
		if msg.of == p {
			p.laying = false
			p.pane.Laid(msg.laid)
		}
	case rawMsg:
		if msg.of == p {
			p.laidRaw(msg)
		}
	case aboutMsg:
		if msg.of == p {
			p.laying = false
			msg.laid.Keep()
			p.layout()
		}
	case kit.ArrivedMsg:
		return p.arrived(msg)
	default:
		return p, p.behindIt(msg)
	}
	return p, nil
}

// begin shows what was read, from where the replay begins.
func (p *Player) begin(msg reelMsg) tea.Cmd {
	if msg.of != p {
		return nil // the replay was left
	}
	if msg.err != nil {
		return p.unread(msg.err)
	}
	p.reel, p.notes = msg.reel, append(p.o.Notes[:len(p.o.Notes):len(p.o.Notes)], msg.tape.Notes...)
	p.altered = p.o.Altered || msg.tape.Altered
	if p.o.Title == "" {
		p.o.Title = p.reel.title
	}
	p.fill()
	if p.o.At > 0 {
		p.jump(p.reel.numbered(p.o.At))
	} else {
		p.jump(1)
	}
	if p.o.Paused {
		return nil
	}
	return p.play()
}

// fill puts what the user must know about the file before the conversation.
func (p *Player) fill() {
	notes := p.notes
	if p.reel.last() == 0 {
		notes = append(notes[:len(notes):len(notes)], textReplayEmpty)
	}
	p.notes = notes
	for i, n := range notes {
		p.pane.Set(pane.Note{Key: noteKey(i), Kind: pane.Warning, Text: n})
	}
}

// unread says why there is nothing to replay; a program started for the replay ends.
func (p *Player) unread(err error) tea.Cmd {
	if p.Under == nil {
		p.err = err
		return tea.Quit
	}
	p.note = err.Error()
	return nil
}

// arrived gives way to the fork, or says why there is none.
func (p *Player) arrived(msg kit.ArrivedMsg) (tea.Model, tea.Cmd) {
	typed := p.Came(p.Under, msg)
	if msg.Err != nil {
		p.note = msg.Err.Error()
		return p, nil
	}
	return p.Terminal.Hand(msg.Model, typed)
}

// behindIt passes on what belongs to the screen behind, and reports when a question
// comes up there.
func (p *Player) behindIt(msg tea.Msg) tea.Cmd {
	m := kit.ConversationOf(p.Under)
	asked := m != nil && m.Asks()
	cmd := p.Pass(msg)
	if m != nil && m.Asks() && !asked {
		p.note = textReplayWaiting
	}
	return cmd
}

// fork opens a new conversation from here; for an answer with its question open
// again.
func (p *Player) fork() (tea.Model, tea.Cmd) {
	p.stop()
	open, seq := p.o.Fork, p.reel.forkAt(p.point)
	if seq == 0 {
		p.note = textReplayNoFork
		return p, nil
	}
	if m := kit.ConversationOf(p.Under); m != nil && m.Runs() {
		p.note = textReplayRuns
		return p, nil
	}
	return p, p.GoTo(p.Under, kit.TextForking, func() (tea.Model, error) { return open(seq) })
}

// leave goes back to the screen behind.
func (p *Player) leave() (tea.Model, tea.Cmd) {
	p.stop()
	return p.Return(p)
}

// quit leaves the program.
func (p *Player) quit() (tea.Model, tea.Cmd) {
	p.stop()
	if m := kit.ConversationOf(p.Under); m != nil {
		return p, m.Quit()
	}
	return p, tea.Quit
}
