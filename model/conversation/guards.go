package conversation

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/guards"
	"parley/model/kit"
	"parley/store/record"
	"parley/store/text/spelling"
	"parley/views/chrome"
	"parley/views/pane"
	"parley/views/text"
)

// What the screen shows of guards besides their questions: meters in the status line,
// /limits, /scratchpad, and debugging folded into one line.

// meterTime is how often the runtime is checked while nothing else happens.
const meterTime = 30 * time.Second

// meterMsg says that the meters must be redrawn.
type meterMsg struct{}

// watchTime keeps the meter of the runtime going while a turn runs.
func (m *Model) watchTime() tea.Cmd {
	s := m.o.Shell.State()
	if m.timed || !s.Folded.Open() || s.Meters(m.o.Now())[1].Limit == "" {
		return nil
	}
	m.timed = true
	return m.o.Tick(meterTime, func(time.Time) tea.Msg { return meterMsg{} })
}

// metered redraws the meters and keeps watching.
func (m *Model) metered() tea.Cmd {
	m.timed = false
	return m.watchTime()
}

// meters are the limits that are near, the nearest first. While a guard asks, it says
// so itself.
func (m *Model) meters(s coordinator.State) []chrome.Limit {
	if !s.Folded.Open() {
		return nil
	}
	if p, ok := s.Prompt(); ok && p.Guard != "" {
		return nil
	}
	near := slices.DeleteFunc(s.Meters(m.o.Now()), func(x guards.Meter) bool { return !x.Near })
	sort.SliceStable(near, func(i, j int) bool { return near[i].Share > near[j].Share })
	var out []chrome.Limit
	for _, x := range near {
		out = append(out, chrome.Limit{Words: x.Words(), Short: x.Short()})
	}
	return out
}

// paused tells the user that the last turn was paused and that Enter resumes it.
func (m *Model) paused() bool {
	f := m.o.Shell.State().Folded
	return f.Paused && !f.Open() && m.composer.Blank()
}

// goOn resumes a paused turn, as a new one.
func (m *Model) goOn() tea.Cmd {
	var cmds []tea.Cmd
	for _, in := range m.o.Begin {
		cmds = append(cmds, m.send(in))
	}
	m.o.Begin = nil
	return kit.Batch(append(cmds, m.send(coordinator.Unpaused{}))...)
}

// failed reports whether the last turn ended in an error and its message is in the
// composer unchanged.
func (m *Model) failed() bool {
	f := m.o.Shell.State().Folded
	return f.Failed && !f.Open() && m.lastSaid != "" && m.composer.Text() == m.lastSaid
}

// tryAgain resumes a turn that ended in an error. The message is on record already,
// and is not sent a second time.
func (m *Model) tryAgain() tea.Cmd {
	m.composer.Take()
	m.drafts.setMessage("", m.o.Now())
	m.pane.Bottom()
	return m.goOn()
}

// limits lists the limits of the turn, or raises one of them.
func (m *Model) limits(argument string) tea.Cmd {
	s := m.o.Shell.State()
	if argument == "" {
		m.reply(pane.Info, limitsText(s.Meters(m.o.Now()), s.Folded.Open(), text.TextWidth(m.o.Theme.Fit(m.w))))
		return nil
	}
	name, value, _ := strings.Cut(argument, " ")
	value = strings.TrimSpace(value)
	if fault := limitFault(s, name, value); fault != "" {
		m.reply(pane.Warning, fault)
		return nil
	}
	m.pane.Bottom() // where the change is shown
	return m.send(coordinator.Raised{Guard: name, Limit: value})
}

// limitFault says why a limit cannot be changed like this, "" if it can.
func limitFault(s coordinator.State, name, value string) string {
	if !slices.Contains(guards.Names(), name) {
		text := fmt.Sprintf("There is no limit %q.", name)
		if near := spelling.Nearest(name, guards.Names()); near != "" {
			text += fmt.Sprintf(" Did you mean %s?", near)
		}
		return text + " /limits lists them."
	}
	key := "conversation.guards." + name
	switch bad := guards.BadLimit(name, value); {
	case value == "":
		return fmt.Sprintf("Say to what: /limits %s %s.", name, map[bool]string{true: "45m", false: "80"}[name == guards.MaxRuntime])
	case bad != "":
		return fmt.Sprintf("%s. To switch a limit off, set %s in your configuration.", bad, key)
	case !s.Folded.Open():
		return fmt.Sprintf("No turn runs, and a limit is changed here for a turn only. For every turn, set %s in your configuration.", key)
	}
	return ""
}

// scratchpad shows the program's own notes.
func (m *Model) scratchpad(string) tea.Cmd {
	var lines []string
	for _, e := range m.talk.All() {
		if n, ok := e.Item.(*record.Note); ok {
			lines = append(lines, fmt.Sprintf("turn %d  %s", e.Turn, n.Text))
		}
	}
	if len(lines) == 0 {
		m.reply(pane.Info, textNoNotes)
		return nil
	}
	m.reply(pane.Info, "Scratchpad\n"+strings.Join(lines, "\n"))
	return nil
}

// within is the pane's id of the running debugging turn, "" if none does.
func (m *Model) within() string {
	t, _ := m.o.Shell.State().Folded.Current()
	if at, ok := m.talk.Debugging(t.N); ok {
		return m.talk.At(at).ID
	}
	return ""
}

// showDebugging redraws the head of a debugging turn.
func (m *Model) showDebugging(turn int) {
	if at, ok := m.talk.Debugging(turn); ok {
		m.showEntry(at)
	}
}

// limitsText lists how far the turn has come, in columns where all of them fit a width.
func limitsText(meters []guards.Meter, open bool, width int) string {
	head := "Limits of this turn (/limits NAME VALUE changes one for this turn)"
	if !open {
		head = "Limits of a turn (none runs now)"
	}
	lines := func(layout string) (all []string, widest int) {
		for _, x := range meters {
			line := fmt.Sprintf(layout, x.Guard, x.Of())
			all, widest = append(all, line), max(widest, text.Width(line))
		}
		return all, widest
	}
	all, widest := lines("%-22s  %s")
	if widest > width {
		all, _ = lines("%s: %s")
	}
	return strings.Join(append([]string{head}, all...), "\n")
}
