package pane

import (
	"strings"

	"parley/store"
	"parley/store/record"
	"parley/views/text"
)

// The words of guards in the conversation.
const (
	textDebugging   = "Debugging: looking for the cause"
	textRootCause   = "Debugging found the root cause:"
	textNoRootCause = "Debugging found no root cause"
	textTold        = "told the assistant:"
	textPartialDue  = "Task completed with partial results due to "
	textNobody      = "stopped: nobody was there"
	textDebugLimit  = "debugging reached its own limit:"
)

// Debug is the head of a debugging turn. What happens in it is in the entries Inside
// it, which are visible while it is open.
type Debug struct {
	Key   string
	Rev   int
	Steps int
	Last  string // the latest tool called
	Ended bool
	Found string // the root cause
	Facts []string
	Fix   string
}

// ID returns the entry's key.
func (d Debug) ID() string { return d.Key }

// Version returns the entry's revision.
func (d Debug) Version() int { return d.Rev }

// Size returns the length of what was found.
func (d Debug) Size() int { return len(d.Plain()) }

// Folds reports true.
func (d Debug) Folds() bool { return true }

// Plain returns what was found.
func (d Debug) Plain() string {
	parts := append([]string{d.head()}, d.Facts...)
	if d.Fix != "" {
		parts = append(parts, "fix: "+d.Fix)
	}
	return strings.Join(parts, "\n")
}

func (d Debug) head() string {
	switch {
	case !d.Ended:
		return textDebugging
	case d.Found != "":
		return textRootCause + " " + d.Found
	}
	return textNoRootCause
}

// Draw draws the findings in a line; a root cause too long for it goes below.
func (d Debug) Draw(look Look) []string {
	th := look.Theme
	right := text.Count(d.Steps, "step", "steps")
	if !d.Ended && d.Last != "" {
		right += ", " + d.Last
	}
	head, below := d.head(), []string(nil)
	fits := func() bool { return text.Width(head)+2+text.Width(right) <= look.measure()-foldCells }
	if d.Found != "" && !fits() {
		head = textRootCause
		below = Indented(look, text.Wrap(text.Clean(d.Found), text.TextWidth(look.measure())))
	}
	if !fits() {
		below, right = append(below, Informs(look, right)...), ""
	}
	lines := append([]string{fold(look, th.Accent.Render(th.Glyphs.Tool), text.Line(head, look.Width), text.Line(right, look.Width/2))}, below...)
	if !look.Open {
		return lines
	}
	for _, f := range d.Facts {
		lines = append(lines, Informs(look, "- "+text.Clean(f))...)
	}
	if d.Fix != "" {
		lines = append(lines, Informs(look, "fix: "+text.Clean(d.Fix))...)
	}
	return lines
}

// Inside is an entry that is visible only while its head is open.
type Inside struct {
	Entry
	Head string // the id of the head
}

// Draw puts a bar before every line.
func (i Inside) Draw(look Look) []string {
	lines := i.Entry.Draw(look)
	if look.Width < text.MinWidth {
		return lines
	}
	out := make([]string, len(lines)) // the inner lines may be cached
	for n, line := range lines {
		out[n] = look.Theme.Dim.Render(look.Theme.Glyphs.Bar) + text.CutLeft(line, 1)
	}
	return out
}

// under is the id of the entry that an entry is folded into, "" for none.
func under(e Entry) string {
	if i, ok := e.(Inside); ok {
		return i.Head
	}
	return ""
}

// isTight reports whether no blank line separates an entry from another of its kind.
func isTight(e Entry) bool {
	if i, ok := e.(Inside); ok {
		e = i.Entry
	}
	_, tight := e.(interface{ tight() })
	return tight
}

// guard shows a limit that was reached: what was asked, what was chosen, by whom.
// While it waits for the user it keeps its place but shows nothing: the question is
// below, in the dock.
func (t Teller) guard(e record.Entry, g *record.Guard) Entry {
	d := Decision{Key: e.ID, Rev: e.Version, Question: "Limit reached: " + guardWords(g.Guard), Answer: g.Choice}
	if e.Within != "" && len(g.Exchanges) == 0 {
		return Note{Key: e.ID, Rev: e.Version, Kind: Warning, Text: textDebugLimit + " " + guardWords(g.Guard)}
	}
	if n := len(g.Exchanges); g.Choice == "" && (n == 0 || g.Exchanges[n-1].Open()) {
		return waitingGuard{Decision{Key: e.ID, Rev: e.Version}}
	}
	if n := len(g.Exchanges); n > 0 {
		first, last := g.Exchanges[0], g.Exchanges[n-1]
		asked := t.Decision(last)
		d.Question, d.Context, d.Who, d.Brief = asked.Question, asked.Context, asked.Who, header(last)
		if last.Answer != nil && last.Answer.Outcome == store.Cancelled {
			d.Answer = asked.Answer
		}
		if t.Took && !last.Open() {
			d.Took = Took(last.Closed.Sub(first.Asked).Seconds())
		}
	}
	switch g.Choice {
	case record.ChoiceStopped:
		d.Answer, d.Warning = textNobody, textPartialDue+guardWords(g.Guard)
	case record.ChoiceAccept:
		d.Warning = textPartialDue + guardWords(g.Guard)
	}
	return d
}

// waitingGuard holds the place of a guard that is asking.
type waitingGuard struct{ Decision }

// Folds reports false.
func (waitingGuard) Folds() bool { return false }

// Plain returns nothing.
func (waitingGuard) Plain() string { return "" }

// Draw draws nothing.
func (waitingGuard) Draw(Look) []string { return nil }

// debugging shows a debugging turn.
func debugging(e record.Entry, d *record.Debugging) Debug {
	return Debug{Key: e.ID, Rev: e.Version, Steps: d.Steps, Last: d.Last, Ended: d.Ended != "", Found: d.RootCause, Facts: d.Findings, Fix: d.Fix}
}

// toldAssistant shows what a guard told the model.
func toldAssistant(e record.Entry, text string) Note {
	head, rest, _ := strings.Cut(text, "\n")
	return Note{Key: e.ID, Rev: e.Version, Text: textTold + " " + head, Detail: strings.TrimSpace(rest)}
}

// guardWords names a guard as people do, one that is not known as it is on record.
func guardWords(name string) string {
	switch name {
	case "max_iterations":
		return "the limit of iterations"
	case "max_runtime":
		return "the limit of its runtime"
	case "loop_threshold":
		return "a loop"
	case "max_consecutive_errors":
		return "too many errors in a row"
	}
	return name
}

// header is the title of a guard's question, "" if it has none.
func header(x record.Exchange) string {
	if x.Inquiry == nil {
		return ""
	}
	return x.Inquiry.Question.Header
}
