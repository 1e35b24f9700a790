package commands

import (
	"bytes"
	"encoding/json"
	"strings"

	"parley/coordinator"
	"parley/forms"
)

// offered is what an empty line means: the earlier answer, otherwise the default;
// nothing for an escalated question and for one about a change, as on the screen, since
// Enter alone never approves.
func offered(q forms.Question, x coordinator.Prompt) json.RawMessage {
	if x.Inquiry.EscalatedFrom != "" || takesWords(x) || q.AnswerType.Line().Hidden {
		return nil
	}
	if v, ok := x.Walk.Draft(q.ID); ok {
		return v
	}
	return q.Default
}

func prompting(q forms.Question, x coordinator.Prompt) string {
	line := q.AnswerType.Line()
	what := strings.Join(append([]string{line.Wanted}, q.AnswerType.LimitWords()...), ", ")
	v := offered(q, x)
	switch {
	case v != nil && line.Clears != "" && takesNothing(q) && spoken(q, v) != line.Nothing:
		what += "; Enter takes " + spoken(q, v) + ", " + line.Clears + " " + line.Nothing
	case v != nil:
		what += "; Enter takes " + spoken(q, v)
	case q.Optional:
		what += "; Enter leaves it out"
	case takesNothing(q):
		what += "; Enter takes " + line.Nothing
	}
	return "Answer (" + what + "): "
}

// takesNothing reports whether an empty line can be an answer: not where something must be chosen.
func takesNothing(q forms.Question) bool {
	if q.AnswerType.Line().Nothing == "" {
		return false
	}
	empty, err := q.AnswerType.Read("")
	return err == nil && q.Check(empty) == nil
}

// spoken is an answer that is offered, in words; the user's own text keeps its
// quotes, so that its ends are visible.
func spoken(q forms.Question, v json.RawMessage) string {
	t := q.AnswerType
	if nothing := t.Line().Nothing; nothing != "" {
		if empty, err := t.Read(""); err == nil && forms.Equal(v, empty) {
			return nothing
		}
	}
	if len(t.Options) == 0 && bytes.HasPrefix(v, []byte(`"`)) {
		return string(v)
	}
	return t.Say(v)
}

// takesWords reports whether a no to the question can carry words, because it is
// about something that would be done.
func takesWords(x coordinator.Prompt) bool {
	q := x.Inquiry.Question
	return x.Guard == "" && q.Digest != "" && q.AnswerType.Kind == forms.Boolean
}

// noWith reads a no with words after it.
func noWith(x coordinator.Prompt, text string) (words string, is bool) {
	if !takesWords(x) {
		return "", false
	}
	no, words, _ := strings.Cut(strings.TrimSpace(text), " ")
	no, words = strings.ToLower(strings.TrimRight(no, ",.:;")), strings.TrimSpace(words)
	return words, (no == "n" || no == "no") && words != ""
}

// parsed turns a line into an answer.
func parsed(q forms.Question, x coordinator.Prompt, text string) (json.RawMessage, error) {
	if strings.TrimSpace(text) == "" && !q.AnswerType.Line().Hidden {
		if v := offered(q, x); v != nil {
			return v, nil
		}
	}
	if text == "" && q.Optional {
		return json.RawMessage(forms.LeftOut), nil
	}
	return q.AnswerType.Read(text)
}

// cut says that a line was not taken, where the terminal may have dropped its end: what the person
// saw would not be what they said.
func (p *Plain) cut(l line) bool {
	if _, is := p.terminal(); !is || longestLine == 0 || len(l.text) < longestLine {
		return false
	}
	p.say("%s\n", textCut)
	return true
}

// textCut is said of a line that the terminal may have cut.
const textCut = "A terminal drops the end of so long a line, so nothing of it was taken. Type a shorter one:"
