package commands

import (
	"fmt"
	"strings"

	"parley/coordinator"
	"parley/forms"
	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
	"parley/store/text/diff"
)

// intro is the text before the place where an answer is typed.
func (p *Plain) intro(x coordinator.Prompt, q forms.Question) {
	words := " asks"
	if x.Guard != "" {
		words = "" // its title stands alone
	}
	if x.Which != "" {
		words = ", " + x.Which + "," + words
	}
	if at, of := x.Walk.Progress(); of > 1 {
		words += fmt.Sprintf(" [%d/%d]", at, of)
		if n := x.Walk.Skipped(); n > 0 {
			words += fmt.Sprintf(" (%d skipped)", n)
		}
	}
	p.heading(x, words)
	if x.Among > 0 {
		p.say("  %s\n", record.AmongText(x.Among))
	}
	if l := x.Linked; l != nil {
		reason := l.Reason
		if reason == "" {
			reason = "(no reason given)"
		}
		if l.Failed {
			p.say("  The review failed: %s\n", nested(reason))
		} else {
			p.say("  The assistant recommended rejecting this change:\n  %s: %q\n", l.Model, reason)
		}
	}
	if context := q.Context; context != "" {
		if x.Guard != "" {
			context = withoutFences(context)
		}
		p.say("%s\n", indented(clean.Reveal(diff.Apart(context))))
	}
	p.before(x)
	if x.Lacks {
		p.say("  %s is not offered here: your answer is kept, and waits until it is.\n", x.Tool)
	}
	text := q.Text
	if record.OfFiles(x.Tool) { // it names a path, as the screen does
		text = clean.Signs(text)
	}
	p.say("%s\n", nested(text))
	for i, words := range inRows(q.AnswerType.Options) {
		p.say("%d  %s\n", i+1, words)
	}
	if n := q.AnswerType.OwnRow(); n > 0 {
		p.say("%d  a value of your own; it can be typed here at once\n", n)
	}
	if len(q.AnswerType.Schema) > 0 {
		p.say("  the answer is JSON of this schema: %s\n", q.AnswerType.Schema)
	}
	if q.Optional {
		p.say("  :leave leaves it out\n")
	}
	p.ways(x)
}

// before says what was taken of a change before, or chosen, which an answer here does not take.
func (p *Plain) before(x coordinator.Prompt) {
	if e := x.Edited; e != nil {
		p.say("  %s\n", editedText(*e))
	}
	if p.drafts != nil && x.Partial(p.drafts()) {
		p.say("  %s\n", textPartial)
	}
}

// inRows are options, each in one line. Those that read the same, as 1 and "1" do, have what they answer
// behind them.
func inRows(options []forms.Option) []string {
	same := map[string]int{}
	for _, o := range options {
		same[record.OptionWords(o)]++
	}
	all := make([]string, len(options))
	for i, o := range options {
		if all[i] = record.OptionWords(o); same[all[i]] > 1 {
			all[i] += " (" + clean.Reveal(string(o.Value)) + ")"
		}
	}
	rows, twins := make([]string, len(options)), record.Twins(all)
	for i, o := range options {
		words := all[i]
		if twins[i] {
			words = record.Spelled(words)
		}
		rows[i] = inARow(words, o)
	}
	return rows
}

// inARow is an option in one line, whatever breaks lines in it: a line that it began could be read
// as another number, above all where it is read aloud and nobody hears that it is indented.
func inARow(words string, o forms.Option) string {
	text := clean.Unbroken(words)
	if o.Description != "" {
		text += ": " + clean.OneLine(o.Description)
	}
	if o.Recommended {
		text += " (recommended)"
	}
	return text
}

// textPartial says that a yes is to more than what was chosen before.
const textPartial = "On a screen you had left out a part of this change, or written a text of your own in its place. A yes takes all of it, as it stands above; on the screen what you chose still stands."

// editedText says that a yes is to more than was taken before.
func editedText(e store.Edited) string {
	if part := e.Part.Words(); part != "" {
		return "Before this was asked again you took " + part + " of the change. A yes takes all of it now; where the conversation is on a screen, a part can be taken."
	}
	return "Before this was asked again you took a text of your own. A yes takes the one above, and not yours."
}

// ways are what can be typed other than an answer.
func (p *Plain) ways(x coordinator.Prompt) {
	if takesWords(x) {
		p.say("  no and words after it tell the assistant why\n")
	}
	if x.Guard == "" {
		p.say("  :reply answers with words instead ")
	}
	if x.Declinable {
		p.say("  :decline says no to all of it ")
	}
	p.say("  :end ends the turn")
	if x.Walk.CanGoBack() {
		p.say("   :back goes to the question before")
	}
	p.say("\n")
}

// withoutFences removes the fence lines that only mark columns.
func withoutFences(context string) string {
	var lines []string
	for line := range strings.SplitSeq(context, "\n") {
		if !strings.HasPrefix(line, "```") && line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
