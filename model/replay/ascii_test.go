package replay

import (
	"testing"

	"parley/teatest/desk"
	"parley/teatest/goldens"
	"parley/views/text"
)

// TestWhatIsBeingDoneInASCII ends in full stops: the ASCII mark for an ellipsis says that
// something was cut.
func TestWhatIsBeingDoneInASCII(t *testing.T) {
	for _, c := range []struct {
		glyphs text.Glyphs
		want   string
	}{{text.ASCII(), " reading the conversation..."}, {text.Unicode(), " reading the conversation…"}} {
		d := newScreening(t, desk.StoryLog(t), func(o *PlayerOptions) {
			o.Theme = goldens.Must(text.NewTheme(text.ThemePlain, c.glyphs))
		})
		p := player(d)
		p.reel = nil
		if got := text.Stripped(p.foot()); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		p.Busy = "copying the conversation…"
		if got, want := text.Stripped(p.foot()), " copying the conversation"+c.want[len(" reading the conversation"):]; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
