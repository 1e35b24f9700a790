package markdown

import (
	"strings"

	"parley/views/text"
)

// growing is an open block that is drawn plainly, line by line as it arrives: a code
// block that is not closed, or a text too long to lay out at every change.
type growing struct {
	active bool
	start  int
	from   int // number of its first line
	kept   int // number of the line after those that will not change
	taken  int // bytes that are in the kept lines or in the wrapper
	wrap   text.Wrapper

	lead     *strings.Builder // of code: the lines before the next one, from the last multiple of leadLines
	coloured int              // lines of code
	colours  int              // bytes of the source among which some may be coloured
}

func (g *growing) continues(b Block) bool {
	return g.active && g.start == b.start && len(b.Source) >= g.taken
}

// extend draws what was added to b since the last call.
func (g *growing) extend(s *Stream, b Block) {
	if b.Fence && !strings.Contains(b.Source, "\n") {
		return // only the fence so far
	}
	if !g.active {
		if len(s.lines) > 0 {
			s.lines = append(s.lines, "")
		}
		*g = growing{active: true, start: b.start, from: len(s.lines), kept: len(s.lines), wrap: text.Wrapper{Width: s.Markdown.width}, lead: &strings.Builder{}}
		if b.Fence {
			g.taken = codeAt(b)
			g.colours = g.taken
			g.keep(s, s.Markdown.fenceHead(b))
		}
	}
	s.lines = s.lines[:g.kept]
	if b.Fence {
		g.code(s, b)
		return
	}
	g.wrap.Add(b.Source[g.taken:])
	g.taken = len(b.Source)
	g.keep(s, g.wrap.Done)
	g.wrap.Done = nil
	s.lines = append(s.lines, s.indentAll(TrimBlank(g.wrap.Lines()))...)
}

func (g *growing) code(s *Stream, b Block) {
	source := b.Source
	fresh := strings.LastIndexByte(source, '\n') - freshCode
	for {
		n := strings.IndexByte(source[g.taken:], '\n')
		if n < 0 {
			break
		}
		line := text.ExpandTabs(source[g.taken : g.taken+n])
		var paint []Run
		if g.coloured%leadLines == 0 {
			g.lead.Reset()
		}
		if g.taken >= fresh {
			paint = g.paint(s.Markdown, line, b)
		}
		g.keep(s, s.Markdown.codeLines(line, g.lead.Len(), paint))
		g.taken += n + 1
		if paint != nil {
			g.colours = g.taken
		}
		g.lead.WriteString(line + "\n")
		g.coloured++
	}
	if rest := source[g.taken:]; rest != "" {
		s.lines = append(s.lines, s.indentAll(s.Markdown.codeLines(text.ExpandTabs(rest), 0, nil))...)
	}
}

// leadLines is the maximum number of preceding lines that are read to understand a
// line while the rest of the code is still to come.
const leadLines = 16

// freshCode is how many of the latest bytes are coloured in each picture: several
// lines are read for each, and a user who wants to stop a flood must not wait for
// what is far above the screen. The rest is coloured when the block is complete.
const freshCode = 4 << 10

// paint finds what to colour in a new line, using some lines before it.
func (g *growing) paint(md *Markdown, line string, b Block) []Run {
	if b.late || g.taken+len(line) > MaxHighlight || g.lead.Len()+len(line) > MaxHighlight/4 || !md.coloured() {
		return nil
	}
	return tokens(g.lead.String()+line, b.Info)
}

func (g *growing) keep(s *Stream, lines []string) {
	s.lines = append(s.lines, s.indentAll(lines)...)
	g.kept = len(s.lines)
}

// end makes the lines of a block that has ended of those that were drawn while it grew,
// if it is one that is drawn plainly when it is whole: somebody may be waiting, and it
// may be long. It reports false, having changed nothing that counts, for any other.
func (g *growing) end(s *Stream, b Block) bool {
	if !g.continues(b) || len(s.lines) < g.kept {
		return false
	}
	if b.Fence {
		return g.endCode(s, b)
	}
	if !s.Markdown.plainly(b) {
		return false
	}
	s.lines = s.lines[:g.kept]
	g.wrap.Add(b.Source[g.taken:])
	s.lines = append(s.lines, s.indentAll(g.wrap.Lines())...)
	for len(s.lines) > g.from && strings.TrimSpace(s.lines[len(s.lines)-1]) == "" {
		s.lines = s.lines[:len(s.lines)-1]
	}
	return len(s.lines) > g.from && strings.TrimSpace(s.lines[g.from]) != ""
}

// endCode is end for code, which has no colours if it is long.
func (g *growing) endCode(s *Stream, b Block) bool {
	body := b.Body()
	at := codeAt(b)
	if len(body) <= MaxHighlight && !b.late || g.taken > at+len(body)+1 {
		return false
	}
	s.lines = s.lines[:g.kept]
	if rest := g.taken - at; rest <= len(body) {
		g.keep(s, s.Markdown.code(body[rest:], ""))
	}
	head := len(s.Markdown.fenceHead(b))
	for i, line := range s.indentAll(s.Markdown.code(strings.TrimSuffix(b.Source[at:g.colours], "\n"), "")) {
		if g.colours > at {
			s.lines[g.from+head+i] = line
		}
	}
	return true
}

// codeAt is where the code of a fence begins in its source.
func codeAt(b Block) int { return len(FirstLine(b.Source)) + 1 }
