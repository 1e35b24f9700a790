package local

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"parley/coordinator/tool"
	"parley/forms"
)

// shortest is how long a secret must be to be looked for: shorter ones are part
// of too many other words.
const shortest = 4

// hush takes the secrets that a command was told out of what it says of itself,
// because that is recorded and sent to a model.
func hush(o tool.Outcome, answers map[string]tool.Answer) tool.Outcome {
	r := secrets(answers)
	switch o := o.(type) {
	case tool.Success:
		return tool.Success{Content: r.Replace(o.Content)}
	case tool.Failure:
		return tool.Failure{Message: r.Replace(o.Message), Trace: r.Replace(o.Trace), Transient: o.Transient}
	}
	return o
}

func secrets(answers map[string]tool.Answer) *strings.Replacer {
	var found []string
	for _, a := range answers {
		var secret string
		if a.Asked.AnswerType.Kind == forms.Secret && json.Unmarshal(a.Value, &secret) == nil && len(secret) >= shortest {
			found = append(found, secret)
		}
	}
	slices.SortFunc(found, func(a, b string) int { // the longer first: a shorter one may be part of it
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
	var pairs []string
	for _, secret := range found {
		pairs = append(pairs, secret, secretText)
	}
	return strings.NewReplacer(pairs...)
}
