package askuser

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"strings"
)

// A model may put JSON into a string where it stands better as it is.

// unheld returns the JSON that a string holds, or the value itself.
func unheld(raw json.RawMessage) json.RawMessage {
	var held string
	if json.Unmarshal(raw, &held) != nil {
		return raw
	}
	if inner := bytes.TrimSpace([]byte(held)); json.Valid(inner) {
		return inner
	}
	return raw
}

// empty reports whether a list has no elements, which says as much as no list.
func empty(raw json.RawMessage) bool {
	list, ok := listOf(raw)
	return ok && len(list) == 0
}

// noList says why a value is not a list: a string may contain one that breaks off, or
// that is not quite JSON.
func noList(raw json.RawMessage) string {
	var held string
	var fault *json.SyntaxError
	if json.Unmarshal(raw, &held) != nil || !strings.HasPrefix(strings.TrimSpace(held), "[") {
		return notListText
	}
	if err := json.Unmarshal([]byte(held), new(any)); !errors.As(err, &fault) {
		return notListText
	}
	if int(fault.Offset) >= len(held) && fault.Error() == endsEarly {
		return cutOffText
	}
	return brokenText(fault)
}

// endsEarly is what the decoder says of JSON that ends too early.
const endsEarly = "unexpected end of JSON input"

func objectOf(raw json.RawMessage) (object, bool) {
	var o object
	if json.Unmarshal(unheld(raw), &o) != nil || o == nil {
		return nil, false
	}
	maps.DeleteFunc(o, func(_ string, v json.RawMessage) bool { return string(v) == "null" })
	return o, true
}

func listOf(raw json.RawMessage) ([]json.RawMessage, bool) {
	var list []json.RawMessage
	if json.Unmarshal(unheld(raw), &list) != nil || list == nil {
		return nil, false
	}
	return list, true
}
