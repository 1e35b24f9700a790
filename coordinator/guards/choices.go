package guards

import (
	"slices"
	"strconv"
	"time"

	"parley/forms"
	"parley/store"
	"parley/store/record"
)

// The choices when a guard has tripped: the labels on the screen, and the names on
// record.
const (
	ChoiceMore      = "Continue +5"
	ChoiceAnew      = "Continue +5 (new approach)"
	ChoiceLonger    = "Continue +10min"
	ChoicePause     = "Checkpoint & pause"
	ChoiceDifferent = "Try different approach"
	ChoiceDebug     = "Debug first"
	ChoiceRetry     = "Retry with context"
	ChoiceSkip      = "Skip and continue"
	ChoiceAccept    = record.ChoiceAccept
	ChoiceReview    = "Review"
	ChoiceCancel    = record.ChoiceCancel

	// Not chosen from the list: nobody was there or debugging reached a limit; and a
	// limit that the user changed for the turn.
	ChoiceStopped = record.ChoiceStopped
	ChoiceLimit   = record.ChoiceLimit
)

// How much further a turn goes if the user lets it.
const (
	moreIterations = 5
	moreRuntime    = 10 * time.Minute
)

// ReportTool is the name of the tool that ends debugging. It is offered, and may
// be called, only there.
const ReportTool = record.ReportTool

// Trip is a guard that has tripped, what it saw, and its outcome so far.
type Trip struct {
	Name     string
	Evidence Evidence
	Reviews  int // how often the user asked to see the history
	Choice   string
	Report   *Report // the outcome of debugging
}

// Author is the name of a guard on record.
func Author(name string) string { return store.AuthorGuard + name }

// Raised is the new limit if the choice raises one, otherwise "". iterations and
// spent are how far the turn has come.
func (g Trip) Raised(iterations int, spent time.Duration) string {
	switch g.Choice {
	case ChoiceMore, ChoiceAnew:
		return strconv.Itoa(iterations + moreIterations)
	case ChoiceLonger:
		seen, _ := time.ParseDuration(g.Evidence.Runtime) // our own text; 0 if a damaged file lacks it
		return (max(spent, seen) + moreRuntime).String()
	}
	return ""
}

// Offers reports whether a choice is one of those that the guard's question offers.
func (g Trip) Offers(choice string) bool {
	return slices.ContainsFunc(g.options(), func(o forms.Option) bool { return string(o.Value) == `"`+choice+`"` })
}

// Consequences are the events that a choice leads to in a turn, besides what folding
// the choice itself changes.
func (g Trip) Consequences(turn int, debugging bool) []store.Body {
	note := g.Note(debugging)
	told := []store.Body{store.ScratchpadNote{Text: note}, store.ChatRequest{Author: store.AuthorScratchpad, Text: note}}
	say := func(text string) []store.Body {
		return append(told, store.ChatRequest{Author: Author(g.Name), Text: text})
	}
	switch g.Choice {
	case ChoiceAnew, ChoiceDifferent:
		return say(differentText)
	case ChoiceRetry:
		return say(retryText(g.Evidence.Errors))
	case ChoiceSkip:
		return say(knownIssueText(g.LastError()))
	case ChoiceAccept:
		return append(told, store.TurnEnding{Reason: store.ReasonGuard})
	case ChoiceCancel:
		return append(told, store.TurnEnding{Reason: store.ReasonCancelled})
	case ChoicePause:
		return []store.Body{told[0], store.TurnEnding{Reason: store.ReasonPaused}}
	case ChoiceStopped:
		return []store.Body{told[0], store.TurnEnding{Reason: store.ReasonGuard}}
	case ChoiceDebug:
		return append([]store.Body{told[0], store.TurnStart{Parent: turn}}, g.debugged()...)
	}
	return told
}

// debugged is what follows the end of debugging.
func (g Trip) debugged() []store.Body {
	if g.Report == nil {
		return nil
	}
	note := debuggedNote(*g.Report)
	out := []store.Body{store.ScratchpadNote{Text: note}}
	if g.Report.RootCause != "" {
		out = append(out, store.ChatRequest{Author: Author(g.Name), Text: rootCauseText(*g.Report)})
	}
	return out
}

// LastError is the latest error that a guard saw.
func (g Trip) LastError() string {
	if n := len(g.Evidence.Errors); n > 0 {
		return g.Evidence.Errors[n-1]
	}
	return ""
}
