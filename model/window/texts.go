package window

import (
	"fmt"

	"parley/model/kit"
	"parley/store"
	"parley/store/record"
	"parley/views/text"
)

// What is said about what stands for earlier messages.
const (
	textHead      = "The window"
	textNone      = "Nothing is summed up: the assistant sees the whole conversation. /compact sums it up."
	textNoText    = "There is no summary. What follows stands alone."
	textCarried   = "Carried over from the record by the program:"
	textNotPasted = "Nothing here takes a text; what was pasted went nowhere."
	textTakenBack = "Taken back. The assistant sees again what it stood for."
	textProposal  = "This is to take the place of what came before, for the assistant. Nothing changes until you accept it, and the record keeps all of it."
	textStands    = "The assistant sees this in the place of what came before. The record keeps all of it."
	textTrimmed   = "Older results of tools are left out of what the assistant sees; a line in the place of each says what it was. The record keeps all of them."

	// The same on a small screen, where the text that they are about needs the room.
	textProposalShort = "If you accept, this replaces what came before for the assistant."
	textStandsShort   = "The assistant sees this in the place of what came before."
)

func placeText(at, of int) string { return fmt.Sprintf("%d of %d", at, of) }

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
		return "A summary: " + record.Became(b)
	}
	return text.Line("Summed up: "+record.Became(b), 200)
}

// aboutText says what it is for, and the same in fewer words.
func aboutText(x kit.Stands, ok bool) (words, short string) {
	switch {
	case !ok:
		return textNone, textNone
	case x.Event == "":
		return textProposal, textProposalShort
	}
	if _, summary := x.Body.(store.ContextSummary); summary {
		return textStands, textStandsShort
	}
	return textTrimmed, textTrimmed // nothing stands below that needs the room
}

// pieceText names a piece that is carried over. Its id in the record is for the assistant.
func pieceText(c store.Carried) string {
	what := map[string]string{
		store.CarriedMessage: "Your message", store.CarriedAnswer: "Question and answer", store.CarriedRefusal: "Refusal",
		store.CarriedNote: "Open note", store.CarriedFiles: "Files that were changed",
	}[c.Kind]
	if what == "" {
		what = "Piece of the record"
	}
	if c.Short {
		return what + ", only its beginning"
	}
	return what
}
