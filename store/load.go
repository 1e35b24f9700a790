package store

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
)

// Fault is what is wrong with a line.
type Fault string

// The faults. A line with one of the first four is set aside: it stays in the
// file and takes no part. The others are kept.
const (
	Damaged    Fault = "damaged"      // not an event
	Torn       Fault = "torn"         // the last line, broken off
	Foreign    Fault = "foreign"      // an event of another conversation
	Repeated   Fault = "repeated"     // an event that occurred before
	Gap        Fault = "gap"          // events before this line are missing
	OutOfOrder Fault = "out_of_order" // its number is not above the earlier ones
	Newer      Fault = "newer"        // written by a newer Parley
	Changed    Fault = "changed"      // a decision that does not fit the previous one
	Altered    Fault = "altered"      // the file is not the one that its holder closed
)

// Problem is one fault in a file, in words for the user.
type Problem struct {
	Line  int // counted from 1; 0 for the whole file
	Fault Fault
	Why   string
	Kept  bool // the event takes part nevertheless
}

// String is the problem with its line number.
func (p Problem) String() string {
	end := "; the line is set aside"
	if p.Kept {
		end = ""
	}
	if p.Line == 0 {
		return p.Why + end
	}
	return fmt.Sprintf("line %d: %s%s", p.Line, p.Why, end)
}

// Report lists what is wrong with a conversation's file, in the order of its
// lines. Nothing that it names was changed in the file.
type Report struct {
	Lines    int
	Problems []Problem
}

// SetAside counts the lines that take no part.
func (r Report) SetAside() int {
	n := 0
	for _, p := range r.Problems {
		if !p.Kept {
			n++
		}
	}
	return n
}

// Repairable reports whether Repair has something to do. Events of a newer Parley do
// not count: they are kept, and no repair can make them readable.
func (r Report) Repairable() bool {
	return slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Fault != Newer })
}

// Altered reports whether another hand changed the file while nobody had it open, or whether
// that cannot be told.
func (r Report) Altered() bool {
	return slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Fault == Altered })
}

// Unsealed reports that it cannot be told, since the seal cannot be read.
func (r Report) Unsealed() bool {
	return slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Fault == Altered && p.Why == unsealedText })
}

// Edited reports whether another hand changed the file, at whatever time: it is not as it was
// closed, or a decision does not fit the one before.
func (r Report) Edited() bool {
	return slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Fault == Altered || p.Fault == Changed })
}

// add reports a problem.
//
//go:noinline
func (r *Report) add(line int, f Fault, kept bool, format string, args ...any) {
	r.Problems = append(r.Problems, Problem{Line: line, Fault: f, Kept: kept, Why: fmt.Sprintf(format, args...)})
}

// sort orders the problems by line.
func (r *Report) sort() {
	sort.SliceStable(r.Problems, func(i, j int) bool { return r.Problems[i].Line < r.Problems[j].Line })
}

// loaded is what a file holds.
type loaded struct {
	log    Log
	report Report
	ids    map[string]bool // of the events in the log
	own    map[string]bool // the conversation and those that it was forked from
	next   int64           // the number of the next event
	stood  []stood         // the decisions of the log, in order
	hurt   bool            // a damaged line came after the last of them
	open   bool            // the file does not end in a newline
}

// parsed is one line on its way into the log.
type parsed struct {
	at    int
	event Event
	err   error
}

// load reads the lines of a conversation's file. It takes time linear in the data.
func load(id string, data []byte) loaded {
	lines, open := parse(data)
	l := loaded{ids: make(map[string]bool, len(lines)), own: family(id, lines), next: 1, open: open}
	l.report.Lines = bytes.Count(data, []byte("\n"))
	if open {
		l.report.Lines++
	}
	for i, p := range lines {
		l.take(p, open && i == len(lines)-1)
	}
	l.chain()
	repaired := 0
	for _, p := range lines {
		if b, ok := p.event.Body.(Repaired); ok && p.err == nil {
			repaired = l.repaired(p.at, b, repaired)
		}
	}
	return l
}

// repaired forgets the oddities in the lines before a repair, unless there are more
// now than were reported then. It returns the index of the repair.
func (l *loaded) repaired(at int, b Repaired, before int) int {
	odd := func(p Problem) bool { return p.Kept && p.Line > before && p.Line < at && p.Fault != Newer }
	n := 0
	for _, p := range l.report.Problems {
		if odd(p) {
			n++
		}
	}
	if n <= b.Known {
		l.report.Problems = slices.DeleteFunc(l.report.Problems, odd)
	}
	return at
}

// mostAhead is how far the number of an event may be ahead of its line, so that none is left without one that can follow it:
// an event is numbered after the latest that is in the log.
const mostAhead = 1 << 40

// take adds a line to what is known; last says that the line has no newline.
func (l *loaded) take(p parsed, last bool) {
	switch {
	case p.err != nil && last:
		l.report.add(p.at, Torn, false, "the file ends in the middle of an event")
	case p.err != nil:
		l.hurt = true
		l.report.add(p.at, Damaged, false, "%s", p.err)
	case p.event.Seq > int64(p.at)+mostAhead:
		l.hurt = true
		l.report.add(p.at, Damaged, false, "its number, %d, is far from its place", p.event.Seq)
	case !l.own[p.event.Conversation]:
		l.report.add(p.at, Foreign, false, "the event belongs to conversation %q", p.event.Conversation)
	case l.ids[p.event.ID]:
		l.report.add(p.at, Repeated, false, "the event %q was there before", p.event.ID)
	default:
		l.keep(p)
	}
}

// keep adds an event to the log and reports what is odd about it.
func (l *loaded) keep(p parsed) {
	e := p.event
	switch {
	case e.Seq < l.next:
		l.report.add(p.at, OutOfOrder, true, "event number %d stands after event number %d", e.Seq, l.next-1)
	case e.Seq == l.next+1:
		l.report.add(p.at, Gap, true, "event number %d is missing before it", l.next)
	case e.Seq > l.next:
		l.report.add(p.at, Gap, true, "event numbers %d to %d are missing before it", l.next, e.Seq-1)
	}
	if e.V > Version {
		l.report.add(p.at, Newer, true, "the event was written by a newer Parley (format %d) and is not understood", e.V)
	}
	l.ids[e.ID] = true
	l.next = max(l.next, e.Seq+1)
	if _, ok := Decides(e.Body); ok {
		l.stood, l.hurt = append(l.stood, stood{p.at, l.hurt}), false
	}
	l.log = l.log.add(e)
}

// piece is how much retained line text is allocated together.
const piece = 32 << 10

// leastLine is roughly the length of the shortest event in bytes.
const leastLine = 100

// parse cuts the data into lines and decodes them. Empty lines are skipped. open says
// that the data does not end in a newline.
func parse(data []byte) (lines []parsed, open bool) {
	spelling := speller{piece: piece}
	lines = make([]parsed, 0, min(bytes.Count(data, []byte("\n")), len(data)/leastLine)+1)
	for at := 1; len(data) > 0; at++ {
		line, rest, ended := bytes.Cut(data, []byte("\n"))
		data, open = rest, !ended
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		e, err := decode(line, &spelling)
		lines = append(lines, parsed{at: at, event: e, err: err})
	}
	return lines, open
}

// Family is the conversation with these bytes and those that it was forked from, directly or
// indirectly: only events of one of them are a part of it.
func Family(id string, data []byte) map[string]bool {
	lines, _ := parse(data)
	return family(id, lines)
}

// family is the conversation and those that it was forked from, directly or
// indirectly, whose lines it therefore holds.
func family(id string, lines []parsed) map[string]bool {
	from := make(map[string][]string)
	for _, p := range lines {
		if f, ok := p.event.Body.(ForkedFrom); ok {
			from[p.event.Conversation] = append(append(from[p.event.Conversation], f.From), f.Of...)
		}
	}
	own := map[string]bool{id: true}
	for ahead := []string{id}; len(ahead) > 0; {
		next := ahead[0]
		ahead = ahead[1:]
		for _, f := range from[next] {
			if !own[f] {
				own[f] = true
				ahead = append(ahead, f)
			}
		}
	}
	return own
}
