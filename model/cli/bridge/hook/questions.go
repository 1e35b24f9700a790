package hook

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"parley/forms"
	"parley/forms/rawjson"
)

// question is one of those that a program asks its user.
type question struct {
	ID       string `json:"id"` // Codex gives one
	Question string `json:"question"`
	Header   string `json:"header"`
	Options  []struct {
		Label       string `json:"label"`
		Description string `json:"description"`
		Preview     string `json:"preview"`
	} `json:"options"`
	Multi bool `json:"multiSelect"`
}

func (m Message) asked() []question {
	var in struct {
		Questions []question `json:"questions"`
	}
	if json.Unmarshal(m.Input, &in) != nil {
		return nil
	}
	return in.Questions
}

// idOf is the id of a question in a form of ours.
func idOf(i int) string { return fmt.Sprintf("q%d", i+1) }

// questions are the program's as a form of ours. False if there are none, more than a form
// holds, or two that its answers could not keep apart.
func (m Message) questions() (Request, bool) {
	asked := m.asked()
	var form []map[string]any
	var known []string
	for i, q := range asked {
		key := q.Question
		if m.Program == Codex {
			key = q.ID
		}
		if strings.TrimSpace(q.Question) == "" || key == "" || slices.Contains(known, key) {
			return Request{}, false
		}
		known = append(known, key)
		text, whole := inLine(q.Question)
		x := map[string]any{"id": idOf(i), "text": text, "optional": true}
		if q.Header != "" {
			x["header"] = q.Header
		}
		switch {
		case len(q.Options) == 0:
			x["answer_type"] = "text"
		case q.Multi:
			x["answer_type"], x["options"], x["other"] = "multi_select", q.options(), true
		default:
			x["answer_type"], x["options"], x["other"] = "select", q.options(), true
		}
		if context := strings.Trim(whole+"\n\n"+q.previews(), "\n"); context != "" {
			x["context"] = context
		}
		form = append(form, x)
	}
	if len(form) == 0 || forms.TooMany(len(form)) != "" {
		return Request{}, false
	}
	subject, more := inLine(asked[0].Question)
	if more != "" {
		subject += " …"
	}
	return Request{Kind: Questions, Tool: "ask_user", Arguments: encoded(map[string]any{"questions": form}), Subject: subject}, true
}

// inLine is a question as a form takes it, in one line; whole is all of it, if that is more.
func inLine(question string) (text, whole string) {
	lines := strings.FieldsFunc(question, func(r rune) bool { return strings.ContainsRune("\n\r\v\f\u0085\u2028\u2029", r) })
	for _, line := range lines {
		if text = strings.TrimSpace(line); text != "" {
			break
		}
	}
	if strings.TrimSpace(question) != text {
		whole = question
	}
	return text, whole
}

// options are those to choose from. Of two with the same words one is shown: the answer is the
// words.
func (q question) options() []map[string]string {
	var out []map[string]string
	var known []string
	for _, o := range q.Options {
		if slices.Contains(known, o.Label) {
			continue
		}
		known = append(known, o.Label)
		x := map[string]string{"value": o.Label}
		if o.Description != "" {
			x["description"] = o.Description
		}
		out = append(out, x)
	}
	return out
}

// previews are what options look like, below one another.
func (q question) previews() string {
	var parts []string
	for _, o := range q.Options {
		if o.Preview != "" {
			parts = append(parts, o.Label+":\n\n"+o.Preview)
		}
	}
	return strings.Join(parts, "\n\n")
}

// Answers turns what a form of ours was answered with, an object by its ids, into the
// program's own terms.
func (m Message) Answers(result json.RawMessage) (Decision, bool) {
	var given map[string]json.RawMessage
	if json.Unmarshal(result, &given) != nil {
		return Decision{}, false
	}
	single, lists := map[string]string{}, map[string]any{}
	for i, q := range m.asked() {
		words, answered := wordsOf(given[idOf(i)])
		if !answered {
			continue
		}
		single[q.Question] = q.joined(words)
		lists[q.ID] = map[string]any{"answers": words}
	}
	if len(single) == 0 {
		return Decision{Verdict: No, Message: unansweredText}, true
	}
	if m.Program == Codex {
		return Decision{Verdict: No, Message: answeredText(encoded(map[string]any{"answers": lists}))}, true
	}
	var in map[string]json.RawMessage
	if json.Unmarshal(m.Input, &in) != nil {
		return Decision{}, false
	}
	return Decision{Verdict: Yes, Input: json.RawMessage(encoded(map[string]any{"questions": in["questions"], "answers": single}))}, true
}

// joined are the words of an answer as Claude Code takes them, which knows lists only as one text. Of
// several, one that could be taken for more than one stands in quotes.
func (q question) joined(words []string) string {
	apart := make([]string, len(words))
	for i, w := range words {
		if apart[i] = w; q.Multi && !standsAlone(w) {
			apart[i] = string(rawjson.Quote(w))
		}
	}
	return strings.Join(apart, ", ")
}

// standsAlone reports whether words are the same ones again where they stand in a list between commas.
func standsAlone(words string) bool {
	return words != "" && strings.TrimSpace(words) == words && !strings.ContainsFunc(words, func(r rune) bool {
		return r == ',' || r == '"' || unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	})
}

// wordsOf are the words of an answer; false if there is none.
func wordsOf(raw json.RawMessage) ([]string, bool) {
	var one string
	var many []string
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return nil, false
	case json.Unmarshal(raw, &one) == nil:
		return []string{one}, true
	case json.Unmarshal(raw, &many) == nil:
		return many, len(many) > 0
	}
	return []string{string(raw)}, true
}
