package views

// The words that stand on the screen, in one place.
const (
	textQueued      = "queued: sent when the turn ends"
	textPartial     = "interrupted answer, kept here; the assistant does not see it"
	textThinking    = "thinking:"
	textThought     = "thought:"
	textArguments   = "arguments"
	textResult      = "result"
	textOutput      = "output so far"
	textNoResult    = "(empty result)"
	textNoReason    = "(no reason given)"
	textEscalated   = "The assistant recommended rejecting this change:"
	textDraft       = "draft:"
	textRecommended = "recommended"
	textOther       = "other…"
	textNoMatch     = "nothing matches; Esc clears the filter"
	textHidden      = "typed, not shown"
	textHiddenNone  = "what you type is not shown"
	textTooSmall    = "too small: make the window larger"
)
