package replay

import (
	"strings"

	"parley/store"
	"parley/store/record"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/patch"
	"parley/views/prompt"
	"parley/views/text"
)

// Replayed is a permission or a question as it was asked and answered: who, after how
// long, what and why. It is a value that only shows; make it with NewReplayed.
type Replayed struct {
	Who       string // who asked: the label, the tool's name; a guard's title is in the question
	Tool      string // the tool of the call that it is about, "" for none
	At, Of    int    // place in its form, from 1
	Skipped   int    // questions before it that were not asked
	Escalated *prompt.Escalation
	Exchange  record.Exchange
	Gone      string  // why the answer counted no more later, "" if it still does
	Result    *string // of a permission to give it: what would be given
	Told      *Told   // of a permission; nil: it is read from that
	PutOff    bool    // what a question was about, if that is long, is shown when it was Laid

	about, asked *markdown.Memo
	written      *markdown.Memo // what was changed for the answer
	path         string         // the file whose change was asked about, "" for none
}

// NewReplayed returns the decision to be drawn; like is the one drawn before, of which nothing
// need be read or drawn again if it is the same.
func NewReplayed(r, like Replayed) Replayed {
	if like.about != nil && like.Exchange.ID() == r.Exchange.ID() && (like.Result == nil) == (r.Result == nil) {
		r.about, r.asked, r.path = like.about, like.asked, like.path
		if r.written = like.written; like.Exchange.Open() != r.Exchange.Open() {
			r.written = &markdown.Memo{}
		}
		if r.Told == nil {
			r.Told = like.Told
		}
		return r
	}
	r.about, r.asked, r.written = &markdown.Memo{}, &markdown.Memo{}, &markdown.Memo{}
	if p := r.Exchange.Permission; p != nil && r.Told == nil {
		r.Told = &Told{Telling: record.Tell(*p)}
	}
	if q := r.Exchange.Inquiry; q != nil && r.Tool != "" && record.Verb(r.Tool) != record.ToolText(r.Tool) {
		r.path = patch.PastPath(q.Question.ID, q.Question.Text, q.Question.Context)
	}
	return r
}

// heading says what was asked, as where it was asked: by itself where that is clear in a
// line, else who asked.
func (r Replayed) heading(th text.Theme, width int) headline {
	var parts []string
	var h headline
	switch x := r.Exchange; {
	case x.Permission != nil && x.Permission.Kind == store.PermitDeliver:
		parts = append(parts, prompt.GiveAsks(th, x.Permission.Tool))
	case x.Permission != nil:
		h.words, h.asks = prompt.CallAsks(x.Permission.Tool, r.Told.Asks, th.Fit(width)-headingEnds)
		parts = append(parts, h.words)
	case r.path != "":
		h.words, h.named, h.asks = patch.PastHeading(th, record.Verb(r.Tool), r.path, r.Escalated, th.Fit(width)-headingEnds)
		return h
	case r.guard(): // its title stands alone
		parts = append(parts, text.Line(r.Who, 60))
	default:
		parts = append(parts, text.Line(r.Who, 60)+r.tense(" asks", " asked"))
	}
	if r.Of > 1 {
		parts = append(parts, prompt.Progress(r.At, r.Of, r.Skipped))
	}
	if r.Escalated != nil {
		parts = append(parts, r.Escalated.Word())
	}
	h.words = strings.Join(parts, separator(th))
	return h
}

// headline is the words of a heading, and whether they ask all of the question, and name
// the reviewer and what it recommended.
type headline struct {
	words       string
	asks, named bool
}

// guard reports whether a limit asked: what it asks stands above the facts.
func (r Replayed) guard() bool {
	return r.Exchange.Inquiry != nil && r.Exchange.Inquiry.Source.Source == "other"
}

func separator(th text.Theme) string { return " " + strings.Repeat(th.Glyphs.Rule, 2) + " " }

func (r Replayed) tense(open, closed string) string {
	if r.Exchange.Open() {
		return open
	}
	return closed
}

// outcome says what became of the decision, and whether that counts in the end.
func (r Replayed) outcome(timed bool) string {
	words := replayedText(r.Exchange, timed)
	switch {
	case r.Gone == "" || r.Exchange.Open() || r.Exchange.Lapsed():
	case r.Gone == record.RevokedBack:
		words += textBackLater
	default:
		words += textGoneLater
	}
	return words
}

// replayedText says what became of a decision: by whom and, if timed, after how long.
func replayedText(x record.Exchange, timed bool) string {
	if x.Open() {
		if x.Inquiry != nil && x.Inquiry.Target == store.TargetReviewer {
			return textReviewing
		}
		return textOpen
	}
	words, by := replayedOutcome(x)
	after := pane.Took(x.Closed.Sub(x.Asked).Seconds())
	switch {
	case !timed:
		after = ""
	case after != "":
		after = " after " + after
	}
	who, more, remarks := strings.Cut(by, ", ")
	switch {
	case x.Cancelled() && after != "":
		return words + "," + after
	case by == "":
		return words + after
	case remarks:
		return words + " by " + who + after + ", " + more
	}
	return words + " by " + by + after
}

// replayedOutcome says what was decided, and by whom if that follows; or why nothing was.
func replayedOutcome(x record.Exchange) (words, by string) {
	words = "answered"
	model := ""
	switch a := x.Answer; {
	case x.Cancelled():
		return record.ToUser.Cancelled(x.Reason(), x.By()), ""
	case a != nil && a.AnsweredBy == nil:
		return a.Outcome, ""
	case a != nil:
		model = a.AnsweredBy.Model
	case x.Permitted.Outcome == store.PermitDenied, x.Permitted.Outcome == store.PermitSkipped:
		return record.SaidNo(x.Permitted.By, ""), ""
	default:
		words = record.PermitWords(x.Permitted.Outcome)
	}
	return words, record.Beside(x.By(), model)
}

// Draw draws the decision in at most height lines. md is as for Prompt.Draw. What has no room
// beside the answer is at the end of the text that scrolls, so that nothing is out of reach.
func (r Replayed) Draw(th text.Theme, md *markdown.Markdown, width, height, scroll int) prompt.Drawn {
	look := pane.Look{Theme: th, Width: width, Markdown: md}
	x, h := r.Exchange, r.heading(th, width)
	d := prompt.Dock{Theme: th, Width: width, Height: height, Heading: h.words, Scroll: scroll, X: -1, Asks: r.guard()}
	d.Text.Before = r.Escalated.Lines(look)
	if r.path != "" {
		d.Text.Before = patch.PastReason(look, r.Escalated, h.named)
	}
	cut := false
	if !h.asks {
		d.Question, cut = r.said(look, max(height/4, 1))
	}
	r.under(look, &d)
	outcome := r.outcome(true)
	if whole := d.Heading + separator(th) + outcome; text.Width(whole)+headingEnds <= width {
		d.Heading = whole
	} else {
		told := text.Told(outcome, text.TextWidth(th.Fit(width)))
		if short := text.Told(r.outcome(false), text.TextWidth(th.Fit(width))); len(short) < len(told) {
			told = short
		}
		d.Foot = pane.Indented(look, text.Paint(told, th.Decide.Render))
	}
	outcomes := len(d.Foot)
	d.Foot = append(d.Foot, whyLines(look, x)...)
	r.answered(look, &d, outcomes)
	if cut {
		d.Text.BehindText(nil, r.asked.Rows(keyOf(look), prompt.LoudRows(look, r.Told.Whole), nil))
	}
	if scroll > 0 && height < readingBelow {
		d.Read()
	}
	return d.Draw()
}

// readingBelow is the height below which a text that is being read takes the room of the
// answer.
const readingBelow = 10

// answered puts the answer below the question, with what was written for it, and both at the
// end of the text as far as they have no room there. The first lines of the foot, so many, are
// whole without those that follow.
func (r Replayed) answered(look pane.Look, d *prompt.Dock, outcomes int) {
	var whole, rest [][]string
	if most := max(d.Height/4, 1); len(d.Foot) > most {
		rest = append(rest, d.Foot)
		if most != outcomes {
			d.Foot = opening(look, d.Foot, most)
		}
		d.Foot = d.Foot[:most]
	}
	if r.Exchange.Permission != nil {
		d.Body = permitLines(look, r.Exchange)
	} else {
		var choices []int
		d.Body, choices, d.Focus = r.answerLines(look)
		d.Choose(choices)
	}
	changed, later := r.changed(look)
	d.Text.Take(d.Height)
	size, _ := d.Text.Size()
	room := d.Height - 1 - len(d.Foot) - min(len(d.Question), max(d.Height/4, 1))
	if later != nil {
		size = max(size, 1)
	}
	if len(changed) > 0 && size+len(d.Body)+len(changed) > room {
		whole, changed = append(whole, changed), nil
		size = max(size, 1)
	}
	d.Body = append(d.Body, changed...)
	if least := min(size, 2); d.Choices() && len(d.Body)+least > room {
		whole = append([][]string{d.Body}, whole...)
	} else if most := max(room/2, 1); !d.Choices() && size+len(d.Body) > room && len(d.Body) > most {
		whole = append([][]string{d.Body}, whole...)
		d.Body = opening(look, d.Body, most)
	}
	for _, lines := range whole {
		d.Text.Behind(lines)
	}
	if later != nil {
		later(&d.Text)
	}
	for _, lines := range rest {
		d.Text.Behind(lines)
	}
}

// opening is the first n lines, with a mark that there are more.
func opening(look pane.Look, lines []string, n int) []string {
	if len(lines) <= n {
		return lines
	}
	last := text.Cut(lines[n-1], max(look.Width-1, 0), "") + look.Theme.Glyphs.Ellipsis
	return append(lines[:n-1:n-1], last)
}

// headingEnds is the width of the rule beside the words of a heading.
const headingEnds = 6

// permitLines is what was said to a permission.
func permitLines(look pane.Look, x record.Exchange) []string {
	if x.Permitted == nil || x.Permitted.Outcome == store.PermitCancelled {
		return nil
	}
	x.Forgotten = false // it is said below
	return []string{given(look, pane.Teller{}.Decision(x).Answer)}
}

// given is a line with the mark of what was chosen.
func given(look pane.Look, words string) string {
	th := look.Theme
	return text.Cut(text.LeftMargin(look.Width)+th.Decide.Render(chosenMark(th))+" "+words, look.Width, th.Glyphs.Ellipsis)
}

func chosenMark(th text.Theme) string {
	if th.Glyphs.InASCII() {
		return ">"
	}
	return "●"
}

// whyLines are the answerer's words, and whether the answer holds for longer.
func whyLines(look pane.Look, x record.Exchange) (lines []string) {
	say := func(words string) {
		all := text.Wrap(markdown.RevealProse(words), text.TextWidth(look.Theme.Fit(look.Width)))
		lines = append(lines, pane.Indented(look, text.Paint(all, look.Theme.Dim.Render))...)
	}
	d := pane.Teller{}.Decision(x)
	if d.Reason != "" {
		say("\"" + d.Reason + "\"")
	}
	if x.Answer != nil {
		if x.Answer.Remember != "" {
			say(textRemembered)
		}
	}
	if revoked := x.Revoked(); revoked != "" {
		say(revoked)
	}
	return lines
}
