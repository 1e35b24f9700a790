package headless

import (
	"errors"
	"fmt"
	"strings"

	"parley/coordinator/guards"
	"parley/coordinator/undo"
	"parley/model/cli/session"
	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
)

const runLong = `Run one turn without a screen and print the response.

The message is the arguments, or standard input with "-" or when it is a pipe
and there are no arguments. Flags stand before it; "--" before a message that
somebody else wrote says that none of its words is one.

The assistant's text goes to standard output, everything else to standard error.
Questions are asked on the controlling terminal, never on standard input or
output; with --non-interactive, without a terminal, or where a command of a
Parley started it, they follow the "detached" policies of the configuration.

Exit status: 0 done, 1 error, 2 usage, 3 stopped by a guard, 4 a question or
permission could not be answered, 5 a decision waits (--park), 6 the response was
cut, filtered or empty, 130 interrupted.`

const debuggingBeginsText = "Debugging: looking for the root cause."

// interruptedText says that a run was interrupted before it began.
const interruptedText = "interrupted while servers were being reached; nothing was sent"

// waitsForServersText says which servers are waited for.
func waitsForServersText(names []string) string {
	return fmt.Sprintf("waiting for %s, at most %d s; Ctrl+C ends this, and nothing is sent", strings.Join(names, ", "), int(session.AskFirst.Seconds()))
}

// unsentText says why a message with images was not sent.
func unsentText(err error) string {
	return "The message was not sent. " + strings.TrimRight(err.Error(), ".") + "."
}

// screenOnlyText says how to get what a command of the screen does in plain mode.
func screenOnlyText(command, id string) string {
	if command == "/undo" {
		return fmt.Sprintf("%s is a command of the screen, and was not sent. Leave with /quit; `parley undo %s` puts files back.", command, id)
	}
	return fmt.Sprintf("%s is a command of the screen, and was not sent. Leave with /quit; `parley resume %s` without --accessible opens this conversation there.", command, id)
}

// stoppedText says that a guard ended a turn, or that the user did when asked, and
// how to go on.
func stoppedText(s stop, end, id string) string {
	switch {
	case end == store.ReasonPaused:
		return fmt.Sprintf("paused; everything is kept. `parley resume %s` goes on.", id)
	case end == store.ReasonCancelled:
		return fmt.Sprintf(clean.Ours("the task was cancelled; what was done is kept. `parley run --resume %s \"…\"` goes on with a new message."), id)
	}
	what := fmt.Sprintf("Task completed with partial results due to %s.", s.guard)
	if s.choice == guards.ChoiceStopped {
		what = fmt.Sprintf("stopped by the guard %s, since nobody is there to decide. %s", s.guard, what)
	}
	return fmt.Sprintf("%s Everything is kept. `parley run --resume %s \"continue\"` goes on; "+
		clean.Ours("-c conversation.guards.%s=… sets another limit."), what, id, s.guard)
}

// noMessageText says that there is nothing to go on with.
func noMessageText(id string) string {
	return fmt.Sprintf(clean.Ours("no message is on record, so nothing was done; `parley run --resume %s \"…\"` sends one."), id)
}

// notRunText describes a call that ended without a run: refused, skipped, wrong, or
// held by a guard.
func notRunText(call string, came record.Came) string {
	switch came.How {
	case record.CameRefused, record.CameDenied, record.CameReplied, record.CameStopped:
		return call + " (did not run: " + record.ToUser.Came(came) + ")"
	}
	return call + " (did not run)"
}

// endedText describes a call that ran and did not end well.
func endedText(call string, came record.Came) string {
	if words := record.ToUser.Came(came); words != "" {
		return call + ": " + words
	}
	return call
}

const noReasonText = "no reason was given"

// unjudgedText describes a question that the reviewer did not answer when nobody else
// could. The exit status is not that of a question that had nobody: it had the reviewer.
func unjudgedText(why, id string) string {
	return fmt.Sprintf("a reviewing model gave no answer (%s), so the call failed, which alone does not change the exit status; `parley audit %s` lists it",
		strings.TrimRight(why, "."), id)
}

const undoLong = `Put files back as they were before a turn of the assistant's changed them.

What would be put back is shown first, and then asked about on the terminal. A file
that changed since stays as it is and is named. Without --turn it is the newest
turn whose changes can be put back: repeat it to go further back. --redo takes
back the newest undo, and repeated, the one before it.

Only what the file tools wrote is kept. What commands changed is not.`

const (
	nothingToUndoText = "there is nothing to put back; --turn N names another turn"
	nothingToRedoText = "there is no undo to take back"
	heldText          = "the last turn is not over, and another hand wrote in this conversation: nothing goes on by itself. Type a message, or an empty line to go on with the turn; /quit leaves it as it is"
	plainTerminalText = "there is no terminal to ask on; use `parley run \"…\"` for one turn without one"
	undoTerminalText  = "there is no terminal to ask on; --yes puts it back without a question"
	commandsText      = "What commands changed is not kept, and not put back."
)

// setText heads what would be put back.
func setText(s undo.Set) string {
	if s.Redo {
		return "The changes that stood again from " + s.At.Format("2006-01-02 15:04:05") + " UTC on, undone:"
	}
	if s.Undo {
		return "The undo of " + s.At.Format("2006-01-02 15:04:05") + " UTC, taken back:"
	}
	said, _, _ := strings.Cut(s.Text, "\n")
	if r := []rune(said); len(r) > 60 {
		said = string(r[:60]) + clean.Ours("…")
	}
	return fmt.Sprintf("Turn %d (%s), undone:", s.Turn, said)
}

// nothing says that nothing can be put back.
func (w wanted) nothing() error {
	if w.redo {
		return errors.New(nothingToRedoText)
	}
	return errors.New(nothingToUndoText)
}

func undoQuestion(n int) string { return "Put " + filesText(n) + " back? [yes/no] " }

func grantQuestion(f undo.File) string {
	return clean.Reveal(f.Path) + " gives permission. " + f.Grants + " Put it back too? [yes/no] "
}

// grantLeftText says why --yes leaves a file out.
func grantLeftText(f undo.File) string {
	return "left as it is: " + clean.Reveal(f.Path) + ": it gives permission. " + f.Grants + " --yes is no yes to that; the same command without it asks about the file.\n"
}

// movedLeftText says why the new name of a file is left.
func movedLeftText(f undo.File) string {
	return "left as it is: " + clean.Reveal(f.Path) + ": it was moved here, and " + clean.Reveal(f.From) + " is not put back.\n"
}

func filesText(n int) string {
	if n == 1 {
		return "1 file"
	}
	return fmt.Sprintf("%d files", n)
}

func putBackText(n int) string { return "Put back: " + filesText(n) + "." }

func failedUndoError(n int) error {
	return fmt.Errorf("not put back: %s, for the reasons above; the same command tries again", filesText(n))
}

func stoppedUndoError(n int) error {
	return fmt.Errorf("stopped; not put back: %s; the same command goes on with it", filesText(n))
}
