package account

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"parley/config/private"
	"parley/store"
)

// marks follows the marks of a record: all lines but those by which nothing is allowed, sent or put back, and those that have
// notes of their own. At each mark, one digest stands for all lines up to it, so that none can be
// added, taken away, changed or put elsewhere: a yes is for what stands before it.
type marks struct {
	digest string                // at the latest mark, "" for none
	former string                // at the latest that an earlier build took for one; it counts for the note of such a build alone
	kept   string                // at the latest line that says which bytes of a file were kept, "" for none
	behind [2 * sha256.Size]byte // at the latest line, in hexadecimal
	at     int                   // how many lines of the record it has been over
	begun  bool                  // it has been over any
}

// add takes a line in.
func (m *marks) add(ev store.Event) {
	var both [2 * len(m.behind)]byte // the digest of what is before the line, and that of the line
	line := sha256.Sum256(ev.Line())
	n := 0
	if m.begun {
		n = copy(both[:], m.behind[:])
	}
	n += hex.Encode(both[n:], line[:])
	sum := sha256.Sum256(both[:n])
	hex.Encode(m.behind[:], sum[:])
	m.begun = true
	if isMark(ev.Body) {
		m.digest = string(m.behind[:])
		if decides(ev.Body) || runs(ev.Body) {
			m.former = m.digest
		}
	}
	if keeps(ev.Body) {
		m.kept = string(m.behind[:])
	}
}

// over goes on to the end of a record.
func (m *marks) over(log store.Log) {
	for _, ev := range log.From(m.at) {
		m.add(ev)
	}
	m.at = log.Len()
}

// left is how a record is left whose file has a digest.
func (m *marks) left(file string) *private.Closed {
	return &private.Closed{File: file, Lines: m.at, Behind: string(m.behind[:])}
}

// asLeft takes up the marks of a record that is as it was left; false if it is not known to be.
func (m *marks) asLeft(noted private.Made, file string, log store.Log) bool {
	c := noted.Closed
	if c == nil || !noted.All || c.File == "" || c.File != file || c.Lines != log.Len() || len(c.Behind) != len(m.behind) || len(noted.Marks) != 1 || len(noted.Kept) != 1 {
		return false
	}
	*m = marks{digest: noted.Marks[0], former: noted.Marks[0], kept: noted.Kept[0], at: c.Lines, begun: true}
	copy(m.behind[:], c.Behind)
	return true
}

// marksOf are the marks of a record.
func marksOf(log store.Log) (m marks) {
	m.over(log)
	return m
}

// isMark reports whether a line counts for what is allowed, sent or put back. A line of a kind that is not known does not, a title
// and the end of a repair are written by whoever holds the file, and changes of settings and what is kept of files have notes of
// their own.
func isMark(b store.Body) bool {
	switch b.(type) {
	case store.Title, store.Repaired, store.ConfigDelta, store.FileKept, store.Unknown:
		return false
	}
	return true
}

// decides reports whether a line begins or ends a turn of the user's, says what it is for and where it works, goes on with one, decides
// what holds in it, or answers a question, whoever gave the answer.
func decides(b store.Body) bool {
	switch b := b.(type) {
	case store.TurnStart:
		return b.Parent == 0
	case store.ChatRequest, store.InquiryResponse, store.Resumed, store.GuardResolved, store.Workspace:
		return true
	case store.PermissionResponse:
		return b.By == store.ByUser || b.Scope == store.ScopeTurn
	}
	return takes(b) || steers(b)
}

// steers reports whether a line changes what a model is sent, also where no turn is open: what it is
// to do, what a command of the user's printed, what was put back, what stands for earlier messages.
func steers(b store.Body) bool {
	switch b.(type) {
	case store.Instructions, store.UserCommand, store.UserCommandEnd, store.Undone, store.ContextTrimmed, store.ContextSummary, store.ContextRevoked:
		return true
	}
	return false
}

// runs reports whether a line says that a call has begun, which needs no permission any more, or what
// is asked before it goes on, and whom; or which calls there are, and what came of them.
func runs(b store.Body) bool {
	switch b.(type) {
	case store.ToolStarted, store.ToolAsked, store.InquiryRequest, store.PermissionRequest:
		return true
	}
	return tells(b)
}

// tells reports whether a line ends a response of a model, or a call of it: what stands before it is
// what a model said and was told.
func tells(b store.Body) bool {
	switch b.(type) {
	case store.ResponseEnd, store.ToolCallResponse:
		return true
	}
	return false
}

// takes reports whether a line ends what was allowed before it: without it more would hold.
func takes(b store.Body) bool {
	switch b.(type) {
	case store.TurnEnd, store.MemoryRevoked:
		return true
	}
	return false
}

// here reports whether what is open in a record was recorded by this installation: it has the line
// from which on it was, and up to its latest mark no other lines than were noted.
func (m *marks) here(noted private.Made, log store.Log) bool {
	latest := m.digest
	if !noted.All {
		latest = m.former
	}
	_, begun := begins(noted, log)
	return begun && (latest == "" || slices.Contains(noted.Marks, latest))
}

// whole reports whether it has, up to the latest line by which something could be put back, no other
// lines than were noted. A note of an earlier build says nothing of that.
func (m *marks) whole(noted private.Made) bool {
	return noted.Kept == nil || slices.Contains(noted.Kept, m.kept)
}

// marked are the digests that a record may have once lines are added to it: what it has, and what
// it has with each mark among them, since a killed program leaves some of them behind; nil if none
// is a mark. Kept are those that the lines add which say what bytes were kept.
func (m *marks) marked(log store.Log, events []store.Event) (digests, kept []string) {
	m.over(log)
	next := *m
	for _, ev := range events {
		next.add(ev)
		if isMark(ev.Body) {
			digests = append(digests, next.digest)
		}
		if keeps(ev.Body) {
			kept = append(kept, next.kept)
		}
	}
	if digests != nil && m.digest != "" {
		digests = append(digests, m.digest)
	}
	return digests, kept
}
