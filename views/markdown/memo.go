package markdown

// Memo keeps the lines of something that does not change while its key stays the
// same, such as the context of an open question: a frame must not pay for what has
// not changed. Copies of its owner share it.
type Memo struct {
	key   MemoKey
	lines []string
	about contextText
	drawn bool
}

// MemoKey is everything besides their text that drawn lines depend on.
type MemoKey struct {
	Markdown *Markdown
	Theme    string
	Width    int
	RawJSON  bool
}

// Get returns the kept lines, or draws them. A nil memo keeps nothing.
func (m *Memo) Get(key MemoKey, draw func() []string) []string {
	if m == nil {
		return draw()
	}
	if !m.drawn || m.key != key {
		m.key, m.lines, m.drawn = key, draw(), true
	}
	return m.lines[:len(m.lines):len(m.lines)]
}

// Has reports whether lines are kept for a key.
func (m *Memo) Has(key MemoKey) bool { return m != nil && m.drawn && m.key == key }

// Text returns the kept context, drawn as far as it was needed.
func (m *Memo) Text(key MemoKey, text string) *contextText {
	if m == nil {
		return &contextText{md: key.Markdown, text: text, width: key.Markdown.width}
	}
	if !m.drawn || m.key != key {
		m.key, m.about, m.drawn = key, contextText{md: key.Markdown, text: text, width: key.Markdown.width}, true
	}
	return &m.about
}

// Rows returns the rows of the kept words as they are, and of others after them if then is not nil,
// drawn as far as they were needed.
func (m *Memo) Rows(key MemoKey, words Verbatim, then *Verbatim) *contextText {
	if !m.drawn || m.key != key {
		m.key, m.about, m.drawn = key, contextText{}, true
		m.about.show(words, then)
	}
	return &m.about
}
