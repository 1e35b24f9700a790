package coordinator

import (
	"fmt"
	"strings"

	"parley/store"
)

// userCommandText tells the model of a command that the user ran without it.
func userCommandText(command string, end store.UserCommandEnd) string {
	came := "It was ended by a signal."
	switch {
	case end.Interrupted:
		came = "It was interrupted, and may or may not have taken effect."
	case end.Exit != nil:
		came = fmt.Sprintf("It ended with exit status %d.", *end.Exit)
	}
	text := "The user ran a command in the workspace without you. " + reviewDataText + "\n" + fenced(command) + "\n" + came
	switch printed := strings.TrimSpace(end.Output) != ""; {
	case !printed && end.Interrupted:
		return text + " What it printed is not known."
	case !printed:
		return text + " It printed nothing."
	}
	return text + " It printed:\n" + fenced(end.Output)
}

// fenced is a text in a fence that nothing in it can close.
func fenced(text string) string {
	f := fence(text)
	return f + "\n" + strings.TrimRight(text, "\n") + "\n" + f
}
