package record

import (
	"slices"
	"testing"
)

// TestNoTypeIsPassedOverInSilence: what happened beside the turns has a line. A new type is in this
// list only if it is meant to be.
func TestNoTypeIsPassedOverInSilence(t *testing.T) {
	said := map[string]bool{}
	for _, b := range everyBody(t) {
		line, _ := ToUser.Beside(b)
		said[b.Type()] = said[b.Type()] || line != ""
	}
	var unsaid []string
	for _, b := range everyType(t) {
		if !said[b.Type()] {
			unsaid = append(unsaid, b.Type())
		}
	}
	if want := []string{
		"turn_start", "turn_ending", "turn_end", "resumed", "chat_request", "chat_response", "reasoning", "tool_call_request",
		"response_end", "response_dropped", "model_failed", "tool_started", "tool_asked", "tool_finished", "tool_call_response", "permission_request",
		"permission_response", "memory_revoked", "inquiry_request", "inquiry_response", "guard_tripped", "guard_resolved", "scratchpad_note", "config_delta",
		"title", "forked_from", "repaired", "workspace", "rule_added", "rule_revoked", "user_command", "user_command_end",
	}; !slices.Equal(unsaid, want) {
		t.Errorf("no line beside the turns has %q\nwant %q", unsaid, want)
	}
}
