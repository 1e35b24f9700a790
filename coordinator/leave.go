package coordinator

import "context"

// Leave records the part of a response in progress, after what was not on disk yet, and waits
// for that. It is for a program that ends: nothing may be sent afterwards. What could not be
// written before is tried a last time; see Unsaved.
func (s *Shell) Leave() error {
	troubled := s.trouble != nil
	if s.outbox.Holds() && !troubled {
		if err := s.last(s.hurry()); err != nil {
			return err
		}
	}
	if s.adding != nil {
		err := s.adding()
		if jobs := s.wrote(err); err == nil {
			err = s.last(jobs)
		}
		if s.unsaved = troubled && !s.Saved(); err != nil && !s.unsaved {
			return err
		}
	}
	if !s.Saved() || s.trouble != nil {
		return nil
	}
	_, jobs := s.Send(Left{})
	return s.last(jobs)
}

// Unsaved is why the end of the conversation is not on disk after Leave, if it could not be
// written before either; else nil.
func (s *Shell) Unsaved() error {
	if !s.unsaved {
		return nil
	}
	return unsavedError(s.trouble)
}

// last does what a program that ends must still do: what would begin now begins when
// the conversation is next opened.
func (s *Shell) last(jobs []Job) error {
	for _, j := range jobs {
		if j.Key.Kind != ofWriting && j.Key.Kind != ofAside {
			continue
		}
		switch in, _ := j.Perform(j.Context); in := in.(type) {
		case wrote:
			if in.err != nil {
				s.wrote(in.err)
				return in.err
			}
			return s.last(s.wrote(nil))
		case asideDone:
			return in.err
		}
	}
	return nil
}

// Stop cancels everything and waits until no tool is running, or until ctx ends.
func (s *Shell) Stop(ctx context.Context) {
	for _, stop := range s.cancels {
		stop()
	}
	if s.holding.stop != nil {
		s.holding.stop()
	}
	ended := make(chan struct{})
	go func() { s.runs.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-ctx.Done():
	}
}
