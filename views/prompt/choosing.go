package prompt

import (
	"encoding/json"
	"slices"
	"strings"

	"parley/forms"
	"parley/views/edit"
	"parley/views/text"
)

func (f Field) choosing(in Intent) (Field, Act) {
	n := f.choices()
	switch in := in.(type) {
	case Step:
		if n > 0 && !f.fixed() {
			f.cursor = min(max(f.cursor+in.By, 0), n-1)
		}
	case Edge:
		if f.fixed() {
			return f, nil
		}
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
		if f.filter != "" { // Esc undoes the last thing first
			return f.unfiltered(), nil
		}
		f.mode, f.menu = InMenu, 0
	case OpenFilter:
		if f.Question.AnswerType.Kind != forms.Boolean {
			f.mode, f.cursor = Filtering, 0
		}
	}
	return f, nil
}

// unfiltered is the field with all of its options, the cursor where it was.
func (f Field) unfiltered() Field {
	at := 0
	if visible := f.visible(); f.cursor >= 0 && f.cursor < len(visible) {
		at = visible[f.cursor]
	}
	f.filter, f.mode, f.cursor = "", Choosing, at
	return f
}

func (f Field) say(in Say) (Field, Act) {
	if f.Question.AnswerType.Kind != forms.Boolean {
		return f, nil
	}
	a := Answered{Value: Boolean(in.Yes)}
	if in.Remember {
		if !f.Rules.Remember {
			return f, nil
		}
		a.Remember = map[bool]string{true: "yes", false: "no"}[in.Yes]
	}
	return f, a
}

func Boolean(b bool) json.RawMessage {
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
		return f, Answered{Value: Boolean(f.cursor == 0)}
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

// other opens the line for a value of the user's own.
func (f Field) other() Field {
	f.mode, f.text = Other, edit.Folding{Editor: edit.NewEditor(f.theme, ""), Most: fieldBytes}
	f.text.Fill(f.typed)
	return f
}

// pointAt puts the cursor on the n-th choice, or entry of the menu.
func (f Field) pointAt(n int) Field {
	switch {
	case n < 0:
	case f.mode == InMenu:
		f.menu = min(n, len(f.menuItems())-1)
	case f.mode == Choosing && !f.fixed() || f.mode == Filtering:
		f.cursor = min(n, f.choices()-1)
	}
	return f
}

// fixed reports whether no cursor may choose, only a key that says what it does.
func (f Field) fixed() bool {
	return f.Question.AnswerType.Kind == forms.Boolean && f.Rules.Escalated
}

func (f Field) toggle() (Field, Act) {
	visible := f.visible()
	if f.Question.AnswerType.Kind != forms.MultiSelect || f.cursor < 0 || f.cursor >= len(visible) {
		return f, nil
	}
	i := visible[f.cursor]
	if i == len(f.chosen) {
		if len(f.own) > 0 { // Space on what was written takes it away
			f.typed, f.own = f.own[0], nil
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

// Choices returns how many choices the filter leaves, one's own included.
func (f Field) Choices() int { return f.choices() }

// AtAnswer reports whether the menu's cursor is on Answer.
func (f Field) AtAnswer() bool { return f.menuItems()[f.menu] == menuAnswer }

// Closes reports whether the menu covers choices that Esc leads back to.
func (f Field) Closes() bool { return f.home() == Choosing }

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
		if query == "" || text.ContainsFold(o.Words()+"\n"+o.Description, query) {
			out = append(out, i)
		}
	}
	if a.Other {
		out = append(out, len(a.Options))
	}
	return out
}
