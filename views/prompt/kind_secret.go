package prompt

import (
	"encoding/json"

	"parley/forms"
	"parley/views/pane"
	"parley/views/text"
)

// secretKind is one line that is neither shown nor kept.
type secretKind struct{ written }

func (secretKind) kind() forms.Kind { return forms.Secret }
func (secretKind) traits() traits {
	return traits{home: InMenu, direct: true, oneLine: true, hidden: true, notes: true}
}

func (secretKind) open(f Field, _ json.RawMessage) Field { return f.opened("") }

func (secretKind) drafted(f Field, _ Draft) Field { return f }

func (secretKind) state(Field) Draft { return Draft{} }

func (secretKind) submit(f Field, words string) (Field, Act) { return f, Answered{Value: quote(words)} }

func (secretKind) draw(f Field, look pane.Look, _ int, _ ListRoom, b *Body) {
	words := textHiddenNone
	if f.text.Text() != "" {
		words = textHidden
	}
	// The cursor stands in front of the words, which are not what is typed.
	line := text.LeftMargin(look.Width) + look.Theme.Accent.Render(look.Theme.Glyphs.Cursor) + "   " + look.Theme.Dim.Render(words)
	b.X = min(len(text.LeftMargin(look.Width))+2, look.Width-1)
	b.Add(-1, text.Cut(line, look.Width, ""))
}

func (secretKind) keys(Field) []Binding { return []Binding{submits(), escapes("menu")} }
