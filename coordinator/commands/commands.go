// Package commands runs what the coordinator orders: as commands of Bubble Tea, whose
// results and questions are messages of the program, and in a loop of its own if
// there is no screen. It knows nothing about drawing.
package commands

import (
	"sync"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/store"
	"parley/store/record"
)

// StepMsg is one message of a job on its way back to the shell, and the rest of
// the job.
type StepMsg struct {
	Input coordinator.Input
	Rest  coordinator.Job
	More  bool

	from *Arrivals // where others wait until it was taken; nil: nowhere
}

// AskMsg says that the user is asked something: a permission or a question. Telling is what is said
// of the call that a permission is about.
type AskMsg struct {
	Prompt  coordinator.Prompt
	Telling record.Telling
}

// Arrivals are the messages of a program's jobs. One at a time is on its way to the program, and
// the others wait here: in the program's queue a key would stand behind all of them.
type Arrivals struct {
	mu      sync.Mutex
	waiting []StepMsg // in order
	coming  bool      // one is on its way
}

// Command turns a job into a command. It holds values, never the model.
func (a *Arrivals) Command(j coordinator.Job) tea.Cmd {
	if j.Ask != nil {
		p := *j.Ask
		return func() tea.Msg {
			m := AskMsg{Prompt: p}
			if p.Permission != nil && p.Permission.Kind == store.PermitRun {
				m.Telling = record.Tell(*p.Permission)
			}
			return m
		}
	}
	return func() tea.Msg {
		in, rest := j.Perform(j.Context)
		urgent := j.Urgent()
		j.Perform = rest
		m := StepMsg{Input: in, Rest: j, More: rest != nil}
		if urgent {
			return m
		}
		return a.arrive(m)
	}
}

// Commands turns jobs into one command.
func (a *Arrivals) Commands(jobs []coordinator.Job) tea.Cmd {
	if len(jobs) == 0 {
		return nil
	}
	all := make([]tea.Cmd, len(jobs))
	for i, j := range jobs {
		all[i] = a.Command(j)
	}
	return tea.Batch(all...)
}

// arrive is the message itself if none is on its way; else nothing, and it waits.
func (a *Arrivals) arrive(m StepMsg) tea.Msg {
	m.from = a
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.coming {
		a.waiting = append(a.waiting, m)
		return nil
	}
	a.coming = true
	return m
}

// Next is for whoever takes the message: the command that brings the one that waited longest, nil
// if none waits.
func (m StepMsg) Next() tea.Cmd {
	if m.from == nil {
		return nil
	}
	return m.from.next()
}

func (a *Arrivals) next() tea.Cmd {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.coming = len(a.waiting) > 0; !a.coming {
		a.waiting = nil
		return nil
	}
	m := a.waiting[0]
	a.waiting[0] = StepMsg{}
	a.waiting = a.waiting[1:]
	return func() tea.Msg { return m }
}
