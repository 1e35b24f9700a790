package pane

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"parley/forms"
	"parley/store"
	"parley/store/record"
	"parley/views/text"
)

// Teller knows what the record does not say about a call. Every field may be nil.
type Teller struct {
	Hidden   func(tool string) bool                         // the tool has no line of its own
	Describe func(tool string, args json.RawMessage) string // what a call will do, in a line
	Output   func(call string) string                       // what a running call has written
	Reviewer func(inquiry string) string                    // who reviews a question
	Reopened func(inquiry string) bool                      // a fork opened a question again, for the user
	Stands   func(call string) bool                         // a reviewer would have its question: an interrupted turn waits
	Lacks    func(call string) bool                         // nobody is asked about a call, and its tool is not offered
	Unsaved  func(id string) bool                           // a call, or a command of the user's, does not begin because nothing can be saved
	Live     bool                                           // it is happening now: the status line says when it is tried again
	Took     bool                                           // say how long decisions took
}

// Entry turns an entry of the transcript into one of the pane. It reports false for
// what is not shown.
func (t Teller) Entry(e record.Entry) (Entry, bool) {
	v, ok := t.entry(e)
	if ok && e.Within != "" {
		return Inside{Entry: v, Head: e.Within}, true
	}
	return v, ok
}

func (t Teller) entry(e record.Entry) (Entry, bool) {
	switch item := e.Item.(type) {
	case *record.Message:
		switch {
		case item.Author == store.AuthorScratchpad:
			return nil, false // its note stands before it
		case strings.HasPrefix(item.Author, store.AuthorGuard):
			return toldAssistant(e, item.Text), true
		}
		return Message{Key: e.ID, Rev: e.Version, Text: record.With(item.Text, item.Files), Author: item.Author}, true
	case *record.Response:
		return Response{Key: e.ID, Rev: e.Version, Text: item.Text, Partial: item.State == record.Partial || item.State == record.Dropped, Broken: item.Broken, Stopped: item.Stopped}, true
	case *record.Thought:
		return Reasoning{Key: e.ID, Rev: e.Version, Text: item.Text, Live: item.State == record.Arriving}, true
	case *record.ToolCall:
		return t.call(e, item), true
	case *record.Asked:
		d := t.Decision(item.Exchange)
		d.Key, d.Rev = e.ID, e.Version
		return d, true
	case *record.Failure:
		n := Note{Key: e.ID, Rev: e.Version, Kind: Warning, Text: item.Error}
		switch {
		case item.Final:
			n.Kind = Failure
		case item.Retried:
			n.Kind = Info
			if t.Live { // when, the status line says
				n.Text, _, _ = strings.Cut(n.Text, textTryingAgain)
			}
		default:
			n.Text += textAskingAgain
		}
		return n, true
	case *record.Shortfall:
		return Note{Key: e.ID, Rev: e.Version, Kind: Warning, Text: record.ToUser.Lack(item.End)}, true
	case *record.Guard:
		return t.guard(e, item), true
	case *record.Debugging:
		return debugging(e, item), true
	case *record.Command:
		return t.command(e, item), true
	case *record.Note:
		return nil, false // the scratchpad has a view of its own; what it notes is shown where it belongs
	case *record.Mark:
		if item.Told {
			return nil, false
		}
		return t.mark(e, item)
	}
	return nil, false
}

func (t Teller) call(e record.Entry, item *record.ToolCall) Call {
	row := item.Row()
	c := Call{Key: e.ID, Rev: e.Version, Call: item.ID, Tool: item.Name, Arguments: item.Arguments}
	if row.Verb != item.Name {
		c.Verb = row.Verb
	}
	if t.Hidden != nil {
		c.Hidden = t.Hidden(item.Name)
	}
	if item.Runs > 0 {
		c.State = CallRunning
		if !item.Started.IsZero() {
			c.Since = item.Started.UnixMilli()
		}
	}
	t.decided(&c, item)
	if c.Allowed == nil && unasked(item) {
		c.Allowed = &Decision{Answer: textAllowed, Who: record.Beside(store.ByStatic, "")}
	}
	if n := len(item.Exchanges); n > 0 && comesToUser(item.Exchanges[n-1]) || item.Asks && c.State == CallRunning {
		c.State = CallWaiting // others are asked first
	}
	if t.Lacks != nil && t.Lacks(item.ID) {
		c.State, c.Rev = CallLacking, -c.Rev // another picture of the same version
	}
	if t.Unsaved != nil && t.Unsaved(item.ID) {
		c.State, c.Rev = CallUnsaved, -c.Rev
	}
	if t.Output != nil && c.State == CallRunning {
		c.Output = t.Output(item.ID)
		c.Rev += len(c.Output)
	}
	if item.Result != nil {
		t.ended(&c, item, row)
	}
	if !c.hidden() { // arguments may be long, and this runs with every event of the call
		c.Summary = t.summary(item, row)
	}
	if c.State == CallDone && c.Diff == "" {
		if c.Diff = created(item, row); c.Diff != "" {
			c.Summary = row.Subject // how long it is stands at the right
		}
	}
	return c
}

// reviewed shows that a reviewer has the question of a call, or will have it.
func (t Teller) reviewed(c *Call, item *record.ToolCall, x record.Exchange) {
	if t.Stands != nil && t.Stands(item.ID) {
		c.State, c.Rev = CallPending, -c.Rev // another picture of the same version
		return
	}
	c.State, c.Since = CallReviewed, x.Asked.UnixMilli()
	if t.Reviewer != nil {
		c.Reviewer = t.Reviewer(x.ID())
	}
}

// decided sorts the questions about a call: whether it may run belongs to its row, a
// question that it asked gets a row of its own.
func (t Teller) decided(c *Call, item *record.ToolCall) {
	for i, x := range item.Exchanges {
		diff := c.proposed(item, x)
		if x.Open() {
			c.State = CallWaiting
			if x.Inquiry != nil && x.Inquiry.Target == store.TargetReviewer && !(t.Reopened != nil && t.Reopened(x.ID())) {
				t.reviewed(c, item, x)
			}
			continue // it is asked below, in the dock
		}
		d := t.Decision(x)
		if diff != "" {
			c.Diff = diff
		}
		switch at := lastAbout(item); {
		case i != at && overtaken(item, i):
			c.Before = append(c.Before, d)
		case permittedBefore(item, i, at):
			d.Then = item.Exchanges[at].Text()
			c.Before = append(c.Before, d)
		case i != at || !decides(x) && !replied(x) && item.Result == nil: // a question of its own, or a decision that did not last
			c.Decisions = append(c.Decisions, d)
		default:
			c.Allowed = &d
		}
	}
}

// unasked reports whether a command ran to its end that nobody was asked about. Nothing but
// the configuration has that done; a rule is on record.
func unasked(item *record.ToolCall) bool {
	return record.OfCommands(item.Name) && item.Runs > 0 && item.Result != nil && item.Came().How != record.CameStopped && !slices.ContainsFunc(item.Exchanges, func(x record.Exchange) bool {
		return x.Permission != nil && x.Permission.Kind != store.PermitDeliver
	})
}

// lastAbout is the last exchange about whether a call may be, -1 if there is none.
func lastAbout(item *record.ToolCall) int {
	last := -1
	for i, x := range item.Exchanges {
		switch {
		case x.Open(), x.Lapsed():
		case x.Permission != nil && x.Permission.Kind != store.PermitDeliver,
			x.Inquiry != nil && record.OfFiles(item.Name) && x.Inquiry.Question.AnswerType.Kind == forms.Boolean && (decides(x) || replied(x)):
			last = i
		}
	}
	return last
}

// permittedBefore reports whether a call was permitted, and then asked a question of
// its own that decided about it.
func permittedBefore(item *record.ToolCall, i, last int) bool {
	x := item.Exchanges[i]
	return i < last && x.Permission != nil && decides(x) && item.Exchanges[last].Inquiry != nil
}

// decides reports whether an exchange ended in a yes or a no.
func decides(x record.Exchange) bool { return !x.Open() && !x.Cancelled() }

// replied reports whether the user answered in words of their own instead.
func replied(x record.Exchange) bool {
	return x.Answer != nil && x.Answer.Outcome == store.Cancelled && x.Answer.Reason == store.CancelReply
}

// overtaken reports whether the user had the last word after a reviewer: the same
// question then came to the user, whose answer is in the call's row.
func overtaken(item *record.ToolCall, i int) bool {
	x := item.Exchanges[i]
	return record.OfFiles(item.Name) && comesToUser(x) && slices.ContainsFunc(item.Exchanges[i+1:], func(later record.Exchange) bool {
		return later.Inquiry != nil && later.Inquiry.Question.ID == x.Inquiry.Question.ID
	})
}

// ended takes in the outcome of a call.
func (t Teller) ended(c *Call, item *record.ToolCall, row record.Row) {
	came := item.Came()
	c.State, c.Result, c.Came = callState(came), record.With(item.Result.Content, item.Result.Files), record.ToUser.Came(came)
	c.Command = came.How == record.CameFailed
	if came.How != record.CameStopped {
		c.Output = "" // it is in the result
	}
	c.Right, c.LeftOut = row.Facts, row.LeftOut
	c.Changed, c.Added, c.Removed = row.Changed, row.Added, row.Removed
	if t.Took {
		c.Took = Ran(item.Took().Seconds())
	}
	if came.How == record.CameStopped && (item.Started.IsZero() && !item.Live || strings.HasSuffix(item.Result.Content, textNotCarried)) { // nobody stopped it: it never began, or only asked
		c.State, c.Came, c.Took = CallRefused, textNotRun, ""
		switch came.Detail {
		case store.ReasonUser:
			c.Came = textNotRunByYou
		case store.ReasonPaused:
			c.Came = textNotRunPause
		}
	}
	c.rewritten(item)
	switch c.State {
	case CallFailed:
		c.Right, c.Fault = row.Fault, row.Whole
		if came.How == record.CameStopped && strings.Contains(item.Result.Content, textInPart) {
			c.Right, c.Fault = textInPart, textItInPart // the rest is what the row and the mark of the turn say
		}
	case CallRefused:
		if came.How == record.CameRefused {
			c.Came = record.SaidNo(came.By, came.Model)
			if c.Allowed != nil {
				c.Why, c.After = c.Allowed.Reason, c.Allowed.Took
			}
		}
		if came.How == record.CameReplied && c.Allowed != nil {
			c.Why, c.After = c.Allowed.Reason, c.Allowed.Took
		}
		c.Allowed = nil
	}
}

// callState is how a call that has ended looks.
func callState(c record.Came) CallState {
	switch c.How {
	case record.CameWell:
		return CallDone
	case record.CameError, record.CameFailed, record.CameStopped:
		return CallFailed
	}
	return CallRefused
}

// summary is what a call is about: in its tool's words, else its arguments by name.
func (t Teller) summary(item *record.ToolCall, row record.Row) string {
	if t.Describe != nil {
		if s := t.Describe(item.Name, item.Ran()); s != "" && !(s[0] == '{' && json.Valid([]byte(s))) {
			return s
		}
	}
	if row.Subject != "" {
		return row.Subject
	}
	return record.InLine(item.Ran())
}

// comesToUser reports whether a reviewer left its question to the user.
func comesToUser(x record.Exchange) bool {
	q, a := x.Inquiry, x.Answer
	return q != nil && a != nil && q.Target == store.TargetReviewer &&
		(a.Outcome == store.Cancelled || q.Escalate && string(a.Answer) == "false")
}

// markText is the line of an event that is shown in one; most are not.
func markText(body store.Body) string {
	switch b := body.(type) {
	case store.Resumed:
		return "resumed"
	case store.ForkedFrom:
		return "forked from " + b.From
	case store.RuleAdded:
		return "a rule was made: " + text.Reveal(record.RuleWords(b.Verdict, b.Rule, b.Scope))
	case store.RuleRevoked:
		return "a rule was taken back: " + text.Reveal(record.RuleWords(b.Verdict, b.Rule, b.Scope))
	case store.Repaired:
		return "the file was repaired; as it was it is in " + b.Original
	case store.ConfigDelta:
		return DeltaText(b)
	case store.GuardResolved:
		return "limit of this turn: " + b.Guard + " " + b.Limit
	case store.TurnEnd:
		return map[string]string{
			store.ReasonUser:      "you ended the turn",
			store.ReasonGuard:     "the turn was stopped by a limit",
			store.ReasonCancelled: "the turn was stopped",
			store.ReasonPaused:    "the turn is paused; resume goes on with it",
			store.ReasonError:     "the turn ended with an error",
		}[b.Reason]
	}
	return ""
}

// DeltaText says a change of the conversation's settings: another model, and the others
// in the order of their keys.
func DeltaText(d store.ConfigDelta) string {
	const model = "assistant.model.id"
	var said, parts []string
	for _, key := range slices.Sorted(maps.Keys(d.Set)) {
		var name string
		if key == model && json.Unmarshal(d.Set[key], &name) == nil {
			said = append(said, "model: "+name)
			continue
		}
		parts = append(parts, key+" = "+string(d.Set[key]))
	}
	if len(parts) > 0 || len(said) == 0 {
		said = append(said, "settings: "+strings.Join(parts, ", "))
	}
	return strings.Join(said, "; ")
}
