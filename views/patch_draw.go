package views

import (
	"fmt"
	"strings"
)

// Draw draws the patch in at most height lines. The prompt says who asks, why it
// comes to the user, and holds the field of the question, whose menu and reply
// are drawn below the change while they are open. md is of the text's width.
func (p Patch) Draw(q Prompt, md *Markdown, width, height int) Drawn {
	p = p.laid(width)
	th := p.theme
	look := Look{Theme: th, Width: width, Markdown: md}
	d := dock{theme: th, width: width, height: height, heading: q.heading(), right: waiting(q.Waiting), hints: q.Hints}
	if height < 4 || width < 8 {
		return d.draw()
	}
	hints := d.hintLines()
	question := p.question(look, q.Field.Question.Text, max(height/4, 1))
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
	lines, more := p.lines(look, q, max(room, 0))
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

// question is what is asked, and at the right how large the change is.
func (p Patch) question(look Look, text string, most int) []string {
	lines := paint(wrap(revealProse(text), textWidth(look.Width)), look.Theme.Strong.Render)
	if len(lines) > most {
		lines = append(lines[:most-1], cut(lines[most-1], max(textWidth(look.Width)-1, 0), "")+look.Theme.Glyphs.Ellipsis)
	}
	stat := p.stat()
	last := len(lines) - 1
	if room := look.Width - len(left(look.Width)) - 1; stat != "" && last >= 0 {
		if gap := room - shownWidth(lines[last]) - Width(stat); gap >= 2 {
			lines[last] += spaces(gap) + look.Theme.Dim.Render(stat)
		} else {
			lines = append(lines, paint(wrap(stat, textWidth(look.Width)), look.Theme.Dim.Render)...)
		}
	}
	if p.now != nil && !strings.Contains(text, p.now.Path) {
		lines = append(lines, paint(wrap(revealProse(p.now.Path), textWidth(look.Width)), look.Theme.Dim.Render)...)
	}
	return indented(look, lines)
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
		b = f.body(look, max(room/2, 1))
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
		b.add(-1, indented(look, []string{look.Theme.Accent.Render(cut(words, textWidth(look.Width), look.Theme.Glyphs.Ellipsis))})...)
	}
	return b
}

// mostReason is how many lines a reviewer takes of what is seen of a change: a long
// reason must not push the change away. All of it is in the conversation.
const mostReason = 6

// lead is what stands above the change and scrolls with it: why it came to the
// user, what is said beside it.
func (p Patch) lead(look Look, q Prompt) []string {
	return p.about.get(memoKey{look.Markdown, p.theme.Name, look.Width, q.Escalated != nil}, func() []string {
		lines := q.Escalated.lines(look)
		if over := len(lines) - mostReason; over > 0 {
			lines = append(lines[:mostReason-1:mostReason-1], informs(look, textMoreReason(over+1))...)
		}
		for _, said := range []string{p.Rules.Notice, PatchProse(q.Field.Question.Context)} {
			if said == "" {
				continue
			}
			if len(lines) > 0 {
				lines = append(lines, "")
			}
			lines = append(lines, indented(look, Context(look.Markdown, said))...)
		}
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		return lines
	})
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
func (p Patch) lines(look Look, q Prompt, room int) (out []string, more bool) {
	lead := p.lead(look, q)
	p.seen.width, p.seen.room, p.seen.lead = look.Width, room, len(lead)
	if p.now == nil {
		lead = append(lead, informs(look, textWorkingOut)...)
		return lead[:min(len(lead), room)], false
	}
	if end := p.bottom(); p.top.after(end) {
		p.top = end
	}
	all := p.rows()
	for at := p.top; at.row < len(all) && len(out) <= room; at = (patchPlace{at.row + 1, 0}) {
		own := lead
		if at.row >= 0 {
			own = p.rowLines(at.row)
		}
		out = append(out, own[min(at.line, len(own)):]...)
	}
	more = p.top.row > 0 || p.top.line > 0 || p.top.row == 0 && len(lead) > 0
	if len(out) > room {
		more = true
		out = out[:max(room, 0)]
		if room > 1 {
			out[room-1] = left(look.Width) + p.theme.Dim.Render(cut(p.moreBelow(p.forward(p.top, room-2)), max(look.Width-3, 0), ""))
		}
	}
	return out, more
}
