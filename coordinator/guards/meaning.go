package guards

import (
	"fmt"
	"strings"

	"parley/store/text/clean"
)

// meaning says in words what was the same each time, one line for each part of a
// signature.
func meaning(signature string) (lines []string) {
	for _, part := range strings.Split(signature, between) {
		if line := meaningOf(part); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

func meaningOf(part string) string {
	kind, what, _ := strings.Cut(part, ":")
	switch {
	case part == "":
		return ""
	case strings.HasPrefix(part, "+"):
		return fmt.Sprintf("and %s more calls with the same results", strings.TrimPrefix(part, "+"))
	case kind == "error" && what != "":
		return "the same error each time: " + what
	case kind == "test-fail":
		n, names, found := strings.Cut(what, "-")
		tests := "tests"
		if n == "1" {
			tests = "test"
		}
		if found && names != "" {
			return fmt.Sprintf("the same %s failed each time: %s", strings.TrimPrefix(n+" "+tests, "1 "), strings.ReplaceAll(names, ",", ", "))
		}
		return "the same tests failed each time"
	case what == "":
		return kind + " had the same result each time"
	}
	return fmt.Sprintf("%s of %s had the same result each time", kind, clean.InWords(what))
}
