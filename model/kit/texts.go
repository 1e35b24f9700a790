package kit

// The words of every screen, in one place.
const (
	TextForking       = "copying the conversation…"
	TextGoing         = "opening…"
	TextPlaceholder   = "Ask, or / for commands"
	TextHelpLeave     = "any key goes back"
	textHelpScroll    = "scroll"
	textHelpOther     = "another key goes back"
	textNoHit         = "no hit"
	TextReplayReading = "reading the conversation…"
)
