package secret

import (
	"encoding/base64"
	"slices"
	"strings"
	"unicode"
)

// InHeader are the keys in the value of a header that holds one: its words but for the name of a scheme, what a cookie or
// a parameter in it is set to, as it is written and as who gets it reads it, and all of it where it is several words.
func InHeader(value string) []string {
	value = strings.TrimSpace(value)
	words := strings.FieldsFunc(value, func(r rune) bool { return unicode.IsSpace(r) || r == ';' || r == ',' })
	phrases := []string{value}
	if first := strings.Fields(value); len(first) > 1 && isScheme(first[0]) {
		words, phrases = words[1:], append(phrases, strings.TrimSpace(value[len(first[0]):]))
		if isKnownScheme(first[0]) {
			phrases = phrases[1:]
		}
	}
	keys := slices.Clone(words)
	for _, phrase := range phrases {
		if isPhrase(phrase) {
			keys = append(keys, phrase)
		}
	}
	for _, word := range words {
		_, set, _ := strings.Cut(word, "=")
		keys = append(keys, meant(set)...)
		if one, more, is := strings.Cut(set, "&"); is { // parameters as in an address
			keys = append(keys, one)
			for pair := range strings.SplitSeq(more, "&") {
				_, set, _ := strings.Cut(pair, "=")
				keys = append(keys, meant(set)...)
			}
		}
	}
	return append(keys, BehindScheme(value)...)
}

// isScheme reports whether the first of several words may be the name of a scheme: one that is known, or a short one
// without digits. Any other is a word of a key.
func isScheme(word string) bool {
	return isKnownScheme(word) || len(word) < leastHidden && !strings.ContainsAny(word, "=;,0123456789")
}

func isKnownScheme(word string) bool {
	return slices.ContainsFunc(schemes[:], func(name string) bool { return strings.EqualFold(word, name) })
}

// schemes are those that are registered for HTTP and those of well-known services.
var schemes = [...]string{
	"Basic", "Bearer", "Concealed", "Digest", "DPoP", "GNAP", "HOBA", "Mutual", "Negotiate", "NTLM", "OAuth", "PrivateToken", "SCRAM-SHA-1", "SCRAM-SHA-256", "vapid",
	"API-Key", "ApiKey", "X-API-Key", "AWS", "AWS4-HMAC-SHA256", "Client-ID", "GenieKey", "GoogleLogin", "Hawk", "JWT", "KakaoAK", "Key", "MAC",
	"SharedAccessSignature", "SharedKey", "SharedKeyLite", "Signature", "Splunk", "SSWS", "Token", "Zoho-oauthtoken",
}

// isPhrase reports whether a text is several words and none of them sets anything: it may be a key with blanks in it.
func isPhrase(text string) bool {
	words := strings.Fields(text)
	return len(words) > 1 && !slices.ContainsFunc(words, func(word string) bool { return strings.Contains(strings.TrimRight(word, "=;,"), "=") })
}

// meant are what a cookie or a parameter is set to: as it is written, and as whoever gets it reads it, who takes off quotes, the
// escapes of an address, and of a cookie that is signed the mark and the signature.
func meant(set string) []string {
	set = strings.Trim(set, `"`)
	all := []string{set}
	for _, read := range []string{unpercented(set), unpercented(strings.ReplaceAll(set, "+", " "))} {
		if !slices.Contains(all, read) {
			all = append(all, read)
		}
	}
	for _, read := range slices.Clone(all) {
		if signed, is := strings.CutPrefix(read, "s:"); is {
			all = append(all, signed)
			if dot := strings.LastIndexByte(signed, '.'); dot > 0 {
				all = append(all, signed[:dot])
			}
		}
	}
	return all
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
