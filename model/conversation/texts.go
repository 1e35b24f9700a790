package conversation

import (
	"fmt"
	"parley/coordinator"
	"strings"
	"time"

	"parley/coordinator/arming"
	"parley/providers"
	"parley/views/text"
)

// All words of a conversation.
const (
	textElsewhere     = "waits elsewhere"
	textsElsewhere    = "wait elsewhere"
	textPaused        = "paused; Enter goes on"
	textHeld          = "interrupted; Enter goes on, Ctrl+C ends the turn"
	textHeldDraft     = "interrupted; Enter sends this and goes on with the turn"
	textTrustLater    = "Something else of this workspace waits for your trust: /trust asks you about it."
	textNoNotes       = "The scratchpad is empty: no limit was reached in this conversation."
	textPromptLater   = "Answer what is asked first; then call the prompt again."
	textPromptAsks    = "What is it to know?"
	textPromptSays    = "The server %s says of it"
	textLeftOut       = "%s also has words for the assistant or the system. They are no words of yours, and were left out:"
	textPromptLate    = "%s came when you had begun to write something else. Call it again."
	textPromptEmpty   = "%s has nothing for you to send."
	textPromptFrom    = "(From the server %s)\n\n"
	textPageOpened    = "The page is opened in your browser."
	textCopiedBy      = "copied by %s"
	textCopiedThrough = "copied through the terminal"
	textBlockOf       = " (code block %d of %d)"
	textCopyCode      = "; c again copies its code alone"
	textCleared       = "cleared; ↑ brings it back"
	textEarly         = "one moment; what you type now goes into your message"
	textNotYet        = arming.TextNotYet
	textNotAskedHere  = "This was not asked on this machine: another hand may have written it, and an answer does not count. Open the conversation, and it asks what is to be asked."
	textTypedKept     = " What you had typed there was not sent; ↑ in an empty message brings it back: "
	textTypedLate     = "What you wrote in your editor came when that question had closed, and was not sent; ↑ in an empty message brings it back: "
	textQuitAgain     = "press Ctrl+C again to leave"
	textCommandDraft  = "What stands in the composer begins with ! and is a message by now: Enter sends it to the assistant. To run it as a command, empty the composer, press ! and type it again."
	textMessageUnsent = "The message was not sent"
	textCommandUnrun  = "The command was not run"
	textStaysWritten  = ": nothing can be saved, and nothing is sent or run without that. It stays in the composer."
	textQuitUnsaved   = "not everything is saved; press Ctrl+C again to leave without it"
	textNoForkHere    = "Select a block that is on record; then f goes on from there in a copy."
	textNothingToFork = "There is nothing to copy yet."
	textStopFirst     = "A turn runs here. Stop it first with Ctrl+C, then leave; you can continue it later."
	textEndFirst      = "A command of yours runs here. End it first with Ctrl+C, then leave."
	textCommandEarly  = "this is a command of yours; press Enter again to run it"
	textAlone         = " stands alone: nothing is written behind it. Nothing was done, and what you wrote is still there."
	textAttaching     = "reading what is named…"
	textAnswerChanged = "the answer changed while its images were read; press Enter again"
	textNotAttached   = "the message changed while its images were read; press Enter again"
	textOwnRuns       = "your command runs"
	textRunDenied     = "A rule refuses this command. Run it all the same?"
	textRunHidden     = "A part of this command was pasted and did not stand in its line. Run it?"
	textNotRun        = "The command was not run."
	textDenied        = "The command was not run: a rule refuses it, %s."
	textBrokenChain   = "The file was changed after it was written: a decision was altered, removed or added. `parley audit` says where."
	textNotAsAsked    = "it is not what was asked any more"
	textFileChanged   = "The file changed since this was asked, and this is what was proposed then. Nothing is written over the new text: y asks again, about the file as it is now."
	textPartLost      = "You had taken a part of this change, or edited it, before it was asked again. That could not be carried over, so nothing of it is taken now: take with Space what you want."
	textPartWhole     = "You left out a part of this change, or edited it, before the file changed. Now it can only be taken whole, so it is not taken: Space takes all of it."
	textFromRecord    = "This is what was proposed. y lets the tool try, and it asks again before anything else than this is written."
	textOddEdit       = "Your text holds bytes that are not UTF-8, which cannot be kept as they are, so it was not taken; ↑ in an empty message brings it back."
	textUnseenEdit    = "Your text holds null characters, or more than a million lines, and cannot be shown, so it was not taken; ↑ in an empty message brings it back."
	textReading       = "Tab goes to your message"
	textChoosing      = "Esc goes to your message"
	textListingFiles  = "listing the files…"
	textNoFile        = "no file fits"
	textAskingServers = "asking the servers for their models…"
	textChooseModel   = "/model and a space lists those there are."
	textNoModel       = "no model fits"
	textNoModels      = "none is listed; type provider/model"
	textNoFiles       = "this workspace has no file"
	textNoEarlier     = "no earlier message has this"
	textNothingWaits  = "Nothing in this workspace waits for your trust."
	textAnswerFirst   = "Answer what is open first; then /trust asks."
	textChangedSince  = "%s has changed; the next conversation is told the change."
	textChangedOthers = "%s and %d more have changed; the next conversation is told."
	textNoCommand     = "no command begins with this"
	textWaitsFor      = "waiting for "
	textTurn          = "turn %s"
	textLastTurn      = "last turn "
	textTurnOf        = "turn of %s"
	textWorked        = "%s of work"
	textWaitedFor     = "%s waiting for you"
	textWorkedWaited  = "worked %s, waited %s"
	textSilent        = "waiting for %s, which has said nothing for %s"
	textThinks        = " thinks"
	textWrites        = " writes"
	textCalls         = " writes a call"
	textRunsCommand   = " runs a command"
	textRuns          = " runs "
	textOneRuns       = "call runs"
	textSomeRun       = "calls run"
	textWorks         = "working"
	textStops         = "stopping"
	textSumsUp        = "what was said is being summed up"
	textSumsUpToo     = "a summary is being written"
	textReviews       = " reviews"
	textReview        = " review"
	textSomeReviewer  = "a model"
	textTokens        = " tokens"

	textMessageQueued  = "message queued"
	textMessagesQueued = "messages queued"
	textQueued         = "queued: "
	textMoreQueued     = "more queued"
	textEditsQueued    = "↑ edits the last"
	textReplayNothing  = "Nothing has happened in this conversation yet."
)

// Texts of a call whose tool is not offered.
const textLackingBriefly = " is not offered here"

func lackingText(tool string) string {
	return tool + " is not offered here: what was answered waits until it is"
}

func unallowedText(tool string) string {
	return tool + " is not offered here, so a yes is not taken: this waits until it is, or goes on without it after a no."
}

func keptText(tool string) string {
	return tool + " is not offered here: your answer is kept, and waits until it is."
}

// notPastedText says why no image was taken from the clipboard.
func notPastedText(err error) string {
	return "No image was pasted: " + strings.TrimRight(err.Error(), ".") + "."
}

// unsentText says why a message with images was not sent.
func unsentText(err error) string {
	return "The message was not sent. " + strings.TrimRight(err.Error(), ".") + "."
}

// unansweredText says why an answer with images was not given.
func unansweredText(err error) string {
	return "The answer was not given. " + strings.TrimRight(err.Error(), ".") + "."
}

// textPartKept, textEditLost and textPartUnknown say what happened to a choice of
// hunks after the file changed.
func textPartKept(taken, of int) string {
	return fmt.Sprintf("The file changed after you took a part of this change. The same part is taken now: %d of %s.", taken, text.Count(of, "hunk", "hunks"))
}

func textEditLost(taken, of int) string {
	return fmt.Sprintf("The file changed after you edited this change, and your text is of the old file: it could not be carried over. What you had left of the proposal is taken: %d of %s.", taken, text.Count(of, "hunk", "hunks"))
}

func textPartUnknown(unknown, taken int) string {
	return fmt.Sprintf("The file changed after you took a part of this change, or edited it. %s carried over; %s left out, with no match among those you decided on. Take what you want with Space.",
		text.Count(taken, "hunk is", "hunks are"), text.Count(unknown, "hunk is", "hunks are"))
}

// retryText says which attempt failed, and how long it is until the next.
func retryText(r providers.Retrying, left time.Duration) string {
	wait := "trying again"
	if s := int((left + time.Second - 1) / time.Second); s > 0 {
		wait = fmt.Sprintf("again in %d s", s)
	}
	return fmt.Sprintf("attempt %d of %d failed, %s (%s)", r.Attempt, r.Max, wait, text.Line(strings.TrimRight(r.Reason, "."), 60))
}

// unlistedText says what could not be listed: the first fault, and how many more.
func unlistedText(err error) string {
	first, more, _ := strings.Cut(strings.TrimSpace(err.Error()), "\n")
	if more == "" {
		return first
	}
	return strings.TrimRight(first, ".") + fmt.Sprintf("; %s, `parley ls` names them.", text.Count(strings.Count(more, "\n")+1, "more fault", "more faults"))
}

// textChangeLasts is asked if a yes to a change should last.
const textChangeLasts = "apply this change, and the like from now on?"

// What is said about summaries that the user wants.
const (
	textCompacting       = "What was said is being summed up already. Esc stops it."
	textNothingToCompact = "There is nothing to sum up."
	textSummaryWaits     = "The summary is written. /compact shows it, and nothing changes until you accept it."
	textLaterSummary     = "A later summary stands by now, so this one was dropped."
)

const textUndoOpen = "A turn is open, and nothing is put back meanwhile. Wait for its end or stop it, then say /undo again."

const (
	textUndoRuns  = "Files are being put back. Wait for the end of that or stop it, then say /undo again."
	textUndoFirst = "Files are being put back here. Wait for the end of that or stop it with Ctrl+C, then leave."
)

// puttingText says how far an undo has come.
func puttingText(u coordinator.PutFiles) string {
	return fmt.Sprintf("putting back: %d of %s", u.Done, text.Count(len(u.Files), "file", "files"))
}

// mostNotPut is how many files that were not put back are named.
const mostNotPut = 10

func moreNotPutText(n int) string {
	return text.Count(n, "more file was", "more files were") + " left as they are; `parley audit` names them."
}

func stoppedUndoText(n int) string {
	return "Stopped: " + text.Count(n, "file was", "files were") + " not put back. /undo shows what is left."
}

func notPutText(f coordinator.NotPut) string {
	return "Left as it is: " + text.Line(f.Path, 200) + ": " + text.Clean(f.Why)
}
