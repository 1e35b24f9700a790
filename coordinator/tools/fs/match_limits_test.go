package fs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestACallMayHaveAThousandPatterns: each is looked for in the whole file.
func TestACallMayHaveAThousandPatterns(t *testing.T) {
	y := newYard(t, map[string]string{"a": "x\n"})
	in := modifyArguments{Path: "a"}
	for range mostPatterns {
		in.Patterns = append(in.Patterns, pattern{Old: "x", New: "xy"}, pattern{Old: "xy", New: "x"})
	}
	y.want(y.run("fs_modify_file", in, nil), "error: There are 2000 patterns, and a call may have 1000. Make the change in several calls, or with fewer and longer patterns.")
	in.Patterns = append(in.Patterns[:mostPatterns-1], pattern{Old: "x", New: "z"})
	if out := y.run("fs_modify_file", in, nil); len(y.questions(out)) == 0 {
		t.Errorf("1000 patterns: %v", out)
	}
}

// TestTwentyFaultsAreEnough: why a pattern is missing is looked for in the whole file, line by line.
func TestTwentyFaultsAreEnough(t *testing.T) {
	var in []pattern
	for i := range 30 {
		in = append(in, pattern{Old: "no" + strconv.Itoa(i), New: "x"})
	}
	_, _, err := rewrite(t.Context(), "a", "text\n", in)
	if lines := strings.Split(err.Error(), "\n"); len(lines) != 22 || !strings.HasPrefix(lines[20], "patterns[19]: ") || lines[21] != "The patterns behind these were not looked at." {
		t.Errorf("%d lines: %v", len(lines), err)
	}
}

// TestAChangeThatIsWorkedOutEndsWhenToldTo: at once, not when all of its patterns were looked for.
func TestAChangeThatIsWorkedOutEndsWhenToldTo(t *testing.T) {
	ctx := &ending{Context: t.Context(), in: 3}
	in := []pattern{{Old: "a", New: "b"}, {Old: "b", New: "c"}, {Old: "c", New: "d"}, {Old: "d", New: "e"}}
	if out, _, err := rewrite(ctx, "a", "a", in); !errors.Is(err, context.Canceled) || out != "" {
		t.Errorf("%q, %v", out, err)
	}
}

// ending ends at one of the looks at it.
type ending struct {
	context.Context
	in int
}

func (e *ending) Err() error {
	if e.in--; e.in > 0 {
		return nil
	}
	return context.Canceled
}

// TestALongTextIsLookedForOnce: neither that a long text stands at many places nor that it nearly
// stands there takes longer than a look through the file. Each of these took minutes.
func TestALongTextIsLookedForOnce(t *testing.T) {
	long, lines := strings.Repeat("a", 1<<20), strings.Repeat("x\n", 1<<19)
	for _, c := range []struct{ content, old, want string }{
		{long + long, long, "5 times"},
		{lines + lines, lines + "y", textMissing},
		{lines + lines + "y z\n", " x\n" + lines + "y  z", "Line 524288"},
	} {
		if _, _, err := rewrite(t.Context(), "a", c.content, []pattern{{Old: c.old, New: "b"}}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, not %s", err, c.want)
		}
	}
}

// TestWhatPatternsMultiply is counted before it is made: each of these would have taken more memory
// than there is.
func TestWhatPatternsMultiply(t *testing.T) {
	all := func(old, new string) pattern { return pattern{Old: old, New: new, All: true} }
	tenfold := slices.Repeat([]pattern{all("a", strings.Repeat("a", 10))}, 14)
	large := func(size string) string {
		return "The new text of a is too large (" + size + " bytes, at most 2,097,152). Nothing was changed. Write it in several files, or produce it with run_command."
	}
	for _, c := range []struct {
		content  string
		patterns []pattern
		want     string
	}{
		{"a", tenfold, large("10,000,000")},
		{"a", tenfold[:6], ""},
		{strings.Repeat("a\n", 200_000), []pattern{all("a", strings.Repeat("b", 400_000))}, large("80,000,200,000")},
		{strings.Repeat("a\r\n", 200_000), []pattern{all("a", strings.Repeat("\n", 400_000))}, large("160,000,400,000")},
		{"", []pattern{{Old: "", New: strings.Repeat("b", maxChange+1)}}, large("2,097,153")},
		{strings.Repeat("a", maxChange), []pattern{all("a", "")}, ""},
		{"a", append([]pattern{{Old: "x", New: "y"}}, tenfold...), textPatterns("a", []string{"patterns[0]: " + textMissing, textFurther})},
	} {
		_, _, err := rewrite(t.Context(), "a", c.content, c.patterns)
		if got := fmt.Sprint(err); got != c.want && (err != nil || c.want != "") {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
