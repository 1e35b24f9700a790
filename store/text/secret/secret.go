// Package secret tells what looks like a key, a token or a password by its shape.
package secret

import (
	"strings"
	"unicode"
)

// known are the prefixes of keys of well-known services.
var known = [...]string{
	"sk-", "sk_live_", "sk_test_", "rk_live_", "pk_live_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "xoxa-", "xoxs-", "xapp-",
	"AKIA", "ASIA", "AIza", "ya29.", "hf_", "npm_", "pypi-", "dop_v1_", "shpat_", "gsk_", "xai-", "csk-", "r8_", "SG.", "eyJ",
}

// leastKey is the length from which a word of mixed characters is taken for a key.
const leastKey = 24

// Looks reports whether a word looks like a key: by its prefix, by a password in an
// address, or as letters and digits that form no word.
func Looks(word string) bool {
	if i := strings.Index(word, "://"); i >= 0 {
		host, _, _ := strings.Cut(word[i+3:], "/")
		before, _, at := strings.Cut(host, "@")
		return at && strings.Contains(before, ":")
	}
	word = word[strings.LastIndexByte(word, ':')+1:]
	lower := strings.ToLower(word)
	for _, begin := range known {
		if strings.HasPrefix(lower, strings.ToLower(begin)) && len(word) >= 16 && strings.ContainsFunc(word, unicode.IsDigit) {
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

// leastBare is the length from which on a word of one piece that holds a digit is
// taken for a key where the name of a variable is expected.
const leastBare = 20

// Named reports whether a word that could be the name of a variable is probably a key.
// It is for places where such a name is expected, so a short prefix of a key is enough.
func Named(word string) bool {
	parts := strings.Split(word, "_")
	digits := strings.ContainsFunc(word, unicode.IsDigit)
	switch {
	case len(parts) > 1 && strings.ToUpper(word) == word: // as variables are written
		return false
	case !digits && len(parts) > 1 && noun(parts[len(parts)-1]):
		return false
	}
	for _, begin := range known {
		if strings.HasPrefix(word, begin) && (digits || strings.HasSuffix(begin, "_")) {
			return true
		}
	}
	return Looks(word) || digits && len(parts) == 1 && len(word) >= leastBare
}

// noun reports whether a word ends the names of variables that hold a secret.
func noun(word string) bool {
	switch strings.ToLower(word) {
	case "key", "token", "secret", "pat", "auth", "password":
		return true
	}
	return false
}
