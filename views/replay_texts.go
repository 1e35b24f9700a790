package views

// The words of a replay.
const (
	textOpen        = "open"
	textReviewing   = "a reviewing model decides"
	textNotKept     = "given, not kept"
	textEditedFirst = "edited before it was approved:"
	textRemembered  = "remembered for the turn"
	textForgotten   = "no longer remembered"
	textNewer       = "an event that this Parley does not know"
)
