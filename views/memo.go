package views

// memo keeps the lines of something that does not change while its key stays
// the same, such as the context of an open question: a frame must not pay for
// what is not new. It is shared by the copies of its owner.
type memo struct {
	key   memoKey
	lines []string
	drawn bool
}

type memoKey struct {
	md    *Markdown
	theme string
	width int
	raw   bool
}

// get returns the kept lines, or draws them. A nil memo keeps nothing.
func (m *memo) get(key memoKey, draw func() []string) []string {
	if m == nil {
		return draw()
	}
	if !m.drawn || m.key != key {
		m.key, m.lines, m.drawn = key, draw(), true
	}
	return m.lines[:len(m.lines):len(m.lines)]
}
