package askuser

import (
	"testing"

	"parley/forms"
)

// A kind adds little to what is sent with every request: its name twice, and its
// attributes.
func TestAKindCostsLittle(t *testing.T) {
	const most = 320 // bytes, about 80 tokens
	for _, kind := range forms.Kinds() {
		if k := kind.Kind(); k == forms.Select || k == forms.MultiSelect {
			continue // they describe what an option is
		}
		bytes := 2 * (len(kind.Kind()) + 3)
		for _, a := range kind.Attributes() {
			bytes += len(a.Name) + len(attributeSchema(a)) + 6
		}
		if bytes > most {
			t.Errorf("%s costs %d bytes, more than %d", kind.Kind(), bytes, most)
		}
	}
}
