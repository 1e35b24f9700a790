package pane

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"parley/store/text/clean"
	"parley/views/markdown"
	"parley/views/text"
)

// Decision is a question that was asked, and its outcome: who answered, after how
// long, why.
type Decision struct {
	Key       string
	Rev       int
	Question  string
	Brief     string          // stands for the question in the row, which then says all of the outcome
	Context   string          // shown when opened
	Arguments json.RawMessage // of a permission, shown likewise
	Answer    string          // "yes", "staging", "not answered"; empty while it is open
	Value     string          // the end of an answer that stays where the answer is cut: what its label does not say
	Whole     string          // the answer with each field on a line of its own, if it has fields
	Who       string          // "you", a model's name, "configuration"
	Took      string          // "2 s", may be empty
	Reason    string
	Then      string // the question that came after it and decided about the same call
	Warning   string // what the user must know about what follows
	Yes       bool   // it is a plain permission
	Turn      bool   // it holds for the rest of the turn
	Gone      string // why it does not count, in a word or two
}

// ID returns the entry's key.
func (d Decision) ID() string { return d.Key }

// Version returns the entry's revision.
func (d Decision) Version() int { return d.Rev }

// Size returns the length of what it shows.
func (d Decision) Size() int {
	return len(d.Question) + len(d.Context) + len(d.Arguments) + len(d.Reason)
}

// Folds reports true.
func (d Decision) Folds() bool { return true }

func (d Decision) tight() {}

// Plain returns question, answer, who and why.
func (d Decision) Plain() string {
	whole := d
	whole.Answer = cmp.Or(d.Whole, d.Answer)
	return strings.TrimRight(strings.Join([]string{strings.TrimPrefix(d.Question+" "+whole.outcome(), " "), strings.TrimPrefix(d.Reason+"\n"+d.Warning, "\n"), d.context()}, "\n"), "\n")
}

func (d Decision) outcome() string {
	if d.Answer == "" {
		return "open"
	}
	return d.Answer + d.by()
}

// by is who answered, after how long, and whether it still counts.
func (d Decision) by() string {
	out := ""
	if d.Who != "" {
		out += clean.Ours(" · ") + d.Who
	}
	if d.Took != "" {
		out += textAfter + d.Took
	}
	if d.Gone != "" {
		out += ", " + d.Gone
	}
	return out
}

// within is the outcome in a limited width: first the time gives way, then a long
// answer. It is empty if not even who answered would be whole, and whether that still
// counts.
func (d Decision) within(width int) string {
	answer := text.SubjectBefore(cmp.Or(d.Answer, d.outcome()), d.Value, longSummary)
	least := max(answerLeast, text.Width(d.Value)+valueLeast)
	if d.Value == "" {
		least = answerLeast
	}
	for _, took := range []string{d.Took, ""} {
		d.Took = took
		by := text.Subject("-"+d.by(), longSummary)[1:] // its first blank stays
		if d.Answer == "" {
			by = ""
		}
		if room := width - text.Width(by); room >= min(text.Width(answer), least) {
			return text.SubjectBefore(answer, text.Subject(d.Value, longSummary), room) + by
		}
	}
	return ""
}

// beside is how the row shares its room: a question takes half of it, or less if its
// outcome needs more. What does not fit even then stands below the question.
func (d Decision) beside(look Look, question string, room int) (asked, outcome string, below []string) {
	asks := text.Width(question)
	if outcome = d.within(max(room-min(asks, room/2)-rowGap, 1)); outcome == "" {
		outcome = d.within(max(room-min(asks, questionLeast)-rowGap, 1))
	}
	if outcome == "" {
		return question, "", d.beneath(look)
	}
	return text.Subject(question, max(room-text.Width(outcome)-rowGap, 1)), outcome, nil
}

// whole is the outcome beside the question if all but the time fits there, else below it.
func (d Decision) whole(look Look, room int) (beside string, below []string) {
	timeless := d
	timeless.Took = ""
	if text.Width(text.Subject(timeless.outcome(), longSummary)) <= room {
		return d.within(room), nil
	}
	return "", d.beneath(look)
}

// beneath is the outcome below the question, without the time where that saves a line.
func (d Decision) beneath(look Look) []string {
	lines := Informs(look, text.Prose(d.outcome()))
	d.Took = ""
	if short := Informs(look, text.Prose(d.outcome())); len(short) < len(lines) {
		return short
	}
	return lines
}

// The least widths at which a shortened answer and a shortened question are worth showing,
// and what separates the two.
const (
	answerLeast   = 10
	valueLeast    = 4 // of a label before its value
	questionLeast = 12
	rowGap        = 2
)

// allowed says who allowed a call, after how long and for how long, for its row.
func (d Decision) allowed() string {
	who, said, turn := d.allows()
	if d.Took != "" {
		said += textAfter + d.Took
	}
	return who + said + turn
}

// allows is who allowed a call, what they said if that is more than a plain
// permission, and for how long it holds.
func (d Decision) allows() (who, said, turn string) {
	switch {
	case d.Who == "":
		return d.Answer, "", ""
	case d.Yes, !slices.Contains([]string{textYes, textAllowed, textAllowedTurn}, d.Answer):
		return d.Who, ": " + d.Answer, ""
	case d.Turn:
		return d.Who, "", textThisTurn
	}
	return d.Who, "", ""
}

// allowedWithin is allowed in a limited width: first the time gives way, then a part
// of a long name; what was said stays. It is empty if too little of the name would.
func (d Decision) allowedWithin(width int, ellipsis string) string {
	who, said, turn := d.allows()
	who, what := text.Subject(who, longSummary), text.Subject("-"+said+turn, longSummary)[1:]
	if room := width - text.Width(what); text.Width(who) <= room || room >= nameLeast {
		return text.Cut(who, room, ellipsis) + what
	}
	return ""
}

// nameLeast is the least width at which a shortened name is worth showing.
const nameLeast = 8

// why is what the person or model that allowed a call said, and what follows from it.
func (d Decision) why(look Look) []string {
	th := look.Theme
	var lines []string
	if d.Reason != "" {
		lines = text.Paint(clipped(look, behind(look, "\""+text.Prose(d.Reason)+"\"")), th.Dim.Italic().Render)
	}
	if d.Warning != "" {
		lines = append(lines, text.Paint(behind(look, d.Warning), th.Warn.Render)...)
	}
	return lines
}

// earlier is an earlier answer about the same call: to the same question, from
// somebody other than who decided, or to whether it may run at all.
func (d Decision) earlier(look Look) []string {
	if d.Then != "" {
		said := d.outcome() + textThenAsked + d.Then
		return text.Paint(clipped(look, behind(look, text.Prose(said))), look.Theme.Dim.Render)
	}
	said := d.Answer
	if d.Who != "" {
		said = d.Who + textSaid + d.Answer
	}
	if d.Took != "" {
		said += textAfter + d.Took
	}
	if d.Reason != "" {
		said += ": \"" + d.Reason + "\""
	}
	return text.Paint(clipped(look, behind(look, text.Prose(said))), look.Theme.Dim.Italic().Render)
}

// answered is the outcome in full. The answer is louder than all that led to it, unless it
// does not count any more.
func (d Decision) answered(look Look) []string {
	if d.Answer == "" || d.Gone != "" {
		return Informs(look, text.Prose(d.outcome()))
	}
	width, by := text.TextWidth(look.measure()), text.Prose(d.by())
	rows := text.Wrap(text.Prose(cmp.Or(d.Whole, d.Answer)), width)
	last := len(rows) - 1
	fits := d.Whole == "" && !strings.Contains(by, "\n") && text.Width(rows[last])+text.Width(by) <= width
	lines := text.Paint(rows, look.Theme.Strong.Render)
	if fits {
		lines[last] += look.Theme.Dim.Render(by)
	} else {
		lines = append(lines, text.Paint(text.Wrap(strings.TrimPrefix(by, clean.Ours(" · ")), width), look.Theme.Dim.Render)...)
	}
	return Indented(look, lines)
}

// Draw draws question and answer in a line, the reason under it, and when open
// everything in full.
func (d Decision) Draw(look Look) []string {
	th := look.Theme
	mark := th.Decide.Render(th.Glyphs.Decision)
	question := text.Subject(cmp.Or(d.Brief, d.Question), look.Width)
	room := max(look.measure()-foldCells, 1)
	question, outcome, below := d.beside(look, question, room)
	if d.Brief != "" {
		question = text.Subject(d.Brief, look.Width)
		outcome, below = d.whole(look, room-text.Width(question)-rowGap)
	}
	if d.Gone != "" {
		mark, question = th.Dim.Render(th.Glyphs.Decision), th.Dim.Struck().Render(question)
	}
	lines := append([]string{fold(look, mark, question, outcome)}, below...)
	if look.Open {
		lines = lines[:0]
		lines = append(lines, text.Gutter(mark, "", text.Wrap(text.Prose(d.Question), text.TextWidth(look.measure())), look.Width)...)
		lines = append(lines, d.answered(look)...)
	}
	if d.Reason != "" {
		reason := text.Wrap("\""+text.Prose(d.Reason)+"\"", text.TextWidth(look.measure()))
		if !look.Open && len(reason) > 2 {
			reason = append(reason[:1], text.GoesOn(reason[1], text.TextWidth(look.measure()), th.Glyphs.Ellipsis))
		}
		lines = append(lines, Indented(look, text.Paint(reason, th.Dim.Render))...)
	}
	if d.Warning != "" {
		lines = append(lines, Indented(look, text.Paint(text.Wrap(d.Warning, text.TextWidth(look.measure())), th.Warn.Render))...)
	}
	if look.Open {
		if about := d.context(); about != "" {
			lines = append(lines, Indented(look, markdown.Context(look.Markdown, about))...)
		}
	}
	return lines
}
