package screens

import (
	"testing"

	tea "charm.land/bubbletea/v2"
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

// TestATerminalWithoutUTF8GetsNoOtherMark: whatever is drawn, the marks of the chrome
// reach such a terminal in ASCII.
func TestATerminalWithoutUTF8GetsNoOtherMark(t *testing.T) {
	for ascii, want := range map[bool]string{true: "# Run - 2 s~ größe", false: "◆ Run · 2 s… größe"} {
		d := drawn{Model: picture("◆ Run · 2 s… größe"), ascii: ascii}
		if got := d.seen().Content; got != want {
			t.Errorf("ASCII %v: %q is shown, want %q", ascii, got, want)
		}
	}
	if got, want := (&drawn{Model: picture("◆ größe"), ascii: true}).seen().WindowTitle, "# gr??e"; got != want {
		t.Errorf("the title is %q, want %q", got, want)
	}
}
