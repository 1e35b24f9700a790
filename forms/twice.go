package forms

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// keysTwice finds the keys that an object of a JSON value has more than once. Who
// reads such a value takes one of them, and nobody can say which, so that what was
// answered would not be what was meant.
func keysTwice(raw json.RawMessage) []SchemaFault {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var w twice
	w.value(d, "")
	return w.faults
}

type twice struct{ faults []SchemaFault }

// value reads one value. What is no JSON was refused before.
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
				w.faults = append(w.faults, SchemaFault{at, keyTwice})
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
