package secret

import (
	"slices"
	"strings"
)

// InPairs are the keys in a text that sets several names, with a semicolon between one and the next: the string with which a program
// connects to a database or a queue (Server=h;User Id=sa;Password=x), or the parameters of a path (/mcp;token=x).
func InPairs(text string) (keys []string) {
	if !strings.Contains(text, ";") {
		return nil
	}
	for pair := range splitPairs(text) {
		for name, value, is := strings.Cut(pair, "="); is; name, value, is = strings.Cut(value, "=") {
			if !setsKey(name) {
				continue
			}
			value = strings.TrimSpace(value)
			if strings.HasPrefix(value, "{") && strings.HasSuffix(value, "}") {
				value = value[1 : len(value)-1]
			}
			value = strings.Trim(value, "\"'`")
			keys = append(keys, meant(value)...)
			if end := strings.IndexAny(value, "?&#/ "); end > 0 { // what follows belongs to the address, or the command
				keys = append(keys, value[:end])
			}
			break
		}
	}
	return slices.DeleteFunc(keys, isNoKey)
}

// setsKey reports whether a name in such a text is that of a key.
func setsKey(name string) bool {
	name = strings.ToLower(name[strings.LastIndexAny(name, "/?&:\"'")+1:]) // PWD is a password here
	words := strings.Fields(name)
	for _, r := range name {
		if !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || strings.ContainsRune("_-. \t\n", r)) {
			return false
		}
	}
	return len(words) > 0 && (Names(strings.Join(words, "_")) || Names(words[len(words)-1]) || name == "sig")
}

// splitPairs splits a text at the semicolons that stand neither in quotes nor in braces. Where those are not closed, at all of them.
func splitPairs(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		last := map[byte]int{}
		for _, c := range []byte(`"'}`) {
			last[c] = strings.LastIndexByte(text, c)
		}
		from, closes := 0, byte(0)
		for i := range len(text) {
			switch c := text[i]; {
			case closes != 0:
				if c == closes {
					closes = 0
				}
			case i > 0 && text[i-1] == '=' && closing(c) != 0 && last[closing(c)] > i:
				closes = closing(c)
			case c == ';':
				if !yield(text[from:i]) {
					return
				}
				from = i + 1
			}
		}
		yield(text[from:])
	}
}

// closing is what closes a value that begins with a quote or a brace, 0 for others.
func closing(c byte) byte {
	switch c {
	case '"', '\'':
		return c
	case '{':
		return '}'
	}
	return 0
}
