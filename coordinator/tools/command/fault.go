package command

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// longestFault is how much of a last line a fault quotes, in bytes.
const longestFault = 120

// Fault reports an exit status other than 0, or of a signal, with the last line that
// the command printed. A result with neither, such as one that the user edited, has
// no fault.
func (r runner) Fault(result string) string {
	head, printed, _ := strings.Cut(result, "\n")
	fault := ""
	if code, ok := strings.CutPrefix(head, exitPrefix); ok && code != "0" {
		fault = "exit status " + code
	} else if signal, ok := strings.CutPrefix(head, signalPrefix); ok {
		fault = "ended by a signal: " + signal
	}
	rest, ok := strings.CutPrefix(printed, outputPrefix)
	if fault == "" || !ok {
		return fault
	}
	rest = strings.TrimSpace(rest)
	last := strings.TrimSpace(rest[strings.LastIndexByte(rest, '\n')+1:])
	if n := longestFault; len(last) > n {
		for n > 0 && !utf8.RuneStart(last[n]) {
			n--
		}
		last = last[:n] + "…"
	}
	if last == "" {
		return fault
	}
	return fmt.Sprintf("%s: %s", fault, last)
}
