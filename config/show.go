package config

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"parley/store/text/clean"
	"parley/store/text/secret"
)

// hidden stands for a value that may be secret.
const hidden = "(hidden)"

// show writes a value as TOML on one line. Of a secret, only a Boolean or a number is
// shown, since no key is one of those.
func show(v any, hide bool) string { return showWith(v, hide, withoutKeys) }

// showWhole writes every byte of a value, for a user who is to trust it.
func showWhole(v any) string {
	return showWith(v, false, func(words []string) []string { return words })
}

func showWith(v any, hide bool, text func(words []string) []string) string {
	switch v := v.(type) {
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case time.Time:
		return v.Format(time.RFC3339Nano)
	case toml.LocalDate, toml.LocalTime, toml.LocalDateTime:
		return fmt.Sprint(v)
	}
	if hide {
		return hidden
	}
	switch v := v.(type) {
	case string:
		return quote(text([]string{v})[0])
	case []any:
		return "[" + strings.Join(showList(v, text), ", ") + "]"
	case map[string]any:
		return showTable(v, text)
	}
	return fmt.Sprint(v)
}

// showList writes what is in a list. What a word of a command means, the one before it may say.
func showList(list []any, text func(words []string) []string) []string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i], _ = v.(string)
	}
	words, parts := text(words), make([]string, len(list))
	for i, v := range list {
		if _, is := v.(string); is {
			parts[i] = quote(words[i])
		} else {
			parts[i] = showWith(v, false, text)
		}
	}
	return parts
}

func showTable(t map[string]any, text func(words []string) []string) string {
	if len(t) == 0 {
		return "{}"
	}
	var parts []string
	for _, name := range sortedKeys(t) {
		parts = append(parts, quoteSegment(name)+" = "+showWith(t[name], false, text))
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// withoutKeys hides the keys in the words of a value, and the credentials in an address.
func withoutKeys(words []string) []string {
	keys := secret.InWords(words)
	out := make([]string, len(words))
	for i, word := range words {
		for _, part := range strings.FieldsFunc(word, secret.Ends) {
			if secret.Looks(part) && !strings.Contains(part, "://") && !isHex(part) {
				keys = append(keys, part)
			}
		}
		out[i] = withoutPassword(word)
	}
	slices.SortFunc(keys, func(a, b string) int { return len(b) - len(a) })
	for i := range out {
		for _, key := range keys {
			if len(key) >= leastHidden && !secret.Path(key) {
				out[i] = strings.ReplaceAll(out[i], key, hidden)
			}
		}
	}
	return out
}

// leastHidden is the least length of a key that is hidden among other words.
const leastHidden = 4

// isHex reports whether a word is or ends in hexadecimal digits alone, as a commit and an image have: no key of a well-known service
// is written so.
func isHex(word string) bool {
	word = word[strings.LastIndexAny(word, ":@")+1:]
	return strings.Trim(word, "0123456789abcdef") == ""
}

// withoutPassword hides the credentials in an address: in front of its host, and in parameters that hold a key.
func withoutPassword(s string) string {
	scheme, rest, is := strings.Cut(s, "://")
	if !is {
		return s
	}
	if words := strings.Fields(s); len(words) > 1 {
		for _, word := range words {
			s = strings.ReplaceAll(s, word, withoutPassword(word))
		}
		return s
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	host, behind := rest[:end], rest[end:]
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		host = hidden + host[at:]
	}
	path, query, asks := strings.Cut(behind, "?")
	if !asks {
		return scheme + "://" + host + behind
	}
	pairs := strings.Split(query, "&")
	for i, pair := range pairs {
		name, value, sets := strings.Cut(pair, "=")
		if plain, err := url.QueryUnescape(value); sets && value != "" && (HoldsKey(name) || secret.Looks(value) || err == nil && secret.Looks(plain)) {
			pairs[i] = name + "=" + hidden
		}
	}
	return scheme + "://" + host + path + "?" + strings.Join(pairs, "&")
}

// quote writes a string in a form that is both TOML and JSON.
func quote(s string) string {
	b, err := encode(s)
	if err != nil {
		panic("config: a string is no JSON: " + err.Error())
	}
	return b
}

// sortOf names the type of a value for a person.
func sortOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case bool:
		return strconv.FormatBool(v)
	case string:
		return "the text " + quote(clip(withoutKeys([]string{v})[0]))
	case int64:
		return "a whole number"
	case float64:
		return "a decimal number"
	case []any:
		return "a list"
	case map[string]any:
		return "a table"
	}
	return "a date or time"
}

// clip shortens a text for an error message.
func clip(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + clean.Ours("…")
	}
	return s
}
