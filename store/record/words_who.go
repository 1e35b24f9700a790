package record

import (
	"strconv"
	"strings"

	"parley/store"
)

// ownProgram is what a stranger takes for granted.
const ownProgram = "parley"

// Who says who somebody is, as the system knows it; "" if it knows nothing. The user is told
// at which terminal that was or, where there was none, by what it was started, but not on a
// screen that may be recorded; all that is known stands in the record.
func (r Reader) Who(v *store.Via) string {
	if r == ToStranger {
		v = v.Outward()
	}
	if v == nil {
		return ""
	}
	var parts []string
	if v.Program != "" && (r == ToUser || v.Program != ownProgram) {
		parts = append(parts, v.Program)
	}
	if v.Notified {
		parts = append(parts, "by the token that notify.command was given")
	}
	switch {
	case v.Terminal != "":
		parts = append(parts, "on "+v.Terminal)
	case len(v.Parents) > 0:
		parts = append(parts, "started by "+strings.Join(v.Parents, ", "))
	}
	if v.Said != "" {
		parts = append(parts, "says it is "+strconv.Quote(v.Said))
	}
	return strings.Join(parts, ", ")
}
