package conversation

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/kit"
	"parley/providers"
	"parley/store/record"
	"parley/views/text"
)

// usualBeat is the time between two frames of the spinner; without animation a slower
// beat updates elapsed seconds.
const (
	usualBeat = time.Second / 8
	slowBeat  = time.Second
)

// motion is what moves while something is waited for: a spinner, and how long the turn
// has been going on. Nothing of it is left, and no timer runs, when nothing is.
type motion struct {
	does   work
	asked  coordinator.Key // the request that runs, or the last one that did
	model  string          // the model that it is to; "" before the first
	took   time.Duration   // work in the turn that goes on, or in the last one, if that was here
	waited time.Duration   // in it, while the user was asked
	timed  bool            // a turn went on when that was looked up
	began  time.Time       // of the beat, zero while nothing moves
	due    bool            // a kit.BeatMsg is on its way
	pulse  text.Pulse
	bytes  int       // of the response, received so far
	last   part      // the part that arrived last
	heard  time.Time // when that was
}

// work is what a turn is doing, as the status line shows it.
type work struct {
	busy   coordinator.Busy
	last   part
	silent string // how long nothing has arrived of the response, "" for a moment
	call   string // the running tool, if it is the only one
	runs   int    // number of running tools
}

// part is a part of a response.
type part int

const (
	nothing part = iota
	thinking
	texting
	calling
)

// silence is how long a server says nothing in the middle of a response until that is told:
// a model that writes says something several times a second.
const silence = 5 * time.Second

// hears records what has arrived of a response, and when.
func (x *motion) hears(d providers.Delta, at time.Time) {
	x.heard = at
	switch d := d.(type) {
	case providers.TextDelta:
		x.last, x.bytes = texting, x.bytes+len(d.Text)
	case providers.ReasoningDelta:
		x.last, x.bytes = thinking, x.bytes+len(d.Text)
	case providers.CallDelta:
		x.last, x.bytes = calling, x.bytes+len(d.Text)
	}
}

// moves keeps time with what the turn does, and asks
// for the next beat, unless nothing is going on or one is coming.
func (m *Model) moves() tea.Cmd {
	s := m.o.Shell.State()
	x := &m.motion
	now := work{busy: s.Busy()}
	switch now.busy {
	case coordinator.Answering:
		now.last = x.last
		if d := m.o.Now().Sub(x.heard); d >= silence {
			now.silent = text.Lasted(int64(d / time.Second))
		}
	case coordinator.Working:
		now.call, now.runs = running(s)
	}
	if now.busy != coordinator.Answering {
		x.last, x.bytes = nothing, 0
	}
	x.does = now
	if key, runs := s.Request(); runs && key != x.asked {
		x.asked, x.model = key, m.o.Host.ModelName() // another one that is chosen meanwhile answers the next
	}
	if !moving(s) {
		x.began = time.Time{}
		m.pulse()
		return nil
	}
	if x.began.IsZero() {
		x.began = m.o.Now()
	}
	m.pulse()
	if x.due {
		return nil
	}
	x.due = true
	return m.o.Tick(m.every(), func(time.Time) tea.Msg { return kit.BeatMsg{} })
}

// every is the time between two beats.
func (m *Model) every() time.Duration {
	if m.o.Still {
		return slowBeat
	}
	return max(m.o.Beat, usualBeat)
}

// beat redraws the animation. While a response streams in, its frames do that.
func (m *Model) beat() tea.Cmd {
	m.motion.due = false
	cmd := m.moves()
	if !m.frame.due {
		m.frame.stale = true
	}
	return cmd
}

// pulse sets the moment that is drawn.
func (m *Model) pulse() {
	x := &m.motion
	now := m.o.Now()
	x.pulse = text.Pulse{Still: m.o.Still, Now: now.UnixMilli()}
	if !x.began.IsZero() {
		x.pulse.Beat = int(now.Sub(x.began) / m.every())
	}
	if f := m.o.Shell.State().Folded; f.Open() || x.timed {
		x.took, x.waited = f.Time(now)
		x.timed = f.Open()
	}
	m.pane.SetPulse(x.pulse)
}

// turn says how long the turn takes; "" for a moment.
func (x motion) turn() string {
	if s := text.Lasted(int64(x.took / time.Second)); s != "" {
		return fmt.Sprintf(textTurn, s)
	}
	return ""
}

// lastTurn says how long work went on in the last turn, and how long the user was asked,
// whether work went on meanwhile or not; less is both in fewer words.
func (x motion) lastTurn() (words, less string) {
	if words = lasted(x.took, x.waited); words == "" {
		return "", ""
	}
	if s, w := seconds(x.took), seconds(x.waited); s != "" && w != "" {
		less = fmt.Sprintf(textWorkedWaited, s, w)
	}
	return textLastTurn + words, less
}

// lasted says how long work went on in a turn, and how long the user was asked; "" for a moment.
func lasted(took, waited time.Duration) string {
	s, w := seconds(took), seconds(waited)
	switch {
	case s != "" && w != "":
		return fmt.Sprintf(textWorked, s) + ", " + fmt.Sprintf(textWaitedFor, w)
	case s != "":
		return fmt.Sprintf(textWorked, s)
	case w != "":
		return fmt.Sprintf(textWaitedFor, w)
	}
	return ""
}

func seconds(d time.Duration) string { return text.Lasted(int64(d / time.Second)) }

// lasts says since when something moves; "" for a moment.
func (x motion) lasts() string {
	return text.Lasted((x.pulse.Now - x.began.UnixMilli()) / int64(time.Second/time.Millisecond))
}

// moving reports whether anything is going on that the user waits for, or that goes on
// while they are asked.
func moving(s coordinator.State) bool {
	if len(s.Folded.Commands) > 0 {
		return true
	}
	switch s.Busy() {
	case coordinator.Thinking, coordinator.Answering, coordinator.Working, coordinator.Reviewing, coordinator.Stopping, coordinator.SummingUp, coordinator.PuttingBack:
		return true
	case coordinator.Waiting:
		for _, r := range s.Running {
			switch r.Key.Kind {
			case coordinator.OfTool, coordinator.OfFiles, coordinator.OfModel, coordinator.OfReviewer:
				return true
			}
		}
	}
	return false
}

// running are the calls that run: how many, and the tool of the only one.
func running(s coordinator.State) (tool string, n int) {
	t, _ := s.Folded.Current()
	for _, c := range t.Calls.All() {
		if c.Running {
			tool, n = c.Name, n+1
		}
	}
	if n != 1 {
		tool = ""
	}
	return tool, n
}

// words say what is being done; "" if nothing is.
func (d work) words(model string) string {
	switch d.busy {
	case coordinator.Thinking:
		return textWaitsFor + model
	case coordinator.Answering:
		if d.silent != "" {
			return fmt.Sprintf(textSilent, model, d.silent)
		}
		switch d.last {
		case thinking:
			return model + textThinks
		case calling:
			return model + textCalls
		}
		return model + textWrites
	case coordinator.Working:
		switch {
		case d.runs == 0:
			return textWorks
		case d.call == "":
			return text.Count(d.runs, textOneRuns, textSomeRun)
		}
		return model + runsText(d.call)
	case coordinator.SummingUp:
		return textSumsUp
	case coordinator.Stopping:
		return textStops
	}
	return ""
}

// runsText says which tool runs.
func runsText(tool string) string {
	if record.OfCommands(tool) {
		return textRunsCommand
	}
	return textRuns + text.Line(tool, 40)
}

// amount says how much of a response has arrived. Servers count tokens only when it
// is complete; until then four bytes are taken for one token.
func (x motion) amount() string {
	if x.bytes < 400 {
		return ""
	}
	return "~" + text.Thousands(x.bytes/4) + textTokens
}

// goesOnBeside is what is to be told beside what is done: messages that wait, a summary, other
// conversations.
func (m *Model) goesOnBeside(s coordinator.State) string {
	var all []string
	if n := len(s.Queue); n > 0 && m.ask.open { // else they stand above the composer
		all = append(all, text.Count(n, textMessageQueued, textMessagesQueued))
	}
	if s.Compacting() && s.Busy() != coordinator.SummingUp {
		all = append(all, textSumsUpToo)
	}
	if n := m.others.n; n > 0 {
		all = append(all, text.Count(n, textElsewhere, textsElsewhere))
	}
	return strings.Join(all, " "+m.o.Theme.Glyphs.Dot+" ")
}
