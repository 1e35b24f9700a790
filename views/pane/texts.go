package pane

import "parley/store"

// stoppedText says who stopped a response.
func stoppedText(by string) string {
	if by == store.StoppedByGuard {
		return textStoppedByLimit
	}
	return textStoppedByYou
}

// The words of the conversation, in one place.
const (
	textStoppedByYou   = "stopped by you"
	textStoppedByLimit = "stopped by a limit"

	textYouRan = "you ran" // a command of the user's own
	textYouRun = "you run"
	textOwn    = "!"

	textQueued      = "queued: sent when the turn ends"
	textPartial     = "interrupted response, kept here; the assistant does not see it"
	textBroken      = "broken off here; the assistant does not see it"
	textThinking    = "thinking:"
	textThought     = "thought:"
	textArguments   = "arguments"
	textResult      = "result"
	textOutput      = "output so far"
	textNoResult    = "(empty result)"
	textTool        = "tool"
	textAsked       = "asked"
	textNext        = "next"
	textRunning     = "running"
	textWaiting     = "waits for you"
	textLacking     = "waits for its tool"
	textUnsaved     = "not saved, so not run"
	textReviewed    = "under review"
	textReviews     = " reviews"
	textLineSoFar   = "line so far"
	textLinesSoFar  = "lines so far"
	textExitLine    = "Exit status: "
	textSignalLine  = "Ended by a signal: "
	textOutputLine  = "Output:\n"
	textMoreLine    = "more line"
	textMoreLines   = "more lines"
	textLineBefore  = "line before"
	textLinesBefore = "lines before"
	textThisTurn    = ", this turn"
	textAfter       = " after "
	textYes         = "yes"
	textAllowed     = "allowed"
	textAllowedTurn = "allowed for this turn"
	textError       = "error"
	textThenAsked   = ", then asked: "
	textSaid        = " said "
	textInPart      = "may have taken effect in part"
	textItInPart    = "It " + textInPart
	textNotCarried  = "It was not carried out."
	textNotRun      = "not run, the turn ended"
	textNotRunByYou = "not run, you ended the turn"
	textNotRunPause = "not run, the turn was paused"
	textAskingAgain = " Asking again."
	textTryingAgain = " Trying again in " // of a failed attempt, as it is on record
	TextNewer       = "an event that this Parley does not know"
)
