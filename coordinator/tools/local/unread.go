package local

import (
	"bytes"
	"io"
)

// unread writes on what a command prints, except for an outcome: nobody watches a
// call to read JSON. What begins like an object is held back until something follows
// it, or it is larger than an outcome may be; then it is written on if it is not one
// with questions.
type unread struct {
	w      io.Writer
	held   []byte
	shown  bool // the rest is written on
	depth  int  // of brackets
	within bool // a string
	escape bool
	whole  bool // the object is closed
}

func (u *unread) Write(p []byte) (int, error) {
	if u.shown {
		return u.w.Write(p)
	}
	for i, c := range p {
		if !u.follows(c) && len(u.held)+i < largest {
			continue
		}
		held, rest := append(u.held, p[:i]...), p[i:]
		u.shown, u.held = true, nil
		if begun(held) != "needs_input" {
			rest = append(held, rest...)
		}
		_, err := u.w.Write(rest)
		return len(p), err
	}
	u.held = append(u.held, p...)
	return len(p), nil
}

// follows reports whether a byte is not part of an object that the output begins
// with, nor a blank around it.
func (u *unread) follows(c byte) bool {
	switch {
	case u.within:
		u.within = u.escape || c != '"'
		u.escape = c == '\\' && !u.escape
	case bytes.IndexByte([]byte(" \t\r\n"), c) >= 0:
	case u.whole, u.depth == 0 && c != '{':
		return true
	case c == '"':
		u.within = true
	case c == '{' || c == '[':
		u.depth++
	case c == '}' || c == ']':
		u.depth--
		u.whole = u.depth == 0
	}
	return false
}
