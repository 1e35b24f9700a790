package wire

import (
	"encoding/base64"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"parley/store/text/secret"
)

// leastKey is how many characters of a key count as a part of it, and leastWhole how many one has that counts: shorter
// ones occur in too many other words.
const (
	leastKey   = 8
	leastWhole = 4
)

// secretsOf are the keys that go to a server: its own, those in headers, those in the query of its
// address, both encoded and decoded, and a login in front of its host, also as the header that is made of it. Longer
// ones come first: a shorter one may be part of one.
func secretsOf(cfg Config, base string) []string {
	secrets := []string{cfg.APIKey}
	for _, name := range slices.Sorted(maps.Keys(cfg.Headers)) {
		if cfg.Secret(name) {
			secrets = append(secrets, secret.InHeader(cfg.Headers[name])...)
			secrets = append(secrets, slices.DeleteFunc(strings.Fields(cfg.Headers[name]), func(word string) bool { return len(word) < leastKey })...) // the first need not name a scheme
		}
	}
	if u, err := url.Parse(base); err == nil && u.User != nil {
		password, _ := u.User.Password()
		word := base64.StdEncoding.EncodeToString([]byte(u.User.Username() + ":" + password))
		secrets = append(append(secrets, word), secret.InBasic(word)...)
	}
	_, query, _ := strings.Cut(base, "?")
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if !cfg.Secret(name) {
			continue
		}
		secrets = append(secrets, value)
		if meant, err := url.QueryUnescape(value); err == nil && meant != value {
			secrets = append(secrets, meant)
		}
	}
	for i, s := range secrets {
		secrets[i] = strings.TrimSpace(s) // as it is sent
	}
	slices.SortStableFunc(secrets, func(a, b string) int { return len(b) - len(a) })
	return slices.Compact(secrets)
}

// baseOf is the base address of an address to which a request was redirected, without
// its query.
func baseOf(res *http.Response) string {
	location := res.Header.Get("Location")
	if at, err := res.Location(); err == nil { // it may be told in part
		location = at.String()
	}
	location, _, _ = strings.Cut(location, "?")
	for _, path := range []string{"/chat/completions", "/responses", "/messages", "/models"} {
		location = strings.TrimSuffix(location, path)
	}
	return location
}

// withoutKey removes a key from a text, along with any beginning or end of it that a
// server repeats and that is long enough.
func withoutKey(text, key string) string {
	switch {
	case len(key) < leastWhole:
		return text
	case len(key) < leastKey:
		return strings.ReplaceAll(text, key, "***")
	}
	var out strings.Builder
	for text != "" {
		at, length := partOf(text, key)
		if at < 0 {
			break
		}
		out.WriteString(text[:at] + "***")
		text = text[at+length:]
	}
	return out.String() + text
}

// partOf is the index of the first part of a key: something that begins as the key
// does or ends as it does; -1 if there is none.
func partOf(text, key string) (at, length int) {
	begin, end := strings.Index(text, key[:leastKey]), strings.Index(text, key[len(key)-leastKey:])
	switch {
	case begin >= 0 && (end < 0 || begin <= end):
		for length < len(key) && begin+length < len(text) && text[begin+length] == key[length] {
			length++
		}
		return begin, length
	case end >= 0:
		first := end // as far back as it matches the key
		for n := len(key) - leastKey; n > 0 && first > 0 && text[first-1] == key[n-1]; n-- {
			first--
		}
		return first, end + leastKey - first
	}
	return -1, 0
}
