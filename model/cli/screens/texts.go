package screens

import (
	"errors"

	"parley/views/text"
)

const noTerminalReplayText = "there is no terminal to draw on; `parley show <id>` prints the conversation"

// errImage says where an image can go with an answer.
var errImage = errors.New("to send an image with an answer, go to the conversation itself")

// secretText is said in the form of a secret that nobody can take there.
const secretText = "A secret is taken only where the turn goes on, and nobody has this conversation open: go to it, with o in the list. Here you can reply in words, or end the turn."

const tourText = "This is the tour: a script plays the model, offline, in a throw-away folder; nothing of yours is touched. " +
	"Enter begins, /quit leaves. The next start offers the choice of a model again."

// modelSetText says why /model changes nothing.
func modelSetText(id string) string {
	return "-c assistant.model.id=" + text.Line(id, 60) + ", with which this was started, counts more than /model. Start it with -m instead, and /model counts"
}

// The messages that the tour suggests.
const (
	tourBegin = "Show me around"
	tourGoOn  = "Go on"
)

// What is printed if the program itself is at fault.
const (
	faultText     = "a fault in the program has ended it: %s.\n"
	killedText    = "the program was ended from outside.\n"
	failedText    = "a fault has ended the program.\n"
	keptText      = "What was said and decided by then is on disk; `parley resume` lists it"
	briefText     = "The tour was in a throw-away folder; `parley` offers it again"
	faultFileText = ".\nThe details are in %s; please report them with what you did"
)
