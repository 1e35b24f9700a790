package inbox

import (
	"fmt"
	"strings"

	"parley/model/kit"
	records "parley/store"
	"parley/store/inbox"
	"parley/store/text/clean"
	"parley/views/text"
)

// Words of the screen.
const (
	textTitle     = "parley: what waits for you"
	textNone      = "Nothing waits for you."
	textLooking   = "Looking what waits…"
	textOldest    = "oldest first"
	textBeside    = "in its terminal too"
	textStrange   = "not asked here"
	textOpening   = "Opening the conversation…"
	textQuitAgain = "Press Ctrl+C again to leave."
	textHelp      = "What waits for you"
	textThere     = "o to answer"
	textRest      = "What is typed now is dropped, as the rest of an answer; %s."
	textBack      = "Ctrl+C back to the list"
	textBackShort = "Ctrl+C back"
)

func waitText(n int) string {
	if n == 1 {
		return "1 decision waits"
	}
	return fmt.Sprintf("%d decisions wait", n)
}

// foundText says how many of so many that wait have the words of the filter.
func foundText(n, of int) string { return fmt.Sprintf("%d of %s", n, waitText(of)) }

// filteredText says that the filter leaves nothing of so many.
func filteredText(n int) string {
	if n == 1 {
		return "Nothing here has these words; Esc shows the one that waits."
	}
	return fmt.Sprintf("Nothing here has these words; Esc shows all %d again.", n)
}

// toolText says what waits for that was answered: a call for its tool, a turn to be gone on with.
func toolText(e inbox.Entry) string {
	switch {
	case e.Strange:
		return "not answered here"
	case e.Who == "":
		return "waits to go on"
	}
	return "waits for " + e.Who
}

// goOnText says how many turns go on without a screen.
func goOnText(n int) string {
	if n == 1 {
		return "1 turn goes on without a screen; what it asks next waits here."
	}
	return fmt.Sprintf("%d turns go on without a screen; what they ask next waits here.", n)
}

// notStartedText says why a turn does not even begin to go on.
func notStartedText(title string, err error) string {
	return stoppedText(title, err.Error())
}

// stoppedText says why a turn that went on without a screen got no further. What has several
// lines stays as it was said.
func stoppedText(title, why string) string {
	why = strings.TrimRight(text.Clean(why), " \n")
	if strings.Contains(why, "\n") {
		return named(title) + " does not go on: " + why
	}
	return named(title) + " does not go on: " + strings.TrimRight(why, ".") + "."
}

// wentOnText says how a turn ended that went on without a screen.
func wentOnText(title string, asks bool) string {
	if asks {
		return named(title) + " went on, and asks again."
	}
	return named(title) + " went on to its end."
}

// named is the name of a conversation within a sentence.
func named(title string) string {
	return clean.Ours("“") + text.Line(text.Clean(title), 40) + clean.Ours("”")
}

// notGivenText says why an answer was not given.
func notGivenText(err error) string {
	return "The answer was not given: " + strings.TrimRight(text.Clean(err.Error()), ".") + "."
}

func refusedText(why string) string { return "The answer was refused: " + text.Clean(why) + "." }

// firstText says who was first, and with what.
func firstText(b records.Body, e inbox.Entry) string {
	return kit.AnsweredText(b, records.InquiryRequest{Question: e.Asked}) + " Nothing was changed here."
}

// unsentText says what was typed and not sent, "" for nothing.
func unsentText(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return "What you had typed there was not sent: " + kit.TypedText(texts)
}

// restText says that keys are dropped, and what ends that.
func restText(r kit.Rest) string { return fmt.Sprintf(textRest, r.Ends()) }
