package prompt

import (
	"encoding/json"
	"strings"

	"parley/forms"
	"parley/views/pane"
	"parley/views/text"
)

// numberKind is one line that accepts the characters of a number; the arrows change
// it if there is a step.
type numberKind struct{ written }

func (numberKind) kind() forms.Kind { return forms.Number }
func (numberKind) traits() traits {
	return traits{home: InMenu, oneLine: true}
}

func (numberKind) open(f Field, value json.RawMessage) Field { return f.opened(numberText(value)) }

func (numberKind) drafted(f Field, d Draft) Field { return f.redrafted(numberText(d.Value), d) }

// numberText is a number as it is written, "" for anything else.
func numberText(value json.RawMessage) string {
	if _, ok := forms.ReadNumber(string(value)); !ok {
		return ""
	}
	return string(value)
}

// numerals are what a number is written with.
const numerals = "0123456789+-.eE"

func (numberKind) own(f Field, in Intent) (Field, Act, bool) {
	if f.mode != Writing {
		return f, nil, false
	}
	switch in := in.(type) {
	case Key:
		before, at := f.text.Whole(), f.text.Offset()
		if f.text.Update(in.Msg); strings.Trim(f.text.Whole(), numerals) != "" {
			f.text.Fill(before)
			f.text.SetOffset(at)
		}
		return f, nil, true
	case Insert:
		if strings.Trim(strings.TrimSpace(in.Text), numerals) != "" {
			return f.WithFaults(forms.LineNumber), nil, true
		}
		f.text.Paste(strings.TrimSpace(in.Text))
		return f, nil, true
	case Step:
		number, _ := forms.ReadNumber(f.text.Whole())
		if moved, ok := f.Question.AnswerType.Stepped(number, in.By); ok {
			f.text.Fill(string(moved))
		}
		return f, nil, true
	}
	return f, nil, false
}

func (numberKind) submit(f Field, words string) (Field, Act) {
	number, ok := forms.ReadNumber(words)
	if !ok {
		return f.WithFaults(forms.LineNumber), nil
	}
	return f, Answered{Value: number}
}

// draw puts the limits beside the number, or below it if there is no room.
func (k numberKind) draw(f Field, look pane.Look, room int, list ListRoom, b *Body) {
	k.written.draw(f, look, room, list, b)
	notes := f.notes(look)
	switch at := len(b.Lines) - 1; {
	case notes == "" || at < 0:
	case text.Width(text.Stripped(b.Lines[at]))+3+text.Width(notes) < look.Width:
		b.Lines[at] = text.Apart(b.Lines[at], look.Theme.Dim.Render(notes), min(look.Width-1, text.TextWidth(look.Width)+len(text.LeftMargin(look.Width))))
	default:
		b.foot = pane.Informs(look, notes)
	}
}

func (numberKind) keys(f Field) []Binding {
	rows := []Binding{submits()}
	if _, steps := f.Question.AnswerType.Stepped(nil, 0); steps {
		rows = append(rows, bind("up", "↑↓", "one step", Step{By: 1}).explained("a step up or down"), bind("down", "", "", Step{By: -1}))
	}
	return append(rows, Binding{Also: TheEditor}, escapes("menu (draft is kept)"))
}
