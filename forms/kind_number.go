package forms

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// Number is answered with a number from "minimum" to "maximum", a whole number if
// "integer" is set. Keys move it by "step", which is not checked.
const Number Kind = "number"

type numberKind struct{ common }

func (numberKind) Kind() Kind { return Number }

func (numberKind) Attributes() []Attribute {
	return []Attribute{
		{Name: "integer", Holds: Flag}, {Name: "minimum", Holds: Amount},
		{Name: "maximum", Holds: Amount}, {Name: "step", Holds: Amount},
	}
}

func (numberKind) Sound(t AnswerType) (faults Faults) {
	least, most := t.amount("minimum"), t.amount("maximum")
	if step := t.amount("step"); step != nil && step.Sign() <= 0 {
		faults = append(faults, Fault{"step", stepNotPositive})
	}
	switch {
	case least == nil || most == nil:
	case least.Cmp(most) > 0:
		faults = append(faults, Fault{"maximum", crossedLimits("minimum")})
	case t.Flag("integer") && roundedUp(least).Cmp(most) > 0:
		faults = append(faults, Fault{"maximum", noWholeNumber})
	}
	return faults
}

// amount is a numeric attribute, nil for none.
func (t AnswerType) amount(name string) *big.Rat { return rational(t.Limits[name]) }

// rational is the exact value of a JSON number, nil for anything else and for a
// number that is too long.
func rational(raw json.RawMessage) *big.Rat {
	if len(raw) == 0 || kindOf(raw) != "a number" || !json.Valid(raw) || tooLong(json.Number(raw)) {
		return nil
	}
	r, ok := new(big.Rat).SetString(string(raw))
	if !ok {
		return nil
	}
	return r
}

// roundedUp is the smallest whole number not below x.
func roundedUp(r *big.Rat) *big.Rat {
	quotient, rest := new(big.Int).DivMod(r.Num(), r.Denom(), new(big.Int))
	if rest.Sign() != 0 {
		quotient.Add(quotient, big.NewInt(1))
	}
	return new(big.Rat).SetInt(quotient)
}

func (numberKind) Check(t AnswerType, answer json.RawMessage) error {
	if err := want(kindOf(answer), "a number", answerNumber); err != nil {
		return err
	}
	answer = compact(answer)
	n := rational(answer)
	if n == nil {
		return errors.New("the answer " + valueNumber)
	}
	if t.Flag("integer") && !n.IsInt() {
		return errors.New(notWhole(answer))
	}
	if least := t.amount("minimum"); least != nil && n.Cmp(least) < 0 {
		return errors.New(tooSmall(answer, t.Limits["minimum"]))
	}
	if most := t.amount("maximum"); most != nil && n.Cmp(most) > 0 {
		return errors.New(tooLarge(answer, t.Limits["maximum"]))
	}
	return nil
}

func (numberKind) Schema(t AnswerType) json.RawMessage {
	if t.Flag("integer") {
		return json.RawMessage(`{"type":"integer"}`)
	}
	return json.RawMessage(`{"type":"number"}`)
}

func (numberKind) Limits(t AnswerType) (words []string) {
	if t.Flag("integer") {
		words = append(words, "whole number")
	}
	least, most := t.Limits["minimum"], t.Limits["maximum"]
	switch {
	case least != nil && most != nil:
		words = append(words, fmt.Sprintf("%s to %s", shown(least), shown(most)))
	case least != nil:
		words = append(words, shown(least)+" or more")
	case most != nil:
		words = append(words, shown(most)+" or less")
	}
	return words
}

func (numberKind) Line() Line { return Line{Wanted: "a number"} }

func (numberKind) Read(_ AnswerType, line string) (json.RawMessage, error) {
	if n, ok := ReadNumber(line); ok {
		return n, nil
	}
	return nil, errors.New(LineNumber)
}

// ReadNumber makes a JSON number of what a person types: unlike JSON it allows a plus
// sign, a point at either end and leading zeros.
func ReadNumber(line string) (json.RawMessage, bool) {
	s := strings.TrimPrefix(strings.TrimSpace(line), "+")
	s, negative := strings.CutPrefix(s, "-")
	mantissa, power := s, ""
	if at := strings.IndexAny(s, "eE"); at >= 0 {
		mantissa, power = s[:at], s[at:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if whole+fraction == "" {
		return nil, false
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" || whole[0] < '0' || whole[0] > '9' {
		whole = "0" + whole
	}
	if s = whole; fraction != "" {
		s += "." + fraction
	}
	if s += power; negative {
		s = "-" + s
	}
	if raw := json.RawMessage(s); json.Valid(raw) && kindOf(raw) == "a number" && !strings.ContainsAny(s, " \t\r\n") {
		return raw, true
	}
	return nil, false
}

// Stepped is a number moved by this many steps, kept within the limits; false if the
// number cannot be stepped, because there is neither "step" nor whole numbers.
// Without a number it begins at the nearest limit, or otherwise at zero.
func (t AnswerType) Stepped(number json.RawMessage, by int) (json.RawMessage, bool) {
	step := t.amount("step")
	if step == nil {
		if !t.Flag("integer") {
			return number, false
		}
		step = big.NewRat(1, 1)
	}
	least, most := t.amount("minimum"), t.amount("maximum")
	n := rational(number)
	if n == nil {
		n = new(big.Rat)
	} else {
		n = new(big.Rat).Add(n, new(big.Rat).Mul(step, big.NewRat(int64(by), 1)))
	}
	if most != nil && n.Cmp(most) > 0 {
		n = most
	}
	if least != nil && n.Cmp(least) < 0 {
		n = least
	}
	digits, exact := n.FloatPrec()
	if !exact {
		return number, false
	}
	return json.RawMessage(n.FloatString(digits)), true
}

const (
	stepNotPositive = "must be more than 0; the arrow keys move the number by it"
	noWholeNumber   = "leaves no whole number from the minimum on; change a limit, or remove integer"
	// LineNumber says how to type a number.
	LineNumber = "type a number, such as 12, -0.5 or 1e6"
)

func crossedLimits(least string) string { return "is less than " + least + "; change one of them" }

func answerNumber(kind string) string { return "answer with a number, not " + kind }

func notWhole(n json.RawMessage) string { return shown(n) + " is not a whole number" }

func tooSmall(n, least json.RawMessage) string { return shown(n) + " is less than " + shown(least) }

func tooLarge(n, most json.RawMessage) string { return shown(n) + " is more than " + shown(most) }
