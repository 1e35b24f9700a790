package prompt

import (
	"encoding/json"
	"strings"

	"parley/forms"
	"parley/views/chrome"
	"parley/views/pane"
)

// schemaKind is a flat object in rows, and JSON in an editor with numbered lines for
// anything else, and for users who prefer it.
type schemaKind struct{ written }

func (schemaKind) kind() forms.Kind { return forms.Schema }
func (schemaKind) traits() traits   { return traits{home: InMenu, most: fieldBytes} }

func (schemaKind) open(f Field, value json.RawMessage) Field {
	f = f.opened("")
	if s, ok := sheetOf(f.Question.AnswerType.Schema, value); ok {
		return f.onSheet(s)
	}
	f.text.Fill(jsonText(f.Question, value))
	return f
}

func (schemaKind) drafted(f Field, d Draft) Field {
	if d.Text == "" {
		d.Text = jsonText(f.Question, d.Value)
	}
	if g, ok := f.asSheet(d.Text); ok {
		return g
	}
	f.flat = nil
	return f.redrafted("", d)
}

// onSheet is the field with the rows, and the text of the row of the cursor.
func (f Field) onSheet(s sheet) Field {
	f.flat = &s
	f.text.Fill(s.cells[s.at].text)
	return f
}

// asSheet is the field with a JSON text in rows, false where that cannot be.
func (f Field) asSheet(words string) (Field, bool) {
	if !json.Valid([]byte(words)) {
		return f, false
	}
	s, ok := sheetOf(f.Question.AnswerType.Schema, json.RawMessage(words))
	if !ok {
		return f, false
	}
	return f.onSheet(s), true
}

// sheet are the rows with what is typed in the row of the cursor.
func (f Field) sheet() sheet {
	if s := *f.flat; isTyped(s.here().Type) {
		words := f.text.Whole()
		if f.mode == Replying {
			words = f.unsent
		}
		return s.with(func(c *cell) { c.text = words })
	}
	return *f.flat
}

func (k schemaKind) state(f Field) Draft {
	if f.flat == nil {
		return k.written.state(f)
	}
	return Draft{Text: jsonText(f.Question, f.sheet().value())}
}

func (schemaKind) own(f Field, in Intent) (Field, Act, bool) {
	if _, ok := in.(AsText); ok && f.mode == Writing {
		return f.turned(), nil, true
	}
	if f.flat == nil || f.mode != Writing {
		return f, nil, false
	}
	s := f.sheet()
	typed := isTyped(s.here().Type)
	switch in := in.(type) {
	case NextRow:
		s.at = min(max(s.at+in.By, 0), len(s.fields)-1)
		if in.First {
			s.at = 0
		}
		return f.onSheet(s), nil, true
	case Toggle, Side, Erase:
		switch in := in.(type) {
		case Toggle:
			s = s.toggled(0)
		case Side:
			s = s.toggled(in.By)
		case Erase:
			s = s.cleared()
		}
		return f.onSheet(s), nil, true
	case Key:
		return f, nil, !typed
	case Insert:
		if !typed {
			return f, nil, true
		}
		f.text.Paste(strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(strings.TrimRight(in.Text, "\r\n")))
		return f, nil, true
	case Replace:
		if g, ok := f.asSheet(in.Text); ok {
			return g, nil, true
		}
		f.flat = nil
		f.text.Fill(in.Text)
		return f, nil, true
	case Confirm:
		f, act := f.submitRows(s)
		return f, act, true
	}
	return f, nil, false
}

// submitRows gives what the rows hold.
func (f Field) submitRows(s sheet) (Field, Act) {
	if value := s.value(); f.Question.Optional && string(value) == "{}" {
		return f.leaveOut()
	}
	if faults := s.faults(); len(faults) > 0 {
		return f.WithFaults(faults...), nil
	}
	return f, Answered{Value: s.value()}
}

// turned changes between the rows and the JSON text, where nothing is lost by it.
func (f Field) turned() Field {
	if f.flat != nil {
		words := jsonText(f.Question, f.sheet().value())
		f.flat = nil
		f.text.Fill(words)
		return f
	}
	g, ok := f.asSheet(f.text.Whole())
	switch {
	case ok:
		return g
	case jsonFault(f.text.Whole()) != "":
		return f.WithFaults(jsonFault(f.text.Whole()))
	}
	return f.WithFaults(textNoRows)
}

func (schemaKind) submit(f Field, words string) (Field, Act) {
	if fault := jsonFault(words); fault != "" {
		return f.WithFaults(fault), nil
	}
	return f, Answered{Value: json.RawMessage(strings.TrimSpace(words))}
}

func (schemaKind) draw(f Field, look pane.Look, _ int, _ ListRoom, b *Body) {
	if f.flat != nil {
		lines, x := f.sheetLines(look, f.sheet())
		b.Focus, b.X = f.flat.at, x
		b.Add(-1, lines...)
		return
	}
	lines, x, focus := f.text.NumberedLines(look.Theme, look.Width)
	b.Focus, b.X, b.of = focus, x, -1
	b.Add(-1, lines...)
}

func (k schemaKind) keys(f Field) []Binding {
	schema := bind("f2", "F2", "schema", ShowSchema{}).explained("show or hide the schema of the answer").ranked(chrome.RankAway)
	if f.flat != nil {
		return append(rowKeys(*f.flat), Binding{Also: TheEditor}, schema, escapes("menu (draft is kept)"))
	}
	rows := []Binding{
		bind("ctrl+s", "Ctrl+S", "submit", Confirm{}),
		EnterBreaks(),
	}
	if _, ok := forms.Fields(f.Question.AnswerType.Schema); ok {
		rows = append(rows, bind("f3", "F3", "as fields", AsText{}).explained("show the value as fields").ranked(chrome.RankAway))
	}
	return append(rows, Binding{Also: TheEditor}, schema, escapes("menu (draft is kept)"))
}

// rowKeys are those of the rows.
func rowKeys(s sheet) []Binding {
	next := bind("tab", "Tab", "next", NextRow{By: 1}).explained("to the next field, and from the last to the conversation")
	if s.at == len(s.fields)-1 {
		next.Do, next.Also, next.Words = NextRow{First: true}, ToConversation, "conversation"
	}
	rows := []Binding{next}
	if t := s.here().Type; !isTyped(t) {
		if t.Kind != forms.Select {
			rows = append(rows, bind("space", "Space", "toggle", Toggle{}))
		}
		if len(t.Options) > 0 {
			side := bind("left", "←→", "choose", Side{By: -1})
			if t.Kind != forms.Select { // what takes the option, and what submits, are told first
				side = side.ranked(chrome.RankNear)
			}
			rows = append(rows, side, bind("right", "", "", Side{By: 1}))
		}
		rows = append(rows, bind("backspace", "Backspace", "", Erase{}).explained("leave the field empty"))
	}
	return append(rows,
		Binding{Keys: []string{"enter", "ctrl+s"}, Shown: "Enter", Words: "submit", Do: Confirm{}},
		bind("shift+tab", "Shift+Tab", "", NextRow{By: -1}).explained("to the field before"),
		bind("up", "↑↓", "", NextRow{By: -1}).explained("from field to field"), bind("down", "", "", NextRow{By: 1}),
		bind("f3", "F3", "as JSON", AsText{}).explained("write the value as JSON").ranked(chrome.RankAway))
}
