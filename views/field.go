package views

import (
	"encoding/json"

	"parley/forms"
)

// Mode is what a field does with keys.
type Mode int

// Modes of a field.
const (
	Choosing  Mode = iota // a list of options, or yes and no
	InMenu                // Answer, Back, Reply, End turn
	Writing               // the answer, in the editor
	Replying              // a reply, in the editor
	Other                 // a value of the user's own
	Filtering             // letters belong to the filter
)

// Rules are what may be done with a question here.
type Rules struct {
	CanGoBack bool // an earlier answer can be changed
	CanReply  bool
	Remember  bool // Y and N are offered
	Escalated bool // Enter alone never approves
	Direct    bool // text fields skip the menu
}

// Field is the open question: what the user has chosen and written so far. It is
// a value; Update returns the next one. Only the editor inside is shared, so the
// older value must not be used again. Make one with NewField.
type Field struct {
	Question forms.Question
	Rules    Rules
	Faults   []string // why the last answer was not taken

	mode   Mode
	cursor int // in the visible options, -1 none
	menu   int
	chosen []bool   // multi-select, by option
	own    []string // multi-select, values of the user's own
	filter string
	scroll int
	theme  Theme
	text   Editor
	draft  string // the answer's text while something else is being written
	about  *memo  // the context, drawn
}

// NewField opens a question. Its default, or the draft given before, is filled
// in.
func NewField(theme Theme, q forms.Question, rules Rules, draft Draft) Field {
	f := Field{Question: q, Rules: rules, theme: theme, text: NewEditor(theme, ""), cursor: -1, about: &memo{}}
	f.chosen = make([]bool, len(q.AnswerType.Options))
	value := q.Default
	if len(draft.Value) > 0 {
		value = draft.Value
	}
	switch q.AnswerType.Kind {
	case forms.Boolean:
		f.cursor = cursorOfBool(value, rules.Escalated)
	case forms.Select:
		f.cursor = max(f.optionOf(value), 0)
	case forms.MultiSelect:
		f.cursor = 0
		f.choose(value)
	case forms.Text, forms.Schema:
		f.mode = InMenu
		if rules.Direct {
			f.mode = Writing
		}
		f.text.Set(startText(q, value))
	case forms.Secret:
		f.mode = Writing
	}
	if draft.Text != "" && q.AnswerType.Kind != forms.Secret {
		f.text.Set(draft.Text)
		f.text.SetOffset(draft.Cursor)
	}
	return f
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

// Draft is what is typed so far and not given: for the record of drafts. It is
// empty for a secret.
type Draft struct {
	Text   string
	Value  json.RawMessage
	Cursor int
}

// Draft returns the state of the field to be kept.
func (f Field) Draft() Draft {
	d := Draft{}
	switch f.Question.AnswerType.Kind {
	case forms.Secret:
		return d
	case forms.MultiSelect:
		d.Value = f.picked()
	case forms.Text, forms.Schema:
		d.Text, d.Cursor = f.text.Text(), f.text.Offset()
		if f.mode == Replying {
			d.Text, d.Cursor = f.draft, len([]rune(f.draft))
		}
	}
	return d
}

// Mode returns what the field does with keys, so that the model can map them.
func (f Field) Mode() Mode { return f.mode }

// Typed returns what is being written, for the external editor; nothing of a
// secret.
func (f Field) Typed() string {
	if f.Question.AnswerType.Kind == forms.Secret && f.mode != Replying {
		return ""
	}
	return f.text.Text()
}

// Filter returns the text that filters the options.
func (f Field) Filter() string { return f.filter }

// WithFaults returns the field with the reasons why its answer was not taken.
func (f Field) WithFaults(faults ...string) Field {
	f.Faults = faults
	return f
}

// Resize gives the editor its room.
func (f Field) Resize(width, height int) Field {
	f.text.SetSize(width, height)
	return f
}

// Update applies an intent and says what came of it, if anything.
func (f Field) Update(in Intent) (Field, Act) {
	if s, ok := in.(Scroll); ok {
		f.scroll = max(f.scroll+s.By, 0)
		return f, nil
	}
	f.Faults = nil
	switch in.(type) {
	case EndTheTurn:
		return f, EndedTurn{}
	case GoBack:
		if f.Rules.CanGoBack {
			return f, WentBack{}
		}
		return f, nil
	case WriteReply:
		return f.reply(), nil
	}
	switch f.mode {
	case InMenu:
		return f.inMenu(in)
	case Writing, Replying, Other:
		return f.writing(in)
	case Filtering:
		return f.filtering(in)
	}
	return f.choosing(in)
}

// Clamp keeps the scroll offset inside what Draw said is the most.
func (f Field) Clamp(most int) Field {
	f.scroll = min(f.scroll, most)
	return f
}

func (f Field) reply() Field {
	if !f.Rules.CanReply || f.mode == Replying {
		return f
	}
	f.draft = f.text.Text()
	f.text = NewEditor(f.theme, "")
	f.mode = Replying
	return f
}

// home is the mode that Esc from a text leads to.
func (f Field) home() Mode {
	switch f.Question.AnswerType.Kind {
	case forms.Text, forms.Schema, forms.Secret:
		return InMenu
	}
	return Choosing
}
