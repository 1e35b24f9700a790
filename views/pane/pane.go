// Package pane shows the conversation: entries one below the other, of which only the
// visible ones are drawn, now or at a point in the past.
package pane

import (
	"slices"

	"parley/views/markdown"
	"parley/views/text"
)

// Entry is one thing in a conversation as the pane shows it. Its lines are kept under
// (version, width, theme, open), so Draw must depend on nothing else.
type Entry interface {
	ID() string              // unique in the conversation, stable
	Version() int            // changes when what is drawn would change
	Size() int               // bytes, to estimate the height before it is drawn
	Folds() bool             // has more to show when open
	Draw(look Look) []string // lines of at most look.Width cells; none hides it
	Plain() string           // the text as it is, for search and for the clipboard
}

// keepDrawn is the number of entries besides the visible ones whose lines are kept;
// others are redrawn when they become visible again.
const keepDrawn = 200

// Pane is the conversation: a virtual list that draws only what is visible, whatever
// its length. It follows its end until the user scrolls up. Use NewPane; a Pane is
// for one goroutine.
type Pane struct {
	theme  text.Theme
	width  int
	height int  // lines of the conversation
	spaced bool // a line should separate its end from what is below
	air    bool // there is room for that line
	md     *markdown.Markdown
	putOff bool // long documents are laid out later
	long   bool // there may be one

	entries []Entry
	index   map[string]int
	opened  map[string]bool // entries whose folding is not the default
	raw     map[string]bool // shown as recorded
	heights heights
	drawn   map[int]drawing

	top    place // the first visible line, unless following
	follow bool
	chosen int // selected entry, -1 none
	search search
	pulse  text.Pulse
}

// place is a line of an entry.
type place struct{ entry, line int }

type drawing struct {
	version int
	open    bool
	raw     bool
	hidden  bool // folded into another
	pulse   text.Pulse
	waits   bool // it is shown as it is until it is laid out
	lines   []string
}

// New returns an empty pane that follows its end.
func New(theme text.Theme, width, height int) *Pane {
	p := &Pane{theme: theme, index: map[string]int{}, opened: map[string]bool{}, raw: map[string]bool{}, drawn: map[int]drawing{}, follow: true, chosen: -1}
	p.Resize(width, height)
	return p
}

// Resize changes the size. What was at the top stays at the top.
func (p *Pane) Resize(width, height int) {
	width, height = max(width, 1), max(height, 0)
	if width != p.width {
		anchor := p.fraction()
		p.width = width
		p.redraw()
		p.restore(anchor)
	}
	p.air = p.spaced && height > 0 && (height >= spacedLeast || p.heights.total() < height)
	if p.air {
		height--
	}
	p.height = height
	p.settle()
}

// SetTheme draws everything in another theme.
func (p *Pane) SetTheme(theme text.Theme) {
	p.theme = theme
	p.redraw()
}

// redraw drops all lines. Heights become estimates again.
func (p *Pane) redraw() {
	p.md = markdown.New(p.theme, p.columns())
	if p.putOff {
		p.md.PutOff()
	}
	p.drawn = map[int]drawing{}
	p.heights = heights{}
	for _, e := range p.entries {
		p.heights.push(p.guess(e))
	}
}

func (p *Pane) columns() int { return text.TextWidth(p.width) }

// fraction is the top line as a share of its entry, so that it survives another
// width.
func (p *Pane) fraction() float64 {
	if p.top.entry >= len(p.entries) || p.heights.each[p.top.entry] == 0 {
		return 0
	}
	return float64(p.top.line) / float64(p.heights.each[p.top.entry])
}

func (p *Pane) restore(f float64) {
	if p.follow || p.top.entry >= len(p.entries) {
		return
	}
	n := len(p.lines(p.top.entry))
	p.top.line = min(int(f*float64(n)+0.5), max(n-1, 0))
}

// guess is the estimated height of an entry that was never drawn.
func (p *Pane) guess(e Entry) int {
	if p.hides(e) {
		return 0
	}
	if e.Folds() && !p.opened[e.ID()] {
		return 1
	}
	return e.Size()/max(p.columns()*3/4, 1) + 2
}

// Set appends an entry, or replaces the one with its id.
func (p *Pane) Set(e Entry) {
	p.long = p.long || markdown.Long(e.Size())
	if i, ok := p.index[e.ID()]; ok {
		p.entries[i] = e
		return
	}
	p.index[e.ID()] = len(p.entries)
	p.entries = append(p.entries, e)
	p.heights.push(p.guess(e))
}

// Needs is how many lines there are to show, at most most.
func (p *Pane) Needs(most int) (n int) {
	for i := 0; i < len(p.entries) && n < most; i++ {
		n += len(p.lines(i))
	}
	return min(n, most)
}

// Remove removes the last entries, as far as they have these ids.
func (p *Pane) Remove(ids ...string) {
	for len(p.entries) > 0 {
		i := len(p.entries) - 1
		if !slices.Contains(ids, p.entries[i].ID()) {
			break
		}
		delete(p.index, p.entries[i].ID())
		delete(p.drawn, i)
		p.entries = p.entries[:i]
		p.heights.pop()
		if p.chosen == i {
			p.chosen = -1
		}
	}
	p.settle()
}

// Len returns the number of entries.
func (p *Pane) Len() int { return len(p.entries) }

// Last returns the entry at the end.
func (p *Pane) Last() (Entry, bool) {
	if len(p.entries) == 0 {
		return nil, false
	}
	return p.entries[len(p.entries)-1], true
}

// Entry returns the entry with the id.
func (p *Pane) Entry(id string) (Entry, bool) {
	i, ok := p.index[id]
	if !ok {
		return nil, false
	}
	return p.entries[i], true
}

// Clear forgets every entry.
func (p *Pane) Clear() {
	spaced, putOff, height := p.spaced, p.putOff, p.Height()
	*p = *New(p.theme, p.width, 0)
	if p.spaced = spaced; putOff {
		p.PutOff()
	}
	p.Resize(p.width, height)
}

// Following reports whether the end is shown as it grows.
func (p *Pane) Following() bool { return p.follow }

// lines returns the i-th entry's lines, preceded by a blank line if it begins
// something new, and notes its height.
func (p *Pane) lines(i int) []string {
	e := p.entries[i]
	open, raw, hidden := p.opened[e.ID()], p.raw[e.ID()], p.hides(e)
	var pulse text.Pulse
	if moves(e) {
		pulse = p.pulse
	}
	if d, ok := p.drawn[i]; ok && d.version == e.Version() && d.open == open && d.raw == raw && d.hidden == hidden && d.pulse == pulse {
		return d.lines
	}
	var lines []string
	puts := p.md.Puts()
	if !hidden {
		lines = e.Draw(Look{Theme: p.theme, Width: p.width, Open: open, Raw: raw, Markdown: p.md, Pulse: pulse})
	}
	if len(lines) > 0 && i > 0 && p.apart(i) {
		lines = append([]string{""}, lines...)
	}
	p.drawn[i] = drawing{e.Version(), open, raw, hidden, pulse, p.md.Puts() != puts, lines}
	p.heights.set(i, len(lines))
	return lines
}

// apart reports whether a blank line precedes entry i: between all but one-line
// neighbours of the same kind (calls and their decisions).
func (p *Pane) apart(i int) bool {
	return !isTight(p.entries[i]) || !isTight(p.entries[i-1])
}

// hides reports whether an entry is folded into another one.
func (p *Pane) hides(e Entry) bool {
	head := under(e)
	_, known := p.index[head]
	return known && !p.opened[head]
}

// Lines returns exactly the pane's height of lines. If the end is not visible, the
// last line says how much is below.
func (p *Pane) Lines() []string {
	out := make([]string, 0, p.Height())
	at := p.first()
	seen := at.entry
	for i := at.entry; i < len(p.entries) && len(out) < p.height; i++ {
		lines := p.lines(i)
		if i == at.entry {
			lines = lines[min(at.line, len(lines)):]
		}
		within := i == at.entry && at.line > 0 // not the blank line that separates it from the previous entry
		for _, line := range lines[:min(len(lines), p.height-len(out))] {
			within = within || line != ""
			out = append(out, p.decorate(i, line, within))
		}
		seen = i
	}
	if short := p.height - len(out); short > 0 { // it is at the bottom, where it will be when it is longer
		out = append(make([]string, short, p.Height()), out...)
	}
	switch below := p.Below(); {
	case p.air && below > 0:
		out = append(out, More(Look{Theme: p.theme, Width: p.width}, below))
	case p.air:
		out = append(out, "")
	case below > 0 && p.height > 1:
		out[p.height-1] = More(Look{Theme: p.theme, Width: p.width}, below+1) // the notice itself covers a line
	}
	p.forget(at.entry, seen)
	return out
}

// More draws the line that says how many lines are below the visible part of a text.
func More(look Look, below int) string {
	words := look.Theme.Glyphs.Down + " " + text.Count(below, "more line", "more lines")
	words = text.Cut(words, look.Width, "")
	return text.Spaces(look.Theme.Fit(look.Width)-text.Width(words)-1) + look.Theme.Dim.Render(words)
}

// forget drops the lines of entries far from the visible ones.
func (p *Pane) forget(from, to int) {
	if len(p.drawn) <= 2*keepDrawn+to-from {
		return
	}
	for i := range p.drawn {
		if i < from-keepDrawn || i > to+keepDrawn {
			delete(p.drawn, i)
		}
	}
}

// Fold opens or closes an entry; the view does not move.
func (p *Pane) Fold(id string, open bool) {
	i, ok := p.index[id]
	if !ok || !p.entries[i].Folds() {
		return
	}
	if p.follow && open { // so that its head stays in sight
		p.top, p.follow = p.first(), false
	}
	p.opened[id] = open
	p.lines(i)
	for n := i + 1; n < len(p.entries) && under(p.entries[n]) == id; n++ {
		p.lines(n) // so that their heights are known
	}
	p.settle()
}

// ShowRaw shows an entry as recorded, or formatted again; the view does not move.
// Only calls have a recorded form.
func (p *Pane) ShowRaw(id string, raw bool) {
	i, ok := p.index[id]
	if !ok || !p.HasRaw(id) {
		return
	}
	if p.follow && raw {
		p.top, p.follow = p.first(), false
	}
	p.raw[id] = raw
	p.lines(i)
	p.settle()
}

// Raw reports whether an entry is shown as recorded.
func (p *Pane) Raw(id string) bool { return p.raw[id] }

// HasRaw reports whether an entry can be shown as recorded.
func (p *Pane) HasRaw(id string) bool {
	i, ok := p.index[id]
	return ok && hasRaw(p.entries[i])
}

func hasRaw(e Entry) bool {
	switch e := e.(type) {
	case Call:
		return !e.hidden()
	case Inside:
		return hasRaw(e.Entry)
	case *Past:
		return hasRaw(e.get())
	case pastLine:
		return hasRaw(e.get())
	}
	return false
}

// Opened reports whether the entry is unfolded.
func (p *Pane) Opened(id string) bool { return p.opened[id] }

// decorate marks the selected entry and what the search found.
func (p *Pane) decorate(i int, line string, within bool) string {
	line = p.search.mark(p.theme, line)
	if i == p.chosen && within {
		return text.Cut(p.theme.Chosen.Render(p.theme.Glyphs.Block)+text.Filter(text.CutLeft(line, 1)), p.width, "")
	}
	return line
}
