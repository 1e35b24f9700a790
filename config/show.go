package config

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"parley/store/text/clean"
)

// hidden stands for a value that may be secret.
const hidden = "(hidden)"

// show writes a value as TOML on one line. Of a secret, only a Boolean or a number is
// shown, since no key is one of those.
func show(v any, secret bool) string { return showWith(v, secret, withoutPassword) }

// showWhole writes every byte of a value, for a user who is to trust it.
func showWhole(v any) string { return showWith(v, false, func(s string) string { return s }) }

func showWith(v any, secret bool, text func(string) string) string {
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
	if secret {
		return hidden
	}
	switch v := v.(type) {
	case string:
		return quote(text(v))
	case []any:
		parts := make([]string, len(v))
		for i, below := range v {
			parts[i] = showWith(below, false, text)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		return showTable(v, text)
	}
	return fmt.Sprint(v)
}

func showTable(t map[string]any, text func(string) string) string {
	if len(t) == 0 {
		return "{}"
	}
	var parts []string
	for _, name := range sortedKeys(t) {
		parts = append(parts, quoteSegment(name)+" = "+showWith(t[name], false, text))
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// withoutPassword hides the credentials in an address.
func withoutPassword(s string) string {
	if !strings.Contains(s, "://") || !strings.Contains(s, "@") {
		return s
	}
	u, err := url.Parse(s)
	if err != nil || u.User == nil {
		return s
	}
	return u.Scheme + "://" + hidden + "@" + u.Host + u.RequestURI()
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
		return "the text " + quote(clip(v))
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
