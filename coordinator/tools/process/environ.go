package process

import (
	"slices"
	"strings"
)

// Environ returns the environment for a command: env without the variables
// named in drop and without those that look like keys, because what a command
// prints is shown to a model. A variable looks like a key when a word of its
// name, between underscores, is one of those in secretWord,
// or when it ends in APIKEY.
func Environ(env, drop []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(drop, name) || looksSecret(name)
	})
}

func looksSecret(name string) bool {
	name = strings.ToUpper(name)
	return slices.ContainsFunc(strings.Split(name, "_"), secretWord) || strings.HasSuffix(name, "APIKEY")
}

// secretWord names the words that tell a key from other variables.
func secretWord(word string) bool {
	switch word {
	case "KEY", "KEYS", "TOKEN", "TOKENS", "SECRET", "SECRETS", "PASSWORD", "PASSWORDS",
		"PASSWD", "PASSPHRASE", "CREDENTIAL", "CREDENTIALS", "PAT":
		return true
	}
	return false
}
