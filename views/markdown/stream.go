package markdown

import (
	"strings"

	"parley/store/text/clean"
)

// Stream is a document that grows. Finished blocks are drawn once and kept; only the
// open one is drawn again. What it shows depends on the text so far, never on how the
// text was cut, except for the colours of code that arrives in a flood; after Finish
// it shows what Markdown.Draw shows. A Stream is for one goroutine, which also owns
// Lines.
type Stream struct {
	Markdown *Markdown
	Margin   string

	clean clean.Cleaner
	text  strings.Builder // all text, cleaned
	line  int             // offset of the line that is still incomplete
	split Splitter

	blocks []drawn
	defs   definitions
	again  int      // weight of what was drawn again because a definition came later
	given  string   // definitions from the document that this one is a part of
	lines  []string // the frozen blocks' lines, then the open one's
	frozen int      // lines of frozen blocks
	open   growing
	stale  bool
	ended  bool
}

// drawn is a frozen block and the number of the line after it.
type drawn struct {
	Block
	end int
}

// NewStream returns an empty document for md; margin precedes every non-blank line
// and does not count towards md's width.
func NewStream(md *Markdown, margin string) *Stream {
	return &Stream{Markdown: md, Margin: margin}
}

// Append adds text as it arrives; a piece may end inside a character.
func (s *Stream) Append(text string) {
	s.grow(s.clean.Add(text))
}

func (s *Stream) grow(text string) {
	if text == "" {
		return
	}
	s.text.WriteString(text)
	s.stale = true
	all := s.text.String()
	for {
		n := strings.IndexByte(all[s.line:], '\n')
		if n < 0 {
			return
		}
		next := s.line + n + 1
		s.freeze(s.split.Feed(all, s.line, next))
		s.line = next
	}
}

// Finish says that the text is complete.
func (s *Stream) Finish() {
	if s.ended {
		return
	}
	s.grow(s.clean.End())
	if all := s.text.String(); s.line < len(all) {
		s.freeze(s.split.Feed(all, s.line, len(all)))
	}
	s.line = s.text.Len()
	s.freeze(s.split.End())
	s.ended, s.stale = true, true
}

// Text is the document's cleaned text.
func (s *Stream) Text() string { return s.text.String() }

// Finished reports whether Finish was called.
func (s *Stream) Finished() bool { return s.ended }

// Resize redraws everything with another renderer.
func (s *Stream) Resize(md *Markdown) {
	s.Markdown, s.stale, s.open = md, true, growing{}
	s.redraw(0)
}

// Lines returns the document as they are now. The slice is valid until the next call
// of any method.
func (s *Stream) Lines() []string {
	if !s.stale {
		return s.lines
	}
	s.stale = false
	if s.ended {
		s.lines = s.lines[:s.frozen]
		return s.lines
	}
	s.drawOpen()
	return s.lines
}

func (s *Stream) freeze(ended []Block) {
	for _, b := range ended {
		whole := s.open.end(s, b)
		s.open = growing{}
		s.blocks = append(s.blocks, drawn{Block: b, end: len(s.lines)})
		last := len(s.blocks) - 1
		if whole {
			s.frozen = len(s.lines)
			continue
		}
		s.lines = s.lines[:s.frozen]
		from := last
		if used := s.defs.learn(b); len(used) > 0 {
			from = s.firstUse(used, last)
		}
		s.redraw(from)
	}
}

// firstUse is the first block that uses one of the labels. Once as much as a document
// may weigh was drawn again, definitions count only for what follows them.
func (s *Stream) firstUse(labels []string, last int) int {
	for i := range s.blocks[:last] {
		for _, label := range labels {
			if !usesLabel(s.blocks[i].Block, label) {
				continue
			}
			for _, b := range s.blocks[i:last] {
				s.again += b.weight()
			}
			if s.again > maxDocument {
				return last
			}
			return i
		}
	}
	return last
}

// redraw draws the blocks from index i on.
func (s *Stream) redraw(i int) {
	s.frozen = 0
	if i > 0 {
		s.frozen = s.blocks[i-1].end
	}
	s.lines = s.lines[:s.frozen]
	for ; i < len(s.blocks); i++ {
		b := &s.blocks[i]
		s.join(s.Markdown.block(b.Block, s.given+s.defs.usedBy(b.Block)))
		b.end = len(s.lines)
		s.frozen = b.end
	}
}

// join adds a block's lines after one blank line.
func (s *Stream) join(lines []string) {
	if len(lines) > 0 && len(s.lines) > 0 {
		s.lines = append(s.lines, "")
	}
	for _, line := range lines {
		s.lines = append(s.lines, s.indent(line))
	}
}

func (s *Stream) indent(line string) string {
	if line == "" {
		return ""
	}
	return s.Margin + line
}

// drawOpen draws what is not frozen, as if the text ended here, or before a row of a
// table of which nothing but its bars has arrived.
func (s *Stream) drawOpen() {
	guess := s.split
	var tail []Block
	if all := s.text.String(); s.line < len(all) {
		tail = guess.Feed(all, s.line, len(all))
	}
	closed := guess.open == ""
	tail = append(tail, guess.End()...)
	s.split.parsed = guess.parsed
	if len(tail) == 1 && !closed && s.open.continues(tail[0]) {
		s.open.extend(s, tail[0])
		return
	}
	s.lines = s.lines[:s.frozen]
	for i, b := range tail {
		if i == len(tail)-1 && !closed && (b.Fence || len(b.Source) > maxOpen || b.late) {
			s.open = growing{}
			s.open.extend(s, b)
			return
		}
		b.Source = begunRow(b.Source)
		s.join(s.Markdown.block(b, s.given+s.defs.usedBy(b)))
	}
}

// begunRow returns source without a last line that is not complete and holds only
// what is around and under the cells of a table, where the line before it has cells:
// it would be drawn as an empty row, or as words of the head.
func begunRow(source string) string {
	at := strings.LastIndexByte(source, '\n') + 1
	last, before := source[at:], source[:at]
	if !strings.Contains(last, "|") || strings.Trim(last, "|:-> \t") != "" {
		return source
	}
	if !strings.Contains(before[strings.LastIndexByte(strings.TrimSuffix(before, "\n"), '\n')+1:], "|") {
		return source
	}
	return before
}

func (s *Stream) indentAll(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = s.indent(line)
	}
	return out
}
