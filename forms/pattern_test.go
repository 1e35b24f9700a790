package forms

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
)

func patterned(pattern string) Question {
	raw := json.RawMessage(strconv.Quote(pattern))
	return Question{ID: "q", Text: "Which?", AnswerType: AnswerType{Kind: Text, Limits: map[string]json.RawMessage{"pattern": raw}}}
}

// TestAPatternOfManySteps is refused: whoever reads it would wait, and so would every key while an answer
// is held against it.
func TestAPatternOfManySteps(t *testing.T) {
	const many = `(?:a?){1000}`
	if _, err := New([]Question{patterned(strings.Repeat(many, 79))}); err == nil || !strings.Contains(err.Error(), patternTooMuch) {
		t.Errorf("a form with it: %v", err)
	}
	schema := `{"type":"object","properties":{"a":{"pattern":"` + strings.Repeat(many, 79) + `"}}}`
	if _, err := CompileSchema([]byte(schema)); err == nil || !strings.Contains(err.Error(), patternTooMuch) {
		t.Errorf("a schema with it: %v", err)
	}
}

// TestATextThatIsTooLongForItsPattern is said to be that, and no answer.
func TestATextThatIsTooLongForItsPattern(t *testing.T) {
	text := func(s string, n int) json.RawMessage { return quote(strings.Repeat(s, n)) }
	for _, c := range []struct {
		pattern string
		answer  json.RawMessage
		want    string
	}{
		{`^(?:a?){1000}(?:a?){1000}$`, text("a", 100), ""},
		{`^(?:a?){1000}(?:a?){1000}$`, text("a", 2000), answerTooMuch},
		{`^.{1,1000}$`, text("ä", 1000), ""},
		{`^.{1,1000}$`, text("ä", 64<<10), answerTooMuch},
		{`(?s)^Reviewed-by: .*$`, json.RawMessage(`"Reviewed-by: ` + strings.Repeat("x", 64<<10) + `"`), ""},
		{`^[a-z]+$`, quote("A"), noMatch(`^[a-z]+$`)},
	} {
		got := ""
		if err := patterned(c.pattern).Check(c.answer); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s, %d bytes: %q, want %q", c.pattern, len(c.answer), got, c.want)
		}
	}
}

// TestAValueThatIsTooMuchForItsPatterns is refused, however many there are.
func TestAValueThatIsTooMuchForItsPatterns(t *testing.T) {
	compiled, err := CompileSchema([]byte(`{"items":{"pattern":"^(?:a?){1000}$"}}`))
	if err != nil {
		t.Fatal(err)
	}
	for items, want := range map[int]string{10: "", 1000: valueTooMuch, 20: ""} {
		value := "[" + strings.Repeat(`"`+strings.Repeat("a", 30)+`",`, items-1) + `"a"]`
		got := ""
		if faults := compiled.Validate([]byte(value)); len(faults) > 0 {
			got = faults[0].Message
		}
		if got != want {
			t.Errorf("%d items: %q, want %q", items, got, want)
		}
	}
}
