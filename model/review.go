package model

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/views"
)

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

// reviewingText names the models that review, each once.
func reviewingText(all []coordinator.UnderReview) string {
	var names []string
	for _, r := range all {
		if name := views.Line(r.Model, 40); name != "" && !slices.Contains(names, name) {
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
