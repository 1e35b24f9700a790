package commands

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"parley/coordinator"
	"parley/forms"
)

// offered is what an empty line takes: the answer given before, else the
// default; nothing on an escalated question, since Enter alone never approves.
func offered(q forms.Question, x coordinator.Prompt) json.RawMessage {
	if x.Inquiry.EscalatedFrom != "" || q.AnswerType.Kind == forms.Secret {
		return nil
	}
	if v, ok := x.Walk.Draft(q.ID); ok {
		return v
	}
	return q.Default
}

// noneOfThem is an answer of nothing where several could be chosen.
const noneOfThem = "none of them"

func prompting(q forms.Question, x coordinator.Prompt) string {
	what := map[forms.Kind]string{
		forms.Boolean: "yes or no", forms.Select: "number", forms.MultiSelect: "numbers, with commas between",
		forms.Text: "text; a line that ends in \\ goes on", forms.Secret: "not shown", forms.Schema: "JSON on one line",
	}[q.AnswerType.Kind]
	v := offered(q, x)
	switch several := q.AnswerType.Kind == forms.MultiSelect; {
	case v != nil && several && spoken(q, v) != noneOfThem:
		what += "; Enter takes " + spoken(q, v) + ", a comma alone none of them"
	case v != nil:
		what += "; Enter takes " + spoken(q, v)
	case several:
		what += "; Enter takes " + noneOfThem
	}
	return "Answer (" + what + "): "
}

// spoken is an answer in words: yes and no, the labels of options.
func spoken(q forms.Question, v json.RawMessage) string {
	if q.AnswerType.Kind == forms.Boolean {
		if string(v) == "true" {
			return "yes"
		}
		return "no"
	}
	var several []json.RawMessage
	if q.AnswerType.Kind == forms.MultiSelect && json.Unmarshal(v, &several) == nil {
		words := make([]string, len(several))
		for i, one := range several {
			words[i] = q.AnswerType.Words(one)
		}
		return cmp.Or(strings.Join(words, ", "), noneOfThem)
	}
	if len(q.AnswerType.Options) > 0 {
		return q.AnswerType.Words(v)
	}
	return string(v)
}

// takesWords says whether a no to the question can carry words: one that is about
// what would be done.
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

// parsed makes an answer of a line.
func parsed(q forms.Question, x coordinator.Prompt, text string) (json.RawMessage, error) {
	trimmed := strings.TrimSpace(text)
	if trimmed == "" && q.AnswerType.Kind != forms.Secret {
		if v := offered(q, x); v != nil {
			return v, nil
		}
	}
	switch q.AnswerType.Kind {
	case forms.Boolean:
		switch strings.ToLower(trimmed) {
		case "y", "yes":
			return json.RawMessage("true"), nil
		case "n", "no":
			return json.RawMessage("false"), nil
		}
		return nil, fmt.Errorf("type yes or no")
	case forms.Select:
		return option(q, trimmed)
	case forms.MultiSelect:
		return several(q, trimmed)
	case forms.Schema:
		return json.RawMessage(trimmed), nil
	}
	return json.Marshal(text)
}

func option(q forms.Question, text string) (json.RawMessage, error) {
	n, err := strconv.Atoi(text)
	if err == nil && n >= 1 && n <= len(q.AnswerType.Options) {
		return q.AnswerType.Options[n-1].Value, nil
	}
	if q.AnswerType.Other && text != "" {
		return json.Marshal(text)
	}
	return nil, fmt.Errorf("type a number from 1 to %d", len(q.AnswerType.Options))
}

func several(q forms.Question, text string) (json.RawMessage, error) {
	values := []json.RawMessage{}
	for _, part := range strings.Split(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		v, err := option(q, part)
		if err != nil {
			return nil, fmt.Errorf("type numbers from 1 to %d with commas between, or a comma alone for none", len(q.AnswerType.Options))
		}
		values = append(values, v)
	}
	return json.Marshal(values)
}
