package guards

import "slices"

// History is what the guards examine in a turn.
type History struct {
	Iterations int // responses whose calls have all ended
	Calls      int
	Failed     int
	Errors     int        // consecutive iterations that failed
	Last       []string   // the last three errors, verbatim, newest last
	Said       string     // the last text of the assistant
	Output     string     // the last result
	Issues     []string   // known issues that the user wants ignored
	Past       *Iteration // the last iteration, nil before the first
	Notes      []string   // the scratchpad of the turn
}

// Iteration is an iteration as the guards remember it, linked to those before. It
// never changes, so older values of a history can share it.
type Iteration struct {
	N         int
	Signature Signature
	Failed    bool
	Before    *Iteration
}

// How much of the past a review shows.
const (
	lastErrors = 3
	shownSteps = 200
	keptNotes  = 20
)

// Iterated adds an iteration whose calls have all ended.
func (h History) Iterated(calls []Ended) (History, Signature) {
	h.Iterations++
	failed, counts := 0, 0
	h.Last = slices.Clone(h.Last)
	for _, c := range calls {
		h.Calls++
		h.Output = c.Content
		if c.Refused {
			continue // the user said no, which is not the turn's fault
		}
		counts++
		if problem, ok := c.problem(); ok {
			failed++
			h.Failed++
			h.Last = append(h.Last, problem)
		}
	}
	h.Last = h.Last[max(len(h.Last)-lastErrors, 0):]
	switch {
	case counts == 0:
	case failed == counts:
		h.Errors++
	default:
		h.Errors = 0
	}
	s := together(calls)
	h.Past = &Iteration{N: h.Iterations, Signature: s, Failed: counts > 0 && failed == counts, Before: h.Past}
	return h, s
}

// Noted adds a note to the scratchpad, which keeps the latest notes.
func (h History) Noted(text string) History {
	from := max(len(h.Notes)+1-keptNotes, 0)
	h.Notes = append(slices.Clone(h.Notes[from:]), text)
	return h
}
