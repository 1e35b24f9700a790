package export

import (
	"cmp"
	"encoding/json"
	"time"

	"parley/forms"
	"parley/store"
	"parley/store/record"
)

// decision is a question, a permission or a choice about a limit, and its outcome.
// Its number counts from 1 through the whole conversation, so it is the same in every
// export.
type decision struct {
	Number int      `json:"number"`
	Turn   int      `json:"turn"`
	Event  string   `json:"event"` // the event that asked
	Seq    int64    `json:"seq"`
	Kind   string   `json:"kind"` // question, run, deliver, limit
	ID     string   `json:"id"`
	Call   string   `json:"call,omitempty"`
	Among  []string `json:"among,omitempty"`
	Asked  asked    `json:"asked"`
	Given  *given   `json:"given,omitempty"` // nil while it is open
	From   int      `json:"escalated_from,omitempty"`
	To     int      `json:"escalated_to,omitempty"`

	last int // the index of the last event that belongs to it
}

// kindLimit is a choice about a guard that was made without a question.
const kindLimit = "limit"

// asked is what was asked.
type asked struct {
	Time      time.Time        `json:"time"`
	By        string           `json:"by"`     // the tool, the assistant, or a guard
	Target    string           `json:"target"` // user or reviewer
	Question  string           `json:"question,omitempty"`
	Header    string           `json:"header,omitempty"`
	Text      string           `json:"text"`
	Told      []string         `json:"told,omitempty"` // beside a permission: why it is asked anew, or only of the user, or what its server changed
	Context   string           `json:"context,omitempty"`
	Type      forms.AnswerType `json:"answer_type,omitzero"`
	Default   json.RawMessage  `json:"default,omitempty"`
	Optional  bool             `json:"optional,omitempty"`
	Arguments json.RawMessage  `json:"arguments,omitempty"` // of a permission
	Covers    string           `json:"covers,omitempty"`
}

// given is what was answered.
type given struct {
	Time      time.Time       `json:"time"`
	Seconds   float64         `json:"seconds"` // since it was asked
	Outcome   string          `json:"outcome"`
	Answer    json.RawMessage `json:"answer,omitempty"`
	Files     []store.File    `json:"files,omitempty"`
	By        string          `json:"by,omitempty"`
	Model     string          `json:"model,omitempty"`
	Via       *store.Via      `json:"via,omitempty"` // who answered, as far as the system knows
	Reason    string          `json:"reason,omitempty"`
	Cancelled string          `json:"cancelled,omitempty"` // why, as a tag
	Reply     string          `json:"reply,omitempty"`
	Remember  string          `json:"remember,omitempty"`
	Scope     string          `json:"scope,omitempty"`
	Forgotten bool            `json:"forgotten,omitempty"`
	Revoked   string          `json:"revoked,omitempty"` // why, if the answer counted no more
	Again     bool            `json:"again,omitempty"`   // the yes was to being asked again
	Edited    *string         `json:"edited,omitempty"`  // as the user edited it
	store.Part
	Choice *choice        `json:"choice,omitempty"`
	Rule   *madeRule      `json:"rule,omitempty"`  // the rule that was made or revoked
	Rules  []store.RuleAt `json:"rules,omitempty"` // the rules that answered
}

// choice is what was chosen about a limit.
type choice struct {
	Guard  string `json:"guard"`
	Choice string `json:"choice"`
	Limit  string `json:"limit,omitempty"`
}

// decisions is every decision of a log. What refers to nothing is left out, as
// in the transcript.
type decisions struct {
	list  []*decision
	byID  map[string]*decision
	guard map[string]*decision // a guard's latest question that has no choice yet
	lapse record.Lapses
}

func newDecisions() *decisions {
	return &decisions{byID: map[string]*decision{}, guard: map[string]*decision{}}
}

// add takes in the event at an index. It returns the decision that the event is
// about.
func (d *decisions) add(at int, e store.Event) *decision {
	var x *decision
	for _, l := range d.lapse.Add(e.Body) {
		if before := d.byID[l.ID]; before != nil && before.Given != nil {
			before.Given.Forgotten, before.Given.Revoked = true, l.Reason
		}
	}
	switch b := e.Body.(type) {
	case store.InquiryRequest:
		x = d.inquiry(e, b)
	case store.PermissionRequest:
		x = d.ask(e, b.ID, &decision{Kind: b.Kind, Call: b.Call, Asked: asked{
			By: b.Tool, Target: store.TargetUser, Text: b.Text, Told: record.Cautions(b), Arguments: b.Arguments, Covers: b.Covers,
		}})
	case store.InquiryResponse:
		x = d.close(e, b.ID, true, func(*decision) given { return answerOf(b) })
	case store.PermissionResponse:
		x = d.close(e, b.ID, false, func(*decision) given { return permissionOf(b) })
	case store.MemoryRevoked:
		if x = d.byID[b.ID]; x == nil || x.Given == nil {
			return nil
		}
		if !x.Given.Forgotten {
			x.Given.Forgotten, x.Given.Revoked = true, b.Reason
		}
	case store.GuardResolved:
		x = d.resolved(e, b)
	default:
		x = d.unasked(e)
	}
	if x != nil {
		x.last = at
	}
	return x
}

func (d *decisions) inquiry(e store.Event, b store.InquiryRequest) *decision {
	by := b.Source.Name
	if by == "" {
		by = b.Source.Source
	}
	x := d.ask(e, b.ID, &decision{Kind: record.KindQuestion, Call: b.Call, Among: b.Among, Asked: asked{
		By: by, Target: b.Target, Question: b.Question.ID, Header: b.Question.Header, Text: b.Question.Text,
		Context: b.Question.Context, Type: b.Question.AnswerType, Default: b.Question.Default, Optional: b.Question.Optional,
	}})
	if x == nil {
		return nil
	}
	if from := d.byID[b.EscalatedFrom]; from != nil && from != x {
		x.From, from.To = from.Number, x.Number
	}
	if b.Source.Source == "other" {
		d.guard[by] = x
	}
	return x
}

func (d *decisions) ask(e store.Event, id string, x *decision) *decision {
	if d.byID[id] != nil {
		return nil
	}
	x.Number, x.Turn, x.Event, x.Seq, x.ID, x.Asked.Time = len(d.list)+1, e.Turn, e.ID, e.Seq, id, e.Time
	d.byID[id] = x
	d.list = append(d.list, x)
	return x
}

// close gives an open decision its answer. An answer to a question never closes a
// permission, nor the reverse.
func (d *decisions) close(e store.Event, id string, question bool, of func(*decision) given) *decision {
	x := d.byID[id]
	if x == nil || x.Given != nil || (x.Kind == record.KindQuestion) != question {
		return nil
	}
	g := of(x)
	g.Time, g.Seconds = e.Time, e.Time.Sub(x.Asked.Time).Seconds()
	x.Given = &g
	return x
}

func answerOf(b store.InquiryResponse) given {
	g := given{Outcome: b.Outcome, Answer: b.Answer, Files: b.Files, Reason: b.Reason, Reply: b.Reply, Remember: b.Remember}
	if b.Outcome == store.Cancelled {
		g.Reason, g.Cancelled = "", b.Reason
	}
	if b.AnsweredBy != nil {
		g.By, g.Model, g.Via = b.AnsweredBy.By, b.AnsweredBy.Model, b.AnsweredBy.Via.Outward()
		g.Rules = rulesOf(b.AnsweredBy.RuleAt)
	}
	g.Again = b.Again
	if b.Edited != nil {
		g.Edited, g.Part = &b.Edited.Content, b.Edited.Part
	}
	return g
}

// rulesOf are the rules that answered, nil if none did.
func rulesOf(first store.RuleAt, more ...store.RuleAt) []store.RuleAt {
	if first.Rule == "" {
		return nil
	}
	return append([]store.RuleAt{first}, more...)
}

func permissionOf(b store.PermissionResponse) given {
	g := given{Outcome: b.Outcome, By: b.By, Reason: b.Reason, Scope: b.Scope, Edited: b.Content, Rules: rulesOf(b.RuleAt, b.Also...), Via: b.Via.Outward()}
	if b.Outcome == store.PermitCancelled {
		g.Reason, g.Cancelled = "", b.Reason
	}
	if len(b.Arguments) > 0 && g.Edited == nil {
		text := string(b.Arguments)
		g.Edited = &text
	}
	return g
}

// madeRule is a rule that was made or revoked.
type madeRule struct {
	Rule       string `json:"rule"`
	Verdict    string `json:"verdict"`
	Scope      string `json:"scope"`
	Permission string `json:"permission,omitempty"`
}

// ruleOf is what was done to a rule, nil if the event is not about one.
func ruleOf(b store.Body) *madeRule {
	switch b := b.(type) {
	case store.RuleAdded:
		return &madeRule{Rule: b.Rule, Verdict: b.Verdict, Scope: b.Scope, Permission: b.Permission}
	case store.RuleRevoked:
		return &madeRule{Rule: b.Rule, Verdict: b.Verdict, Scope: b.Scope}
	}
	return nil
}

// unasked makes a decision of something that was done without a question, nil for any
// other event.
func (d *decisions) unasked(e store.Event) *decision {
	kind, text, via, ok := record.Done(e.Body)
	if !ok {
		return nil
	}
	by := map[string]string{record.KindRule: "rules"}[kind]
	x := &decision{
		Number: len(d.list) + 1, Turn: e.Turn, Event: e.ID, Seq: e.Seq, Kind: kind, ID: e.ID,
		Asked: asked{Time: e.Time, By: cmp.Or(by, kind), Target: store.TargetUser, Text: text},
		Given: &given{Time: e.Time, Outcome: store.Answered, By: store.ByUser, Via: via.Outward(), Rule: ruleOf(e.Body)},
	}
	d.list = append(d.list, x)
	return x
}

// resolved adds the choice about a limit to the question about it, or makes it a
// decision of its own if there was no question.
func (d *decisions) resolved(e store.Event, b store.GuardResolved) *decision {
	c := &choice{Guard: b.Guard, Choice: b.Choice, Limit: b.Limit}
	if x := d.guard["guard."+b.Guard]; x != nil && x.Given != nil && x.Given.Choice == nil {
		x.Given.Choice = c
		delete(d.guard, "guard."+b.Guard)
		return x
	}
	x := &decision{
		Number: len(d.list) + 1, Turn: e.Turn, Event: e.ID, Seq: e.Seq, Kind: kindLimit, ID: e.ID,
		Asked: asked{Time: e.Time, By: "guard." + b.Guard, Target: store.TargetUser},
		Given: &given{Time: e.Time, Outcome: store.Answered, Choice: c, Via: b.Via.Outward()},
	}
	d.list = append(d.list, x)
	return x
}
