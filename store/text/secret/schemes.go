package secret

import (
	"encoding/base64"
	"slices"
	"strings"
	"unicode"
)

// InHeader are the keys in the value of a header that holds one: its words but for the name of a scheme, what a cookie or
// a parameter in it is set to, and all of it where it is several words.
func InHeader(value string) []string {
	words := strings.FieldsFunc(value, func(r rune) bool { return unicode.IsSpace(r) || r == ';' || r == ',' })
	if first := strings.Fields(value); len(first) > 1 && !strings.ContainsAny(first[0], "=;,") {
		words = words[1:]
	}
	keys := slices.Clone(words)
	if len(words) > 1 && !strings.ContainsAny(value, "=;,") { // a key with blanks in it
		keys = append(keys, strings.TrimSpace(value))
	}
	for _, word := range words {
		_, set, _ := strings.Cut(word, "=")
		keys = append(keys, strings.Trim(set, `"`))
	}
	return append(keys, BehindScheme(value)...)
}

// BehindScheme are the keys in a value such as that of the header Authorization, with the name of a scheme in front:
// a token, or what the scheme Basic writes in Base64. None if it has another scheme, or none.
func BehindScheme(value string) []string {
	words := strings.Fields(value)
	switch {
	case len(words) != 2:
		return nil
	case strings.EqualFold(words[0], "Bearer"):
		return words[1:]
	case strings.EqualFold(words[0], "Basic"):
		return append(InBasic(words[1]), words[1])
	}
	return nil
}

// InBasic are the keys that a word of the scheme Basic decodes to: the password, alone and behind its user. Where a token stands
// in the place of the user, that is one.
func InBasic(word string) []string {
	word = strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(word, "="))
	decoded, err := base64.RawStdEncoding.DecodeString(word)
	if err != nil {
		return nil
	}
	user, password, _ := strings.Cut(string(decoded), ":")
	keys := []string{string(decoded), password}
	if password == "" || Looks(user) {
		keys = append(keys, user)
	}
	return keys
}
