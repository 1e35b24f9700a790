package screens

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/store/text/clean"
)

// picture is a model that only shows something.
type picture string

func (p picture) Init() tea.Cmd                       { return nil }
func (p picture) Update(tea.Msg) (tea.Model, tea.Cmd) { return p, nil }
func (p picture) View() tea.View {
	v := tea.NewView(string(p))
	v.WindowTitle = string(p)
	return v
}

// TestATerminalOfASCIIGetsNothingElse: whatever is drawn, what is not ASCII reaches such a terminal
// spelled out, in its title as well.
func TestATerminalOfASCIIGetsNothingElse(t *testing.T) {
	t.Cleanup(func() { clean.Shows(clean.Unicode) })
	const drawnText = "\x1b[1mgit status ◆\x1b[m && touch pwned # Û1GÛ2K"
	for charset, want := range map[clean.Charset]string{
		clean.OnlyASCII: "\x1b[1mgit status <U+25C6>\x1b[m && touch pwned # <U+00DB>1G<U+00DB>2K",
		clean.OwnASCII:  drawnText,
		clean.Unicode:   drawnText,
	} {
		clean.Shows(charset)
		if v := (&drawn{Model: picture(drawnText)}).seen(); v.Content != want || v.WindowTitle != want {
			t.Errorf("%d: %q is shown, titled %q, want %q", charset, v.Content, v.WindowTitle, want)
		}
	}
}

// TestASyllableIsOneCharacter: however it is written, it takes two cells on every terminal.
func TestASyllableIsOneCharacter(t *testing.T) {
	if v := (&drawn{Model: picture("\u1112\u1161\u11ab\u1100\u1173\u11af │")}).seen(); v.Content != "한글 │" {
		t.Errorf("%q is shown", v.Content)
	}
}
