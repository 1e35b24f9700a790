package openai

import (
	"crypto/sha256"
	"encoding/hex"

	"parley/providers"
	"parley/providers/wire"
)

// cacheKey is the same for every request of a conversation and differs between
// conversations: it routes them to the server that caches their beginning.
func cacheKey(req providers.Request) string {
	first := ""
	if len(req.Messages) > 0 {
		first = req.Messages[0].Text
	}
	sum := sha256.Sum256([]byte(req.Model + "\x00" + req.System + "\x00" + first))
	return "parley-" + hex.EncodeToString(sum[:12])
}

// writeParts writes a content as the list of parts that marks and images require.
func writeParts(e *wire.Encoder, m providers.Message, mark bool) {
	e.Key("content")
	e.Open('[')
	e.Open('{')
	e.Text("type", "text")
	e.Text("text", m.Text)
	if mark {
		e.Literal("cache_control", wire.CacheMark)
	}
	e.End('}')
	for _, i := range m.Images {
		e.Open('{')
		e.Text("type", "image_url")
		e.Key("image_url")
		e.Open('{')
		e.DataURL("url", i)
		e.End('}')
		e.End('}')
	}
	e.End(']')
}

// marksAt are the messages that are marked: the last two of the user and of tools.
// The first of the two is where the previous request ended.
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
