package said

import (
	"strings"
	"unicode"
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
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("\"'`,;()<>[]{}=|", r) }) {
		if looksKey(word) {
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

// known are the prefixes of keys of well-known services.
var known = [...]string{
	"sk-", "sk_live_", "sk_test_", "rk_live_", "pk_live_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "xoxa-", "xoxs-", "xapp-",
	"akia", "asia", "aiza", "ya29.", "hf_", "npm_", "pypi-", "dop_v1_", "shpat_", "gsk_", "xai-", "csk-", "r8_", "sg.", "eyj",
}

// leastKey is the length from which a word of mixed characters is taken for a key.
const leastKey = 24

// looksKey reports whether a word looks like a key: by its prefix, by a password in
// an address, or as letters and digits that form no word.
func looksKey(word string) bool {
	if i := strings.Index(word, "://"); i >= 0 {
		host, _, _ := strings.Cut(word[i+3:], "/")
		before, _, at := strings.Cut(host, "@")
		return at && strings.Contains(before, ":")
	}
	word = word[strings.LastIndexByte(word, ':')+1:]
	lower := strings.ToLower(word)
	for _, begin := range known {
		if strings.HasPrefix(lower, begin) && len(word) >= 16 && strings.ContainsFunc(word, unicode.IsDigit) {
			return true
		}
	}
	return len(word) >= leastKey && random(word)
}

// random reports whether a word consists of the characters of keys, mixed as no name
// is: at least 32 hexadecimal digits, or capitals, small letters and digits.
func random(word string) bool {
	var upper, small, digits, hex, signs int
	for _, r := range word {
		switch {
		case r >= '0' && r <= '9':
			digits++
			hex++
		case r >= 'a' && r <= 'z':
			small++
			if r <= 'f' {
				hex++
			}
		case r >= 'A' && r <= 'Z':
			upper++
			if r <= 'F' {
				hex++
			}
		case r == '-' || r == '_' || r == '+' || r == '.':
			signs++
		default:
			return false // a path, a sentence, another script
		}
	}
	switch {
	case hex == len(word) && len(word) >= 32:
		return true
	case signs > len(word)/8:
		return false
	}
	return digits >= 3 && upper >= 2 && small >= 2
}
