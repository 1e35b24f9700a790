package views

import "strings"

// Context draws what a question is about: Markdown in which nothing can hide.
// Code is shown as it is, a fenced diff as a diff; invisible characters in the
// prose are spelled out.
func Context(md *Markdown, text string) []string {
	c := contextText{md: md, text: text}
	c.all()
	return c.lines
}

// contextText is a Context that is drawn from its beginning as far as it is
// wanted, for a question must not wait for the thousand paragraphs behind it.
type contextText struct {
	md    *Markdown
	text  string
	at    int // up to here the text is cut into blocks
	split splitter
	some  bool // a block is drawn
	done  bool // everything is drawn
	lines []string

	guess, guessAt int // how many lines are left, as far as it was cut then
}

// drawnWhole is how much text, in bytes, is drawn at once, so that how many lines
// there are is no guess.
const drawnWhole = 4 << 10

// upTo draws until there are at least n lines, or all.
func (c *contextText) upTo(n int) {
	for !c.done && (len(c.lines) < n || len(c.text)-c.from() <= drawnWhole) {
		c.more()
	}
}

// all draws what is left.
func (c *contextText) all() {
	for !c.done {
		c.more()
	}
}

// more takes the next line of the text, and draws the blocks that it ended.
func (c *contextText) more() {
	var ended []block
	if c.at < len(c.text) {
		next := c.at + len(firstLine(c.text[c.at:]))
		if next < len(c.text) {
			next++ // the line break
		}
		ended, c.at = c.split.feed(c.text, c.at, next), next
	} else {
		ended, c.done, c.guess = c.split.end(), true, 0
	}
	for _, b := range ended {
		if c.some && !facts(b) { // facts stand below what they are of
			c.lines = append(c.lines, "")
		}
		c.some = true
		c.lines = append(c.lines, c.block(b)...)
	}
}

func (c *contextText) block(b block) []string {
	switch {
	case b.fence && language(b.info) == "diff":
		return append(c.md.fenceHead(b), Diff(c.md.theme, b.body(), c.md.width)...)
	case facts(b):
		return append(c.md.fenceHead(b), factLines(c.md, Reveal(b.body()))...)
	case b.fence:
		return append(c.md.fenceHead(b), c.md.code(Reveal(b.body()), b.info)...)
	}
	b.source = revealProse(b.source)
	return c.md.keeping().block(b, "")
}

func facts(b block) bool { return b.fence && language(b.info) == "facts" }

// from is where the text begins that is not drawn.
func (c *contextText) from() int {
	if c.split.open != "" {
		return c.split.start
	}
	return c.at
}

// rest guesses how many lines are not drawn yet, 0 if none.
func (c *contextText) rest() int {
	if c.done || c.guessAt == c.at && c.guess > 0 {
		return c.guess
	}
	c.guess, c.guessAt = 1, c.at
	for line := range strings.Lines(c.text[c.from():]) {
		c.guess += 1 + (len(line)-1)/c.md.width
	}
	return c.guess
}

// reading is the text of a dock: lines before, what a question is about, as far
// as it is drawn, and lines after.
type reading struct {
	before []string
	about  *contextText // nil if there is none
	margin func([]string) []string
	after  []string
}

// behind puts more lines below, after a blank one.
func (r *reading) behind(lines []string) {
	if len(lines) > 0 && (len(r.after) > 0 || r.about != nil || len(r.before) > 0) {
		r.after = append(r.after[:len(r.after):len(r.after)], "")
	}
	r.after = append(r.after[:len(r.after):len(r.after)], lines...)
}

// take makes sure that the first n lines are drawn, if there are so many.
func (r *reading) take(n int) {
	if r.about != nil {
		r.about.upTo(n - len(r.before))
	}
}

// size is the number of lines, and whether it is a guess.
func (r *reading) size() (n int, guess bool) {
	n = len(r.before) + len(r.after)
	if r.about != nil {
		n += len(r.about.lines) + r.about.rest()
		guess = !r.about.done
	}
	return n, guess
}

// part is the lines from one to before another, which must be drawn.
func (r *reading) part(from, to int) []string {
	out := make([]string, 0, to-from)
	take := func(lines []string, margin func([]string) []string) {
		a, b := min(max(from, 0), len(lines)), min(max(to, 0), len(lines))
		lines = lines[a:b]
		if margin != nil {
			lines = margin(lines)
		}
		out = append(out, lines...)
	}
	take(r.before, nil)
	from, to = from-len(r.before), to-len(r.before)
	if r.about != nil {
		take(r.about.lines, r.margin)
		from, to = from-len(r.about.lines), to-len(r.about.lines)
	}
	take(r.after, nil)
	return out
}

// factLines sets lines of a word and what belongs to it in two columns. The word
// ends at the first two blanks; a line that begins with blanks has none.
func factLines(md *Markdown, body string) []string {
	var words, texts []string
	column := 0
	for line := range strings.Lines(body) {
		word, text, _ := strings.Cut(expandTabs(strings.TrimRight(line, "\n")), "  ")
		words, texts = append(words, word), append(texts, strings.TrimSpace(text))
		column = max(column, Width(word))
	}
	column = min(column, max(md.width/3, 1)) + 2 // the text has at least a third
	var out []string
	for i, word := range words {
		if Width(word) > column-2 { // a word without room stands above its text
			for _, line := range hardBreak(word, max(md.width, 1)) {
				out = append(out, md.theme.Dim.Render(line))
			}
			word = ""
			if texts[i] == "" {
				continue
			}
		}
		for n, line := range Wrap(texts[i], max(md.width-column, 1)) {
			if n > 0 {
				word = ""
			}
			out = append(out, cut(md.theme.Dim.Render(word)+spaces(column-Width(word))+line, md.width, ""))
		}
	}
	return out
}
