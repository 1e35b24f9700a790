package patch

import (
	"fmt"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/prompt"
	"parley/views/text"
)

// Draw draws the patch in at most height lines. The prompt says who asks, why it
// comes to the user, and holds the field of the question, whose menu and reply are
// drawn below the change while they are open. md is of the text's width.
//
// The returned patch knows how much of it was visible, which Long, Page and scrolling
// depend on.
func (p Patch) Draw(q prompt.Prompt, md *markdown.Markdown, width, height int) (prompt.Drawn, Patch) {
	p = p.laid(width)
	th := p.theme
	look := pane.Look{Theme: th, Width: width, Markdown: md}
	h := p.headline(q, width)
	d := prompt.Dock{Theme: th, Width: width, Height: height, Heading: h.words, Right: h.right, Brief: prompt.WaitingBrief(q.Waiting), Hints: q.Hints}
	if height < 4 || width < 8 {
		return d.Draw(), p
	}
	hints := d.HintLines()
	question, whole := h.question(p, look, q.Field.Question.Text, askedIn(height))
	if q.Remark != "" {
		question = append(pane.Informs(look, markdown.RevealProse(q.Remark)), question...)
	}
	faults := prompt.Field{Faults: p.Faults}.FaultLines(look)
	faults = faults[:min(len(faults), max(height/2, 1))] // cut, they would not say what to do
	room := height - 1 - len(hints) - len(question) - len(faults)
	if h.cut || len(whole) > 0 {
		path := p.wholePath(look, room-leastBelowPath)
		question, room = append(path, question...), room-len(path)
	}
	body := p.body(look, q.Field, room)
	room -= len(body.Lines)
	gaps := 0
	if room > 8 {
		gaps, room = 2, room-2
	}
	out := prompt.Drawn{Lines: []string{d.Head()}}
	add := func(lines ...string) { out.Lines = append(out.Lines, lines...) }
	p.seen.tight = gaps == 0
	lines, p := p.lines(look, q, h, whole, max(room, 0))
	if gaps > 0 {
		add(p.aboveLine(width))
	}
	add(question...)
	add(lines...)
	if p.seen.more {
		out.MaxScroll = 1
	}
	if body.X >= 0 {
		out.X, out.Y, out.Shown = min(body.X, width-1), len(out.Lines)+body.Focus, true
	}
	for i := range body.Lines {
		for len(out.Choices) < len(out.Lines)+i {
			out.Choices = append(out.Choices, -1)
		}
		out.Choices = append(out.Choices, body.Choices[i])
	}
	add(body.Lines...)
	add(faults...)
	if gaps > 0 {
		add("")
	}
	add(hints...)
	out.Lines = out.Lines[:min(len(out.Lines), height)]
	return out, p
}

// stat says how much would be changed, and what is not shown.
func (p Patch) stat() string {
	switch {
	case p.now == nil:
		return ""
	case p.now.hidden != "":
		return p.now.hidden
	}
	added, removed, taken := 0, 0, 0
	for i, h := range p.now.hunks {
		if !p.left[i] {
			added, removed, taken = added+h.added, removed+h.removed, taken+1
		}
	}
	words := fmt.Sprintf("+%d %s%d, %s", added, p.theme.Glyphs.Minus, removed, text.Count(len(p.left), "hunk", "hunks"))
	if taken < len(p.left) {
		words = fmt.Sprintf("+%d %s%d, %d of %s", added, p.theme.Glyphs.Minus, removed, taken, text.Count(len(p.left), "hunk", "hunks"))
	}
	if p.Edited() {
		words = textEditedPatch + ", " + words
	}
	return words
}

// body is what goes below the change: a reason or a reply being typed, the menu, the
// search.
func (p Patch) body(look pane.Look, f prompt.Field, room int) prompt.Body {
	b := prompt.Body{X: -1}
	switch {
	case p.why != nil:
		p.why.SetSize(max(look.Width-len(text.LeftMargin(look.Width))-1, 1), max(min(room/2, 6), 1))
		bar := look.Theme.Dim.Render(look.Theme.Glyphs.Bar)
		x, y := p.why.Cursor()
		b.Add(-1, pane.Informs(look, prompt.TextWhyNot)...)
		b.Focus, b.X = len(b.Lines)+y, x+len(text.LeftMargin(look.Width))
		b.Add(-1, text.Gutter(bar, bar, p.why.Lines(), look.Width)...)
	case f.Mode() == prompt.InMenu || f.Mode() == prompt.Replying:
		b = f.Body(look, max(room/2, 1), prompt.ListRoom{})
		if most := max(room/2, 1); len(b.Lines) > most {
			var from int
			b.Lines, from = prompt.Around(b.Lines, b.Focus, most)
			b.Choices, b.Focus = b.Choices[from:from+len(b.Lines)], b.Focus-from
		}
	case p.finding != notFinding:
		more := ""
		if p.missed {
			more = textNowhere
		}
		x := b.Line(look, p.query, more)
		if p.finding == typingQuery {
			b.X = x
		}
	}
	return b
}

// moreBelow says how many lines of the change follow a place.
func (p Patch) moreBelow(last patchPlace) string {
	rows := p.rows()
	if last.row < 0 {
		return prompt.MoreText(p.theme, len(p.now.lines))
	}
	c := rows[last.row]
	after := len(p.now.lines) - 1 - int(max(c.left, c.right))
	if next := last.row + 1; next < len(rows) && rows[next].seg > c.seg {
		return p.theme.Glyphs.Down + " " + textMoreOfLine(after)
	}
	return prompt.MoreText(p.theme, after)
}

// hidden is how many lines of the change, and of what precedes it, are above what is
// visible, since the user went on from them.
func (p Patch) hidden() int {
	rows := p.rows()
	if p.top.row < 0 || p.top.row >= len(rows) {
		return p.top.line
	}
	c := rows[p.top.row]
	at := int(max(c.left, c.right))
	if c.left >= 0 && c.right >= 0 {
		at = int(min(c.left, c.right))
	}
	return p.seen.lead + at
}

// aboveLine says so, in the place of the blank line that is there otherwise.
func (p Patch) aboveLine(width int) string {
	n := p.hidden()
	if n == 0 {
		return ""
	}
	return p.dim(prompt.AboveText(p.theme, n), width)
}

// endLine is the last line of a change of which not all is visible: what follows, and
// where there is no other place for it what is above.
func (p Patch) endLine(below string, width int) string {
	if n := p.hidden(); p.seen.tight && n > 0 {
		above := prompt.AboveText(p.theme, n)
		if below != "" {
			above = below + " " + p.theme.Glyphs.Dot + " " + above
		}
		below = above
	}
	return p.dim(below, width)
}

func (p Patch) dim(words string, width int) string {
	return text.LeftMargin(width) + p.theme.Dim.Render(text.Cut(words, max(width-3, 0), ""))
}

// lines draws the visible part of the change. In the returned patch it begins where it
// does on the screen: with more room than before the end is visible from further up.
func (p Patch) lines(look pane.Look, q prompt.Prompt, h headline, whole []string, room int) (out []string, drawn Patch) {
	a := p.above(look, q, h, whole)
	lead, over := a.lines(look), rowSpan{}
	p.seen.width, p.seen.room, p.seen.lead, p.seen.more = look.Width, room, len(lead), false
	if p.now == nil {
		lead = append(lead, pane.Informs(look, look.Theme.Glyphs.More(textWorkingOut))...)
		return lead[:min(len(lead), room)], p
	}
	if end := p.bottom(); p.top.after(end) {
		p.top = end
	}
	p.seen.over = -1
	if p.top.row < 0 && !p.moved {
		lead, over = p.opening(look, q, a, room)
		switch {
		case len(lead) < p.seen.lead:
			p.seen.over = 0
		case over.to > 0:
			p.seen.over = p.seen.lead + over.from*p.height(0)
		}
	}
	p.seen.more = p.seen.over >= 0
	var places []patchPlace
	all := p.rows()
	for at := p.top; at.row < len(all) && len(out) <= room; at = (patchPlace{at.row + 1, 0}) {
		if at.row >= over.from && at.row < over.to {
			at.row = over.to
		}
		own := lead
		if at.row >= 0 {
			own = p.rowLines(at.row)
		}
		for n := min(at.line, len(own)); n < len(own); n++ {
			out, places = append(out, own[n]), append(places, patchPlace{at.row, n})
		}
	}
	p.seen.more = p.seen.more || p.top.row > 0 || p.top.line > 0 || p.top.row == 0 && len(lead) > 0
	if len(out) > room {
		p.seen.more = true
		out = out[:max(room, 0)]
		if room > 1 {
			out[room-1] = p.endLine(p.moreBelow(places[room-2]), look.Width)
		}
	} else if p.seen.tight && p.hidden() > 0 && len(out) < room {
		out = append(out, p.endLine("", look.Width))
	}
	return out, p
}
