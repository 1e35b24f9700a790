package prompt

import (
	"encoding/json"

	"parley/forms"
	"parley/views/chrome"
	"parley/views/pane"
)

// booleanKind is yes or no: two rows, and a letter for each.
type booleanKind struct{}

func (booleanKind) kind() forms.Kind { return forms.Boolean }
func (booleanKind) traits() traits   { return traits{home: Choosing} }

func (booleanKind) open(f Field, value json.RawMessage) Field {
	f.cursor = cursorOfBool(value, f.Rules.Escalated)
	return f
}

func (k booleanKind) drafted(f Field, d Draft) Field { return k.open(f, d.Value) }

func (booleanKind) state(f Field) Draft {
	if f.cursor < 0 {
		return Draft{}
	}
	return Draft{Value: Boolean(f.cursor == 0)}
}

func cursorOfBool(value json.RawMessage, escalated bool) int {
	switch {
	case escalated:
		return -1
	case string(value) == "true":
		return 0
	case string(value) == "false":
		return 1
	}
	return -1
}

// Boolean is true or false as JSON.
func Boolean(b bool) json.RawMessage {
	if b {
		return json.RawMessage("true")
	}
	return json.RawMessage("false")
}

func (booleanKind) own(f Field, in Intent) (Field, Act, bool) {
	say, ok := in.(Say)
	if !ok || f.mode != Choosing {
		return f, nil, false
	}
	a := Answered{Value: Boolean(say.Yes)}
	if say.Remember {
		if !f.Rules.Remember {
			return f, nil, true
		}
		a.Remember = map[bool]string{true: "yes", false: "no"}[say.Yes]
	}
	return f, a, true
}

func (booleanKind) submit(f Field, _ string) (Field, Act) {
	if f.cursor < 0 || f.Rules.Escalated {
		return f, nil
	}
	return f, Answered{Value: Boolean(f.cursor == 0)}
}

func (booleanKind) draw(f Field, look pane.Look, _ int, _ ListRoom, b *Body) {
	b.Focus = f.cursor
	b.Add(0, row(look, f.cursor == 0, "yes"))
	b.Add(1, row(look, f.cursor == 1, "no"))
}

func (booleanKind) keys(f Field) []Binding {
	rows := []Binding{bind("y", "y", "yes", Say{Yes: true}), bind("n", "n", "no", Say{})}
	if f.Rules.Remember {
		rows = append(rows, bind("Y", "Y/N", "for the same question, this turn", Say{Yes: true, Remember: true}).ranked(chrome.RankAway), bind("N", "", "", Say{Remember: true}))
	}
	if f.Rules.Escalated {
		return rows
	}
	return append(rows, takes().ranked(chrome.RankExtra))
}

// takes is Enter on the choice under the cursor.
func takes() Binding {
	return bind("enter", "↑↓ Enter", "", Confirm{}).bare().explained("move, and take what the cursor is on")
}
