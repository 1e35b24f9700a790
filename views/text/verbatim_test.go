package text

import (
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestVerbatim: two lines that differ in blanks alone do not look the same where they are
// broken.
func TestVerbatim(t *testing.T) {
	for line, want := range map[string]string{
		"rm -rf bbbb /*":      "rm -rf\nbbbb /*",
		"rm -rf bbbbbbbb/*":   "rm -rf\nbbbbbbbb/*",
		"bbbbbbbbbb/*":        "bbbbbbbbbb\n/*",
		"bbbbbbbbbb /*":       "bbbbbbbbbb\n␠/*",
		"bbbbbbbbb /*":        "bbbbbbbbb\n␠/*",
		"bbbbbbbbbbb /*":      "bbbbbbbbbb\nb /*",
		"cat bbbbbbbbb":       "cat\nbbbbbbbbb",
		"a b c d e  f g":      "a b c d e\n␠␠f g",
		"a b c d e\t f g":     "a b c d e\n␉␠f g",
		"b \u0301bbbbbbb /*":  "b \u0301bbbbbbb\n␠/*", // a blank with a mark ends no word
		"b \u0301bbbbbbbb/*":  "b \u0301bbbbbbbb\n/*",
		"'b            /*'":   "'b\n␠␠␠␠␠␠␠␠␠␠\n␠␠/*'",
		"a\nbbbbbbbbbb\n c ":  "a\nbbbbbbbbbb\n c",
		"\tbbbbbb c":          "    bbbbbb\n␠c",
		"one two three\nfour": "one two\nthree\nfour",
		"":                    "",
	} {
		if got := strings.Join(Verbatim(line, 10), "\n"); got != want {
			t.Errorf("%q is drawn as\n%s\nwant\n%s", line, got, want)
		}
	}
}

// TestVerbatimIsRead: of whatever is drawn the line can be read back: a row of one word goes
// on without a blank, any other with one, and marks are the blanks that they stand for.
func TestVerbatimIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := strings.Trim(rapid.StringMatching(`([a-c]{1,30}|あ{1,9}|[ ]{1,40}|e\x{301}{1,3}| \x{301}[a-c]{1,9}){0,12}`).Draw(t, "line"), " ")
		width := rapid.IntRange(4, 24).Draw(t, "width")
		var read strings.Builder
		for i, row := range Verbatim(line, width) {
			if Width(row) > width {
				t.Fatalf("%q is wider than %d", row, width)
			}
			before := read.String()
			several := strings.Contains(strings.ReplaceAll(lastRow(before), " \u0301", "_"), " ") || 2*Width(lastRow(before)) <= width
			if i > 0 && several && !strings.HasPrefix(row, "␠") {
				read.WriteByte(' ')
			}
			read.WriteString("\n" + row)
		}
		got := strings.ReplaceAll(strings.ReplaceAll(read.String(), "\n", ""), "␠", " ")
		if got != line {
			t.Fatalf("%q is read as %q from\n%s", line, got, read.String())
		}
	})
}

func lastRow(drawn string) string { return drawn[strings.LastIndexByte(drawn, '\n')+1:] }

// TestVerbatimCopiesNoMore: a long line with marks in each row costs what its rows cost.
func TestVerbatimCopiesNoMore(t *testing.T) {
	cost := func(n int) uint64 {
		line := strings.Repeat("bbbbbbb  ", n)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		Verbatim(line, 8)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if few, many := cost(500), cost(2000); many > 6*few {
		t.Errorf("four times the rows take %d bytes instead of %d", many, few)
	}
}
