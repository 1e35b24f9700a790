package views

import (
	"encoding/json"
	"slices"
	"strings"

	"parley/forms"
)

// Intent is what the user means by a key, decided by the model; a field knows no
// keys.
type Intent interface{ intent() }

// The intents of a field.
type (
	// Step moves the cursor by so many choices.
	Step struct{ By int }
	// Edge moves it to the first or the last choice.
	Edge struct{ Last bool }
	// Pick is a digit: it chooses with up to nine choices, else it moves there.
	Pick struct{ Number int }
	// Confirm is Enter: the choice under the cursor, the menu's entry, or what
	// was written.
	Confirm struct{}
	// Say is the letter for yes or no, with Remember for the rest of the turn.
	Say struct{ Yes, Remember bool }
	// Toggle is Space on an option of a multi-select.
	Toggle struct{}
	// ToggleAll chooses every option, or none if all are chosen.
	ToggleAll struct{}
	// OpenMenu leaves a text field for the menu, or opens it elsewhere.
	OpenMenu struct{}
	// OpenAnswer goes from the menu into the answer.
	OpenAnswer struct{}
	// OpenFilter begins to filter the options.
	OpenFilter struct{}
	// GoBack, WriteReply and EndTheTurn are the other three of the menu.
	GoBack     struct{}
	WriteReply struct{}
	EndTheTurn struct{}
	// Key is a key message for the text that is being written.
	Key struct{ Msg any }
	// Insert is text for it: a paste, a new line, the external editor's file.
	Insert struct{ Text string }
	// Replace puts other text in the place of what was written.
	Replace struct{ Text string }
	// Erase takes the last character of the filter away.
	Erase struct{}
	// Scroll moves the context by so many lines.
	Scroll struct{ By int }
)

func (Step) intent()       {}
func (Edge) intent()       {}
func (Pick) intent()       {}
func (Confirm) intent()    {}
func (Say) intent()        {}
func (Toggle) intent()     {}
func (ToggleAll) intent()  {}
func (OpenMenu) intent()   {}
func (OpenAnswer) intent() {}
func (OpenFilter) intent() {}
func (GoBack) intent()     {}
func (WriteReply) intent() {}
func (EndTheTurn) intent() {}
func (Key) intent()        {}
func (Insert) intent()     {}
func (Replace) intent()    {}
func (Erase) intent()      {}
func (Scroll) intent()     {}

// Act is what an intent led to, at most one: Answered, WentBack, Replied or
// EndedTurn.
type Act interface{ act() }

// The acts of a field.
type (
	// Answered gives a value, not yet checked. Remember is "yes" or "no" where
	// the user said which, else empty.
	Answered struct {
		Value    json.RawMessage
		Remember string
	}
	// WentBack asks for the question before.
	WentBack struct{}
	// Replied ends the form with words of the user's own; they may be empty.
	Replied struct{ Text string }
	// EndedTurn ends the turn.
	EndedTurn struct{}
)

func (Answered) act()  {}
func (WentBack) act()  {}
func (Replied) act()   {}
func (EndedTurn) act() {}

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

func (f Field) choosing(in Intent) (Field, Act) {
	n := f.choices()
	switch in := in.(type) {
	case Step:
		if n > 0 {
			f.cursor = min(max(f.cursor+in.By, 0), n-1)
		}
	case Edge:
		f.cursor = 0
		if in.Last {
			f.cursor = n - 1
		}
	case Pick:
		if in.Number < 1 || in.Number > n {
			return f, nil
		}
		f.cursor = in.Number - 1
		if n <= 9 && f.Question.AnswerType.Kind == forms.Select {
			return f.take()
		}
	case Say:
		return f.say(in)
	case Toggle:
		return f.toggle()
	case ToggleAll:
		return f.toggleAll(), nil
	case Confirm:
		return f.take()
	case OpenMenu:
		f.mode, f.menu = InMenu, 0
	case OpenFilter:
		if f.Question.AnswerType.Kind != forms.Boolean {
			f.mode, f.cursor = Filtering, 0
		}
	}
	return f, nil
}

func (f Field) say(in Say) (Field, Act) {
	if f.Question.AnswerType.Kind != forms.Boolean {
		return f, nil
	}
	a := Answered{Value: boolean(in.Yes)}
	if in.Remember {
		if !f.Rules.Remember {
			return f, nil
		}
		a.Remember = map[bool]string{true: "yes", false: "no"}[in.Yes]
	}
	return f, a
}

func boolean(b bool) json.RawMessage {
	if b {
		return json.RawMessage("true")
	}
	return json.RawMessage("false")
}

// take gives the choice under the cursor.
func (f Field) take() (Field, Act) {
	switch f.Question.AnswerType.Kind {
	case forms.Boolean:
		if f.cursor < 0 || f.Rules.Escalated {
			return f, nil
		}
		return f, Answered{Value: boolean(f.cursor == 0)}
	case forms.MultiSelect:
		return f, Answered{Value: f.picked()}
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

func (f Field) other() Field {
	f.mode, f.text = Other, NewEditor(f.theme, "")
	return f
}

func (f Field) toggle() (Field, Act) {
	visible := f.visible()
	if f.Question.AnswerType.Kind != forms.MultiSelect || f.cursor < 0 || f.cursor >= len(visible) {
		return f, nil
	}
	i := visible[f.cursor]
	if i == len(f.chosen) {
		if len(f.own) > 0 { // Space on what was written takes it away
			f.own = nil
			return f, nil
		}
		return f.other(), nil
	}
	f.chosen = slices.Clone(f.chosen)
	f.chosen[i] = !f.chosen[i]
	return f, nil
}

func (f Field) toggleAll() Field {
	if f.Question.AnswerType.Kind != forms.MultiSelect {
		return f
	}
	all := !slices.Contains(f.chosen, false)
	f.chosen = make([]bool, len(f.chosen))
	for i := range f.chosen {
		f.chosen[i] = !all
	}
	return f
}

// picked is the answer of a multi-select, in the order of its options.
func (f Field) picked() json.RawMessage {
	parts := []string{}
	for i, on := range f.chosen {
		if on {
			parts = append(parts, string(f.Question.AnswerType.Options[i].Value))
		}
	}
	for _, s := range f.own {
		parts = append(parts, string(quote(s)))
	}
	return json.RawMessage("[" + strings.Join(parts, ",") + "]")
}

// choices is the number of rows that the cursor can stand on.
func (f Field) choices() int {
	if f.Question.AnswerType.Kind == forms.Boolean {
		return 2
	}
	return len(f.visible())
}

// visible lists the options that the filter lets through, by index; the number
// of options itself stands for a value of the user's own.
func (f Field) visible() []int {
	a, query := f.Question.AnswerType, strings.ToLower(f.filter)
	out := make([]int, 0, len(a.Options)+1)
	for i, o := range a.Options {
		if query == "" || containsFold(optionLabel(o)+"\n"+o.Description, query) {
			out = append(out, i)
		}
	}
	if a.Other {
		out = append(out, len(a.Options))
	}
	return out
}
