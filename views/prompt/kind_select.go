package prompt

import (
	"encoding/json"

	"parley/forms"
	"parley/views/chrome"
	"parley/views/edit"
)

// selectKind is one of a list, or the user's own value if that is allowed.
type selectKind struct{ choosing }

func (selectKind) kind() forms.Kind { return forms.Select }

// open puts the cursor on a value; one of the user's own opens as the text it is,
// so that Enter gives it again.
func (selectKind) open(f Field, value json.RawMessage) Field {
	f.cursor = 0
	if i := f.OptionOf(value); i >= 0 {
		f.cursor = i
		return f
	}
	var s string
	if len(value) == 0 || !f.Question.AnswerType.Other || json.Unmarshal(value, &s) != nil {
		return f
	}
	f.cursor, f.typed = len(f.Question.AnswerType.Options), s
	return f.other()
}

func (selectKind) drafted(f Field, d Draft) Field {
	f.mode, f.typed = Choosing, d.Text
	if i := f.OptionOf(d.Value); i >= 0 {
		f.cursor = i
	} else if d.Text != "" && f.Question.AnswerType.Other {
		f.cursor = len(f.Question.AnswerType.Options)
	}
	return f
}

func (selectKind) state(f Field) Draft {
	d := Draft{Text: f.ownText()}
	if visible := f.visible(); f.cursor >= 0 && f.cursor < len(visible) && visible[f.cursor] < len(f.chosen) {
		d.Value = f.Question.AnswerType.Options[visible[f.cursor]].Value
	}
	return d
}

// own is a digit that chooses at once, and Enter on what the filter leaves. A digit only goes
// to an option of which a part is not on the screen: who presses it has not read that.
func (k selectKind) own(f Field, in Intent) (Field, Act, bool) {
	switch in := in.(type) {
	case Pick:
		if n := f.choices(); in.Number < 1 || in.Number > n || n > 9 {
			return f, nil, false
		}
		f.cursor = in.Number - 1
		if !f.answers(f.cursor) {
			f.went = in.Number
			return f, nil, true
		}
	case Confirm:
		if f.mode != Filtering {
			return f, nil, false
		}
		f.mode = Choosing
	default:
		return f, nil, false
	}
	f, act := k.submit(f, "")
	return f, act, true
}

// submit gives the option under the cursor, or opens the line for one's own.
func (selectKind) submit(f Field, written string) (Field, Act) {
	if f.mode == Other {
		return f, Answered{Value: quote(written)}
	}
	visible := f.visible()
	if f.cursor < 0 || f.cursor >= len(visible) {
		return f, nil
	}
	if i := visible[f.cursor]; i < len(f.Question.AnswerType.Options) {
		return f, Answered{Value: f.Question.AnswerType.Options[i].Value}
	}
	return f.other(), nil
}

// other opens the line for a value of the user's own.
func (f Field) other() Field {
	f.mode, f.text = Other, edit.Folding{Editor: edit.NewEditor(f.theme, ""), Most: fieldBytes, MostLines: fieldLines}
	f.text.Fill(f.typed)
	return f
}

// digit is what a digit does in a list of options.
type digit int

const (
	goes    digit = iota // to the option
	either               // it chooses one that stands whole on the screen, and goes to another
	chooses              // at once
)

// digit is what one does now.
func (f Field) digit() digit {
	n, at := f.choices(), 0
	for i := range min(n, 9) {
		if f.answers(i) {
			at++
		}
	}
	switch {
	case n > 9 || at == 0:
		return goes
	case at < n:
		return either
	}
	return chooses
}

// answers reports whether the digit of a choice is enough: all of it is on the screen, and not only
// since that digit was pressed, or it is the line for one's own, which opens only.
func (f Field) answers(choice int) bool {
	return f.stands[choice] && choice+1 != f.went || f.Question.AnswerType.Other && choice == f.choices()-1
}

func (selectKind) keys(f Field) []Binding {
	enter := bind("enter", "↑↓ Enter", "", Confirm{}).bare().explained("move, and take what the cursor is on")
	does := f.digit()
	if does == chooses {
		enter = enter.ranked(chrome.RankAway)
	}
	rows := digits(f, does == chooses, textDigits)
	if does == either {
		rows[0].Words, rows[0].Help = textDigitsEither, textDigitsEitherHelp
	}
	return append(rows, enter, filters(f))
}

// digits choose at once, or move the cursor.
func digits(f Field, atOnce bool, words string) []Binding {
	n := min(f.choices(), 9)
	if n == 0 {
		return nil
	}
	rows := make([]Binding, n)
	for i := range rows {
		rows[i] = bind(string(rune('1'+i)), "", "", Pick{Number: i + 1})
	}
	rows[0].Shown, rows[0].Help = "1-"+string(rune('0'+n)), "go to an option"
	if n == 1 {
		rows[0].Shown = "1"
	}
	if atOnce {
		rows[0].Words, rows[0].Help = words, "choose an option at once"
	}
	return rows
}

// filters is hinted if there is enough to filter.
func filters(f Field) Binding {
	b := bind("/", "/", "filter", OpenFilter{}).explained("show the options that hold what you type").ranked(chrome.RankAway)
	if f.choices() <= 9 && f.Filter() == "" {
		b.Words = ""
	}
	return b
}
