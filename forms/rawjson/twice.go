package rawjson

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// Twice finds the duplicate keys in the objects of a JSON value, at any depth, as
// JSON Pointers. A reader of such a value takes one of them, and nobody can say
// which. Rejecting what is not JSON is left to others.
func Twice(raw []byte) []string {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var w twice
	w.value(d, "")
	return w.paths
}

// Twofold reports whether a JSON value has an object in which two keys are the same for a reader
// that takes capital and small letters for each other, as that of the standard library does.
func Twofold(raw []byte) bool {
	w := twice{fold: true}
	w.value(json.NewDecoder(bytes.NewReader(raw)), "")
	return len(w.paths) > 0
}

type twice struct {
	paths []string
	fold  bool // capital and small letters are the same
}

// value goes through the next value; false means that it is not JSON.
func (w *twice) value(d *json.Decoder, path string) bool {
	t, err := d.Token()
	if err != nil {
		return false // every further look at what follows would fail too
	}
	switch t {
	case json.Delim('{'):
		seen := map[string]int{}
		for d.More() {
			key, ok := tokenText(d)
			if !ok {
				return false
			}
			at := path + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
			if w.fold {
				key = strings.ToLower(strings.ToUpper(key)) // some small letters share their capital
			}
			if seen[key]++; seen[key] == 2 {
				w.paths = append(w.paths, at)
			}
			if !w.value(d, at) {
				return false
			}
		}
	case json.Delim('['):
		for i := 0; d.More(); i++ {
			if !w.value(d, path+"/"+strconv.Itoa(i)) {
				return false
			}
		}
	default:
		return true
	}
	_, err = d.Token() // the end of the object or list
	return err == nil
}

func tokenText(d *json.Decoder) (string, bool) {
	t, err := d.Token()
	key, ok := t.(string)
	return key, ok && err == nil
}
