package record

import (
	"bytes"
	"encoding/json"

	"parley/store"
)

// subject is the text among the arguments of a call that its row names. A long one is read once:
// the row is made with each event of the call.
func (c *ToolCall) subject(key string) string {
	arguments := c.Ran()
	if len(arguments) < store.LongText {
		return argument(arguments, key)
	}
	if of := c.says.of; len(of) != len(arguments) || &of[0] != &arguments[0] { // arguments never change
		c.says = subjectOf{arguments, argument(arguments, key)}
	}
	return c.says.subject
}

// subjectOf is the subject of arguments.
type subjectOf struct {
	of      json.RawMessage
	subject string
}

// argument is a text among the arguments of a call. They may be long, and are looked at with each
// event of the call, so nothing but that text is read.
func argument(args json.RawMessage, key string) string {
	var s string
	if key == "" || json.Unmarshal(member(args, key), &s) != nil {
		return ""
	}
	return s
}

// member is the last member of an object that has a key, nil if none has. args must be JSON: of what
// is none it may be any part.
func member(args []byte, key string) (value []byte) {
	at := blanks(args, 0)
	if at == len(args) || args[at] != '{' {
		return nil
	}
	for at++; at < len(args); {
		from := blanks(args, at)
		to := valueEnd(args, from)
		start := blanks(args, to)
		if start == len(args) || args[start] != ':' || from == to {
			return value
		}
		start = blanks(args, start+1)
		end := valueEnd(args, start)
		if isKey(args[from:to], key) {
			value = args[start:end]
		}
		if at = blanks(args, end); at == len(args) || args[at] != ',' {
			return value
		}
		at++
	}
	return value
}

// isKey reports whether a JSON string is a key.
func isKey(quoted []byte, key string) bool {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return len(quoted) == len(key)+2 && string(quoted[1:len(quoted)-1]) == key
	}
	var name string
	return json.Unmarshal(quoted, &name) == nil && name == key
}

// blanks is where the blanks of JSON end that begin at an index.
func blanks(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\t' || b[at] == '\n' || b[at] == '\r') {
		at++
	}
	return at
}

// valueEnd is where a value of JSON ends that begins at an index.
func valueEnd(b []byte, at int) int {
	for depth := 0; at < len(b); at++ {
		switch b[at] {
		case '"':
			if at = quoteEnd(b, at); depth == 0 {
				return min(at+1, len(b))
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return at + 1
			}
		}
		if depth < 0 || depth == 0 && at < len(b) && (b[at] == ',' || b[at] == ':') {
			return at
		}
	}
	return len(b)
}

// quoteEnd is where the closing quote of a string stands whose opening one is at an index.
func quoteEnd(b []byte, at int) int {
	for at++; at < len(b) && b[at] != '"'; at++ {
		if b[at] == '\\' {
			at++
		}
	}
	return min(at, len(b))
}
