package coordinator

import "parley/store"

// Compacted asks for a summary of what was said, which the user is shown before it takes
// effect. Matters is what it should keep above all.
type Compacted struct{ Matters string }

// Accepted puts the summary that was shown into effect, as the user left it; Discarded
// drops it.
type (
	Accepted  struct{ Summary store.ContextSummary }
	Discarded struct{}
)

// TakenBack revokes what stands for earlier messages: a trimming or a summary, by its
// event.
type TakenBack struct{ Of string }

func (Compacted) input() {}
func (Accepted) input()  {}
func (Discarded) input() {}
func (TakenBack) input() {}

// compacting is a summary that the user wants.
type compacting struct {
	n       int
	matters string
	failed  int
}

// compactionOwed is the summary that the user is waiting for.
func compactionOwed(f Folded, env Env) []Effect {
	if c := env.now.compact; c.n > 0 && f.Wish != nil {
		return []Effect{Summarise{N: c.n, Try: c.failed + 1}}
	}
	return nil
}

// Compacting reports whether a summary that the user wants is being written.
func (s State) Compacting() bool { return s.compact.n > 0 && s.Folded.Wish != nil }

// compacted receives the summary that the user wants, to be shown.
func (s State) compacted(m Summed) (State, []store.Body) {
	wish := s.Folded.Wish
	s.compact.failed++
	switch {
	case wish == nil:
		s.compact = compacting{}
	case m.Summary.Upto == "":
		s.compact = compacting{}
		if m.Error == nothingToSumText {
			return s, s.unwished(store.DropNothing)
		}
		return s, s.unwished(store.DropFailed)
	case m.Error == "", s.compact.failed >= mostSummaries:
		m.Summary.By, m.Summary.Asked = store.ByUser, wish.ID
		s.compact, s.Proposed = compacting{}, &m.Summary
	}
	return s, nil
}

// compaction begins a summary that the user wants, in place of one that is open.
func (s State) compaction(nonce string, m Compacted) (State, []store.Body) {
	said := s.unwished(store.DropUser)
	s.compactions++
	s.compact, s.Proposed = compacting{n: s.compactions, matters: m.Matters}, nil
	return s, append(said, store.SummaryAsked{ID: nonce + "s", Matters: m.Matters})
}

// uncompacted gives up a summary of the user's that is being written.
func (s State) uncompacted() (State, []store.Body) {
	if !s.Compacting() {
		return s, nil
	}
	said := s.unwished(store.DropUser)
	s.compact = compacting{}
	return s, said
}

// unwished ends the wish for a summary that is open, if one is.
func (s State) unwished(reason string) []store.Body {
	if s.Folded.Wish == nil {
		return nil
	}
	b := store.SummaryDropped{ID: s.Folded.Wish.ID, Reason: reason}
	if p := s.Proposed; p != nil {
		b.Model, b.Usage = p.Model, p.Usage
	}
	return []store.Body{b}
}

// accepted puts a summary of the user's in force, unless a later one stands by now: the one that
// was shown, or one that stands in other words.
func (s State) accepted(m Accepted) (State, []store.Body, bool) {
	b, wish := m.Summary, s.Folded.Wish
	b.By = store.ByUser
	fits := s.fits(b)
	if s.Proposed == nil || wish == nil || b.Asked != wish.ID {
		b.Asked = ""
		return s, []store.Body{b}, fits
	}
	said := []store.Body{b}
	if !fits {
		said = s.unwished(store.DropLate)
	}
	s.Proposed = nil
	return s, said, true
}

// discarded drops the summary that was shown.
func (s State) discarded() (State, []store.Body, bool) {
	if s.Proposed == nil {
		return s, nil, false
	}
	said := s.unwished(store.DropUser)
	s.Proposed = nil
	return s, said, len(said) > 0
}

// takenBack revokes what stands for earlier messages.
func (s State) takenBack(m TakenBack) ([]store.Body, bool) {
	f := s.Folded
	return []store.Body{store.ContextRevoked{Of: m.Of}}, f.takeBack(m.Of)
}
