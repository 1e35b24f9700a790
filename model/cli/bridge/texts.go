package bridge

import (
	"fmt"
	"strconv"
	"strings"

	"parley/model/cli/bridge/hook"
	"parley/store"
)

const bridgeLong = `Let Claude Code and Codex ask here as well: what they want to run, change or know
waits in the inbox beside what Parley itself asks, and goes on with the answer.

  parley bridge install claude   show what is added to its hooks, and ask
  parley bridge status           what is set up, and what runs without asking
  parley bridge remove claude    take it out again

Where no answer comes in time, that program's own dialog decides.`

const askLong = `Puts on record what another program asks by its hook, and waits for an answer.

parley-hook starts this; docs/bridge.md says how. It reads the hook's message from
standard input and prints the program's own JSON, or nothing where nothing was
decided: then that program's own dialog decides.`

const (
	planText        = "Carry out this plan?"
	patchText       = "Apply this patch?"
	besidesPlanText = "A yes is also one to this, which came with the plan:"
	noPlanText      = "The plan was not sent along; it stands in the other program."
)

// notThereText says why nothing is asked for a program.
func notThereText(program, dir string) string {
	return fmt.Sprintf("the hook says that %s works in %s, and the system says that neither of them does; nothing is asked here, so %s itself decides", nameOf(program), dir, nameOf(program))
}

// unknownText says why nothing is asked for a program that may have set a variable for its hooks.
func unknownText(program, variable string) string {
	return fmt.Sprintf("%s is set, and the system does not say whether %s was started with it or has it from settings that may lie in the workspace; nothing is asked here, so %s itself decides", variable, nameOf(program), nameOf(program))
}

// addedText says that a variable of a hook does not count.
func addedText(program, variable string) string {
	return fmt.Sprintf("%s does not count as it is set here: %s was not started with it so, and has it from settings that may lie in the workspace; what is to hold belongs into your own configuration", variable, nameOf(program))
}

// relocatedText says why nothing is asked for a program that makes other files the person's own.
func relocatedText(program, variable string) string {
	return fmt.Sprintf("%s, which says where your own files are, is not what %s was started with, and may come from settings that lie in the workspace; nothing is asked here, so %s itself decides", variable, nameOf(program), nameOf(program))
}

// holdsText says why no rule allows a command of a program that has given it a variable with more than
// a word or a path.
func holdsText(program, variable string) string {
	return fmt.Sprintf("%s is not what %s was started with and may hold code, so what the workspace says may run in place of the command", variable, nameOf(program))
}

// unableText stands on record where what was allowed cannot be said to the program.
func unableText(program string) string {
	return fmt.Sprintf("%s cannot be told this, so its own dialog decides.", store.ProgramName(program))
}

// untakenText says why an edited call is not taken.
func untakenText(program string, r hook.Request) string {
	own := map[hook.Kind]string{hook.Command: "command", hook.Text: "text", hook.Patch: "patch"}[r.Kind]
	if own != "" && r.Changes {
		return fmt.Sprintf("%s can be told another %s, and nothing else. Leave the rest as it was; it still waits", store.ProgramName(program), own)
	}
	return fmt.Sprintf("%s cannot be told another call. Leave it as it was; it still waits", store.ProgramName(program))
}

// unaskedText stands on record of questions that cannot be shown as a form.
func unaskedText(program string) string {
	return fmt.Sprintf("What %s asks cannot be shown as a form here, so its own dialog asks.", store.ProgramName(program))
}

// toldText stands on record of a yes.
func toldText(program string) string {
	return fmt.Sprintf("%s was told, and does it itself.", store.ProgramName(program))
}

func goneText(program string) string {
	return fmt.Sprintf("%s did not wait for the answer any more, so its own dialog decided.", store.ProgramName(program))
}

// What ended the wait for an answer.
const (
	interrupted = "The hook was interrupted"
	hungUp      = "The terminal of the hook was closed"
	killed      = "The hook was killed"
	toldToEnd   = "Parley was told to end"
	waitKilled  = "Parley was stopped"
)

// endedText stands on record of a request that nobody decided because something ended the wait.
func endedText(what, program string) string {
	return what + " before anything was decided here, so " + store.ProgramName(program) + " decides."
}

// askerGoneText is the same where nobody is left to decide.
func askerGoneText(program string) string {
	return store.ProgramName(program) + " ended before anything was decided here."
}

// untoldText says why no rule allows a command of Codex.
const untoldText = "Codex does not tell its hook in which folder and by which shell the command runs"

// placelessText says that the files of a patch of Codex may be others than those of the workspace.
const placelessText = "Codex does not tell its hook in which folder it applies a patch, and its model can choose another one: these may be files elsewhere, also outside of the workspace."

func shellText(shell string) string {
	return "the command goes to " + shell + ", and your rules are read as those of sh"
}

// startText says why no rule allows a command before which bash runs what a variable names.
func startText(start string) string {
	return "BASH_ENV is " + start + ", so what the workspace says may run before any command"
}

// foreignText says why no rule allows a tool that Parley knows nothing about.
func foreignText(program string) string {
	return "it is a tool of " + store.ProgramName(program) + ", and your rules are for tools of Parley"
}

// requestText is the message that begins the record of a request.
func requestText(program string, kind hook.Kind, subject, reason string) string {
	text := store.ProgramName(program) + " asks: " + subject
	if strings.TrimSpace(reason) != "" {
		text += "\n\nIts reason: " + strconv.Quote(strings.TrimSpace(reason))
	}
	switch {
	case program == hook.Codex && kind == hook.Command:
		text += "\n\n" + untoldText + "."
	case kind == hook.Patch:
		text += "\n\n" + placelessText
	}
	return text
}

// unrecordedError says what is missing on record of a request.
func unrecordedError(err error, handed bool) error {
	if handed { // which happens only once the yes is on record
		return fmt.Errorf("%w; the yes went back, and what became of it is not on record", err)
	}
	return fmt.Errorf("%w; what was decided is not on record, so the program itself decides", err)
}

// fullText says why a request is not put on record.
func fullText(n int) string {
	return fmt.Sprintf("%d requests of this session are already waiting, so this one is left to the program itself", n)
}

// deafText says why nobody can answer a request here.
func deafText(err error) string {
	return "no answer can come from the inbox: " + err.Error() + "; only rules and a reviewer answer"
}

// What each program does without asking, whatever its settings say.
const (
	claudeModesText = "A session in its mode dontAsk asks nothing; one in its mode auto asks its questions here, and leaves permissions to its own check or to its own dialog."
	codexText       = "codex exec asks nothing here but questions; it runs commands as its sandbox allows."
)

// alteredText says that hooks of ours are there and not as they are set up.
func alteredText(program string, events []string) string {
	return fmt.Sprintf("its hooks for %s were altered: for fewer tools, or with another time; `parley bridge install %s` sets them up anew", strings.Join(events, ", "), program)
}

// nothingText says that there is nothing to change.
func nothingText(program string, add bool) string {
	if add {
		return nameOf(program) + " asks here already. Nothing was changed."
	}
	return nameOf(program) + " does not ask here. Nothing was changed."
}

// askText asks whether the change that was shown is made.
func askText(program string, add bool) string {
	if add {
		return "Add this to the hooks of " + nameOf(program) + "? Type yes to do so: "
	}
	return "Take this out of the hooks of " + nameOf(program) + "? Type yes to do so: "
}

// doneText says what was done, and what is still to do.
func doneText(program, at string, kept, add bool) string {
	text := "Written. "
	if kept {
		text += "The file as it was is " + at + keptSuffix + ". "
	}
	switch {
	case !add:
		return text + nameOf(program) + " asks by its own dialog alone from now on.\n"
	case program == hook.Codex:
		return text + "Codex runs new hooks only once you trust them: it asks at its next start (\"Hooks need review\"); `codex exec` passes over them until then.\n"
	}
	return text + "Sessions that run take it up by themselves. Whether it is on a terminal or here, whoever is first decides.\n"
}

// fenced is a text as a block of code that nothing in it ends.
func fenced(language, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + strings.TrimRight(text, "\n") + "\n" + fence
}
