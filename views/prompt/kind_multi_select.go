package prompt

import (
	"encoding/json"
	"slices"
	"strings"

	"parley/forms"
)

// multiSelectKind is any of a list: a box before each.
type multiSelectKind struct{ choosing }

func (multiSelectKind) kind() forms.Kind { return forms.MultiSelect }

func (multiSelectKind) open(f Field, value json.RawMessage) Field {
	f.cursor = 0
	f.choose(value)
	return f
}

func (multiSelectKind) drafted(f Field, d Draft) Field {
	f.chosen, f.own, f.typed = make([]bool, len(f.chosen)), nil, d.Text
	f.choose(d.Value)
	return f
}

func (multiSelectKind) state(f Field) Draft { return Draft{Value: f.picked(), Text: f.ownText()} }

// choose marks the values of a list as chosen.
func (f *Field) choose(value json.RawMessage) {
	var values []json.RawMessage
	if len(value) == 0 || json.Unmarshal(value, &values) != nil {
		return
	}
	for i, place := range f.Question.AnswerType.Places(values) {
		if place >= 0 {
			f.chosen[place] = true
			continue
		}
		var s string
		if json.Unmarshal(values[i], &s) == nil && f.Question.AnswerType.Other {
			f.own = append(f.own, s)
		}
	}
}

func (multiSelectKind) own(f Field, in Intent) (Field, Act, bool) {
	switch in.(type) {
	case Toggle:
		return f.toggle(), nil, true
	case ToggleAll:
		if f.mode == Choosing {
			return f.toggleAll(), nil, true
		}
	}
	return f, nil, false
}

func (f Field) toggle() Field {
	visible := f.visible()
	if f.cursor < 0 || f.cursor >= len(visible) {
		return f
	}
	i := visible[f.cursor]
	if i == len(f.chosen) {
		if len(f.own) > 0 { // Space on what was written takes it away
			f.typed, f.own = f.own[0], nil
			return f
		}
		return f.other()
	}
	f.chosen = slices.Clone(f.chosen)
	f.chosen[i] = !f.chosen[i]
	return f
}

// toggleAll goes for what is shown: what a filter hides stays as it was.
func (f Field) toggleAll() Field {
	shown := f.visible()
	if n := len(shown); n > 0 && shown[n-1] == len(f.chosen) {
		shown = shown[:n-1] // the user's own value
	}
	off := slices.ContainsFunc(shown, func(i int) bool { return !f.chosen[i] })
	f.chosen = slices.Clone(f.chosen)
	for _, i := range shown {
		f.chosen[i] = off
	}
	return f
}

// picked is the answer of a multi-select, in option order.
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

// submit gives the chosen values; the user's own value is chosen first.
func (multiSelectKind) submit(f Field, written string) (Field, Act) {
	if f.mode == Other {
		f.own = []string{written}
		f = f.leave()
		f.typed = ""
		return f, nil
	}
	return f, Answered{Value: f.picked()}
}

func (multiSelectKind) keys(f Field) []Binding {
	return append(digits(f, false, "go to an option"), bind("space", "Space", "toggle", Toggle{}),
		bind("a", "a", "all", ToggleAll{}).explained("choose all that are shown, or none of them if all are chosen"), bind("enter", "Enter", "submit", Confirm{}), filters(f))
}
