package rawjson

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// Twice finds the keys that an object of a JSON value has more than once, however deep
// it stands, as JSON Pointers. Who reads such a value takes one of them, and nobody can
// say which. What is no JSON is for others to refuse.
func Twice(raw []byte) []string {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var w twice
	w.value(d, "")
	return w.paths
}

type twice struct{ paths []string }

// value goes through the next value; false says that it is no JSON.
func (w *twice) value(d *json.Decoder, path string) bool {
	t, err := d.Token()
	if err != nil {
		return false // and so would every further look at what follows be
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
	_, err = d.Token() // the end of what was begun
	return err == nil
}

func tokenText(d *json.Decoder) (string, bool) {
	t, err := d.Token()
	key, ok := t.(string)
	return key, ok && err == nil
}
