package wire

import (
	"encoding/json"
	"fmt"
	"strings"

	"parley/forms/rawjson"
)

// spoken is the protocol of a document or an event, "" if it cannot be told.
func spoken(raw []byte) string {
	var e struct {
		Type, Object json.RawMessage
		Choices      json.RawMessage
		Role         json.RawMessage
	}
	if json.Unmarshal(raw, &e) != nil {
		return ""
	}
	kind, object := textOf(e.Type), textOf(e.Object)
	switch {
	case strings.HasPrefix(object, "chat.completion"), len(e.Choices) > 0 && e.Choices[0] == '[':
		return "chat"
	case object == "response", strings.HasPrefix(kind, "response."):
		return "responses"
	case kind == "message_start", strings.HasPrefix(kind, "content_block_"), kind == "message" && textOf(e.Role) == "assistant":
		return "messages"
	}
	return ""
}

// protocolAt is the protocol that belongs to a path.
func protocolAt(path string) string {
	switch {
	case strings.HasSuffix(path, "/chat/completions"):
		return "chat"
	case strings.HasSuffix(path, "/responses"):
		return "responses"
	case strings.HasSuffix(path, "/messages"):
		return "messages"
	}
	return ""
}

// misspoken is non-nil if the beginning of a response belongs to another protocol
// than the request, or if any of it says two things where one object was asked for: of a key
// that stands twice, one reader takes the first value and another the last.
func (t *try) misspoken(raw []byte) error {
	if t.x.object && rawjson.Twofold(raw) {
		return t.x.p.Fail(0, false, fmt.Sprintf(textTwofold, t.x.p.Title()), "", "")
	}
	if t.x.object {
		if ft := ParseFault(raw, false); ft.Found { // whatever else it says
			return t.x.p.StreamFault(t.x.model, ft)
		}
	}
	if t.x.begun || t.protocol == "" || t.decoder.Finished() {
		return nil
	}
	got := spoken(raw)
	if got == "" || got == t.protocol {
		return nil
	}
	p := t.x.p
	return p.Fail(0, false, fmt.Sprintf(textOtherProtocol, p.Title(), got, t.protocol), "", fmt.Sprintf(helpOtherProtocol, p.cfg.Name, got))
}
