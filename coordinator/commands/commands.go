// Package commands runs what the coordinator orders: as commands of Bubble Tea, whose
// results and questions are messages of the program, and in a loop of its own if
// there is no screen. It knows nothing about drawing.
package commands

import (
	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
)

// StepMsg is one message of a job on its way back to the shell, and the rest of
// the job.
type StepMsg struct {
	Input coordinator.Input
	Rest  coordinator.Job
	More  bool
}

// AskMsg says that the user is asked something: a permission or a question.
type AskMsg struct{ Prompt coordinator.Prompt }

// Command turns a job into a command. It holds values, never the model.
func Command(j coordinator.Job) tea.Cmd {
	if j.Ask != nil {
		p := *j.Ask
		return func() tea.Msg { return AskMsg{p} }
	}
	return func() tea.Msg {
		in, rest := j.Perform(j.Context)
		j.Perform = rest
		return StepMsg{Input: in, Rest: j, More: rest != nil}
	}
}

// Commands turns jobs into one command.
func Commands(jobs []coordinator.Job) tea.Cmd {
	if len(jobs) == 0 {
		return nil
	}
	all := make([]tea.Cmd, len(jobs))
	for i, j := range jobs {
		all[i] = Command(j)
	}
	return tea.Batch(all...)
}
