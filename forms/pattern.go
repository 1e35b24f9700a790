package forms

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"sync/atomic"
)

// Patterns are written by models and servers. A short one may have millions of steps, and how long it takes to
// match grows with these and with the text: so what patterns may cost together is counted.

// matcher is a pattern that is read.
type matcher struct {
	*regexp.Regexp
	steps int
	left  *atomic.Int64 // what may still be spent, below zero once that is over
}

const (
	mostRead    = 40_000  // steps of patterns that are read, about: a schema's are read twice
	mostMatched = 1 << 19 // about an eighth of a second, at the worst
)

// stepsAtOnce is how many steps count as one: of a short pattern few are taken for each character.
const stepsAtOnce = 16

// purse is what may be spent.
func purse(most int64) *atomic.Int64 {
	left := new(atomic.Int64)
	left.Store(most)
	return left
}

// readPattern reads a pattern, if that is not too much.
func readPattern(text string, left *atomic.Int64) (m matcher, err error) {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return m, err
	}
	m.steps, m.left = steps(tree), left
	if left.Add(-int64(m.steps)) < 0 {
		return m, errors.New(patternTooMuch)
	}
	m.Regexp, err = regexp.Compile(text)
	return m, err
}

// steps is about how many steps a pattern has once what is repeated in it is written out.
func steps(re *syntax.Regexp) int {
	n := 1
	if re.Op == syntax.OpLiteral {
		n = len(re.Rune)
	}
	for _, part := range re.Sub {
		n += steps(part)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(re.Min, re.Max, 1)
	}
	return n
}

// Pattern is a pattern of a model's that is read, for whoever counts himself what matching costs.
type Pattern struct {
	*regexp.Regexp
	PerByte int // what it costs at the most to look at one byte; 4 million of that take a second, at the worst
}

// ReadPattern reads a pattern of a model's, unless it has more steps than there is memory for.
func ReadPattern(text string) (Pattern, error) {
	m, err := readPattern(text, purse(mostRead))
	return Pattern{m.Regexp, m.perByte()}, err
}

// perByte is what it costs to look at one byte.
func (m matcher) perByte() int { return m.steps/stepsAtOnce + 1 }

// MatchString reports whether a text matches. Where it is too much to find that out, it reports false.
func (m matcher) MatchString(text string) bool {
	return m.left.Add(-int64(m.perByte()*(len(text)+1))) >= 0 && m.Regexp.MatchString(text)
}
