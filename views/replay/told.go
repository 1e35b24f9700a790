package replay

import (
	"fmt"
	"strings"

	"parley/store"
	"parley/store/record"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/patch"
	"parley/views/prompt"
	"parley/views/text"
)

// Told is what a permission says, and the arguments to which the answer changed it. To read that
// from a long call takes longer than a key may wait, so it is made beside the loop; Long says of
// which calls.
type Told struct {
	record.Telling
	Edited *string // nil: they are read from the answer
}

// Long reports whether a call of so many bytes is read beside the loop, and drawn as far as it is
// seen.
func Long(bytes int) bool { return bytes > prompt.LongWords }

// keyOf is what all that is kept of a decision as it is drawn depends on.
func keyOf(look pane.Look) markdown.MemoKey {
	return markdown.MemoKey{Markdown: look.Markdown, Theme: look.Theme.Name, Width: look.Width, RawJSON: false}
}

// runs reports whether a call is asked about by what it will do.
func (r Replayed) runs() bool { return r.Exchange.Permission != nil && r.Result == nil }

// long reports whether what is asked is drawn as far as it is seen.
func (r Replayed) long() bool { return r.runs() && Long(len(r.Told.Whole)) }

// said is what was asked, verbatim. Of a long text only the beginning is drawn, in the most lines
// that are shown; cut says so.
func (r Replayed) said(look pane.Look, most int) (lines []string, cut bool) {
	switch {
	case r.long():
		lines = prompt.LoudFirst(look, r.Told.Whole, most+1)
		return opening(look, lines, most), len(lines) > most
	case r.runs():
		return r.asked.Get(keyOf(look), func() []string { return prompt.LoudLines(look, r.Told.Whole) }), false
	}
	return r.asked.Get(keyOf(look), func() []string { return prompt.Loud(look, markdown.RevealProse(r.Exchange.Text())) }), false
}

// under puts down what the decision was about.
func (r Replayed) under(look pane.Look, d *prompt.Dock) {
	p := r.Exchange.Permission
	switch _, owed := r.Owed(look.Theme, look.Markdown, look.Width); {
	case owed:
		d.Text.Behind(pane.Indented(look, []string{look.Theme.Glyphs.More(textLaying)}))
	case p == nil:
		words := r.Exchange.Inquiry.Question.Context
		d.Text.Behind(r.about.Get(keyOf(look), func() []string { return context(look, words) }))
	case r.Result != nil && Long(len(*r.Result)), r.Result == nil && Long(len(r.Told.Others)):
		d.Text.BehindText(nil, r.about.Rows(keyOf(look), prompt.QuotedRows(look, func() string { return pane.Whole(r.others()) }, 0), nil))
		d.Text.Follow(prompt.Covered(look, p.Covers))
	default:
		d.Text.Behind(r.about.Get(keyOf(look), func() (lines []string) {
			if words := r.others(); words != "" {
				lines = pane.Arguments(look, words)
			}
			return append(lines, prompt.Covered(look, p.Covers)...)
		}))
	}
}

// others is what a permission was about beside what it asked.
func (r Replayed) others() string {
	if r.Result != nil {
		return text.Reveal(strings.TrimRight(*r.Result, "\n"))
	}
	return r.Told.Others
}

// Owed is what a question was about, if it is put off and was not laid out yet.
type Owed struct {
	memo  *markdown.Memo
	key   markdown.MemoKey
	theme text.Theme
	words string
}

// Owed is what is to be laid out of a decision, false if there is nothing.
func (r *Replayed) Owed(th text.Theme, md *markdown.Markdown, width int) (Owed, bool) {
	q := r.Exchange.Inquiry
	if !r.PutOff || q == nil || !markdown.Long(len(q.Question.Context)) {
		return Owed{}, false
	}
	key := keyOf(pane.Look{Theme: th, Width: width, Markdown: md})
	return Owed{r.about, key, th, q.Question.Context}, !r.about.Has(key)
}

// Laid is what was laid out.
type Laid struct {
	Owed
	lines []string
}

// Lay lays it out. It takes its time, and may be done on any goroutine.
func (o Owed) Lay() Laid {
	look := pane.Look{Theme: o.theme, Width: o.key.Width, Markdown: markdown.New(o.theme, text.TextWidth(o.key.Width))} // the key's is the loop's
	return Laid{o, context(look, o.words)}
}

// Keep keeps it for the decision that it belongs to.
func (l Laid) Keep() { l.memo.Get(l.key, func() []string { return l.lines }) }

// context draws what a question was about.
func context(look pane.Look, words string) []string {
	if words == "" {
		return nil
	}
	if lines, ok := patch.PatchLines(look, words); ok {
		return lines
	}
	return pane.Indented(look, markdown.Context(look.Markdown, words))
}

// changed is what was changed for an answer. What is long is put down later, as far as it is seen.
func (r Replayed) changed(look pane.Look) (lines []string, later func(*markdown.Reading)) {
	head, words, bytes := r.edit(look)
	switch {
	case words == nil:
	case Long(bytes):
		later = func(d *markdown.Reading) {
			d.BehindText(head, r.written.Rows(keyOf(look), prompt.QuotedRows(look, words, bytes), nil))
		}
	default:
		lines = r.written.Get(keyOf(look), func() []string { return append(head, pane.Quoted(look, words())...) })
	}
	return lines, later
}

// edit is what was written instead of what was proposed, with what leads to it; nil if that was
// left as it was.
func (r Replayed) edit(look pane.Look) (head []string, words func() string, bytes int) {
	switch p, answer := r.Exchange.Permitted, r.Exchange.Answer; {
	case r.Exchange.Permission != nil && (p == nil || p.Outcome == store.PermitCancelled):
	case p != nil && p.Content != nil:
		return nil, func() string { return text.Reveal(*p.Content) }, len(*p.Content)
	case p != nil && len(p.Arguments) > 0:
		return nil, func() string {
			if r.Told.Edited != nil {
				return pane.Whole(*r.Told.Edited)
			}
			return pane.Whole(record.Readable(p.Arguments))
		}, len(p.Arguments)
	case r.Exchange.Inquiry != nil && answer != nil && answer.Edited != nil && answer.Outcome != store.Redacted:
		return pane.Informs(look, editedFirst(answer.Edited.Part)), func() string { return text.Reveal(answer.Edited.Content) }, len(answer.Edited.Content)
	}
	return nil, nil, 0
}

// editedFirst leads to a text that was changed before the yes to it.
func editedFirst(p store.Part) string {
	if taken := p.Words(); taken != "" {
		return fmt.Sprintf(textPartTaken, taken)
	}
	return textEditedFirst
}
