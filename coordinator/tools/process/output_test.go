package process_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"parley/coordinator/tools/process"
)

func TestOutputText(t *testing.T) {
	cases := []struct {
		name   string
		limit  int
		writes []string
		want   string
	}{
		{"nothing", 8, nil, ""},
		{"all of it", 8, []string{"abc", "de"}, "abcde"},
		{"just fits", 8, []string{"abcdefgh"}, "abcdefgh"},
		{"one too many", 8, []string{"abcdefgh", "i"}, "abcd\n… 1 bytes left out …\nfghi"},
		{"one write of much", 4, []string{"abcdefghij"}, "ab\n… 6 bytes left out …\nij"},
		{"invalid bytes", 8, []string{"a\xffb"}, "a\ufffdb"},
		{"runes at the cuts", 8, []string{"abcé", "------", "éxyz"}, "abc\n… 10 bytes left out …\nxyz"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			o := process.NewOutput(c.limit)
			for _, w := range c.writes {
				if n, err := o.Write([]byte(w)); n != len(w) || err != nil {
					t.Errorf("write of %d: %d, %v", len(w), n, err)
				}
			}
			if got := o.Text(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// However it is written, the beginning and the end are kept.
func TestOutputKeepsBothEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		half := rapid.IntRange(1, 9).Draw(t, "half")
		writes := rapid.SliceOf(rapid.StringMatching("[a-z]{0,12}")).Draw(t, "writes")
		o := process.NewOutput(2 * half)
		var all string
		for _, w := range writes {
			if _, err := o.Write([]byte(w)); err != nil {
				t.Fatal(err)
			}
			all += w
		}
		want := all
		if left := len(all) - 2*half; left > 0 {
			want = fmt.Sprintf("%s\n… %d bytes left out …\n%s", all[:half], left, all[len(all)-half:])
		}
		if got := o.Text(); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
		whole, ok := o.Whole()
		if ok != (len(all) <= 2*half) || ok && string(whole) != all {
			t.Fatalf("whole is %q, %v", whole, ok)
		}
	})
}
