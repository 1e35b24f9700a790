package desk

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"parley/teatest/goldens"
)

// rewritten replaces, in the test's own file, what a test expected of the screen by what
// is there, if UPDATE=1 asks for it and the test wrote the line out: so the words of a
// hint are changed in the key table alone. It reports whether there was something to
// rewrite; git shows the difference.
func (d *Desk) rewritten(want, got []string) bool {
	d.T.Helper()
	if os.Getenv("UPDATE") != "1" || len(want) != len(got) {
		return false
	}
	var file string
	for skip := 2; ; skip++ {
		_, name, _, ok := runtime.Caller(skip)
		if !ok {
			return false
		}
		if strings.HasSuffix(name, "_test.go") {
			file = name
			break
		}
	}
	path := filepath.FromSlash(file)
	if short, trimmed := strings.CutPrefix(file, "parley/"); trimmed { // it was built with -trimpath
		path = filepath.Join(goldens.Root(d.T), filepath.FromSlash(short))
	}
	source, err := os.ReadFile(path)
	if err != nil {
		d.T.Fatal(err)
	}
	text, all := string(source), true
	for i := range want {
		if want[i] != got[i] {
			var found bool
			text, found = replaced(text, want[i], got[i])
			all = all && found
		}
	}
	if !all {
		return false
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		d.T.Fatal(err)
	}
	return true
}

// replaced replaces a line where it stands alone in a Go source text, between quotes or
// ends of lines. The running test was built before the file was rewritten, so an
// expectation that was written out twice comes again with its old words: the line is then
// already the new one, and that counts as replaced.
func replaced(source, line, with string) (string, bool) {
	if strings.TrimSpace(line) == "" || strings.ContainsAny(line+with, "\"`\\") {
		return source, false
	}
	if out, found := swapped(source, line, with); found {
		return out, true
	}
	_, already := swapped(source, with, with)
	return source, already
}

// swapped is the source with a line changed wherever it stands alone.
func swapped(source, line, with string) (string, bool) {
	if strings.TrimSpace(line) == "" {
		return source, false
	}
	var out strings.Builder
	found := false
	for rest := source; ; {
		before, after, more := strings.Cut(rest, line)
		out.WriteString(before)
		if !more {
			return out.String(), found
		}
		starts := endsIn(before, "\"", "`", "\n", `\n`)
		ends := strings.HasPrefix(after, `"`) || strings.HasPrefix(after, "`") || strings.HasPrefix(after, "\n") || strings.HasPrefix(after, `\n`)
		if starts && ends {
			found = true
			out.WriteString(with)
		} else {
			out.WriteString(line)
		}
		rest = after
	}
}

func endsIn(s string, any ...string) bool {
	for _, end := range any {
		if strings.HasSuffix(s, end) {
			return true
		}
	}
	return false
}

// nearest is the line that has the most words of one, "" if none has half of them.
func nearest(lines []string, one string) (best string) {
	words := strings.Fields(one)
	most := len(words) / 2
	for _, line := range lines {
		same := 0
		for _, w := range words {
			if strings.Contains(" "+line+" ", " "+w+" ") {
				same++
			}
		}
		if same > most {
			best, most = line, same
		}
	}
	return best
}
