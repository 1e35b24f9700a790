// Package undo is the screen of what can be put back: turn by turn, file by file, each as
// the change that it would be.
package undo

import (
	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/kit"
)

// Options are the inputs of the screen.
type Options struct {
	kit.Shared
	Of    any // the conversation
	Undos kit.Undos
	Sets  []kit.UndoSet
}

// Screen is a list of turns, or of the files of one.
type Screen struct {
	kit.Setting
	kit.Cover
	o     Options
	at    int // the set under the cursor
	open  bool
	files []kit.UndoFile
	take  []bool
	file  int // the one under the cursor
	top   int // the first line of its change
	note  string
}

// page is how many files are looked at before they are shown; the rest follow.
const page = 32

// lookedMsg is how things stand with some files of a set.
type lookedMsg struct {
	set, from int
	files     []kit.UndoFile
}

// New makes the screen.
func New(o Options) *Screen {
	return &Screen{Setting: o.Setting(), o: o}
}

// Init asks for the background.
func (s *Screen) Init() tea.Cmd { return s.Ground.Ask() }

// Update handles keys. Everything else goes to the conversation behind.
func (s *Screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if s.Hears(msg) {
		return s, s.Pass(msg)
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		r, ok := kit.RowOf(keys(), s, msg.String())
		if s.note = s.Refuses(msg, r.Decides); s.note == "" && ok {
			return r.Do(s)
		}
	case tea.MouseWheelMsg:
		s.scroll(kit.Turned(msg))
	case lookedMsg:
		return s, s.looked(msg)
	default:
		return s, s.Pass(msg)
	}
	return s, nil
}

// scroll moves through the change, or in the list of turns.
func (s *Screen) scroll(n int) {
	if !s.open {
		s.move(n)
		return
	}
	s.top = min(max(s.top+n, 0), max(len(s.change())-s.room(), 0))
}

// move moves the cursor.
func (s *Screen) move(n int) {
	if !s.open {
		s.at = min(max(s.at+n, 0), max(len(s.o.Sets)-1, 0))
		return
	}
	s.file, s.top = min(max(s.file+n, 0), max(len(s.files)-1, 0)), 0
}

// enter opens the turn under the cursor.
func (s *Screen) enter() (tea.Model, tea.Cmd) {
	if s.open || s.at >= len(s.o.Sets) {
		return s, nil
	}
	s.open, s.files, s.take, s.file, s.top = true, nil, nil, 0, 0
	return s, s.look(s.at, 0)
}

func (s *Screen) look(set, from int) tea.Cmd {
	undos := s.o.Undos
	return func() tea.Msg { return lookedMsg{set, from, undos.Look(set, from, page)} }
}

// looked shows some files, and looks at the next ones.
func (s *Screen) looked(msg lookedMsg) tea.Cmd {
	if !s.open || msg.set != s.at || msg.from != len(s.files) {
		return nil
	}
	for _, f := range msg.files {
		s.files = append(s.files, f)
		s.take = append(s.take, f.Ready && f.Grants == "")
	}
	s.Anew() // a yes to these was not one to all of them
	if s.whole() || len(msg.files) == 0 {
		return nil
	}
	return s.look(s.at, len(s.files))
}

// whole reports whether every file of the turn was looked at.
func (s *Screen) whole() bool { return s.open && len(s.files) == s.o.Sets[s.at].Files }

// toggle marks the file under the cursor, or unmarks it.
func (s *Screen) toggle() (tea.Model, tea.Cmd) {
	switch {
	case s.file >= len(s.files):
	case !s.files[s.file].Ready:
		s.note = staysText(s.files[s.file])
	case !s.follows(s.file):
		s.note = goesWithText(s.files[s.file])
	default:
		s.take[s.file] = !s.take[s.file]
	}
	return s, nil
}

// ready reports whether the file under the cursor can be marked: what stays as it is cannot.
func (s *Screen) ready() bool { return s.file < len(s.files) && s.files[s.file].Ready }

// several reports whether there is a row to go to.
func (s *Screen) several() bool {
	if s.open {
		return len(s.files) > 1
	}
	return len(s.o.Sets) > 1
}

// going are the files that would be put back if one more was chosen, -1 for none: the new name of a
// moved one goes only with the old one.
func (s *Screen) going(also int) map[string]bool {
	var chosen []coordinator.PutBack
	for i, f := range s.files {
		if s.take[i] || i == also {
			f.Put.Path = f.Path
			chosen = append(chosen, f.Put)
		}
	}
	goes := map[string]bool{}
	for _, f := range coordinator.Whole(chosen) {
		goes[f.Path] = true
	}
	return goes
}

// follows reports whether a file can go.
func (s *Screen) follows(i int) bool { return s.going(i)[s.files[i].Path] }

// taken is the number of files that the user decides to put back.
func (s *Screen) taken() int { return len(s.going(-1)) }

// put makes the decision, and goes back to the conversation, which carries it out.
func (s *Screen) put() (tea.Model, tea.Cmd) {
	switch {
	case !s.whole():
		s.note = textLooking
		return s, nil
	case s.taken() == 0:
		s.note = textNoneTaken
		return s, nil
	}
	in := coordinator.Undo{Redo: s.o.Sets[s.at].Redo}
	goes := s.going(-1)
	for _, f := range s.files {
		switch {
		case goes[f.Path]:
			in.Files = append(in.Files, f.Put)
		case f.Changed:
			in.LeftOut = append(in.LeftOut, f.Path)
		}
	}
	cmd := s.Pass(kit.UndoMsg{Of: s.o.Of, Undo: in})
	next, more := s.Return(s)
	return next, tea.Batch(cmd, more)
}

// back goes from the files to the turns, and from there to the conversation.
func (s *Screen) back() (tea.Model, tea.Cmd) {
	if s.open {
		s.open, s.files, s.take = false, nil, nil
		return s, nil
	}
	return s.Return(s)
}

func (s *Screen) quit() (tea.Model, tea.Cmd) { return s.Quit(s) }
