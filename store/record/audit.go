package record

import (
	"encoding/json"
	"slices"
	"time"

	"parley/forms"
	"parley/store"
)

// Decided is one decision of a conversation: a question or a permission, what was
// answered, and by whom.
type Decided struct {
	Seq          int64          `json:"seq"` // of the event that asked
	Turn         int            `json:"turn"`
	Asked        time.Time      `json:"asked"`
	Closed       time.Time      `json:"closed,omitzero"` // zero while it is open
	Seconds      float64        `json:"seconds"`         // from asked to closed
	Kind         string         `json:"kind"`            // question, run, deliver
	ID           string         `json:"id"`
	AnswerTo     string         `json:"answer_to,omitempty"` // the id of the decision that a refused answer was to
	Tool         string         `json:"tool,omitempty"`      // or the assistant, or a guard
	Question     string         `json:"question,omitempty"`  // its id
	Among        []string       `json:"among,omitempty"`     // the calls of which one asks, if it is not known which
	Text         string         `json:"text"`
	Told         []string       `json:"told,omitempty"`      // beside a permission: why it is asked anew, or only of the user, or what its server changed
	Context      string         `json:"context,omitempty"`   // of a question, whole
	Arguments    Raw            `json:"arguments,omitempty"` // of a call that was to be permitted, whole
	Outcome      string         `json:"outcome,omitempty"`   // the outcome of an inquiry or a permission; "" while it is open
	Answer       Raw            `json:"answer,omitempty"`
	By           string         `json:"by,omitempty"`
	Model        string         `json:"model,omitempty"`
	Reason       string         `json:"reason,omitempty"` // words, or a tag if it was cancelled
	Said         string         `json:"said,omitempty"`   // a reply, or what went wrong
	Again        bool           `json:"again,omitempty"`  // the yes was to being asked again
	Edited       bool           `json:"edited,omitempty"`
	EditedTo     string         `json:"edited_to,omitempty"`
	store.Part                  // how many hunks were taken, if that is all that was edited
	Forgotten    bool           `json:"forgotten,omitempty"` // the answer was taken back
	Revoked      string         `json:"revoked,omitempty"`   // why, if it counted no more
	Escalated    string         `json:"escalated_from,omitempty"`
	Evidence     Raw            `json:"evidence,omitempty"` // what a guard saw
	Limit        string         `json:"limit,omitempty"`    // the limit that was set
	store.RuleAt                // the rule that answered
	Via          *store.Via     `json:"via,omitempty"`  // who answered, as far as the system knows
	Also         []store.RuleAt `json:"also,omitempty"` // and the rules for other parts of a shell line

	Type   forms.AnswerType `json:"-"` // of a question
	lasted bool             // the answer was to hold for the rest of the turn
}

// Words are the answer in words for a person, "" if there is none.
func (d Decided) Words() string {
	if len(d.Answer) == 0 {
		return ""
	}
	return AnswerWords(d.Type, d.Answer)
}

// Raw is an answer as it stands in the file.
type Raw = json.RawMessage

// KindQuestion is a decision that is not a permission, KindLimit a change of a turn's
// limit that the user made without being asked, and KindRule a change to a rule.
const (
	KindQuestion = "question"
	KindLimit    = "limit"
	KindRule     = "rule"    // made or taken back
	KindRefused  = "refused" // an answer that was refused, which decided nothing
)

// Open reports whether nobody has answered yet.
func (d Decided) Open() bool { return d.Closed.IsZero() }

// Unasked reports whether the decision was made without a question.
func (d Decided) Unasked() bool {
	return d.Kind == KindRule || d.Kind == KindUndo || d.Kind == KindContext || d.Kind == KindRefused
}

// Counts reports whether it is a decision by the word: an answer to what was asked, or the
// lack of one. What somebody did without being asked stands beside these.
func (d Decided) Counts() bool { return !d.Unasked() && d.Kind != KindLimit }

// no reports whether the answer is a plain no.
func (d Decided) no() bool { return d.Outcome == store.Answered && forms.Equal(d.Answer, Raw("false")) }
func (d Decided) yes() bool {
	return d.Outcome == store.Answered && !d.Again && forms.Equal(d.Answer, Raw("true"))
}

// Tally is how one question fared with its reviewers.
type Tally struct {
	Tool      string `json:"tool"`
	Question  string `json:"question"`
	Reviewed  int    `json:"reviewed"`  // answers of a reviewer
	No        int    `json:"no"`        // those that were false
	Judged    int    `json:"judged"`    // how many of those the user answered afterwards
	Overruled int    `json:"overruled"` // how many of those the user answered with yes
}

// Audit is every decision of a conversation in the order in which they were asked, with the
// answers that were refused, the reviewers' record, and the places where the chain of decisions is broken.
type Audit struct {
	Decisions []Decided `json:"decisions"`
	Tallies   []Tally   `json:"questions"`
	Broken    []Break   `json:"broken"`
}

// Made is how many decisions were asked for, as everything that counts them does.
func (a Audit) Made() (n int) {
	for _, d := range a.Decisions {
		if d.Counts() {
			n++
		}
	}
	return n
}

// Break is a decision whose digest of the previous decision does not fit: that
// decision was changed, removed, or separated from this one by an inserted one.
// Nothing follows the last decision, so a change to it does not show.
type Break struct {
	Seq    int64 `json:"seq"`
	Before int64 `json:"before"` // the decision that stands before it, 0 if none does
}

// NewAudit reads a log. It leaves out what refers to nothing, and what was decided
// before a fork, in the conversation that this one was copied from. The chain covers
// the whole file.
func NewAudit(l store.Log) Audit {
	changed := store.Misfits(l)
	a := auditor{Audit: Audit{Decisions: []Decided{}, Tallies: []Tally{}, Broken: []Break{}}, open: map[string]int{}, closed: map[string]int{}, what: map[string]Exchange{}}
	for i, ev := range l.All() {
		a.add(ev)
		a.link(ev, changed[i])
	}
	a.count()
	return a.Audit
}

// Answerers are the possible answerers, as the record names them, and "nobody".
func Answerers() []string {
	var names []string
	for _, a := range answerers {
		names = append(names, a.tag)
	}
	return append(names, byNobody)
}

// byNobody stands for a question that ended that nobody answered.
const byNobody = "nobody"

// Only keeps the decisions that tool asked for and who made; "" stands for all. The
// chain still covers the whole file.
func (a Audit) Only(tool, who string) Audit {
	a.Decisions = slices.DeleteFunc(slices.Clone(a.Decisions), func(d Decided) bool {
		by := d.By
		if by == "" && !d.Open() {
			by = byNobody
		}
		return tool != "" && d.Tool != tool || who != "" && by != who
	})
	a.Tallies = slices.DeleteFunc(slices.Clone(a.Tallies), func(t Tally) bool { return tool != "" && t.Tool != tool })
	return a
}

type auditor struct {
	Audit
	open, closed map[string]int      // id to the index of its decision
	what         map[string]Exchange // by id, what was asked
	lapses       Lapses
	tripped      store.GuardTripped // the guard that tripped last
	asked        int                // the index of a guard's last question
	before       int64
}

func (a *auditor) add(ev store.Event) {
	d := Decided{Seq: ev.Seq, Turn: ev.Turn, Asked: ev.Time}
	for _, l := range a.lapses.Add(ev.Body) {
		a.revoked(l)
	}
	switch b := ev.Body.(type) {
	case store.InquiryRequest:
		a.what[b.ID] = Exchange{Inquiry: &b}
		d.Kind, d.ID, d.Tool, d.Question = KindQuestion, b.ID, asker(b.Source), b.Question.ID
		d.Among, d.Text, d.Context, d.Escalated, d.Type = b.Among, b.Question.Text, b.Question.Context, b.EscalatedFrom, b.Question.AnswerType
		if b.Source.Source == "other" && b.Source.Name == store.AuthorGuard+a.tripped.Guard {
			d.Evidence, a.asked = a.tripped.Evidence, len(a.Decisions)
		}
		a.ask(d)
	case store.PermissionRequest:
		a.what[b.ID] = Exchange{Permission: &b}
		d.Kind, d.ID, d.Tool, d.Text, d.Told, d.Arguments = b.Kind, b.ID, b.Tool, b.Text, Cautions(b), b.Arguments
		a.ask(d)
	case store.ForkedFrom:
		a.forked()
	case store.GuardTripped:
		a.tripped = b
	case store.GuardResolved:
		d.ID = ev.ID
		a.resolved(d, b)
	case store.InquiryResponse:
		a.close(b.ID, ev.Time, func(d *Decided) {
			d.Outcome, d.Answer, d.Reason, d.Said, d.Edited = b.Outcome, b.Answer, b.Reason, b.Reply, b.Edited != nil
			d.Again, d.lasted = b.Again, b.Remember != ""
			if b.Edited != nil {
				d.EditedTo, d.Part = b.Edited.Content, b.Edited.Part
			}
			if b.AnsweredBy != nil {
				d.By, d.Model, d.RuleAt, d.Via = b.AnsweredBy.By, b.AnsweredBy.Model, b.AnsweredBy.RuleAt, b.AnsweredBy.Via
			}
		})
	case store.PermissionResponse:
		a.close(b.ID, ev.Time, func(d *Decided) {
			d.Outcome, d.By, d.Reason, d.Edited = b.Outcome, b.By, b.Reason, b.Outcome == store.PermitEdited
			d.EditedTo, d.RuleAt, d.Also, d.Via, d.lasted = b.EditedTo(), b.RuleAt, b.Also, b.Via, b.Scope == store.ScopeTurn
		})
	case store.MemoryRevoked:
		if i, closed := a.closed[b.ID]; closed && !a.Decisions[i].Forgotten {
			a.revoked(Lapse(b))
		}
	case store.AnswerRefused:
		d.ID = ev.ID
		a.refused(d, b)
	default:
		a.unasked(d, ev)
	}
}

// unasked takes in a decision that was made without a question.
func (a *auditor) unasked(d Decided, ev store.Event) {
	kind, text, via, ok := Done(ev.Body)
	if !ok {
		return
	}
	d.Kind, d.ID, d.Text, d.Closed, d.Outcome, d.By, d.Via = kind, ev.ID, text, d.Asked, store.Answered, store.ByUser, via
	a.Decisions = append(a.Decisions, d)
}

// revoked takes in that an answer was taken back.
func (a *auditor) revoked(l Lapse) {
	if i, closed := a.closed[l.ID]; closed {
		a.Decisions[i].Forgotten, a.Decisions[i].Revoked = true, l.Reason
	}
}

// refused takes in an answer that was refused: who tried, and why not. It decided nothing.
func (a *auditor) refused(d Decided, b store.AnswerRefused) {
	d.Kind, d.AnswerTo, d.Closed, d.Outcome, d.Reason, d.Via = KindRefused, b.ID, d.Asked, KindRefused, b.Reason, &b.Via
	d.Text = textRefusedAnswer
	if x, known := a.what[b.ID]; known {
		d.Text, d.Tool = textRefusedAnswer+quoted(x), x.tool()
		if d.Tool == "" {
			d.Tool = asker(x.Inquiry.Source)
		}
	}
	a.Decisions = append(a.Decisions, d)
}

// forked drops what was decided in the conversation that this one was copied from. What
// is still open is kept.
func (a *auditor) forked() {
	kept := []Decided{}
	for _, d := range a.Decisions {
		if d.Open() {
			a.open[d.ID] = len(kept)
			kept = append(kept, d)
		}
	}
	a.Decisions, a.asked = kept, len(kept)
	clear(a.closed)
}

// resolved takes in the outcome of a guard: the new limit that a choice set, or a
// limit that the user changed without being asked.
func (a *auditor) resolved(d Decided, b store.GuardResolved) {
	if b.Choice == ChoiceLimit {
		d.Kind, d.Tool, d.Text = KindLimit, store.AuthorGuard+b.Guard, "Another limit for this turn"
		d.Closed, d.Outcome, d.By, d.Limit, d.Via = d.Asked, store.Answered, store.ByUser, b.Limit, b.Via
		d.Answer, _ = json.Marshal(b.Limit) // a string always encodes
		d.Type.Kind = forms.Text
		a.Decisions = append(a.Decisions, d)
		return
	}
	if a.asked < len(a.Decisions) && a.Decisions[a.asked].Tool == store.AuthorGuard+b.Guard {
		a.Decisions[a.asked].Limit = b.Limit
	}
}

// asker names who asks: the tool, or the assistant itself.
func asker(s store.Source) string {
	if s.Name == "" {
		return s.Source
	}
	return s.Name
}

func (a *auditor) ask(d Decided) {
	if _, twice := a.open[d.ID]; twice {
		return
	}
	if _, twice := a.closed[d.ID]; twice {
		return
	}
	a.open[d.ID] = len(a.Decisions)
	a.Decisions = append(a.Decisions, d)
}

func (a *auditor) close(id string, at time.Time, fill func(*Decided)) {
	i, ok := a.open[id]
	if !ok {
		return
	}
	delete(a.open, id)
	a.closed[id] = i
	d := &a.Decisions[i]
	d.Closed, d.Seconds = at, at.Sub(d.Asked).Seconds()
	fill(d)
}

// link records a decision that does not fit the previous one.
func (a *auditor) link(ev store.Event, changed bool) {
	if _, ok := store.Decides(ev.Body); !ok || store.ReplacesLost(ev.Body) {
		return
	}
	if changed {
		a.Broken = append(a.Broken, Break{Seq: ev.Seq, Before: a.before})
	}
	a.before = ev.Seq
}

// count tallies the reviewed questions.
func (a *auditor) count() {
	at := map[[2]string]int{}
	tally := func(d Decided) *Tally {
		key := [2]string{d.Tool, d.Question}
		if _, ok := at[key]; !ok {
			at[key] = len(a.Tallies)
			a.Tallies = append(a.Tallies, Tally{Tool: d.Tool, Question: d.Question})
		}
		return &a.Tallies[at[key]]
	}
	for _, d := range a.Decisions {
		if d.By == store.ByReviewer && d.Outcome == store.Answered {
			t := tally(d)
			t.Reviewed++
			if d.no() {
				t.No++
			}
		}
	}
	last := map[string]int{} // on each reviewer's no: it may have been asked again
	for i, d := range a.Decisions {
		from, linked := a.closed[d.Escalated]
		if linked && a.Decisions[from].By == store.ByReviewer && a.Decisions[from].no() && d.By == store.ByUser && !d.Lapsed() && (d.yes() || d.no()) {
			last[d.Escalated] = i
		}
	}
	for _, i := range last {
		d := a.Decisions[i]
		t := tally(d)
		t.Judged++
		if d.yes() {
			t.Overruled++
		}
	}
}
