package hook

import (
	"encoding/json"
	"slices"
	"strings"
)

// A key in another spelling, such as Command beside command, is another key for the programs,
// and would be the same one for our decoder: what is shown would not be what is done.

// wireNames are the names of a message that are read.
func wireNames() []string {
	return []string{"hook_event_name", "session_id", "cwd", "tool_name", "tool_input", "tool_calls"}
}

// inputNames are those of the inputs of tools.
func inputNames() []string {
	return []string{
		"command", "description", "content", "plan", "file_path", "old_string", "new_string", "replace_all",
		"questions", "id", "question", "header", "options", "label", "preview", "multiSelect",
	}
}

// spelled reports whether no object of a value, at whatever depth, has a key that is one of
// the names but for how it is spelled.
func spelled(raw json.RawMessage, names []string) bool {
	var value any
	return json.Unmarshal(raw, &value) != nil || spells(value, names)
}

// spelledHere is the same for the keys of an object alone, and the names of a message.
func spelledHere(raw json.RawMessage) bool {
	var value map[string]json.RawMessage
	if json.Unmarshal(raw, &value) != nil {
		return true // that is told elsewhere
	}
	for key := range value {
		if oddly(key, wireNames()) {
			return false
		}
	}
	return true
}

func spells(value any, names []string) bool {
	switch v := value.(type) {
	case map[string]any:
		for key, of := range v {
			if oddly(key, names) || !spells(of, names) {
				return false
			}
		}
	case []any:
		for _, of := range v {
			if !spells(of, names) {
				return false
			}
		}
	}
	return true
}

func oddly(key string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return key != name && strings.EqualFold(key, name) })
}

// holdsOnly reports whether an object has no other keys. What else it says may matter, and our
// words would not tell it.
func holdsOnly(raw json.RawMessage, names ...string) bool {
	var value map[string]json.RawMessage
	if json.Unmarshal(raw, &value) != nil {
		return false
	}
	for key := range value {
		if !slices.Contains(names, key) {
			return false
		}
	}
	return true
}
