package coordinator

import "parley/store"

// Together gives the core several messages, in order, of which the disk sees all or none: what
// they lead to goes with one append. Saw receives each with its events; it may be nil.
func (s *Shell) Together(saw func(Input, []store.Event), ins ...Input) (jobs []Job) {
	s.gathers = true
	for _, in := range ins {
		events, more := s.Send(in)
		if saw != nil {
			saw(in, events)
		}
		jobs = append(jobs, more...)
	}
	s.gathers = false
	return append(jobs, s.write(0)...)
}
