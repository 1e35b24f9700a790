// Package rules is the screen of the rules in force in a conversation. It shows where
// each holds and who made it, and revokes those that the program keeps.
package rules

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
)

// Options are the inputs of the screen.
type Options struct {
	kit.Shared
	Rules kit.Rules
	Drop  func(kit.Rule) tea.Cmd // revokes a rule; a kit.RuleDroppedMsg reports the result
}

// Screen is the list.
type Screen struct {
	kit.Setting
	kit.Cover
	o    Options
	at   int
	top  int
	note string
	busy bool // a rule is being revoked
}

// New makes the screen.
func New(o Options) *Screen {
	return &Screen{Setting: o.Setting(), o: o}
}

// Init asks for the background.
func (s *Screen) Init() tea.Cmd { return s.Ground.Ask() }

// Update handles keys. Everything else goes to the conversation behind.
func (s *Screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer s.lay()
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
		s.move(kit.Turned(msg))
	case tea.MouseClickMsg:
		s.click(msg)
	case kit.RuleDroppedMsg:
		s.dropped(msg)
		return s, s.Pass(msg) // it is recorded there
	default:
		return s, s.Pass(msg)
	}
	return s, nil
}

func (s *Screen) move(n int) {
	s.at = min(max(s.at+n, 0), max(len(s.o.Rules.All)-1, 0))
}

// click moves the cursor to the rule under the mouse.
func (s *Screen) click(msg tea.MouseClickMsg) {
	lines, row := s.lines(), msg.Y-len(s.head())+s.top
	if msg.Button == tea.MouseLeft && row >= s.top && row < min(len(lines), s.top+s.room()) && lines[row].rule >= 0 {
		s.at = lines[row].rule
	}
}

// chosen is the rule under the cursor.
func (s *Screen) chosen() (kit.Rule, bool) {
	if s.at >= len(s.o.Rules.All) {
		return kit.Rule{}, false
	}
	return s.o.Rules.All[s.at], true
}

// revoke revokes the rule under the cursor.
func (s *Screen) revoke() (tea.Model, tea.Cmd) {
	r, ok := s.chosen()
	switch {
	case !ok || s.busy:
		return s, nil
	case r.Key == "":
		s.note = standsText(r.At)
		return s, nil
	}
	s.busy = true
	return s, s.o.Drop(r)
}

// dropped shows the remaining rules.
func (s *Screen) dropped(msg kit.RuleDroppedMsg) {
	s.busy, s.o.Rules = false, msg.Rules
	s.move(0)
	if msg.Err != nil {
		s.note = notDroppedText(msg.Err)
		return
	}
	s.Anew() // another rule is under the cursor
	s.note = droppedText(msg.Rule)
}

// room is the height of the list in lines.
func (s *Screen) room() int { return max(s.Terminal.H-len(s.head())-2, 1) }

// lay scrolls to the rule under the cursor.
func (s *Screen) lay() {
	lines, room := s.lines(), s.room()
	first := slices.IndexFunc(lines, func(l line) bool { return l.rule == s.at })
	last := first
	for last+1 < len(lines) && lines[last+1].rule == s.at {
		last++
	}
	s.top = max(min(s.top, len(lines)-room), last-room+1, 0)
	if first >= 0 && first < s.top {
		s.top = first
	}
}

func (s *Screen) back() (tea.Model, tea.Cmd) { return s.Return(s) }

func (s *Screen) quit() (tea.Model, tea.Cmd) { return s.Quit(s) }

// View draws the list.
func (s *Screen) View() tea.View {
	v := s.o.Page("parley: rules")
	w, h := s.Terminal.W, s.Terminal.H
	if w < kit.LeastWidth || h < kit.LeastHeight {
		v.Content = strings.Join(kit.SmallLines(w, h), "\n")
		return v
	}
	drawn, all := s.head(), s.lines()
	for _, l := range all[min(s.top, len(all)):min(s.top+s.room(), len(all))] {
		drawn = append(drawn, l.text)
	}
	for len(drawn) < h-2 {
		drawn = append(drawn, "")
	}
	drawn = append(drawn[:h-2], kit.First(kit.Paragraphs(s.Theme, s.note, w)), kit.HintLine(keys(), s, s.Theme, w))
	v.Content = strings.Join(drawn, "\n")
	return v
}
