package kit

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parley/coordinator/arming"
	"parley/views/text"
)

// Terminal is what a screen knows about the terminal, to be handed to the screen that
// it gives way to, so that nothing has to be reported twice.
type Terminal struct {
	W, H    int
	profile *tea.ColorProfileMsg
	back    *tea.BackgroundColorMsg
	focus   tea.Msg // the latest one; nil: the terminal has had the focus from the start
	keys    *tea.KeyboardEnhancementsMsg
	latest  string // key
}

// Hears keeps what a message says about the terminal, and reports whether it was such
// a message.
func (t *Terminal) Hears(msg tea.Msg) bool {
	t.hearsKey(msg)
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

// The key for a new line, on terminals that tell it from Enter and on others.
const newLineKey, plainNewLineKey = "Shift+Enter", "Ctrl+J"

// Names is the name of a key on this terminal. On a terminal that did not say that it
// can tell them apart, Shift+Enter is Enter, which sends.
func (t Terminal) Names(key string) string {
	if key == newLineKey && (t.keys == nil || !t.keys.SupportsKeyDisambiguation()) {
		return plainNewLineKey
	}
	return key
}

// Tells is what the help says about a key, without naming it again.
func (t Terminal) Tells(key, words string) string {
	if t.Names(key) == plainNewLineKey {
		return strings.Replace(words, "(also Ctrl+J, Alt+Enter)", "(also Alt+Enter)", 1)
	}
	return words
}

// Hand starts the next screen with what is known about the terminal, and then with
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
	give(SeenMsg{t.latest})
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
	arming   arming.Arming
}

// NewSetting assumes the usual size until another is reported. The clock is that of what is
// decided on the screen.
//
//go:noinline
func NewSetting(theme text.Theme, ground Ground, clock arming.Clock) Setting {
	return Setting{Terminal: Terminal{W: 80, H: 24}, Theme: theme, Ground: ground, arming: arming.Arming{Clock: clock}}
}

// Hears takes in what a message says about the terminal, and what to draw with from
// then on. It hears of every message.
func (s *Setting) Hears(msg tea.Msg) bool {
	_, blurred := s.Terminal.focus.(tea.BlurMsg)
	Arms(&s.arming, msg, !blurred, false)
	if !s.Terminal.Hears(msg) {
		return false
	}
	switch msg := msg.(type) {
	case tea.ColorProfileMsg:
		s.Ground = s.Ground.Of(msg)
		s.Theme = s.Ground.Unknown(s.Theme)
	case tea.BackgroundColorMsg:
		s.Theme = s.Ground.Theme(msg, s.Theme)
	}
	return true
}

// Ground holds the themes for a light and a dark background; they are the same if one
// was chosen. If they are set, the terminal is asked for its background. Nothing
// waits for the answer; until then another theme is used.
type Ground struct {
	Light, Dark *text.Theme
	Own         bool // the terminal's own sixteen colours are drawn with: which of them, its background says

	few  bool // at most 256 colours
	bare bool // at most sixteen
}

// Ask asks the terminal for its background if it matters.
func (g Ground) Ask() tea.Cmd {
	if (g.Light == nil || g.Dark == nil) && !g.Own {
		return nil
	}
	return tea.Raw(ansi.RequestBackgroundColor)
}

// Of leaves only the terminal's own colours on one of sixteen or fewer, where those of
// the themes would be others. A terminal may say later that it has more.
func (g Ground) Of(msg tea.ColorProfileMsg) Ground {
	profile := msg.Profile.String()
	g.few, g.bare = profile == "ANSI256", profile != "TrueColor" && profile != "ANSI256"
	return g
}

// own reports whether the terminal's own sixteen colours are drawn with.
func (g Ground) own() bool { return g.Own || g.bare }

// Unknown returns the theme to draw with while the background is not known yet; a terminal
// that does not answer never makes it known.
func (g Ground) Unknown(soFar text.Theme) text.Theme {
	if g.own() || g.Light == nil || g.Dark == nil {
		return soFar
	}
	return soFar.Between()
}

// Theme is the theme and field colours for the terminal's background, or else the one
// used so far.
func (g Ground) Theme(msg tea.BackgroundColorMsg, soFar text.Theme) text.Theme {
	switch {
	case msg.Color == nil:
		return soFar
	case g.own():
		return soFar.Sixteen(msg.IsDark())
	case g.Light == nil || g.Dark == nil:
		return soFar
	case msg.IsDark():
		return g.Dark.Upon(msg.Color, g.few)
	}
	return g.Light.Upon(msg.Color, g.few)
}
