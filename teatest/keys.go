package teatest

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// Keys are named as Bubble Tea names them: "enter", "ctrl+c", "shift+enter", "a", "Y",
// "ü". The same names press keys in a Driver and in a Terminal, so that one script of keys
// serves both.

// special is a key that is not a character. Letter and number are its legacy sequences:
// CSI letter, or CSI number ~.
type special struct {
	name   string
	code   rune
	plain  string // what a terminal sends for the key alone
	letter string
	number string
}

func specials() []special {
	return []special{
		{name: "enter", code: tea.KeyEnter, plain: "\r"},
		{name: "tab", code: tea.KeyTab, plain: "\t"},
		{name: "esc", code: tea.KeyEscape, plain: "\x1b[27u"},
		{name: "backspace", code: tea.KeyBackspace, plain: "\x7f"},
		{name: "space", code: tea.KeySpace, plain: " "},
		{name: "up", code: tea.KeyUp, letter: "A"},
		{name: "down", code: tea.KeyDown, letter: "B"},
		{name: "right", code: tea.KeyRight, letter: "C"},
		{name: "left", code: tea.KeyLeft, letter: "D"},
		{name: "home", code: tea.KeyHome, letter: "H"},
		{name: "end", code: tea.KeyEnd, letter: "F"},
		{name: "insert", code: tea.KeyInsert, number: "2"},
		{name: "delete", code: tea.KeyDelete, number: "3"},
		{name: "pgup", code: tea.KeyPgUp, number: "5"},
		{name: "pgdown", code: tea.KeyPgDown, number: "6"},
		{name: "f2", code: tea.KeyF2, number: "12"},
		{name: "f3", code: tea.KeyF3, number: "13"},
	}
}

// press is a key with its modifiers.
type press struct {
	mod tea.KeyMod
	special
	char string // instead of a special key
}

// parseKey reads a key's name; false if there is no such key.
func parseKey(name string) (press, bool) {
	var p press
	for {
		mod, rest, ok := strings.Cut(name, "+")
		m := map[string]tea.KeyMod{"ctrl": tea.ModCtrl, "alt": tea.ModAlt, "shift": tea.ModShift}[mod]
		if !ok || m == 0 {
			break
		}
		p.mod, name = p.mod|m, rest
	}
	for _, s := range specials() {
		if s.name == name {
			p.special = s
			return p, true
		}
	}
	p.char = name
	return p, utf8.RuneCountInString(name) == 1
}

// Key is the message that a key makes.
func Key(t T, name string) tea.KeyPressMsg {
	t.Helper()
	p, ok := parseKey(name)
	if !ok {
		t.Fatalf("there is no key %q", name)
	}
	return p.msg()
}

func (p press) msg() tea.KeyPressMsg {
	if p.char == "" {
		k := tea.Key{Code: p.code, Mod: p.mod}
		if p.code == tea.KeySpace && p.mod == 0 {
			k.Text = " "
		}
		return tea.KeyPressMsg(k)
	}
	r, _ := utf8.DecodeRuneInString(p.char)
	k := tea.Key{Code: r, Mod: p.mod}
	if p.mod&^tea.ModShift == 0 {
		k.Text = p.char
	}
	if unicode.IsUpper(r) {
		k.Code, k.ShiftedCode, k.Mod = unicode.ToLower(r), r, k.Mod|tea.ModShift
	}
	return tea.KeyPressMsg(k)
}

// bytes is what a terminal sends for the key. Escape and the combinations without a legacy
// form are sent in the kitty protocol, which cannot be taken for the beginning of another
// key.
func (p press) bytes() string {
	mod := p.modifier()
	switch {
	case p.letter != "" && p.mod == 0:
		return "\x1b[" + p.letter
	case p.letter != "":
		return "\x1b[1;" + mod + p.letter
	case p.number != "" && p.mod == 0:
		return "\x1b[" + p.number + "~"
	case p.number != "":
		return "\x1b[" + p.number + ";" + mod + "~"
	case p.char == "" && p.mod == 0:
		return p.plain
	case p.char == "" && p.code == tea.KeyTab && p.mod == tea.ModShift:
		return "\x1b[Z"
	case p.char == "":
		return "\x1b[" + strconv.Itoa(int(p.code)) + ";" + mod + "u"
	}
	return p.charBytes()
}

func (p press) charBytes() string {
	s := p.char
	if p.mod&tea.ModCtrl != 0 {
		s = string(rune(strings.ToLower(s)[0] & 0x1f))
	}
	if p.mod&tea.ModAlt != 0 {
		s = "\x1b" + s
	}
	return s
}

// modifier is the number of the modifiers in a sequence: one more than their
// bits.
func (p press) modifier() string {
	n := 1
	for bit, m := range map[int]tea.KeyMod{1: tea.ModShift, 2: tea.ModAlt, 4: tea.ModCtrl} {
		if p.mod&m != 0 {
			n += bit
		}
	}
	return strconv.Itoa(n)
}

// keyBytes is what a terminal sends for keys, pressed one after the other.
func keyBytes(t T, names ...string) string {
	t.Helper()
	var b strings.Builder
	for _, name := range names {
		p, ok := parseKey(name)
		if !ok {
			t.Fatalf("there is no key %q", name)
		}
		b.WriteString(p.bytes())
	}
	return b.String()
}
