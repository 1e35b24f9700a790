package record

import (
	"fmt"
	"slices"

	"parley/store"
	"parley/store/text/clean"
	"parley/store/text/finish"
)

// What a response consists of that has neither text nor calls: ResponseEnd.Said.
const (
	SaidNothing   = "nothing"
	SaidReasoning = "reasoning"
)

// FinishMissing is the finish of a response whose server ended the stream without
// saying that the response was complete.
const FinishMissing = "missing"

// inputCut is the finish of a response to a conversation that the server had cut before
// the model saw it, as finish.Words writes it: the response itself is whole.
const inputCut = "inputcut"

// lacking is a row of the table of reasons for an incomplete response: the finishes
// that servers report, as finish.Words writes them, and the words for each reader.
type lacking struct {
	finishes []string
	words    wording
	spoils   bool // what the text says cannot be relied on
}

// limits are the finishes of a response that reached the limit of its tokens.
var limits = []string{"length", "maxlength", "maxtokens", "maxoutputtokens", "maxcompletiontokens", "tokenlimit", "limit"}

func lackings() []lacking {
	return []lacking{
		{[]string{inputCut}, wording{
			"The server cut the conversation to fit its window: the model did not see all of it. Give it a larger window. On the screen, /compact sums the conversation up.",
			"The server cut the conversation to fit its window: the model did not see all of it."}, false},
		{limits, wording{
			"The response was cut: it reached the limit of tokens for one response. Ask to go on, or raise assistant.model.parameters.max_tokens.",
			"The response was cut: it reached the limit of tokens for one response."}, false},
		{[]string{"modelcontextwindowexceeded", "modellength", "contextlengthexceeded"}, wording{
			"The response was cut: the model's window is full. Choose a model with a larger window. On the screen, /compact sums the conversation up.",
			"The response was cut: the model's window is full."}, true},
		{[]string{"contentfilter", "contentfiltered", "safety", "refusal", "recitation", "blocklist", "prohibitedcontent", "spii", "sensitive", "guardrailintervened"}, wording{
			"The server's content filter ended the response. Ask in another way.",
			"The server's content filter ended the response."}, true},
		{[]string{"networkerror"}, wording{
			"The response was cut: the server lost its connection to the model. Ask again.",
			"The response was cut: the server lost its connection to the model."}, true},
		{[]string{"insufficientsystemresource"}, wording{
			"The response was cut: the server ran out of resources. Ask again later.",
			"The response was cut: the server ran out of resources."}, true},
		{[]string{"nocalls"}, wording{
			"The response ended in order to call a tool, and no call came with it. Ask again.",
			"The response ended in order to call a tool, and no call came with it."}, false},
		{[]string{"incomplete", "truncated"}, wording{
			"The response was cut: the server says that it is incomplete. Ask again.",
			"The response was cut: the server says that it is incomplete."}, true},
		{[]string{FinishMissing}, wording{
			"The response may be cut: the server did not say that it is complete.",
			"The response may be cut: the server did not say that it is complete."}, false},
	}
}

// Breaks reports whether a response's calls may be incomplete, so that none of them is
// carried out: whatever its finish says, unless it says that the response is whole. One
// to a conversation that was cut is.
func Breaks(reason string) bool {
	return !Whole(reason) && slices.ContainsFunc(finish.Words(reason), func(word string) bool { return word != inputCut && (word == "" || !finish.Whole(word)) })
}

// Spoils reports whether a finish means that what the response says cannot be relied on.
// At the limit of its tokens it holds up to there, and an unknown finish says nothing.
func Spoils(reason string) bool {
	return slices.ContainsFunc(lackings(), func(l lacking) bool { return l.spoils && l.of(reason) })
}

// of reports whether a finish belongs to this row: its word, or one of its words if
// the server sent several.
func (l lacking) of(reason string) bool {
	return slices.ContainsFunc(finish.Words(reason), func(word string) bool { return slices.Contains(l.finishes, word) })
}

// Whole reports whether a finish is that of a response that the model itself ended.
func Whole(reason string) bool { return finish.Whole(reason) }

// IsWhole reports whether there is a response and it is all that the model meant to
// say.
func IsWhole(e store.ResponseEnd) bool { return e.Said == "" && Whole(e.Finish) }

// Lack says why a response is incomplete, "" if it is complete.
func (r Reader) Lack(e store.ResponseEnd) string {
	if IsWhole(e) {
		return ""
	}
	if Whole(e.Finish) {
		return emptyResponse(e.Said).to(r)
	}
	words := unknownFinish(e.Finish)
	for _, l := range lackings() {
		if l.of(e.Finish) {
			words = l.words.to(r)
			break
		}
	}
	switch e.Said {
	case SaidNothing:
		words += " There is no text of it."
	case SaidReasoning:
		words += " There is no text of it, only reasoning."
	}
	return words
}

func emptyResponse(said string) wording {
	if said == SaidReasoning {
		return wording{"The model only thought, and said nothing. Ask again.", "The model only thought, and said nothing."}
	}
	return wording{"The response is empty. Ask again.", "The response is empty."}
}

// longestFinish limits how much of an unknown finish is shown, in characters.
const longestFinish = 40

func unknownFinish(reason string) string {
	if all := []rune(reason); len(all) > longestFinish {
		reason = string(all[:longestFinish-1]) + clean.Ours("…")
	}
	return fmt.Sprintf("The response ended in a way that is not known (%q); part of it may be missing.", reason)
}
