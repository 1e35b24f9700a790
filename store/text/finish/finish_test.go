package finish

import "testing"

// TestWhole has the words that servers are known to send, however they write them, and
// others, of which none says that a response is whole.
func TestWhole(t *testing.T) {
	for _, word := range []string{"", "stop", "STOP", "stop.", " stop\n", "tool_calls", "tool-calls", "toolCalls", "TOOL_CALL", "function_call", "end_turn", "endTurn", "tool_use",
		"stop_sequence", "STOP_SEQUENCE", "eos", "eos_token", "COMPLETE", "completed", "FinishReason.STOP", "FINISH_REASON_STOP", "stop, tool_calls"} {
		if !Whole(word) {
			t.Errorf("%q is not whole", word)
		}
	}
	for _, word := range []string{"length", "length.", "MAX_TOKENS", "max_output_tokens", "truncated", "content-filter", "CONTENT_FILTER", "error", "abort", "pause_turn", "missing", "no_calls",
		"stop, length", "length, stop", "stop,", ",", ".", " ", "…", "not stop", "unstop", "finishreason", "FinishReason.MAX_TOKENS", "FINISH_REASON_UNSPECIFIED", "stop 停", "ѕtop", "moon"} {
		if Whole(word) {
			t.Errorf("%q is whole", word)
		}
	}
}
