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

func (w *twice) value(d *json.Decoder, path string) {
	t, err := d.Token()
	if err != nil {
		return
	}
	switch t {
	case json.Delim('{'):
		seen := map[string]int{}
		for d.More() {
			key, ok := tokenText(d)
			if !ok {
				return
			}
			at := path + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
			if seen[key]++; seen[key] == 2 {
				w.paths = append(w.paths, at)
			}
			w.value(d, at)
		}
	case json.Delim('['):
		for i := 0; d.More(); i++ {
			w.value(d, path+"/"+strconv.Itoa(i))
		}
	default:
		return
	}
	_, _ = d.Token() // the end of what was begun; what is no JSON was refused before
}

func tokenText(d *json.Decoder) (string, bool) {
	t, err := d.Token()
	key, ok := t.(string)
	return key, ok && err == nil
}
