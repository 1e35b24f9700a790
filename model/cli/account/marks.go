package account

import (
	"slices"

	"parley/config/private"
	"parley/store"
)

// marks follows the marks of a record: the lines that begin a turn, go on with one, or decide
// what holds in it. One digest stands for all of them so far, so that none can be added, taken away
// or put elsewhere.
type marks struct {
	digest string // "" for none
	at     int    // how many lines of the record it has been over
}

// add takes a line in, and reports whether it is a mark.
func (m *marks) add(ev store.Event) bool {
	if !isMark(ev.Body) {
		return false
	}
	m.digest = store.Digest([]byte(m.digest + store.Digest(ev.Line())))
	return true
}

// over goes on to the end of a record.
func (m *marks) over(log store.Log) {
	for _, ev := range log.From(m.at) {
		m.add(ev)
	}
	m.at = log.Len()
}

// marksOf is the digest of all marks of a record.
func marksOf(log store.Log) string {
	var m marks
	m.over(log)
	return m.digest
}

// isMark reports whether a line begins a turn of the user's, goes on with one, or decides what
// holds in it.
func isMark(b store.Body) bool {
	switch b := b.(type) {
	case store.TurnStart:
		return b.Parent == 0
	case store.Resumed, store.GuardResolved, store.MemoryRevoked:
		return true
	case store.PermissionResponse:
		return b.By == store.ByUser || b.Scope == store.ScopeTurn
	case store.InquiryResponse:
		return b.Remember != "" || answers(b) != ""
	}
	return false
}

// here reports whether what is open in a record was recorded by this installation: it has the line
// from which on it was, and no other marks than were noted.
func here(noted private.Made, log store.Log) bool {
	return begins(noted, log) && (marksOf(log) == "" || slices.Contains(noted.Marks, marksOf(log)))
}

// marked are the digests that a record may have once lines are added to it: what it has, and what
// it has with each mark among them, since a killed program leaves some of them behind. It is nil if none
// is a mark.
func (m *marks) marked(log store.Log, events []store.Event) (digests []string) {
	m.over(log)
	next := *m
	for _, ev := range events {
		if next.add(ev) {
			digests = append(digests, next.digest)
		}
	}
	if digests != nil && m.digest != "" {
		digests = append(digests, m.digest)
	}
	return digests
}
