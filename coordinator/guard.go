package coordinator

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"parley/forms"
	"parley/store"
)

// What the user can choose when a guard has tripped: the labels on the screen,
// and what is on record.
const (
	ChoiceMore      = "Continue +5"
	ChoiceAnew      = "Continue +5 (new approach)"
	ChoiceLonger    = "Continue +10min"
	ChoicePause     = "Checkpoint & pause"
	ChoiceDifferent = "Try different approach"
	ChoiceDebug     = "Debug first"
	ChoiceRetry     = "Retry with context"
	ChoiceSkip      = "Skip and continue"
	ChoiceAccept    = store.ChoiceAccept
	ChoiceReview    = "Review"
	ChoiceCancel    = "Cancel"

	// Not chosen from the list: nobody was there or debugging ran into a limit,
	// and a limit that the user changed for the turn.
	ChoiceStopped = store.ChoiceStopped
	ChoiceLimit   = store.ChoiceLimit
)

// How much further a turn goes when the user lets it.
const (
	moreIterations = 5
	moreRuntime    = 10 * time.Minute
)

// ReportTool is the name of the tool that ends debugging. It is offered, and may
// be called, only there.
const ReportTool = store.ReportTool

// Tripped is a guard that has tripped and what came of it so far.
type Tripped struct {
	Name     string
	Evidence Evidence
	At       int // answers of the turn when it tripped
	Open     *Inquiry
	Walk     forms.Walk // of the open question
	Reviews  int        // how often the user asked to see the history
	Reviewed int        // how many of these are noted
	Choice   string
	Resolved bool    // the choice is on record, and what follows of it is under way
	Steps    int     // how much of that is on record
	Report   *Report // what debugging came to
}

// Evidence is what a guard saw, as it stands on record.
type Evidence struct {
	Iterations    int      `json:"iterations"`
	MaxIterations int      `json:"max_iterations,omitempty"`
	Runtime       string   `json:"runtime"`
	MaxRuntime    string   `json:"max_runtime,omitempty"`
	Calls         int      `json:"calls"`
	Failed        int      `json:"failed"`
	Count         int      `json:"count,omitempty"`     // repetitions, or errors in a row
	Signature     string   `json:"signature,omitempty"` // what was repeated
	Digest        string   `json:"digest,omitempty"`
	Task          string   `json:"task,omitempty"` // what the user wants done
	Said          string   `json:"said,omitempty"`
	Output        string   `json:"output,omitempty"`
	Errors        []string `json:"errors,omitempty"`
	Issues        []string `json:"issues,omitempty"`
	Asking        bool     `json:"asking,omitempty"`   // an answer of the model was under way
	Findings      []string `json:"findings,omitempty"` // of debugging without a root cause
}

// Report is what debugging came to.
type Report struct {
	RootCause string
	Findings  []string
	Fix       string
	Ended     string // why the debugging ended, when it did without a report
}

// readReport reads the arguments of a call of ReportTool.
func readReport(arguments json.RawMessage) *Report {
	var r struct {
		RootCause *string  `json:"root_cause"`
		Findings  []string `json:"findings"`
		Fix       *string  `json:"fix"`
	}
	if json.Unmarshal(arguments, &r) != nil {
		return &Report{}
	}
	out := &Report{Findings: orNil(r.Findings)}
	if r.RootCause != nil {
		out.RootCause = strings.TrimSpace(*r.RootCause)
	}
	if r.Fix != nil {
		out.Fix = strings.TrimSpace(*r.Fix)
	}
	return out
}

// evidence is what there is to see of the turn.
func (t Turn) evidence(guard string, f Folded, l Limits) Evidence {
	h, loop := t.History, f.Loop
	e := Evidence{
		Iterations: h.Iterations, MaxIterations: max(l.Iterations, 0), Runtime: spoken(t.Clock.Spent),
		Calls: h.Calls, Failed: h.Failed, Task: brief(f.Task, true), Said: lastSentence(h.Said), Output: brief(h.Output, false), Errors: h.errors(), Issues: h.Issues,
	}
	if l.Runtime > 0 {
		e.MaxRuntime = spoken(l.Runtime)
	}
	switch guard {
	case GuardLoop:
		e.Count, e.Signature, e.Digest = loop.rounds(), loop.pattern(), fmt.Sprintf("%016x", loop.Last.Digest)
	case GuardErrors:
		e.Count = h.Errors
	}
	return e
}

func spoken(d time.Duration) string { return d.Round(time.Second).String() }

// tripFurther returns the event of the guard of the iterations, nil if it has not
// tripped. It does when one more is about to begin: the answer is there, with
// calls, and none of them has begun. An answer without calls is the end of the
// task and no iteration, and so is the report of what debugging found.
func (t Turn) tripFurther(f Folded, env Env) store.Body {
	l := t.limits(env)
	if !t.Complete || t.Calls.Len() == 0 || t.Anew || !iterationsReached(*t.History, l) {
		return nil
	}
	for _, c := range t.Calls.All() {
		if c.begun() || c.Name == ReportTool && t.Parent != 0 {
			return nil
		}
	}
	return tripped(GuardIterations, t.evidence(GuardIterations, f, l))
}

// begun says whether anything came of a call yet.
func (c *Call) begun() bool { return c.Done || c.Run > 0 || c.Permit.Asked != nil }

// trip returns the event of a guard that has tripped between two answers, nil if
// none has.
func (t Turn) trip(f Folded, env Env) store.Body {
	if !t.Complete || t.Calls.Len() == 0 || !t.settled() {
		return nil
	}
	l := t.limits(env)
	name := trippedGuard(*t.History, t.Clock, f.Loop, l)
	if name == "" {
		return nil
	}
	return tripped(name, t.evidence(name, f, l))
}

func tripped(name string, e Evidence) store.Body {
	raw, err := json.Marshal(e)
	if err != nil {
		panic("coordinator: evidence does not encode: " + err.Error())
	}
	return store.GuardTripped{Guard: name, Evidence: raw}
}

// woke trips the guard of the runtime, whose time has come.
func (w *writing) woke() []store.Body {
	t, open := w.state.Folded.Current()
	if !open || t.Guard != nil || t.Ending != "" {
		return nil
	}
	l := t.limits(w.state.Env)
	t.Clock = t.Clock.to(w.msg.Time)
	t.Clock.Spent = max(t.Clock.Spent, l.Runtime)
	e := t.evidence(GuardRuntime, w.state.Folded, l)
	e.Asking = t.settled()
	return []store.Body{tripped(GuardRuntime, e)}
}

// guarded says what a tripped guard needs next. Nil means that it waits: for the
// screen, the user, or the debugging.
func (t Turn) guarded(env Env) store.Body {
	g := *t.Guard
	switch {
	case g.Resolved:
		return t.follows(g)
	case g.Choice != "":
		return store.GuardResolved{Guard: g.Name, Choice: g.Choice, Limit: t.raisedTo(g)}
	case t.Parent != 0: // debugging is not asked about by itself
		return store.GuardResolved{Guard: g.Name, Choice: ChoiceStopped}
	case g.Reviewed < g.Reviews:
		return store.ScratchpadNote{Text: guardNote(g, false)}
	case g.Open == nil:
		if _, taken := t.holder(); taken && env.SomebodyThere {
			return nil
		}
		return t.guardRequest(g)
	case RouteOf(Question{Exclusive: true, SomebodyThere: env.SomebodyThere}) == DenyNobody:
		return cancel(*g.Open, store.CancelNoPromptBackend)
	}
	return nil
}

// guardRequest is the guard's question. It is a form of one question that only
// the user may answer.
func (t Turn) guardRequest(g Tripped) store.Body {
	q := forms.Question{
		ID: g.Name, Header: guardHeader(g.Name), Text: guardText(g), Context: guardContext(g, *t.History),
		AnswerType: forms.AnswerType{Kind: forms.Select, Options: guardOptions(g)},
		Exclusive:  true, Persistence: forms.PersistNone,
	}
	return store.InquiryRequest{
		ID:     fmt.Sprintf("guard-%d.%s.%d", t.N, g.Name, t.asked(g.Name)+1),
		Source: store.Source{Source: "other", Name: guardAuthor(g.Name)}, Target: store.TargetUser, Question: q,
	}
}

func guardAuthor(name string) string { return store.AuthorGuard + name }

func (t Turn) asked(guard string) int {
	for _, n := range t.Tripped {
		if n.Question == guard {
			return n.Attempts
		}
	}
	return 0
}

// follows says what of a choice's consequences is not yet on record.
func (t Turn) follows(g Tripped) store.Body {
	all := t.consequences(g)
	if g.Steps < len(all) {
		return all[g.Steps]
	}
	if r := g.Report; r != nil && r.RootCause == "" {
		if r.Ended == store.ReasonUser || r.Ended == store.ReasonCancelled {
			return store.TurnEnding{Reason: r.Ended}
		}
		e := g.Evidence
		e.Findings = r.words()
		return tripped(g.Name, e)
	}
	return nil
}

// settledGuard says whether everything that a choice leads to is on record.
func (t Turn) settledGuard(g Tripped) bool {
	if g.Choice == ChoiceDebug && (g.Report == nil || g.Report.RootCause == "") {
		return false
	}
	return g.Steps >= len(t.consequences(g))
}

// consequences are the events that a choice leads to, beside what folding the
// choice itself changed (SPEC.md section 8).
func (t Turn) consequences(g Tripped) []store.Body {
	note := guardNote(g, t.Parent != 0)
	told := []store.Body{store.ScratchpadNote{Text: note}, store.ChatRequest{Author: store.AuthorScratchpad, Text: note}}
	say := func(text string) []store.Body {
		return append(told, store.ChatRequest{Author: guardAuthor(g.Name), Text: text})
	}
	switch g.Choice {
	case ChoiceAnew, ChoiceDifferent:
		return say(differentText)
	case ChoiceRetry:
		return say(retryText(g.Evidence.Errors))
	case ChoiceSkip:
		return say(knownIssueText(g.lastError()))
	case ChoiceAccept:
		return append(told, store.TurnEnding{Reason: store.ReasonGuard})
	case ChoiceCancel:
		return append(told, store.TurnEnding{Reason: store.ReasonCancelled})
	case ChoicePause:
		return []store.Body{told[0], store.TurnEnding{Reason: store.ReasonPaused}}
	case ChoiceStopped:
		return []store.Body{told[0], store.TurnEnding{Reason: store.ReasonGuard}}
	case ChoiceDebug:
		return append([]store.Body{told[0], store.TurnStart{Parent: t.N}}, t.debugged(g)...)
	}
	return told
}

// debugged is what follows when debugging is over.
func (t Turn) debugged(g Tripped) []store.Body {
	if g.Report == nil {
		return nil
	}
	note := debuggedNote(*g.Report)
	out := []store.Body{store.ScratchpadNote{Text: note}}
	if g.Report.RootCause != "" {
		out = append(out, store.ChatRequest{Author: guardAuthor(g.Name), Text: rootCauseText(*g.Report)})
	}
	return out
}

// lastError is the latest of the errors that a guard saw.
func (g Tripped) lastError() string {
	if n := len(g.Evidence.Errors); n > 0 {
		return g.Evidence.Errors[n-1]
	}
	return ""
}

// guardAnswered records what the user chose; what is none of the choices changes
// nothing.
func (w *writing) guardAnswered(g Tripped, in Input) ([]store.Body, bool) {
	m, ok := in.(Answered)
	if !ok || g.Open.Question.Check(m.Value) != nil {
		return nil, false
	}
	return []store.Body{store.InquiryResponse{
		Outcome: store.Answered, ID: g.Open.ID, Answer: g.Open.Question.Canonical(m.Value), Reason: m.Note,
		AnsweredBy: &store.AnsweredBy{By: store.ByUser},
	}}, true
}
