package model

// The words of every screen, in one place.
const (
	textForking       = "copying the conversation…"
	textGoing         = "opening…"
	textPlaceholder   = "Ask, or / for commands"
	textHelpLeave     = " any key goes back"
	textHelpScroll    = " ↑↓ scroll   another key goes back"
	textNoHit         = "no hit"
	textReplayReading = "reading the conversation…"
)
