package prompt

import (
	"encoding/json"
	"reflect"
	"testing"

	"parley/forms"
	"parley/views/text"
)

// TestNamesOfOptions: options that are different look different, and take the cells that
// they are counted for.
func TestNamesOfOptions(t *testing.T) {
	var a forms.AnswerType
	for _, value := range []string{"tab\there", "tabhere", "two\nlines", "twolines", "a\u202eb", "keep", "keep ", "x y", "x  y"} {
		raw, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		a.Options = append(a.Options, forms.Option{Value: raw, Description: "an\tabout\nof it"})
	}
	n := new(Names).Of(a)
	if want := []string{"tab␉here", "tabhere", "two␊lines", "twolines", "a<U+202E>b", "keep", "keep␠", "x y", "x␠␠y"}; !reflect.DeepEqual(n.Labels, want) {
		t.Errorf("%q, want %q", n.Labels, want)
	}
	if n.Abouts[0] != "an about of it" || n.Widest != text.Width("a<U+202E>b") {
		t.Errorf("%q, %d", n.Abouts[0], n.Widest)
	}
}
