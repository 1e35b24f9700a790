package text

import (
	"slices"
	"testing"
)

// TestANumberStaysWithItsUnit, wherever the line is broken.
func TestANumberStaysWithItsUnit(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  []string
	}{
		{"you ran: make, exit status 2, 3.0 s", 33, []string{"you ran: make, exit status 2,", "3.0 s"}},
		{"it took so 12 min 4 s.", 14, []string{"it took so", "12 min 4 s."}},
		{"so it took 12 min 4 s.", 14, []string{"so it took", "12 min 4 s."}},
		{"it holds 1,204 bytes, and more", 14, []string{"it holds", "1,204 bytes,", "and more"}},
		{"this is step 12 so far", 15, []string{"this is step 12", "so far"}},
		{"one two a\u00a0b cd", 12, []string{"one two a\u00a0b", "cd"}},
		{"3.0 s", 3, []string{"3.0", "s"}},
	} {
		if got := Told(c.in, c.width); !slices.Equal(got, c.want) {
			t.Errorf("Told(%q, %d) = %q, want %q", c.in, c.width, got, c.want)
		}
	}
}

// TestTheNameOfAnImageStaysWhole where it fits a line; else its size does.
func TestTheNameOfAnImageStaysWhole(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  []string
	}{
		{"see this [image 1: a.png, 212 kB] here", 26, []string{"see this", "[image 1: a.png, 212 kB]", "here"}},
		{"see this\n\n[image 1: a.png, 212 kB]\n[file 2: b, 9 bytes]", 23, []string{"see this", "", "[image 1: a.png,", "212 kB]", "[file 2: b, 9 bytes]"}},
		{"a [list of more] words [image ", 12, []string{"a [list of", "more] words", "[image"}},
		{"no end [image 1: a\nb]", 12, []string{"no end", "[image 1: a", "b]"}},
		{"a\u00a0b [image 1: x, 1 kB]", 20, []string{"a\u00a0b [image 1: x, 1", "kB]"}},
		{"nothing of it", 8, []string{"nothing", "of it"}},
	} {
		if got := Attached(c.in, c.width); !slices.Equal(got, c.want) {
			t.Errorf("Attached(%q, %d) = %q, want %q", c.in, c.width, got, c.want)
		}
	}
}
