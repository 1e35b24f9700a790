package wire

import "strings"

// leastKey is how many characters of a key are taken for a part of it.
const leastKey = 8

// withoutKey takes a key out of a text, and as much as a server repeats of how it
// begins or ends.
func withoutKey(text, key string) string {
	if len(key) < leastKey {
		return text
	}
	var out strings.Builder
	for text != "" {
		at, length := partOf(text, key)
		if at < 0 {
			break
		}
		out.WriteString(text[:at] + "***")
		text = text[at+length:]
	}
	return out.String() + text
}

// partOf is where the first part of a key stands that begins as the key does, or ends
// as it does; -1 if none does.
func partOf(text, key string) (at, length int) {
	begin, end := strings.Index(text, key[:leastKey]), strings.Index(text, key[len(key)-leastKey:])
	switch {
	case begin >= 0 && (end < 0 || begin <= end):
		for length < len(key) && begin+length < len(text) && text[begin+length] == key[length] {
			length++
		}
		return begin, length
	case end >= 0:
		first := end // as far back as it goes on like the key
		for n := len(key) - leastKey; n > 0 && first > 0 && text[first-1] == key[n-1]; n-- {
			first--
		}
		return first, end + leastKey - first
	}
	return -1, 0
}
