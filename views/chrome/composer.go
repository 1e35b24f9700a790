package chrome

import (
	"parley/views/edit"
	"parley/views/text"
	"slices"
	"strings"
	"unicode/utf8"
)

// A paste larger than this, or one that an editor cannot keep unchanged, becomes a
// chip: a word that stands for it.
const (
	chipBytes = 8 << 10
	chipLines = 20
)

// Bang begins a command of the user's own, and is its mark.
const Bang = "!"

// textOwn is the placeholder of such a command.
const textOwn = "a command of your own; the assistant is told with your next message"

// Composer is where the user writes: many lines, a history, and chips for large
// pastes. What is written is a message, or a command of the user's own. Use NewComposer.
type Composer struct {
	theme   text.Theme
	editor  edit.Folding
	width   int
	words   string // placeholder for a message
	command bool   // the text is a command of the user's own
	said    earlier
	ran     earlier
}

// earlier is what was written before, and the position in it.
type earlier struct {
	texts []string
	at    int    // index into them; their length while the draft is shown
	draft string // the text from before going into the history
}

// past is what was written before, of the same kind.
func (c *Composer) past() *earlier {
	if c.command {
		return &c.ran
	}
	return &c.said
}

// NewComposer returns an empty composer.
func NewComposer(theme text.Theme, placeholder string) *Composer {
	return &Composer{theme: theme, words: placeholder, editor: edit.Folding{Editor: edit.NewEditor(theme, placeholder), Most: chipBytes, MostLines: chipLines, Exact: true}}
}

// SetPlaceholder changes the placeholder.
func (c *Composer) SetPlaceholder(text string) {
	c.words = text
	if !c.command {
		c.editor.SetPlaceholder(text)
	}
}

// Begin makes the text a command of the user's own from now on.
func (c *Composer) Begin() {
	c.Set("")
	c.command = true
	c.editor.OnlySeen(true)
	c.editor.SetPlaceholder(textOwn)
}

// Command reports whether the text is a command of the user's own.
func (c *Composer) Command() bool { return c.command }

// Message makes the text a message again.
func (c *Composer) Message() {
	if c.command {
		c.command = false
		c.editor.OnlySeen(false)
		c.editor.SetPlaceholder(c.words)
	}
}

// SetTheme changes the look.
func (c *Composer) SetTheme(theme text.Theme) {
	c.theme = theme
	c.editor.SetTheme(theme)
}

// Resize sets the size of the screen; the composer takes at most a third of the
// height.
func (c *Composer) Resize(width, height int) {
	c.width = max(width, 1)
	c.editor.SetSize(c.width-len(text.LeftMargin(c.width))-1, max(height/3-1, 1))
}

// Update applies a key message. A chip is deleted as a whole, and nothing can be
// typed into one.
func (c *Composer) Update(msg any) { c.editor.Update(msg) }

// NewLine begins a new line at the cursor.
func (c *Composer) NewLine() { c.editor.Insert("\n") }

// Paste inserts text at the cursor, as a chip if it is large or cannot be kept
// unchanged.
func (c *Composer) Paste(text string) { c.editor.Paste(text) }

// Text returns the text with the pastes in place of their chips.
func (c *Composer) Text() string { return c.editor.Whole() }

// Shown returns what is written as it is seen: pastes that are folded by their chips.
func (c *Composer) Shown() string { return c.editor.Text() }

// Blank reports whether there is nothing to send.
func (c *Composer) Blank() bool { return strings.TrimSpace(c.editor.Text()) == "" }

// Set replaces the text with a message: text that was not typed is not a command.
func (c *Composer) Set(text string) {
	c.Message()
	c.Rewrite(text)
}

// Rewrite replaces the text, which stays a message or a command.
func (c *Composer) Rewrite(text string) { c.editor.Fill(text) }

// Offer puts in a text that can be sent as it is. It is selected, so that typing
// replaces it, while a movement key edits it.
func (c *Composer) Offer(text string) {
	c.Set(text)
	if text != "" {
		c.editor.SelectAll()
	}
}

// Take returns the text, remembers it in the history and empties the composer.
func (c *Composer) Take() string {
	text := c.Text()
	c.past().remember(text)
	c.Set("")
	return text
}

// Remember adds a message to the history.
func (c *Composer) Remember(text string) { c.said.remember(text) }

func (e *earlier) remember(text string) {
	if strings.TrimSpace(text) != "" && (len(e.texts) == 0 || e.texts[len(e.texts)-1] != text) {
		e.texts = append(e.texts, text)
	}
	e.at, e.draft = len(e.texts), ""
}

// Precede puts messages before those of the history.
func (c *Composer) Precede(texts []string) {
	c.said.texts = append(slices.Clone(texts), c.said.texts...)
	c.said.at += len(texts)
}

// History returns what was sent, the oldest first.
func (c *Composer) History() []string { return slices.Clone(c.said.texts) }

// Earlier shows the text sent before the one on display and keeps the draft. It
// reports whether there was one.
func (c *Composer) Earlier() bool {
	e := c.past()
	if e.at == 0 {
		return false
	}
	if e.at == len(e.texts) {
		e.draft = c.Text()
	}
	e.at--
	c.Rewrite(e.texts[e.at])
	return true
}

// Later goes the other way, finally back to the draft.
func (c *Composer) Later() bool {
	e := c.past()
	if e.at >= len(e.texts) {
		return false
	}
	e.at++
	if e.at == len(e.texts) {
		c.Rewrite(e.draft)
		return true
	}
	c.Rewrite(e.texts[e.at])
	return true
}

// AtStart and AtEnd report whether Up and Down would leave the text, at which point
// the history begins.
func (c *Composer) AtStart() bool { return c.editor.AtStart() }

// AtEnd reports whether the cursor is in the last row.
func (c *Composer) AtEnd() bool { return c.editor.AtEnd() }

// Offset returns how many characters precede the cursor.
func (c *Composer) Offset() int { return c.editor.Offset() }

// Before returns the text before the cursor, with chips as their marks.
func (c *Composer) Before() string {
	text := []rune(c.editor.Text())
	return string(text[:min(c.editor.Offset(), len(text))])
}

// Complete replaces the last n characters before the cursor.
func (c *Composer) Complete(n int, words string) {
	all, at := []rune(c.editor.Text()), c.editor.Offset()
	at = min(at, len(all))
	from := max(at-n, 0)
	words = text.Clean(words)
	c.editor.Set(string(all[:from]) + words + string(all[at:]))
	c.editor.SetOffset(from + utf8.RuneCountInString(words))
}

// Lines draws a rule and the text under it.
func (c *Composer) Lines() []string {
	th := c.theme
	mark := th.Glyphs.Cursor
	if c.editor.Above() { // not all of it need be the user's own
		mark = th.Glyphs.Up
	}
	prompt := th.Accent.Render(mark)
	if c.command {
		prompt = th.Decide.Render(Bang)
	}
	return append([]string{rule(th, c.width)}, text.Gutter(prompt, "", c.editor.Lines(), c.width)...)
}

// Cursor returns the cursor's cell in Lines.
func (c *Composer) Cursor() (x, y int) {
	x, y = c.editor.Cursor()
	return min(x+len(text.LeftMargin(c.width)), c.width-1), y + 1
}

// rule is a line across the screen.
func rule(theme text.Theme, width int) string {
	return theme.Dim.Render(strings.Repeat(theme.Glyphs.Rule, max(width, 0)))
}
