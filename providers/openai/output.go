package openai

import (
	"encoding/json"
	"strings"
)

// objectIn is the JSON object in a text that should be nothing else: the text
// itself, what a code fence holds, or the first object that is whole. A text
// without one comes back as it is, for whoever checks it to say so.
func objectIn(text string) string {
	trimmed := strings.TrimSpace(text)
	if strings.HasPrefix(trimmed, "{") && json.Valid([]byte(trimmed)) {
		return trimmed
	}
	rest := text
	for range 64 { // braces tried, so that hostile text costs little
		from := strings.IndexByte(rest, '{')
		if from < 0 {
			return text
		}
		rest = rest[from:]
		var object json.RawMessage
		if json.NewDecoder(strings.NewReader(rest)).Decode(&object) == nil {
			return string(object)
		}
		rest = rest[1:]
	}
	return text
}
