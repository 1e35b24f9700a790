package record

import (
	"cmp"

	"parley/store"
)

// EventWords describes an event in a few words for the user: what was decided where
// something was, else as TypeWords does.
func EventWords(b store.Body) string {
	switch b := b.(type) {
	case store.InquiryResponse:
		switch {
		case b.Outcome != store.Cancelled:
		case b.AnsweredBy != nil:
			return ToUser.Cancelled(b.Reason, b.AnsweredBy.By)
		default:
			return ToUser.Cancelled(b.Reason, "")
		}
	case store.PermissionResponse:
		switch b.Outcome {
		case store.PermitDenied, store.PermitSkipped:
			return SaidNo(b.By, "")
		case store.PermitCancelled:
			return ToUser.Cancelled(b.Reason, b.By)
		}
	}
	return TypeWords(b.Type())
}

// TypeWords describes the events of a type in a few words for a person. It returns the type
// itself if this program does not know it.
func TypeWords(tag string) string { return cmp.Or(typeWords(tag), tag) }

func typeWords(tag string) string {
	switch tag {
	case "turn_start":
		return "a turn begins"
	case "turn_ending":
		return "the turn is ending"
	case "turn_end":
		return "the turn has ended"
	case "resumed":
		return "the conversation goes on"
	case "chat_request":
		return "a message"
	case "chat_response":
		return "the response"
	case "reasoning":
		return "the model's thoughts"
	case "tool_call_request":
		return "a tool is called"
	case "response_end":
		return "the response is complete"
	case "response_dropped":
		return "the response does not count"
	case "model_failed":
		return "the model failed"
	case "tool_started":
		return "the tool starts"
	case "tool_asked":
		return "the tool asks"
	case "tool_finished":
		return "the tool has finished"
	case "tool_call_response":
		return "the result of a call"
	case "permission_request":
		return "permission is asked for"
	case "permission_response":
		return "permission is given"
	case "memory_revoked":
		return "an answer is taken back"
	case "inquiry_request":
		return "a question is asked"
	case "inquiry_response":
		return "the question is answered"
	}
	return typeWordsBeside(tag)
}

// typeWordsBeside describes the events of guards, and those that can occur outside of turns.
func typeWordsBeside(tag string) string {
	switch tag {
	case "guard_tripped":
		return "a limit is reached"
	case "guard_resolved":
		return "how to go on at the limit is decided"
	case "scratchpad_note":
		return "a note in the scratchpad"
	case "config_delta":
		return "a setting is changed"
	case "title":
		return "the conversation is named"
	case "forked_from":
		return "forked from another conversation"
	case "repaired":
		return "the file was repaired"
	case "workspace":
		return "the folder that it works in"
	case "rule_added":
		return "a rule is added"
	case "rule_revoked":
		return "a rule is taken back"
	case "user_command":
		return "your command"
	case "user_command_end":
		return "your command has ended"
	case "instructions":
		return "instructions for the assistant"
	case "context_trimmed":
		return "earlier results are left out"
	case "context_summary":
		return "a summary of what was said"
	case "context_revoked":
		return "the summary is taken back"
	case "summary_asked":
		return "a summary is asked for"
	case "summary_dropped":
		return "the summary is dropped"
	case "file_kept":
		return "a file is kept to be put back"
	case "undone":
		return "changes are undone"
	case "observed":
		return "a session of another program"
	case "answer_refused":
		return "somebody else's answer is refused"
	}
	return ""
}
