package openai

import (
	"crypto/sha256"
	"fmt"

	"parley/providers"
)

// nineLetters is how long the ids of calls are where their length is prescribed.
const nineLetters = 9

// callIDs gives the calls of a conversation ids that the server takes. The same id
// becomes the same at every request, so that the beginning of the conversation stays
// as it was.
func callIDs(messages []providers.Message, l plan) []providers.Message {
	if !l.nine {
		return messages
	}
	made := map[string]string{} // by the id on record
	taken := map[string]bool{}
	out := make([]providers.Message, len(messages))
	for i, m := range messages {
		calls := make([]providers.Call, len(m.Calls))
		for k, c := range m.Calls {
			id := shortID(c.ID, taken)
			made[c.ID], taken[id] = id, true
			c.ID = id
			calls[k] = c
		}
		if len(calls) > 0 {
			m.Calls = calls
		}
		if id, ok := made[m.CallID]; ok && m.CallID != "" {
			m.CallID = id
		}
		out[i] = m
	}
	return out
}

// shortID is an id of nine letters or digits: the given one if it is one and free,
// else one made of it.
func shortID(id string, taken map[string]bool) string {
	for n := 0; ; n++ {
		if n == 0 && isShort(id) && !taken[id] {
			return id
		}
		sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", n, id))
		short := make([]byte, nineLetters)
		for i := range short {
			short[i] = letters[int(sum[i])%len(letters)]
		}
		if !taken[string(short)] {
			return string(short)
		}
	}
}

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func isShort(id string) bool {
	if len(id) != nineLetters {
		return false
	}
	for _, r := range id {
		if (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') {
			return false
		}
	}
	return true
}
