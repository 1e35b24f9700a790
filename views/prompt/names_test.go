package prompt

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parley/forms"
	"parley/teatest/goldens"
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

// TestOptionsThatLookTheSame are told apart by their characters, if not by their words.
func TestOptionsThatLookTheSame(t *testing.T) {
	of := func(labels ...string) []string {
		a := forms.AnswerType{Kind: forms.Select}
		for _, label := range labels {
			a.Options = append(a.Options, forms.Option{Value: json.RawMessage(strconv.Quote(label))})
		}
		return new(Names).Of(a).Labels
	}
	for _, c := range []struct{ labels, want []string }{
		{[]string{"\u00e9", "e\u0301", "x"}, []string{"<U+00E9>", "e<U+0301>", "x"}},
		{[]string{"copy", "\u0441\u043e\u0440\u0443"}, []string{"copy", "<U+0441><U+043E><U+0440><U+0443>"}},
		{[]string{"a b", "a  b"}, []string{"a b", "a␠␠b"}},
		{[]string{"caf\u00e9", "th\u00e9"}, []string{"caf\u00e9", "th\u00e9"}},
	} {
		if got := of(c.labels...); !slices.Equal(got, c.want) {
			t.Errorf("%q are told as %q, want %q", c.labels, got, c.want)
		}
	}
}

// TestATitleSetsNothingApart: a stranger's title does not look like several parts of a heading.
func TestATitleSetsNothingApart(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	q := forms.Question{ID: "q", Text: "Go on?", Header: "Permission ── [1/2] ───", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	p := Prompt{Who: "asker", Asks: true, Field: NewField(th, q, Rules{}, Draft{})}
	one := p
	if one.Which = "call 1 of 2"; !strings.HasPrefix(one.Heading(), "asker, call 1 of 2, asks ── ") {
		t.Errorf("of one of two calls it is %q", one.Heading())
	}
	if got, want := p.Heading(), "asker asks ── Permission <U+2500><U+2500> [1/2] <U+2500><U+2500>─"; got != want {
		t.Errorf("the heading is %q, want %q", got, want)
	}
}
