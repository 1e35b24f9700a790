package guards

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"parley/forms"
	"parley/store"
	"parley/store/text/clean"
)

// The texts of the guards: what the user is asked, and what the model and a reviewer are told, in the words of the program.
// What others said in them, an error or a report, stands in quotes and on one line, so that it is none of these words.

const differentText = "Try a different approach than previous iterations."

// AnewText answers a call that the user no longer wants carried out.
const AnewText = "This was not carried out: the user wants a different approach."

func knownIssueText(problem string) string {
	return "Treat this as a known issue and proceed with the rest of the task: " + strconv.Quote(problem)
}

func retryText(errors []string) string {
	lines := []string{"These were the last errors. Take them into account and try again."}
	for i, e := range errors {
		lines = append(lines, fmt.Sprintf("%d. %q", i+1, e))
	}
	return strings.Join(lines, "\n")
}

func partialText(guard string) string {
	return "Task completed with partial results due to " + guard
}

func rootCauseText(r Report) string {
	text := "The root cause was found: " + strconv.Quote(r.RootCause)
	if r.Fix != "" {
		text += "\nThe fix: " + strconv.Quote(r.Fix)
	}
	return text + "\nApply the fix, then go on with the task."
}

// DebugText begins debugging: what is wrong, and the skill to follow.
func (g Trip) DebugText(skill string) string {
	what := fmt.Sprintf("The work on the task has stopped: the same thing came out %d times (%q).", g.Evidence.Count, g.Evidence.Signature)
	if g.Name == MaxConsecutiveErrors {
		what = fmt.Sprintf("The work on the task has stopped: %d steps in a row failed.", g.Evidence.Count)
	}
	for _, e := range g.Evidence.Errors {
		what += "\n- " + strconv.Quote(e)
	}
	return what + "\n\nFind the root cause before anything else is tried. Go by these instructions. When you know the root cause, or know that you " +
		"cannot find it, call " + ReportTool + ".\n\n" + strings.TrimSpace(skill)
}

func debuggedNote(r Report) string {
	if r.RootCause != "" {
		return "Debugging found the root cause: " + strconv.Quote(r.RootCause)
	}
	return "Debugging found no root cause."
}

// Words are the findings of a report without a root cause.
func (r Report) Words() []string {
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

// Note is what the scratchpad says about a choice; debugging says that it was a limit
// of the debugging turn.
func (g Trip) Note(debugging bool) string {
	e := g.Evidence
	situation := map[string]string{
		MaxIterations:        fmt.Sprintf("Iteration limit (%d) reached.", e.MaxIterations),
		MaxRuntime:           fmt.Sprintf("Runtime limit (%s) exceeded.", minutes(e.MaxRuntime)),
		LoopThreshold:        fmt.Sprintf("Loop detected: %q, %d times.", e.Signature, e.Count),
		MaxConsecutiveErrors: fmt.Sprintf("%d consecutive errors, the last: %q.", e.Count, g.LastError()),
	}[g.Name]
	if debugging {
		return situation + " Debugging was stopped there."
	}
	return situation + " " + g.choiceNote()
}

func (g Trip) choiceNote() string {
	switch g.Choice {
	case "":
		return "The user looked at the history."
	case ChoiceAccept:
		return "The user accepted the current state; the task ended with partial completion. " + partialText(g.Name) + "."
	case ChoiceCancel:
		return "The user cancelled the task."
	case ChoicePause:
		return "The user paused the task; it goes on from here when it is resumed."
	case ChoiceSkip:
		return "Known issue, passed over: " + strconv.Quote(g.LastError())
	case ChoiceStopped:
		return "Nobody was there to decide; the turn was stopped. " + partialText(g.Name) + "."
	}
	return "The user chose: " + g.Choice + "."
}

// Header is the title of a guard's question, "" for an unknown guard.
func Header(name string) string {
	switch name {
	case MaxIterations:
		return "Iteration Limit"
	case MaxRuntime:
		return "Runtime Limit"
	case LoopThreshold:
		return "Loop Detected"
	case MaxConsecutiveErrors:
		return "Error Threshold"
	}
	return ""
}

// Question is what the user is asked: a form of one question that only the user may
// answer.
func (g Trip) Question(h History) forms.Question {
	return forms.Question{
		ID: g.Name, Header: Header(g.Name), Text: g.text(), Context: g.context(h),
		AnswerType: forms.AnswerType{Kind: forms.Select, Options: g.options()},
		Exclusive:  true, Persistence: forms.PersistNone,
	}
}

// text is the wording of the question.
func (g Trip) text() string {
	e := g.Evidence
	switch g.Name {
	case MaxIterations:
		return fmt.Sprintf("Iteration limit (%d) reached. Current status: %s. How to proceed?", e.MaxIterations, e.summary())
	case MaxRuntime:
		return fmt.Sprintf("Runtime limit (%s) exceeded after %d iterations. %s. How to proceed?", minutes(e.MaxRuntime), e.Iterations, e.summary())
	case LoopThreshold:
		return fmt.Sprintf("Loop detected - same output pattern repeated %d times: %q. How to proceed?", e.Count, e.Signature)
	}
	return fmt.Sprintf("%d consecutive errors occurred. Last error: %q. How to proceed?", e.Count, g.LastError())
}

// minutes formats a duration as the templates do: 30min; below a minute in seconds.
func minutes(recorded string) string {
	d, err := time.ParseDuration(recorded)
	if err != nil {
		return "?" // another hand wrote it
	}
	if d < time.Minute {
		return d.String()
	}
	return strconv.FormatFloat(d.Minutes(), 'g', 4, 64) + "min"
}

// summary is the summary in the question, made without a model. What others said in it stands in quotes.
func (e Evidence) summary() string {
	parts := []string{e.counts()}
	if e.Said != "" {
		parts = append([]string{strconv.Quote(e.Said)}, parts...)
	}
	for _, issue := range e.Issues {
		parts = append(parts, "known issue: "+strconv.Quote(issue))
	}
	return strings.Join(parts, "; ")
}

func (e Evidence) counts() string { return fmt.Sprintf("%d calls, %d failed", e.Calls, e.Failed) }

// state is the current state in a few words.
func (e Evidence) state() string {
	if e.Said != "" {
		return strconv.Quote(e.Said)
	}
	return e.counts()
}

// options are the choices of a guard, in the order of the templates, with
// Review before the last.
func (g Trip) options() []forms.Option {
	accept := [2]string{ChoiceAccept, "Proceed with current state: " + g.Evidence.state()}
	own := map[string][][2]string{
		MaxIterations: {
			{ChoiceMore, "Add 5 more iterations with same approach"},
			{ChoiceAnew, "Reset and try different strategy"}, accept,
		},
		MaxRuntime: {
			{ChoiceLonger, "Extend time limit by 10 minutes"},
			{ChoicePause, "Save progress, can resume later"}, accept,
		},
		LoopThreshold: {
			{ChoiceDifferent, "Continue with explicit instruction to change strategy"},
			{ChoiceDebug, "Invoke debugging-systematically to find root cause"}, accept,
		},
		MaxConsecutiveErrors: {
			{ChoiceRetry, "Continue with error history context added"},
			{ChoiceDebug, "Invoke debugging-systematically to investigate"},
			{ChoiceSkip, "Mark as known issue, proceed with rest of task"},
		},
	}[g.Name]
	all := append(own, [2]string{ChoiceReview, "See iteration details"}, [2]string{ChoiceCancel, "Abandon task entirely"})
	options := make([]forms.Option, len(all))
	for i, o := range all {
		// The labels contain nothing that JSON escapes.
		options[i] = forms.Option{Value: json.RawMessage(`"` + o[0] + `"`), Description: o[1]}
	}
	return options
}

// context is what the user should see before choosing.
func (g Trip) context(h History) string {
	e := g.Evidence
	head := "iteration " + ofMost(e.Iterations, e.MaxIterations) + " · " + runtimeWords(e.Runtime, e.MaxRuntime) + " · " + e.counts()
	var lines facts
	for i := range e.Findings { // new findings come first
		lines.add("found", clean.OneLine(e.Findings[i]))
	}
	if g.Name == LoopThreshold {
		lines.add("means", meaning(e.Signature)...)
	}
	lines.add("said", e.Said)
	lines.add("task", e.Task)
	for _, issue := range e.Issues {
		lines.add("remains", "known issue: "+issue)
	}
	lines.add("last", e.Output)
	lines.add("errors", collapsed(e.Errors)...)
	text := head + lines.fenced()
	if g.Reviews > 0 {
		text += h.review()
	}
	return text
}

// review is the history that a review shows: the iterations with their signatures,
// the errors, and the notes.
func (h History) review() string {
	var steps, errors, notes facts
	past, left := []*Iteration{}, 0
	for i := h.Past; i != nil; i = i.Before {
		if len(past) == shownSteps {
			left = i.N
			break
		}
		past = append(past, i)
	}
	for _, s := range slices.Backward(past) {
		mark := "ok      "
		if s.Failed {
			mark = "failed  "
		}
		steps.add(strconv.Itoa(s.N), fmt.Sprintf("%s%s  %016x", mark, s.Signature.Text(), s.Signature.Digest))
	}
	for i, e := range h.errors() {
		errors.add(strconv.Itoa(i+1), e)
	}
	for _, n := range h.Notes[:max(len(h.Notes)-1, 0)] { // the last one says that the review was asked for
		notes.add("-", clean.OneLine(n))
	}
	text := ""
	section := func(title string, lines facts) {
		if len(lines) > 0 {
			text += "\n\n" + title + lines.fenced()
		}
	}
	title := "Steps: what each came to, its signature, and the digest that is compared"
	if left > 0 {
		title += fmt.Sprintf(" (%d earlier ones are left out)", left)
	}
	section(title, steps)
	section("The last errors", errors)
	section("Notes", notes)
	return text
}

// errors are the last errors, one per line.
func (h History) errors() []string {
	var out []string
	for _, e := range h.Last {
		out = append(out, brief(e, true))
	}
	return out
}

// facts are lines of a word and its texts. A screen shows them in two columns.
type facts []string

// add appends what is not empty; the word stands before the first.
func (f *facts) add(word string, texts ...string) {
	for _, text := range texts {
		if text == "" {
			continue
		}
		*f = append(*f, fmt.Sprintf("%-7s  %s", word, text))
		word = ""
	}
}

// fenced keeps the lines verbatim. No line can close the fence: each begins with one
// of our words, or with more blanks than a fence allows.
func (f facts) fenced() string {
	if len(f) == 0 {
		return ""
	}
	return "\n\n```facts\n" + strings.Join(f, "\n") + "\n```"
}

// collapsed joins neighbours that differ only in what changes from run to run.
func collapsed(errors []string) []string {
	var out []string
	for i := 0; i < len(errors); {
		n := 1
		for i+n < len(errors) && textDigest(errors[i+n]) == textDigest(errors[i]) {
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

// runtimeWords gives a runtime and its limit in whole minutes, or in seconds if the
// limit is shorter.
func runtimeWords(spent, most string) string {
	d, _ := time.ParseDuration(spent) // our own text; nothing else is recorded
	m, _ := time.ParseDuration(most)
	unit, word := time.Minute, "min"
	if m > 0 && m < time.Minute {
		unit, word = time.Second, "s"
	}
	return ofMost(int(d/unit), int(m/unit)) + " " + word
}
