// Package audit draws every decision of a conversation on a timeline: when, what was
// asked, what was answered by whom, after how long and why, and the outcome.
package audit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"parley/forms"
	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
	"parley/store/text/diff"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/text"
)

// Row is a decision.
type Row struct {
	Seq       int64 // seq of the event that asked
	Last      int64 // seq of the event that answered; of the one that asked if none did
	Turn      int
	At        time.Time
	What      string // "Edit cmd/report.go", "Which environment?"
	Changed   string // "+17 −1"
	Answer    string
	Value     string // the end of the answer that stays where the answer is cut
	Yes, No   bool   // it is a plain yes or no
	Who       string // who answered, or why there is no answer
	Nobody    bool   // there is no answer
	Took      string
	Reason    string
	Came      string    // the outcome, if it was not good
	Again     time.Time // when the conversation wrote the file again after this decision allowed it
	Since     string    // what else happened to that file
	Anew      string    // why it was asked anew
	Revoked   string    // what became of an answer that was taken back
	Refused   bool      // it is an answer that was refused, and decided nothing
	Unasked   bool      // somebody did it without being asked
	Second    bool      // it follows a reviewer's answer to the same question, in the row above it
	Overrules string    // who had said no there, if this is a yes
	Asked     string    // the question in full, if What is not all of it
	Given     string    // the answer in full, if Answer is not all of it
	Told      string    // what it was about: the rest of a call's arguments, what it was edited to, the rules that answered
	Context   string    // what a question was about, in Markdown
	id        string    // of the exchange
	lapsed    bool      // the answer counts no more
}

const (
	textNoAnswer  = "no answer"
	textRefused   = "refused"
	textOpen      = "not answered yet"
	textYou       = "you"
	textNobody    = "unanswered"
	textEverybody = "all"
	textChanged   = "changed afterwards"
	textRemoved   = "removed afterwards"
	textAgain     = "changed again here at "
	textOverruled = "overruled: "
	textUpheld    = "upheld: "
	textCounts    = "+%s −%s"
	textThisTurn  = ", this turn"
	textItsResult = ": give its result"
	textEditedTo  = "edited to:"
	textPartTaken = "without the hunks that were left out:"
)

// Rows are the decisions of a log, in the order in which they were asked, but a question
// that a reviewer passed on stands right below the reviewer's answer; file, which may be
// nil, says what happened to the files that they allowed to be written.
func Rows(log store.Log, decided []record.Decided, teller pane.Teller, file File) []Row {
	teller.Took = true
	found, written := exchangesOf(log, teller), writings(log)
	answers := answersOf(log)
	var rows []Row
	for _, d := range decided {
		a := found[d.ID]
		r := row(d, a, teller)
		if w, ok := written[a.id]; ok && a.may && a.last && r.Yes {
			r.Again, r.Since = w.since(file)
		}
		if r.Last = answers[d.ID]; r.Last == 0 {
			r.Last = r.Seq
		}
		at := r.place(rows, d.Escalated)
		if at > 0 && r.Overrules != "" && rows[at-1].Second {
			rows[at-1].Overrules = "" // it was asked again, so it is this that counts
		}
		rows = slices.Insert(rows, at, r)
	}
	return rows
}

// place is where the row belongs: below the reviewer's answer to the same question, if
// that is listed, and else at the end.
func (r *Row) place(rows []Row, from string) int {
	i := slices.IndexFunc(rows, func(before Row) bool { return from != "" && before.id == from })
	if i >= 0 {
		r.second(rows[i])
	}
	if !r.Second {
		return len(rows)
	}
	return groupEnd(rows, i)
}

// groupEnd is the row after those that follow an answer to the same question as row i.
func groupEnd(rows []Row, i int) int {
	for i++; i < len(rows) && rows[i].Second; i++ {
	}
	return i
}

// asked is a decision as the transcript has it.
type asked struct {
	exchange record.Exchange
	id       string     // of the call that it was about, "" for none
	call     *pane.Call // that call
	may      bool       // about permitting the call, not a question of the call
	last     bool       // the last such decision about that call
}

// exchangesOf are the exchanges of a log by id.
func exchangesOf(log store.Log, teller pane.Teller) map[string]asked {
	t := record.NewTranscript(log)
	found := map[string]asked{}
	for i := range t.Len() {
		e := t.At(i)
		e.Within = ""
		switch item := e.Item.(type) {
		case *record.Asked:
			found[item.Exchange.ID()] = asked{exchange: item.Exchange}
		case *record.Guard:
			for _, x := range item.Exchanges {
				found[x.ID()] = asked{exchange: x}
			}
		case *record.ToolCall:
			v, _ := teller.Entry(e)
			call, ok := v.(pane.Call)
			for k, x := range item.Exchanges {
				a := asked{exchange: x, id: item.ID, may: about(item, x), last: k == len(item.Exchanges)-1}
				if ok {
					a.call = &call
				}
				found[x.ID()] = a
			}
		}
	}
	return found
}

// about reports whether an exchange is about permitting the call or its change, rather than a
// question that the call asked, or one that comes before that about its change.
func about(item *record.ToolCall, x record.Exchange) bool {
	if x.Permission != nil {
		return true
	}
	q := x.Inquiry.Question
	return record.OfFiles(item.Name) && q.AnswerType.Kind == forms.Boolean && !beforehand(q.ID)
}

// beforehand reports whether a question of a file tool comes before the one about its change.
func beforehand(id string) bool {
	return id == "modify_dirty_file" || id == "broad_replacement" || strings.HasPrefix(id, "change_elsewhere")
}

// answersOf are the events that answered, by the id of what they answered.
func answersOf(log store.Log) map[string]int64 {
	at := map[string]int64{}
	for _, ev := range log.All() {
		switch b := ev.Body.(type) {
		case store.InquiryResponse:
			at[b.ID] = ev.Seq
		case store.PermissionResponse:
			at[b.ID] = ev.Seq
		}
	}
	return at
}

// row is a decision in words.
func row(d record.Decided, a asked, teller pane.Teller) Row {
	r := Row{id: d.ID, Seq: d.Seq, Turn: d.Turn, At: d.Asked, What: d.Put(), Unasked: !d.Counts()}
	if a.exchange.Permission == nil && a.exchange.Inquiry == nil { // the user did it without being asked, such as changing a limit or a rule
		r.Answer, r.Who = d.Words(), record.Beside(d.By, d.Model)
		if d.Kind == record.KindRefused {
			r.Answer, r.Who, r.Reason, r.Refused, r.Nobody = textRefused, record.ToUser.Who(d.Via.Outward()), d.Reason, true, true
		}
		return r
	}
	r.Revoked, r.lapsed = a.exchange.Revoked(), a.exchange.Lapsed()
	a.exchange.Forgotten = false // it has a line of its own
	told := teller.Decision(a.exchange)
	if p := a.exchange.Permission; p != nil {
		r.Anew = record.Anew(*p)
	}
	r.Answer, r.Value, r.Given, r.Who, r.Took, r.Reason = told.Answer, told.Value, told.Whole, told.Who, told.Took, told.Reason
	if told.Turn && a.exchange.Inquiry != nil {
		r.Answer += textThisTurn
	}
	r.What = strings.TrimSuffix(r.What, " How to proceed?")
	if a.may && a.call != nil {
		r.What = strings.TrimSpace(strings.TrimSpace(verb(*a.call)) + " " + clean.Exact(a.call.Summary))
		if p := a.exchange.Permission; p != nil && p.Kind == store.PermitDeliver {
			r.What += textItsResult
		}
		r.Changed = changed(a)
	}
	r.whole(d, a)
	r.judged(d)
	if a.may && a.last && r.Yes && a.call != nil && a.call.State == pane.CallFailed {
		r.Came = strings.TrimSpace(a.call.Came)
		if r.Came == "" {
			r.Came = a.call.Right
		}
	}
	return r
}

// changed is how many lines were to be added and removed: of the change that was asked about,
// else of what the call wrote.
func changed(a asked) string {
	if q := a.exchange.Inquiry; q != nil {
		if change, _ := markdown.DiffIn(q.Question.Context); change != "" {
			added, removed := diff.Counted(change)
			return fmt.Sprintf(clean.Ours(textCounts), strconv.Itoa(added), strconv.Itoa(removed))
		}
	}
	if !a.call.Changed {
		return ""
	}
	return fmt.Sprintf(clean.Ours(textCounts), a.call.Added, a.call.Removed)
}

func verb(c pane.Call) string {
	if c.Verb != "" {
		return c.Verb
	}
	return c.Tool
}

// judged reports whether it was a yes, a no, or no answer at all.
func (r *Row) judged(d record.Decided) {
	switch answer := string(d.Answer); {
	case d.Again:
	case d.Open():
		r.Answer, r.Who, r.Nobody = textOpen, "", true
	case d.Outcome == store.Cancelled || d.Outcome == store.PermitCancelled:
		r.Who, r.Answer, r.Nobody = r.Answer, textNoAnswer, true
	case d.Outcome == store.PermitAllowed || d.Outcome == store.PermitEdited || answer == "true":
		r.Yes = true
	case d.Outcome == store.PermitDenied || d.Outcome == store.PermitSkipped || answer == "false":
		r.No = true
	}
}

// second makes the row the second of a pair with the reviewer's row.
func (r *Row) second(before Row) {
	if before.Nobody {
		return
	}
	r.Second = true
	switch {
	case r.lapsed:
	case before.No && r.Yes:
		r.Overrules, r.Answer = before.by(), textOverruled+r.Answer
	case before.No && r.No:
		r.Answer = textUpheld + r.Answer
	}
}

// whole is what the row leaves out: the question in full, and what it was about.
func (r *Row) whole(d record.Decided, a asked) {
	asked, others := d.Text, ""
	if a.exchange.Permission != nil {
		asked, others = record.Told(d.Text, d.Arguments)
	}
	call := ""
	if a.may && a.call != nil {
		call = strings.Trim(a.call.Summary, "\n")
	}
	if asked != r.What && asked != call {
		r.Asked = asked
	}
	parts := []string{strings.Join(d.Told, "\n"), others, d.RuleWords()}
	if d.EditedTo != "" {
		parts = append(parts, editedHead(d.Part)+"\n"+d.EditedTo)
	}
	r.Told = strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "\n\n")
	r.Context = strings.Trim(d.Context, "\n")
}

// editedHead leads to a text that was changed before the yes to it.
func editedHead(p store.Part) string {
	if p.Words() != "" {
		return textPartTaken
	}
	return textEditedTo
}

// Whos are the answerers in the order of their first answers, without duplicates.
func Whos(rows []Row) (names []string) {
	for _, r := range rows {
		if name := r.by(); r.counts() && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// counts reports whether the row is a decision: an answer to what was asked, or the lack of
// one.
func (r Row) counts() bool { return !r.Unasked && !r.Refused }

// Made is how many of the rows are decisions.
func Made(rows []Row) (n int) {
	for _, r := range rows {
		if r.counts() {
			n++
		}
	}
	return n
}

// Of are the rows of one answerer; pairs stay together. "" selects all.
func Of(rows []Row, who string) (kept []Row) {
	for len(rows) > 0 {
		end := groupEnd(rows, 0)
		if who == "" || slices.ContainsFunc(rows[:end], func(r Row) bool { return r.by() == who && !r.Refused }) {
			kept = append(kept, rows[:end]...)
		}
		rows = rows[end:]
	}
	return kept
}

// Whose says in words whose decisions those of a name are: "all", "you", "unanswered".
func Whose(who string) string {
	if who == "" {
		return textEverybody
	}
	return text.Line(who, 20)
}

// ofWhom is the same behind a number: "by you", "unanswered".
func ofWhom(who string) string {
	if who == textNobody {
		return who
	}
	return "by " + text.Line(who, 40)
}

// by is who answered, for counting.
func (r Row) by() string {
	if r.Nobody || r.Who == "" {
		return textNobody
	}
	return r.Who
}
