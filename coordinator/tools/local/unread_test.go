package local

import (
	"strings"
	"testing"
)

// TestAnOutcomeIsNotWatched: while a command runs its words are shown, but not JSON meant
// for the program, whether whole, in pieces or torn.
func TestAnOutcomeIsNotWatched(t *testing.T) {
	const question = `{"type":"needs_input","question":{"id":"a","text":"\"}] \\"}}`
	for output, want := range map[string]string{
		"":                                    "",
		"Building\n":                          "Building\n",
		"  [1]\n":                             "  [1]\n",
		question:                              "",
		question[:30]:                         "",
		" \n" + question + "\n":               "",
		question + "\nDone.":                  "Done.",
		`{"type":"success","content":"x"}`:    "",
		"Building\n" + question:               "Building\n" + question,
		`{"level":"info"}` + "\n":             "",
		"{\"level\":\"info\"}\n{\"level\":2}": "{\"level\":\"info\"}\n{\"level\":2}",
		"{a}b":                                "{a}b",
	} {
		for _, size := range []int{1, 3, 1000} {
			var got strings.Builder
			u := &unread{w: &got}
			for rest := output; rest != ""; {
				n := min(size, len(rest))
				if wrote, err := u.Write([]byte(rest[:n])); wrote != n || err != nil {
					t.Fatalf("%q: wrote %d of %d, %v", output, wrote, n, err)
				}
				rest = rest[n:]
			}
			if got.String() != want {
				t.Errorf("%q in pieces of %d: %q is shown, want %q", output, size, got.String(), want)
			}
		}
	}
	var got strings.Builder
	u := &unread{w: &got}
	long := `{"a":"` + strings.Repeat("x", largest)
	if n, err := u.Write([]byte(long)); n != len(long) || err != nil || got.String() != long {
		t.Errorf("of an object larger than an outcome %d bytes are shown, of %d (%d, %v)", got.Len(), len(long), n, err)
	}
}
