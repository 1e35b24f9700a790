package patch

import (
	"strconv"
	"strings"
	"testing"
)

// TestALineStandsBesideTheOneItBecame: side by side, not beside the one that has the same
// place in its block.
func TestALineStandsBesideTheOneItBecame(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"one of several stays", "\n// usage is printed\nfunc usage() {\n\tflag.PrintDefaults()\n}\n", "// flags are described by -h\n",
			"0 -\n1 0\n2 -\n3 -\n4 -"},
		{"one before it is new", "b := 2 * size\n", "a := 1\nb := 3 * size\n", "- 0\n0 1"},
		{"one after it is new", "b := 2 * size\n", "b := 3 * size\na := 1\n", "0 0\n- 1"},
		{"two among three", "alpha one\nbeta two\n", "alpha 1 one\ngamma\nbeta 2 two\n", "0 0\n- 1\n1 2"},
		{"in turn where nothing is alike", "one\ntwo\n", "three\nfour\nfive\n", "0 0\n1 1\n- 2"},
		{"in turn between what is alike", "x\none two\ny\n", "p\none two three\nq\n", "0 0\n1 1\n2 2"},
		{"too many to compare", strings.Repeat("a\n", 40), strings.Repeat("b\n", 30) + "a b\n", rowsInTurn(40, 31)},
	} {
		ch := NewChanges("x", "first\n"+c.old+"last\n", "first\n"+c.new+"last\n")
		gone, added := lineOf(ch, lineGone), lineOf(ch, lineAdded)
		var got []string
		for _, row := range ch.two {
			if at := max(row.left, row.right); ch.lines[at].kind == lineGone || ch.lines[at].kind == lineAdded {
				got = append(got, nth(row.left, gone)+" "+nth(row.right, added))
			}
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%s: the rows are\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), c.want)
		}
	}
}

func rowsInTurn(gone, added int32) string {
	var out []string
	for i := range max(gone, added) {
		left, right := i, i
		if left >= gone {
			left = -1
		}
		if right >= added {
			right = -1
		}
		out = append(out, nth(left, 0)+" "+nth(right, 0))
	}
	return strings.Join(out, "\n")
}

func lineOf(ch *Changes, kind patchKind) int32 {
	for i, l := range ch.lines {
		if l.kind == kind {
			return int32(i)
		}
	}
	return -1
}

// nth is the place of a line in its side of the block, "-" for none.
func nth(at, first int32) string {
	if at < 0 {
		return "-"
	}
	return strconv.Itoa(int(at - first))
}
