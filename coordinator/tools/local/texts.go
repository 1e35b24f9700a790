package local

import (
	"fmt"
	"strings"

	"parley/coordinator/tools/process"
)

// What a model reads if a local tool does not do what it should.

const (
	bothText       = "question and questions: are both there; send one of them"
	noQuestionText = "question: is missing; send question or questions"
)

func noCommandText(name string) string {
	return fmt.Sprintf("%s has no command in the configuration, so it did not run. Do not retry; the user has to set conversation.tools.%s.command.", name, name)
}

func tooManyText(name string) string {
	return "The command of the tool `" + name + "` names more files and folders than can be looked at before it runs, so it did not run. Do not retry; tell the user to put it into a script."
}

func badCallText(name string) string {
	return name + " did not run: its call cannot be written as JSON."
}

func notStartedText(name string, err error) string {
	return fmt.Sprintf("%s could not be started, so it did not run: %v. Do not retry; the user has to correct conversation.tools.%s.command.", name, err, name)
}

func cancelledText(name string) string {
	return name + " was stopped before it ended. What it had done until then stays done."
}

func timedOutText(name string) string {
	return name + " was stopped at its time limit. What it had done until then stays done."
}

func failedText(name string, s process.Status, output string) string {
	how := fmt.Sprintf("ended with exit status %d", s.Code)
	if s.Signal != "" {
		how = "was ended by a signal: " + s.Signal
	}
	if output == "" {
		return fmt.Sprintf("%s %s and no output.", name, how)
	}
	return fmt.Sprintf("%s %s:\n%s", name, how, output)
}

func noMessageText(name string) string {
	return name + " failed without saying why."
}

const faultOfTheTool = "This is a fault of the tool and not of your call: do not retry it in this turn; tell the user."

func badErrorText(name, why string) string {
	return fmt.Sprintf("%s answered with an \"error\" outcome that cannot be read: %s. %s", name, why, faultOfTheTool)
}

const refusedTypeText = "refused is not true or false"

func badSuccessText(name, why string) string {
	return fmt.Sprintf("%s ended well, but its \"success\" outcome cannot be read: %s. What it did stays done. %s What it said follows.", name, why, faultOfTheTool)
}

func badQuestionText(name, why string) string {
	return fmt.Sprintf("%s asked something that cannot be put to anybody. %s What is wrong:\n%s", name, faultOfTheTool, why)
}

// twiceText names the keys of an outcome that stand twice.
func twiceText(paths []string) string {
	lines := make([]string, len(paths))
	for i, path := range paths {
		lines[i] = fmt.Sprintf("%q is given more than once; give it once", path)
	}
	return strings.Join(lines, "\n")
}

// tornText reports an outcome with questions that is not one JSON object.
const tornText = "The output begins as an outcome with questions, but is not one whole JSON object: it broke off, is larger than 4 MiB, or something follows it."

// tornErrorText reports the same of an outcome that says what went wrong.
const tornErrorText = "it is not one whole JSON object: it broke off, is larger than 4 MiB, or something follows it"

// secretAskedText is reported if a tool's next question contains a secret that it was
// given.
const secretAskedText = "The tool asked a question that repeats a secret it was given, so it was not put to anybody. " +
	"Do not retry this tool call; the tool must be mended."
