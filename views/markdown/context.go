package markdown

import (
	"parley/views/text"
	"strings"
)

// Context draws what a question is about: Markdown in which nothing can hide. Code is
// shown as it is, a fenced diff as a diff; invisible characters in prose are spelled
// out.
func Context(md *Markdown, text string) []string {
	c := contextText{md: md, text: text, width: md.width}
	c.All()
	return c.lines
}

// contextText is a Context that is drawn from the start only as far as needed: a
// question must not wait for a thousand paragraphs below the screen.
type contextText struct {
	md    *Markdown
	text  string
	at    int // the text is cut into blocks up to here
	split Splitter
	some  bool // a block is drawn
	done  bool // everything has been drawn
	lines []string
	width int        // of a row, or of prose
	rows  *text.Rows // of what is shown as it is, instead of Markdown
	row   DrawRow
	then  *Verbatim // comes after it

	guess, guessAt int // estimated number of lines left, and where the estimate was made
}

// DrawRow makes a line of a row of text; goesOn says that the row does not begin a line.
type DrawRow func(row string, goesOn bool) string

// Verbatim are words that are shown as they are, in rows of at most Width cells.
type Verbatim struct {
	Words func() string // asked for once, when somebody reads that far
	Bytes int           // about as many as they have
	Width int
	Row   DrawRow
}

// drawnWhole is the size in bytes up to which a text is drawn at once, so that its
// number of lines is exact.
const drawnWhole = 4 << 10

// upTo draws until there are at least n lines, or all.
func (c *contextText) upTo(n int) {
	for !c.done && (len(c.lines) < n || len(c.text)-c.from() <= drawnWhole) {
		c.more()
	}
}

// All draws the rest.
func (c *contextText) All() {
	for !c.done {
		c.more()
	}
}

// more reads the next line of the text, and draws the blocks that it ended.
func (c *contextText) more() {
	if c.rows != nil {
		c.moreRows()
		return
	}
	var ended []Block
	if c.at < len(c.text) {
		next := c.at + len(FirstLine(c.text[c.at:]))
		if next < len(c.text) {
			next++ // the line break
		}
		ended, c.at = c.split.Feed(c.text, c.at, next), next
	} else {
		ended, c.done, c.guess = c.split.End(), true, 0
	}
	for _, b := range ended {
		if c.some && !facts(b) { // facts go directly below what they belong to
			c.lines = append(c.lines, "")
		}
		c.some = true
		c.lines = append(c.lines, c.block(b)...)
	}
}

func (c *contextText) block(b Block) []string {
	switch {
	case b.Fence && Language(b.Info) == "diff":
		return append(c.md.fenceHead(b), Diff(c.md.theme, b.Body(), c.md.whole)...)
	case facts(b):
		return append(c.md.fenceHead(b), FactLines(c.md, text.Reveal(b.Body()))...)
	case b.Fence && Language(b.Info) == exactly:
		return append(c.md.fenceHead(b), c.md.exact(text.Reveal(b.Body()))...)
	case b.Fence && Language(b.Info) == literally:
		return append(c.md.fenceHead(b), text.Verbatim(text.Reveal(b.Body()), max(c.md.width, 1))...)
	case b.Fence:
		return append(c.md.fenceHead(b), c.md.keeping().code(text.Reveal(b.Body()), b.Info)...)
	}
	b.Source = RevealProse(b.Source)
	return c.md.keeping().block(b, "")
}

func (c *contextText) moreRows() {
	row, ok := c.rows.Next()
	switch {
	case ok:
	case c.then != nil:
		c.show(*c.then, nil)
		return
	default:
		c.done, c.guess = true, 0
		return
	}
	line, rest := c.rows.Left()
	c.at, c.lines = len(c.text)-len(line)-len(rest), append(c.lines, c.row(row, c.rows.GoesOn()))
}

// show goes on with words, and with others after them.
func (c *contextText) show(v Verbatim, then *Verbatim) {
	c.text, c.at, c.guess = v.Words(), 0, 0
	c.rows, c.row, c.width, c.then = text.NewRows(c.text, v.Width), v.Row, v.Width, then
}

// Two languages of fences say how what is decided about is drawn: exactly as lines of code, whose
// rows that go on are marked, and literally as words that no Markdown changes.
const (
	exactly   = "exact"
	literally = "literal"
)

// Exact is a text in a fence that nothing in it closes, drawn as lines of code: where one is too
// long for its row, the rest goes on behind … in the margin, and no blank at the break is lost.
func Exact(body string) string { return fenced(exactly, body) }

// Literal is a text in such a fence that is drawn as words, whatever Markdown would make of them.
func Literal(words string) string { return fenced(literally, words) }

func fenced(language, body string) string {
	marks := Marks(body)
	return marks + language + "\n" + body + "\n" + marks
}

// Marks are those of a fence that nothing in its body closes.
func Marks(body string) string {
	longest, run := 2, 0
	for i := range len(body) {
		if run++; body[i] != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}

// exact draws what Exact says.
func (m *Markdown) exact(body string) (out []string) {
	for line := range strings.SplitSeq(body, "\n") {
		out = append(out, m.exactLine(text.ExpandTabs(line))...)
	}
	return out
}

func (m *Markdown) exactLine(line string) (out []string) {
	indent := m.codeIndent()
	on := indent
	if indent != "" {
		on = text.Pad(m.theme.Glyphs.Ellipsis, len(indent))
	}
	rows := text.NewRows(line, max(m.codeWidth(), 1))
	for row, more := rows.Next(); more; row, more = rows.Next() {
		before := indent
		if rows.GoesOn() {
			before = on
		}
		out = append(out, m.inCode(before, row, 0, nil))
	}
	return out
}

func facts(b Block) bool { return b.Fence && Language(b.Info) == "facts" }

// from is where the text begins that is not drawn yet.
func (c *contextText) from() int {
	if c.split.open != "" {
		return c.split.start
	}
	return c.at
}

// rest estimates how many lines are not drawn yet, 0 if none.
func (c *contextText) rest() int {
	if c.done || c.guessAt == c.at && c.guess > 0 {
		return c.guess
	}
	c.guess, c.guessAt = 1, c.at
	for line := range strings.Lines(c.text[c.from():]) {
		c.guess += 1 + (len(line)-1)/c.width
	}
	if c.then != nil {
		c.guess += 1 + c.then.Bytes/c.then.Width
	}
	return c.guess
}

// Reading is the text of a dock: lines before it, what a question is about, as far as
// drawn, and what comes after it.
type Reading struct {
	Before []string
	About  *contextText // nil if there is none
	Margin func([]string) []string
	after  []part
}

// part is lines, or a text that is drawn as far as it is seen.
type part struct {
	lines []string
	text  *contextText
}

func (p part) drawn() []string {
	if p.text != nil {
		return p.text.lines
	}
	return p.lines
}

//go:noinline
func (r *Reading) add(p part) { r.after = append(r.after[:len(r.after):len(r.after)], p) }

// apart ends what there is with a blank line.
func (r *Reading) apart() {
	if len(r.after) > 0 || r.About != nil || len(r.Before) > 0 {
		r.add(part{lines: []string{""}})
	}
}

// Behind appends lines, after a blank one.
func (r *Reading) Behind(lines []string) {
	if len(lines) > 0 {
		r.apart()
		r.Follow(lines)
	}
}

// Follow appends lines right behind what there is.
func (r *Reading) Follow(lines []string) {
	if len(lines) > 0 {
		r.add(part{lines: lines})
	}
}

// BehindText appends a text that is drawn as far as it is seen, after a blank line and lines that
// lead to it.
func (r *Reading) BehindText(head []string, text *contextText) {
	r.apart()
	r.Follow(head)
	r.add(part{text: text})
}

// Take makes sure that the first n lines are drawn, if there are that many.
func (r *Reading) Take(n int) {
	n -= len(r.Before)
	for _, p := range append([]part{{text: r.About}}, r.after...) {
		if p.text != nil {
			p.text.upTo(n)
		}
		n -= len(p.drawn())
	}
}

// Size is the number of lines, and whether that is an estimate.
func (r *Reading) Size() (n int, guess bool) {
	n = len(r.Before)
	for _, p := range append([]part{{text: r.About}}, r.after...) {
		n += len(p.drawn())
		if p.text != nil {
			n += p.text.rest()
			guess = guess || !p.text.done
		}
	}
	return n, guess
}

// Part is the lines from one index up to another; they must be drawn.
func (r *Reading) Part(from, to int) []string {
	out := make([]string, 0, to-from)
	take := func(lines []string, margin func([]string) []string) {
		a, b := min(max(from, 0), len(lines)), min(max(to, 0), len(lines))
		from, to = from-len(lines), to-len(lines)
		lines = lines[a:b]
		if margin != nil {
			lines = margin(lines)
		}
		out = append(out, lines...)
	}
	take(r.Before, nil)
	if r.About != nil {
		take(r.About.lines, r.Margin)
	}
	for _, p := range r.after {
		take(p.drawn(), nil)
	}
	return out
}

// FactLines sets lines of a word and its text in two columns. The word ends at the
// first two blanks; a line that begins with blanks has none.
func FactLines(md *Markdown, body string) []string {
	var words, texts []string
	column := 0
	for line := range strings.Lines(body) {
		word, source, _ := strings.Cut(text.ExpandTabs(strings.TrimRight(line, "\n")), "  ")
		words, texts = append(words, word), append(texts, strings.TrimSpace(source))
		column = max(column, text.Width(word))
	}
	column = min(column, max(md.width/3, 1)) + 2 // the text has at least a third
	var out []string
	for i, word := range words {
		if text.Width(word) > column-2 { // a word that does not fit goes above its text
			for _, line := range Break(word, max(md.width, 1)) {
				out = append(out, md.theme.Dim.Render(line))
			}
			word = ""
			if texts[i] == "" {
				continue
			}
		}
		for n, line := range text.Wrap(texts[i], max(md.width-column, 1)) {
			if n > 0 {
				word = ""
			}
			out = append(out, text.Cut(md.theme.Dim.Render(word)+text.Spaces(column-text.Width(word))+line, md.width, ""))
		}
	}
	return out
}
