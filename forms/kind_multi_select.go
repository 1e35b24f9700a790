package forms

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MultiSelect is answered with a list of its options: at least "min" and at most
// "max" of them.
const MultiSelect Kind = "multi_select"

type multiSelectKind struct{}

func (multiSelectKind) Kind() Kind { return MultiSelect }

func (multiSelectKind) Attributes() []Attribute {
	return append(choosing(), Attribute{Name: "min", Holds: Count}, Attribute{Name: "max", Holds: Count})
}

func (multiSelectKind) Sound(t AnswerType) Faults {
	faults := t.soundOptions()
	if len(faults) > 0 {
		return faults
	}
	least, _ := t.Count("min")
	most, limited := t.Count("max")
	switch {
	case limited && most < least:
		faults = append(faults, Fault{"max", crossedLimits("min")})
	case limited && most == 0:
		faults = append(faults, Fault{"max", maxZero})
	case !t.Other && least > len(t.Options):
		faults = append(faults, Fault{"min", minTooMany(len(t.Options))})
	}
	return faults
}

func (multiSelectKind) Check(t AnswerType, answer json.RawMessage) error {
	items, faults := list(answer)
	if len(faults) > 0 {
		return errors.New(answerList(kindOf(answer)))
	}
	options := t.optionSet()
	for _, item := range items {
		if err := t.checkOne(options, item); err != nil {
			return err
		}
	}
	chosen, _ := set(answer)
	if least, ok := t.Count("min"); ok && len(chosen) < least {
		return errors.New(chooseMore(least, len(chosen)))
	}
	if most, ok := t.Count("max"); ok && len(chosen) > most {
		return errors.New(chooseLess(most, len(chosen)))
	}
	return nil
}

// Canonical puts the options in their order and the user's own values after them,
// without duplicates.
func (multiSelectKind) Canonical(t AnswerType, answer json.RawMessage) json.RawMessage {
	items, faults := list(answer)
	if len(faults) > 0 {
		return compact(answer)
	}
	options := t.optionSet()
	chosen := make([]bool, len(t.Options))
	seen := make(map[string]bool)
	var own []json.RawMessage
	for _, item := range items {
		key, _ := canonical(item)
		if i, ok := options[key]; ok {
			chosen[i] = true
		} else if !seen[key] {
			seen[key] = true
			own = append(own, compact(item))
		}
	}
	values := make([]json.RawMessage, 0, len(items))
	for i, is := range chosen {
		if is {
			values = append(values, t.Options[i].Value)
		}
	}
	return join(append(values, own...))
}

func join(values []json.RawMessage) json.RawMessage {
	b := []byte{'['}
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, v...)
	}
	return append(b, ']')
}

// Same compares sets.
func (multiSelectKind) Same(_ AnswerType, a, b json.RawMessage) bool {
	want, ok := set(a)
	if !ok {
		return false
	}
	got, ok := set(b)
	if !ok || len(want) != len(got) {
		return false
	}
	for key := range want {
		if !got[key] {
			return false
		}
	}
	return true
}

// set returns the canonical texts of a list's items, and whether it is a list.
func set(raw json.RawMessage) (map[string]bool, bool) {
	items, faults := list(raw)
	if len(faults) > 0 {
		return nil, false
	}
	keys := make(map[string]bool, len(items))
	for _, item := range items {
		key, ok := canonical(item)
		if !ok {
			return nil, false
		}
		keys[key] = true
	}
	return keys, true
}

// DefaultFaults finds duplicate values in a default.
func (multiSelectKind) DefaultFaults(value json.RawMessage) (faults []string) {
	items, _ := list(value)
	seen := map[string]int{}
	for _, item := range items {
		key, _ := canonical(item)
		if seen[key]++; seen[key] == 2 {
			faults = append(faults, defaultTwice(item))
		}
	}
	return faults
}

func (multiSelectKind) Schema(t AnswerType) json.RawMessage {
	return json.RawMessage(`{"type":"array","items":` + string(t.choiceSchema()) + `}`)
}

func (multiSelectKind) Limits(t AnswerType) []string {
	least, low := t.Count("min")
	most, high := t.Count("max")
	switch {
	case low && least > 0 && high && least == most:
		return []string{fmt.Sprintf("exactly %d", least)}
	case low && least > 0 && high:
		return []string{fmt.Sprintf("%d to %d", least, most)}
	case low && least > 0:
		return []string{fmt.Sprintf("at least %d", least)}
	case high:
		return []string{fmt.Sprintf("at most %d", most)}
	}
	return nil
}

func (multiSelectKind) Line() Line {
	return Line{Wanted: "numbers, with commas between", Nothing: "none of them", Clears: "a comma alone"}
}

func (multiSelectKind) Read(t AnswerType, line string) (json.RawMessage, error) {
	values := []json.RawMessage{}
	var own error
	for _, part := range strings.Split(line, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		v, err := t.picked(part)
		switch {
		case errors.Is(err, ErrOwn):
			own = err
		case err != nil:
			least, _ := t.Count("min")
			return nil, errors.New(lineMultiSelect(len(t.Options), t.OwnRow(), least == 0))
		}
		values = append(values, v)
	}
	if own != nil {
		return nil, own
	}
	return join(values), nil
}

func (multiSelectKind) Say(t AnswerType, answer json.RawMessage) string {
	items, _ := list(answer)
	if len(items) == 0 {
		return "none"
	}
	words := make([]string, len(items))
	for i, place := range t.Places(items) {
		words[i] = t.words(items[i], place)
	}
	return Listed(words)
}

// Listed are the words of several choices in one line. Those that could be taken for two stand in quotes.
func Listed(words []string) string {
	out := slices.Clone(words)
	for i, w := range out {
		if strings.ContainsAny(w, `,"`) {
			out[i] = strconv.Quote(w)
		}
	}
	return strings.Join(out, ", ")
}

const maxZero = "is 0, so nothing could be chosen; use 1 or more, or remove it"

func minTooMany(options int) string {
	return fmt.Sprintf("is more than there are options; use at most %d", options)
}

func defaultTwice(v json.RawMessage) string {
	return fmt.Sprintf("has %s twice; give each value once", shown(v))
}

func answerList(kind string) string { return "answer with a list of options, not " + kind }

func chooseMore(least, got int) string { return fmt.Sprintf("choose at least %d, not %d", least, got) }

func chooseLess(most, got int) string { return fmt.Sprintf("choose at most %d, not %d", most, got) }

func lineMultiSelect(n, own int, none bool) string {
	words, clears, last := fmt.Sprintf("type numbers from 1 to %d", max(n, own)), "", ""
	if own > 0 {
		words, last = words+" or values of your own,", fmt.Sprintf("; a value that is a number goes into row %d", own)
	}
	if none {
		clears = ", or a comma alone for none"
	}
	return words + " with commas between" + clears + last
}
