package model

import (
	"fmt"
	"strings"
	"time"

	"parley/coordinator"
	"parley/providers"
	"parley/store"
	"parley/views/text"
)

// The words of the screen, kept together.

const (
	textPaused    = "paused; Enter goes on"
	textHeldDraft = "interrupted; Enter sends this and goes on with the turn"
	textNoNotes   = "The scratchpad is empty: no limit was reached in this conversation."
	textCopied    = "copied"
	textCleared   = "cleared; ↑ brings it back"
	textEarly     = "one moment; what you type now goes into your message"
	textNotYet    = "one moment; keys are not taken yet"
	textQuitAgain = "press Ctrl+C again to leave"

	textNoTitle    = "(no title)"
	textFilterHere = "type to find"
	textListing    = "reading what is saved…"
	textSearching  = "searching the texts…"
	textForking    = "copying the conversation…"
	textNoneHere   = "No conversation of this workspace is saved. Ctrl+A shows those of others."
	textNoneAtAll  = "No conversation is saved yet."
	textTrashHere  = "This conversation is on screen. Go to another one first, then throw it away."
	textRestored   = "It is back."

	textHeld  = "This conversation is open in another Parley."
	textWaits = "Waiting until it is free. It opens by itself then."

	textStillHeld = "the other Parley still has it"
	textReadEnded = "read only · no longer followed"

	textNoForkHere    = "Select a block that is on record; then f goes on from there in a copy."
	textNothingToFork = "There is nothing to copy yet."

	textStopFirst   = "A turn runs here. Stop it first with Ctrl+C, then leave; it can be gone on with later."
	textGoing       = "opening…"
	textBrokenChain = "The file was changed after it was written: a decision was altered, removed or added. `parley audit` says where."

	textNotAsAsked  = "it is not what was asked any more"
	textFileChanged = "The file changed since this was asked, and this is what was proposed then. Nothing is written over the new text: y asks again, about the file as it is now."
	textPartLost    = "The file changed after you took a part of this change, or edited it. That could not be carried over, so nothing of it is taken now: take with Space what you want."
	textFromRecord  = "This is what was proposed. y lets the tool try, and it asks again before anything else than this is written."
	textUnseenEdit  = "Your text holds null characters and cannot be shown, so it was not taken."

	textPlaceholder = "Ask, or / for commands"
	textReading     = "Tab goes to your message"
	textOpening     = "opening the conversation…"
	textHelpLeave   = " any key goes back"
	textHelpScroll  = " ↑↓ scroll   another key goes back"

	textListingFiles  = "listing the files…"
	textNoFile        = "no file fits"
	textAskingServers = "asking the servers for their models…"
	textChooseModel   = "/model and a space lists those there are."
	textNoModel       = "no model fits"
	textNoHit         = "no hit"
	textNoCommand     = "no command begins like this"

	textNeedsModel   = "Parley needs a model."
	textFound        = "Found"
	textFoundNone    = "No key is set in the environment, and no model server answers on this machine."
	textLooking      = "looking for servers on this machine…"
	textOr           = "Or"
	textAnother      = "Another server…"
	textAnotherAbout = "any OpenAI-compatible address"
	textTour         = "Take the tour"
	textTourAbout    = "offline, two minutes, nothing is changed"
	textBeginTour    = "laying out the tour…"
	textAskingServer = "asking the server for its models…"
	textTypeName     = "Write the name of a model."
	textAddress      = "Its address, up to and with /v1"
	textVariable     = "Variable with its key, empty for none"
	textBadAddress   = "The address should begin with http:// or https://."
	textNoAddress    = "This is no address. It should look like http://localhost:8000/v1."
	textNoServer     = "The address names no server. It should look like http://localhost:8000/v1."
	textBadPort      = "The port of the address should be a number from 1 to 65535."
	textLongAddress  = "The address should end with its path, without ? and #."
	textMendAddress  = "Esc corrects the address."
	textMendEnd      = "Esc corrects the address, which often ends in /v1."
	textMendKey      = "Esc corrects the address and the variable with its key."
	textBadVariable  = "This should be the name of a variable, such as MY_API_KEY, not the key itself."
)

func doingText(b coordinator.Busy) string {
	switch b {
	case coordinator.Held:
		return "interrupted; Enter goes on, Ctrl+C ends the turn"
	case coordinator.Thinking:
		return "waiting for the model"
	case coordinator.Answering:
		return "answering"
	case coordinator.Working:
		return "working"
	case coordinator.Stopping:
		return "stopping"
	}
	return ""
}

// queuedText says how many messages wait; editable, that a key takes the last of
// them back.
func queuedText(n int, editable bool) string {
	switch {
	case n == 1 && editable:
		return "1 message queued (↑ edits it)"
	case n == 1:
		return "1 message queued"
	case editable:
		return fmt.Sprintf("%d messages queued (↑ edits the last)", n)
	}
	return fmt.Sprintf("%d messages queued", n)
}

// retryText says which try failed, and how long it is to the next.
func retryText(r providers.Retrying, left time.Duration) string {
	wait := "trying again"
	if s := int((left + time.Second - 1) / time.Second); s > 0 {
		wait = fmt.Sprintf("again in %d s", s)
	}
	return fmt.Sprintf("attempt %d of %d failed, %s (%s)", r.Attempt, r.Max, wait, text.Line(strings.TrimRight(r.Reason, "."), 60))
}

func smallLines(w, h int) []string {
	if h < 1 || w < 1 {
		return nil
	}
	body := fmt.Sprintf("Parley needs %d×%d; this is %d×%d.", leastWidth, leastHeight, w, h)
	lines := text.Wrap(body, w)
	return lines[:min(len(lines), h)]
}

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
		return "read only · held by another process"
	}
	return fmt.Sprintf("read only · held by process %d", l.PID)
}
