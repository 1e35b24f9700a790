package pane

import (
	"slices"
	"strings"

	"parley/store"
	"parley/store/record"
	"parley/views/text"
)

// A conversation of the past is shown in the same pane as a live one. Its entries are
// built when they first become visible, so that a jump over thousands of them costs
// little.

// PastKind is what is known about an entry before it is drawn.
type PastKind struct{ Shown, tight, folds bool }

// PastKindOf returns the kind of an entry as it was when it began.
func PastKindOf(e record.Entry) PastKind {
	if mark, ok := e.Item.(*record.Mark); ok {
		if _, unknown := mark.Body.(store.Unknown); unknown {
			return PastKind{Shown: true}
		}
	}
	v, ok := Teller{}.Entry(e)
	if !ok {
		return PastKind{}
	}
	return PastKind{Shown: true, tight: isTight(v), folds: v.Folds()}
}

// Past is an entry of the pane as it was at a point of a conversation's past.
type Past struct {
	of           *record.History
	entry, point int
	first        store.Event
	folds        bool
	teller       Teller
	made         Entry
}

// pastLine is a past entry that stays close to its neighbours, as the original does.
type pastLine struct{ *Past }

func (pastLine) tight() {}

// Past returns a visible entry of a history as it was at a point.
func (t Teller) Past(of *record.History, entry, point int, kind PastKind) Entry {
	p := &Past{of: of, entry: entry, point: point, first: of.First(entry), folds: kind.folds, teller: t}
	var e Entry = p
	if kind.tight {
		e = pastLine{p}
	}
	if head := of.Within(entry); head != "" {
		e = Inside{Entry: e, Head: head}
	}
	return e
}

// ID is that of the event that began the entry.
func (p *Past) ID() string { return p.first.ID }

// Version grows with the events that changed the entry.
func (p *Past) Version() int { return p.of.Version(p.entry, p.point) }

// Size is the approximate length of its text: that of the event that began it.
func (p *Past) Size() int { return max(p.first.Size()-eventHead, 0) }

// eventHead is the approximate size of an event without its text.
const eventHead = 170

// Folds reports whether it can be opened; before it is drawn, whether it could
// when it began.
func (p *Past) Folds() bool {
	if p.made != nil {
		return p.made.Folds()
	}
	return p.folds
}

// Plain returns the text.
func (p *Past) Plain() string { return p.get().Plain() }

// Draw draws the entry as the pane would have then.
func (p *Past) Draw(look Look) []string { return p.get().Draw(look) }

func (p *Past) get() Entry {
	if p.made == nil {
		p.made = p.make()
	}
	return p.made
}

func (p *Past) make() Entry {
	if b, unknown := p.first.Body.(store.Unknown); unknown {
		return Note{Key: p.ID(), Text: unknownText(b.Name)}
	}
	e := p.of.Entry(p.entry, p.point)
	e.Within = "" // the pane nests it itself
	return pastOf(p.teller, e)
}

// pastOf is an entry as it was. Its kind is that of its beginning, so it may be one that
// is not shown any more.
func pastOf(t Teller, e record.Entry) Entry {
	v, ok := t.Entry(e)
	if !ok {
		return unshown{}
	}
	return v
}

// unshown is an entry that was shown at its beginning and is not any more.
type unshown struct{ Note }

// Draw draws nothing.
func (unshown) Draw(Look) []string { return nil }

// Truncate forgets the entries from the n-th on. What was unfolded is unfolded
// again if it comes back.
func (p *Pane) Truncate(n int) {
	if n >= len(p.entries) {
		return
	}
	for _, e := range p.entries[n:] {
		delete(p.index, e.ID())
	}
	p.entries = slices.Delete(p.entries, n, len(p.entries))
	p.heights.each, p.heights.sums = p.heights.each[:n], p.heights.sums[:n]
	for i := range p.drawn {
		if i >= n {
			delete(p.drawn, i)
		}
	}
	if p.chosen >= n {
		p.chosen = -1
	}
	p.search.hits = nil // they are positions
}

// Highlight marks a text where it is visible, without searching for it elsewhere; ""
// marks nothing.
func (p *Pane) Highlight(query string) { p.search = search{query: strings.ToLower(query)} }

// Show scrolls an entry into view, and opens it if the highlighted text is inside.
func (p *Pane) Show(id string) {
	i, ok := p.index[id]
	if !ok {
		return
	}
	line := 0
	if p.search.query != "" {
		line = p.openAtHit(i)
	}
	if lines := len(p.lines(i)); line == 0 && lines > 0 && lines < p.height {
		line = lines - 1 // its end, where the new text is
	}
	p.reveal(place{i, line})
}

// openAtHit is the line of the entry that holds what is highlighted, 0 if none
// does.
func (p *Pane) openAtHit(i int) int {
	if head := under(p.entries[i]); head != "" && text.ContainsFold(p.entries[i].Plain(), p.search.query) {
		p.Fold(head, true)
	}
	line, found := p.findLine(i)
	if id := p.entries[i].ID(); !found && p.entries[i].Folds() && !p.opened[id] && text.ContainsFold(p.entries[i].Plain(), p.search.query) {
		p.opened[id] = true
		line, _ = p.findLine(i)
	}
	return line
}

// unknownText names an event that this program has no words for.
func unknownText(name string) string { return text.Line(name, 60) + ": " + TextNewer }
