package kit

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parley/views/text"
)

// Terminal is what a screen knows about the terminal, for the screen that it
// gives way to: nothing is told twice.
type Terminal struct {
	W, H    int
	profile *tea.ColorProfileMsg
	back    *tea.BackgroundColorMsg
	focus   tea.Msg // the last one, nil: the terminal has had the focus from the first
	keys    *tea.KeyboardEnhancementsMsg
}

// Hears keeps what a message says of the terminal. It says whether it was one of
// those.
func (t *Terminal) Hears(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		t.W, t.H = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		t.profile = &msg
	case tea.BackgroundColorMsg:
		t.back = &msg
	case tea.FocusMsg, tea.BlurMsg:
		t.focus = msg
	case tea.KeyboardEnhancementsMsg:
		t.keys = &msg
	default:
		return false
	}
	return true
}

// The key for a new line, where the terminal tells it from Enter and where it does not.
const newLineKey, plainNewLineKey = "Shift+Enter", "Ctrl+J"

// Names is a key as it works on this terminal. Shift+Enter is Enter, which sends, on
// one that did not say that it tells them apart.
func (t Terminal) Names(key string) string {
	if key == newLineKey && (t.keys == nil || !t.keys.SupportsKeyDisambiguation()) {
		return plainNewLineKey
	}
	return key
}

// Tells is what the help says of a key, without naming it again.
func (t Terminal) Tells(key, words string) string {
	if t.Names(key) == plainNewLineKey {
		return strings.Replace(words, "(also Ctrl+J, Alt+Enter)", "(also Alt+Enter)", 1)
	}
	return words
}

// Hand begins the next screen: with what is known of the terminal, and then with
// what was typed meanwhile.
func (t Terminal) Hand(next tea.Model, typed []tea.Msg) (tea.Model, tea.Cmd) {
	var cmds []tea.Cmd
	give := func(msg tea.Msg) {
		var cmd tea.Cmd
		next, cmd = next.Update(msg)
		cmds = append(cmds, cmd)
	}
	if t.W > 0 {
		give(tea.WindowSizeMsg{Width: t.W, Height: t.H})
	}
	if t.profile != nil {
		give(*t.profile)
	}
	cmds = append(cmds, next.Init())
	if t.back != nil {
		give(*t.back)
	}
	if t.focus != nil {
		give(t.focus)
	}
	if t.keys != nil {
		give(*t.keys)
	}
	for _, msg := range typed {
		give(msg)
	}
	return next, tea.Batch(cmds...)
}

// Setting is what every screen of the program draws with.
type Setting struct {
	Terminal Terminal
	Theme    text.Theme
	Ground   Ground
}

// NewSetting takes the usual size until another is told.
func NewSetting(theme text.Theme, ground Ground) Setting {
	return Setting{Terminal: Terminal{W: 80, H: 24}, Theme: theme, Ground: ground}
}

// Hears takes what a message says of the terminal, and with what to draw then.
func (s *Setting) Hears(msg tea.Msg) bool {
	if !s.Terminal.Hears(msg) {
		return false
	}
	switch msg := msg.(type) {
	case tea.ColorProfileMsg:
		s.Ground = s.Ground.Of(msg)
	case tea.BackgroundColorMsg:
		s.Theme = s.Ground.Theme(msg, s.Theme)
	}
	return true
}

// Ground holds the themes for a light and a dark background, which are the same
// where one was chosen. Where they are set the terminal is asked what background it
// has; until it says so, which nothing waits for, another theme is drawn.
type Ground struct {
	Light, Dark *text.Theme

	few bool // 256 colours, and not all
}

// Ask asks the terminal for its background if that matters.
func (g Ground) Ask() tea.Cmd {
	if g.Light == nil || g.Dark == nil {
		return nil
	}
	return tea.Raw(ansi.RequestBackgroundColor)
}

// Of leaves nothing to change to on a terminal of sixteen colours or fewer, where
// the colours of those themes would be others.
func (g Ground) Of(msg tea.ColorProfileMsg) Ground {
	switch msg.Profile.String() {
	case "TrueColor":
		g.few = false
	case "ANSI256":
		g.few = true
	default:
		return Ground{}
	}
	return g
}

// Theme is the one for the terminal's background, with the fields that stand on it,
// or the one drawn so far.
func (g Ground) Theme(msg tea.BackgroundColorMsg, soFar text.Theme) text.Theme {
	switch {
	case g.Light == nil || g.Dark == nil || msg.Color == nil:
		return soFar
	case msg.IsDark():
		return g.Dark.Upon(msg.Color, g.few)
	}
	return g.Light.Upon(msg.Color, g.few)
}
