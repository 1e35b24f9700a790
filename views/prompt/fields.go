package prompt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parley/forms"
	"parley/store/record"
	"parley/store/text/clean"
	"parley/views/edit"
	"parley/views/pane"
	"parley/views/text"
)

// sheet is a flat object as rows, one per property. It is a value; methods that
// change it return a new one.
type sheet struct {
	fields []forms.Property
	cells  []cell
	at     int // the row of the cursor
}

// cell is the content of a row.
type cell struct {
	text   string // of a text or a number
	on     bool   // of a boolean
	set    bool   // it was answered; an unanswered one stays out of the object
	picks  []bool // by option, of one or several of a list
	cursor int    // in the options
}

// sheetOf lays a value out in rows, the defaults of the properties without one; false
// if anything would be lost: the rows must give the same value again.
func sheetOf(schema, value json.RawMessage) (sheet, bool) {
	fields, ok := forms.Fields(schema)
	if !ok {
		return sheet{}, false
	}
	s := sheet{fields: fields, cells: make([]cell, len(fields))}
	var object map[string]json.RawMessage
	if value != nil && json.Unmarshal(value, &object) != nil {
		return sheet{}, false
	}
	for i, p := range fields {
		s.cells[i].picks = make([]bool, len(p.Type.Options))
		given, there := object[p.Name]
		if value == nil {
			given, there = p.Default, p.Default != nil
		}
		switch {
		case there:
			s.cells[i].fill(p.Type, given)
		case value == nil && p.Required && p.Type.Kind == forms.Boolean:
			s.cells[i].set = true // an unticked box means no
		}
	}
	return s, value == nil || forms.Equal(s.value(), value)
}

// fill puts a value into a cell, as far as it goes.
func (c *cell) fill(t forms.AnswerType, value json.RawMessage) {
	c.set = true
	several := []json.RawMessage{value}
	switch t.Kind {
	case forms.Boolean:
		c.on = string(bytes.TrimSpace(value)) == "true"
	case forms.Number:
		c.text = numberText(value)
		if c.text == "" {
			c.text = unquoted(value)
		}
	case forms.Text:
		if c.text = edit.Kept(clean.Known(unquoted(value))); strings.ContainsAny(c.text, "\n\r") { // a row is drawn, and given, as it would be typed
			c.text = "" // a line break shows only in the JSON
		}
	case forms.MultiSelect:
		if json.Unmarshal(value, &several) != nil {
			several = nil
		}
	}
	for _, place := range t.Places(several) {
		if place >= 0 {
			c.picks[place] = true
			c.cursor = max(c.cursor, place)
		}
	}
}

// isTyped reports whether the value of a row is typed.
func isTyped(t forms.AnswerType) bool { return t.Kind == forms.Text || t.Kind == forms.Number }

// cellValue is the value of a row, nil if there is none.
func cellValue(t forms.AnswerType, c cell) json.RawMessage {
	switch {
	case isTyped(t) && c.text == "":
		return nil
	case t.Kind == forms.Text:
		return quote(c.text)
	case t.Kind == forms.Number:
		if n, ok := forms.ReadNumber(c.text); ok {
			return n
		}
		return quote(c.text) // it is kept, and reported
	case !c.set:
		return nil
	case t.Kind == forms.Boolean:
		return Boolean(c.on)
	}
	var picked []string
	for i, o := range t.Options {
		if c.picks[i] {
			picked = append(picked, string(o.Value))
		}
	}
	if t.Kind == forms.MultiSelect {
		return json.RawMessage("[" + strings.Join(picked, ",") + "]")
	}
	if len(picked) == 0 {
		return nil
	}
	return json.RawMessage(picked[0])
}

// value is the object that the rows make.
func (s sheet) value() json.RawMessage {
	var parts []string
	for i, p := range s.fields {
		if v := cellValue(p.Type, s.cells[i]); v != nil {
			parts = append(parts, string(quote(p.Name))+":"+string(v))
		}
	}
	return json.RawMessage("{" + strings.Join(parts, ",") + "}")
}

// filled is the object, nil while there is nothing in it.
func (s sheet) filled() json.RawMessage {
	if v := s.value(); string(v) != "{}" {
		return v
	}
	return nil
}

// faults are the rows with faults.
func (s sheet) faults() (out []string) {
	for i, p := range s.fields {
		if fault := s.fault(i); fault != "" {
			out = append(out, OneLine(p.Name)+": "+fault)
		}
	}
	return out
}

// fault returns what is wrong with a row, "" for nothing.
func (s sheet) fault(i int) string {
	p, v := s.fields[i], cellValue(s.fields[i].Type, s.cells[i])
	if v == nil {
		if p.Required {
			return textRowMissing
		}
		return ""
	}
	if _, ok := forms.ReadNumber(s.cells[i].text); p.Type.Kind == forms.Number && !ok {
		return forms.LineNumber
	}
	if err := (forms.Question{AnswerType: p.Type}).Check(v); err != nil {
		return strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	return ""
}

// with is the sheet with the cell of the cursor changed.
func (s sheet) with(change func(*cell)) sheet {
	s.cells = slices.Clone(s.cells)
	c := s.cells[s.at]
	c.picks = slices.Clone(c.picks)
	change(&c)
	s.cells[s.at] = c
	return s
}

// here is the property of the cursor.
func (s sheet) here() forms.Property { return s.fields[s.at] }

// toggled moves the cursor among the choices of a row, or takes the one it is on.
func (s sheet) toggled(by int) sheet {
	t := s.here().Type
	return s.with(func(c *cell) {
		switch {
		case t.Kind == forms.Boolean:
			c.on, c.set = !c.on || !c.set, true
		case t.Kind == forms.MultiSelect && by == 0:
			c.picks[c.cursor], c.set = !c.picks[c.cursor], true
		case len(t.Options) > 0:
			if c.set || t.Kind == forms.MultiSelect {
				c.cursor = min(max(c.cursor+by, 0), len(t.Options)-1)
			}
			if t.Kind == forms.Select {
				c.picks, c.set = make([]bool, len(t.Options)), true
				c.picks[c.cursor] = true
			}
		}
	})
}

// cleared is the sheet with nothing in the row of the cursor.
func (s sheet) cleared() sheet {
	return s.with(func(c *cell) { c.set, c.on, c.picks = false, false, make([]bool, len(c.picks)) })
}

// sheetLines draws the rows. x is the cursor's column in its row.
func (f Field) sheetLines(look pane.Look, s sheet) (lines []string, x int) {
	column := 0
	for _, p := range s.fields {
		column = max(column, min(text.Width(OneLine(p.Name)), 20))
	}
	left := len(text.LeftMargin(look.Width)) + 2 + column + 3
	measure := look.Theme.Fit(look.Width)
	end := min(measure-1, text.TextWidth(measure)+len(text.LeftMargin(measure)))
	x = min(left, look.Width-1)
	for i, p := range s.fields {
		notes := rowNotes(look, p)
		room := max(end-left, 4)
		if text.Width(notes) > room/2 {
			notes = text.Cut(notes, room/2, look.Theme.Glyphs.Ellipsis)
		}
		switch beside := room - text.Width(notes) - 2; {
		case notes == "":
		case (i != s.at || isTyped(p.Type)) && text.Width(cellWords(look, p.Type, s.cells[i], false, 1<<20))+ahead(i == s.at) > beside:
			notes = "" // the choices, and what is typed, matter more than the notes
		default:
			room = beside
		}
		value := text.Cut(cellWords(look, p.Type, s.cells[i], i == s.at, room), room, look.Theme.Glyphs.Ellipsis)
		if i == s.at && isTyped(p.Type) {
			var cx int
			value, cx = f.typedRow(room, look.Theme.Glyphs.Ellipsis)
			x = min(left+cx, look.Width-1)
		}
		quiet := look.Theme.Dim
		if len(f.Faults) > 0 && s.fault(i) != "" { // until it is corrected
			quiet, value = look.Theme.Bad, text.Paint([]string{text.Stripped(value)}, look.Theme.Bad.Render)[0]
		}
		name := text.Pad(text.Cut(OneLine(p.Name), column, look.Theme.Glyphs.Ellipsis), column)
		line := row(look, i == s.at, name+" "+look.Theme.Glyphs.Bar+" "+value)
		if notes != "" {
			line = text.Apart(line, quiet.Render(notes), end)
		}
		lines = append(lines, line)
	}
	return lines, x
}

// typedRow is the row of what is typed that holds the cursor, and the cursor's column. Marks say where there
// is more: who asks may have filled it in.
func (f Field) typedRow(room int, mark string) (row string, x int) {
	e, before, after := &f.text.Editor, "", ""
	e.SetSize(max(room, 2), 1)
	if !e.AtStart() || !e.AtEnd() {
		e.SetSize(max(room-2*text.Width(mark), 2), 1)
		if before = mark; e.AtStart() {
			before = text.Spaces(text.Width(mark))
		}
		if !e.AtEnd() {
			after = mark
		}
	}
	for _, line := range e.Lines() {
		row = line
	}
	if x, _ = e.Cursor(); after == "" {
		row = strings.TrimRight(row, " ")
	}
	return before + row + after, text.Width(before) + x
}

// ahead is the cell for the cursor behind what is typed.
func ahead(typing bool) int {
	if typing {
		return 1
	}
	return 0
}

// rowNotes are the facts about a row: its limits, and whether it is needed.
func rowNotes(look pane.Look, p forms.Property) string {
	words := p.Type.LimitWords()
	switch {
	case len(words) > 0 || p.Type.Kind == forms.Boolean:
	case p.Required:
		words = []string{textRowNeeded}
	default:
		words = []string{textOptional}
	}
	return text.Line(strings.Join(words, " "+look.Theme.Glyphs.Dot+" "), 60)
}

// cellWords are the text of a row whose value is not being typed.
func cellWords(look pane.Look, t forms.AnswerType, c cell, at bool, room int) string {
	box := func(on bool) string {
		if on {
			return look.Theme.Glyphs.On
		}
		return look.Theme.Glyphs.Off
	}
	if isTyped(t) {
		return text.Line(c.text, max(room, 1))
	}
	if t.Kind == forms.Boolean {
		return box(c.on)
	}
	words := make([]string, len(t.Options))
	for i, o := range t.Options {
		words[i] = OneLine(record.OptionWords(o))
		switch {
		case t.Kind == forms.MultiSelect && at && i == c.cursor:
			words[i] = look.Theme.Glyphs.Cursor + box(c.picks[i]) + " " + words[i]
		case t.Kind == forms.MultiSelect:
			words[i] = box(c.picks[i]) + " " + words[i]
		case c.picks[i]:
			words[i] = pickedMark(look.Theme, words[i])
		}
	}
	all := strings.Join(words, "  ")
	if text.Width(all) <= room || len(words) == 0 {
		return all
	}
	where := fmt.Sprintf("  %d of %d", c.cursor+1, len(words))
	if t.Kind == forms.MultiSelect { // which of them is seen, and how many are not
		where = fmt.Sprintf("  %d chosen", countOf(c.picks))
	}
	return text.Cut(words[c.cursor], max(room-text.Width(where), 1), look.Theme.Glyphs.Ellipsis) + where
}

func pickedMark(th text.Theme, words string) string {
	if th.Glyphs.InASCII() {
		return "<" + words + ">"
	}
	return "‹ " + words + " ›"
}
