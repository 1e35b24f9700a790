package answer

import (
	"fmt"
	"strings"
	"time"

	"parley/model/cli/headless"
	"parley/model/cli/notice"
	"parley/store"
	"parley/store/inbox"
	"parley/store/record"
)

const answerLong = `Answer what waits in a conversation, without a screen.

The reference is what ` + "`parley inbox`" + ` prints: it names the conversation and the
question. If another question waits there by now, nothing is answered: the command says
what became of the first one, and ends with status 4. With only the id of a
conversation, you are shown what waits there, and asked on the terminal.

If nobody has the conversation open, the answer is recorded and nothing else happens;
with --go-on the turn continues. Every answer is checked, wherever it comes from. A
program that Parley itself started can answer nothing. The one exception is what
notify.command starts: it may answer the question that it was told of, once, with the
token that came along, on standard input (--token-stdin).`

const inboxLong = `Show what waits for you in all conversations, the oldest first: questions,
permissions and the questions of guards.

On a terminal they stand on a screen, and Enter opens the form of one. With --format or
--wait, or where there is no terminal to draw on, they are listed.

Each has a reference, by which ` + "`parley answer`" + ` answers it. With --wait the command ends
as soon as something waits. What was answered and has not gone on stands below: it waits
for its tool, and ` + "`parley resume`" + ` goes on with it.`

const (
	noTokenText = "--token-stdin reads the token that notify.command was given, or the whole line that it read, and there is none on standard input"
	unknownText = "what it descends from cannot be read, so a model may have started it"
	goneText    = "that is not asked there any more, and nothing was answered; `parley inbox` lists what waits"
	emptyText   = "Nothing waits."
)

func nothingWaitsText(id string) string {
	return fmt.Sprintf("nothing waits in %s; `parley inbox` lists what does", id)
}

func refusedText(held bool, why string) string {
	if !held {
		return "the answer is refused: " + why + "; that is on record there"
	}
	return "the process that has the conversation open refuses the answer: " + why + "; that is on record there"
}

func deafText(id, dir string) string {
	return fmt.Sprintf("another process has %s open, and no socket of it in %s takes answers; if it was started with another XDG_RUNTIME_DIR or TMPDIR, set that, else answer there, or close it and try again", id, dir)
}

func secretText(id string) string {
	return fmt.Sprintf("a secret is taken only by a process that also goes on with it, and nobody has the conversation open; `parley resume %s` asks for it", id)
}

func lacksText(tool, id, dir string) string {
	return fmt.Sprintf("%s, which asks, is not offered in %s, by the configuration there or by what was set in the conversation, so a yes is not taken and it still waits; offer it, or answer on a screen with `parley resume %s` and the flags that offer it; --no and --end-turn are taken", tool, dir, id)
}

func recordedWithoutText(tool, id, dir string) string {
	return fmt.Sprintf("recorded; nothing was started. %s is not offered in %s, by the configuration there or by what was set in the conversation, so the answer waits until it is; then `parley resume %s` goes on with it", tool, dir, id)
}

func recordedText(id, dir string) string {
	return fmt.Sprintf("recorded; nothing was started. In %s, `parley resume %s` goes on with it on a screen, `parley resume %s --park --non-interactive` without one", dir, id, id)
}

const endedText = "recorded; the turn has ended"

func moreText(ref string) string {
	return "recorded; nothing was started, and more waits there: " + ref
}

// elsewhereText says who has a conversation open in which an answer was recorded to go on with.
func elsewhereText(l *store.LockedError) string {
	who := "another process"
	if l.PID > 0 {
		who = fmt.Sprintf("process %d", l.PID)
	}
	return fmt.Sprintf("recorded; %s has the conversation open by now, so nothing goes on from here. If it does not go on there, `parley resume %s --park --non-interactive` does once that is closed", who, l.ID)
}

func unaskedText(id string) string {
	return fmt.Sprintf("the answer to %q was not used: the question is not asked, or not yet", id)
}

// firstText says what was answered, and who was first.
func firstText(x record.Exchange) string { return headless.AnsweredText(x) + "; nothing was changed" }

// anewText says that something is asked anew, and what has changed since it was asked before.
func anewText(ref string, p store.PermissionRequest) string {
	why := strings.Join(record.Cautions(p), " ")
	if why == "" {
		why = "What it is for has changed since."
	}
	return "that is not asked any more, and nothing was changed. " + why + " `parley answer " + ref + "` answers what is asked now"
}

// droppedText says that a question was dropped, and why, as its call was told: the first sentence
// is for everybody, the rest for the assistant.
func droppedText(told string) string {
	why, _, _ := strings.Cut(told, ". ")
	if why == "" {
		why = "What asked it has changed since"
	}
	return "that is not asked any more, and nothing was changed. " + why
}

// partialText says that a yes was to more than what was chosen before.
const partialText = "the yes takes all of the change; on a screen you had left out a part of it, or written a text of your own in its place"

// takenText says that a yes was to more than was taken before.
func takenText(e store.Edited) string {
	if part := e.Part.Words(); part != "" {
		return "the yes is to all of the change; before it was asked again, " + part + " of it had been taken. On a screen, a part can be taken"
	}
	return "the yes is to the change as it was proposed; before it was asked again, a text of your own had been taken"
}

// answeredText says what waits for that nobody is asked about any more: a call for its tool, a
// turn to be gone on with.
func answeredText(e inbox.Entry) string {
	switch {
	case e.Strange:
		return "answered, but not here, so it is asked again"
	case e.Dropped:
		return "not asked any more, waits to go on"
	case e.Who == "":
		return "answered, waits to go on"
	}
	return "answered, waits for " + e.Who
}

// waitingWords say what an entry is, beside its subject.
func waitingWords(e inbox.Entry) string {
	var parts []string
	switch {
	case e.Decided():
		return answeredText(e)
	case e.Strange:
		parts = append(parts, "not asked here")
	case e.Reviewer != "":
		parts = append(parts, e.Reviewer+" says no")
	case e.Kind == inbox.Guard:
		parts = append(parts, "guard "+e.Who)
	default:
		parts = append(parts, e.Who)
	}
	if e.Kind == inbox.Question && e.Answer != "boolean" {
		parts = append(parts, strings.ReplaceAll(e.Answer, "_", " "))
	}
	if e.Of > 1 {
		parts = append(parts, fmt.Sprintf("%d of %d", e.At, e.Of))
	}
	return strings.Join(parts, ", ")
}

// sinceText says how long ago a question was asked, and what has changed since.
func sinceText(d Desk, digest string, now time.Time) string {
	for _, e := range inbox.Of(d.ID(), "", d.Dir(), d.Log()) {
		if e.Ref == inbox.Ref(d.ID(), digest) {
			return "asked " + notice.Looked(e).SinceText(now)
		}
	}
	return ""
}

// slowText says why an answer takes its time.
func slowText(id string) string {
	return "the program that has " + id + " open has not taken the answer yet; if an editor is open there, it does so when that ends"
}
