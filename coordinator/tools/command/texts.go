package command

import (
	"errors"
	"fmt"
	"time"

	"parley/coordinator/tools/process"
)

// What a model or a user reads of run_command.

const description = `Run a shell command in the workspace and get its output and exit status.
The command is given to sh -c. It gets no input and no terminal, so it must not ask anything: use flags like --yes, and never start an editor or a pager. Standard output and standard error come back together, in the order they were written; of a long output only the beginning and the end, so narrow it in the command (grep, head, a quieter flag) if you need the middle.
Each call is a new shell: cd and variables do not last. A command that does not end is stopped, with everything it started; background processes do not outlive the call. Variables of the environment that look like keys are not passed on.
For reading, searching and changing files prefer the file tools: their effect can be shown to the user before it happens.`

const parameters = `{"type":"object","properties":{` +
	`"command":{"type":"string","description":"The command line, as for sh -c."},` +
	`"directory":{"type":"string","description":"Where to run it: a directory of the workspace, relative to its root. The root if left out."},` +
	`"timeout_seconds":{"type":"integer","description":"After how many seconds it is stopped, 1 to 1800. 120 if left out."}` +
	`},"required":["command"],"additionalProperties":false}`

const (
	badArgumentsText = "The arguments cannot be read, so nothing ran. Give command as a string."
	emptyCommandText = "command is empty, so nothing ran. Give the command line to run."
	nulCommandText   = "command holds a NUL character, so nothing ran. Write the command without it."
	cancelledText    = "The command was stopped before it ended, with everything it had started. What it had done until then stays done.\n"
)

var (
	errNotDirectory = errors.New("it is not a directory")
	errOutside      = errors.New("it is outside")
)

func timeoutText(got, most int64) string {
	return fmt.Sprintf("timeout_seconds must be from 1 to %d, not %d, so nothing ran.", most, got)
}

func directoryText(name string, err error) string {
	return fmt.Sprintf("The command cannot run in %q, so nothing ran: %v. Give a directory inside the workspace, relative to its root.", name, err)
}

func notStartedText(err error) string {
	return fmt.Sprintf("The command could not be started, so nothing ran: %v.", err)
}

func timedOutText(limit time.Duration) string {
	return fmt.Sprintf("The command was stopped after %d seconds, its time limit, with everything it had started. "+
		"What it had done until then stays done. Give a larger timeout_seconds if it needs longer.\n", int(limit/time.Second))
}

func statusText(s process.Status) string {
	if s.Signal != "" {
		return fmt.Sprintf("%s%s\n", signalPrefix, s.Signal)
	}
	return fmt.Sprintf("%s%d\n", exitPrefix, s.Code)
}

// What a result begins with, and its output.
const (
	exitPrefix   = "Exit status: "
	signalPrefix = "Ended by a signal: "
	outputPrefix = "Output:\n"
)

func printedText(output string) string {
	if output == "" {
		return "No output."
	}
	return outputPrefix + output
}

func coversText(place string) string {
	if place == "" {
		place = "the workspace"
	}
	return "exactly this command in " + place
}
