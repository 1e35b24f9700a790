package coordinator

import (
	"encoding/json"
	"errors"

	"parley/forms"
	"parley/store"
)

// What a person allows is the call as its tool gets it, so that is what they are asked about: with
// the tool's defaults, and with what JSON in a text holds. Who edits a call writes all of it. What
// the tool would get beside or instead of that, they have not seen.

// Completed are the arguments with which a call of a tool would run if somebody edited it to
// these, and whether they say anything else. Where there is no run they are these.
func (s State) Completed(tool string, edited json.RawMessage) (whole json.RawMessage, other bool) {
	whole, err := s.Env.Tools.Check(tool, edited)
	if err != nil || forms.Equal(whole, edited) {
		return edited, false
	}
	return whole, true
}

// ran are the arguments that the run of a call gets.
func (s State) ran(c Call) json.RawMessage {
	e, _ := s.Env.Tools.Get(c.Name)
	return e.Completed(c.Arguments)
}

// unfitYes says why a permission is not taken: it is a yes, and there is no tool to run, or the
// run would get something that was not written, or cannot do what was.
func (s State) unfitYes(m Permitted) error {
	t, _ := s.Folded.Current()
	i := t.Calls.where(func(c *Call) bool { return c.waitsFor(m.Key.ID) })
	if i < 0 || !store.Permits(m.Outcome) {
		return nil
	}
	c := t.Calls.At(i)
	if c.lacks(s.env()) {
		return errors.New(lacksText(c.Name))
	}
	if _, other := s.Completed(c.Name, m.Arguments); other && len(m.Arguments) > 0 {
		return errors.New(incompleteText(c.Name))
	}
	if e, _ := s.Env.Tools.Get(c.Name); e.Takes != nil && len(m.Arguments) > 0 {
		return e.Takes(m.Arguments)
	}
	return nil
}
