package views

// memo keeps the lines of something that does not change while its key stays
// the same, such as the context of an open question: a frame must not pay for
// what is not new. It is shared by the copies of its owner.
type memo struct {
	key   memoKey
	lines []string
	about contextText
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

// text returns the kept context, which is drawn as far as it was wanted.
func (m *memo) text(key memoKey, text string) *contextText {
	if m == nil {
		return &contextText{md: key.md, text: text}
	}
	if !m.drawn || m.key != key {
		m.key, m.about, m.drawn = key, contextText{md: key.md, text: text}, true
	}
	return &m.about
}
