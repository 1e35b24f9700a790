// Package records has the commands for saved conversations: list, print, search,
// check, copy, repair and throw away.
package records

import (
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store"
)

// Store opens the store that the configuration names.
func Store(p *process.Program) (store.Store, session.Setup, error) {
	s, cfg, err := session.ForRecords(p)
	if err != nil {
		return store.Store{}, s, err
	}
	return store.Open(cfg.Store.Dir, p.Now), s, nil
}

// readOne opens for reading the saved conversation whose id begins with prefix, and
// reports what is wrong with its file.
func readOne(p *process.Program, prefix string) (*store.Conversation, error) {
	c, _, err := readTold(p, prefix)
	return c, err
}

// readTold is readOne with the report.
func readTold(p *process.Program, prefix string) (*store.Conversation, store.Report, error) {
	saved, setup, err := Store(p)
	if err != nil {
		return nil, store.Report{}, err
	}
	c, report, err := readFrom(saved, prefix)
	if err != nil {
		return nil, store.Report{}, err
	}
	session.TellProblems(p, c.ID(), report)
	tellNotMadeHere(p, saved, setup, c, report)
	return c, report, nil
}

// tellNotMadeHere says of a conversation that this installation did not record, or not alone, that it is so, unless
// it is told that another hand changed its file.
func tellNotMadeHere(p *process.Program, saved store.Store, setup session.Setup, c *store.Conversation, r store.Report) {
	if !r.Altered() && !madeHere(saved, setup, c) {
		process.Say(p.Err, notMadeHereText)
	}
}

// madeHere reports whether what a conversation holds was recorded by this installation, which notes nothing of
// sessions of other programs. Whoever has it open may write between two looks, at it and at the note.
func madeHere(saved store.Store, setup session.Setup, c *store.Conversation) bool {
	about := c.Summary()
	if about.Turns == 0 || about.Program != "" {
		return true
	}
	here, err := setup.MadeHere(c.ID(), c.Log())
	if !here && err == nil && saved.Held(c.ID()) {
		var again *store.Conversation
		if again, _, err = saved.OpenRead(c.ID()); err == nil {
			here, err = setup.MadeHere(c.ID(), again.Log())
		}
	}
	return here && err == nil
}

// readFrom opens for reading the conversation of a store whose id begins with prefix.
func readFrom(saved store.Store, prefix string) (*store.Conversation, store.Report, error) {
	id, err := saved.Find(prefix)
	if err != nil {
		return nil, store.Report{}, err
	}
	return saved.OpenRead(id)
}
