package records

import (
	"fmt"

	"parley/store"
	"parley/store/text/clean"
)

// The texts about saved conversations.

// noneSavedText goes beside an empty list, which alone could be taken for a fault.
const noneSavedText = "no conversation is saved yet"

const nothingFoundText = "no conversation has a line with these words"

// forkedText says what a fork is and how to open it. What a call asked that was not recorded here is
// not open again.
func forkedText(f store.Forked, ends bool) string {
	open := ""
	switch {
	case ends:
		open = "; the call that asked something was not recorded here, so it ends and what it asked is not open"
	case f.Reopened != "":
		open = "; the question is open again"
	}
	return fmt.Sprintf("%s is a copy of %s up to event %d%s. `parley resume %s` opens it.", f.ID, f.From, f.At, open, f.ID)
}

func thrownText(id string) string {
	return fmt.Sprintf("%s is in the trash; `parley rm --undo %s` brings it back", id, id)
}

// Texts about emptying the trash.
const (
	emptyAloneText    = "--empty goes alone: it deletes all that is in the trash"
	yesAloneText      = "--yes goes with --empty"
	trashEmptyText    = "the trash is empty"
	emptyTerminalText = "nothing was deleted: there is no terminal to ask on; `parley rm --empty --yes` deletes without asking"
	notDeletedText    = "Nothing was deleted."
)

// alteredText is how an audit ends if the decisions fit one another in a file that
// another hand changed.
const alteredText = "the file was changed while it was closed; its decisions still fit one another, but what it says need not be what was said and decided"

// notMadeHereText is said above a conversation that this installation did not record, or not alone.
const notMadeHereText = "not all of this conversation was recorded on this machine: what it says, and what it says that you decided, may be another hand's"

func emptyAskText(n int) string {
	return fmt.Sprintf("%d %s in the trash will be deleted for good, and nothing brings %s back.\nType yes to delete: ",
		n, plural(n, "conversation", "conversations"), plural(n, "it", "them"))
}

func deletedText(n int) string {
	return fmt.Sprintf("%d %s deleted", n, plural(n, "conversation was", "conversations were"))
}

func restoredText(id string) string {
	return fmt.Sprintf("%s is back; `parley resume %s` opens it", id, id)
}

// lineage says where a conversation came from and how many were made from it.
func lineage(x *store.Summary) string {
	s := ""
	if x.Forks > 0 {
		s += fmt.Sprintf(clean.Ours("  ⑂ %d %s"), x.Forks, plural(x.Forks, "fork", "forks"))
	}
	if x.ForkedFrom != "" {
		s += clean.Ours("  ⑂ of ") + x.ForkedFrom
	}
	return s
}
