package fs

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"parley/coordinator/tool"
)

// TestAPatternMayNotTakeForEver: a line that would take a large pattern too long is left out and
// counted, whatever else is found; an ordinary pattern goes through any line.
func TestAPatternMayNotTakeForEver(t *testing.T) {
	long := strings.Repeat("ab ", 1<<18)
	y := newYard(t, map[string]string{"a": "abz\n" + long + "\nxabz\n" + long + "foo\n", "crlf": long + "z\r\n"})
	for _, c := range []struct{ arguments, want string }{
		{`{"pattern":"(a|b| |ab|ba){900}z","paths":["a"]}`, "ok: No matches.\nNot searched: 2 lines, too long for this pattern. Give one that repeats less."},
		{`{"pattern":"(a|b| |ab|ba){1,900}z"}`, "ok: a:1: abz\na:3: xabz\n\n2 matching lines in 1 file.\nNot searched: 3 lines, too long for this pattern. Give one that repeats less."},
		{`{"pattern":"f(a|b|o| |ab|ba){1,900}$","paths":["a"]}`, "ok: No matches.\nNot searched: 1 line, too long for this pattern. Give one that repeats less."}, // no other line has the f
		{`{"pattern":"(?i)B FOX","paths":["a"]}`, "ok: No matches."},
		{`{"pattern":"(?i) FO+$","context":0,"paths":["a"]}`, "ok: a:4: " + long[:grepLine] + " … 786,035 more bytes\n\n1 matching line in 1 file."},
		{`{"pattern":" foo","paths":["a"]}`, "ok: a:4: " + long[:grepLine] + " … 786,035 more bytes\n\n1 matching line in 1 file."},
		{`{"pattern":"^ab.*z$","paths":["crlf"]}`, "ok: crlf:1: " + long[:grepLine] + " … 786,033 more bytes\n\n1 matching line in 1 file."},
	} {
		y.want(y.run("fs_grep_files", c.arguments, nil), c.want)
	}
}

// TestACallPaysForItsLines: what a call may spend is for all its lines together.
func TestACallPaysForItsLines(t *testing.T) {
	s, err := newSearch(tool.Call{}, grepArguments{Pattern: "(?:a?){900}z"})
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Repeat("a", 1000)
	s.left = 2*s.cost(line) + s.cost("z")
	for range 2 {
		if s.matches(t.Context(), line); s.long != 0 {
			t.Fatal("a line that can be paid was left out")
		}
	}
	if s.matches(t.Context(), line) || s.long != 1 {
		t.Error("a line that cannot be paid was searched")
	}
	if !s.matches(t.Context(), "z") || s.left != 0 {
		t.Error("one that can was left out for it")
	}
}

// TestAStoppedSearchEnds within a line, and between lines.
func TestAStoppedSearchEnds(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	r := &stoppable{ctx: ctx, text: strings.NewReader(strings.Repeat("é", 10_000))}
	for range 1000 {
		if _, _, err := r.ReadRune(); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	read := 0
	for ; ; read++ {
		if _, _, err := r.ReadRune(); errors.Is(err, io.EOF) {
			break
		}
	}
	if read >= betweenLooks {
		t.Errorf("%d characters were read after the stop", read)
	}

	s, err := newSearch(tool.Call{}, grepArguments{Pattern: "a+b"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.text(ctx, "f", []byte(strings.Repeat("ab\n", 100))); !errors.Is(err, context.Canceled) || s.found != 0 {
		t.Errorf("lines after the stop: %v, %d found", err, s.found)
	}
	s.matches(ctx, strings.Repeat("a", 1<<20)) // a long one is left early
	y := newYard(t, map[string]string{"a": strings.Repeat("ab\n", 100)})
	for _, where := range []string{"a", "."} {
		grep, call := y.call("fs_grep_files", `{"pattern":"a+b","paths":["`+where+`"]}`, nil)
		y.want(grep.Run(ctx, call), "error: "+textCancelled)
	}
}
