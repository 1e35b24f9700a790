package clean

import (
	"strings"
	"testing"
)

// TestWhatIsSought for the ends of links: little where each has one, and much where none has.
func TestWhatIsSought(t *testing.T) {
	for in, want := range map[string]int{
		"no link](": 0, "[a](b) and more": 3, "[a](b(c)d) more": 7, "[a]( b 'c' ) more": 5, "[a](<b c> \"d\") more": 8,
		"[a](bc": 2, "[a](bc de": 3, "[a](<bc de\nf": 7, `[a](b\)c d`: 5, "[a](b (c": 4,
	} {
		if n := Sought(in); n != want {
			t.Errorf("%q: %d, not %d", in, n, want)
		}
	}
	links := strings.Repeat("- [the name of a page](https://example.com/a/page_(of_many)?and=more#part \"its title\"), and what it says\n", 600)
	if n := Sought(links); n > len(links) {
		t.Errorf("of %d bytes of links %d are looked at", len(links), n)
	}
	for _, begun := range []string{"[](", "[](<", "[](b ("} {
		if n := Sought(strings.Repeat(begun, 2000) + strings.Repeat("a", 50_000)); n <= MostSought {
			t.Errorf("of many %q only %d bytes are looked at", begun, n)
		}
	}
}
