package script

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"parley/forms/rawjson"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// A scenario is read into a tree that remembers the line of everything, so that all
// faults can be reported at once, with their places. go-toml's own decoder stops at
// the first.

type shape int

const (
	isString shape = iota
	isInteger
	isFloat
	isBool
	isTable
	isList
	isOther // dates and times
)

// article names a shape in an error text.
func (s shape) article() string {
	return [...]string{"a string", "a whole number", "a number", "true or false", "a table", "a list", "a date or time"}[s]
}

// node is a value of the file. keys keeps the order in which they were written.
type node struct {
	line   int
	shape  shape
	text   string // a scalar as written, a string without its quotes
	keys   []string
	fields map[string]*node
	items  []*node
}

func newTable(line int) *node {
	return &node{line: line, shape: isTable, fields: map[string]*node{}}
}

// put sets a key of a table and keeps the order.
func (n *node) put(key string, v *node) {
	if _, known := n.fields[key]; !known {
		n.keys = append(n.keys, key)
	}
	n.fields[key] = v
}

// enter returns the table that key leads to: that table, or the last one in a list of
// tables. It makes the table if there is none.
func (n *node) enter(key string, line int) (*node, error) {
	at, known := n.fields[key]
	if !known {
		at = newTable(line)
		n.put(key, at)
	}
	if at.shape == isList && len(at.items) > 0 {
		at = at.items[len(at.items)-1]
	}
	if at.shape != isTable {
		return nil, fmt.Errorf("%s is %s and cannot hold keys", key, at.shape.article())
	}
	return at, nil
}

// readTree parses TOML. The error carries the line.
func readTree(src []byte) (*node, int, error) {
	var whole map[string]any // for duplicate keys, which the parser alone does not see
	if err := toml.Unmarshal(src, &whole); err != nil {
		var at *toml.DecodeError
		if errors.As(err, &at) {
			line, _ := at.Position()
			return nil, line, errors.New(strings.TrimPrefix(at.Error(), "toml: "))
		}
		return nil, 1, errors.New(strings.TrimPrefix(err.Error(), "toml: "))
	}
	r := treeReader{src: src, root: newTable(1)}
	r.at = r.root
	r.parser.Reset(src)
	for r.parser.NextExpression() {
		if err := r.expression(r.parser.Expression()); err != nil {
			return nil, r.line, err
		}
	}
	if err := r.parser.Error(); err != nil {
		return nil, r.line, err
	}
	return r.root, 0, nil
}

type treeReader struct {
	src     []byte
	parser  unstable.Parser
	root    *node
	at      *node // the table that key-value lines go into
	line    int   // of the last key seen
	seen    int   // the offset up to which lines were counted
	atCount int   // the line at that offset
}

func (r *treeReader) expression(e *unstable.Node) error {
	switch e.Kind {
	case unstable.KeyValue:
		return r.keyValue(r.at, e)
	case unstable.Table, unstable.ArrayTable:
		path := r.path(e)
		at := r.root
		var err error
		for _, key := range path[:len(path)-1] {
			if at, err = at.enter(key, r.line); err != nil {
				return err
			}
		}
		last := path[len(path)-1]
		if e.Kind == unstable.Table {
			r.at, err = at.enter(last, r.line)
			return err
		}
		list, known := at.fields[last]
		if !known {
			list = &node{line: r.line, shape: isList}
			at.put(last, list)
		}
		if list.shape != isList {
			return fmt.Errorf("%s is %s, not a list of tables", last, list.shape.article())
		}
		r.at = newTable(r.line)
		list.items = append(list.items, r.at)
	}
	return nil
}

// path reads the key of an expression and notes its line.
func (r *treeReader) path(e *unstable.Node) []string {
	var path []string
	for it := e.Key(); it.Next(); {
		key := it.Node()
		r.line = r.lineOf(int(key.Raw.Offset))
		path = append(path, string(key.Data))
	}
	return path
}

// lineOf counts lines; offsets mostly come in rising order.
func (r *treeReader) lineOf(offset int) int {
	if offset < r.seen {
		r.seen, r.atCount = 0, 0
	}
	r.atCount += bytes.Count(r.src[r.seen:offset], []byte{10})
	r.seen = offset
	return r.atCount + 1
}

func (r *treeReader) keyValue(into *node, e *unstable.Node) error {
	path := r.path(e)
	line := r.line
	var err error
	for _, key := range path[:len(path)-1] {
		if into, err = into.enter(key, line); err != nil {
			return err
		}
	}
	v, err := r.value(e.Value(), line)
	if err != nil {
		return err
	}
	into.put(path[len(path)-1], v)
	return nil
}

func (r *treeReader) value(v *unstable.Node, line int) (*node, error) {
	if v.Raw.Length > 0 {
		line = r.lineOf(int(v.Raw.Offset))
	}
	n := &node{line: line, text: string(v.Data)}
	switch v.Kind {
	case unstable.String:
		n.shape = isString
	case unstable.Integer:
		n.shape = isInteger
	case unstable.Float:
		n.shape = isFloat
	case unstable.Bool:
		n.shape = isBool
	case unstable.InlineTable:
		n = newTable(line)
		for it := v.Children(); it.Next(); {
			if err := r.keyValue(n, it.Node()); err != nil {
				return nil, err
			}
		}
	case unstable.Array:
		n.shape = isList
		for it := v.Children(); it.Next(); {
			item, err := r.value(it.Node(), line)
			if err != nil {
				return nil, err
			}
			n.items = append(n.items, item)
		}
	default:
		n.shape = isOther
	}
	return n, nil
}

// json writes a value as JSON with its keys in the order of the file.
func (n *node) json() (json.RawMessage, error) {
	var b strings.Builder
	if err := n.writeJSON(&b); err != nil {
		return nil, err
	}
	return json.RawMessage(b.String()), nil
}

func (n *node) writeJSON(b *strings.Builder) error {
	switch n.shape {
	case isTable:
		b.WriteByte('{')
		for i, key := range n.keys {
			if i > 0 {
				b.WriteByte(',')
			}
			b.Write(rawjson.Quote(key))
			b.WriteByte(':')
			if err := n.fields[key].writeJSON(b); err != nil {
				return err
			}
		}
		b.WriteByte('}')
	case isList:
		b.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := item.writeJSON(b); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	case isString:
		b.Write(rawjson.Quote(n.text))
	case isBool:
		b.WriteString(n.text)
	case isInteger:
		i, err := strconv.ParseInt(n.text, 0, 64)
		if err != nil {
			return fmt.Errorf("the number %s is too large", n.text)
		}
		b.WriteString(strconv.FormatInt(i, 10))
	case isFloat:
		f, err := strconv.ParseFloat(strings.ReplaceAll(n.text, "_", ""), 64)
		if err != nil {
			return fmt.Errorf("the number %s is too large", n.text)
		}
		text, err := json.Marshal(f)
		if err != nil {
			return fmt.Errorf("JSON has no number %s", n.text)
		}
		b.Write(text)
	default:
		return fmt.Errorf("JSON has no dates; write %q as a string", n.text)
	}
	return nil
}
