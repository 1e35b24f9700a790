package tool

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"parley/forms"
	"parley/forms/rawjson"
)

// shortest is the least length of a secret that is searched for: shorter ones occur
// in too many other words.
const shortest = 4

// Hidden stands in place of a secret that a tool was told.
const Hidden = "[secret]"

// Secrets are secrets that a tool was told, in all their spellings: what it says is
// recorded and sent to a model.
type Secrets []string

// Hide takes the secrets out of a text.
func (s Secrets) Hide(text string) string {
	if len(s) == 0 {
		return text
	}
	pairs := make([]string, 0, 2*len(s))
	for _, form := range s {
		pairs = append(pairs, form, Hidden)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// SecretsOf are the secrets among answers.
func SecretsOf(answers map[string]Answer) Secrets {
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
	var spelled Secrets
	for _, secret := range found {
		spelled = append(spelled, spellings(secret)...)
	}
	return spelled
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
