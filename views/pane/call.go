package pane

import (
	"encoding/json"
	"parley/store"
	"parley/views/markdown"
	"parley/views/text"
	"strings"
)

// CallState is how far a call is.
type CallState int

// States of a call.
const (
	CallPending CallState = iota // asked for, not started
	CallRunning
	CallWaiting  // for an answer or a permission of the user's
	CallReviewed // a reviewing model has its question
	CallDone
	CallFailed
	CallRefused // somebody decided that it is not to be
)

// Call is a tool call: one line, with its decisions, until it is opened.
type Call struct {
	Key       string
	Rev       int
	Tool      string
	Summary   string // what it does, drawn from its arguments
	Right     string // what came of it: "142 lines"
	Came      string // how it ended, unless that was well: "exit 1", "refused by you"
	State     CallState
	Hidden    bool // no line of its own: its decisions are all that is seen, if there are any
	Arguments json.RawMessage
	Output    string // of a run that goes on; the last lines are shown
	Result    string
	Decisions []Decision
}

// liveLines is how much of a running command's output is shown.
const liveLines = 4

// ID returns the entry's key.
func (c Call) ID() string { return c.Key }

// Version returns the entry's revision.
func (c Call) Version() int { return c.Rev }

// Size returns the length of what it shows unfolded.
func (c Call) Size() int { return len(c.Arguments) + len(c.Result) + len(c.Output) }

// Folds reports true.
func (c Call) Folds() bool { return true }

func (c Call) tight() {}

// Plain returns the call, its decisions and its result.
func (c Call) Plain() string {
	parts := []string{c.Tool + " " + c.Summary, string(c.Arguments), c.Came}
	for _, d := range c.Decisions {
		parts = append(parts, d.Plain())
	}
	parts = append(parts, c.Output, c.Result)
	out := parts[:0]
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, "\n")
}

// Draw draws the call. Its result is drawn as text, never as Markdown.
func (c Call) Draw(look Look) []string {
	var lines []string
	hidden := c.hidden()
	if !hidden {
		lines = append(lines, c.head(look))
	}
	if c.State == CallRunning && c.Output != "" && !look.Open && !hidden {
		lines = append(lines, c.tail(look)...)
	}
	if look.Open && !hidden {
		lines = append(lines, c.body(look)...)
	}
	for _, d := range c.Decisions {
		lines = append(lines, d.Draw(look)...)
	}
	return lines
}

// hidden says whether the call has no line of its own. One that was refused has
// no decisions, and its line is all that is seen of it.
func (c Call) hidden() bool {
	return c.Hidden && (c.State < CallFailed || len(c.Decisions) > 0)
}

// beside is how a call ended, and what came of it.
func beside(came, right string) string {
	if came == "" || right == "" {
		return came + right
	}
	return came + ": " + right
}

func (c Call) head(look Look) string {
	th := look.Theme
	right, mark := text.Clean(c.Right), th.Accent.Render(th.Glyphs.Tool)
	switch c.State {
	case CallPending:
		right = "next"
	case CallRunning:
		right = strings.TrimSpace("running " + right)
	case CallWaiting:
		right, mark = "waiting for you", th.Decide.Render(th.Glyphs.Tool)
	case CallReviewed:
		right = "under review"
	case CallDone:
		mark = th.Good.Render(th.Glyphs.Tick)
	case CallFailed:
		right, mark = beside(text.Clean(c.Came), right), th.Bad.Render(th.Glyphs.Cross)
	case CallRefused:
		right, mark = text.Clean(c.Came), th.Decide.Render(th.Glyphs.Decision)
	}
	words := text.Line(c.Tool, look.Width)
	s := text.Line(c.Summary, longSummary)
	whole := text.Width(words)
	if s != "" {
		whole += 2 + text.Width(s)
	}
	right = cameTo(right, s, rightRoom(look, whole), th)
	if s != "" {
		words += "  " + th.Dim.Render(called(s, foldRoom(look, right)-text.Width(words)-2, th))
	}
	return fold(look, mark, words, right)
}

// tail is the end of what a running command has written.
func (c Call) tail(look Look) []string {
	out := strings.TrimRight(c.Output, "\n")
	from := len(out)
	for range liveLines {
		if from = strings.LastIndexByte(out[:max(from, 0)], '\n'); from < 0 {
			break
		}
	}
	lines := Quoted(look, text.CleanOutput(clipEnd(out[from+1:], liveLines*look.Width*8)))
	return text.Paint(lines[max(len(lines)-liveLines, 0):], look.Theme.Dim.Render)
}

// clipEnd keeps the last n bytes.
func clipEnd(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[len(s)-n:], "")
}

func (c Call) body(look Look) []string {
	th := look.Theme
	section := func(name, words string) []string {
		head := Indented(look, []string{th.Dim.Render(text.Cut(name, text.TextWidth(look.measure()), ""))})
		return append(head, Quoted(look, words)...)
	}
	var lines []string
	if len(c.Arguments) > 0 {
		lines = section(textArguments, store.Readable(c.Arguments))
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

// Decision is a question that was put, and what came of it: who answered, after
// how long, why.
type Decision struct {
	Key      string
	Rev      int
	Question string
	Context  string // shown when opened
	Answer   string // "yes", "staging", "not answered"; empty while it is open
	Who      string // "you", a model's name, "configuration"
	Took     string // "2 s", may be empty
	Reason   string
	Warning  string // what the user must know of what follows
}

// ID returns the entry's key.
func (d Decision) ID() string { return d.Key }

// Version returns the entry's revision.
func (d Decision) Version() int { return d.Rev }

// Size returns the length of what it shows.
func (d Decision) Size() int { return len(d.Question) + len(d.Context) + len(d.Reason) }

// Folds reports true.
func (d Decision) Folds() bool { return true }

func (d Decision) tight() {}

// Plain returns question, answer, who and why.
func (d Decision) Plain() string {
	return strings.TrimRight(strings.Join([]string{d.Question + " " + d.outcome(), strings.TrimPrefix(d.Reason+"\n"+d.Warning, "\n"), d.Context}, "\n"), "\n")
}

func (d Decision) outcome() string {
	if d.Answer == "" {
		return "open"
	}
	out := d.Answer
	if d.Who != "" {
		out += " · " + d.Who
	}
	if d.Took != "" {
		out += ", " + d.Took
	}
	return out
}

// Draw draws question and answer in a line, the reason under it, and when open
// the whole of all.
func (d Decision) Draw(look Look) []string {
	th := look.Theme
	mark := th.Decide.Render(th.Glyphs.Decision)
	lines := []string{fold(look, mark, text.Line(d.Question, look.Width), text.Line(d.outcome(), max(look.Width/2, 1)))}
	if look.Open {
		lines = lines[:0]
		lines = append(lines, text.Gutter(mark, "", text.Wrap(text.Clean(d.Question), text.TextWidth(look.measure())), look.Width)...)
		lines = append(lines, Informs(look, text.Clean(d.outcome()))...)
	}
	if d.Reason != "" {
		reason := text.Wrap("\""+text.Clean(d.Reason)+"\"", text.TextWidth(look.measure()))
		if !look.Open && len(reason) > 2 {
			reason = append(reason[:1], text.Cut(reason[1], max(text.TextWidth(look.measure())-1, 0), "")+th.Glyphs.Ellipsis)
		}
		lines = append(lines, Indented(look, text.Paint(reason, th.Dim.Render))...)
	}
	if d.Warning != "" {
		lines = append(lines, Indented(look, text.Paint(text.Wrap(d.Warning, text.TextWidth(look.measure())), th.Warn.Render))...)
	}
	if look.Open && d.Context != "" {
		lines = append(lines, Indented(look, markdown.Context(look.Markdown, d.Context))...)
	}
	return lines
}
