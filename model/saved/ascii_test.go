package saved

import (
	"testing"

	"parley/teatest/desk"
	"parley/teatest/goldens"
	"parley/views/text"
)

// TestWhatIsBeingDoneInASCII ends in full stops: the ASCII mark for an ellipsis says that
// something was cut.
func TestWhatIsBeingDoneInASCII(t *testing.T) {
	for glyphs, want := range map[text.Glyphs]string{text.ASCII(): "reading what is saved...", text.Unicode(): "reading what is saved…"} {
		d := desk.New(t)
		p := newTestPicker(d, &fakeShelf{}, &desk.Screens{T: t})
		p.Theme, p.listed = goldens.Must(text.NewTheme(text.ThemePlain, glyphs)), false
		if got := p.emptyWords(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
