package pane

import (
	"strings"

	"parley/views/markdown"
	"parley/views/text"
)

// Message is what the user said; with an Author it is what the program said by
// itself.
type Message struct {
	Key    string
	Rev    int
	Text   string
	Author string
	Queued bool // waits for the running turn
}

// ID returns the entry's key.
func (m Message) ID() string { return m.Key }

// Version returns the entry's revision.
func (m Message) Version() int { return m.Rev }

// Size returns the length of the text.
func (m Message) Size() int { return len(m.Text) }

// What a message of the user may have before it is folded, as a paste is while it is
// being written, and how many lines of it are shown then.
const (
	messageLines = 20
	messageBytes = 8 << 10
	messageShown = 6
)

// Folds reports whether the message is so long that only its beginning is shown at
// first.
func (m Message) Folds() bool {
	lines := strings.Count(strings.TrimRight(m.Text, "\n"), "\n") + 1
	return m.Author == "" && (len(m.Text) > messageBytes || lines > messageLines)
}

// Plain returns the text.
func (m Message) Plain() string { return m.Text }

// Draw puts the user's mark before every line.
func (m Message) Draw(look Look) []string {
	th := look.Theme
	if m.Author != "" {
		return text.Gutter(th.Dim.Render(th.Glyphs.Note), "", text.Paint(text.Wrap(text.Clean(m.Text), text.TextWidth(look.measure())), th.Dim.Render), look.Width)
	}
	mark := th.User.Render(th.Glyphs.User)
	lines := text.Attached(strings.TrimRight(text.Clean(m.Text), "\n"), text.TextWidth(look.measure()))
	left := 0
	if m.Folds() && !look.Open && len(lines) > messageShown {
		lines, left = lines[:messageShown:messageShown], len(lines)-messageShown
	}
	for i, line := range lines {
		if lines[i] = th.Strong.Render(line); line == "" {
			lines[i] = ""
		} else if (strings.HasPrefix(line, "[image ") || strings.HasPrefix(line, "[file ")) && strings.HasSuffix(line, "]") {
			lines[i] = th.Dim.Render(line) // what is attached to it
		}
	}
	lines = text.Gutter(mark, mark, lines, look.Width)
	if left > 0 {
		said := th.Glyphs.Folded + " " + text.Count(left, textMoreLine, textMoreLines) + " (" + text.Bytes(len(m.Text)) + ")"
		lines = append(lines, text.Gutter(mark, mark, text.Paint(text.Wrap(said, text.TextWidth(look.measure())), th.Dim.Render), look.Width)...)
	}
	if m.Queued {
		lines = append(lines, Informs(look, textQueued)...)
	}
	return lines
}

// Response is a finished response of the assistant. Partial ones were interrupted or
// replaced and were never given back to a model. A Stopped response stays where it
// was read, and says who stopped it; so does a Broken one, with nothing to stand for it.
type Response struct {
	Key     string
	Rev     int
	Text    string
	Partial bool
	Broken  bool   // a fault broke it off for good
	Stopped string // by what, as recorded
}

// ID returns the entry's key.
func (a Response) ID() string { return a.Key }

// Version returns the entry's revision.
func (a Response) Version() int { return a.Rev }

// Size returns the length of the text.
func (a Response) Size() int { return len(a.Text) }

// Folds reports whether only its beginning is shown at first.
func (a Response) Folds() bool { return a.Partial && !a.Broken }

// Plain returns the Markdown source.
func (a Response) Plain() string { return a.Text }

// Draw draws the text as Markdown.
func (a Response) Draw(look Look) []string {
	if a.Folds() {
		lines := []string{fold(look, "", look.Theme.Dim.Render(textPartial), "")}
		if !look.Open {
			return lines
		}
		return append(lines, Indented(look, look.Markdown.Draw(a.Text))...)
	}
	lines, arrived := look.Markdown.TakeArrived(a.Text, text.LeftMargin(look.Width))
	if !arrived {
		lines = Indented(look, look.Markdown.Draw(a.Text))
	}
	if a.Broken {
		lines = append(lines, text.Paint(Indented(look, text.Wrap(textBroken, text.TextWidth(look.measure()))), look.Theme.Dim.Render)...)
	}
	if a.Stopped != "" {
		lines = append(lines, text.Paint(Indented(look, text.Wrap(stoppedText(a.Stopped), text.TextWidth(look.measure()))), look.Theme.Decide.Render)...)
	}
	return lines
}

// Live is a response that is arriving. It changes in place and owns its lines.
type Live struct {
	key    string
	rev    int
	stream *markdown.Stream
	raw    strings.Builder
}

// NewLive returns an empty response.
func NewLive(key string) *Live { return &Live{key: key} }

// Append adds text as it arrives.
func (l *Live) Append(text string) {
	l.rev++
	l.raw.WriteString(text)
	if l.stream != nil {
		l.stream.Append(text)
	}
}

// Finish says that the response is complete.
func (l *Live) Finish() {
	l.rev++
	if l.stream != nil {
		l.stream.Finish()
		l.stream.Markdown.Arrived(l.stream, l.raw.String())
	}
}

// ID returns the entry's key.
func (l *Live) ID() string { return l.key }

// Version counts the changes.
func (l *Live) Version() int { return l.rev }

// Size returns the length of the text so far.
func (l *Live) Size() int { return l.raw.Len() }

// Folds reports false.
func (l *Live) Folds() bool { return false }

// Plain returns the Markdown source so far, as it arrived.
func (l *Live) Plain() string { return l.raw.String() }

// Draw draws only what is new; finished parts are kept.
func (l *Live) Draw(look Look) []string {
	switch {
	case l.stream == nil:
		l.stream = markdown.NewStream(look.Markdown, text.LeftMargin(look.Width))
		l.stream.Append(l.raw.String())
	case l.stream.Markdown != look.Markdown:
		l.stream.Margin = text.LeftMargin(look.Width)
		l.stream.Resize(look.Markdown)
	}
	return l.stream.Lines()
}

// Reasoning is what the model thought aloud: one line until it is opened.
type Reasoning struct {
	Key  string
	Rev  int
	Text string
	Live bool
}

// ID returns the entry's key.
func (r Reasoning) ID() string { return r.Key }

// Version returns the entry's revision.
func (r Reasoning) Version() int { return r.Rev }

// Size returns the length of the text.
func (r Reasoning) Size() int { return len(r.Text) }

// Folds reports true.
func (r Reasoning) Folds() bool { return true }

// Plain returns the text.
func (r Reasoning) Plain() string { return r.Text }

// Draw shows the last line of an unfinished thought, otherwise the first.
func (r Reasoning) Draw(look Look) []string {
	th := look.Theme
	words := strings.TrimSpace(r.Text)
	mark, head, from := th.Glyphs.Note, textThought, markdown.FirstLine(words)
	if r.Live {
		mark, head, from = look.Pulse.Mark(th.Glyphs), textThinking, words[strings.LastIndexByte(words, '\n')+1:]
	}
	lines := []string{fold(look, th.Dim.Render(mark), head+" "+text.Line(from, look.Width), "")}
	lines[0] = th.Dim.Render(text.Stripped(lines[0]))
	if !look.Open {
		return lines
	}
	return append(lines, text.Paint(Quoted(look, text.Clean(words)), th.Dim.Render)...)
}

func (r Reasoning) tight() {}

func (r Reasoning) moves() bool { return r.Live }

// NoteKind says how a note is to be taken.
type NoteKind int

// Kinds of a note.
const (
	Info NoteKind = iota
	Warning
	Failure
	Good // something is as it should be
)

// Note is a line from the program itself: a mark of the turn, a retry, a failure with
// what to do about it. Detail is shown when it is opened.
type Note struct {
	Key    string
	Rev    int
	Kind   NoteKind
	Text   string
	Right  string // how it came out, at the right end; below the text where both do not fit
	Detail string
	Last   int    // how many of the detail's last lines are shown before it is opened
	Patch  string // a unified diff, drawn as one when the note is open
}

// ID returns the entry's key.
func (n Note) ID() string { return n.Key }

// Version returns the entry's revision.
func (n Note) Version() int { return n.Rev }

// Size returns the length of the text.
func (n Note) Size() int { return len(n.Text) }

// Folds reports whether there is a detail.
func (n Note) Folds() bool { return n.Detail+n.Patch != "" }

// Plain returns text and detail.
func (n Note) Plain() string {
	said := n.Text
	if n.Right != "" {
		said += ", " + n.Right
	}
	return strings.TrimRight(said+"\n"+n.Detail+n.Patch, "\n")
}

// Draw draws the text behind its mark.
func (n Note) Draw(look Look) []string {
	th := look.Theme
	mark, style := th.Dim.Render(th.Glyphs.Note), th.Dim
	switch n.Kind {
	case Warning:
		mark, style = th.Warn.Render(th.Glyphs.Fail), th.Warn
	case Failure:
		mark, style = th.Bad.Render(th.Glyphs.Fail), th.Bad
	case Good:
		mark = th.Good.Render(th.Glyphs.Tick)
	}
	words := n.told(look)
	if n.Folds() && len(words) > 0 {
		words[len(words)-1] += " " + foldMark(look)
	}
	lines := text.Gutter(mark, "", text.Paint(words, style.Render), look.Width)
	if look.Open && n.Folds() {
		if n.Detail != "" {
			lines = append(lines, text.Paint(Quoted(look, text.Clean(n.Detail)), th.Dim.Render)...)
		}
		return append(lines, n.patch(look)...)
	}
	return append(lines, n.end(look)...)
}

// told is the text with how it came out.
func (n Note) told(look Look) []string {
	room := text.TextWidth(look.measure()) - 2
	words := text.Told(text.Clean(n.Text), room)
	if n.Right == "" {
		return words
	}
	if len(words) == 1 && text.Width(words[0])+rowGap+text.Width(n.Right) <= room {
		return []string{text.Apart(words[0], n.Right, room)}
	}
	return append(words, text.Told(n.Right, room)...)
}

// end is the end of the detail, and how much precedes it.
func (n Note) end(look Look) []string {
	all := strings.TrimRight(text.Clean(n.Detail), "\n")
	if n.Last == 0 || all == "" {
		return nil
	}
	last := Quoted(look, clipEnd(all, n.Last*look.Width*8))
	last = last[max(len(last)-n.Last, 0):]
	if before := strings.Count(all, "\n") + 1 - n.Last; before > 0 {
		last = append([]string{Quoted(look, text.Count(before, textLineBefore, textLinesBefore))[0]}, last...)
	}
	return text.Paint(last, look.Theme.Dim.Render)
}

// patch draws the change below the margin.
func (n Note) patch(look Look) []string {
	if n.Patch == "" {
		return nil
	}
	return Indented(look, markdown.Diff(look.Theme, n.Patch, max(text.TextWidth(look.Width), 1)))
}
