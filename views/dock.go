package views

import (
	"fmt"
	"strings"
)

// Drawn is a part of the screen: its lines, where the terminal's cursor belongs
// if Shown, and how far its text can be scrolled.
type Drawn struct {
	Lines     []string
	X, Y      int
	Shown     bool
	MaxScroll int
	Page      int   // how far a page of the text is: the lines in sight, less one
	Choices   []int // by line, the choice of a prompt that it belongs to, -1 none
}

// Choice returns the choice that a line belongs to, -1 if none.
func (d Drawn) Choice(line int) int {
	if line < 0 || line >= len(d.Choices) {
		return -1
	}
	return d.Choices[line]
}

// dock is the lower part of the screen while something is asked: a heading, a
// text that scrolls, the question, a body that keeps its cursor in sight, what
// was wrong, and the keys. What has no room is said to be there.
type dock struct {
	theme    Theme
	width    int
	height   int
	heading  string
	right    string
	text     reading // scrolls
	scroll   int
	question []string
	asks     bool // the question stands above the text
	reads    bool // the text is being read: of the choices only the one under the cursor is seen
	body     []string
	choices  []int    // by line of the body
	foot     []string // below the body, whatever of it is seen
	focus    int      // line of the body that must be seen, -1 none
	x        int      // cursor in the focused line, -1 none
	faults   []string
	hints    string
}

// draw lays the parts out in at most height lines. When there is little room
// blank lines go first, then the text and the body shrink to a share each.
func (d dock) draw() Drawn {
	if d.height < 4 || d.width < 8 {
		return Drawn{Lines: []string{cut(textTooSmall, d.width, "…")}[:min(d.height, 1)]}
	}
	hints := d.hintLines()
	d.shorten()
	faults := d.faults
	d.text.take(d.scroll + 3*d.height) // and what the next page shows
	text, _ := d.text.size()
	room := d.height - 1 - len(hints) - len(faults) - len(d.foot)
	if room < 3 {
		room, d.foot = room+len(d.foot), nil
	}
	need := text + len(d.question) + len(d.body)
	gaps := d.gaps(text > 0, room-need)
	for len(gaps) > 0 && need > room-len(gaps) {
		gaps = gaps[1:]
	}
	question, textRoom, bodyRoom := d.share(text, room-len(gaps))

	out := Drawn{Lines: []string{d.head()}}
	add := func(lines ...string) { out.Lines = append(out.Lines, lines...) }
	gap := func(name string) {
		for _, g := range gaps {
			if g == name {
				add("")
			}
		}
	}
	gap("top")
	shown, most := window(d.theme, d.text, d.scroll, textRoom, d.width)
	out.MaxScroll, out.Page = most, max(textRoom-2, 1) // the last line says how much follows
	above, below := shown, question
	if d.asks {
		above, below = question, shown
	}
	add(above...)
	gap("text")
	add(below...)
	gap("question")
	body, from := around(d.body, d.focus, bodyRoom)
	if d.x >= 0 && len(body) > 0 {
		out.X, out.Y, out.Shown = min(d.x, d.width-1), len(out.Lines)+d.focus-from, true
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
	add(d.foot...)
	add(faults...)
	gap("body")
	add(hints...)
	out.Lines = out.Lines[:min(len(out.Lines), d.height)]
	return out
}

// shorten takes a question or faults that would fill the dock down to a share of
// it, and puts the whole of them where the text scrolls.
func (d *dock) shorten() {
	if most := max(d.height/4, 1); len(d.question) > most {
		d.text.behind(d.question)
		d.question = d.first(d.question, most)
	}
	if most := max(d.height/4, 1); len(d.faults) > most {
		d.text.behind(d.faults)
		d.faults = d.first(d.faults, most)
	}
}

// first is the first n lines, with a mark that there are more.
func (d *dock) first(lines []string, n int) []string {
	return append(lines[:n-1:n-1], cut(lines[n-1], max(d.width-1, 0), "")+d.theme.Glyphs.Ellipsis)
}

// gaps names the blank lines, the least wanted first.
func (d dock) gaps(text bool, spare int) []string {
	var out []string
	if spare <= 0 {
		return nil
	}
	out = append(out, "top")
	if len(d.hints) > 0 {
		out = append(out, "body")
	}
	if len(d.body) > 0 && len(d.question) > 0 {
		out = append(out, "question")
	}
	if text && len(d.question) > 0 {
		out = append(out, "text")
	}
	return out
}

// listRoom is how many lines a list of choices may take: beside the whole text, and
// without pushing it away.
type listRoom struct{ beside, most int }

func (d dock) listRoom() listRoom {
	d.text.take(d.height)
	size, _ := d.text.size()
	share := max(d.height/4, 1)
	room := d.height - 1 - len(d.hintLines()) - min(len(d.question), share) - min(len(d.faults), share)
	return listRoom{room - size, max(room-min(size, leastText+1), 1)}
}

// leastText is how many lines of a text are seen beside choices that want more room.
const leastText = 2

// share divides the room between the question, the text and the body. Choices come
// before the text, as long as a little of that is seen; something that is written
// has half. While a text is read that does not fit, it has all but one line.
func (d dock) share(text, room int) (question []string, textRoom, bodyRoom int) {
	question = d.question
	room -= len(question)
	bodyRoom = min(len(d.body), room)
	short := text + bodyRoom - room // so many lines are missing
	switch {
	case text == 0 || short <= 0:
	case len(d.choices) == 0 || d.x >= 0:
		if bodyRoom > room/2 {
			bodyRoom = max(room-text, room/2, 1)
		}
	case d.reads:
		bodyRoom = 0
		if d.focus >= 0 {
			bodyRoom = 1
		}
	case len(d.body) < room:
	default:
		bodyRoom = max(room-min(text, leastText), 1)
	}
	bodyRoom = max(min(bodyRoom, room), 0)
	return question, min(text, room-bodyRoom), bodyRoom
}

// head is the rule with the words in it.
func (d dock) head() string {
	th, g := d.theme, d.theme.Glyphs.Rule
	right := d.right
	if right != "" {
		right = " " + right + " " + g
	}
	words := cut(d.heading, max(d.width-Width(right)-6, d.width/2), th.Glyphs.Ellipsis)
	left := g + g + " " + words + " "
	right = cut(right, max(d.width-Width(left), 0), "")
	fill := strings.Repeat(g, max(d.width-Width(left)-Width(right), 0))
	return cut(th.Dim.Render(g+g)+" "+th.Decide.Render(words)+" "+th.Dim.Render(fill+right), d.width, "")
}

// hintLines puts the keys in at most two lines.
func (d dock) hintLines() []string {
	if d.hints == "" {
		return nil
	}
	return Hints(d.theme, d.hints, d.width, HintRows(d.height))
}

// window is the part of a text that fits, from the scroll offset on; its last
// line says what is left.
func window(theme Theme, text reading, scroll, room, width int) (shown []string, most int) {
	all, guess := text.size()
	if all <= room {
		return text.part(0, all), 0
	}
	if room <= 0 {
		return nil, all
	}
	more := moreText
	if guess {
		more = guessText
	}
	note := func(words string) string {
		return left(width) + theme.Dim.Render(cut(words, max(width-3, 0), ""))
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
	}
	return append(text.part(scroll, end), note(words)), most
}

func moreText(theme Theme, n int) string {
	return theme.Glyphs.Down + " " + count(n, "more line", "more lines")
}

// guessText is moreText where the number is a guess.
func guessText(theme Theme, n int) string {
	return theme.Glyphs.Down + " about " + count(n, "more line", "more lines")
}

// around is the part of lines that holds the focused one.
func around(lines []string, focus, room int) (shown []string, from int) {
	if len(lines) <= room {
		return lines, 0
	}
	from = min(max(focus-room/2, 0), len(lines)-max(room, 0))
	return lines[from : from+max(room, 0)], from
}
