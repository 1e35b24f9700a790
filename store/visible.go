package store

import "iter"

// Visible yields what a model may see, in order (docs/events.md): messages to it;
// text and calls of its complete responses, with their results; the part of a stopped
// response; reasoning that a server wants back; the output of the user's own
// commands; instructions; undone changes; and what stands for earlier messages. Other
// partial and dropped responses, other reasoning and all other types, including new
// ones, stay out. The events are those of the log, not copies; do not change them.
func (l Log) Visible() iter.Seq[*Event] {
	return func(yield func(*Event) bool) {
		done := l.completed()
		calls, ran := make(map[string]bool, len(done)), commanded{}
		for i := range l.n {
			e := l.ref(i)
			if (shows(e.Body, done, calls) || ran.shows(e.Body)) && !yield(e) {
				return
			}
		}
	}
}

// shows decides on one event and notes the calls of complete responses; each has one
// result.
func shows(b Body, done map[string]bool, calls map[string]bool) bool {
	switch b := b.(type) {
	case ChatRequest, Instructions, Undone, ContextTrimmed, ContextSummary:
		return true
	case ChatResponse:
		return b.Ended() || !b.Partial && done[b.Response]
	case Reasoning:
		return !b.Partial && len(b.Provider) > 0 && done[b.Response]
	case ToolCallRequest:
		_, repeated := calls[b.ID]
		if repeated || !done[b.Response] {
			return false
		}
		calls[b.ID] = true
		return true
	case ToolCallResponse:
		open := calls[b.ID]
		if open {
			calls[b.ID] = false
		}
		return open
	default:
		return false
	}
}

// commanded holds the user's own commands: false once they have their end.
type commanded map[string]bool

// shows decides on the end of a command; each has one.
func (c commanded) shows(b Body) bool {
	switch b := b.(type) {
	case UserCommand:
		if _, repeated := c[b.ID]; !repeated {
			c[b.ID] = true
		}
	case UserCommandEnd:
		runs := c[b.ID]
		if runs {
			c[b.ID] = false
		}
		return runs
	}
	return false
}

// completed holds true for each response that has its end and was not dropped
// before it.
func (l Log) completed() map[string]bool {
	done := make(map[string]bool)
	for i := range l.n {
		switch b := l.ref(i).Body.(type) {
		case ResponseEnd:
			if _, known := done[b.Response]; !known {
				done[b.Response] = true
			}
		case ResponseDropped:
			if _, known := done[b.Response]; !known {
				done[b.Response] = false
			}
		}
	}
	return done
}
