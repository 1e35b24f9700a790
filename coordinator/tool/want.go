package tool

import (
	"encoding/json"
	"strings"

	"parley/forms/rawjson"
)

// want says what is allowed here, for a fault: "a string", "one of "a", "b"".
func (s *shape) want() string {
	const most = 20
	if len(s.enum) > 0 && len(s.enum) <= most {
		return "one of " + list(s.enum)
	}
	if len(s.kinds) == 0 {
		return "given"
	}
	var names []string
	for _, k := range s.kinds {
		names = append(names, article(k))
	}
	return strings.Join(names, " or ")
}

func article(kind string) string {
	switch kind {
	case kindNull:
		return kind
	case kindArray, kindInteger, kindObject:
		return "an " + kind
	}
	return "a " + kind
}

func list(values []json.RawMessage) string {
	var texts []string
	for _, v := range values {
		texts = append(texts, string(v))
	}
	return strings.Join(texts, ", ")
}

// String draws the shape in the form that models read best, as an example of the JSON
// to send: {"path": string, "lines"?: integer}.
func (s *shape) String() string {
	const levels = 3
	return s.draw(levels)
}

func (s *shape) draw(levels int) string {
	if len(s.kinds) > 1 && len(s.enum) == 0 {
		return s.drawKinds(levels)
	}
	switch {
	case len(s.enum) > 0 && len(s.enum) <= 8:
		return strings.ReplaceAll(list(s.enum), ", ", " | ")
	case len(s.fields) > 0 && levels > 0 && s.allows(kindObject):
		var fields []string
		for _, p := range s.fields {
			mark := "?"
			for _, r := range s.required {
				if r == p.name {
					mark = ""
				}
			}
			fields = append(fields, string(rawjson.Quote(p.name))+mark+": "+p.draw(levels-1))
		}
		return "{" + strings.Join(fields, ", ") + "}"
	case s.items != nil && levels > 0 && s.allows(kindArray):
		return "[" + s.items.draw(levels-1) + ", …]"
	case s.kinds == nil:
		return "any"
	}
	return strings.Join(s.kinds, " | ")
}

// drawKinds draws each of several kinds, lists and objects with their contents.
func (s *shape) drawKinds(levels int) string {
	var kinds []string
	for _, kind := range s.kinds {
		one := *s
		one.kinds = []string{kind}
		kinds = append(kinds, one.draw(levels))
	}
	return strings.Join(kinds, " | ")
}
