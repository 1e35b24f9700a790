package guards

import (
	"parley/store/text/clean"
	"slices"
	"strings"
)

// Loop counts repetitions. It outlives a turn, until the user changes the task.
type Loop struct {
	Last, Before Signature
	Same         int // identical ones at the end
	Alternating  int // length of the run at the end in which two alternate
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

// rounds counts the repetitions of the pattern at the end.
func (l Loop) rounds() int { return max(l.Same, l.Alternating/2) }

// pattern is what was repeated, in readable form.
func (l Loop) pattern() string {
	if l.Alternating/2 > l.Same {
		return l.Before.Text() + " / " + l.Last.Text()
	}
	return l.Last.Text()
}

// SameTask reports whether a message of the user continues the previous turn.
func SameTask(text, before string) bool {
	text = strings.Trim(strings.ToLower(clean.OneLine(text)), ".! ")
	goesOn := []string{"continue", "go on", "carry on", "keep going", "proceed", "again", "retry", "try again", "resume"}
	return slices.Contains(goesOn, text) || text == strings.Trim(strings.ToLower(clean.OneLine(before)), ".! ")
}

// TaskOf is the part of a user message that is kept as the task.
func TaskOf(text string) string { return text[:min(len(text), longestTask)] }

// longestTask is how much of the user's message is kept for comparison with the next
// one, in bytes.
const longestTask = 1 << 10
