package struck_test

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark"

	"parley/store/text/struck"
)

func TestOnlyTwoTildesStrikeThrough(t *testing.T) {
	md := goldmark.New(goldmark.WithExtensions(struck.Through))
	for in, want := range map[string]string{
		"rm ~/x~ now":     "<p>rm ~/x~ now</p>",
		"~~gone~~ ~/x~":   "<p><del>gone</del> ~/x~</p>",
		"a ~b ~~c~ d~~ e": "<p>a ~b <del>c~ d</del> e</p>",
		"~~a~ b":          "<p>~~a~ b</p>",
		"**~c~** `~d~`":   "<p><strong>~c~</strong> <code>~d~</code></p>",
	} {
		var b strings.Builder
		if err := md.Convert([]byte(in), &b); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(b.String()); got != want {
			t.Errorf("%q becomes %s, not %s", in, got, want)
		}
	}
}
