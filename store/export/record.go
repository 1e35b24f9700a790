package export

import (
	"slices"
	"time"

	"parley/store"
	"parley/store/record"
	"parley/store/text/secret"
)

// contents are the content of an export, the same for every format.
type contents struct {
	head      header
	turns     []*turn
	items     []item      // in the order in which they began
	decisions []*decision // the exported ones
	all       []*decision // by number, from 1
}

// header describes the conversation as a whole.
type header struct {
	ID           string             `json:"id"`
	Title        string             `json:"title"`
	Workspace    string             `json:"workspace,omitempty"`
	Began        time.Time          `json:"began,omitzero"`
	Ended        time.Time          `json:"ended,omitzero"` // the time of the latest event
	Events       int                `json:"events"`
	From         int64              `json:"from_event,omitempty"` // the number of the first exported event, if not all are
	Open         int                `json:"open"`                 // decisions without an answer
	Models       []string           `json:"models"`
	Usage        store.Usage        `json:"usage"` // tokens of all responses
	ForkedFrom   []store.ForkedFrom `json:"forked_from"`
	Problems     []problem          `json:"problems"` // of the file
	Broken       []record.Break     `json:"chain_broken"`
	DecisionOnly bool               `json:"decisions_only,omitempty"`
}

type problem struct {
	Line  int    `json:"line"`
	Fault string `json:"fault"`
	Why   string `json:"why"`
	Kept  bool   `json:"kept"`
}

// turn is one turn; Reason is why it ended, "" while it is open.
type turn struct {
	Number int       `json:"number"`
	Parent int       `json:"parent,omitempty"`
	Began  time.Time `json:"began"`
	Ended  time.Time `json:"ended,omitzero"`
	Reason string    `json:"reason,omitempty"`
}

// item is one entry of the transcript with its decisions, or a decision that has
// no entry: then item.entry.Item is nil.
type item struct {
	entry     record.Entry
	decisions []*decision
}

// folding turns a log into a record.
type folding struct {
	contents
	start      int
	transcript *record.Transcript
	last       []int               // the index of an entry's last event
	owned      map[int][]*decision // by the index of their entry
	dec        *decisions
	alone      []item // decisions without an entry
}

// newRecord reads a log once.
func newContents(s Source, o Options) (contents, error) {
	start, err := o.Start(s.Log)
	if err != nil {
		return contents{}, err
	}
	broken := record.NewAudit(s.Log).Broken
	log, err := o.WithoutKeys(s.Log)
	if err != nil {
		return contents{}, err
	}
	f := folding{start: start, transcript: record.NewTranscript(store.Log{}), dec: newDecisions(), owned: map[int][]*decision{}}
	f.head = header{
		ID: s.ID, Events: log.Len(), Models: []string{}, ForkedFrom: []store.ForkedFrom{}, Problems: []problem{}, Broken: broken,
		DecisionOnly: o.DecisionsOnly,
	}
	for i, e := range log.All() {
		f.add(i, e)
	}
	f.finish(s, o)
	if start > 0 && start < log.Len() {
		f.head.From = log.At(start).Seq
	}
	return f.contents, nil
}

func (f *folding) add(i int, e store.Event) {
	at, told := f.transcript.Add(e)
	if told {
		for len(f.last) <= at {
			f.last = append(f.last, i)
		}
		f.last[at] = i
	}
	before := len(f.dec.list)
	x := f.dec.add(i, e)
	switch {
	case len(f.dec.list) == before: // one that is known already, or none
	case told:
		f.owned[at] = append(f.owned[at], x)
	default:
		f.alone = append(f.alone, item{
			entry:     record.Entry{ID: e.ID, Seq: e.Seq, Turn: e.Turn, Time: e.Time, Version: f.transcript.Len()},
			decisions: []*decision{x},
		})
	}
	f.header(e)
}

// header takes in what an event says about the whole.
func (f *folding) header(e store.Event) {
	h := &f.head
	if h.Began.IsZero() {
		h.Began = e.Time
	}
	if e.Time.After(h.Ended) {
		h.Ended = e.Time
	}
	switch b := e.Body.(type) {
	case store.TurnStart:
		f.turns = append(f.turns, &turn{Number: e.Turn, Parent: b.Parent, Began: e.Time})
	case store.TurnEnd:
		for _, t := range slices.Backward(f.turns) {
			if t.Number == e.Turn {
				t.Ended, t.Reason = e.Time, b.Reason
				break
			}
		}
	case store.Workspace:
		h.Workspace = b.Root
	case store.ForkedFrom:
		h.ForkedFrom = append(h.ForkedFrom, b)
	case store.ResponseEnd:
		if b.Model != "" && !slices.Contains(h.Models, b.Model) {
			h.Models = append(h.Models, b.Model)
		}
		h.Usage.Input += b.Usage.Input
		h.Usage.Output += b.Usage.Output
		h.Usage.Cached += b.Usage.Cached
		h.Usage.Reasoning += b.Usage.Reasoning
	}
}

func (f *folding) finish(s Source, o Options) {
	f.all = f.dec.list
	for _, d := range f.all {
		if d.Given == nil {
			f.head.Open++
		}
		if d.last >= f.start {
			f.decisions = append(f.decisions, d)
		}
	}
	for _, p := range s.Report.Problems {
		f.head.Problems = append(f.head.Problems, problem{p.Line, string(p.Fault), p.Why, p.Kept})
	}
	f.collect(o)
	f.head.Title = f.title(o)
	if f.start > 0 {
		told := map[int]bool{}
		for _, it := range f.items {
			told[it.entry.Turn] = true
		}
		f.turns = slices.DeleteFunc(f.turns, func(t *turn) bool { return !told[t.Number] })
	}
}

// collect picks the exported entries, and puts each decision without an entry where
// it was made.
func (f *folding) collect(o Options) {
	alone := f.alone
	take := func(it item, last int) {
		if last >= f.start && (!o.DecisionsOnly || len(it.decisions) > 0) {
			f.items = append(f.items, it)
		}
	}
	for i, e := range f.transcript.All() {
		for len(alone) > 0 && alone[0].entry.Version <= i {
			take(alone[0], alone[0].decisions[0].last)
			alone = alone[1:]
		}
		it := item{entry: e}
		for _, d := range f.owned[i] {
			if d.last >= f.start {
				it.decisions = append(it.decisions, d)
			}
		}
		take(it, f.last[i])
	}
	for _, it := range alone {
		take(it, it.decisions[0].last)
	}
}

// title is the conversation's, otherwise the start of its first message.
func (f *folding) title(o Options) string {
	if o.Title != "" {
		return o.Title
	}
	if t := f.transcript.Title(); t != "" {
		return t
	}
	for _, e := range f.transcript.All() {
		if m, ok := e.Item.(*record.Message); ok && m.Author == "" {
			return short(secret.Hide(m.Text, o.Hide), 80)
		}
	}
	return ""
}

// turnOf is the turn with a number, nil if its start is not on record.
func (r contents) turnOf(number int) *turn {
	i, ok := slices.BinarySearchFunc(r.turns, number, func(t *turn, n int) int { return t.Number - n })
	if ok {
		return r.turns[i]
	}
	for _, t := range r.turns { // in a damaged file they may be in any order
		if t.Number == number {
			return t
		}
	}
	return nil
}
