package askuser

import (
	"cmp"
	"encoding/json"
	"strings"
)

// Describe shows what is asked, as far as it is readable: the texts of the questions.
func (asker) Describe(arguments json.RawMessage) string {
	top, _ := objectOf(arguments)
	asked := []object{top}
	if list, ok := listOf(top["questions"]); ok {
		asked = asked[:0]
		for _, raw := range list {
			o, _ := objectOf(raw)
			asked = append(asked, o)
		}
	}
	var texts []string
	for _, o := range asked {
		r := &reading{} // faults are reported when the call is refused
		if text := cmp.Or(r.string(o, "question", ""), r.string(o, "text", "")); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, " ")
}
