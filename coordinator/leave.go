package coordinator

import "context"

// Leave records the part of a response in progress and waits until it is on disk. It
// is for a program that ends: nothing may be sent afterwards. If something else is
// being written at that moment, or nothing can be, no more is written.
func (s *Shell) Leave() error {
	if s.outbox.Holds() && s.trouble == nil {
		if err := s.last(s.hurry()); err != nil {
			return err
		}
	}
	if !s.Saved() || s.trouble != nil {
		return nil
	}
	_, jobs := s.Send(Left{})
	return s.last(jobs)
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
