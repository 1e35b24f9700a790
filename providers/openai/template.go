package openai

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"parley/providers/wire"
)

// template is what all events of a stream have in common while text arrives:
// everything but the text. An event with the same bytes around its text says nothing
// else, so only the text is read. Most events of a long response are of this kind.
type template struct {
	before, after []byte
	known         bool
}

// learn takes an event that was read and held nothing but a text.
func (t *template) learn(raw []byte, content json.RawMessage) {
	at := bytes.Index(raw, content)
	if at < 0 || bytes.LastIndex(raw, content) != at {
		t.known = false // the position of the text is unclear
		return
	}
	t.before = append(t.before[:0], raw[:at]...)
	t.after = append(t.after[:0], raw[at+len(content):]...)
	t.known = true
}

// text returns the text of an event that holds nothing else.
func (t *template) text(raw []byte) (string, bool) {
	if !t.known || len(raw) < len(t.before)+len(t.after)+2 || !bytes.HasPrefix(raw, t.before) || !bytes.HasSuffix(raw, t.after) {
		return "", false
	}
	quoted := raw[len(t.before) : len(raw)-len(t.after)]
	if quoted[0] != '"' || quoted[len(quoted)-1] != '"' {
		return "", false
	}
	inner := quoted[1 : len(quoted)-1]
	if plain(inner) {
		return string(inner), true
	}
	var text string
	if json.Unmarshal(quoted, &text) != nil {
		return "", false
	}
	return text, true
}

// plain reports whether the inside of a JSON string is its text unchanged.
func plain(inner []byte) bool {
	for _, c := range inner {
		if c < 0x20 || c == '"' || c == '\\' {
			return false
		}
	}
	return utf8.Valid(inner)
}

// textOnly is the content of an event that holds nothing but a text.
func (c *chunk) textOnly() (json.RawMessage, bool) {
	if len(c.Choices) != 1 || wire.Means(c.Usage) || wire.Means(c.Groq.Usage) || wire.Means(c.Error) {
		return nil, false
	}
	ch := c.Choices[0]
	d := ch.Delta
	if d == nil || ch.Index != 0 || ch.Message != nil || wire.Means(ch.Finish) || wire.Means(ch.Usage) || wire.Means(ch.Error) {
		return nil, false
	}
	only := len(d.Content) > 2 && d.Content[0] == '"' && d.Refusal == "" && !wire.Means(d.Reasoning) && !wire.Means(d.ReasoningContent) &&
		len(d.ReasoningDetails) == 0 && len(d.ToolCalls) == 0 && !wire.Means(d.Extra)
	return d.Content, only
}
