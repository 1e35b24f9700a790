package saved

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/store"
	"parley/store/record"
	"parley/views/chrome"
	"parley/views/pane"
	"parley/views/text"
)

// Opening is the screen while a conversation is being read: its end is shown,
// and what is typed is kept for the conversation's own screen, to which it gives
// way.
type Opening struct {
	kit.Setting
	open     func() (tea.Model, error)
	tidy     func() // what remains to be done once it is open
	tail     []store.Event
	earlier  func() []store.Event // reads more of the end on demand; nil once it has been used
	pane     *pane.Pane
	composer *chrome.Composer
	typed    []tea.Msg
	err      error
	late     func() <-chan time.Time // when whoever ends the program waits no longer for it
}

// longestOpening is how long the end of the program waits for the conversation that what was
// typed is for.
const longestOpening = time.Second

type openedMsg struct {
	model tea.Model
	err   error
}

// earlierMsg is more of the conversation's end.
type earlierMsg []store.Event

// NewOpening makes the screen. The tail is the end of the conversation, read at once;
// open reads the whole in a command. A user who pages beyond the tail need not wait
// for that: earlier reads a longer end.
//
// Once the conversation's own screen is there, tidy is called alongside it.
func NewOpening(theme text.Theme, ground kit.Ground, tail []store.Event, earlier func() []store.Event, open func() (tea.Model, error), tidy func()) *Opening {
	o := &Opening{Setting: kit.Shared{Theme: theme, Ground: ground}.Setting(), open: sync.OnceValues(open), tail: tail, earlier: earlier, tidy: tidy}
	o.late = func() <-chan time.Time { return time.After(longestOpening) }
	o.composer = chrome.NewComposer(theme, kit.TextPlaceholder)
	o.fill()
	o.lay()
	return o
}

// fill draws the end of the conversation anew, with code uncoloured: the picture is
// short-lived and must appear quickly.
func (o *Opening) fill() {
	o.pane = pane.New(o.Theme.WithoutSyntax(), o.Terminal.W, o.Terminal.H)
	o.pane.PutOff() // the conversation lays them out
	talk := record.NewTranscript(store.Log{}.Append(o.tail...))
	shown := kit.Entries{Zone: time.Local}
	for _, x := range talk.All() {
		if e := shown.View(x, pane.Teller{Took: true}); e != nil {
			o.pane.Set(e)
		}
	}
}

// Err is why the conversation could not be opened.
func (o *Opening) Err() error { return o.err }

// Init starts reading the conversation.
func (o *Opening) Init() tea.Cmd {
	open := o.open
	return kit.Batch(o.Ground.Ask(), func() tea.Msg { m, err := open(); return openedMsg{m, err} })
}

// Update keeps what is typed, and gives way when the conversation is there.
func (o *Opening) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer o.lay()
	o.Hears(msg)
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		o.composer.Resize(msg.Width, msg.Height)
	case tea.BackgroundColorMsg:
		o.composer.SetTheme(o.Theme)
		o.pane.SetTheme(o.Theme.WithoutSyntax())
	case tea.KeyPressMsg:
		if msg.String() == "ctrl+c" {
			return o, tea.Quit
		}
		o.typed = append(o.typed, msg)
		return o, o.key(msg)
	case tea.PasteMsg:
		o.typed = append(o.typed, msg)
		o.composer.Paste(msg.Content)
	case earlierMsg:
		o.more(msg)
	case openedMsg:
		return o.opened(msg)
	}
	return o, nil
}

// key shows at once what a key does: text is written, pages are turned.
func (o *Opening) key(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case o.turn(msg):
		return o.wanted()
	case writes(msg):
		o.composer.Update(msg)
	}
	return nil
}

// turn turns a page if the key asks for it.
func (o *Opening) turn(msg tea.Msg) bool {
	key, ok := msg.(tea.KeyPressMsg)
	switch {
	case ok && key.String() == "pgup":
		o.pane.Page(-1)
	case ok && key.String() == "pgdown":
		o.pane.Page(1)
	default:
		return false
	}
	return true
}

// wanted reads a longer end, once, when the first line of the tail comes into view.
func (o *Opening) wanted() tea.Cmd {
	read := o.earlier
	if read == nil || !o.pane.AtTop() {
		return nil
	}
	o.earlier = nil
	return func() tea.Msg { return earlierMsg(read()) }
}

// more shows a longer end, at the place where the keys lead.
func (o *Opening) more(end []store.Event) {
	if len(end) <= len(o.tail) {
		return
	}
	o.tail = end
	o.fill()
	o.lay()
	for _, msg := range o.typed {
		o.turn(msg)
	}
}

// opened hands over the size, the background, and what was typed.
func (o *Opening) opened(msg openedMsg) (tea.Model, tea.Cmd) {
	if o.err = msg.err; o.err != nil {
		return o, tea.Quit
	}
	if held, is := msg.model.(*Held); is {
		held.Keep(o.typed)
		o.typed = nil
	}
	next, cmd := o.Terminal.Hand(msg.model, o.typed)
	return next, kit.Batch(cmd, func() tea.Msg { o.tidy(); return nil })
}

// Last keeps what is in the composer with the conversation's drafts, when the program ends before
// that is there.
func (o *Opening) Last() error {
	words := slices.DeleteFunc(slices.Clone(o.typed), func(msg tea.Msg) bool {
		key, is := msg.(tea.KeyPressMsg)
		return is && !writes(key)
	})
	if o.composer.Text() == "" || o.err != nil {
		return nil
	}
	came := make(chan openedMsg, 1)
	go func() {
		m, err := o.open()
		came <- openedMsg{m, err}
	}()
	select {
	case msg := <-came:
		if msg.err != nil {
			return errors.Join(errors.New(textWordsLost), msg.err)
		}
		next, _ := o.Terminal.Hand(msg.model, words) // what follows from them never begins
		if c, is := next.(interface{ Last() error }); is {
			return c.Last()
		}
		return nil
	case <-o.late():
		return errors.New(textWordsLost)
	}
}

// writes reports whether a key changes the text in the composer.
func writes(key tea.KeyPressMsg) bool { return key.Text != "" || key.String() == "backspace" }

// bottom is what is shown below the conversation.
func (o *Opening) bottom() []string {
	return append(o.composer.Lines(), "", chrome.Status{Doing: o.Theme.Glyphs.More(textOpening)}.Draw(o.Theme, o.Terminal.W))
}

// lay sizes the conversation.
func (o *Opening) lay() {
	o.pane.Space(kit.Spaced(o.Terminal.H))
	o.pane.Resize(o.Terminal.W, o.Terminal.H-len(o.bottom()))
}

// View draws the end of the conversation and what is typed.
func (o *Opening) View() tea.View {
	v := kit.Page("parley", false)
	if o.Terminal.W < kit.LeastWidth || o.Terminal.H < kit.LeastHeight {
		v.Content = strings.Join(kit.SmallLines(o.Terminal.W, o.Terminal.H), "\n")
		return v
	}
	bottom := o.bottom()
	v.Content = strings.Join(append(o.pane.Lines(), bottom...), "\n")
	x, y := o.composer.Cursor()
	v.Cursor = tea.NewCursor(x, o.Terminal.H-len(bottom)+y)
	v.Cursor.Blink = false
	return v
}
