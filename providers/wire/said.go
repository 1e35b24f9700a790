package wire

import (
	"fmt"
	"slices"
	"strings"

	"parley/forms/rawjson"
	"parley/providers"
)

// mostSaid is how many bytes one response may say: its text, reasoning, calls and what the
// server wants back with it. The limit of a response is of what is transferred, of which
// this is a small part where each word is an event. What is said is recorded and drawn, in
// one piece when it is stopped, so whoever stops it waits for all of it.
const mostSaid = 4 << 20

// OthersWord reports whether a role is none of a model: what is said in it is not its answer, but what
// it was told.
func OthersWord(role Word) bool {
	return !slices.Contains([]string{"", "assistant", "model", "ai", "bot"}, strings.ToLower(string(role)))
}

// callSize is what a call counts of that beside its words: it is kept, recorded and told
// even if it has none.
const callSize = 64

// mostValues is how many values an event, or a document, may have. One of three bytes takes
// hundreds when it is read, so that what is transferred does not limit it.
const mostValues = 200_000

// crowded is non-nil if something has more values than are read.
func (p *Server) crowded(raw []byte) *Failure {
	if rawjson.Values(raw) <= mostValues {
		return nil
	}
	return p.Fail(0, false, fmt.Sprintf(textCrowded, p.Title(), mostValues), "", fmt.Sprintf(helpSaidTooMuch, p.cfg.Name))
}

// hear queues deltas. Those that arrived together and continue the same thing become
// one. What goes beyond mostSaid is a failure, and is not queued.
func (s *stream) hear(out []providers.Delta) *Failure {
	if len(out) == 0 {
		return nil
	}
	s.begin()
	s.try.x.begun = true
	for len(out) > 0 {
		n := run(out)
		d := joined(out[:n])
		if s.said += sizeOf(d) + s.opened(d)*callSize; s.said > mostSaid {
			return s.p.saidTooMuch()
		}
		s.queue = append(s.queue, d)
		out = out[n:]
	}
	return nil
}

// opened is how many calls begin with a delta.
func (s *stream) opened(d providers.Delta) int {
	call, is := d.(providers.CallDelta)
	if !is || call.Index < s.calls {
		return 0
	}
	before := s.calls
	s.calls = call.Index + 1
	return s.calls - before
}

// sizeOf is how many bytes a delta says.
func sizeOf(d providers.Delta) int {
	switch d := d.(type) {
	case providers.TextDelta:
		return len(d.Text)
	case providers.ReasoningDelta:
		return len(d.Text)
	case providers.CallDelta:
		return len(d.Text)
	}
	return 0
}

// recorded is how many bytes of a completed response go on record.
func recorded(r providers.Response) int {
	n := len(r.Text) + len(r.Reasoning) + len(r.Provider)
	for _, c := range r.Calls {
		n += len(c.Name) + len(c.Arguments) + len(c.Provider)
	}
	return n
}

// saidTooMuch reports a response that says more than mostSaid.
func (p *Server) saidTooMuch() *Failure {
	return p.Fail(0, false, fmt.Sprintf(textSaidTooMuch, p.Title(), mostSaid>>20), "", fmt.Sprintf(helpSaidTooMuch, p.cfg.Name))
}
