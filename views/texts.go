package views

// The words that stand on the screen, in one place.
const (
	textQueued       = "queued: sent when the turn ends"
	textPartial      = "interrupted answer, kept here; the assistant does not see it"
	textThinking     = "thinking:"
	textThought      = "thought:"
	textArguments    = "arguments"
	textResult       = "result"
	textOutput       = "output so far"
	textNoResult     = "(empty result)"
	textNoReason     = "(no reason given)"
	textEscalated    = "The assistant recommended rejecting this change:"
	textReviewFailed = "The assistant that reviews this gave no answer, so it comes to you:"
	textSchema       = "The schema of the answer:"
	textEditorHelp   = "Write the JSON value below. These comments go away; an empty file cancels."
	textDraft        = "draft:"
	textDefault      = "default:"
	textRecommended  = "recommended"
	textOther        = "other…"
	textNoMatch      = "nothing matches; Esc clears the filter"
	textHidden       = "typed, not shown"
	textHiddenNone   = "what you type is not shown"
	textTooSmall     = "too small: make the window larger"
)
