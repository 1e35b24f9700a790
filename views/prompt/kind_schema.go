package prompt

import (
	"encoding/json"
	"strings"

	"parley/forms"
	"parley/views/chrome"
	"parley/views/pane"
)

// schemaKind is JSON in an editor with numbered lines.
type schemaKind struct{ written }

func (schemaKind) kind() forms.Kind { return forms.Schema }
func (schemaKind) traits() traits   { return traits{home: InMenu} }

func (schemaKind) open(f Field, value json.RawMessage) Field {
	return f.opened(jsonText(f.Question, value))
}

func (schemaKind) drafted(f Field, d Draft) Field {
	return f.redrafted(jsonText(f.Question, d.Value), d)
}

func (schemaKind) submit(f Field, words string) (Field, Act) {
	if fault := jsonFault(words); fault != "" {
		return f.WithFaults(fault), nil
	}
	return f, Answered{Value: json.RawMessage(strings.TrimSpace(words))}
}

func (schemaKind) draw(f Field, look pane.Look, _ int, _ ListRoom, b *Body) {
	lines, x, focus := f.text.NumberedLines(look.Theme, look.Width)
	b.Focus, b.X = focus, x
	b.Add(-1, lines...)
}

func (schemaKind) keys(Field) []Binding {
	return []Binding{
		bind("ctrl+s", "Ctrl+S", "submit", Confirm{}),
		{Keys: []string{"enter", "shift+enter", "ctrl+j", "alt+enter"}, Shown: "Enter", Help: "new line", Do: Insert{Text: "\n"}},
		{Also: TheEditor},
		bind("f2", "F2", "schema", ShowSchema{}).explained("show or hide the schema of the answer").ranked(chrome.RankAway),
		escapes("menu (draft is kept)"),
	}
}
