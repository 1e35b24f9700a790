package grants

import (
	"errors"
	"fmt"

	"parley/coordinator/tools/fs/paths"
)

// Text says why a person is asked.
func (f Found) Text() string {
	const counts = " Only your own answer to this very change counts: no setting, no rule and no other assistant gives it for you, and it is not remembered."
	if f.Path == "" {
		return f.Why + counts
	}
	return paths.Fenced(f.Path) + " gives permission. " + f.Why + counts
}

// textUnread says why a folder was not looked through for what gives permission.
func textUnread(at string, err error) string {
	why := "cannot be read"
	if errors.Is(err, errCrowded) {
		why = "has more than 100,000 entries" // maxListed
	}
	return fmt.Sprintf("%s %s, so it is not known whether something in it gives permission and leads to this file.", paths.Fenced(at), why)
}

// textUnknownLead says that settings of git lead to what is not known.
func textUnknownLead(what string) string {
	return fmt.Sprintf("It is not known what %s makes git read or run, so it may be this file.", paths.Fenced(what))
}
