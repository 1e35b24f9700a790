package kit

// All words shared by the screens.
const (
	TextForking       = "copying the conversation…"
	TextGoing         = "opening…"
	TextPlaceholder   = "Ask, or / for commands"
	TextHelpLeave     = "any key goes back"
	textHelpScroll    = "scroll"
	textNoHelp        = "No key and no command matches."
	textHelpOther     = "other keys: back"
	textNoHit         = "no hit"
	textNoTitle       = "(no title)"
	textInLine        = "move in what is written"
	textEndsOfLine    = "to its beginning, to its end"
	textLessAWord     = "take a word back"
	TextReplayReading = "reading the conversation…"
)
