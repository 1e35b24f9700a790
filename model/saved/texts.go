package saved

import (
	"fmt"

	"parley/store"
	"parley/store/text/clean"
	"parley/views/text"
)

// All words about saved conversations.
const (
	textFilterHere = "type to find"
	textListing    = "reading what is saved…"
	textSearching  = "searching the texts…"
	textNoneHere   = "No conversation of this workspace is saved. Ctrl+A shows those of others."
	textNoneAtAll  = "No conversation is saved yet."
	textTrashHere  = "This conversation is on screen. Go to another one first, then throw it away."
	textRestored   = "It is back."
	textHeld       = "This conversation is open in another Parley."
	textWaits      = "Waiting until it is free. It opens by itself then."
	textStillHeld  = "the other Parley still has it"
	textReadEnded  = "read only · no longer followed"
	textOpening    = "opening the conversation…"
	textWordsLost  = "what you typed is not kept: the conversation was not open yet"
	textKept       = "What you typed is kept for the conversation that you open next."
	textForkOf     = "a fork of "
	textForkOfGone = "a conversation that is gone"
)

func trashedText(title string) string {
	return fmt.Sprintf("%q is in the trash; Ctrl+U brings it back.", text.Line(title, 60))
}

func nothingFitsText(filter string, every bool) string {
	text := fmt.Sprintf("Neither a title nor a text has %q.", text.Line(filter, 60))
	if short(filter) {
		text = fmt.Sprintf("No title has %q. Texts are searched from two letters on.", filter)
	}
	if !every {
		text += " Ctrl+A looks in other workspaces too."
	}
	return text
}

func readOnlyText(l *store.LockedError) string {
	if l == nil || l.PID == 0 {
		return clean.Ours("read only · held by another process")
	}
	return fmt.Sprintf(clean.Ours("read only · held by process %d"), l.PID)
}
