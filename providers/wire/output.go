package wire

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"parley/forms/rawjson"
	"parley/providers"
)

// ObjectIn is the JSON object that a text consists of, possibly inside a code fence
// around all of it. Any other text is returned as it is, for its check to reject: an
// object within prose may be a quotation, for example from a file that tells the
// model what to answer.
func ObjectIn(text string) string {
	object := rawjson.Unfenced(text)
	if strings.HasPrefix(object, "{") && json.Valid([]byte(object)) {
		return object
	}
	return text
}

// OneObject is the object that a response consists of, where nothing else stands beside it. What stands
// there is no answer either, however it looks.
func OneObject(text string, beside []string) string {
	if len(beside) == 0 {
		return ObjectIn(text)
	}
	return textSeveral + strings.Join(append([]string{text}, beside...), "\n\n")
}

// textSeveral stands before what a model said if it is not one thing.
const textSeveral = "Several things: "

// Answered is what a response says whose answer are the arguments of a forced call. A refusal
// beside it stays, and so does what may be another answer, so that the check finds two.
func Answered(said, arguments string, refused bool) string {
	object := strings.TrimSpace(ObjectIn(said))
	if refused || strings.HasPrefix(object, "{") && object != strings.TrimSpace(arguments) {
		return said + "\n\n" + arguments
	}
	return arguments
}

// Sendable is the form in which a past call's arguments are sent. Many servers parse
// them and refuse the whole conversation if they are not one JSON object, so that one
// bad call would end it. Empty arguments become an empty object; anything else that
// is not an object is wrapped in one, as the model wrote it. This is the same for all
// servers, so that a conversation's bytes do not depend on them.
func Sendable(arguments string) string {
	trimmed := bytes.TrimSpace([]byte(arguments))
	switch {
	case len(trimmed) == 0:
		return "{}"
	case trimmed[0] == '{' && json.Valid(trimmed):
		return arguments
	}
	e := NewEncoder(0)
	e.Open('{')
	e.Text("invalid_arguments", arguments)
	e.End('}')
	return string(e.Bytes())
}

// OutputInstruction asks for one JSON object; its schema follows.
const OutputInstruction = "Answer with one JSON object and nothing else: no text before or after it, no code fence. It must fit this JSON Schema:\n"

// OutputToolText describes the tool that carries a response.
const OutputToolText = "Give your answer by calling this tool."

// BadSchema is non-nil if a schema of the request is not JSON.
func (p *Server) BadSchema(req providers.Request) *Failure {
	for _, t := range req.Tools {
		if len(t.Parameters) > 0 && !json.Valid(t.Parameters) {
			return p.Fail(0, false, fmt.Sprintf(textBadSchema, t.Name), "", "")
		}
	}
	if req.Output != nil && !json.Valid(req.Output.Schema) {
		return p.Fail(0, false, fmt.Sprintf(textBadSchema, req.Output.Name), "", "")
	}
	return nil
}

// SizeOf guesses the size of a body, to allocate the buffer once.
func SizeOf(req providers.Request) int {
	n := 1024 + len(req.System)
	for _, m := range req.Messages {
		n += 96 + len(m.Text) + len(m.Text)/16
		for _, i := range m.Images {
			n += 96 + base64.StdEncoding.EncodedLen(len(i.Data))
		}
		for _, c := range m.Calls {
			n += 160 + len(c.Arguments) + len(c.Arguments)/4 + len(c.Provider)
		}
	}
	for _, t := range req.Tools {
		n += 96 + len(t.Description) + len(t.Parameters)
	}
	if req.Output != nil {
		n += 256 + len(req.Output.Schema)
	}
	return n
}
