package patch

import (
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/prompt"
	"parley/views/text"
	"strings"
)

// The first picture of a change shows who said no and why, and some of the change
// itself, however small the screen is. If the text above the change would push it off
// the screen, that text is shortened, and of the context before the first change only
// as much is shown as fits. Any movement brings everything back, so nothing is out of
// reach.

// mostReason is how many lines a reviewer takes of what is seen of a change. All of
// its reason is in the conversation. leastChange is how many lines the change has on
// the first picture: where it is, two lines of it, and how much follows.
// shortName is what of a model's name has room beside its reason in one line.
const (
	mostReason  = 6
	leastChange = 4
	shortName   = 16
)

// above is what stands above a change and scrolls with it.
type above struct {
	reason []string // why it was passed to the user
	plain  bool     // the heading says who said so
	said   []string // other remarks
	asked  []string // the full question, if its own place is too small
}

// lines is all of it, each part followed by a blank line.
func (a above) lines(look pane.Look) []string {
	var out []string
	for _, part := range [][]string{fewer(look, a.reason, mostReason), a.said, a.asked} {
		if len(part) > 0 {
			out = append(append(out, part...), "")
		}
	}
	return out
}

// above draws what precedes the change.
func (p Patch) above(look pane.Look, q prompt.Prompt, h headline, asked []string) above {
	key := markdown.MemoKey{Markdown: look.Markdown, Theme: p.theme.Name, Width: look.Width, RawJSON: q.Escalated != nil}
	told := key
	told.Theme += h.manner()
	return above{
		reason: p.told.Get(told, func() []string { return h.reason(look, q.Escalated) }), plain: h.who,
		said: p.about.Get(key, func() []string {
			var lines []string
			for _, said := range []string{p.Rules.Notice, PatchProse(q.Field.Question.Context)} {
				if said == "" {
					continue
				}
				if len(lines) > 0 {
					lines = append(lines, "")
				}
				lines = append(lines, pane.Indented(look, markdown.Context(look.Markdown, said))...)
			}
			return lines
		}),
		asked: asked,
	}
}

// fewer cuts a reason to a number of lines; the last says how much more there is.
func fewer(look pane.Look, lines []string, most int) []string {
	over := len(lines) - most
	if over <= 0 {
		return lines
	}
	note := pane.Informs(look, textMoreReason(over+1))
	kept := max(most-len(note), 1)
	return append(lines[:kept:kept], pane.Informs(look, textMoreReason(len(lines)-kept))...)
}

// opening is what the first picture shows: what precedes the change, and which rows
// are skipped.
func (p Patch) opening(look pane.Look, q prompt.Prompt, a above, room int) (lead []string, over rowSpan) {
	lead = a.lines(look)
	least := leastChange
	if n := p.tall(leastChange); n < leastChange {
		least = n
	}
	if room-len(lead) < least {
		lead = a.short(look, q.Escalated, max(room-least, 1))
	}
	return lead, p.passed(room - len(lead))
}

// tall is how many lines the change takes, counted up to a number.
func (p Patch) tall(most int) (n int) {
	for row := 0; row < len(p.rows()) && n < most; row++ {
		n += p.height(row)
	}
	return min(n, most)
}

// rowSpan is the rows from from up to, but not including, to.
type rowSpan struct{ from, to int }

// passed are the rows before the first change that do not fit beside two changed
// lines. The head of the hunk is the last to be skipped.
func (p Patch) passed(room int) rowSpan {
	if p.tall(room+1) <= room {
		return rowSpan{}
	}
	rows, changed := p.rows(), 1
	for changed < len(rows) && p.now.lines[max(rows[changed].left, rows[changed].right)].kind == lineSame {
		changed++
	}
	free := room - p.height(0) - 3 // two changed lines, and how much follows
	if free < -1 {
		return rowSpan{0, changed}
	}
	for n := changed - 1; n > 0; n-- {
		if free -= p.height(n); free < 0 {
			return rowSpan{1, n + 1}
		}
	}
	return rowSpan{}
}

// shortReason is what stands above a change in at most so many lines. Why it came to the
// user stands first; what is said beside that has a line of its own at least.
func (a above) short(look pane.Look, e *prompt.Escalation, most int) []string {
	var out []string
	if e != nil {
		room := most - min(len(a.said), max(most-3, 1))
		if out = a.reason; len(out) > room {
			out = shortReason(e, look, a.plain, min(max(room, 1), mostReason))
		}
	}
	if len(a.said) == 0 {
		return out
	}
	said := a.said
	if room := max(most-len(out), 1); len(said) > room {
		last := text.GoesOn(said[room-1], look.Width-1, look.Theme.Glyphs.Ellipsis)
		said = append(said[:room-1:room-1], last)
	}
	return append(out, said...)
}

// shortReason is the escalation in at most so many lines: who, unless that is plain
// already, and how the reason begins.
func shortReason(e *prompt.Escalation, look pane.Look, plain bool, most int) []string {
	name := max(look.Width/2, 1)
	if most == 1 {
		name = min(name, shortName)
	}
	who, says := text.Line(e.Model, name), textSaysNo
	if who == "" {
		who = textTheReviewer
	}
	reason := prompt.TextNoReason
	if said := strings.Join(strings.Fields(markdown.RevealProse(e.Reason)), " "); said != "" {
		reason = "\"" + said + "\""
		if e.Failed {
			reason = said
		}
	}
	if e.Failed {
		says = textNoAnswer
	}
	th, head := look.Theme, who+" "+says
	if plain {
		head = ""
	}
	lines := text.Wrap(strings.TrimPrefix(head+" "+reason, " "), text.TextWidth(look.Theme.Fit(look.Width)))
	var note []string
	switch {
	case len(lines) > most && most >= 4:
		note = pane.Informs(look, textMoreReason(len(lines)-most+1))
		lines = lines[:most-1]
	case len(lines) > most:
		lines[most-1] = text.GoesOn(lines[most-1], text.TextWidth(look.Theme.Fit(look.Width)), th.Glyphs.Ellipsis)
		lines = lines[:most]
	}
	first := lines[0]
	text.Paint(lines, th.Warn.Render)
	if rest, ok := strings.CutPrefix(first, head); ok && head != "" {
		lines[0] = th.Decide.Render(head) + th.Warn.Render(rest)
	}
	return append(text.Gutter(th.Decide.Render(th.Glyphs.Decision), "", lines, look.Width), note...)
}

// smallPatch is the height below which every line is needed for the change.
const smallPatch = 14

// askedIn is how many lines the question may take in a given height.
func askedIn(height int) int {
	if height < smallPatch {
		return 2
	}
	return height / 4
}

// question is what is asked, and at the right how large the change is, in about so
// many lines. Where they do not suffice, the path's middle gives way first; whole is
// then all of what is asked.
func (p Patch) question(look pane.Look, words string, most int) (lines, whole []string) {
	words = p.asks(words)
	width := text.TextWidth(look.Theme.Fit(look.Width))
	full := text.Paint(text.Wrap(words, width), look.Theme.Strong.Render)
	stats := p.stats()
	for _, stat := range stats {
		if lines = p.withStat(look, full, stat); len(lines) <= most || len(full) <= most && len(stats) == 1 {
			return pane.Indented(look, p.named(look, words, lines)), nil
		}
	}
	whole = pane.Indented(look, full)
	if lines = p.squeezed(look, words, most, stats[len(stats)-1]); lines != nil {
		return pane.Indented(look, lines), whole
	}
	for n := min(len(full), most); ; n-- {
		lines = full[:n:n]
		if n < len(full) {
			lines = append(full[:n-1:n-1], text.Cut(full[n-1], max(width-1, 0), "")+look.Theme.Glyphs.Ellipsis)
		}
		lines = p.named(look, words, p.withStat(look, lines, stats[len(stats)-1]))
		if len(lines) <= most || n <= 1 {
			return pane.Indented(look, lines), whole
		}
	}
}

// squeezed is the question with as much of its path as lets it fit, nil if none does.
func (p Patch) squeezed(look pane.Look, words string, most int, stat string) []string {
	if p.now == nil {
		return nil
	}
	path, width := shown(p.now.Path), text.TextWidth(look.Theme.Fit(look.Width))
	if path == "" || !strings.Contains(words, path) {
		return nil
	}
	for n := min(text.Width(path)-1, most*width); n >= min(8, text.Width(path)-1); n-- {
		short := strings.Replace(words, path, text.ShortPath(path, n, look.Theme.Glyphs.Ellipsis), 1)
		if lines := p.withStat(look, text.Paint(text.Wrap(short, width), look.Theme.Strong.Render), stat); len(lines) <= most {
			return lines
		}
	}
	return nil
}

// named puts the path below the question where that does not name it.
func (p Patch) named(look pane.Look, words string, lines []string) []string {
	if p.now == nil || strings.Contains(words, shown(p.now.Path)) {
		return lines
	}
	path := text.ShortPath(shown(p.now.Path), text.TextWidth(look.Theme.Fit(look.Width)), look.Theme.Glyphs.Ellipsis)
	return append(lines[:len(lines):len(lines)], look.Theme.Dim.Render(path))
}

// withStat puts how large the change is at the right of the last line, or below it.
func (p Patch) withStat(look pane.Look, lines []string, stat string) []string {
	last := len(lines) - 1
	if stat == "" || last < 0 {
		return lines
	}
	lines = lines[:len(lines):len(lines)]
	room := look.Width - len(text.LeftMargin(look.Width)) - 1
	gap := room - shownWidth(lines[last]) - text.Width(stat)
	if gap < 2 {
		return append(lines, text.Paint(text.Wrap(stat, text.TextWidth(look.Theme.Fit(look.Width))), look.Theme.Dim.Render)...)
	}
	return append(append([]string(nil), lines[:last]...), lines[last]+text.Spaces(gap)+look.Theme.Dim.Render(stat))
}

// stats are the ways to say how large the change is, longest first.
func (p Patch) stats() []string {
	stat := p.stat()
	if p.now == nil || p.now.hidden != "" {
		return []string{stat}
	}
	parts := strings.Split(stat, ", ")
	short := parts[0]
	if p.leftOut() > 0 {
		short = parts[len(parts)-1]
		if p.Edited() {
			short = parts[0] + ", " + short
		}
	}
	return []string{stat, short}
}
