package openai

import (
	"encoding/json"
	"strings"
)

// objectIn is the JSON object that a text is, or that a code fence around all of
// it holds. Any other text comes back as it is, for whoever checks it to say so:
// an object among prose may be one that the model quotes, such as out of a file
// that tells it what to answer.
func objectIn(text string) string {
	object := strings.TrimSpace(text)
	if strings.HasPrefix(object, "```") && strings.HasSuffix(object, "```") {
		_, object, _ = strings.Cut(object, "\n")
		object = strings.TrimSpace(strings.TrimSuffix(object, "```"))
	}
	if strings.HasPrefix(object, "{") && json.Valid([]byte(object)) {
		return object
	}
	return text
}
