package screens

import (
	"parley/model/cli/session"
	"parley/model/kit"
	"parley/model/start"
)

// Reviewers are the models that review questions.
func (h host) Reviewers() []string { return h.x.Current().Reviewers() }

// Start looks up what is shown before the first message. For the conversations it
// reads what a list of them reads: the cache, and those that have changed since.
func (h host) Start() (kit.Start, error) {
	all, _, _ := h.x.InForce() // faults of rules are reported separately
	out := kit.Start{Rules: len(all)}
	list, err := h.x.Store.List()
	out.Recent = start.Choose(list, h.x.Dir, h.x.Saved.ID())
	return out, err
}

// File is the digest of a file of the workspace now.
func (h host) File(path string) (digest string, known bool) { return session.FileIn(h.x.Dir)(path) }
