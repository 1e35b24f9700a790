// Package inbox is the screen of what waits for the user in all conversations: the list of
// it, and the form of one after the other.
package inbox

import (
	"errors"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"parley/model/kit"
	"parley/store/inbox"
	"parley/views/edit"
)

// Options are what the screen is given.
type Options struct {
	kit.Shared
	Inbox kit.Inbox
}

// Screen is the list.
type Screen struct {
	kit.Setting
	kit.Cover
	kit.Leaving
	o       Options
	all     []inbox.Entry // nil until they were looked up
	known   bool
	shown   []inbox.Entry
	ref     string // names the row under the cursor
	filter  edit.Line
	finds   bool // the filter is being typed
	note    string
	trouble string          // what of it cannot be looked up, said while there is no note
	going   going           // the turns that went on from here
	paper   *paper          // the form of an entry, nil for the list
	coming  string          // the reference of the form that is being opened
	next    string          // the conversation after whose answer the next form opens
	left    map[string]bool // forms that were left without an answer: none of them opens by itself
	rest    kit.Rest        // what may still be typed of an answer whose form closed by itself
	kept    func() error    // keeps what was typed in the form that closed last
	papers  int
	looks   int // which look is under way, so that only the last one counts
	help    kit.Help
	quits   bool // Ctrl+C was pressed where once more quits
}

// lookEvery is the time between two looks at what waits.
const lookEvery = 2 * time.Second

// Messages of the screen.
type (
	listedMsg struct {
		n       int
		entries []inbox.Entry
		err     error
		over    *over // of the form on the screen, if that is not asked any more
	}
	lookMsg  struct{ n int }
	paperMsg struct {
		entry inbox.Entry
		model tea.Model
		err   error
	}
)

// New makes the screen.
func New(o Options) *Screen {
	return &Screen{Setting: o.Setting(), o: o, left: map[string]bool{}, kept: keeps(nil), going: going{on: map[string]bool{}}}
}

// Init looks what waits.
func (s *Screen) Init() tea.Cmd { return kit.Batch(s.Ground.Ask(), s.look()) }

// look looks what waits now.
func (s *Screen) look() tea.Cmd {
	s.looks++
	in, n, p, kept := s.o.Inbox, s.looks, s.paper, s.kept
	return func() tea.Msg {
		fault := kept()
		entries, err := in.Waiting()
		return listedMsg{n, entries, errors.Join(fault, err), p.over(in, entries)}
	}
}

// Update takes keys while the list is on the screen, and gives them to a form that is.
func (s *Screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if s.Hears(msg) {
		cmd := s.Pass(msg)
		if s.paper != nil {
			cmd = kit.Batch(cmd, s.paper.update(s.paper.fit(msg)))
		}
		return s, cmd
	}
	switch msg := msg.(type) {
	case innerMsg:
		return s, s.inner(msg)
	case listedMsg:
		return s, s.listed(msg)
	case lookMsg:
		if msg.n == s.looks {
			return s, s.look()
		}
		return s, nil
	case paperMsg:
		return s, s.opened(msg)
	case wentOnMsg:
		return s, s.wentOn(msg)
	case endedMsg:
		return s, s.ended(msg)
	case kit.ArrivedMsg:
		return s.arrived(msg)
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseWheelMsg, tea.MouseClickMsg:
		return s.person(msg)
	case tea.ResumeMsg, kit.LateMsg, tea.KeyReleaseMsg, uv.UnknownEvent, tea.PasteStartMsg, tea.PasteEndMsg:
		if s.paper != nil {
			return s, kit.Batch(s.Pass(msg), s.paper.update(msg)) // what is held down, or only now seen again
		}
	}
	return s, s.Pass(msg)
}

// person handles what a person does.
func (s *Screen) person(msg tea.Msg) (tea.Model, tea.Cmd) {
	k, key := msg.(tea.KeyPressMsg)
	switch {
	case s.Busy != "":
		return s, nil
	case s.paper != nil && key && k.String() == "ctrl+c":
		s.leave()
		return s, s.look()
	case s.paper != nil && key && k.String() == "ctrl+q":
		return s.Quit(s)
	case s.paper != nil:
		return s, s.paper.update(s.paper.within(msg, s.Terminal.H))
	case s.rests(msg):
		return s, nil
	case !key:
		s.listTakes(msg)
		return s, nil
	case s.help.Open:
		return s, s.help.Key(s.helpPage(), k)
	}
	s.quits = s.quits && k.String() == "ctrl+c"
	r, ok := kit.RowOf(keys(), s, k.String())
	if why := s.Refuses(k, r.Decides); why != "" {
		s.note = why
		return s, nil
	}
	if ok {
		s.note = "" // a key without a meaning here may have been meant for a form that closed just now
		return r.Do(s)
	}
	if s.finds {
		s.filter, _ = s.filter.Update(msg)
		s.choose(0)
	}
	return s, nil
}

// tell adds to what is said. Behind a form nobody has read what is said already.
func (s *Screen) tell(words string) {
	if s.note != "" && words != "" {
		words = s.note + "\n" + words
	}
	if words != "" {
		s.note = words
	}
}

// listTakes handles what a person does with the mouse or pastes, while the list is on the
// screen.
func (s *Screen) listTakes(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		if s.help.Open {
			s.help.Paste(msg.Content)
		} else if s.finds {
			s.filter = s.filter.Insert(msg.Content)
			s.choose(0)
		}
	case tea.MouseWheelMsg:
		if s.help.Open {
			s.help.Wheel(s.helpPage(), msg)
			return
		}
		s.move(kit.Turned(msg))
	case tea.MouseClickMsg:
		if at := msg.Y - headLines; msg.Button == tea.MouseLeft && !s.help.Open && at >= 0 && at < len(s.visible(s.room())) {
			s.ref = rowOf(s.visible(s.room())[at])
		}
	}
}

// listed takes in what waits.
func (s *Screen) listed(msg listedMsg) tea.Cmd {
	if msg.n != s.looks {
		return nil
	}
	row := max(s.at(), 0)
	s.all, s.known = msg.entries, true
	if s.trouble = ""; msg.err != nil {
		s.trouble = msg.err.Error()
	}
	s.choose(row)
	if msg.over != nil {
		s.closed(*msg.over)
	}
	n := s.looks
	return kit.Batch(s.follow(), s.o.Tick(lookEvery, func(time.Time) tea.Msg { return lookMsg{n} }))
}

// choose filters the list, and keeps the cursor on its entry; it goes to a row if that is not
// in the list any more.
func (s *Screen) choose(row int) {
	if s.shown = s.all; s.finds {
		words := strings.ToLower(s.filter.Text())
		s.shown = nil
		for _, e := range s.all {
			if strings.Contains(strings.ToLower(e.Subject+" "+e.Title+" "+e.Workspace+" "+e.Who), words) {
				s.shown = append(s.shown, e)
			}
		}
	}
	if len(s.shown) > 0 && s.at() < 0 {
		s.ref = rowOf(s.shown[min(row, len(s.shown)-1)])
	}
}

// drop takes an entry that is decided out of the list until that is read again: Enter is for the
// next one.
func (s *Screen) drop(e inbox.Entry) {
	row := max(s.at(), 0)
	s.all = slices.DeleteFunc(slices.Clone(s.all), func(x inbox.Entry) bool { return rowOf(x) == rowOf(e) })
	s.choose(row)
}

// rowOf names the row of an entry. What was answered has another than what was asked, so that
// the cursor does not follow it down.
func rowOf(e inbox.Entry) string {
	if e.Decided() {
		return e.Kind + " " + e.Ref
	}
	return e.Ref
}

// at is the index of the entry under the cursor, -1 if there is none.
//
//go:noinline
func (s *Screen) at() int {
	for i, e := range s.shown {
		if rowOf(e) == s.ref {
			return i
		}
	}
	return -1
}

// move moves the cursor.
func (s *Screen) move(n int) {
	if len(s.shown) > 0 {
		s.ref = rowOf(s.shown[min(max(s.at()+n, 0), len(s.shown)-1)])
	}
}

// chosen is the entry under the cursor.
func (s *Screen) chosen() (inbox.Entry, bool) {
	if i := s.at(); i >= 0 {
		return s.shown[i], true
	}
	return inbox.Entry{}, false
}

// open is how many of a list wait for a person: those that were answered follow them.
func open(all []inbox.Entry) int {
	if i := slices.IndexFunc(all, inbox.Entry.Decided); i >= 0 {
		return i
	}
	return len(all)
}

// enter opens the form of the entry under the cursor.
func (s *Screen) enter() (tea.Model, tea.Cmd) {
	e, ok := s.chosen()
	if !ok {
		return s, nil
	}
	return s, s.form(e)
}

func (s *Screen) form(e inbox.Entry) tea.Cmd {
	in, kept := s.o.Inbox, s.kept
	s.coming = e.Ref
	return func() tea.Msg {
		_ = kept() // a look says its fault
		model, err := in.Paper(e)
		return paperMsg{in.Looked(e), model, err}
	}
}

// openIt goes to the conversation of the entry.
func (s *Screen) openIt() (tea.Model, tea.Cmd) {
	e, ok := s.chosen()
	if !ok {
		return s, nil
	}
	screens := s.o.Screens
	return s, s.GoTo(s.Under, textOpening, func() (tea.Model, error) { return screens.Conversation(e.Conversation) })
}

// arrived gives way to the conversation that was requested.
func (s *Screen) arrived(msg kit.ArrivedMsg) (tea.Model, tea.Cmd) {
	s.Came(s.Under, msg)
	if locked := kit.AsLocked(msg.Err); locked != nil {
		s.note = locked.Error()
		return s, nil
	}
	if msg.Err != nil {
		s.note = msg.Err.Error()
		return s, nil
	}
	return s.Terminal.Hand(msg.Model, nil)
}

// search begins to filter the list.
func (s *Screen) search() (tea.Model, tea.Cmd) {
	s.finds, s.filter = true, edit.Line{}
	return s, nil
}

// back ends the filter, and then goes back to the conversation.
func (s *Screen) back() (tea.Model, tea.Cmd) {
	if s.finds {
		s.finds = false
		s.choose(0)
		return s, nil
	}
	cmd := s.Pass(kit.InboxLeftMsg{})
	next, more := s.Return(s)
	return next, kit.Batch(cmd, more)
}

func (s *Screen) quit() (tea.Model, tea.Cmd) { return s.Quit(s) }

// stop is Ctrl+C: what Esc does, but where that quits it must be pressed twice. It also leaves a
// form, and may be meant for one that closed just now.
func (s *Screen) stop() (tea.Model, tea.Cmd) {
	if s.finds || s.Under != nil || s.quits {
		return s.back()
	}
	s.quits, s.note = true, textQuitAgain
	return s, nil
}

func (s *Screen) toHelp() (tea.Model, tea.Cmd) {
	s.help.Open = true
	return s, nil
}

// helpPage lists all keys of the list.
func (s *Screen) helpPage() kit.HelpPage {
	told := map[string]bool{}
	rows := slices.DeleteFunc(keys(), func(r kit.Row[*Screen]) bool {
		was := told[r.Shown]
		told[r.Shown] = true
		return was // in other words, for the hints
	})
	return kit.HelpPage{Theme: s.Theme, W: s.Terminal.W, H: s.Terminal.H, Groups: []kit.HelpGroup{kit.GroupOf(textHelp, s.Theme, s.Terminal, rows)}}
}
