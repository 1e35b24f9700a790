package pane

// The words of the conversation, in one place.
const (
	textQueued       = "queued: sent when the turn ends"
	textPartial      = "interrupted answer, kept here; the assistant does not see it"
	textThinking     = "thinking:"
	textThought      = "thought:"
	textArguments    = "arguments"
	textResult       = "result"
	textOutput       = "output so far"
	textNoResult     = "(empty result)"
	textChangedFirst = "changed first"
	TextNewer        = "an event that this Parley does not know"
)
