package screens

import (
	"parley/model/cli/session"
	"parley/model/kit"
	"parley/model/start"
)

// Reviewers are the models that questions go to.
func (h host) Reviewers() []string { return h.x.Current().Reviewers() }

// Start looks up what is told before the first message. Of the conversations it reads
// what the list of them reads: its cache, and those that have changed since.
func (h host) Start() (kit.Start, error) {
	all, _, _ := h.x.InForce() // what is wrong with rules is told by itself
	out := kit.Start{Rules: len(all)}
	list, err := h.x.Store.List()
	out.Recent = start.Choose(list, h.x.Dir, h.x.Saved.ID())
	return out, err
}

// File is the digest of a file of the workspace now.
func (h host) File(path string) (digest string, known bool) { return session.FileIn(h.x.Dir)(path) }
