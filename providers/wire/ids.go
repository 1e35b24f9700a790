package wire

import (
	"crypto/sha256"
	"fmt"

	"parley/providers"
)

// IDForm is what a server accepts as a call id.
type IDForm int

// The forms of ids.
const (
	AnyID       IDForm = iota
	NineLetters        // nine letters or digits
	DashedID           // letters, digits, _ and -, at most 64
)

// takes reports whether an id has the form.
func (f IDForm) takes(id string) bool {
	switch {
	case f == NineLetters && len(id) != 9, f == DashedID && (id == "" || len(id) > 64):
		return false
	}
	for _, r := range id {
		letter := r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
		if !letter && (f == NineLetters || r != '_' && r != '-') {
			return false
		}
	}
	return true
}

// CallIDs gives the calls of a conversation ids that the server accepts. The same id
// is converted to the same one in every request, so that the beginning of the
// conversation stays as it was.
func CallIDs(messages []providers.Message, form IDForm) []providers.Message {
	if form == AnyID {
		return messages
	}
	made := map[string]string{} // by recorded id
	taken := map[string]bool{}
	out := make([]providers.Message, len(messages))
	for i, m := range messages {
		calls := make([]providers.Call, len(m.Calls))
		for k, c := range m.Calls {
			id := form.made(c.ID, taken)
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

// made is an id of the form: the given one if it fits and is free, otherwise one
// derived from it.
func (f IDForm) made(id string, taken map[string]bool) string {
	for n := 0; ; n++ {
		if n == 0 && f.takes(id) && !taken[id] {
			return id
		}
		sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", n, id))
		short := make([]byte, 9)
		for i := range short {
			short[i] = letters[int(sum[i])%len(letters)]
		}
		if !taken[string(short)] {
			return string(short)
		}
	}
}

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
