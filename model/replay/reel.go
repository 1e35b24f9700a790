package replay

import (
	"slices"
	"time"

	"parley/model/kit"
	"parley/store"
	"parley/store/record"
	"parley/store/text/secret"
	"parley/views/pane"
	"parley/views/prompt"
	"parley/views/replay"
	"parley/views/text"
)

// A reel is a conversation prepared for replay: its past, and the places of its turns
// and decisions. A point is the number of events that have happened. It is built once
// and never changed.
type reel struct {
	log       store.Log
	past      *record.History
	at        []time.Duration // by point: when it is reached, at speed 1
	turn      []int32         // by point: how many turns have begun
	turns     []int           // the points at which turns become visible
	decisions []decision
	marks     []int           // the points at which something was decided, or asked but never decided
	beside    []int           // the points at which something else happened that is marked
	about     []int32         // by point: the decision that its event belongs to, otherwise the latest open one; -1 for none
	kinds     []pane.PastKind // by entry
	shown     []int32         // by number of entries: how many of them are visible
	byID      map[string]int  // the decision of a permission or an inquiry
	title     string          // the latest title, otherwise the beginning of the first message
}

// decision is a permission or a question with its outcome.
type decision struct {
	id       string
	inquiry  bool
	entry    int
	asked    int          // the points of its events
	answered int          // 0 if it never was
	form     int          // the point at which its form was asked, 0 if none was
	gone     string       // why its answer counted no more later, "" if it still does
	told     *replay.Told // of a permission of a long call
}

// longWait is the longest part of a wait that is played; readTime is how long an
// answer stays before its consequences follow.
const (
	longWait = 2 * time.Second
	readTime = 1500 * time.Millisecond
)

func newReel(l store.Log) *reel {
	n := l.Len()
	r := &reel{
		log: l, past: record.NewHistory(l), at: make([]time.Duration, n+1), turn: make([]int32, n+1), about: make([]int32, n+1),
		shown: []int32{0}, byID: map[string]int{},
	}
	r.about[0] = -1
	talk := record.NewTranscript(store.Log{})
	forms := map[string]int{}
	var open []int32 // decisions, the latest last; earlier ones may be answered
	for point := 1; point <= n; point++ {
		r.turn[point] = r.turn[point-1]
		d := r.decide(point, forms)
		if d >= 0 && r.decisions[d].asked == point {
			open = append(open, int32(d))
		}
		for len(open) > 0 && r.decisions[open[len(open)-1]].answered > 0 {
			open = open[:len(open)-1]
		}
		if d < 0 && len(open) > 0 {
			d = int(open[len(open)-1])
		}
		r.about[point] = int32(d)
		talk.Add(r.past.Event(point))
		r.count(talk)
		if point > 1 {
			r.at[point] = r.at[point-1] + r.played(point)
		}
	}
	for i, d := range r.decisions {
		r.marks = append(r.marks, d.mark())
		r.decisions[i].gone = lapsed(talk.At(d.entry), d.id)
	}
	slices.Sort(r.marks)
	r.marks = slices.Compact(r.marks)
	r.beside = besides(r.past)
	return r
}

// decide takes in the event at a point and returns the decision that it belongs to,
// -1 for none.
func (r *reel) decide(point int, forms map[string]int) int {
	switch b := r.past.Event(point).Body.(type) {
	case store.TurnStart:
		r.begin(b, point)
	case store.ChatRequest:
		if r.title == "" {
			r.title = text.Line(secret.Hide(b.Text, nil), kit.TitleWidth)
		}
	case store.Title:
		r.title = b.Title
	case store.ToolAsked:
		forms[b.ID] = point
	case store.PermissionRequest:
		d := decision{id: b.ID, asked: point}
		if replay.Long(len(b.Text) + len(b.Arguments)) {
			d.told = &replay.Told{Telling: record.Tell(b)}
		}
		return r.ask(d)
	case store.InquiryRequest:
		return r.ask(decision{id: b.ID, asked: point, inquiry: true, form: forms[b.Holder()]})
	case store.PermissionResponse:
		i := r.answer(b.ID, false, point)
		if request, is := r.bodyAt(r.askedAt(i)).(store.PermissionRequest); is && replay.Long(len(b.Arguments)) {
			edited := record.Readable(b.Arguments)
			r.decisions[i].told = &replay.Told{Telling: record.Tell(request), Edited: &edited}
		}
		return i
	case store.InquiryResponse:
		return r.answer(b.ID, true, point)
	case store.MemoryRevoked:
		if d, ok := r.byID[b.ID]; ok {
			return d
		}
	}
	return -1
}

// begin takes in a turn. It becomes visible with the message that follows. A turn
// that serves another is a part of that one.
func (r *reel) begin(b store.TurnStart, point int) {
	if b.Parent != 0 {
		return
	}
	r.turn[point]++
	if point < r.past.Len() {
		if _, message := r.past.Event(point + 1).Body.(store.ChatRequest); message {
			point++
		}
	}
	r.turns = append(r.turns, point)
}

func (r *reel) ask(d decision) int {
	if _, repeated := r.byID[d.id]; repeated {
		return -1
	}
	for d.entry = range r.past.Changed(d.asked-1, d.asked) {
		break
	}
	r.byID[d.id] = len(r.decisions)
	r.decisions = append(r.decisions, d)
	return len(r.decisions) - 1
}

func (r *reel) answer(id string, inquiry bool, point int) int {
	i, ok := r.byID[id]
	if !ok || r.decisions[i].inquiry != inquiry || r.decisions[i].answered > 0 {
		return -1
	}
	r.decisions[i].answered = point
	return i
}

// askedAt is the point at which a decision was asked, 0 for none.
func (r *reel) askedAt(i int) int {
	if i < 0 {
		return 0
	}
	return r.decisions[i].asked
}

// mark is the point at which a decision is seen: with its answer, if it has one.
func (d decision) mark() int { return max(d.asked, d.answered) }

// count takes in the entries that an event began.
func (r *reel) count(talk *record.Transcript) {
	for i := len(r.kinds); i < talk.Len(); i++ {
		kind, shown := pane.PastKindOf(talk.At(i)), r.shown[i]
		if kind.Shown {
			shown++
		}
		r.kinds, r.shown = append(r.kinds, kind), append(r.shown, shown)
	}
}

// played is how long the wait before a point lasts in a replay: as long as it was,
// but at most longWait, and long enough to read an answer.
func (r *reel) played(point int) time.Duration {
	wait := min(r.wait(point), longWait)
	if before := r.about[point-1]; before >= 0 && r.decisions[before].answered == point-1 {
		wait = max(wait, readTime)
	}
	return wait
}

// wait is the time between the event of a point and the previous one; zero if the
// clock went backwards.
func (r *reel) wait(point int) time.Duration {
	if point < 2 || point > r.past.Len() {
		return 0
	}
	return max(r.past.Event(point).Time.Sub(r.past.Event(point-1).Time), 0)
}

// passed is the length in seconds of a wait that is not played in full, otherwise 0.
func (r *reel) passed(point int) int {
	if wait := r.wait(point); wait >= longWait+time.Second/2 {
		return int((wait + time.Second/2) / time.Second)
	}
	return 0
}

// last is the latest point.
func (r *reel) last() int { return r.past.Len() }

// reached is the latest point that a time has reached.
func (r *reel) reached(by time.Duration) int {
	n, _ := slices.BinarySearchFunc(r.at, by, func(at, by time.Duration) int {
		if at <= by {
			return -1
		}
		return 1
	})
	return n - 1
}

// numbered is the point of the first event with this number or a later one; the last
// point if there is none.
func (r *reel) numbered(seq int64) int {
	for point := 1; point <= r.last(); point++ {
		if r.past.Event(point).Seq >= seq {
			return point
		}
	}
	return r.last()
}

// next is the first of some points after point, or before it if by is negative; false
// if there is none.
func next(points []int, point, by int) (int, bool) {
	i, here := slices.BinarySearch(points, point)
	switch {
	case by < 0:
		i--
	case here:
		i++
	}
	if i < 0 || i >= len(points) {
		return 0, false
	}
	return points[i], true
}

// exchange finds a decision as it was at a point, and the result that its call
// had by then.
func (r *reel) exchange(i, point int) (x record.Exchange, result *store.ToolFinished, ok bool) {
	d := r.decisions[i]
	if d.asked > point {
		return x, nil, false
	}
	switch item := r.past.Entry(d.entry, point).Item.(type) {
	case *record.Asked:
		return item.Exchange, nil, true
	case *record.Guard:
		x, ok = exchangeOf(item.Exchanges, d.id)
	case *record.ToolCall:
		result = item.Finished
		x, ok = exchangeOf(item.Exchanges, d.id)
	}
	return x, result, ok
}

// lapsed is why an answer of a call's form counts no more in the end, "" if it still does.
func lapsed(e record.Entry, id string) string {
	call, ok := e.Item.(*record.ToolCall)
	if !ok {
		return ""
	}
	if x, _ := exchangeOf(call.Exchanges, id); x.Lapsed() {
		return x.Why
	}
	return ""
}

func exchangeOf(all []record.Exchange, id string) (record.Exchange, bool) {
	for _, x := range all {
		if x.ID() == id {
			return x, true
		}
	}
	return record.Exchange{}, false
}

// forkAt is the number of the event at which to fork from a point: that of its event
// or, for an answer, of the event before, so that the question is open again. It is 0
// if nothing precedes it.
func (r *reel) forkAt(point int) int64 { return store.ForkPoint(r.log, r.past.Event(point).Seq) }

// bodyAt is what the event of a point says, nil for none.
func (r *reel) bodyAt(point int) store.Body {
	if point < 1 || point > r.last() {
		return nil
	}
	return r.past.Event(point).Body
}

// escalation is the earlier answer that brought a question to the user.
func (r *reel) escalation(from string, point int) *prompt.Escalation {
	i, ok := r.byID[from]
	if !ok {
		return nil
	}
	x, _, ok := r.exchange(i, point)
	if !ok || x.Answer == nil {
		return nil
	}
	e := &prompt.Escalation{Reason: x.Answer.Reason, Failed: x.Answer.Outcome == store.Cancelled}
	if x.Answer.AnsweredBy != nil {
		e.Model = x.Answer.AnsweredBy.Model
	}
	return e
}

// tool is the name of the tool that a decision is about, "" for none.
func (r *reel) tool(i int) string {
	if call, ok := r.past.First(r.decisions[i].entry).Body.(store.ToolCallRequest); ok {
		return call.Name
	}
	return ""
}
