package screens

import (
	"parley/model/cli/instruct"
	"parley/model/cli/session"
	"parley/model/kit"
	"parley/model/start"
)

// Reviewers are the models that review questions.
func (h host) Reviewers() []string { return h.x.Current().Reviewers() }

// Start looks up what is shown before the first message. For the conversations it
// reads what a list of them reads: the cache, and those that have changed since. Unless
// something is said the program rests after that, so what reading took is given back.
func (h host) Start() (kit.Start, error) {
	all, _, _ := h.x.InForce() // faults of rules are reported separately
	out := kit.Start{Rules: len(all), Elsewhere: h.Elsewhere()}
	list, err := h.x.Store.List()
	out.Told = h.Told()
	out.Recent = start.Choose(list, h.x.Dir, h.x.Saved.ID())
	tidy(h.x.Prog)
	return out, err
}

// File is the digest of a file of the workspace now.
func (h host) File(path string) (digest string, known bool) { return session.FileIn(h.x.Dir)(path) }

// Told is what the model is told of files as instructions.
func (h host) Told() (out kit.Told) {
	found := h.x.Teller.Told()
	for _, f := range found.Files {
		out.Names = append(out.Names, f.Path)
	}
	out.Lines = found.Lines(instruct.TrustHere)
	for _, c := range found.Changed {
		out.Changes = append(out.Changes, kit.ToldChange{Path: c.Path, Patch: c.Patch})
	}
	return out
}

// SawChanges keeps in mind that what changed was shown.
func (h host) SawChanges(shown []kit.ToldChange) error {
	var all []instruct.Change
	for _, c := range shown {
		all = append(all, instruct.Change{Path: c.Path, Patch: c.Patch})
	}
	return h.x.Teller.Saw(all)
}

// Skills are those that the user can call.
func (h host) Skills() (out []kit.Skill) {
	for _, s := range h.x.Teller.Told().Skills {
		out = append(out, kit.Skill{Name: s.Name, Help: s.Description, Where: s.Where()})
	}
	return out
}
