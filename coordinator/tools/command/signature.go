package command

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// keptNames is how many failing tests a signature names.
const keptNames = 200

// Signature names the tests that failed, as Go, pytest and cargo report them, so that
// the order in which they ran, their times and the flags do not matter. A result that
// names none has no signature of its own.
func (r runner) Signature(_ json.RawMessage, result string) string {
	var names []string
	for line := range strings.SplitSeq(result, "\n") {
		if n := failedTest(strings.TrimSpace(line)); n != "" {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return ""
	}
	slices.Sort(names)
	names = slices.Compact(names) // all at once: a result may name more tests than can be compared with each other
	return fmt.Sprintf("test-fail:%d-%s", len(names), strings.Join(names[:min(len(names), keptNames)], ","))
}

// failedTest is the name of the test that a line reports as failed, without the
// prefix that all tests share.
func failedTest(line string) string {
	name, ok := strings.CutPrefix(line, "--- FAIL: ") // go test
	if !ok {
		name, ok = strings.CutPrefix(line, "FAILED ") // pytest
		if _, test, found := strings.Cut(name, "::"); found {
			name = test
		} else {
			ok = false
		}
	}
	if rest, is := strings.CutPrefix(line, "test "); is && strings.HasSuffix(rest, " ... FAILED") { // cargo
		name, ok = strings.TrimSuffix(rest, " ... FAILED"), true
	}
	if !ok {
		return ""
	}
	name, _, _ = strings.Cut(name, " ")
	for _, start := range []string{"Test_", "Test", "test_"} {
		if short, is := strings.CutPrefix(name, start); is && short != "" {
			name = short
			break
		}
	}
	return strings.ToLower(name)
}
