package config

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
)

// sep joins the segments of a path inside the package. No key may contain it, so a
// model's name with dots stays one segment.
const sep = "\x1f"

// path is a key as segments joined by sep.
type path string

//go:noinline
func pathOf(segments ...string) path { return path(strings.Join(segments, sep)) }

func (p path) segments() []string {
	if p == "" {
		return nil
	}
	return strings.Split(string(p), sep)
}

//go:noinline
func (p path) add(segment string) path {
	if p == "" {
		return path(segment)
	}
	return p + sep + path(segment)
}

func (p path) parent() path {
	at := strings.LastIndex(string(p), sep)
	if at < 0 {
		return ""
	}
	return p[:at]
}

// below reports whether a path lies below up.
func (p path) below(up path) bool { return strings.HasPrefix(string(p), string(up)+sep) }

// String writes a path as a dotted key; segments that need it are quoted.
func (p path) String() string {
	segments := p.segments()
	for i, s := range segments {
		segments[i] = quoteSegment(s)
	}
	return strings.Join(segments, ".")
}

func quoteSegment(s string) string {
	for _, r := range s {
		if !bareKey(r) {
			return quote(s)
		}
	}
	if s == "" {
		return `""`
	}
	return s
}

func bareKey(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-'
}

// Key joins segments to a dotted key, quoting those that need it.
func Key(segments ...string) string { return pathOf(segments...).String() }

// parseKey reads a dotted key as written after -c: as in TOML, but only segments with
// a dot or a quote need quotes.
func parseKey(key string) (path, error) {
	var segments []string
	rest := key
	for {
		segment, after, err := nextSegment(strings.TrimSpace(rest))
		if err != nil {
			return "", err
		}
		segments = append(segments, segment)
		if after == "" {
			return pathOf(segments...), nil
		}
		if after[0] != '.' {
			return "", errors.New(textKeyQuote)
		}
		rest = after[1:]
	}
}

// nextSegment cuts the first segment off a key; what is left begins with a dot.
func nextSegment(s string) (segment, rest string, err error) {
	if s == "" {
		return "", "", errors.New(textKeyEmpty)
	}
	switch s[0] {
	case '"':
		segment, rest, err = cutQuoted(s)
	case '\'':
		end := strings.IndexByte(s[1:], '\'')
		if end < 0 {
			return "", "", errors.New(textKeyQuote)
		}
		segment, rest = s[1:1+end], s[end+2:]
	default:
		at := strings.IndexByte(s, '.')
		if at < 0 {
			at = len(s)
		}
		segment, rest = strings.TrimSpace(s[:at]), s[at:]
	}
	if err != nil {
		return "", "", err
	}
	return segment, strings.TrimSpace(rest), checkSegment(segment)
}

// cutQuoted cuts a segment in double quotes, with the escapes that [quote] writes.
func cutQuoted(s string) (segment, rest string, err error) {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			err := json.Unmarshal([]byte(s[:i+1]), &segment)
			if err != nil {
				return "", "", errors.New(textKeyQuote)
			}
			return segment, s[i+1:], nil
		}
	}
	return "", "", errors.New(textKeyQuote)
}

// checkSegment refuses what no name of ours can contain.
func checkSegment(s string) error {
	if s == "" {
		return errors.New(textKeyEmpty)
	}
	for _, r := range s {
		if r < ' ' || r == 0x7f {
			return errors.New(textKeyControl)
		}
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
