package script

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"parley/store/text/spelling"
)

// reader collects what is wrong while it reads values of the tree; a wrong value
// reads as zero, so that reading goes on to the next fault.
type reader struct {
	file     string
	problems Problems
}

// fault notes what is wrong.
//
//go:noinline
func (r *reader) fault(line int, format string, args ...any) {
	r.problems = append(r.problems, Problem{r.file, line, fmt.Sprintf(format, args...)})
}

// field is one key that a table may have.
type field struct {
	key  string
	read func(*node)
}

// table reads the fields of a table and reports unknown keys.
func (r *reader) table(n *node, what string, fields []field) {
	if n.shape != isTable {
		r.fault(n.line, textShape, what, "a table", n.shape.article())
		return
	}
	known := make([]string, len(fields))
	for i, f := range fields {
		known[i] = f.key
		if v, set := n.fields[f.key]; set {
			f.read(v)
		}
	}
	for _, key := range n.keys {
		if slices.Contains(known, key) {
			continue
		}
		if near := spelling.Nearest(key, known); near != "" {
			r.fault(n.fields[key].line, textUnknownNear, key, what, near)
		} else {
			r.fault(n.fields[key].line, textUnknown, key, what, strings.Join(known, ", "))
		}
	}
}

// tables reads a list of tables.
func (r *reader) tables(n *node, what string, each func(*node)) {
	if n.shape != isList {
		r.fault(n.line, textList, what, what, n.shape.article())
		return
	}
	for _, item := range n.items {
		each(item)
	}
}

func (r *reader) string(n *node, what string) string {
	if n.shape != isString {
		r.fault(n.line, textShape, what, "a string", n.shape.article())
		return ""
	}
	return n.text
}

// strings reads a string or a list of strings.
func (r *reader) strings(n *node, what string) []string {
	if n.shape != isList {
		if n.shape != isString {
			r.fault(n.line, textShape, what, "a string or a list of strings", n.shape.article())
			return nil
		}
		return []string{n.text}
	}
	list := []string{}
	for _, item := range n.items {
		list = append(list, r.string(item, "an entry of "+what))
	}
	return list
}

// pieces reads text: a string is cut into tokens, a list is taken as it is.
func (r *reader) pieces(n *node, what string) []string {
	list := r.strings(n, what)
	if n.shape == isString {
		return Tokens(n.text)
	}
	return list
}

func (r *reader) bool(n *node, what string) bool {
	if n.shape != isBool {
		r.fault(n.line, textShape, what, "true or false", n.shape.article())
	}
	return n.shape == isBool && n.text == "true"
}

// whole reads a whole number of at least least.
func (r *reader) whole(n *node, what string, least int) int {
	if n.shape != isInteger {
		r.fault(n.line, textShape, what, "a whole number", n.shape.article())
		return 0
	}
	v, err := strconv.ParseInt(n.text, 0, 32)
	if err != nil || int(v) < least {
		r.fault(n.line, textRange, what, least, 1<<31-1, n.text)
		return 0
	}
	return int(v)
}

// times reads a count from 1, or "always".
func (r *reader) times(n *node, what string) int {
	if n.shape == isString {
		if n.text != "always" {
			r.fault(n.line, textTimes, what, n.text)
		}
		return Always
	}
	return r.whole(n, what, 1)
}

// rate reads tokens per second.
func (r *reader) rate(n *node, what string) float64 {
	if n.shape != isInteger && n.shape != isFloat {
		r.fault(n.line, textShape, what, "a number", n.shape.article())
		return 0
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(n.text, "_", ""), 64)
	if err != nil || !(v > 0 && v <= 1e6) {
		r.fault(n.line, textRate, what, n.text)
		return 0
	}
	return v
}

// duration reads a time such as "2s" or "150ms".
func (r *reader) duration(n *node, what string) time.Duration {
	d, err := time.ParseDuration(r.string(n, what))
	if n.shape == isString && (err != nil || d < 0) {
		r.fault(n.line, textDuration, what, n.text)
		return 0
	}
	return d
}

// oneOf reads one of a few words.
func oneOf[W ~string](r *reader, n *node, what string, words []W) W {
	text := r.string(n, what)
	if n.shape != isString || slices.Contains(words, W(text)) {
		return W(text)
	}
	plain := make([]string, len(words))
	for i, w := range words {
		plain[i] = string(w)
	}
	r.fault(n.line, textOneOf, what, text, strings.Join(plain, ", "))
	return ""
}
