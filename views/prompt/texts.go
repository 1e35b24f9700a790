package prompt

import "parley/views/text"

// The words of a question, in one place.
const (
	TextNoReason     = "(no reason given)"
	TextWhyNot       = "Why not? The assistant is told."
	textEscalated    = "The assistant recommended rejecting this change:"
	textReviewFailed = "The assistant that reviews this gave no answer, so it comes to you:"
	textRun          = "Run"
	textGiveResult   = "give this result to the assistant?"
	textSchema       = "The schema of the answer:"
	textEditorHelp   = "Write the JSON value below. These comments go away; an empty file cancels."
	textDraft        = "draft:"
	textDefault      = "default:"
	textAlike        = "letters that only look Latin: "
	TextRecommended  = "recommended"
	textOther        = "other…"
	textNoMatch      = "nothing matches; Esc clears the filter"
	TextWholeCall    = "Not run yet: this is the call as the tool gets it, with its defaults for what you left out. Ctrl+S again runs it."
	textForTurn      = "for this turn: "
	textHidden       = "typed, not shown"
	textHiddenNone   = "what you type is not shown"
	textNewLine      = "new line"
	textOptional     = "may be left empty"
	textRowMissing   = "is needed"
	textRowNeeded    = "required"
	textNoRows       = "this value would lose something as fields; it stays JSON"
	textToOptions    = "options (draft is kept)"
	textDigits       = "choose"
	textDigitsEither = "choose or go to"
	textTooSmall     = "too small: make the window larger"
)

const textDigitsEitherHelp = "choose an option at once; one that is cut or out of sight is gone to, and Enter takes it"

func textNotOffered(why string) string { return "None is offered: " + why + "." }
func textDescribed(server string) string {
	return "The server " + server + " says of it, which nobody has checked:"
}

// textWholeName is the name of a tool for which the heading has no room.
func textWholeName(name string) string {
	return "The tool is " + text.Subject(name, text.Width(name)+1)
}

// textWholeAsker is the name of who asks, for which the heading has no room.
func textWholeAsker(name string) string { return "Asked by " + text.Subject(name, text.Width(name)+1) }

func textAskedSince(why string) string { return "Asked because " + why + "." }
func textNoRule(why string) string     { return "No rule is offered: " + why + "." }

func textOwnRule(n int) string {
	if n > 1 {
		return "Rules that you write yourself cover it, if they spell every word:"
	}
	return "One that you write yourself covers it, if it spells every word:"
}

// textUnknown replaces the input of a question of an unknown type.
func textUnknown(kind string) string {
	return "This version of Parley does not know the answer type \"" + text.Line(kind, 40) + "\": reply in words, or end the turn."
}
