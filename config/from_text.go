package config

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// fromText reads a value that came as text from the environment or the command line,
// by the type of its key. Text that does not fit is returned as it is, and [convert]
// reports it.
func fromText(n *node, s string) any {
	switch {
	case n.spec == nil || n.spec.Kind == kindTable || n.spec.Kind == kindAny:
		return tomlValue(s)
	case n.children != nil && strings.HasPrefix(strings.TrimSpace(s), "{"):
		return tomlValue(s)
	}
	switch n.spec.Kind {
	case kindBool, kindEnable:
		if b, err := strconv.ParseBool(s); err == nil && (s == "true" || s == "false") {
			return b
		}
	case kindInt, kindBytes:
		i, err := strconv.ParseInt(s, 10, 64)
		if err == nil {
			return i
		}
		if errors.Is(err, strconv.ErrRange) && strings.Trim(strings.TrimLeft(s, "+-"), "0123456789") == "" {
			return outsized(s)
		}
	case kindFloat:
		if f, err := strconv.ParseFloat(s, 64); err == nil || errors.Is(err, strconv.ErrRange) {
			return f
		}
	case kindRules:
		if strings.IndexAny(strings.TrimSpace(s), `["'`) == 0 {
			return tomlValue(s)
		}
	case kindNames, kindWords, kindCommand:
		if strings.HasPrefix(strings.TrimSpace(s), "[") {
			return tomlValue(s)
		}
	}
	return s
}

// outsized is a whole number that is out of range.
type outsized string

// repeated is a table with a duplicate key: nobody can say which value was meant, and
// as text it would be neither.
type repeated string

// keyTwice is the key that the decoder reports as a duplicate.
func keyTwice(err error) (string, bool) {
	var fault *toml.DecodeError
	if !errors.As(err, &fault) {
		return "", false
	}
	key, ok := strings.CutSuffix(fault.Error(), tomlTwice)
	return strings.TrimPrefix(key, "toml: key "), ok
}

// tomlValue reads a TOML value; anything else is text.
func tomlValue(s string) any {
	var doc map[string]any
	err := toml.Unmarshal([]byte("v = "+s), &doc)
	if err == nil && len(doc) == 1 {
		return doc["v"]
	}
	if key, ok := keyTwice(err); ok {
		return repeated(key)
	}
	return s
}

// fromJSON converts a decoded JSON value to the types of TOML.
func fromJSON(v any) any {
	switch v := v.(type) {
	case json.Number:
		if i, err := v.Int64(); err == nil {
			return i
		}
		f, err := v.Float64()
		if err != nil {
			return math.Inf(1) // too large: refused as not finite
		}
		return f
	case map[string]any:
		for name, below := range v {
			v[name] = fromJSON(below)
		}
	case []any:
		for i, below := range v {
			v[i] = fromJSON(below)
		}
	}
	return v
}
