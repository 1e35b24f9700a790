package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Mended is the outcome of Repair.
type Mended struct {
	Report   Report // what was wrong
	Answered int    // missing responses and ends of turns that were added
	Original string // where the unchanged original is kept, "" if nothing had to be done
	Bad      string // where the lines are that were set aside, "" if there are none
}

// Needed reports whether anything had to be done.
func (m Mended) Needed() bool { return m.Original != "" }

// Repair rewrites a conversation's file under this process's lock; it returns a
// *LockedError if another process is writing it. Good lines stay as they are, byte
// for byte and in order. Lines that are set aside go into a file beside it, with
// their numbers. Whatever lost its response with a damaged line gets one that says
// so, in place of the missing line if there is one; what waits in an open turn is
// left to whoever continues it. The file ends with `repaired`, so that the oddities
// are not reported again.
//
// The original file is kept beside it, byte for byte. Nothing is written if nothing
// is wrong.
func (s Store) Repair(id string) (m Mended, err error) {
	c, report, err := s.OpenWrite(id)
	if err != nil {
		return Mended{}, err
	}
	defer func() { err = errors.Join(err, c.shut()) }()
	data, err := readRegular(s.disk, s.Path(id))
	if err != nil {
		return Mended{}, openError(id, err)
	}
	fixed := repairing{store: s, id: id, log: c.Log(), next: c.NextSeq()}
	lines, err := fixed.lines()
	if err != nil {
		return Mended{}, repairError(id, err)
	}
	m = Mended{Report: report, Answered: fixed.added}
	if !report.Repairable() && fixed.added == 0 {
		return m, nil
	}
	return s.mend(id, data, m, lines, fixed)
}

// mend writes the files: the copy of the original first, the new file last.
func (s Store) mend(id string, data []byte, m Mended, lines [][]byte, fixed repairing) (Mended, error) {
	original, err := s.unused(id, eventsFile+".original")
	if err != nil {
		return Mended{}, repairError(id, err)
	}
	m.Original = s.path(id, original)
	if err := s.writeBeside(m.Original, data); err != nil {
		return Mended{}, repairError(id, err)
	}
	if bad := setAside(data, m.Report); len(bad) > 0 {
		name, err := s.unused(id, eventsFile+".bad")
		if err != nil {
			return Mended{}, repairError(id, err)
		}
		m.Bad = s.path(id, name)
		if err := s.writeBeside(m.Bad, bad); err != nil {
			return Mended{}, repairError(id, err)
		}
	}
	kept := fileBytes(lines)
	again := load(id, kept)
	accepted := fixed.accepted(again.log)
	end, err := Encode(Head{
		V: Version, Seq: fixed.next, ID: fmt.Sprintf("%s-repaired-%d", id, fixed.next), Time: s.now(), Conversation: id,
	}, Repaired{
		Original: original, SetAside: m.Report.SetAside(), Answered: m.Answered,
		Known: known(again.report) - len(accepted), Accepted: accepted,
	})
	if err != nil {
		return Mended{}, repairError(id, err)
	}
	whole := append(append(kept, end...), '\n')
	if err := ignoreMissing(s.disk.Remove(s.path(id, sealFile))); err != nil { // of what is there no longer in a moment
		return Mended{}, repairError(id, err)
	}
	if err := replace(s.disk, s.Path(id), whole); err != nil {
		return Mended{}, repairError(id, err)
	}
	return m, sealError(id, s.putSeal(id, sealOver(whole, false), replaceWhole))
}

// writeBeside writes a new file beside the conversation's. An incomplete copy is
// useless, so it is removed again.
func (s Store) writeBeside(path string, data []byte) error {
	if err := writeNew(s.disk, path, data); err != nil {
		return errors.Join(err, ignoreMissing(s.disk.Remove(path)))
	}
	return nil
}

// unused finds a name that no file of the conversation has yet.
func (s Store) unused(id, name string) (string, error) {
	for i := 1; ; i++ {
		n := fmt.Sprintf("%s.%d", name, i)
		_, err := os.Lstat(s.path(id, n))
		if errors.Is(err, fs.ErrNotExist) {
			return n, nil
		}
		if err != nil {
			return "", err
		}
	}
}

func fileBytes(lines [][]byte) []byte {
	return append(bytes.Join(lines, []byte("\n")), '\n')
}

// setAside lists the lines that take no part, each after its number and its fault.
func setAside(data []byte, r Report) []byte {
	var out []byte
	all := bytes.Split(data, []byte("\n"))
	for _, p := range r.Problems {
		if p.Kept {
			continue
		}
		out = fmt.Appendf(out, "# %s\n%s\n", p, all[p.Line-1])
	}
	return out
}

// known counts the oddities in lines that take part.
func known(r Report) int { return len(r.Problems) - r.SetAside() }

// repairing goes through the good events and adds what is missing.
type repairing struct {
	store Store
	id    string
	log   Log
	next  int64 // the number of the next event at the end
	added int
	prev  string // digest of the previous decision
	out   [][]byte
}

// accepted returns the decisions that counted before the repair but would not count
// after it, since the damaged line before them is gone.
func (r *repairing) accepted(again Log) []string {
	counted := map[string]bool{}
	for _, e := range r.log.All() {
		_, changed := e.Body.(Unchained)
		counted[e.ID] = !changed
	}
	var ids []string
	for _, e := range again.All() {
		if _, changed := e.Body.(Unchained); changed && counted[e.ID] {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// orphan is something whose end was lost with a damaged line. The new end belongs
// after one index of the log and before another.
type orphan struct {
	turn          int
	after, before int
	body          Body
}

// lines returns the lines of the new file except its last.
func (r *repairing) lines() ([][]byte, error) {
	lost := orphans(r.log)
	free := int64(1) // the first number that no earlier event has
	for i, e := range r.log.All() {
		n := 0
		for _, o := range lost {
			seq := free
			switch {
			case o.after < i && free < e.Seq-due(lost, i, o):
				free++ // in place of a missing line
			case o.before == i:
				seq = r.next
				r.next++
			default:
				lost[n] = o
				n++
				continue
			}
			if err := r.add(o, seq, e); err != nil {
				return nil, err
			}
		}
		lost = lost[:n]
		free = max(free, e.Seq+1)
		r.take(e)
	}
	return r.out, nil
}

// due is how many ends of turns must still come before an event after another orphan:
// they fit nowhere else and get their numbers first.
func due(lost []orphan, before int, o orphan) int64 {
	n := int64(0)
	if _, end := o.body.(TurnEnd); end {
		return 0
	}
	for _, x := range lost {
		if _, end := x.body.(TurnEnd); end && x.before == before {
			n++
		}
	}
	return n
}

func (r *repairing) take(e Event) {
	r.out = append(r.out, e.Line())
	if _, ok := Decides(e.Body); ok {
		r.prev = Digest(e.Line())
	}
}

// add writes the end of an orphan, with the time of its neighbouring event.
func (r *repairing) add(o orphan, seq int64, at Event) error {
	e, err := New(Head{
		V: Version, Seq: seq, ID: fmt.Sprintf("%s-mended-%d-%d", r.id, r.next, r.added), Time: at.Time, Conversation: r.id, Turn: o.turn,
	}, Chained(o.body, r.prev))
	if err != nil {
		return err
	}
	r.added++
	r.take(e)
	return nil
}

// orphans returns what lacks its end, in the order in which the ends must come. What
// is open at the end of the log is not an orphan if its turn is open too.
func orphans(l Log) []orphan {
	f := finding{answered: make(map[string]bool), done: l.completed()}
	for _, e := range l.All() {
		if id := endOf(e.Body); id != "" {
			f.answered[id] = true
		}
	}
	for i, e := range l.All() {
		switch b := e.Body.(type) {
		case TurnStart:
			for len(f.turns) > 0 && (b.Parent == 0 || f.turn() != b.Parent) {
				turn := f.turn()
				f.close(i)
				f.lost = append(f.lost, orphan{turn: turn, after: i - 1, before: i, body: TurnEnd{Reason: ReasonError}})
			}
			f.turns = append(f.turns, e.Turn)
		case TurnEnd:
			for len(f.turns) > 0 && f.turn() >= e.Turn {
				f.close(i)
			}
		default:
			if end := f.lacks(e); end != nil {
				f.open = append(f.open, orphan{turn: e.Turn, after: i, body: end})
			}
		}
	}
	return f.lost
}

// finding goes through a log in search of orphans.
type finding struct {
	answered, done map[string]bool
	turns          []int // the open turns, innermost last
	open, lost     []orphan
}

func (f *finding) turn() int { return f.turns[len(f.turns)-1] }

// close ends the innermost turn at an event: what is still open in it was lost.
func (f *finding) close(at int) {
	n := 0
	for _, o := range f.open {
		if o.turn != f.turn() {
			f.open[n] = o
			n++
			continue
		}
		o.before = at
		f.lost = append(f.lost, o)
	}
	f.open, f.turns = f.open[:n], f.turns[:len(f.turns)-1]
}

// endOf is the id of what an event ends.
func endOf(b Body) string {
	switch b := b.(type) {
	case ToolCallResponse:
		return "call " + b.ID
	case InquiryResponse:
		return "asked " + b.ID
	case PermissionResponse:
		return "asked " + b.ID
	}
	return ""
}

// lacks returns the closing event that an open event still needs, nil if it needs
// none.
func (f *finding) lacks(e Event) Body {
	switch b := e.Body.(type) {
	case ToolCallRequest:
		if f.done[b.Response] && !f.answered["call "+b.ID] {
			f.answered["call "+b.ID] = true
			return ToolCallResponse{ID: b.ID, Content: lostText, IsError: true}
		}
	case InquiryRequest:
		if !f.answered["asked "+b.ID] {
			f.answered["asked "+b.ID] = true
			return InquiryResponse{Outcome: Cancelled, ID: b.ID, Reason: CancelLost}
		}
	case PermissionRequest:
		if !f.answered["asked "+b.ID] {
			f.answered["asked "+b.ID] = true
			return PermissionResponse{ID: b.ID, Outcome: PermitCancelled, Reason: CancelLost, By: ByPolicy}
		}
	}
	return nil
}
