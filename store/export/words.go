package export

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"parley/store"
	"parley/store/record"
)

// All words of an export.

const (
	textDecisions   = "Decisions"
	textNoDecisions = "No decision was asked for."
	textTranscript  = "Conversation"
	textUntitled    = "Conversation"
	textOpenAnswer  = "open: nobody has answered yet"
	textSecret      = "a secret; the answer is not in the record"
	textNoResult    = "No result yet."
	textDebugging   = "Looking for the root cause"
	textEmpty       = "(empty)"
	textRan         = "Command of the user's"
	textChain       = "The file was changed after it was written: a decision was altered, removed or added"
)

// stamp is a time as it is written: UTC, to the second.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }

// took says how long something took.
func took(seconds float64) string {
	switch {
	case seconds < 0:
		return "no time (the clock went back)"
	case seconds < 1:
		return fmt.Sprintf("%.0f ms", seconds*1000)
	case seconds < 10:
		return fmt.Sprintf("%.2g s", seconds)
	case seconds < 60:
		return fmt.Sprintf("%.0f s", seconds)
	case seconds < 3600:
		return fmt.Sprintf("%d min %d s", int(seconds)/60, int(seconds)%60)
	case seconds < 48*3600:
		return fmt.Sprintf("%d h %d min", int(seconds)/3600, int(seconds)/60%60)
	}
	return fmt.Sprintf("%.0f days", seconds/86400)
}

// author says who wrote a message.
func author(m *record.Message) string {
	if m.Author == "" {
		return "User"
	}
	return "Parley (" + m.Author + ")"
}

// stateWords marks an incomplete response, "" for a complete one.
func stateWords(s record.State) string {
	switch s {
	case record.Partial:
		return "partial: interrupted or replaced; the model does not see it"
	case record.Stopped:
		return "stopped: the model is told what it had written"
	case record.Dropped:
		return "dropped: replaced by a new response; the model does not see it"
	case record.Arriving:
		return "without an end: the model does not see it"
	}
	return ""
}

// endWords says which model answered and what it used, "" if that is not known.
func endWords(e *store.ResponseEnd) string {
	if e == nil {
		return ""
	}
	var parts []string
	if e.Model != "" {
		parts = append(parts, e.Model)
	}
	if u := usageWords(e.Usage); u != "" {
		parts = append(parts, u)
	}
	return strings.Join(parts, " · ")
}

func usageWords(u store.Usage) string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{u.Input, "in"}, {u.Cached, "of them cached"}, {u.Output, "out"}, {u.Reasoning, "of them reasoning"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ", ") + " tokens"
}

// turnWords says when a turn began and how it ended.
func turnWords(t *turn) string {
	if t == nil {
		return ""
	}
	words := stamp(t.Began)
	if t.Parent > 0 {
		words += fmt.Sprintf(", for turn %d", t.Parent)
	}
	switch {
	case t.Reason == "":
		words += ", open"
	default:
		words += ", ended after " + took(t.Ended.Sub(t.Began).Seconds()) + ": " + t.Reason
	}
	return words
}

// markWords puts an event into one line, "" if a heading says it.
func markWords(m *record.Mark) string {
	switch b := m.Body.(type) {
	case store.TurnStart, store.TurnEnd:
		return ""
	case store.TurnEnding:
		return "The turn is to end: " + b.Reason
	case store.Resumed:
		return "The conversation was opened again here."
	case store.ConfigDelta:
		set, err := json.Marshal(b.Set)
		if err != nil {
			return "Settings changed."
		}
		return "Settings changed: " + string(set)
	case store.Title:
		return "Title: " + b.Title
	case store.ForkedFrom:
		return "Forked from " + b.From + " at event " + b.At
	case store.Workspace:
		return "Workspace: " + b.Root
	case store.Repaired:
		return fmt.Sprintf("The file was repaired before this: lines set aside %d, answers added %d; as it was, it is %s.",
			b.SetAside, b.Answered, b.Original)
	case store.RuleAdded, store.RuleRevoked:
		_, text, _, _ := record.Done(b)
		return text
	case store.GuardResolved: // its decision says it
		return ""
	case store.Unchained:
		return "A decision that does not fit the one before it, so that it does not count: " + record.EventWords(b.Decision)
	}
	if line, _ := record.ToStranger.Mark(m); line != "" {
		return strings.ToUpper(line[:1]) + line[1:]
	}
	return "An event of a kind that this version does not know: " + m.Body.Type()
}

func failureWords(f *record.Failure) string {
	if f.Retried {
		return f.Error
	}
	words := fmt.Sprintf("The model failed (try %d): %s", f.Try, f.Error)
	if f.Final {
		words += " No further try was made."
	}
	return words
}

func guardWords(g *record.Guard) string {
	words := "The limit " + g.Guard + " was reached"
	if g.Choice != "" {
		words += "; chosen: " + g.Choice
	}
	return words
}

// debuggingFacts are the findings of a turn that looked for a root cause.
func debuggingFacts(d *record.Debugging) []fact {
	all := []fact{{"Serves turn", strconv.Itoa(d.Parent)}, {"Answers of the model", strconv.Itoa(d.Steps)}}
	add := func(name, text string) {
		if text != "" {
			all = append(all, fact{name, text})
		}
	}
	add("Root cause", d.RootCause)
	for _, f := range d.Findings {
		add("Found", f)
	}
	add("Fix", d.Fix)
	add("Ended", d.Ended)
	return all
}

// fact is one line of a list of facts.
type fact struct{ name, text string }

// facts describe the whole conversation.
func (r contents) facts(o Options) []fact {
	h := r.head
	all := []fact{{"Conversation", h.ID}}
	add := func(name, text string) {
		if text != "" {
			all = append(all, fact{name, text})
		}
	}
	add("Workspace", h.Workspace)
	if !h.Began.IsZero() {
		add("From", stamp(h.Began)+" to "+stamp(h.Ended))
	}
	add("Model", strings.Join(h.Models, ", "))
	add("Usage", usageWords(h.Usage))
	for _, f := range h.ForkedFrom {
		add("Forked from", f.From+" at event "+f.At)
	}
	if h.From > 0 {
		add("Told", fmt.Sprintf("only from event %d on", h.From))
	}
	for _, p := range h.Problems {
		words := fmt.Sprintf("line %d of the file: %s", p.Line, p.Why)
		if !p.Kept {
			words += "; it is left out"
		}
		add("Damaged", words)
	}
	for _, b := range h.Broken {
		add("Warning", fmt.Sprintf("%s before event %d", textChain, b.Seq))
	}
	if !o.Now.IsZero() {
		add("Exported", stamp(o.Now))
	}
	return all
}

// name is the title of the page.
func (r contents) name() string {
	if t := strings.TrimSpace(r.head.Title); t != "" {
		return t
	}
	return textUntitled + " " + r.head.ID
}
