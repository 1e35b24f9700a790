package prompt

import (
	"fmt"
	"parley/views/chrome"
	"parley/views/markdown"
	"parley/views/text"
	"slices"
	"strings"
)

// Drawn is a part of the screen: its lines, the position of the terminal's cursor if
// Shown, and how far its text can be scrolled.
type Drawn struct {
	Lines     []string
	X, Y      int
	Shown     bool
	MaxScroll int
	Page      int          // the length of a page of the text: the visible lines, less one
	Choices   []int        // by line, the choice that it belongs to, -1 none
	whole     map[int]bool // the choices that stand on the screen with all of their label and value
}

// Choice returns the choice that a line belongs to, -1 if none.
func (d Drawn) Choice(line int) int {
	if line < 0 || line >= len(d.Choices) {
		return -1
	}
	return d.Choices[line]
}

// Dock is the lower part of the screen while something is asked: a heading, a
// scrolling text, the question, a body that keeps its cursor visible, faults, and the
// keys. It says so if something does not fit.
type Dock struct {
	Theme    text.Theme
	Width    int
	Height   int
	Heading  string
	Right    string
	Brief    string           // the same in fewer cells, where the heading would be cut
	Text     markdown.Reading // scrolls
	Scroll   int
	Question []string
	Asks     bool // the question is above the text
	reads    bool // the text is being read: only the choice under the cursor is shown
	Body     []string
	choices  []int    // by line of the body
	cut      []int    // the choices whose label or value is cut
	of       int      // how many choices there are, also beyond the body; 0 if all are in it
	Foot     []string // below the body, however much of it is visible
	tally    string   // as Foot, at the right of a line that also says which choices are out of sight
	Focus    int      // line of the body that must be visible, -1 none
	X        int      // cursor in the focused line, -1 none
	faults   []string
	Hints    []chrome.Hint
}

// Choose says of each line of the body which choice it belongs to, so that they come before
// the text.
func (d *Dock) Choose(choices []int) { d.choices = choices }

// Read says that the text is being read on a small screen: of the choices only the one under
// the cursor is shown, and nothing below them.
func (d *Dock) Read() { d.reads, d.Foot = true, nil }

// Choices reports whether the body is choices.
func (d Dock) Choices() bool { return len(d.choices) > 0 }

// Draw lays the parts out in at most height lines. If there is little room, blank
// lines go first, then the text and the body shrink to a share each.
func (d Dock) Draw() Drawn {
	if d.Height < 4 || d.Width < 8 {
		return Drawn{Lines: []string{text.Cut(textTooSmall, d.Width, "…")}[:min(d.Height, 1)]}
	}
	hints := d.HintLines()
	d.shorten()
	faults := d.faults
	d.Text.Take(d.Scroll + 3*d.Height) // and what the next page shows
	text, _ := d.Text.Size()
	foot := len(d.Foot) + min(len(d.tally), 1)
	room := d.Height - 1 - len(hints) - len(faults) - foot
	if room < 3 {
		room, d.Foot, d.tally = room+foot, nil, ""
	}
	need := text + len(d.Question) + len(d.Body)
	gaps := d.gaps(text > 0, room-need)
	for len(gaps) > 0 && need > room-len(gaps) {
		gaps = gaps[1:]
	}
	question, textRoom, bodyRoom := d.share(text, room-len(gaps))

	out := Drawn{Lines: []string{d.Head()}}
	add := func(lines ...string) { out.Lines = append(out.Lines, lines...) }
	gap := func(name string) {
		if slices.Contains(gaps, name) {
			add("")
		}
	}
	gap("top")
	shown, most := Window(d.Theme, d.Text, d.Scroll, textRoom, d.Width)
	out.MaxScroll, out.Page = most, max(textRoom-2, 1) // the last line says how much follows
	above, below := shown, question
	if d.Asks {
		above, below = question, shown
	}
	add(above...)
	gap("text")
	add(below...)
	gap("question")
	body, from, hidden := d.visible(bodyRoom)
	if d.X >= 0 && len(body) > 0 {
		out.X, out.Y, out.Shown = min(d.X, d.Width-1), len(out.Lines)+d.Focus-from, true
	}
	for i := range body {
		for len(out.Choices) < len(out.Lines)+i {
			out.Choices = append(out.Choices, -1)
		}
		if from+i < len(d.choices) {
			out.Choices = append(out.Choices, d.choices[from+i])
		}
	}
	add(body...)
	add(d.under(hidden)...)
	add(d.Foot...)
	add(faults...)
	gap("body")
	add(hints...)
	return d.standing(out)
}

// standing is what is drawn, in no more lines than there are, with the choices all lines of
// which are in it, without those that are cut.
func (d Dock) standing(out Drawn) Drawn {
	out.Lines = out.Lines[:min(len(out.Lines), d.Height)]
	missing, whole := map[int]int{}, map[int]bool{}
	for _, c := range d.choices {
		missing[c]++
	}
	for _, c := range out.Choices[:min(len(out.Choices), len(out.Lines))] {
		missing[c]--
	}
	for c, n := range missing {
		if c >= 0 && n == 0 && !slices.Contains(d.cut, c) {
			whole[c] = true
		}
	}
	out.whole = whole
	return out
}

// visible is the part of the body that fits, and says which choices do not. Beside a
// tally these words take no line; without one they take the place of a choice.
func (d Dock) visible(room int) (body []string, from int, hidden string) {
	body, from = Around(d.Body, d.Focus, room)
	hidden = d.hidden(from, len(body))
	if hidden == "" || d.tally != "" {
		return body, from, hidden
	}
	if room < 2 || room < leastChoices && (d.of < 0 || d.chooses()) {
		return body, from, ""
	}
	body, from = Around(d.Body, d.Focus, room-1)
	return body, from, d.hidden(from, len(body))
}

// chooses reports whether a line of the body is a choice.
func (d *Dock) chooses() bool {
	for _, c := range d.choices {
		if c >= 0 {
			return true
		}
	}
	return false
}

// leastChoices is how many lines of choices are worth more than how many there are.
const leastChoices = 4

// hidden says how many choices, or lines without any, are above and below the visible lines of the
// body: who asks may have filled in all of it.
func (d Dock) hidden(from, n int) string {
	first, last, of := -1, -1, d.of
	for i, c := range d.choices {
		if of = max(of, c+1); c < 0 || i < from || i >= from+n {
			continue
		}
		if last = c; first < 0 {
			first = c
		}
	}
	if of == 0 && d.of == 0 {
		first, last, of = from, from+n-1, len(d.Body)
	}
	if first < 0 {
		return ""
	}
	g := d.Theme.Glyphs
	var out []string
	if first > 0 {
		out = append(out, fmt.Sprintf("%d above", first))
	}
	if below := of - 1 - last; below > 0 {
		out = append(out, fmt.Sprintf("%s %d more", g.Down, below))
	}
	return strings.Join(out, " "+g.Dot+" ")
}

// under is the line below the choices, if there is something to say.
func (d Dock) under(hidden string) []string {
	if hidden+d.tally == "" {
		return nil
	}
	left := text.LeftMargin(d.Width)
	if hidden != "" {
		left += text.Spaces(2) + hidden
	}
	room := d.Theme.Fit(d.Width) - 2
	if text.Width(left)+2+text.Width(d.tally) > room && d.tally != "" {
		left = ""
	}
	return []string{d.Theme.Dim.Render(text.Cut(left+text.Spaces(room-text.Width(left)-text.Width(d.tally))+d.tally, d.Width, ""))}
}

// shorten cuts a question or faults that would fill the dock to a share of it, and
// adds their full text to the scrolling text.
func (d *Dock) shorten() {
	if most := max(d.Height/4, 1); len(d.Question) > most {
		d.Text.Behind(d.Question)
		d.Question = d.first(d.Question, most)
	}
	if most := max(d.Height/4, 1); len(d.faults) > most {
		d.Text.Behind(d.faults)
		d.faults = d.first(d.faults, most)
	}
}

// first is the first n lines, with a mark that there are more.
func (d *Dock) first(lines []string, n int) []string {
	return append(lines[:n-1:n-1], text.Cut(lines[n-1], max(d.Width-1, 0), "")+d.Theme.Glyphs.Ellipsis)
}

// gaps names the blank lines, least important first.
func (d Dock) gaps(text bool, spare int) []string {
	var out []string
	if spare <= 0 {
		return nil
	}
	if text || len(d.Question)+len(d.Body)+len(d.Foot) > 0 {
		out = append(out, "top")
	}
	if len(d.Hints) > 0 {
		out = append(out, "body")
	}
	if len(d.Body) > 0 && len(d.Question) > 0 {
		out = append(out, "question")
	}
	if text && len(d.Question) > 0 {
		out = append(out, "text")
	}
	return out
}

// ListRoom is how many lines a list of choices may take: beside the whole text, and
// without pushing it off the screen.
type ListRoom struct{ beside, most int }

func (d Dock) listRoom() ListRoom {
	d.Text.Take(d.Height)
	size, _ := d.Text.Size()
	share := max(d.Height/4, 1)
	room := d.Height - 1 - len(d.HintLines()) - min(len(d.Question), share) - min(len(d.faults), share)
	return ListRoom{room - size, max(room-min(size, leastText+1), 1)}
}

// leastText is how many lines of a text stay visible beside choices that need more
// room.
const leastText = 2

// share divides the room between the question, the text and the body. Choices come
// before the text, as long as a little of that is seen; text being typed gets half. A
// text that does not fit gets all but one line while it is being read.
func (d Dock) share(text, room int) (question []string, textRoom, bodyRoom int) {
	question = d.Question
	room -= len(question)
	bodyRoom = min(len(d.Body), room)
	short := text + bodyRoom - room // the number of lines that do not fit
	switch {
	case text == 0 || short <= 0:
	case len(d.choices) == 0 || d.X >= 0:
		if bodyRoom > room/2 {
			bodyRoom = max(room-text, room/2, 1)
		}
	case d.reads:
		bodyRoom = 0
		if d.Focus >= 0 {
			bodyRoom = 1
		}
	case len(d.Body) < room && (d.of <= 9 || len(d.Body)+min(text, leastText) <= room): // one line of a text is only the number of its lines
	default:
		bodyRoom = max(room-min(text, leastText), 1)
	}
	bodyRoom = max(min(bodyRoom, room), 0)
	return question, min(text, room-bodyRoom), bodyRoom
}

// Head is the rule with the words in it.
func (d Dock) Head() string {
	th, g := d.Theme, d.Theme.Glyphs.Rule
	words, right := d.head()
	left := g + g + " " + words + " "
	right = text.Cut(right, max(d.Width-text.Width(left), 0), "")
	fill := strings.Repeat(g, max(th.Fit(d.Width)-text.Width(left)-text.Width(right), 0)) // what stands at the right is no further from the words than in rows
	rule := fill + right
	rule += strings.Repeat(g, max(d.Width-text.Width(left)-text.Width(rule), 0))
	return text.Cut(th.Dim.Render(g+g)+" "+th.Decide.Render(words)+" "+th.Dim.Render(rule), d.Width, "")
}

// head is what stands in the rule, as far as there is room for it: the heading, and what stands at the right.
func (d Dock) head() (words, right string) {
	g := d.Theme.Glyphs.Rule
	right = d.Right
	if text.Width(d.Heading)+text.Width(right)+9 > d.Width && text.Width(d.Brief) < text.Width(right) {
		right = d.Brief
	}
	if right != "" {
		right = " " + right + " " + g
	}
	return text.Cut(d.Heading, max(d.Width-text.Width(right)-6, d.Width/2), d.Theme.Glyphs.Ellipsis), right
}

// unnamed is a name that the heading is to say, where it has no room for all of it; else "".
func (d Dock) unnamed(name string) string {
	if words, _ := d.head(); strings.Contains(words, text.Subject(name, text.Width(name)+1)) {
		return ""
	}
	return name
}

// HintLines puts the keys in at most two lines.
func (d Dock) HintLines() []string {
	return chrome.Hints(d.Theme, d.Hints, d.Width, chrome.HintRows(d.Height))
}

// Window is the part of a text that fits, from the scroll offset on; its last
// line says what is left.
func Window(theme text.Theme, source markdown.Reading, scroll, room, width int) (shown []string, most int) {
	all, guess := source.Size()
	if all <= room {
		return source.Part(0, all), 0
	}
	if room <= 0 {
		return nil, all
	}
	more := MoreText
	if guess {
		more = guessText
	}
	note := func(words string) string {
		return text.LeftMargin(width) + theme.Dim.Render(text.Cut(words, max(width-3, 0), ""))
	}
	if room == 1 {
		return []string{note(more(theme, all))}, all
	}
	most = all - room + 1 // the line that says how much is left takes one
	scroll = min(scroll, most)
	end := min(scroll+room-1, all)
	words := more(theme, all-end)
	if end == all {
		words = fmt.Sprintf("end of %d lines", all)
	} else if scroll > 0 {
		words += " " + theme.Glyphs.Dot + " " + AboveText(theme, scroll)
	}
	return append(source.Part(scroll, end), note(words)), most
}

// MoreText says how many more lines there are further down.
func MoreText(theme text.Theme, n int) string {
	return theme.Glyphs.Down + " " + text.Count(n, "more line", "more lines")
}

// AboveText says how many lines there are further up.
func AboveText(theme text.Theme, n int) string {
	return theme.Glyphs.Up + " " + text.Count(n, "line above", "lines above")
}

// guessText is moreText for an estimated number.
func guessText(theme text.Theme, n int) string {
	return theme.Glyphs.Down + " about " + text.Count(n, "more line", "more lines")
}

// Around is the part of lines that holds the focused one.
func Around(lines []string, focus, room int) (shown []string, from int) {
	if len(lines) <= room {
		return lines, 0
	}
	from = min(max(focus-room/2, 0), len(lines)-max(room, 0))
	return lines[from : from+max(room, 0)], from
}
