package views

import "fmt"

// Draw draws the patch in at most height lines. The prompt says who asks, why it
// comes to the user, and holds the field of the question, whose menu and reply
// are drawn below the change while they are open. md is of the text's width.
func (p Patch) Draw(q Prompt, md *Markdown, width, height int) Drawn {
	p = p.laid(width)
	th := p.theme
	look := Look{Theme: th, Width: width, Markdown: md}
	d := dock{theme: th, width: width, height: height, heading: q.heading(), right: waiting(q.Waiting, q.Change), hints: q.Hints}
	if height < 4 || width < 8 {
		return d.draw()
	}
	hints := d.hintLines()
	question, whole := p.question(look, q.Field.Question.Text, askedIn(height))
	faults := Field{Faults: p.Faults}.faultLines(look)
	faults = faults[:min(len(faults), max(height/4, 1))]
	room := height - 1 - len(hints) - len(question) - len(faults)
	body := p.body(look, q.Field, room)
	room -= len(body.lines)
	gaps := 0
	if room > 8 {
		gaps, room = 2, room-2
	}
	out := Drawn{Lines: []string{d.head()}}
	add := func(lines ...string) { out.Lines = append(out.Lines, lines...) }
	gap := func(n int) {
		if gaps >= n {
			add("")
		}
	}
	gap(2)
	add(question...)
	lines, more := p.lines(look, q, whole, max(room, 0))
	add(lines...)
	p.seen.more = more
	if more {
		out.MaxScroll = 1
	}
	if body.x >= 0 {
		out.X, out.Y, out.Shown = min(body.x, width-1), len(out.Lines)+body.focus, true
	}
	for i := range body.lines {
		for len(out.Choices) < len(out.Lines)+i {
			out.Choices = append(out.Choices, -1)
		}
		out.Choices = append(out.Choices, body.choices[i])
	}
	add(body.lines...)
	add(faults...)
	gap(1)
	add(hints...)
	out.Lines = out.Lines[:min(len(out.Lines), height)]
	return out
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
	words := fmt.Sprintf("+%d -%d, %s", added, removed, count(len(p.left), "hunk", "hunks"))
	if taken < len(p.left) {
		words = fmt.Sprintf("+%d -%d, %d of %s", added, removed, taken, count(len(p.left), "hunk", "hunks"))
	}
	if p.Edited() {
		words = textEditedPatch + ", " + words
	}
	return words
}

// body is what stands below the change: a reason or a reply that is written, the
// menu, the search.
func (p Patch) body(look Look, f Field, room int) body {
	b := body{x: -1}
	switch {
	case p.why != nil:
		p.why.SetSize(max(look.Width-len(left(look.Width))-1, 1), max(min(room/2, 6), 1))
		bar := look.Theme.Dim.Render(look.Theme.Glyphs.Bar)
		x, y := p.why.Cursor()
		b.add(-1, informs(look, textWhyNot)...)
		b.focus, b.x = len(b.lines)+y, x+len(left(look.Width))
		b.add(-1, gutter(bar, bar, p.why.Lines(), look.Width)...)
	case f.Mode() == InMenu || f.Mode() == Replying:
		b = f.body(look, max(room/2, 1), listRoom{})
		if most := max(room/2, 1); len(b.lines) > most {
			var from int
			b.lines, from = around(b.lines, b.focus, most)
			b.choices, b.focus = b.choices[from:from+len(b.lines)], b.focus-from
		}
	case p.finding != notFinding:
		words := "/ " + p.query
		if p.finding == typingQuery {
			b.x = min(len(left(look.Width))+Width(words), look.Width-1)
		}
		if p.missed {
			words += "   " + textNowhere
		}
		b.add(-1, indented(look, []string{look.Theme.Accent.Render(cut(words, TextWidth(look.Width), look.Theme.Glyphs.Ellipsis))})...)
	}
	return b
}

// moreBelow says how many lines of the change follow a place.
func (p Patch) moreBelow(last patchPlace) string {
	rows := p.rows()
	if last.row < 0 {
		return moreText(p.theme, len(p.now.lines))
	}
	c := rows[last.row]
	after := len(p.now.lines) - 1 - int(max(c.left, c.right))
	if next := last.row + 1; next < len(rows) && rows[next].seg > c.seg {
		return p.theme.Glyphs.Down + " " + textMoreOfLine(after)
	}
	return moreText(p.theme, after)
}

// lines draws what is to be seen of the change; more says that not all is.
func (p Patch) lines(look Look, q Prompt, whole []string, room int) (out []string, more bool) {
	a := p.above(look, q, whole)
	lead, over := a.lines(look), rowSpan{}
	p.seen.width, p.seen.room, p.seen.lead = look.Width, room, len(lead)
	if p.now == nil {
		lead = append(lead, informs(look, textWorkingOut)...)
		return lead[:min(len(lead), room)], false
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
	more = p.seen.over >= 0
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
	more = more || p.top.row > 0 || p.top.line > 0 || p.top.row == 0 && len(lead) > 0
	if len(out) > room {
		more = true
		out = out[:max(room, 0)]
		if room > 1 {
			out[room-1] = left(look.Width) + p.theme.Dim.Render(cut(p.moreBelow(places[room-2]), max(look.Width-3, 0), ""))
		}
	}
	return out, more
}
