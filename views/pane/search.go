package pane

import (
	"parley/views/text"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// search is the text searched for in the pane, and where it was found.
type search struct {
	query string
	hits  []int // entries that hold it
	at    int   // the hit that is shown
}

// Search searches every entry for a text, ignoring case, shows the hit nearest to the
// end and returns how many entries contain it. An empty query ends the search.
func (p *Pane) Search(query string) int {
	p.search = search{query: strings.ToLower(query)}
	if query == "" {
		return 0
	}
	for i, e := range p.entries {
		if text.ContainsFold(e.Plain(), p.search.query) {
			p.search.hits = append(p.search.hits, i)
		}
	}
	p.search.at = len(p.search.hits) - 1
	p.showHit()
	return len(p.search.hits)
}

// Hit returns which hit is shown, from 1, and how many there are.
func (p *Pane) Hit() (at, of int) {
	if of = len(p.search.hits); of == 0 {
		return 0, 0
	}
	return p.search.at + 1, of
}

// NextHit goes n hits towards the end, back if n is negative, and wraps around. It
// returns which hit is shown, from 1, and how many there are.
func (p *Pane) NextHit(n int) (at, of int) {
	if of = len(p.search.hits); of > 0 {
		p.search.at = ((p.search.at+n)%of + of) % of
		p.showHit()
	}
	return p.Hit()
}

// showHit opens the entry if the text is folded away, and scrolls to it.
func (p *Pane) showHit() {
	if p.search.at < 0 || p.search.at >= len(p.search.hits) {
		return
	}
	i := p.search.hits[p.search.at]
	if head := under(p.entries[i]); head != "" {
		p.Fold(head, true)
	}
	line, ok := p.findLine(i)
	if !ok && p.entries[i].Folds() && !p.opened[p.entries[i].ID()] {
		p.opened[p.entries[i].ID()] = true
		line, _ = p.findLine(i)
	}
	p.reveal(place{i, line})
}

func (p *Pane) findLine(i int) (int, bool) {
	for n, line := range p.lines(i) {
		if text.ContainsFold(ansi.Strip(line), p.search.query) {
			return n, true
		}
	}
	return 0, false
}

// mark draws the hits in a line so that they stand out.
func (s search) mark(theme text.Theme, line string) string {
	if s.query == "" || line == "" {
		return line
	}
	words := ansi.Strip(line)
	low := strings.ToLower(words)
	if len(low) != len(words) || !strings.Contains(low, s.query) {
		return line
	}
	var b strings.Builder
	from := 0
	for {
		n := strings.Index(low[from:], s.query)
		if n < 0 {
			break
		}
		start, end := from+n, from+n+len(s.query)
		if !utf8.ValidString(words[start:end]) {
			break
		}
		a, z := ansi.StringWidth(words[:start]), ansi.StringWidth(words[:end])
		b.WriteString(ansi.Cut(line, ansi.StringWidth(words[:from]), a))
		b.WriteString(theme.Found.Render(words[start:end]))
		from = end
		if from >= len(words) || z == a {
			break
		}
	}
	b.WriteString(ansi.TruncateLeft(line, ansi.StringWidth(words[:from]), ""))
	out := text.Filter(b.String())
	if text.Width(out) > text.Width(line) { // a hit that ends inside a cluster
		return line
	}
	return out
}
