package cli

import (
	"fmt"
	"strings"

	"parley/config"
	"parley/coordinator/guards"
	"parley/store"
)

// The texts of the command line, kept together.

const rootLong = `Parley is a full-screen, keyboard-driven terminal assistant for programmers.

A model works in a loop with tools; whenever a decision is needed, somebody
answers a typed question: you, a reviewing model, or your configuration. Every
question and every answer is an event on disk.

A first word that names a command is the command; "parley -- <message>" is
always a message. Without a model set up, "parley" offers the servers it finds
and an offline tour.`

const runLong = `Run one turn without a screen and print the answer.

The message is the arguments, or standard input with "-" or when it is a pipe
and there are no arguments. The assistant's text goes to standard output,
everything else to standard error. Questions are asked on the controlling
terminal, never on standard input or output; with --non-interactive, or without
a terminal, they follow the "detached" policies of the configuration.

Exit status: 0 done, 1 error, 2 usage, 3 stopped by a guard, 4 a question or
permission could not be answered, 6 the answer was cut, filtered or empty, 130
interrupted.`

const modelsLong = `List the models of every server that is configured or whose key is set, as ids
for -m and assistant.model.id. Name providers to ask only those.`

const noTerminalText = "there is no terminal to draw on; use `parley run \"…\"` for one turn without a screen, " +
	"or `parley --accessible` for plain lines"

const noTerminalReplayText = "there is no terminal to draw on; `parley show <id>` prints the conversation"

const answersFormText = `it must hold one JSON object, such as {"ask_user.answer": true}`

const trustTerminalText = "trust is given by a person; run `parley config trust` on a terminal"

const tourText = "This is the tour: a script plays the model, offline, in a throw-away folder; nothing of yours is touched. " +
	"Enter begins, /quit leaves. The next start offers the choice of a model again."

// What the tour offers to say.
const (
	tourBegin = "Show me around"
	tourGoOn  = "Go on"
)

// The parts of what is shown before a file is trusted.
const (
	trustChangedText   = "Changed since you trusted it on %s:"
	trustUnchangedText = "Nothing that it sets; the folder, or comments and blanks of the file."
	trustSetsText      = "It would set:"
	trustHoldsText     = "These hold already, since they only narrow:"
	trustWholeText     = "The assistant would be told:"
)

// offeredText is told where what was typed before stands in the composer again.
const offeredText = "What you typed last time and did not send stands in the composer. Ctrl+C clears it."

// withheldNamed is how many settings are named where one line is to say them.
const withheldNamed = 20

// withheldText says that a workspace file waits for the user's trust.
func withheldText(w config.Withheld) string {
	var keys []string
	for _, s := range w.Settings {
		keys = append(keys, s.Key)
	}
	if more := len(keys) - withheldNamed; more > 0 {
		keys = append(keys[:withheldNamed], fmt.Sprintf("and %d more", more))
	}
	return fmt.Sprintf("%s is not trusted yet; left out: %s. Run `parley config trust` to look at it and trust it.",
		w.File, strings.Join(keys, ", "))
}

// passedText says that a workspace file is not read.
func passedText(file string) string {
	return file + " is not read: it or its folder belongs to another user."
}

// overruledText says that a trusted workspace file would switch on what the user
// has switched off.
func overruledText(s config.Setting) string {
	return fmt.Sprintf("%s = %s in %s is left out, since you have switched it off yourself.", s.Key, s.Value, s.Origin)
}

// systemPrompt is what the model is told before the conversation. It holds
// nothing that changes from turn to turn, so that servers can keep it.
func systemPrompt(own, dir string) string {
	if own != "" {
		return own
	}
	return strings.ReplaceAll(defaultSystemPrompt, "{dir}", dir)
}

const defaultSystemPrompt = `You are the assistant in Parley, a terminal program for programmers. You work in the folder {dir} with the tools you were given; paths are relative to it.

How to work
- Look before you change: read the files that matter, then make the smallest change that does what was asked.
- Change files with the file tools, never through a shell command.
- The user or a reviewer may be asked before a change is written or a command is run. A no comes with a reason: take it into account, do not try the same again, and do not work around it by other means.
- When something cannot be known from the conversation or the files and a wrong guess would cost the user work, ask with ask_user. Otherwise decide, and say what you decided.
- When you are done, say briefly what you did, what you checked, and what you left open. Do not claim what you have not seen.

How to write
- Plain, short sentences; Markdown where it helps. Name files as path:line. No praise, no apologies.`

const debuggingBeginsText = "Debugging: looking for the root cause."

// stoppedText says that a guard ended a turn, or that the user did when it asked,
// and how to go on.
func stoppedText(s stop, end, id string) string {
	switch {
	case end == store.ReasonPaused:
		return fmt.Sprintf("paused; everything is kept. `parley resume %s` goes on.", id)
	case end == store.ReasonCancelled:
		return fmt.Sprintf("the task was cancelled; what was done is kept. `parley run --resume %s \"…\"` goes on with a new message.", id)
	}
	what := fmt.Sprintf("Task completed with partial results due to %s.", s.guard)
	if s.choice == guards.ChoiceStopped {
		what = fmt.Sprintf("stopped by the guard %s, since nobody is there to decide. %s", s.guard, what)
	}
	return fmt.Sprintf("%s Everything is kept. `parley run --resume %s \"continue\"` goes on; "+
		"-c conversation.guards.%s=… sets another limit.", what, id, s.guard)
}

// What is said when the program itself is at fault.
const (
	faultText     = "a fault in the program has ended it: %s.\nWhat was said and decided is on disk; `parley resume` goes on with it"
	killedText    = "the program was ended from outside.\nWhat was said and decided is on disk; `parley resume` goes on with it."
	failedText    = "a fault has ended the program.\nWhat was said and decided is on disk; `parley resume` goes on with it"
	faultFileText = ".\nThe details are in %s; please report them with what you did"
)

// notRunText is of a call that ended without a run: refused, skipped, wrong, or held
// by a guard.
func notRunText(call string) string { return call + " (did not run)" }

const noReasonText = "no reason was given"

// unjudgedText is of a question that the reviewing model did not answer, and nobody
// could answer instead.
func unjudgedText(why, id string) string {
	return fmt.Sprintf("a reviewing model gave no answer (%s), and nobody was there to decide instead, so the call failed; `parley audit %s` lists it",
		strings.TrimRight(why, "."), id)
}
