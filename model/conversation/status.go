package conversation

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/kit"
	"parley/providers"
	"parley/store"
	"parley/views/chrome"
	"parley/views/text"
)

// meter counts what the responses of the conversation used.
type meter struct {
	last   int // tokens of the latest response and all that it was given
	used   map[string]store.Usage
	prices map[string]kit.Price // by model; asked for after its first response
	asked  map[string]bool
}

type priceMsg struct {
	model string
	price kit.Price
}

// count takes the end of a response in and asks for the price of a model that is
// new.
func (m *Model) count(b store.ResponseEnd) tea.Cmd {
	x := &m.meter
	if n := b.Usage.Input + b.Usage.Output; n > 0 {
		x.last = n
	}
	if x.used == nil {
		x.used, x.prices, x.asked = map[string]store.Usage{}, map[string]kit.Price{}, map[string]bool{}
	}
	u := x.used[b.Model]
	u.Input, u.Output, u.Cached = u.Input+b.Usage.Input, u.Output+b.Usage.Output, u.Cached+b.Usage.Cached
	x.used[b.Model] = u
	if x.asked[b.Model] || u.Input+u.Output == 0 {
		return nil
	}
	x.asked[b.Model] = true
	host, id := m.o.Host, b.Model
	return func() tea.Msg { return priceMsg{id, host.Price(id)} }
}

// priced takes a price that was asked for here.
func (x *meter) priced(msg priceMsg) {
	if x.asked[msg.model] {
		x.prices[msg.model] = msg.price
	}
}

// cost is what the conversation has cost, "" unless all of it is known.
func (x *meter) cost() string {
	sum := 0.0
	for id, u := range x.used {
		p, known := x.prices[id]
		if !known || p == (kit.Price{}) {
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

// retry is a try that the provider waits to make.
type retry struct {
	key   coordinator.Key // of the response or the review that it is for
	what  providers.Retrying
	until time.Time
	due   bool // a countMsg is on its way
}

// countMsg says that a second of the countdown has passed.
type countMsg struct{}

// countdown shows the wait before another try, second by second.
func (m *Model) countdown(key coordinator.Key, r providers.Retrying) tea.Cmd {
	m.retry.key, m.retry.what, m.retry.until = key, r, m.o.Now().Add(r.Wait)
	return m.nextSecond()
}

// delayed says whether what the countdown is for still waits.
func (m *Model) delayed() bool {
	s := m.o.Shell.State()
	return s.Live.Retry != nil || m.reviewDelayed(s)
}

func (m *Model) nextSecond() tea.Cmd {
	left := m.retry.until.Sub(m.o.Now())
	if !m.delayed() || left <= 0 || m.retry.due {
		return nil
	}
	m.retry.due = true
	step := left % time.Second
	if step == 0 {
		step = time.Second
	}
	return m.o.Tick(step, func(time.Time) tea.Msg { return countMsg{} })
}

func (m *Model) status() string {
	s := m.o.Shell.State()
	st := chrome.Status{
		Model: m.o.Host.ModelName(), Doing: m.doing(s), Trouble: m.troubled(s), Tokens: m.meter.last, Cost: m.meter.cost(), Title: m.title(), Guards: m.meters(s),
	}
	if p, ok := s.Prompt(); ok {
		st.Waiting = p.Of
	}
	return st.Draw(m.o.Theme, m.w)
}

// troubled says whether what doing tells went wrong.
func (m *Model) troubled(s coordinator.State) bool {
	return m.o.Shell.Trouble() != nil || m.note == "" && s.Live.Retry != nil
}

// doing is what is told first: trouble, a note, or what runs.
func (m *Model) doing(s coordinator.State) string {
	if err := m.o.Shell.Trouble(); err != nil {
		return err.Error()
	}
	if m.note != "" {
		return m.note
	}
	if s.Live.Retry != nil {
		return retryText(m.retry.what, m.retry.until.Sub(m.o.Now()))
	}
	words := doingText(s.Busy())
	switch {
	case m.paused():
		words = textPaused
	case s.Busy() == coordinator.Held && !m.composer.Blank():
		words = textHeldDraft // Enter sends what is written
	}
	if s.Busy() == coordinator.Reviewing {
		words = m.reviewText(s)
	}
	if n := len(s.Queue); n > 0 {
		words = strings.TrimPrefix(words+", "+queuedText(n, m.composer.Blank() && m.focus == onComposer), ", ")
	}
	return words
}

// title is the conversation's name: the one that it was given, else how its
// first message begins.
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
		title = "◆ " + title
	}
	return kit.OnlyText(title)
}

// reviewing says whether a reviewing model has something before it, so that Esc
// stops it.
func (m *Model) reviewing() bool { return len(m.o.Shell.State().Reviews()) > 0 }

// stopReviews takes every question back from the reviewing models: the user
// decides instead.
func (m *Model) stopReviews() tea.Cmd {
	var cmds []tea.Cmd
	for _, r := range m.o.Shell.State().Reviews() {
		cmds = append(cmds, m.send(coordinator.ReviewStopped{Key: r.Key}))
	}
	return tea.Batch(cmds...)
}

// reviewDelayed says whether a reviewing model's provider waits before another
// try.
func (m *Model) reviewDelayed(s coordinator.State) bool {
	return m.retry.until.After(m.o.Now()) &&
		slices.ContainsFunc(s.Reviews(), func(r coordinator.UnderReview) bool { return r.Key == m.retry.key })
}

// reviewText says who reviews, and why it takes its time.
func (m *Model) reviewText(s coordinator.State) string {
	words := reviewingText(s.Reviews())
	if m.reviewDelayed(s) {
		words = strings.TrimSuffix(words, "…") + ": " + retryText(m.retry.what, m.retry.until.Sub(m.o.Now()))
	}
	return words
}

// reviewingText names the models that review, each once.
func reviewingText(all []coordinator.UnderReview) string {
	var names []string
	for _, r := range all {
		if name := text.Line(r.Model, 40); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	switch len(names) {
	case 0:
		return "reviewing…"
	case 1:
		return names[0] + " is reviewing…"
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " are reviewing…"
}
