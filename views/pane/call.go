package pane

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"parley/store/record"
	"parley/views/markdown"
	"parley/views/text"
)

// CallState is how far a call has come.
type CallState int

// States of a call.
const (
	CallPending CallState = iota // asked for, not started
	CallWritten                  // the model is writing its arguments
	CallRunning
	CallWaiting  // for an answer or a permission from the user
	CallReviewed // a reviewer has its question
	CallLacking  // for its tool, which is not offered here
	CallUnsaved  // it does not begin, because what led to it cannot be saved
	CallDone
	CallFailed
	CallRefused // somebody decided against it
)

// Call is a tool call: a row with what was done, to what, the outcome, who allowed it
// and how long it took; below it what must be visible at once.
type Call struct {
	Key       string
	Rev       int
	Call      string // the call's own id, for programs
	Tool      string // its own name
	Verb      string // its name for people; "" means the tool's own name
	Summary   string // what it is about, from its arguments
	Right     string // the outcome: "142 lines"
	Fault     string // what went wrong, with its subject: for a row of its own
	Changed   bool   // it changed a file, by so many lines
	Added     string
	Removed   string
	Came      string // how it ended, unless it went well: "exit 1", "you said no"
	Why       string // the refuser's reason, in their words
	LeftOut   string // images of the result that do not go with it, and why, in lines
	Took      string // how long it ran, "" if that is not worth showing
	After     string // how long whoever refused it was asked, "" likewise
	State     CallState
	Since     int64  // when its present state began, in milliseconds; 0 if unknown
	Reviewer  string // who reviews it, "" if unknown
	Hidden    bool   // no row of its own: only its questions are shown, if any
	Arguments json.RawMessage
	Output    string // of a running or a stopped call, or arguments being written; the last lines are shown
	Result    string
	Command   bool       // its output says why it failed
	Allowed   *Decision  // who allowed it, if somebody was asked
	Before    []Decision // what reviewers said to the same question before it came to the user
	Diff      string     // what it changed
	Decisions []Decision // questions that it asked, each in a row
}

// How much of a call's output, and of a change, is shown at first.
const (
	liveLines = 4
	diffLines = 8
)

// ID returns the entry's key.
func (c Call) ID() string { return c.Key }

// Version returns the entry's revision.
func (c Call) Version() int { return c.Rev }

// Size returns the length of what it shows unfolded.
func (c Call) Size() int { return len(c.Arguments) + len(c.Result) + len(c.Output) + len(c.Diff) }

// Folds reports true.
func (c Call) Folds() bool { return true }

func (c Call) tight() {}

// moves reports whether it is redrawn with each pulse.
func (c Call) moves() bool {
	return !c.hidden() && (c.State == CallWritten || c.State == CallRunning || c.State == CallReviewed)
}

// about is what the call is about, in one line: a command and a path as a program takes them.
func (c Call) about() string { return record.Named(c.Tool, c.Summary) }

// Plain returns the call, its decisions and its result.
func (c Call) Plain() string {
	parts := []string{c.verb() + " " + c.Summary, c.Came, c.Why}
	if c.Verb != "" {
		parts = append(parts, c.Tool)
	}
	parts = append(parts, string(c.Arguments))
	for _, d := range c.Before {
		parts = append(parts, d.Plain())
	}
	if c.Allowed != nil {
		parts = append(parts, c.Allowed.Plain())
	}
	for _, d := range c.Decisions {
		parts = append(parts, d.Plain())
	}
	parts = append(parts, c.Output, c.Result)
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "\n")
}

func (c Call) verb() string { return cmp.Or(c.Verb, c.Tool) }

// Draw draws the call. Its result is drawn as text, never as Markdown.
func (c Call) Draw(look Look) []string {
	var lines []string
	if !c.hidden() {
		lines = c.row(look)
		if look.Raw {
			lines = append(lines, c.raw(look)...)
		} else {
			lines = append(lines, c.below(look)...)
		}
	}
	for _, d := range c.Decisions {
		lines = append(lines, d.Draw(look)...)
	}
	return lines
}

// hidden reports whether the call has no line of its own. A refused call has no
// decisions, so its line is all there is.
func (c Call) hidden() bool {
	return c.Hidden && (c.State < CallFailed || len(c.Decisions) > 0)
}

// below is what is shown under the row: who allowed it and why, the change, the end
// of a failed or running command's output; all of it when open.
func (c Call) below(look Look) []string {
	th := look.Theme
	var lines []string
	if look.Open || c.State != CallWaiting { // what is asked says it meanwhile
		for _, d := range c.Before {
			lines = append(lines, d.earlier(look)...)
		}
		if c.Allowed != nil {
			lines = append(lines, c.Allowed.why(look)...)
		}
	}
	switch {
	case (c.State == CallRunning || c.State == CallWritten || c.State == CallFailed) && c.Output != "":
		lines = append(lines, c.wrote(look, c.Output, th.Dim)...)
	case c.State == CallFailed && c.Command:
		lines = append(lines, c.wrote(look, c.Result, th.Bad)...)
	case c.State == CallDone && c.Diff != "" || look.Open && c.Diff != "":
		lines = append(lines, c.change(look)...)
		if c.State == CallDone {
			return lines // it says everything that the result does
		}
	}
	if c.LeftOut != "" && !look.Open { // else the result says it
		lines = append(lines, text.Paint(clipped(look, behind(look, text.CleanOutput(c.LeftOut))), th.Bad.Render)...)
	}
	if look.Open && c.State >= CallDone && !(c.State == CallFailed && c.Command) {
		result := c.Result
		if strings.TrimSpace(result) == "" {
			result = textNoResult
		}
		lines = append(lines, text.Paint(behind(look, text.CleanOutput(result)), th.Dim.Render)...)
	}
	return lines
}

// wrote is the end of a command's output, all of it when open.
func (c Call) wrote(look Look, output string, style text.Style) []string {
	all := strings.TrimRight(text.CleanOutput(output), "\n")
	if c.State == CallFailed {
		if _, rest, ok := strings.Cut(all, "\n"); ok && (strings.HasPrefix(all, textExitLine) || strings.HasPrefix(all, textSignalLine)) {
			all = strings.TrimPrefix(rest, textOutputLine) // the row says it
		}
	}
	if all == "" {
		return nil
	}
	if look.Open {
		return text.Paint(behind(look, all), style.Render)
	}
	lines := behind(look, clipEnd(all, liveLines*look.Width*8))
	more := strings.Count(all, "\n") + 1 - liveLines
	lines = text.Paint(lines[max(len(lines)-liveLines, 0):], style.Render)
	if more > 0 && c.State == CallFailed {
		lines = append([]string{c.more(look, more, textLineBefore, textLinesBefore)}, lines...)
	}
	return lines
}

// change is what the call changed: the beginning of it, or all.
func (c Call) change(look Look) []string {
	most := diffLines
	if look.Open {
		most = 0
	}
	lines, left := markdown.Changes(look.Theme, c.Diff, max(text.TextWidth(look.Width)-len(deeper(look)), 1), most)
	for i, line := range lines {
		lines[i] = deeper(look) + line
	}
	lines = Indented(look, lines)
	if left > 0 {
		lines = append(lines, c.more(look, left, textMoreLine, textMoreLines))
	}
	return lines
}

// more says how much is hidden behind the row.
func (c Call) more(look Look, n int, one, many string) string {
	words := look.Theme.Glyphs.Folded + " " + text.Count(n, one, many)
	return Indented(look, []string{look.Theme.Dim.Render(text.Cut(deeper(look)+words, text.TextWidth(look.Width), ""))})[0]
}

// clipEnd keeps the last n bytes.
func clipEnd(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[len(s)-n:], "")
}

// raw is the call as the record has it: the tool's own name, ids, arguments, result.
func (c Call) raw(look Look) []string {
	th := look.Theme
	section := func(name, words string) []string {
		if strings.TrimSpace(words) == "" {
			return nil
		}
		head := Indented(look, []string{th.Dim.Render(text.Cut(name, text.TextWidth(look.Width), ""))})
		return append(head, Arguments(look, words)...)
	}
	lines := section(textTool, text.Clean(strings.TrimSpace(c.Tool+"  "+c.Call)))
	lines = append(lines, section(textArguments, record.Readable(c.Arguments))...)
	if c.Allowed != nil {
		lines = append(lines, section(textAsked, text.Prose(c.Allowed.Question))...)
	}
	switch {
	case c.State == CallRunning && c.Output != "":
		lines = append(lines, section(textOutput, text.CleanOutput(c.Output))...)
	case c.State >= CallDone:
		result := c.Result
		if strings.TrimSpace(result) == "" {
			result = textNoResult
		}
		lines = append(lines, section(textResult, text.CleanOutput(result))...)
	}
	return lines
}
