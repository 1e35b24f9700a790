package rawjson

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

const (
	deepest  = 10_000 // as deep as the standard library reads
	longPath = 256    // bytes of a path that is told; a key may be as long as its document
)

// Twice finds the duplicate keys in the objects of a JSON value, at any depth that a reader goes
// to, as JSON Pointers of which the longest are cut. A reader of such a value takes one of them,
// and nobody can say which. Rejecting what is not JSON is left to others.
func Twice(raw []byte) []string {
	w := twice{d: json.NewDecoder(bytes.NewReader(raw))}
	w.d.UseNumber()
	var paths []string
	for w.next() {
		paths = append(paths, w.path())
	}
	return paths
}

// Twofold reports whether a JSON value has an object in which two keys are the same for a reader
// that takes capital and small letters for each other, as that of the standard library does. The names
// that a JSON Schema gives, which servers send back with an answer, are no keys of that reader.
func Twofold(raw []byte) bool {
	w := twice{d: json.NewDecoder(bytes.NewReader(raw)), fold: true}
	w.d.UseNumber()
	return w.next()
}

// twice goes through a JSON value.
type twice struct {
	d    *json.Decoder
	fold bool    // capital and small letters are the same
	in   []level // the objects and lists that are open
}

// level is an object, with the times that each key was seen, or a list.
type level struct {
	seen  map[string]int
	key   string
	keyed bool // its value comes next
	given bool // it belongs to a schema
	index int
}

// next goes on to the key that is the second of its name in an object; false means that no more
// of them come, or that the rest is not JSON.
func (w *twice) next() bool {
	for {
		t, err := w.d.Token()
		if err != nil || len(w.in) > deepest {
			return false
		}
		if n := len(w.in); n > 0 && w.in[n-1].seen != nil && !w.in[n-1].keyed {
			if key, ok := t.(string); ok {
				if w.key(&w.in[n-1], key) {
					return true
				}
				continue
			}
		}
		switch t {
		case json.Delim('{'):
			w.in = append(w.in, level{seen: map[string]int{}, given: w.schema()})
			continue
		case json.Delim('['):
			w.in = append(w.in, level{given: w.schema()})
			continue
		case json.Delim('}'), json.Delim(']'):
			w.in = w.in[:len(w.in)-1]
		}
		if len(w.in) == 0 {
			return false
		}
		around := &w.in[len(w.in)-1] // the value is over
		around.keyed = false
		around.index++
	}
}

// schema reports whether the next value is a schema, or belongs to one.
func (w *twice) schema() bool {
	if len(w.in) == 0 {
		return false
	}
	around := w.in[len(w.in)-1]
	return around.given || around.key == "schema" || around.key == "parameters"
}

func (w *twice) key(in *level, key string) bool {
	in.key, in.keyed = key, true
	if w.fold && !in.given {
		key = strings.ToLower(strings.ToUpper(key)) // some small letters share their capital
	}
	in.seen[key]++
	return in.seen[key] == 2
}

// path is the JSON Pointer of the key that was read last.
func (w *twice) path() string {
	var path strings.Builder
	for _, l := range w.in {
		step := strconv.Itoa(l.index)
		if l.seen != nil {
			step = Step(strings.ToValidUTF8(l.key[:min(len(l.key), longPath)], ""))
		}
		if path.Len()+len(step) >= longPath {
			return path.String() + "/…"
		}
		path.WriteString("/" + step)
	}
	return path.String()
}
