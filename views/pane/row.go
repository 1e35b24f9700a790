package pane

import (
	"slices"
	"strings"

	"parley/views/text"
)

// verbCells is the column of verbs: the longest verb and a blank.
const verbCells = 7

// part is something at the right end of a row. The least important gives way first.
type part struct {
	words string
	style text.Style
	worth int
	by    *Decision // whose words they are, if they say who allowed the call
}

// within is what of a part fits; nothing if neither who decided nor what would be
// readable.
func (p part) within(room int, th text.Theme) string {
	if p.by == nil || text.Width(p.words) <= room {
		return text.Cut(p.words, room, th.Glyphs.Ellipsis)
	}
	mark := th.Glyphs.Decision + " "
	if said := p.by.allowedWithin(room-text.Width(mark), th.Glyphs.Ellipsis); said != "" {
		return mark + said
	}
	return ""
}

// row draws what was done, to what, and at the right the outcome, how long it took,
// and who allowed it; a refusal that does not fit continues below.
func (c Call) row(look Look) []string {
	th, c := look.Theme, c.unmarked()
	if look.Width < text.MinWidth {
		return []string{text.Cut(text.Mark(c.mark(look), len(text.LeftMargin(look.Width)))+text.Line(c.verb(), look.Width), look.Width, "")}
	}
	width := look.measure() - len(text.Margin) - 1
	verb := text.Line(c.verb(), width/2)
	verb += text.Spaces(max(verbCells-text.Width(verb), 1))
	signs, plain := c.signs(th)
	subject := text.Subject(undecided(c.about()), longSummary)
	least := min(text.Width(subject), max(width/3, pathLeast))
	outcome, below := c.came(look.Pulse), c.State == CallRefused || c.State == CallFailed
	room := width - text.Width(verb) - least - 2
	if c.State != CallDone && text.Width(outcome) > room-text.Width(plain) {
		signs, plain = "", "" // whom it is waiting for matters more
	}
	room -= text.Width(plain)
	outcome = c.briefly(look, outcome, room)
	beneath := ""
	if below = below && c.crowds(look, outcome, room); below {
		outcome, beneath = c.divided(room)
	}
	parts := c.fitting(c.parts(look, outcome), room, th)
	right, taken := "", 0
	var lost []string // what stands below, since it would not be readable
	for i, p := range parts {
		words := p.words
		if i == 0 {
			words = p.within(max(room-widthOf(parts[1:]), 1), th)
			if words == "" {
				lost = []string{p.words}
			}
		} else {
			right += partGap
			taken += len(partGap)
		}
		right += p.style.Render(words)
		taken += text.Width(words)
	}
	subject = called(subject, max(width-text.Width(verb)-text.Width(plain)-taken-2, 1), th)
	left := th.Strong.Render(verb) + c.subjectStyle(th).Render(subject) + signs
	gap := max(width-text.Width(verb)-text.Width(subject)-text.Width(plain)-taken, 0)
	line := text.Mark(c.mark(look), len(text.Margin)) + left
	if right != "" {
		line += text.Spaces(gap) + right
	}
	lines := []string{text.Cut(line, look.Width, "")}
	for _, words := range lost {
		lines = append(lines, text.Paint(clipped(look, behind(look, words)), th.Dim.Render)...)
	}
	if below { // it must be readable anyway
		style := th.Bad
		if c.State == CallRefused {
			style = th.Decide
		}
		lines = append(lines, text.Paint(clipped(look, behind(look, text.Subject(beneath, 2*longSummary))), style.Render)...)
	}
	return lines
}

// unmarked is the call without the mark of decisions in what others said of it: how it came out, and why.
func (c Call) unmarked() Call {
	for _, said := range []*string{&c.Right, &c.Came, &c.Fault, &c.Why} {
		*said = undecided(*said)
	}
	return c
}

// undecided spells the mark of decisions out in what others wrote, which does not say who decided.
func undecided(words string) string { return strings.ReplaceAll(words, "◆", "<U+25C6>") }

// divided is a crowding outcome: what stays on the row, and what stands below it. What would
// be cut on the row is only below.
func (c Call) divided(room int) (outcome, beneath string) {
	beneath = c.beneath()
	switch {
	case c.After != "" && text.Width(c.ended()) <= room: // its words need no room any more
		return c.ended(), beneath
	case text.Width(text.Subject(c.Came, 2*longSummary)) <= room:
		return c.Came, beneath
	case strings.Contains(beneath, c.Came):
		return "", beneath
	}
	return "", c.Came + ": " + beneath
}

// briefly leaves out after how long a refusal came, where its words need the room.
func (c Call) briefly(look Look, outcome string, room int) string {
	if c.After == "" || text.Width(outcome) <= room {
		return outcome
	}
	c.After = ""
	return c.came(look.Pulse)
}

// crowds reports whether an outcome in full leaves no room for itself, or, where a word or two
// of it would do, for how long the call took and who allowed it.
func (c Call) crowds(look Look, outcome string, room int) bool {
	if text.Width(text.Subject(outcome, 2*longSummary)) > room {
		return true
	}
	all := c.parts(look, outcome)
	return c.Came != "" && c.Came != outcome && len(all) > 1 && widthOf(all)-len(partGap) > room
}

// partGap is what separates two parts.
const partGap = "   "

func widthOf(parts []part) (n int) {
	for _, p := range parts {
		n += text.Width(p.words) + len(partGap)
	}
	return n
}

// fitting drops the least important parts until the rest fits, but never the first.
func fitting(parts []part, room int) []part {
	for len(parts) > 1 && widthOf(parts)-len(partGap) > room {
		least := 1
		for i := 1; i < len(parts); i++ {
			if parts[i].worth < parts[least].worth {
				least = i
			}
		}
		parts = append(parts[:least:least], parts[least+1:]...)
	}
	return parts
}

// fitting is what of the parts stands on the row. Who allowed a call that went well stays: first
// after how long gives way to it, then what the call came to.
func (c Call) fitting(parts []part, room int, th text.Theme) []part {
	decides := func(p part) bool { return p.by != nil }
	fit, by := fitting(slices.Clone(parts), room), slices.IndexFunc(parts, decides)
	if c.State != CallDone || by <= 0 || slices.ContainsFunc(fit, decides) {
		return fit
	}
	who := parts[by]
	if who.words = parts[by].within(room-text.Width(parts[0].words)-len(partGap), th); who.words != "" {
		return []part{parts[0], who}
	}
	if parts[by].within(room, th) != "" {
		return parts[by : by+1]
	}
	return fit
}

// parts are what stands at the right, in order.
func (c Call) parts(look Look, outcome string) []part {
	th := look.Theme
	var out []part
	add := func(words string, style text.Style, worth int) {
		if words = text.Subject(words, 2*longSummary); words != "" {
			out = append(out, part{words: words, style: style, worth: worth})
		}
	}
	style := th.Dim
	switch c.State {
	case CallWaiting, CallReviewed, CallRefused:
		style = th.Decide
	case CallFailed:
		style = th.Bad.Bold(c.Command)
	}
	add(outcome, style, 3)
	if c.State == CallDone || c.State == CallFailed {
		add(c.Took, th.Dim, 1)
	}
	if d := c.Allowed; d != nil && c.State != CallRefused && c.State != CallWaiting {
		add(th.Glyphs.Decision+" "+d.allowed(), th.Dim, 2)
		out[len(out)-1].by = d
	}
	return out
}

// came is how far the call is, or its outcome. If the time is known, how long it has
// been running says enough.
func (c Call) came(at text.Pulse) string {
	since := at.Since(c.Since)
	switch c.State {
	case CallPending:
		return textNext
	case CallWritten:
		return c.Right
	case CallRunning:
		if at.Now == 0 {
			return textRunning
		}
		return since
	case CallWaiting:
		return textWaiting
	case CallLacking:
		return textLacking
	case CallUnsaved:
		return textUnsaved
	case CallReviewed:
		words := textReviewed
		if c.Reviewer != "" {
			words = c.Reviewer + textReviews
		}
		return strings.TrimSuffix(words+", "+since, ", ")
	case CallFailed, CallRefused:
		return c.whole()
	}
	return c.Right
}

// ended is how a call ended and, if it was refused, after how long.
func (c Call) ended() string {
	if c.After == "" {
		return c.Came
	}
	return c.Came + textAfter + c.After
}

// whole is how a call failed, with the first sentence of why, or who refused it, in
// their words.
func (c Call) whole() string {
	said := c.ended()
	switch {
	case c.State == CallRefused && c.Why != "":
		return said + ": \"" + c.Why + "\""
	case c.State == CallRefused:
		return said
	case c.Command, c.Right == "":
		return c.Came
	case c.Came == "", strings.HasPrefix(c.Came, textError):
		return c.Right
	}
	return c.Came + ": " + c.Right
}

// beneath is whole below the row that says how it came, with the subject of a fault, since
// that is not beside it there.
func (c Call) beneath() string {
	if c.Fault != "" {
		c.Right = c.Fault
	}
	return strings.TrimPrefix(c.whole(), c.ended()+": ")
}

// clipped is the first two lines that are not blank, all when it is open.
func clipped(look Look, lines []string) []string {
	if look.Open {
		return lines
	}
	if lines = slices.DeleteFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "" }); len(lines) <= 2 {
		return lines
	}
	lines[1] = text.GoesOn(lines[1], max(look.measure()-1, 1), look.Theme.Glyphs.Ellipsis)
	return lines[:2]
}

// signs says by how many lines a file was changed, with styles and without.
func (c Call) signs(th text.Theme) (styled, plain string) {
	if !c.Changed {
		return "", ""
	}
	minus := th.Glyphs.Minus + c.Removed
	return "  " + th.Added.Render("+"+c.Added) + " " + th.Bad.Render(minus), "  +" + c.Added + " " + minus
}

func (c Call) subjectStyle(th text.Theme) text.Style {
	if c.State == CallRefused {
		return th.Dim.Struck()
	}
	return th.Plain
}

func (c Call) mark(look Look) string {
	th := look.Theme
	switch c.State {
	case CallWaiting, CallRefused:
		return th.Decide.Render(th.Glyphs.Decision)
	case CallReviewed:
		return th.Decide.Render(look.Pulse.Mark(th.Glyphs))
	case CallDone:
		return th.Good.Render(th.Glyphs.Tick)
	case CallFailed:
		return th.Bad.Render(th.Glyphs.Cross)
	case CallPending, CallLacking, CallUnsaved:
		return th.Dim.Render(th.Glyphs.Dot)
	}
	return th.Accent.Render(look.Pulse.Mark(th.Glyphs))
}

// deeper is the indentation relative to its row.
func deeper(look Look) string {
	if look.Width < 2*text.MinWidth {
		return ""
	}
	return "  "
}

// behind is a text below a row, indented.
func behind(look Look, words string) []string {
	lines := text.Told(strings.TrimRight(words, "\n"), max(text.TextWidth(look.measure())-len(deeper(look)), 1))
	for i, line := range lines {
		lines[i] = deeper(look) + line
	}
	return Indented(look, lines)
}
