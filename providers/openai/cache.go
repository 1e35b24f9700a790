package openai

import (
	"crypto/sha256"
	"encoding/hex"

	"parley/providers"
	"parley/providers/wire"
)

// cacheKey is the same for every request of a conversation and for none of another:
// it leads them to the server that holds their beginning.
func cacheKey(req providers.Request) string {
	first := ""
	if len(req.Messages) > 0 {
		first = req.Messages[0].Text
	}
	sum := sha256.Sum256([]byte(req.Model + "\x00" + req.System + "\x00" + first))
	return "parley-" + hex.EncodeToString(sum[:12])
}

// markedText writes a content that has a mark, as the list of parts that marks stand
// in.
func markedText(e *wire.Encoder, text string) {
	e.Key("content")
	e.Open('[')
	e.Open('{')
	e.Text("type", "text")
	e.Text("text", text)
	e.Literal("cache_control", wire.CacheMark)
	e.End('}')
	e.End(']')
}

// marksAt are the messages that are marked: the last two of the user's and of tools,
// of which the first is what the request before ended with.
func marksAt(messages []providers.Message, l plan) map[int]bool {
	at := map[int]bool{}
	for i := len(messages) - 1; i >= 0 && l.cacheMarks && len(at) < 2; i-- {
		next := i+1 < len(messages) && messages[i+1].Role != providers.Assistant
		if m := messages[i]; m.Role != providers.Assistant && !next && m.Text != "" {
			at[i] = true
		}
	}
	return at
}
