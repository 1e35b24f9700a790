package text

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"parley/store/text/clean"
)

// Width is the number of cells that s takes, not counting escape sequences. Where
// terminals disagree about a cluster (Devanagari, emoji without mode 2027) it is the
// larger of the two counts, so that what fits here fits everywhere. What the terminal
// needs spelled out takes the cells of that.
func Width(s string) int {
	if n, ok := usualWidth(s); ok {
		return n
	}
	if clean.Spells() {
		return ansi.StringWidth(clean.Spell(s))
	}
	s = clean.Syllables(s) // as it is drawn
	return max(ansi.StringWidth(s), ansi.StringWidthWc(s))
}

// usualWidth is the width of printable ASCII and the marks of the chrome, in colours.
// Nearly every line consists of these; and building the tables for other characters
// takes a millisecond, which would delay the first picture.
func usualWidth(s string) (n int, ok bool) {
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c >= ' ' && c <= '~':
			n++
			i++
		case c == 0x1b:
			end := colourEnd(s, i)
			if end < 0 {
				return 0, false
			}
			i = end
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			if !isMark(r) || clean.Spells() {
				return 0, false
			}
			n++
			i += size
		}
	}
	return n, true
}

// colourEnd is where the SGR sequence at i ends, -1 if there is none.
func colourEnd(s string, i int) int {
	if i+1 >= len(s) || s[i+1] != '[' {
		return -1
	}
	for i += 2; i < len(s); i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case c != ';' && c != ':' && (c < '0' || c > '9'):
			return -1
		}
	}
	return -1
}

// isMark reports whether a character is a mark of the chrome, each one cell wide.
func isMark(r rune) bool {
	switch r {
	case '─', '│', '▌', '•', '◆', '›', '▸', '▾', '…', '·', '×', '−', '★', '✓', '⑂', '●', '↑', '↓', '←', '→', '“', '”':
		return true
	}
	return false
}

// PrintableASCII reports whether a text consists of ASCII characters that a terminal shows as
// they are.
func PrintableASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Cut shortens s to width cells; tail, a mark of ours, stands for what was removed.
func Cut(s string, width int, tail string) string {
	if width <= 0 {
		return ""
	}
	if Width(s) <= width {
		return s
	}
	if tail = clean.Ours(tail); Width(tail) > width {
		tail = ""
	}
	if clean.Spells() {
		return part(s, 0, width-Width(tail), tail)
	}
	for room := width; room > 0; room-- { // once, unless the counts differ
		if out := ansi.Truncate(s, room, tail); Width(out) <= width {
			return out
		}
	}
	return ""
}

// CutBefore shortens s to width cells like Cut, but keeps how it ends: what is before that is
// cut. If the end has no room beside a few words, it is cut as well, and the mark is the last.
func CutBefore(s, end string, width int, tail string) string {
	head, ends := strings.CutSuffix(s, end)
	if Width(s) <= width || !ends || end == "" {
		return Cut(s, width, tail)
	}
	if room := max(width-Width(end), min(width/3, leastHead)); Width(head) > room {
		head = GoesOn(head, room, tail)
	}
	return Cut(head+end, width, tail)
}

// leastHead is how many cells of what is before an end are kept however long the end is.
const leastHead = 4

// GoesOn is a line, in at most width cells, with a mark that more follows than is shown. The
// mark takes the place of a full stop or a comma.
func GoesOn(line string, width int, mark string) string {
	mark = clean.Ours(mark)
	return strings.TrimRight(Cut(line, max(width-Width(mark), 0), ""), " .,;:") + mark
}

// Pad fills s with spaces up to width cells, or shortens it.
func Pad(s string, width int) string {
	s = Cut(s, width, "…")
	if n := width - Width(s); n > 0 {
		s += strings.Repeat(" ", n)
	}
	return s
}

// Apart puts left and right at the two ends of width cells, at least two blanks
// apart. The left gives way first, but never below half of the width.
func Apart(left, right string, width int) string {
	if right == "" {
		return Cut(left, width, "…")
	}
	room := max(width-Width(right)-2, width/2)
	left = Cut(left, room, "…")
	right = Cut(right, max(width-Width(left)-2, 0), "…")
	if right == "" {
		return left
	}
	gap := max(width-Width(left)-Width(right), 0)
	return left + strings.Repeat(" ", gap) + right
}

// ExpandTabs replaces tabs by spaces up to the next multiple of 4 cells.
func ExpandTabs(line string) string {
	if !strings.Contains(line, "\t") {
		return line
	}
	var b strings.Builder
	at := 0
	for i, part := range strings.Split(line, "\t") {
		if i > 0 {
			n := 4 - at%4
			b.WriteString(strings.Repeat(" ", n))
			at += n
		}
		b.WriteString(part)
		at += Width(part)
	}
	return b.String()
}

// Wrap breaks plain text into lines of at most width cells, at spaces where it can.
// It is greedy and never looks beyond the current word, so only the last line can
// change when text is appended.
func Wrap(text string, width int) []string {
	var w Wrapper
	w.Width = max(width, 1)
	w.Add(text)
	return w.Lines()
}

// Wrapper wraps plain text that grows: only its last line is open.
type Wrapper struct {
	Width int
	Done  []string
	open  string // source of the last line, without line breaks
}

// Add appends text; its cost depends on the text and the open line only.
func (w *Wrapper) Add(text string) {
	rest := w.open + text
	for {
		line, after, more := strings.Cut(rest, "\n")
		w.Done, rest = fill(w.Done, line, w.Width, more)
		if !more {
			w.open = rest
			return
		}
		w.Done = append(w.Done, lastLine(rest, w.Width))
		rest = after
	}
}

// Lines returns all lines, the open one last.
func (w *Wrapper) Lines() []string {
	out, rest := fill(w.Done[:len(w.Done):len(w.Done)], w.open, w.Width, true)
	return append(out, lastLine(rest, w.Width))
}

// fill moves the full lines of one source line to done and returns the rest. Until
// the line is ended, its last character may still grow and causes no break.
func fill(done []string, line string, width int, ended bool) ([]string, string) {
	for {
		head, rest, broke := breakLine(line, width, ended)
		if !broke {
			return done, line
		}
		done = append(done, strings.TrimRight(head, " "))
		line = rest
	}
}

// lastLine draws a source line that needs no more breaking.
func lastLine(line string, width int) string {
	return Cut(strings.TrimRight(ExpandTabs(line), " "), width, "")
}

// breakLine splits the first line of width cells off. Spaces at the break are
// swallowed; indentation is not.
func breakLine(line string, width int, ended bool) (head, rest string, broke bool) {
	if len(line) <= width && PrintableASCII(line) {
		return "", "", false
	}
	var b strings.Builder
	var word, end int // where the current word begins in line, and where the previous one ends in b
	at, inWord, words := 0, false, 0
	for i := 0; i < len(line); {
		cluster, n := NextCluster(line[i:])
		blank := cluster == " " || cluster == "\t"
		if blank && inWord {
			end = b.Len()
		}
		if !blank && !inWord {
			word, words = i, words+1
		}
		inWord = !blank
		if cluster == "\t" {
			cluster = strings.Repeat(" ", 4-at%4)
		}
		w := Width(cluster)
		switch {
		case at+w <= width:
			b.WriteString(cluster)
			at += w
		case blank: // hangs over the edge, unseen
			at = width
		case i+n == len(line) && !ended:
			return "", "", false
		case words > 1:
			return b.String()[:end], line[word:], true
		case b.Len() == 0: // a cluster wider than the whole line
			return "?"[:min(width, 1)], line[i+n:], true
		default:
			return b.String(), line[i:], true
		}
		i += n
	}
	return "", "", false
}

// NextCluster returns what a person would call the next character, and its
// length in bytes.
func NextCluster(s string) (string, int) {
	if s[0] < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return s[:1], 1
	}
	if clean.Spells() { // each stands for itself
		_, n := utf8.DecodeRuneInString(s)
		return s[:n], n
	}
	c, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	if c == "" {
		_, n := utf8.DecodeRuneInString(s)
		return s[:n], n
	}
	return c, len(c)
}

// Whole is the first place from n on in s at which no character ends in the middle. A style that began within
// one would make it take more cells than it was measured with.
func Whole(s string, n int) int {
	at := 0
	for at < n && at < len(s) {
		_, size := NextCluster(s[at:])
		at += size
	}
	return at
}

// ContainsFold reports whether text holds query, which is in lower case.
func ContainsFold(text, query string) bool {
	return strings.Contains(strings.ToLower(text), query)
}

// CutLeft removes n cells at the left.
func CutLeft(line string, n int) string {
	if clean.Spells() {
		return part(line, n, Width(line), "")
	}
	return ansi.TruncateLeft(line, n, "")
}

// part is the cells of a line from one to before another, with all its escape sequences, where what
// is not ASCII is spelled out: a character of which not all is among them is left out. tail is what
// stands for the rest.
func part(line string, from, to int, tail string) string {
	var b strings.Builder
	for at, ended := 0, false; line != ""; {
		if line[0] < ' ' || line[0] == 0x7f {
			_, _, n, _ := ansi.DecodeSequence(line, ansi.NormalState, nil)
			b.WriteString(line[:n])
			line = line[n:]
			continue
		}
		cells, n := clean.Cells(line)
		switch {
		case ended || at < from:
		case at+cells > to:
			b.WriteString(tail)
			ended = true
		default:
			b.WriteString(line[:n])
		}
		at, line = at+cells, line[n:]
	}
	return b.String()
}
