package store

import (
	"slices"
	"strings"
	"testing"
)

// TestNoTypeIsPassedOverInSilence: a search finds what a person can read of an event, and
// what happened beside the turns has a line. A new type is in one of these lists only if
// it is meant to be.
func TestNoTypeIsPassedOverInSilence(t *testing.T) {
	found, said := map[string]bool{}, map[string]bool{}
	for _, b := range append(story(), besideTurns()...) {
		line, _ := ToUser.Beside(b)
		said[b.Type()] = said[b.Type()] || line != ""
		found[b.Type()] = found[b.Type()] || strings.Join(textsOf(b), "") != ""
	}
	var unfound, unsaid []string
	for _, b := range bodies() {
		if !found[b.Type()] {
			unfound = append(unfound, b.Type())
		}
		if !said[b.Type()] {
			unsaid = append(unsaid, b.Type())
		}
	}
	for _, c := range []struct {
		what      string
		got, want []string
	}{
		{"nothing is found of", unfound, []string{
			"turn_start", "turn_ending", "turn_end", "resumed", "response_end", "response_dropped", "tool_started", "tool_asked",
			"memory_revoked", "config_delta", "forked_from", "repaired", "workspace", "context_trimmed", "context_revoked", "summary_dropped",
		}},
		{"no line beside the turns has", unsaid, []string{
			"turn_start", "turn_ending", "turn_end", "resumed", "chat_request", "chat_response", "reasoning", "tool_call_request",
			"response_end", "response_dropped", "model_failed", "tool_started", "tool_asked", "tool_finished", "tool_call_response", "permission_request",
			"permission_response", "memory_revoked", "inquiry_request", "inquiry_response", "guard_tripped", "guard_resolved", "scratchpad_note", "config_delta",
			"title", "forked_from", "repaired", "workspace", "rule_added", "rule_revoked", "user_command", "user_command_end",
		}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s %q\nwant %q", c.what, c.got, c.want)
		}
	}
}
