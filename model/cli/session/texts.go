package session

import (
	"fmt"
	"strings"

	"parley/config"
	"parley/model/conversation"
	"parley/store"
	"parley/store/text/clean"
)

const answersFormText = `it must hold one JSON object, such as {"ask_user.answer": true}`

// The parts of what is shown before a file is trusted.
const (
	trustChangedText   = "Changed since you trusted it on %s:"
	trustUnchangedText = "Nothing that it sets; the folder, or comments and blanks of the file."
	trustSetsText      = "It would set:"
	trustKeyText       = "The key, and who gets it:"
	trustFilesText     = "The command, and digests of the files that it names:"
	trustHoldsText     = "These count already, since they allow nothing more:"
	trustWholeText     = "The assistant would be told:"
	trustRunsText      = "It would be run:"
)

// offeredText is shown if the composer holds what was typed earlier.
const offeredText = "What you typed last time and did not send stands in the composer. Ctrl+C clears it."

// unsentText is shown if messages that waited in a stranger's file were not sent, or words that
// stood in a form there were taken out of it.
const unsentText = "This conversation was not recorded here, so what waited in it was not sent, and what was typed for a question answers nothing. Both stand in the composer."

// notWrittenText is shown if messages that waited in a conversation of this installation were not sent.
const notWrittenText = "Something waited to be sent in this conversation of which no note on this machine says that it was written here. It was not sent, and stands in the composer."

// runsText follows the digest of a file that a server's command names.
const runsText = " (can be run)"

// notTypedText is shown if the text in the composer may be another hand's.
const notTypedText = "What stands in the composer came with this conversation and was not typed here, as far as is known. So it is a message: no command, and it names no file."

// choiceGoneText is shown if a change of settings that was chosen here is in the file no more.
const choiceGoneText = "A setting that you chose in this conversation is no longer in its file: another hand took it out, or put the file back as it was before. So none of the settings in it counts until you take it over."

// setAnewText is said where nobody is there to see that.
const setAnewText = "nothing goes on with what is left of the settings: `parley resume %s` without --non-interactive shows them, or say with -m, -c or -T what is to hold"

// notRecordedText is shown if another hand may have written what the assistant is told.
const notRecordedText = "Not all of this conversation was recorded on this machine: another hand may have added to it, or changed it. The assistant is told what stands in it. Read it before you go on, above all its end."

// openElsewhereText says why a conversation is not opened here.
func openElsewhereText(id, dir string) string {
	return fmt.Sprintf("a turn of %s is open in %s, and goes on only there, since what is asked and answered in it is for that folder; go there and try again", id, dir)
}

// strangeText reports changes of settings that do not count here, if nobody can be asked whether
// they should.
func strangeText(where, dir string, left []string) string {
	made := "No note on this machine says that you chose the settings in this conversation's file."
	switch where {
	case "":
	case dir:
		made = fmt.Sprintf("This conversation changed settings in another folder, which stood at %s.", dir)
	default:
		made = fmt.Sprintf("This conversation changed settings in another workspace, %s.", where)
	}
	return fmt.Sprintf("%s They do not count here: %s. Set what you want of them again, with -m, -c or -t, or by /model and /tools.",
		made, strings.Join(left, ", "))
}

// unchosenWords are those of the form for settings of which nothing notes that the user chose
// them.
func unchosenWords() *conversation.TrustWords {
	return &conversation.TrustWords{
		Header: "Settings of a file", Question: "Take over the settings in this conversation's file?",
		Intro: "No note on this machine says that you chose them. Whoever made the file may have written them. " +
			"Taken over, they decide what runs on your machine, who is asked and who gets your files.",
		Without: "Else they do not count here, and this is asked again when the conversation is opened.",
		Refused: "The settings in this conversation's file do not count.",
	}
}

// displacedText says why nothing is answered in a folder that took the place of another one.
func displacedText(id, dir string) string {
	return fmt.Sprintf("another folder has taken the place of %s since this conversation last worked there, so nothing that was asked for that one is answered here; `parley resume %s` goes on with it here, and asks anew", dir, id)
}

// otherFolderText tells whoever goes on with a conversation in such a folder.
func otherFolderText(dir string) string {
	return fmt.Sprintf("another folder has taken the place of %s since this conversation last worked there; what was asked and allowed was for that one, so it is asked again", dir)
}

// withheldNamed is how many settings are named in a single line.
const withheldNamed = 20

// WithheldText says that a workspace file waits for the user's trust.
func WithheldText(w config.Withheld) string {
	if w.Server != "" {
		return fmt.Sprintf("The server %s is not started: the files of the workspace that its command names are not trusted as they are. Run `parley config trust` to look at them and trust them.", clean.InWords(w.Server))
	}
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

// How a user is asked again about a file that is not trusted.
const (
	trustCommand = "`parley config trust`"
	trustKeys    = "/trust"
)

// stillWithheldText says it where it was said before.
func stillWithheldText(w config.Withheld) string {
	return fmt.Sprintf("%s is not trusted yet; %s left out. Run %s to look at it and trust it.", w.File, settingsAre(len(w.Settings)), trustCommand)
}

// refusedText says that the user said no to a file as it is.
func refusedText(w config.Withheld, again string) string {
	return fmt.Sprintf("%s is not trusted, as you said; %s left out. %s asks you again.", w.File, settingsAre(len(w.Settings)), again)
}

func settingsAre(n int) string {
	if n == 1 {
		return "1 setting is"
	}
	return fmt.Sprintf("%d settings are", n)
}

// serversLeftOutText counts what was told before.
func serversLeftOutText(n int) string {
	if n == 1 {
		return "Something about servers is left out, as before: /mcp, or `parley mcp ls`, says why."
	}
	return fmt.Sprintf("%d things about servers are left out, as before: /mcp, or `parley mcp ls`, says why.", n)
}

// instructionsWords are those of the form for what the assistant would be told: of how many
// files, and whether the conversation has begun.
func instructionsWords(files int, begun bool) conversation.TrustWords {
	what := "these files of instructions"
	if files == 1 {
		what = "this file of instructions"
	}
	w := conversation.TrustWords{
		Header: "Instructions", Question: "Let " + what + " instruct the assistant?",
		Intro:   "With your trust, the assistant is told to follow what stands below. It permits nothing: what may run is asked as before.",
		Without: "Without it, the assistant is not told. A change is shown to you before it counts.",
		Trusted: "The assistant is told with your first message.",
		Refused: "The assistant is not told them. /trust asks again.",
	}
	if begun {
		w.Trusted = "The next conversation is told; here it counts for folders that were not touched yet."
	}
	return w
}

// keyWords are those of the form for a key that a server of the workspace would get.
func keyWords(variable string) conversation.TrustWords {
	return conversation.TrustWords{
		Header: "A key for a server", Question: "Give ${" + variable + "} to that server?",
		Intro:   "You trusted a file that wants this from you. The server can then do what the key allows, and pass it on.",
		Without: "Without it, the server is not started. You are asked again when its command or its address changes.",
		Refused: "${" + variable + "} is not given; its server is not started. /trust asks again.",
	}
}

// filesWords are those of the form for the files of the workspace that the command of a server names.
func filesWords(server string) conversation.TrustWords {
	return conversation.TrustWords{
		Header: "Files that a server runs", Question: "Start the server " + clean.InWords(server) + " with these files?",
		Intro:   "You trusted a file that names this command. What it does is in files of the workspace, which others may change.",
		Without: "Without it, the server is not started. You are asked again when one of the files changes.",
		Refused: "The server " + clean.InWords(server) + " is not started. /trust asks again.",
	}
}

// PassedText says that a workspace file is not read.
func PassedText(file string) string {
	return file + " is not read: it or its folder belongs to another user."
}

// OverruledText says that a workspace file would switch on what the user has switched
// off, or change a server of theirs.
func OverruledText(s config.Setting) string {
	if strings.HasPrefix(s.Key, "mcp.") {
		return fmt.Sprintf("%s = %s in %s is left out, since you have set up that server yourself.", s.Key, s.Value, s.Origin)
	}
	return fmt.Sprintf("%s = %s in %s is left out, since you have switched it off yourself.", s.Key, s.Value, s.Origin)
}

// systemPrompt is what the model reads before the conversation. It contains nothing
// that changes from turn to turn, so that servers can cache it.
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

// newerText says what to do about a file that is not damaged, but not fully
// understood.
const newerText = "nothing of the file is lost; a newer Parley understands these events"

// repairText says what to do about a damaged file.
func repairText(id string) string {
	return fmt.Sprintf("nothing of the file is lost; `parley repair %s` sets bad lines aside for good and keeps the file as it was beside it", id)
}

// takeText says what to do about a file that another hand changed.
func takeText(id string) string {
	return fmt.Sprintf("`parley show %s` says what it holds now, and `parley repair %s` takes it as it is", id, id)
}

// alteredThere says why nothing is offered in the inbox for a conversation, and what to do.
func alteredThere(id string, r store.Report) error {
	return fmt.Errorf("nothing is answered there: %s; %s", whoChangedText(id, r), takeText(id))
}

// whoChangedText says that another hand changed a file, or may have.
func whoChangedText(id string, r store.Report) string {
	if r.Unsealed() {
		return fmt.Sprintf("another hand may have changed conversation %s while it was closed, since its seal cannot be read", id)
	}
	return fmt.Sprintf("another hand changed conversation %s while it was closed", id)
}

// unfittingThere says so of one whose decisions do not follow one another.
func unfittingThere(id string) error {
	return fmt.Errorf("nothing is answered there: another hand changed conversation %[1]s, since a decision does not fit the one before; `parley audit %[1]s` names it, and `parley resume %[1]s` asks there", id)
}

// alteredError says why a conversation does not go on.
func alteredError(id string, r store.Report) error {
	return fmt.Errorf("nothing was sent, answered or undone: %s; %s", whoChangedText(id, r), takeText(id))
}

// Messages about request.cache if a server cannot follow it.
const (
	textCacheUnknown = "%[1]s is %[2]t, but nothing is known of whether %[3]s keeps the beginning of a conversation; remove the setting, or say with providers.llm.%[3]s.profile which server it behaves like"
	textCacheOwn     = "%s is false, but %s keeps the beginning of a conversation with %s by itself, and nothing it is sent changes that; remove the setting"
)

// unnamedText says why the latest conversation is not gone on with, and pausedText why a turn is not.
const (
	unnamedText = "the latest conversation of this workspace, %s, does not go on by itself: not all of it was recorded here as it is now. `parley resume %s` shows it"
	pausedText  = "conversation %s does not go on by itself: it is paused, and not all of it was recorded here as it is now. `parley resume %s` shows it, and `parley run --resume %s \"…\"` says what to go on with"
)

// unseenText says why a turn is not gone on with.
const unseenText = "conversation %s does not go on by itself: it was not recorded here, and the assistant would read what is in %s, the folder that it names. Look at it there first: `parley resume %s`"

// imageDeniedText says why an image that the user named is not sent, and what to do.
func imageDeniedText(why string) string {
	return why + "; take its name out, or change the rule, which /rules lists"
}

// imageAskedText says so of one to which a link leads, and which a rule asks about.
func imageAskedText(why string) string {
	return why + "; name that file itself if you mean to send it"
}

// imageLedText begins it where a link leads to the image.
func imageLedText(to string) string { return "it leads to " + clean.Path(to) + ": " }
