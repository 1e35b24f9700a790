package answer

import (
	"fmt"
	"strings"

	"parley/store"
	"parley/store/inbox"
	"parley/store/text/clean"
)

const answerLong = `Answer what waits in a conversation, without a screen.

The reference is what ` + "`parley inbox`" + ` prints: it names the conversation and the very
question. A question that is not that one any more is not answered; the exit status
is then 4, and what became of it is told. With the id of a conversation alone, what
waits there is shown on the terminal and asked.

Where nobody has the conversation open, the answer is recorded and nothing starts;
--go-on goes on with the turn then. Each answer is checked like any other. What a
command of a Parley started answers nothing.`

const inboxLong = `List what waits for you in all conversations, the oldest first: questions,
permissions and the questions of guards.

Each has a reference, by which ` + "`parley answer`" + ` answers it. With --wait the command ends
as soon as something waits.`

const (
	unknownText = "what it descends from cannot be read, so a model may have started it"
	goneText    = "that is not asked there any more, and nothing was answered; `parley inbox` lists what waits"
	emptyText   = "Nothing waits."
)

func nothingWaitsText(id string) string {
	return fmt.Sprintf("nothing waits in %s; `parley inbox` lists what does", id)
}

func refusedText(why string) string {
	return "the process that has the conversation open refuses the answer: " + why + "; that is on record there"
}

func deafText(id string) string {
	return fmt.Sprintf("another process has %s open and takes no answers from here; answer there, or close it and try again", id)
}

func secretText(id string) string {
	return fmt.Sprintf("a secret is taken only by a process that also goes on with it, and nobody has the conversation open; `parley resume %s` asks for it", id)
}

func recordedText(id string) string {
	return fmt.Sprintf("recorded; nothing was started. `parley resume %s` goes on with it on a screen, `parley resume %s --park --non-interactive` without one", id, id)
}

func moreText(ref string) string {
	return "recorded; nothing was started, and more waits there: " + ref
}

func unaskedText(id string) string {
	return fmt.Sprintf("the answer to %q was not used: the question is not asked, or not yet", id)
}

// firstText says who was first.
func firstText(b store.Body) string {
	what, by, model, via := answerOf(b)
	text := "it was answered already: " + clean.Reveal(what)
	if by != "" {
		text += ", by " + store.ToUser.By(by, model)
	}
	if words := via.Words(); words != "" {
		text += " (" + clean.Reveal(words) + ")"
	}
	return text + "; nothing was changed"
}

// waitingWords say what an entry is, beside its subject.
func waitingWords(e inbox.Entry) string {
	var parts []string
	switch {
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
