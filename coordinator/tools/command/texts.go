package command

import (
	"errors"
	"fmt"
	"time"

	"parley/coordinator/tools/process"
	"parley/store/text/clean"
)

// What a model or a user reads about run_command.

const description = `Run a shell command in the workspace and get its output and exit status.
It is given to sh -c, without input or terminal, so it must not ask anything: use flags like --yes, never an editor or a pager. Standard output and standard error come back together; of a long output only the beginning and the end, so narrow it in the command (grep, head) if you need the middle.
Each call is a new shell: cd and variables do not last. What still runs at the end of a call is stopped. Variables that look like keys are not passed on.`

const parameters = `{"type":"object","properties":{` +
	`"command":{"type":"string"},` +
	`"directory":{"type":"string","description":"Relative to the workspace; by default its root."},` +
	`"timeout_seconds":{"type":"integer","description":"1 to 1800, by default 120."}` +
	`},"required":["command"],"additionalProperties":false}`

const foreignParameters = `{"type":"object","properties":{` +
	`"command":{"type":"string"},"directory":{"type":"string"},` +
	`"timeout_ms":{"type":"number"},"run_in_background":{"type":"boolean"}` +
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
	after := "1 second"
	if limit != time.Second {
		after = fmt.Sprintf("%d seconds", int(limit/time.Second))
	}
	return "The command was stopped after " + after + ", its time limit, with everything it had started. " +
		"What it had done until then stays done. Give a larger timeout_seconds if it needs longer.\n"
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
		return "exactly this command in the workspace"
	}
	return "exactly this command in " + clean.InWords(place)
}
