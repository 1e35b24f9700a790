package coordinator

import (
	"context"
	"errors"
)

// A shell can also be the mirror of a conversation that is not open here: it shows what a
// record says is asked, and hands each act to whoever takes it. It records nothing and
// starts nothing.

// Forwarder hands an act to whoever takes it. It may block.
type Forwarder func(ctx context.Context, key Key, act Act) (Taken, error)

// Forwarded is what became of an act that was handed on.
type Forwarded struct {
	Key   Key
	Taken Taken
	Err   error
}

func (Forwarded) input() {}

// errOnlyThere says that something can be done only where the conversation is open.
var errOnlyThere = errors.New("rules and images go with an answer only in the conversation itself; open it")

// Handing reports whether a mirror has passed on an act, and what became of it is not known
// yet.
func (s *Shell) Handing() bool { return s.handing }

// Mirrors reports whether this is the mirror of a conversation.
func (s *Shell) Mirrors() bool { return s.World.Forward != nil }

// mirrored handles what a mirror is sent.
func (s *Shell) mirrored(in Input) []Job {
	key, _ := keyOf(in)
	switch x := in.(type) {
	case Opened:
		if p, ok := s.state.Prompt(); ok {
			return []Job{{Key: p.Key, Context: s.ctx, Ask: &p}}
		}
		return nil
	case Forwarded:
		s.handing = false
		return nil
	case Answered, Permitted, Replied, WentBack, EndedTurn:
		p, ok := s.state.Prompt()
		if !ok || p.Key != key || s.handing {
			return nil
		}
		s.handing = true
		act, ok := ActOf(x)
		forward := s.World.Forward
		return []Job{{Key: Key{Kind: OfScreen}, Context: s.ctx, Perform: func(ctx context.Context) (Input, Performer) {
			if !ok {
				return Forwarded{Key: key, Err: errOnlyThere}, nil
			}
			taken, err := forward(ctx, key, act)
			return Forwarded{Key: key, Taken: taken, Err: err}, nil
		}}}
	}
	return nil
}
