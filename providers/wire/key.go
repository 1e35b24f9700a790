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

// taken stands in place of a key.
const taken = "***"

// keys are those that go to a server, as they are written. Longer ones come first: a shorter one may be part of one.
type keys struct {
	written []string
	spelled secret.Spelled // also in one case
}

// keysOf are a server's own key, those in headers, those in the query of its
// address, both encoded and decoded, and a login in front of its host, also as the header that is made of it.
func keysOf(cfg Config, base string) keys {
	all := []string{cfg.APIKey}
	for _, name := range slices.Sorted(maps.Keys(cfg.Headers)) {
		if cfg.Secret(name) {
			all = append(all, secret.InHeader(cfg.Headers[name])...)
		}
	}
	if u, err := url.Parse(base); err == nil && u.User != nil {
		password, _ := u.User.Password()
		word := base64.StdEncoding.EncodeToString([]byte(u.User.Username() + ":" + password))
		all = append(append(all, word), secret.InBasic(word)...)
	}
	_, query, _ := strings.Cut(base, "?")
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if !cfg.Secret(name) {
			continue
		}
		all = append(all, value)
		if meant, err := url.QueryUnescape(value); err == nil && meant != value {
			all = append(all, meant)
		}
	}
	for i, key := range all {
		all[i] = strings.TrimSpace(key) // as it is sent
	}
	slices.SortStableFunc(all, func(a, b string) int { return len(b) - len(a) })
	all = slices.Compact(all)
	whole := slices.Clone(all)
	for _, key := range all {
		if len(key) >= leastKey {
			whole = append(whole, strings.ToUpper(key), strings.ToLower(key))
		}
	}
	return keys{all, secret.SpellFrom(leastWhole, whole)}
}

// hide takes the keys out of a line, and parts of them, also where it is written with escapes, even twice. Of parts, the line is
// taken as it reads where most of a key is found: what precedes an escape would else hide the escape's rest from the search.
func (k keys) hide(line string) string {
	line = secret.Read(line, func(text string) string {
		bare := oneLine(text) // what was escaped may be invisible, or steer
		if kept := k.spelled.HideAs(taken, bare); kept != bare {
			return kept
		}
		return text
	})
	for {
		best, most := line, 0
		for _, text := range secret.Readings(line) {
			if kept, found := k.withoutParts(oneLine(text)); found > most {
				best, most = kept, found
			}
		}
		if most == 0 {
			return line
		}
		line = best
	}
}

// withoutParts takes parts of the keys out of a text without escapes, and says how many bytes that were. One counts where it
// begins or ends as the key does, or does so in one case.
func (k keys) withoutParts(text string) (kept string, found int) {
	for _, key := range k.written {
		for _, cased := range []string{key, strings.ToUpper(key), strings.ToLower(key)} {
			n := 0
			text, n = withoutKey(text, cased)
			found += n
		}
	}
	return text, found
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
// server repeats and that is long enough, and says how many bytes that were.
func withoutKey(text, key string) (kept string, found int) {
	if len(key) < leastKey {
		return text, 0
	}
	var out strings.Builder
	for text != "" {
		at, length := partOf(text, key)
		if at < 0 {
			break
		}
		out.WriteString(text[:at] + taken)
		text = text[at+length:]
		found += length
	}
	return out.String() + text, found
}

// partOf is the index of the first part of a key: something that begins as the key
// does or ends as it does, and goes on so in whatever case; -1 if there is none.
func partOf(text, key string) (at, length int) {
	begin, end := strings.Index(text, key[:leastKey]), strings.Index(text, key[len(key)-leastKey:])
	switch {
	case begin >= 0 && (end < 0 || begin <= end):
		for length < len(key) && begin+length < len(text) && isLetter(text[begin+length], key[length]) {
			length++
		}
		return begin, length
	case end >= 0:
		first := end // as far back as it matches the key
		for n := len(key) - leastKey; n > 0 && first > 0 && isLetter(text[first-1], key[n-1]); n-- {
			first--
		}
		return first, end + leastKey - first
	}
	return -1, 0
}

// isLetter reports whether a byte is that of the key, in whatever case.
func isLetter(said, of byte) bool {
	return said == of || 'a' <= said|0x20 && said|0x20 <= 'z' && said|0x20 == of|0x20
}
