package guards

import (
	"slices"
	"strings"
)

// Loop counts repetitions. It outlives a turn, until the user changes the task.
type Loop struct {
	Last, Before Signature
	Same         int // equal ones in a row, at the end
	Alternating  int // length of the run at the end in which two take turns
}

// With adds an iteration.
func (l Loop) With(s Signature) Loop {
	switch {
	case s.IsZero():
		return l
	case s.Digest == l.Last.Digest && l.Same > 0:
		l.Same++
		l.Alternating = 1
	case s.Digest == l.Before.Digest && l.Alternating > 1:
		l.Same = 1
		l.Alternating++
	default:
		l.Alternating = 1 + min(l.Same, 1)
		l.Same = 1
	}
	l.Last, l.Before = s, l.Last
	return l
}

// rounds says how often the pattern at the end was repeated.
func (l Loop) rounds() int { return max(l.Same, l.Alternating/2) }

// pattern is what was repeated, to be read.
func (l Loop) pattern() string {
	if l.Alternating/2 > l.Same {
		return l.Before.Text() + " / " + l.Last.Text()
	}
	return l.Last.Text()
}

// SameTask says whether a message of the user's lets the turn before go on.
func SameTask(text, before string) bool {
	text = strings.Trim(strings.ToLower(oneLine(text)), ".! ")
	goesOn := []string{"continue", "go on", "carry on", "keep going", "proceed", "again", "retry", "try again", "resume"}
	return slices.Contains(goesOn, text) || text == strings.Trim(strings.ToLower(oneLine(before)), ".! ")
}

// TaskOf is what of a message of the user's is kept as the task.
func TaskOf(text string) string { return text[:min(len(text), longestTask)] }

// longestTask is how much of the user's message is kept to compare with the
// next, in bytes.
const longestTask = 1 << 10
