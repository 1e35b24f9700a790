package markdown

import (
	"slices"

	"parley/store/text/clean"
	"parley/views/text"
)

// A long document takes longer to lay out than anybody waits for a key. A renderer with PutOff
// shows such a document as it is until somebody has laid it out elsewhere.

// longDocument is how many bytes of a document are laid out at once.
const longDocument = 32 << 10

// Long reports whether a document of so many bytes is put off.
func Long(bytes int) bool { return bytes > longDocument }

// PutOff says that long documents are laid out later.
func (m *Markdown) PutOff() { m.later = &later{laid: map[string][]string{}} }

// later is what was put off.
type later struct {
	owed []string // documents that were drawn as they are, each once
	due  int      // those of them that nobody has taken yet, at the end
	laid map[string][]string
	puts int
}

// mostLaid is how many documents are kept.
const mostLaid = 8

// Puts counts how often a document was put off.
func (m *Markdown) Puts() int {
	if m.later == nil {
		return 0
	}
	return m.later.puts
}

// drawOff is Draw for a document that is put off.
func (m *Markdown) drawOff(source string) []string {
	l := m.later
	if lines, is := l.laid[source]; is {
		return slices.Clone(lines)
	}
	l.puts++
	if !slices.Contains(l.owed, source) {
		l.owed, l.due = append(l.owed, source), l.due+1
	}
	return TrimBlank(text.Wrap(clean.Screen(source), m.width))
}

// Owed is a document that is to be laid out.
type Owed struct {
	of     *Markdown // only compared
	theme  text.Theme
	width  int
	source string
}

// Owed is the next document to lay out, false if there is none.
func (m *Markdown) Owed() (Owed, bool) {
	l := m.later
	if l == nil || l.due == 0 {
		return Owed{}, false
	}
	l.due--
	return Owed{m, m.theme, m.given, l.owed[len(l.owed)-1-l.due]}, true
}

// Laid is a document that was laid out.
type Laid struct {
	Owed
	lines []string
}

// Lay lays it out. It takes its time, and may be done on any goroutine.
func (o Owed) Lay() Laid { return Laid{o, New(o.theme, o.width).Draw(o.source)} }

// Take takes what was laid out; false if it was for another width or theme.
func (m *Markdown) Take(laid Laid) bool {
	if laid.of != m || m.later == nil {
		return false
	}
	l := m.later
	if len(l.laid) >= mostLaid {
		clear(l.laid)
	}
	l.laid[laid.source] = laid.lines
	l.owed = slices.DeleteFunc(l.owed, func(s string) bool { return s == laid.source })
	return true
}
