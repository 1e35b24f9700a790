package model

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/views/text"
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
