package skills

import (
	"encoding/json"
	"errors"
	"strings"
)

// errTwice says that nobody can know which of two values is meant.
var errTwice = errors.New("its head says a key twice; leave one out")

// headOf reads the keys of a head and their texts: the part of YAML that SKILL.md files
// use. A value stands on the line of its key, plain or in quotes; or indented below it:
// plain, or after > or |, folded or literal. Nested keys are not read.
func headOf(head string) (map[string]string, error) {
	values := map[string]string{}
	lines := strings.Split(head, "\n")
	for i := 0; i < len(lines); {
		line := lines[i]
		i++
		key, value, is := strings.Cut(line, ":")
		if !is || strings.TrimSpace(key) == "" || strings.HasPrefix(key, "#") || strings.TrimLeft(key, " \t-") != key {
			continue
		}
		from := i
		for i < len(lines) && (strings.TrimSpace(lines[i]) == "" || strings.TrimLeft(lines[i], " \t") != lines[i]) {
			i++
		}
		key = strings.TrimSpace(key)
		if _, twice := values[key]; twice {
			return nil, errTwice
		}
		values[key] = valueOf(strings.TrimSpace(value), lines[from:i])
	}
	return values, nil
}

// valueOf is the text of a key, from its line and those below it.
func valueOf(first string, below []string) string {
	var rest []string
	for _, line := range below {
		rest = append(rest, strings.TrimSpace(line))
	}
	if first != "" && strings.Trim(first[1:], "+-0123456789") == "" && (first[0] == '|' || first[0] == '>') {
		return strings.Join(strings.Fields(strings.Join(rest, " ")), " ")
	}
	text := strings.Join(strings.Fields(strings.Join(append([]string{first}, rest...), " ")), " ")
	return unquoted(text)
}

// unquoted strips the quotes from a value.
func unquoted(text string) string {
	last := len(text) - 1
	if last < 1 || text[0] != text[last] {
		return withoutComment(text)
	}
	switch text[0] {
	case '"':
		var out string
		if json.Unmarshal([]byte(text), &out) == nil {
			return out
		}
		return text[1:last]
	case '\'':
		return strings.ReplaceAll(text[1:last], "''", "'")
	}
	return withoutComment(text)
}

func withoutComment(text string) string {
	text, _, _ = strings.Cut(text, " #")
	return strings.TrimSpace(text)
}
