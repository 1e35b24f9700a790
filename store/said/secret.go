package said

import (
	"strings"
	"unicode"

	"parley/store/text/secret"
)

// secret reports whether a text looks as if it contained a key, a token or a
// password. When in doubt it leaves out a harmless message rather than keep a key.
func (f File) secret(text string) bool {
	for _, s := range f.Secret {
		if len(s) >= 6 && strings.Contains(text, s) {
			return true
		}
	}
	lower := strings.ToLower(text)
	for _, mark := range []string{"private key-----", "age-secret-key-", "authorization:", "bearer "} {
		if strings.Contains(lower, mark) {
			return true
		}
	}
	if assigns(lower) {
		return true
	}
	for _, word := range strings.FieldsFunc(text, secret.Ends) {
		if secret.Holds(word) {
			return true
		}
	}
	return false
}

// assigns reports whether something with the name of a secret is given a value.
func assigns(lower string) bool {
	for _, name := range []string{"password", "passwd", "passphrase", "secret", "token", "api_key", "api-key", "apikey", "access_key", "private_key", "_key", "_pat", "pwd"} {
		for at := 0; ; {
			i := strings.Index(lower[at:], name)
			if i < 0 {
				break
			}
			at += i + len(name)
			rest := strings.TrimLeft(lower[at:], "\"'` \t")
			if value, ok := strings.CutPrefix(strings.TrimPrefix(rest, ":"), "="); (ok || strings.HasPrefix(rest, ":")) && strings.TrimSpace(firstWord(strings.TrimPrefix(value, ":"))) != "" {
				return true
			}
		}
	}
	return false
}

func firstWord(s string) string {
	s = strings.TrimLeft(s, " \t\"'`")
	if i := strings.IndexFunc(s, unicode.IsSpace); i >= 0 {
		s = s[:i]
	}
	return s
}
