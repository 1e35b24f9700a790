package replay

// The words of a replay, in one place.
const (
	textOpen        = "open"
	textLaying      = "It is long, and being laid out…"
	textReviewing   = "a reviewing model decides"
	textNotKept     = "given, not kept"
	textEditedFirst = "edited before it was approved:"
	textPartTaken   = "%s taken; what was written:"
	textRemembered  = "remembered for the turn"
	textBackLater   = ", taken back later"
	textGoneLater   = ", counted no more later"
)
