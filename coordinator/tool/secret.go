package tool

import (
	"encoding/json"

	"parley/forms"
	"parley/store/text/secret"
)

// Hidden stands in place of a secret that a tool was told.
const Hidden = secret.Given

// Secrets are secrets that a tool was told, in all their spellings: what it says is
// recorded and sent to a model.
type Secrets = secret.Spelled

// SecretsOf are the secrets among answers.
func SecretsOf(answers map[string]Answer) Secrets {
	var found []string
	for _, a := range answers {
		var word string
		if a.Asked.AnswerType.Kind == forms.Secret && json.Unmarshal(a.Value, &word) == nil {
			found = append(found, word)
		}
	}
	return secret.Spell(found)
}
