package coordinator

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"parley/forms"
	"parley/store"
)

// The words of the guards: what the user is asked, and what the model is told.

// authorScratchpad marks a note of the scratchpad that the model is shown.
const authorScratchpad = "scratchpad"

const differentText = "Try a different approach than previous iterations."

func knownIssueText(problem string) string {
	return "Treat this as a known issue and proceed with the rest of the task: " + problem
}

func retryText(errors []string) string {
	lines := []string{"These were the last errors. Take them into account and try again."}
	for i, e := range errors {
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, e))
	}
	return strings.Join(lines, "\n")
}

func partialText(guard string) string {
	return "Task completed with partial results due to " + guard
}

func rootCauseText(r Report) string {
	text := "The root cause was found: " + r.RootCause
	if r.Fix != "" {
		text += "\nThe fix: " + r.Fix
	}
	return text + "\nApply the fix, then go on with the task."
}

// debugText begins the debugging: what is wrong, and the skill to go by.
func debugText(g Tripped, skill string) string {
	what := fmt.Sprintf("The work on the task has stopped: the same thing came out %d times (%s).", g.Evidence.Count, g.Evidence.Signature)
	if g.Name == GuardErrors {
		what = fmt.Sprintf("The work on the task has stopped: %d steps in a row failed.", g.Evidence.Count)
	}
	for _, e := range g.Evidence.Errors {
		what += "\n- " + e
	}
	return what + "\n\nFind the root cause before anything else is tried. Go by these instructions. When you know the root cause, or know that you " +
		"cannot find it, call " + ReportTool + ".\n\n" + strings.TrimSpace(skill)
}

func debuggedNote(r Report) string {
	if r.RootCause != "" {
		return "Debugging found the root cause: " + r.RootCause
	}
	return "Debugging found no root cause."
}

// words are the findings of a report without a root cause.
func (r Report) words() []string {
	if len(r.Findings) > 0 {
		return r.Findings
	}
	switch r.Ended {
	case store.ReasonGuard:
		return []string{"Debugging reached its own limit without a report."}
	case store.ReasonError:
		return []string{"Debugging broke off: the model could not be reached."}
	}
	return []string{"Debugging ended without a report."}
}

// guardNote is what the scratchpad says of a choice; debugging says that the
// limit was one of the debugging.
func guardNote(g Tripped, debugging bool) string {
	e := g.Evidence
	situation := map[string]string{
		GuardIterations: fmt.Sprintf("Iteration limit (%d) reached.", e.MaxIterations),
		GuardRuntime:    fmt.Sprintf("Runtime limit (%s) exceeded.", minutes(e.MaxRuntime)),
		GuardLoop:       fmt.Sprintf("Loop detected: %q, %d times.", e.Signature, e.Count),
		GuardErrors:     fmt.Sprintf("%d consecutive errors, the last: %q.", e.Count, g.lastError()),
	}[g.Name]
	if debugging {
		return situation + " Debugging was stopped there."
	}
	return situation + " " + choiceNote(g)
}

func choiceNote(g Tripped) string {
	switch g.Choice {
	case ChoiceAccept:
		return "The user accepted the current state; the task ended with partial completion. " + partialText(g.Name) + "."
	case ChoiceCancel:
		return "The user cancelled the task."
	case ChoicePause:
		return "The user paused the task; it goes on from here when it is resumed."
	case ChoiceSkip:
		return "Known issue, passed over: " + g.lastError()
	case ChoiceStopped:
		return "Nobody was there to decide; the turn was stopped. " + partialText(g.Name) + "."
	}
	return "The user chose: " + g.Choice + "."
}

// guardHeader is the title of a guard's question, "" for a guard that is not
// known.
func guardHeader(name string) string {
	switch name {
	case GuardIterations:
		return "Iteration Limit"
	case GuardRuntime:
		return "Runtime Limit"
	case GuardLoop:
		return "Loop Detected"
	case GuardErrors:
		return "Error Threshold"
	}
	return ""
}

// guardText is the question, in the words of the templates.
func guardText(g Tripped) string {
	e := g.Evidence
	switch g.Name {
	case GuardIterations:
		return fmt.Sprintf("Iteration limit (%d) reached. Current status: %s. How to proceed?", e.MaxIterations, e.summary())
	case GuardRuntime:
		return fmt.Sprintf("Runtime limit (%s) exceeded after %d iterations. %s. How to proceed?", minutes(e.MaxRuntime), e.Iterations, e.summary())
	case GuardLoop:
		return fmt.Sprintf("Loop detected - same output pattern repeated %d times: %q. How to proceed?", e.Count, e.Signature)
	}
	return fmt.Sprintf("%d consecutive errors occurred. Last error: %q. How to proceed?", e.Count, g.lastError())
}

// minutes says a duration as the templates do: 30min.
func minutes(recorded string) string {
	d, err := time.ParseDuration(recorded)
	if err != nil {
		return recorded
	}
	return strconv.FormatFloat(d.Minutes(), 'g', 4, 64) + "min"
}

// summary is what stands in the wording: made without a model.
func (e Evidence) summary() string {
	parts := []string{e.counts()}
	if e.Said != "" {
		parts = append([]string{e.Said}, parts...)
	}
	for _, issue := range e.Issues {
		parts = append(parts, "known issue: "+issue)
	}
	return strings.Join(parts, "; ")
}

func (e Evidence) counts() string { return fmt.Sprintf("%d calls, %d failed", e.Calls, e.Failed) }

// state is the current state in a few words.
func (e Evidence) state() string {
	if e.Said != "" {
		return e.Said
	}
	return e.counts()
}

// guardOptions are the choices of a guard, in the order of the templates, with
// Review before the last.
func guardOptions(g Tripped) []forms.Option {
	accept := [2]string{ChoiceAccept, "Proceed with current state: " + g.Evidence.state()}
	own := map[string][][2]string{
		GuardIterations: {
			{ChoiceMore, "Add 5 more iterations with same approach"},
			{ChoiceAnew, "Reset and try different strategy"}, accept,
		},
		GuardRuntime: {
			{ChoiceLonger, "Extend time limit by 10 minutes"},
			{ChoicePause, "Save progress, can resume later"}, accept,
		},
		GuardLoop: {
			{ChoiceDifferent, "Continue with explicit instruction to change strategy"},
			{ChoiceDebug, "Invoke debugging-systematically to find root cause"}, accept,
		},
		GuardErrors: {
			{ChoiceRetry, "Continue with error history context added"},
			{ChoiceDebug, "Invoke debugging-systematically to investigate"},
			{ChoiceSkip, "Mark as known issue, proceed with rest of task"},
		},
	}[g.Name]
	all := append(own, [2]string{ChoiceReview, "See iteration details"}, [2]string{ChoiceCancel, "Abandon task entirely"})
	options := make([]forms.Option, len(all))
	for i, o := range all {
		// The labels have nothing that JSON escapes, but for Go's caution with &.
		options[i] = forms.Option{Value: json.RawMessage(quoted(o[0])), Description: o[1]}
	}
	return options
}

// guardContext is what the user should see before choosing.
func guardContext(g Tripped, h History) string {
	e := g.Evidence
	head := "iteration " + ofMost(e.Iterations, e.MaxIterations) + " · " + runtimeWords(e.Runtime, e.MaxRuntime) + " · " + e.counts()
	lines := []string{fmt.Sprintf("done       %d of %d calls succeeded", e.Calls-e.Failed, e.Calls)}
	if e.Said != "" {
		lines = append(lines, "remaining  "+e.Said)
	}
	for _, issue := range e.Issues {
		lines = append(lines, "open       known issue: "+issue)
	}
	if e.Output != "" {
		lines = append(lines, "last       "+e.Output)
	}
	for _, x := range collapsed(e.Errors) {
		lines = append(lines, "error      "+x)
	}
	for _, x := range e.Findings {
		lines = append(lines, "finding    "+oneLine(x))
	}
	text := head + "\n\n" + fenced(lines)
	if g.Reviewed {
		text += "\n\nHistory\n\n" + fenced(h.words())
	}
	return text
}

// words are the history as a review shows it.
func (h History) words() []string {
	var lines []string
	for _, s := range h.Recent {
		mark := "ok    "
		if s.Failed {
			mark = "failed"
		}
		lines = append(lines, fmt.Sprintf("%4d  %s  %s  %016x", s.N, mark, s.Signature.Text(), s.Signature.Digest))
	}
	for _, e := range h.errors() {
		lines = append(lines, "error   "+e)
	}
	for _, n := range h.Notes {
		lines = append(lines, "note    "+oneLine(n))
	}
	return lines
}

// errors are the last errors, a line each.
func (h History) errors() []string {
	var out []string
	for _, e := range h.Last {
		out = append(out, brief(e, true))
	}
	return out
}

// fenced keeps lines as they are. A line cannot close the fence: each begins with
// a word of ours.
func fenced(lines []string) string { return "```\n" + strings.Join(lines, "\n") + "\n```" }

// collapsed joins equal neighbours.
func collapsed(errors []string) []string {
	var out []string
	for i := 0; i < len(errors); {
		n := 1
		for i+n < len(errors) && errors[i+n] == errors[i] {
			n++
		}
		line := errors[i]
		if n > 1 {
			line += fmt.Sprintf("  ×%d", n)
		}
		out, i = append(out, line), i+n
	}
	return out
}

func ofMost(n, most int) string {
	if most <= 0 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d of %d", n, most)
}

// runtimeWords says a runtime and its limit in whole minutes, or in seconds
// where the limit is shorter.
func runtimeWords(spent, most string) string {
	d, _ := time.ParseDuration(spent) // ours; nothing else is recorded
	m, _ := time.ParseDuration(most)
	unit, word := time.Minute, "min"
	if m > 0 && m < time.Minute {
		unit, word = time.Second, "s"
	}
	return ofMost(int(d/unit), int(m/unit)) + " " + word
}
