package command

import (
	"strings"
	"testing"

	"parley/coordinator/tools/process"
)

func TestFault(t *testing.T) {
	long := strings.Repeat("ä", longestFault)
	for name, c := range map[string]struct{ result, want string }{
		"good":         {statusText(process.Status{}) + printedText("FAIL\n"), ""},
		"silent":       {statusText(process.Status{Code: 1}) + printedText(""), "exit status 1"},
		"blank":        {statusText(process.Status{Code: 1}) + printedText(" \n\n"), "exit status 1"},
		"its last":     {statusText(process.Status{Code: 2}) + printedText("FAIL a\n2 of 5 tests failed\n\n"), "exit status 2: 2 of 5 tests failed"},
		"by a signal":  {statusText(process.Status{Signal: "killed"}) + printedText("x"), "ended by a signal: killed: x"},
		"a long line":  {statusText(process.Status{Code: 1}) + printedText(long), "exit status 1: " + long[:longestFault] + "…"},
		"edited":       {"It is fine.", ""},
		"nothing":      {"", ""},
		"in its words": {statusText(process.Status{}) + printedText("Exit status: 1\n"), ""},
	} {
		if got := (runner{}).Fault(c.result); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
