package store

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// What a response consists of that has neither text nor calls: ResponseEnd.Said.
const (
	SaidNothing   = "nothing"
	SaidReasoning = "reasoning"
)

// FinishMissing is the finish of a response whose server ended the stream without
// saying that the response was complete.
const FinishMissing = "missing"

// lacking is a row of the table of reasons for an incomplete response: the finishes
// that servers report, and the words for each reader.
type lacking struct {
	finishes []string
	words    wording
	breaks   bool // its last call may be incomplete
}

// wholeFinishes are those of a response that the model itself ended; "" is found in
// records without a finish.
func wholeFinishes() []string {
	return []string{"", "stop", "tool_calls", "function_call", "end_turn", "tool_use", "stop_sequence", "stop_token", "eos", "eos_token", "complete", "completed"}
}

func lackings() []lacking {
	return []lacking{
		{[]string{"length", "max_tokens", "max_output_tokens", "max_completion_tokens"}, wording{
			"The response was cut: it reached the limit of tokens for one response. Ask to go on, or raise assistant.model.parameters.max_tokens.",
			"The response was cut: it reached the limit of tokens for one response."}, true},
		{[]string{"model_context_window_exceeded", "model_length", "context_length_exceeded"}, wording{
			"The response was cut: the model's window is full. Choose a model with a larger window. On the screen, /compact sums the conversation up.",
			"The response was cut: the model's window is full."}, true},
		{[]string{"content_filter", "content_filtered", "safety", "refusal", "recitation", "blocklist", "prohibited_content", "spii", "sensitive", "guardrail_intervened"}, wording{
			"The server's content filter ended the response. Ask in another way.",
			"The server's content filter ended the response."}, true},
		{[]string{"network_error"}, wording{
			"The response was cut: the server lost its connection to the model. Ask again.",
			"The response was cut: the server lost its connection to the model."}, true},
		{[]string{"insufficient_system_resource"}, wording{
			"The response was cut: the server ran out of resources. Ask again later.",
			"The response was cut: the server ran out of resources."}, true},
		{[]string{"input_cut"}, wording{
			"The server cut the conversation to fit its window: the model did not see all of it. Give it a larger window. On the screen, /compact sums the conversation up.",
			"The server cut the conversation to fit its window: the model did not see all of it."}, false},
		{[]string{"no_calls"}, wording{
			"The response ended in order to call a tool, and no call came with it. Ask again.",
			"The response ended in order to call a tool, and no call came with it."}, false},
		{[]string{"incomplete"}, wording{
			"The response was cut: the server says that it is incomplete. Ask again.",
			"The response was cut: the server says that it is incomplete."}, true},
		{[]string{FinishMissing}, wording{
			"The response may be cut: the server did not say that it is complete.",
			"The response may be cut: the server did not say that it is complete."}, false},
	}
}

// Breaks reports whether a finish means that the response's calls may be incomplete,
// so that none of them is carried out. An unknown finish does not.
func Breaks(finish string) bool {
	return slices.ContainsFunc(lackings(), func(l lacking) bool { return l.breaks && l.of(finish) })
}

// Limited reports whether a finish is that of a response that ended at the limit of its
// tokens alone: what it says up to there holds.
func Limited(finish string) bool { return lackings()[0].of(finish) }

// of reports whether a finish belongs to this row: its word, or one of its words if
// the server sent several.
func (l lacking) of(finish string) bool {
	parts := func(r rune) bool { return r == ',' || unicode.IsSpace(r) }
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(finish), parts), func(word string) bool { return slices.Contains(l.finishes, word) })
}

// Whole reports whether a finish is that of a response that the model itself ended.
func Whole(finish string) bool { return slices.Contains(wholeFinishes(), strings.ToLower(finish)) }

// Whole reports whether there is a response and it is all that the model meant to
// say.
func (e ResponseEnd) Whole() bool { return e.Said == "" && Whole(e.Finish) }

// Lack says why a response is incomplete, "" if it is complete.
func (r Reader) Lack(e ResponseEnd) string {
	if e.Whole() {
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

func unknownFinish(finish string) string {
	if all := []rune(finish); len(all) > longestFinish {
		finish = string(all[:longestFinish-1]) + "…"
	}
	return fmt.Sprintf("The response ended in a way that is not known (%q); part of it may be missing.", finish)
}
