package fs

import (
	"context"
	"io"
	"strings"
)

// What a pattern takes grows with its own size and with the line, and both are another's. So lines are paid for: what
// costs little is free, what costs more is taken from what a call has, and a line that cannot be paid is not searched.
const (
	mostSearched = 1 << 26 // what a call has; see forms.Pattern.PerByte
	freePerByte  = 8       // what a pattern of ordinary size costs for each byte
	freeLine     = 4 << 10 // bytes of an ordinary line
	atOnce       = 1 << 17 // what is spent without a look at whether the search was stopped
	betweenLooks = 64      // characters between two such looks
)

// matches reports whether a line matches. A stopped search finds nothing more.
func (s *search) matches(ctx context.Context, line string) bool {
	switch found := strings.Contains(line, s.literal); {
	case !found || s.whole:
		return found
	case !s.pays(line):
		s.long++
		return false
	case s.cost(line) <= atOnce:
		return s.re.MatchString(line)
	}
	return s.re.MatchReader(&stoppable{ctx: ctx, text: strings.NewReader(line)})
}

// cost is what it may take to search a line.
func (s *search) cost(line string) int64 { return int64(s.re.PerByte) * int64(len(line)+1) }

// pays takes what a line costs from what is left, if there is as much.
func (s *search) pays(line string) bool {
	if s.re.PerByte <= freePerByte && len(line) <= freeLine {
		return true
	}
	cost := s.cost(line)
	if cost > s.left {
		return false
	}
	s.left -= cost
	return true
}

// stoppable is a text that ends where its reader is stopped.
type stoppable struct {
	ctx  context.Context
	text *strings.Reader
	read int
}

// ReadRune reads on, if the context is not done.
func (r *stoppable) ReadRune() (c rune, size int, err error) {
	if r.read++; r.read%betweenLooks == 0 && r.ctx.Err() != nil {
		return 0, 0, io.EOF
	}
	return r.text.ReadRune()
}
