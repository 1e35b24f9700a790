package wire

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// leastKey is how many characters of a key count as a part of it.
const leastKey = 8

// secretsOf are the keys that go to a server: its own, those in headers, and those in
// the query of its address, both encoded and decoded.
func secretsOf(cfg Config, base string) []string {
	secrets := []string{cfg.APIKey}
	for _, name := range slices.Sorted(maps.Keys(cfg.Headers)) {
		if cfg.Secret(name) {
			secrets = append(secrets, strings.Fields(cfg.Headers[name])...) // a scheme name may precede it
		}
	}
	if u, err := url.Parse(base); err == nil && u.User != nil {
		password, _ := u.User.Password()
		secrets = append(secrets, password)
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
	return secrets
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
// server repeats.
func withoutKey(text, key string) string {
	if len(key) < leastKey {
		return text
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
