package conversation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/kit"
	"parley/providers"
	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
	"parley/views/chrome"
	"parley/views/text"
)

// wait is the time until the next attempt.
func (m *Model) wait() time.Duration {
	return time.Duration(m.retry.until.UnixMilli()-m.motion.pulse.Now) * time.Millisecond
}

// meter counts what the responses and the summaries of the conversation used.
type meter struct {
	last  int    // tokens of the latest response and its whole input
	model string // the model of that response
	used  map[string]store.Usage
	known map[string]kit.Facts // by model; asked for after its first response
	asked map[string]bool
}

type factsMsg struct {
	model string
	facts kit.Facts
}

// count takes in the end of a response.
func (m *Model) count(b store.ResponseEnd) tea.Cmd {
	if n := b.Usage.Input + b.Usage.Output; n > 0 {
		m.meter.last, m.meter.model = n, b.Model
	}
	return m.spent(b.Model, b.Usage)
}

// spent takes in what a model used, and asks for the price of a new one.
func (m *Model) spent(model string, used store.Usage) tea.Cmd {
	x := &m.meter
	if x.used == nil {
		x.used, x.known, x.asked = map[string]store.Usage{}, map[string]kit.Facts{}, map[string]bool{}
	}
	u := x.used[model]
	u.Input, u.Output, u.Cached = u.Input+used.Input, u.Output+used.Output, u.Cached+used.Cached
	x.used[model] = u
	if x.asked[model] || u.Input+u.Output == 0 {
		return nil
	}
	x.asked[model] = true
	host := m.o.Host
	return func() tea.Msg { return factsMsg{model, host.Facts(model)} }
}

// learns takes in the requested facts.
func (x *meter) learns(msg factsMsg) {
	if x.asked[msg.model] {
		x.known[msg.model] = msg.facts
	}
}

// share is how much of its window the latest response took, input included; if the
// window is unknown, the number of tokens.
func (m *Model) share() string {
	x := m.meter
	if x.last == 0 {
		return ""
	}
	if w := x.known[x.model].Window; w > 0 {
		return fmt.Sprintf("%d %%", min((x.last*100+w/2)/w, 100))
	}
	return text.Thousands(x.last) + textTokens
}

// cost is what the conversation has cost, "" unless all of it is known.
func (x meter) cost() string {
	sum := 0.0
	for id, u := range x.used {
		p, known := x.known[id]
		if !known || p.Price == (kit.Price{}) {
			return ""
		}
		sum += p.Of(u)
	}
	switch {
	case sum == 0:
		return ""
	case sum < 0.01:
		return "< $0.01"
	}
	return fmt.Sprintf("$%.2f", sum)
}

// retry is an attempt that the provider is waiting to make.
type retry struct {
	key   coordinator.Key // of the response or the review that it is for
	what  providers.Retrying
	until time.Time
}

// countdown shows the wait before another attempt, with each beat.
func (m *Model) countdown(key coordinator.Key, r providers.Retrying) {
	m.retry = retry{key, r, m.o.Now().Add(r.Wait)}
}

// placeMsg brings where the conversation works.
type placeMsg kit.Place

// findPlace looks up where the conversation works, and on which branch.
func (m *Model) findPlace() tea.Cmd {
	host := m.o.Host
	return func() tea.Msg { return placeMsg(host.Place()) }
}

// others is how many other conversations have something that waits for the user.
type others struct {
	n     int
	looks int // which look is under way, so that only the last one counts
}

// Messages of these looks.
type (
	elsewhereMsg struct {
		look, n int
		took    time.Duration
	}
	elsewhereDueMsg int // the look after which another one is due
)

// A look is made so often, and less often where a look takes long, as it does with very many
// conversations: they may take a thousandth of the time, since they are made at rest, too.
const (
	elsewhereEvery = 10 * time.Second
	elsewhereShare = 1000
)

// lookElsewhere counts them. It is not done for the first picture.
func (m *Model) lookElsewhere() tea.Cmd {
	m.others.looks++
	host, now, look := m.o.Host, m.o.Now, m.others.looks
	return func() tea.Msg {
		from := now()
		n := host.Elsewhere()
		return elsewhereMsg{look, n, now().Sub(from)}
	}
}

// ofOthers handles what has to do with them.
func (m *Model) ofOthers(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case elsewhereMsg:
		return m.lookedElsewhere(msg)
	case elsewhereDueMsg:
		if int(msg) != m.others.looks {
			return nil // another look came before
		}
	}
	return m.lookElsewhere()
}

// lookedElsewhere takes in how many there are, and looks again later: what asks may be
// another process.
func (m *Model) lookedElsewhere(msg elsewhereMsg) tea.Cmd {
	if msg.look != m.others.looks {
		return nil
	}
	m.others.n = msg.n
	return m.watchElsewhere(msg.took)
}

// watchElsewhere looks again after a while, unless a look comes before. A form of the inbox
// does not count.
func (m *Model) watchElsewhere(took time.Duration) tea.Cmd {
	if m.o.Shell.Mirrors() {
		return nil
	}
	look := m.others.looks
	return m.o.Tick(max(elsewhereEvery, elsewhereShare*took), func(time.Time) tea.Msg { return elsewhereDueMsg(look) })
}

func (m *Model) status() string {
	s := m.o.Shell.State()
	st := chrome.Status{Pulse: m.motion.pulse, Trouble: m.troubled(s), Guards: m.meters(s), Cost: m.meter.cost(), Share: m.share()}
	st.Where, st.Branch = m.place.Name, m.place.Branch
	if p, ok := s.Prompt(); ok && !m.o.Shell.Mirrors() { // there the line above says how many decisions wait
		st.Waiting = p.Of
	}
	st.Doing, st.Less = m.doing(s)
	st.Moves = m.note == "" && moving(s) && m.o.Shell.Trouble() == nil
	switch {
	case !st.Moves:
		st.Model = m.o.Host.ModelName()
		if s.Busy() == coordinator.Idle && m.note == "" {
			st.Clock, st.ShortClock = m.motion.lastTurn()
			if words, less, ok := m.turnRead(); ok {
				st.Clock, st.ShortClock, st.Read = words, less, true
			}
		}
	case !m.delayed(s) || st.Doing == "": // a question is open, and the delay is not told
		st.Amount = m.motion.amount()
		switch { // the row of a command of the user's has its own clock
		case s.Folded.Open():
			st.Clock = m.motion.turn()
		case s.Busy() == coordinator.SummingUp:
			st.Clock = m.motion.lasts()
		}
	}
	if m.note == "" {
		st.Queued = m.goesOnBeside(s)
	}
	return st.Draw(m.o.Theme, m.w)
}

// troubled reports whether doing describes something that went wrong.
func (m *Model) troubled(s coordinator.State) bool {
	return m.o.Shell.Trouble() != nil || m.note == "" && m.delayed(s)
}

// delayed reports whether the awaited request waits before another attempt.
func (m *Model) delayed(s coordinator.State) bool { return s.Live.Retry != nil || m.reviewDelayed(s) }

// doing is the main status, and a shorter form: trouble, a note, or what is going on.
func (m *Model) doing(s coordinator.State) (words, less string) {
	if err := m.o.Shell.Trouble(); err != nil {
		if m.quitting {
			return textQuitUnsaved, ""
		}
		return err.Error(), ""
	}
	switch {
	case m.note != "":
		return m.note, ""
	case s.Live.Retry != nil:
		return retryText(m.retry.what, m.wait()), ""
	case m.paused():
		return textPaused, ""
	}
	switch s.Busy() {
	case coordinator.Held:
		if !m.composer.Blank() {
			return textHeldDraft, "" // Enter sends the draft
		}
		return textHeld, ""
	case coordinator.Reviewing:
		return m.reviewText(s), ""
	case coordinator.PuttingBack:
		return puttingText(s.Undoing), ""
	case coordinator.Lacking:
		return lackingText(s.Lacks()), s.Lacks() + textLackingBriefly
	}
	if s.Busy() == coordinator.Idle && len(s.Folded.Commands) > 0 {
		return textOwnRuns, ""
	}
	model := text.Line(cmp.Or(m.motion.model, m.o.Host.ModelName()), 60)
	words = m.motion.does.words(model)
	return words, strings.TrimPrefix(words, model+" ")
}

// title is the conversation's name: its title, otherwise the beginning of its first
// message.
func (m *Model) title() string {
	if t := m.o.Shell.State().Folded.Title; t != "" {
		return t
	}
	return m.begun
}

func (m *Model) windowTitle() string {
	title := "parley"
	if t := m.title(); t != "" {
		title += ": " + t
	}
	if m.ask.open {
		title = clean.Ours("◆ ") + title
	}
	return kit.OnlyText(title)
}

// reviewing reports whether a reviewer is at work, so that Esc stops it.
func (m *Model) reviewing() bool { return len(m.o.Shell.State().Reviews()) > 0 }

// stopReviews withdraws every question from the reviewers: the user decides instead.
func (m *Model) stopReviews() tea.Cmd {
	var cmds []tea.Cmd
	for _, r := range m.o.Shell.State().Reviews() {
		cmds = append(cmds, m.send(coordinator.ReviewStopped{Key: r.Key}))
	}
	return kit.Batch(cmds...)
}

// reviewDelayed reports whether a reviewer's provider waits before another attempt.
func (m *Model) reviewDelayed(s coordinator.State) bool {
	return m.wait() > 0 &&
		slices.ContainsFunc(s.Reviews(), func(r coordinator.UnderReview) bool { return r.Key == m.retry.key })
}

// reviewText says who reviews, and why it takes its time.
func (m *Model) reviewText(s coordinator.State) string {
	words := reviewingText(s.Reviews())
	if m.reviewDelayed(s) {
		words += ": " + retryText(m.retry.what, m.wait())
	}
	return words
}

// reviewingText names the models that review, without duplicates.
func reviewingText(all []coordinator.UnderReview) string {
	var names []string
	for _, r := range all {
		if name := text.Line(r.Model, 40); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	switch len(names) {
	case 0:
		return textSomeReviewer + textReviews
	case 1:
		return names[0] + textReviews
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + textReview
}

// Notify is how the user is alerted while not looking at the terminal.
type Notify struct {
	Bell    bool
	Desktop Desktop
}

// Desktop is how a terminal is asked for a desktop notification.
type Desktop int

// The ways that terminals support.
const (
	NoDesktop  Desktop = iota
	Desktop9           // OSC 9: iTerm2, WezTerm, Ghostty, Windows Terminal and most others
	Desktop99          // OSC 99: kitty
	Desktop777         // OSC 777: foot, rxvt
)

// notify alerts the user to a new prompt, unless they are looking at it.
func (m *Model) notify() tea.Cmd {
	if !m.unseen {
		return nil
	}
	return notice(m.o.Notify, m.ask.prompt.Label+" asks: "+m.asked())
}

// asked is the question or permission before the user, in a line.
func (m *Model) asked() string {
	switch p := m.ask.prompt; {
	case p.Permission != nil:
		return record.Exchange{Permission: p.Permission}.Text()
	case p.Inquiry != nil:
		return p.Inquiry.Question.Text
	}
	return ""
}

func notice(n Notify, text string) tea.Cmd {
	text = kit.OnlyText(text)
	var out string
	switch n.Desktop {
	case Desktop9:
		out = "\x1b]9;" + text + "\x1b\\"
	case Desktop99:
		out = "\x1b]99;;" + text + "\x1b\\"
	case Desktop777:
		out = "\x1b]777;notify;Parley;" + strings.ReplaceAll(text, ";", ",") + "\x1b\\"
	}
	if n.Bell {
		out += "\a"
	}
	if out == "" {
		return nil
	}
	return tea.Raw(out)
}
