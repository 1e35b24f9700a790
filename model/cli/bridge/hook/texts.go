package hook

import "fmt"

// What a program's model reads.

const (
	refusedText    = "The user said no to this. Do not try it again in another way; go on without it, or ask."
	unansweredText = "The user left the questions unanswered. Decide without the answers, or ask in another way."
	stoppedText    = "The user ended the turn."
)

func answeredText(answers string) string {
	return "The user already answered these questions: " + answers + "\nGo on with these answers; do not ask again."
}

// Refused says that a person said no, with their reason if they gave one.
func Refused(reason string) string {
	if reason == "" {
		return refusedText
	}
	return fmt.Sprintf("The user said no to this: %s", reason)
}

// Ruled says that a rule refuses it, and what the rules say about it.
func Ruled(why string) string {
	if why == "" {
		return "A rule refuses this. Do not try it in another way."
	}
	return fmt.Sprintf("A rule refuses this: %s. Do not try it in another way.", why)
}

// Reviewed says that a model that reviews for the user said no.
func Reviewed(reason string) string {
	if reason == "" {
		return "A model that reviews this for the user said no to it."
	}
	return fmt.Sprintf("A model that reviews this for the user said no to it: %s", reason)
}

// Replied is what a person said instead of an answer.
func Replied(text string) string {
	if text == "" {
		return unansweredText
	}
	return fmt.Sprintf("The user did not answer, and said instead: %s", text)
}

// Stopped says that a person ended the turn.
func Stopped() string { return stoppedText }
