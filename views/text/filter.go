package text

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"parley/store/text/clean"
)

// Filter is the border out: it takes rendered text (after Markdown, when entities
// such as &#27; have been decoded) and lets through colours and plain attributes
// (SGR) and links to the web and to mailboxes (OSC 8). Anything else that a terminal
// would obey becomes visible. Every line of the result stands alone: a style ends
// with its line and is repeated in the next, and trailing blanks are dropped unless
// they show a background. Filter is idempotent.
func Filter(rendered string) string {
	if clean.Plain(rendered) && !strings.Contains(rendered, "\t") {
		return trimLines(rendered)
	}
	f := filter{s: rendered}
	f.out.Grow(len(rendered))
	for f.i < len(f.s) {
		f.step()
	}
	f.endLine()
	return f.out.String()
}

func trimLines(s string) string {
	if !strings.Contains(s, " \n") && !strings.HasSuffix(s, " ") {
		return s
	}
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// filter writes styles late: only before something visible.
type filter struct {
	s    string
	i    int
	out  strings.Builder
	want ink
	have ink
	gap  int  // plain spaces not yet written
	prev rune // the last visible one
	cell clean.Stack
}

func (f *filter) step() {
	c := f.s[f.i]
	if c < utf8.RuneSelf && c != '\x1b' {
		f.cell = 0
	}
	switch {
	case c == '\n':
		f.endLine()
		f.out.WriteByte('\n')
		f.i++
		f.prev = '\n'
	case c == ' ' && f.want.plainBlank():
		f.gap++
		f.i++
		f.prev = ' '
	case c == '\x1b':
		if !f.sequence() {
			f.put("␛")
			f.i++
			f.prev = '␛'
		}
	case c >= ' ' && c < 0x7f:
		f.run()
	default:
		f.rune()
	}
}

// run copies printable ASCII up to the next byte that needs attention.
func (f *filter) run() {
	start := f.i
	for f.i < len(f.s) && f.s[f.i] > ' ' && f.s[f.i] < 0x7f {
		f.i++
	}
	if f.i == start { // a space that shows its background
		f.i++
	}
	f.put(f.s[start:f.i])
	f.prev = rune(f.s[f.i-1])
}

func (f *filter) rune() {
	r, n := utf8.DecodeRuneInString(f.s[f.i:])
	f.i += n
	next, _ := utf8.DecodeRuneInString(f.s[f.i:])
	prev := f.prev
	f.prev = r
	over := f.cell.Over(r)
	switch {
	case over && f.cell.First():
		f.put(clean.Ours("…"))
	case over:
	case r == '\t' && f.want.plainBlank():
		f.gap += 4
	case r == '\t':
		f.put("    ")
	case clean.Control(r):
		f.put(string(clean.Picture(r)))
	case clean.Hides(r) && !clean.Belongs(prev, r, next):
		f.put(clean.Number(r))
		f.prev = '>'
	case f.gap > 0 && Whole(" "+string(r), 1) > 1: // it stands on the blank: the two are one character
		f.gap--
		f.put(" " + string(r))
	default:
		f.put(string(r))
	}
}

// put writes something visible, preceded by the spaces and the style that it needs.
func (f *filter) put(s string) {
	if f.gap > 0 {
		if !f.have.plainBlank() || f.have.link != f.want.link {
			f.become(ink{})
		}
		f.out.WriteString(strings.Repeat(" ", f.gap))
		f.gap = 0
	}
	f.become(f.want)
	f.out.WriteString(s)
}

func (f *filter) become(want ink) {
	if f.have == want {
		return
	}
	if f.have.link != want.link && f.have.link != "" {
		f.out.WriteString("\x1b]8;;\x1b\\")
	}
	if f.have.sgr() != want.sgr() {
		if f.have.sgr() != "" {
			f.out.WriteString("\x1b[m")
		}
		if s := want.sgr(); s != "" {
			f.out.WriteString("\x1b[" + s + "m")
		}
	}
	if f.have.link != want.link && want.link != "" {
		f.out.WriteString("\x1b]8;;" + want.link + "\x1b\\")
	}
	f.have = want
}

func (f *filter) endLine() {
	f.gap = 0
	f.become(ink{})
}

// sequence takes an allowed escape sequence at i and reports whether it was one.
func (f *filter) sequence() bool {
	rest := f.s[f.i+1:]
	switch {
	case strings.HasPrefix(rest, "["):
		end := 1
		for end < len(rest) && (rest[end] >= '0' && rest[end] <= '9' || rest[end] == ';' || rest[end] == ':') {
			end++
		}
		if end == len(rest) || rest[end] != 'm' || end > 64 {
			return false
		}
		f.want = f.want.apply(rest[1:end])
		f.i += 1 + end + 1
		return true
	case strings.HasPrefix(rest, "]8;"):
		return f.hyperlink(rest)
	}
	return false
}

// hyperlink takes OSC 8. If SafeLink refuses the target, the text gets no link.
func (f *filter) hyperlink(rest string) bool {
	end, stop := strings.IndexAny(rest, "\x07\x1b\n"), 1
	if end < 0 || rest[end] == '\n' {
		return false
	}
	if rest[end] == '\x1b' {
		if !strings.HasPrefix(rest[end:], "\x1b\\") {
			return false
		}
		stop = 2
	}
	_, target, ok := strings.Cut(rest[len("]8;"):end], ";")
	if !ok {
		return false
	}
	f.want.link = ""
	if SafeLink(target) {
		f.want.link = target
	}
	f.i += 1 + end + stop
	return true
}

// ink is a style as the terminal knows it. Attributes that hide or blink are
// not among them.
type ink struct {
	fg, bg string // SGR parameters
	attrs  uint16 // one bit per parameter from 1 to 9
	link   string
}

// plainBlank reports whether a space in this ink looks like any other.
func (k ink) plainBlank() bool {
	const shown = 1<<4 | 1<<7 | 1<<9 // underline, reverse, strike
	return k.bg == "" && k.attrs&shown == 0
}

func (k ink) sgr() string {
	if k.fg == "" && k.bg == "" && k.attrs == 0 {
		return ""
	}
	parts := make([]string, 0, 4)
	for a := 1; a <= 9; a++ {
		if k.attrs&(1<<a) != 0 {
			parts = append(parts, strconv.Itoa(a))
		}
	}
	if k.fg != "" {
		parts = append(parts, k.fg)
	}
	if k.bg != "" {
		parts = append(parts, k.bg)
	}
	return strings.Join(parts, ";")
}

// apply returns the ink after an SGR sequence with params.
func (k ink) apply(params string) ink {
	ps := strings.FieldsFunc(params, func(r rune) bool { return r == ';' || r == ':' })
	if len(ps) == 0 {
		return ink{link: k.link}
	}
	for i := 0; i < len(ps); i++ {
		n, err := strconv.Atoi(ps[i])
		if err != nil {
			return k
		}
		switch {
		case n == 0:
			k = ink{link: k.link}
		case n == 38 || n == 48:
			colour, used := extended(n, ps[i+1:])
			if n == 38 {
				k.fg = colour
			} else {
				k.bg = colour
			}
			i += used
		default:
			k = k.simple(n)
		}
	}
	return k
}

// simple applies a parameter that stands alone.
func (k ink) simple(n int) ink {
	switch {
	case n >= 1 && n <= 4, n == 7, n == 9:
		k.attrs |= 1 << n
	case n == 22:
		k.attrs &^= 1<<1 | 1<<2
	case n == 23, n == 24, n == 27, n == 29:
		k.attrs &^= 1 << (n - 20)
	case n >= 30 && n <= 37, n >= 90 && n <= 97:
		k.fg = strconv.Itoa(n)
	case n == 39:
		k.fg = ""
	case n >= 40 && n <= 47, n >= 100 && n <= 107:
		k.bg = strconv.Itoa(n)
	case n == 49:
		k.bg = ""
	}
	return k
}

// extended reads what follows 38 or 48: 5;n or 2;r;g;b. It returns the whole
// parameter and how many were used; a broken one gives no colour and uses all.
func extended(n int, ps []string) (string, int) {
	need := 0
	switch {
	case len(ps) >= 2 && ps[0] == "5":
		need = 2
	case len(ps) >= 4 && ps[0] == "2":
		need = 4
	default:
		return "", len(ps)
	}
	out := strconv.Itoa(n)
	for _, p := range ps[:need] {
		v, err := strconv.Atoi(p)
		if err != nil || v > 255 {
			return "", len(ps)
		}
		out += ";" + strconv.Itoa(v)
	}
	return out, need
}
