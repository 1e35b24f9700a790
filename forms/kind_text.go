package forms

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Text is answered with a string of "min_length" to "max_length" code points that
// matches "pattern" and has a "format".
const Text Kind = "text"

type textKind struct{ common }

func (textKind) Kind() Kind { return Text }

func (textKind) Attributes() []Attribute {
	return []Attribute{
		{Name: "min_length", Holds: Count}, {Name: "max_length", Holds: Count},
		{Name: "pattern", Holds: Word, About: "RE2."},
		{Name: "format", Holds: Word, Words: []string{"email", "uri", "date", "date-time", formatPath}},
	}
}

// formatPath is a path inside the workspace, whether it exists or not. The other
// formats are those of JSON Schema.
const formatPath = "path"

const mostPattern = 1000 // bytes

func (textKind) Sound(t AnswerType) (faults Faults) {
	least, _ := t.Count("min_length")
	if most, limited := t.Count("max_length"); limited && most < least {
		faults = append(faults, Fault{"max_length", crossedLimits("min_length")})
	} else if limited && most == 0 {
		faults = append(faults, Fault{"max_length", lengthZero})
	}
	if pattern := t.Word("pattern"); len(pattern) > mostPattern {
		faults = append(faults, Fault{"pattern", patternTooLong})
	} else if _, err := ReadPattern(pattern); err != nil {
		faults = append(faults, Fault{"pattern", patternBroken(err)})
	} else if most, limited := t.Count("max_length"); len(faults) == 0 {
		faults = append(faults, tooFew(pattern, t.Word("format"), least, most, limited)...)
	}
	if format := t.Word("format"); t.Limits["format"] != nil && formatWords(format) == "" {
		faults = append(faults, Fault{"format", formatUnknown(format)})
	}
	return faults
}

// tooFew are the faults of limits of which each leaves texts, and all together none.
func tooFew(pattern, format string, least, most int, limited bool) Faults {
	lengths := span{float64(least), math.Inf(1)}
	if limited {
		lengths.most = float64(most)
	}
	matching, written := patternSpan(pattern), formatSpan(format)
	switch {
	case matching.empty():
		return Faults{{"pattern", patternNothing}}
	case matching.and(lengths).empty():
		return Faults{{"pattern", patternNoLength}}
	case written.and(lengths).empty():
		return Faults{{"format", formatNoLength}}
	case matching.and(written).empty():
		return Faults{{"pattern", patternNoFormat}}
	}
	return nil
}

func (textKind) Check(t AnswerType, answer json.RawMessage) error {
	if err := want(kindOf(answer), "a string", answerText); err != nil {
		return err
	}
	s := unquote(answer)
	n := utf8.RuneCountInString(s)
	if least, ok := t.Count("min_length"); ok && n < least {
		return errors.New(tooShort(least, n))
	}
	if most, ok := t.Count("max_length"); ok && n > most {
		return errors.New(tooMany(most, n))
	}
	if pattern := t.Word("pattern"); pattern != "" {
		left := purse(mostRead)
		re, err := readPattern(pattern, left)
		if err != nil {
			return fmt.Errorf("the pattern of the question %s", patternBroken(err))
		}
		left.Store(mostMatched / 2) // it is looked at several times before an answer is taken
		switch is := re.MatchString(s); {
		case left.Load() < 0:
			return errors.New(answerTooMuch)
		case !is:
			return errors.New(noMatch(pattern))
		}
	}
	return checkFormat(t.Word("format"), s)
}

func checkFormat(format, s string) error {
	switch {
	case format == "":
		return nil
	case format == formatPath:
		if strings.ContainsRune(s, 0) || !filepath.IsLocal(filepath.FromSlash(s)) {
			return errors.New(formatWrong(format))
		}
		return nil
	}
	c, err := CompileSchema([]byte(`{"type":"string","format":` + string(quote(format)) + `}`))
	if err != nil {
		return err
	}
	if s == "" || len(c.Validate(quote(s))) > 0 {
		return errors.New(formatWrong(format))
	}
	return nil
}

func (textKind) Schema(AnswerType) json.RawMessage { return json.RawMessage(`{"type":"string"}`) }

func (textKind) Limits(t AnswerType) (words []string) {
	least, _ := t.Count("min_length")
	most, high := t.Count("max_length")
	switch {
	case least > 0 && high && least == most:
		words = append(words, characters("exactly", least))
	case least > 0 && high:
		words = append(words, characters(fmt.Sprintf("%d to", least), most))
	case least > 0:
		words = append(words, characters("at least", least))
	case high:
		words = append(words, characters("at most", most))
	}
	if format := t.Word("format"); format != "" {
		words = append(words, formatWords(format))
	}
	if pattern := t.Word("pattern"); pattern != "" {
		words = append(words, "matches "+shown(quote(pattern)))
	}
	return words
}

func (textKind) Line() Line {
	return Line{Wanted: `text; a line that ends in \ goes on`, GoesOn: true}
}

func (textKind) Read(_ AnswerType, line string) (json.RawMessage, error) { return quote(line), nil }

const (
	lengthZero      = "is 0, so nothing could be written; use 1 or more, or remove it"
	patternNothing  = "matches no text at all, so nothing could be written; change or remove it"
	patternNoLength = "matches no text of the lengths that min_length and max_length allow, so nothing could be written; change one of them"
	patternNoFormat = "matches no text as long as the format's, so nothing could be written; change one of them"
	formatNoLength  = "has no text of the lengths that min_length and max_length allow, so nothing could be written; change one of them"
	patternTooLong  = "is longer than 1000 bytes; make it shorter"
	patternTooMuch  = "it has too many steps; let it repeat less"
	answerTooMuch   = "this is too long to be held against the pattern"
)

func patternBroken(err error) string {
	return clip(fmt.Sprintf("is not a regular expression of RE2: %v", err))
}

func formatUnknown(format string) string {
	return fmt.Sprintf("%s is not a format; use one of email, uri, date, date-time, path", shown(quote(format)))
}

// formatWords describes a format in a few words; "" for an unknown one.
func formatWords(format string) string {
	return map[string]string{
		"email": "an e-mail address", "uri": "a URI", "date": "a date, such as 2026-01-31",
		"date-time": "a date and time, such as 2026-01-31T13:00:00Z", formatPath: "a path inside the workspace",
	}[format]
}

func formatWrong(format string) string {
	if format == formatPath {
		return "this is not a path inside the workspace; write one from its top, such as docs/notes.md"
	}
	return "this is not " + formatWords(format)
}

func answerText(kind string) string { return "answer with a string, not " + kind }

func tooShort(least, got int) string {
	return fmt.Sprintf("write %s; this has %d", characters("at least", least), got)
}

func tooMany(most, got int) string {
	return fmt.Sprintf("write %s; this has %d", characters("at most", most), got)
}

func characters(before string, n int) string {
	if n == 1 {
		return before + " 1 character"
	}
	return fmt.Sprintf("%s %d characters", before, n)
}

func noMatch(pattern string) string { return "this does not match " + shown(quote(pattern)) }
