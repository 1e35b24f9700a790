package local

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"parley/coordinator/tool"
	"parley/forms"
	"parley/forms/rawjson"
)

// shortest is the least length of a secret that is searched for: shorter ones occur
// in too many other words.
const shortest = 4

// hush removes the secrets that a command was told from what it reports, because that
// is recorded and sent to a model. A question that repeats one is not asked: its
// text, and the answer to it, would be on record.
func hush(o tool.Outcome, spelled []string) tool.Outcome {
	r := hiding(spelled)
	switch o := o.(type) {
	case tool.NeedsInput:
		form, err := json.Marshal(o.Form.Questions())
		if err != nil || r.Replace(string(form)) != string(form) {
			return tool.Failure{Message: secretAskedText}
		}
	case tool.Success:
		o.Content = r.Replace(o.Content)
		return o
	case tool.Failure:
		o.Message, o.Trace = r.Replace(o.Message), r.Replace(o.Trace)
		return o
	}
	return o
}

// secrets are the secrets among the answers, in all their spellings.
func secrets(answers map[string]tool.Answer) []string {
	var found []string
	for _, a := range answers {
		var secret string
		if a.Asked.AnswerType.Kind == forms.Secret && json.Unmarshal(a.Value, &secret) == nil && len(secret) >= shortest {
			found = append(found, secret)
		}
	}
	slices.SortFunc(found, func(a, b string) int { // longer ones first: a shorter one may be part of one
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
	var spelled []string
	for _, secret := range found {
		spelled = append(spelled, spellings(secret)...)
	}
	return spelled
}

func hiding(spelled []string) *strings.Replacer {
	pairs := make([]string, 0, 2*len(spelled))
	for _, form := range spelled {
		pairs = append(pairs, form, secretText)
	}
	return strings.NewReplacer(pairs...)
}

// spellings are a text as it is and in quoted forms: in JSON, with and without the
// escapes for web pages and for ASCII, and in Go.
func spellings(text string) []string {
	forms := []string{text}
	add := func(quoted string) {
		if len(quoted) > 2 && !slices.Contains(forms, quoted[1:len(quoted)-1]) {
			forms = append(forms, quoted[1:len(quoted)-1])
		}
	}
	if escaped, err := json.Marshal(text); err == nil {
		add(string(escaped))
	}
	plain := string(rawjson.Quote(text))
	add(plain)
	add(strconv.Quote(text))
	add(ascii(plain))
	return forms
}

// ascii writes non-ASCII characters as JSON's \u escapes, as surrogate pairs if
// needed.
func ascii(quoted string) string {
	var b strings.Builder
	for _, r := range strings.TrimSuffix(quoted, "\n") {
		if r < 0x80 {
			b.WriteRune(r)
			continue
		}
		for _, u := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, "\\u%04x", u)
		}
	}
	return b.String()
}
