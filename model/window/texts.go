package window

import (
	"fmt"

	"parley/model/kit"
	"parley/store"
	"parley/views/text"
)

// What is said about what stands for earlier messages.
const (
	textHead      = "The window"
	textNone      = "Nothing stands in the place of what was said: the assistant sees all of it. /compact sums it up."
	textNoText    = "There is no summary. What follows stands alone."
	textCarried   = "Carried over from the record by the program:"
	textNotPasted = "Nothing here takes a text; what was pasted went nowhere."
	textTakenBack = "Taken back. The assistant sees again what it stood for."
	textProposal  = "This is to take the place of what came before, for the assistant. Nothing changes until you accept it, and the record keeps all of it."
	textStands    = "The assistant sees this in the place of what came before. The record keeps all of it."
	textTrimmed   = "Older results of tools are left out of what the assistant sees; a line in the place of each says what it was. The record keeps all of them."
)

func placeText(at, of int) string { return fmt.Sprintf("%d of %d", at, of) }

// moreText says that the text goes on below.
func moreText(lines int) string { return text.Count(lines, "more line", "more lines") + " below." }

func leftOutText(n int) string {
	return text.Count(n, "more piece is", "more pieces are") + " left out."
}

// titleOf names what is shown.
func titleOf(x kit.Stands, th text.Theme) string {
	b, ok := x.Body.(store.ContextSummary)
	switch {
	case !ok:
		return "Results that are left out"
	case x.Event == "":
		return "A summary: " + b.Became()
	}
	return text.Line("Summed up: "+b.Became(), 200)
}

// aboutText says what it is for.
func aboutText(x kit.Stands, ok bool) string {
	switch {
	case !ok:
		return textNone
	case x.Event == "":
		return textProposal
	}
	if _, summary := x.Body.(store.ContextSummary); summary {
		return textStands
	}
	return textTrimmed
}

// pieceText names a piece that is carried over.
func pieceText(c store.Carried) string {
	what := map[string]string{
		store.CarriedMessage: "Your message", store.CarriedAnswer: "Question and answer", store.CarriedRefusal: "Refusal",
		store.CarriedNote: "Open note", store.CarriedFiles: "Files that were changed",
	}[c.Kind]
	if what == "" {
		what = "Piece of the record"
	}
	if c.Short {
		return what + ", only its beginning (" + c.Event + ")"
	}
	return what + " (" + c.Event + ")"
}
