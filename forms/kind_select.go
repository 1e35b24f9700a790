package forms

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Select is answered with one of its options.
const Select Kind = "select"

type selectKind struct{ common }

func (selectKind) Kind() Kind { return Select }

func (selectKind) Attributes() []Attribute { return choosing() }

// choosing lists the attributes of kinds with options.
func choosing() []Attribute {
	return []Attribute{
		{Name: "options", Holds: OptionList, About: "For select and multi_select: at most " + strconv.Itoa(MostOptions) + " strings or objects."},
		{Name: "other", Holds: Flag, About: "The user may give another value."},
	}
}

func (selectKind) Sound(t AnswerType) Faults { return t.soundOptions() }

// soundOptions is what is wrong with the options.
func (t AnswerType) soundOptions() (faults Faults) {
	if len(t.Options) == 0 {
		return Faults{{"options", optionsMissing(t.Kind)}}
	}
	if many := TooManyOptions(len(t.Options)); many != "" {
		return Faults{{"options", many}}
	}
	add := func(at, message string) { faults = append(faults, Fault{at, message}) }
	first := make(map[string]int, len(t.Options))
	for i, o := range t.Options {
		for _, line := range []struct{ name, text string }{{"label", o.Label}, {"description", o.Description}} {
			if len(line.text) > maxLine {
				add("options"+index(i)+"."+line.name, tooLongText(len(line.text), maxLine))
			}
		}
		at := "options" + index(i) + ".value"
		key, ok := canonical(o.Value)
		switch {
		case len(o.Value) > maxLine:
			add(at, tooLongText(len(o.Value), maxLine))
		case len(o.Value) == 0:
			add(at, valueMissing)
		case !ok:
			add(at, valueNotJSON)
		case !scalar(kindOf(o.Value)):
			add(at, valueNotScalar(o.Value))
		default:
			if j, twice := first[key]; twice {
				add(at, valueTwice(o.Value, j))
				continue
			}
			first[key] = i
		}
	}
	return faults
}

func scalar(kind string) bool {
	return kind == "a string" || kind == "a number" || kind == "a boolean"
}

func (selectKind) Check(t AnswerType, answer json.RawMessage) error {
	return t.checkOne(t.optionSet(), answer)
}

// optionSet maps the canonical text of each option's value to its index.
func (t AnswerType) optionSet() map[string]int {
	set := make(map[string]int, len(t.Options))
	for i, o := range t.Options {
		if key, ok := canonical(o.Value); ok {
			if _, twice := set[key]; !twice {
				set[key] = i
			}
		}
	}
	return set
}

func (t AnswerType) checkOne(set map[string]int, answer json.RawMessage) error {
	if key, ok := canonical(answer); ok {
		if _, ok := set[key]; ok {
			return nil
		}
	}
	if !t.Other {
		return errors.New(notAnOption(answer, t.Options))
	}
	if kindOf(answer) != "a string" {
		return errors.New(otherNotText(answer, t.Options))
	}
	if strings.TrimSpace(unquote(answer)) == "" {
		return errors.New(otherEmpty)
	}
	return nil
}

// Canonical is the option as it is written; a value of the user's own is returned as
// it came.
func (selectKind) Canonical(t AnswerType, answer json.RawMessage) json.RawMessage {
	key, _ := canonical(answer)
	if i, ok := t.optionSet()[key]; ok {
		return t.Options[i].Value
	}
	return compact(answer)
}

func (selectKind) Schema(t AnswerType) json.RawMessage { return t.choiceSchema() }

// choiceSchema allows one of the options, or any string if other values are allowed.
func (t AnswerType) choiceSchema() json.RawMessage {
	if t.Other {
		return json.RawMessage(`{"type":"string"}`)
	}
	values, text := make([]json.RawMessage, len(t.Options)), true
	for i, o := range t.Options {
		values[i] = o.Value
		text = text && kindOf(o.Value) == "a string"
	}
	list := `"enum":` + string(join(values)) + `}`
	if text {
		return json.RawMessage(`{"type":"string",` + list)
	}
	return json.RawMessage(`{` + list)
}

func (selectKind) Line() Line { return Line{Wanted: "number"} }

func (selectKind) Read(t AnswerType, line string) (json.RawMessage, error) {
	v, err := t.picked(line)
	if err == nil || errors.Is(err, ErrOwn) {
		return v, err
	}
	return nil, errors.New(lineSelect(len(t.Options), t.OwnRow()))
}

// errNoRow says that a word is neither the number of a row nor a value.
var errNoRow = errors.New("no row")

// picked is the option with a number, or the user's own value if that is allowed. A whole
// number is always that of a row, with a point or a bracket behind it as well: whoever means
// it as a value of their own gives it in the row for that.
func (t AnswerType) picked(word string) (json.RawMessage, error) {
	word = strings.TrimSpace(word)
	n, err := strconv.Atoi(strings.TrimRight(word, ".)"))
	switch {
	case err == nil && n >= 1 && n <= len(t.Options):
		return t.Options[n-1].Value, nil
	case err == nil && n == t.OwnRow() && n > 0:
		return nil, ErrOwn
	case err != nil && !errors.Is(err, strconv.ErrRange) && t.Other && word != "":
		return quote(word), nil
	}
	return nil, errNoRow
}

func (selectKind) Say(t AnswerType, answer json.RawMessage) string { return t.Words(answer) }

func lineSelect(n, own int) string {
	if own > 0 {
		return fmt.Sprintf("type a number from 1 to %d, or a value of your own; one that is a number goes into row %d", own, own)
	}
	return fmt.Sprintf("type a number from 1 to %d", n)
}
